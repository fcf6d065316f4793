"""Further wrong Chezz programs: one kind of piece forgotten, boards that wrap, rules of chess that Chezz has not."""

from __future__ import annotations

from tests.exams.mutants.chezz import (
    BOARD_FILE,
    CONTAGION,
    FLING,
    FLINGER,
    KING,
    PEON,
    PROMOTION,
    SHOT,
    SLIDER,
    ZOMBIE,
)
from tests.exams.mutants.mutant import Mutant

LATER = ("last", "random")
"""The first move that such a program finds in a direction is a right one."""
_IMMUNE = 'beside[1] not in "KZ"'
_SOURCE = "        if source not in board or board[source][0] != side:\n"
_STEP = "        target = (x + dx, y + dy)\n        if not on_board(*target):\n            continue\n"
_END = "    board = spread(board, side)\n    return promote(board, side)\n"
_KINDS = {"queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "cannon": "C", "flinger": "F", "peon": "P"}
_EN_PASSANT = """\
        if target not in board and board.get((x + dx, y), side)[0] != side and board[x + dx, y][1] == "P":
            after = move_piece(board, (x, y), target)
            del after[x + dx, y]
            found.append(after)
"""
_CASTLING = """\
    if kind == "K":
        row = [board.get((column, y)) for column in range(8)]
        castled = []
        if x == 4 and row[5:7] == [None, None] and row[7] == side + "R":
            castled = [move_piece(move_piece(board, (4, y), (6, y)), (7, y), (5, y))]
        return castled + step_moves(board, side, x, y, AROUND, True) + castled
"""
_PEON = "    for dx in (-1, 1):\n        target = (x + dx, y + forward)\n"


def _spare(name: str, kind: str) -> Mutant:
    return Mutant(f"{name}-is-not-infected", CONTAGION, _IMMUNE, f'beside[1] not in "KZ{kind}"')


def _never_fling(name: str, kind: str) -> Mutant:
    return Mutant(
        f"{name}-is-never-flung",
        FLING,
        _SOURCE,
        _SOURCE.replace("!= side:", f'!= side or board[source][1] == "{kind}":'),
    )


def _spare_from_shots(name: str, kind: str) -> Mutant:
    return Mutant(
        f"{name}-survives-a-shot",
        SHOT,
        "            if target in after:\n",
        f'            if target in after and after[target][1] != "{kind}":\n',
    )


MUTANTS = (
    *(_spare(name, kind) for name, kind in _KINDS.items()),
    # A cannon can always shoot where it could be flung, so nobody is forced to fling one.
    *(_never_fling(name, kind) for name, kind in _KINDS.items() if name != "cannon"),
    *(_spare_from_shots(name, kind) for name, kind in {**_KINDS, "zombie": "Z"}.items()),
    # The edge of the board
    Mutant(
        "steps-around-the-edge",
        "one square",
        _STEP,
        "        target = ((x + dx) % 8, y + dy)\n        if not on_board(*target):\n            continue\n",
    ),
    Mutant(
        "steps-around-the-other-edge",
        "one square",
        _STEP,
        "        target = (x + dx, (y + dy) % 8)\n        if not on_board(*target):\n            continue\n",
    ),
    Mutant(
        "slides-around-the-edge",
        SLIDER,
        "            target = (target[0] + dx, target[1] + dy)\n    return found\n\n\ndef cannon",
        "            target = ((target[0] + dx) % 8, target[1] + dy)\n    return found\n\n\ndef cannon",
        choosers=LATER,
    ),
    Mutant(
        "peon-captures-around-the-edge",
        PEON,
        "        target = (x + dx, y + forward)\n",
        "        target = ((x + dx) % 8, y + forward)\n",
    ),
    Mutant(
        "shot-ends-before-the-edge",
        SHOT,
        "            if target in after:\n",
        "            if target in after and 0 < target[0] < 7 and 0 < target[1] < 7:\n",
    ),
    Mutant(
        "shot-skips-the-next-square",
        SHOT,
        "        target = (x + dx, y + dy)\n        hit = False\n",
        "        target = (x + 2 * dx, y + 2 * dy)\n        hit = False\n",
    ),
    Mutant(
        "no-contagion-at-the-edge",
        CONTAGION,
        '        if piece == side + "Z":\n',
        '        if piece == side + "Z" and 0 < x < 7:\n',
    ),
    # Distances
    Mutant(
        "king-slides",
        KING,
        "step_moves(board, side, x, y, AROUND, True)",
        "slide_moves(board, side, x, y, AROUND)",
        choosers=LATER,
    ),
    Mutant(
        "zombie-slides",
        ZOMBIE,
        "step_moves(board, side, x, y, STRAIGHT, True)",
        "slide_moves(board, side, x, y, STRAIGHT)",
        choosers=LATER,
    ),
    Mutant(
        "flinger-slides",
        FLINGER,
        "step_moves(board, side, x, y, AROUND, False)",
        "[after for after in slide_moves(board, side, x, y, AROUND) if len(after) == len(board)]",
        choosers=LATER,
    ),
    Mutant(
        "flings-from-two-squares",
        FLING,
        "        source = (x + dx, y + dy)\n",
        "        source = (x + dx, y + dy)\n        if source not in board:\n            source = (x + 2 * dx, y + 2 * dy)\n",
        choosers=LATER,
    ),
    # Chess
    Mutant(
        "king-castles",
        KING,
        '    if kind == "K":\n        return step_moves(board, side, x, y, AROUND, True)\n',
        _CASTLING,
        choosers=("first",),
    ),
    Mutant("en-passant", PEON, _PEON, _PEON + _EN_PASSANT, choosers=LATER),
    # The end
    Mutant(
        "no-contagion-after-the-king-is-captured",
        CONTAGION,
        _END,
        '    if sum(piece[1] == "K" for piece in board.values()) == 2:\n        board = spread(board, side)\n    return promote(board, side)\n',
    ),
    Mutant(
        "no-promotion-after-the-king-is-captured",
        PROMOTION,
        _END,
        '    board = spread(board, side)\n    if sum(piece[1] == "K" for piece in board.values()) < 2:\n        return board\n    return promote(board, side)\n',
    ),
    Mutant(
        "own-king-survives-a-shot",
        SHOT,
        "            if target in after:\n",
        '            if target in after and after[target] != board[x, y][0] + "K":\n',
    ),
    Mutant(
        "promotes-at-both-ends",
        PROMOTION,
        '        if after.get((x, last)) == side + "P":\n            after[x, last] = side + "Z"\n',
        '        for end in (0, 7):\n            if after.get((x, end)) == side + "P":\n                after[x, end] = side + "Z"\n',
    ),
    # The file
    Mutant("a-line-after-the-board", BOARD_FILE, '    print("}")\n', '    print("}")\n    print("done")\n'),
    Mutant("capital-columns", BOARD_FILE, '"abcdefgh"[x]', '"ABCDEFGH"[x]'),
    Mutant(
        "empty-squares-too",
        BOARD_FILE,
        "    for x, y in sorted(board):\n        entries",
        "    board = {**{(x, y): '  ' for x in range(8) for y in range(8)}, **board}\n    for x, y in sorted(board):\n        entries",
    ),
    Mutant("column-after-row", BOARD_FILE, '"abcdefgh"[x] + str(y + 1)', 'str(y + 1) + "abcdefgh"[x]'),
    Mutant("kind-before-colour", BOARD_FILE, 'board[x, y] + "\'"', 'board[x, y][::-1] + "\'"'),
    Mutant(
        "the-board-twice",
        BOARD_FILE,
        '    print("}")\n',
        '    print("}")\n    print("{")\n    print(",\\n".join(entries))\n    print("}")\n',
    ),
)
