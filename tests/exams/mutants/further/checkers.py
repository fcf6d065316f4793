"""Further wrong Checkers programs: towers in errors, blocked sides, shortcuts in the tree."""

from __future__ import annotations

from tests.exams.mutants.checkers import ACTION, BOARD, CAPTURES, COMMANDS, COMPUTED, ERRORS, TOWERS, WIN
from tests.exams.mutants.mutant import Mutant

_ILLEGAL = "    if (*source, *target) not in actions(board, side):\n"
_THEIRS = "    if piece.lower() != side:\n        return"
_LANDING = 'if on_board(r2, c2) and board[r2][c2] == "." and board[r][c].lower() == other(side):'
_NONE = "    if not found:\n        return LOST"
_BETTER = 'better = best is None or (found > best_value if side == "b" else found < best_value)'
_NO_ACTION = "        if action is None:\n            print"

MUTANTS = (
    # Errors
    Mutant("opponents-towers-not-noticed", ERRORS, _THEIRS, "    if piece == other(side):\n        return"),
    Mutant(
        "jumps-over-nothing",
        ERRORS,
        _ILLEGAL,
        "    down, right = target[0] - source[0], target[1] - source[1]\n    if (*source, *target) not in actions(board, side) and not (abs(down) == abs(right) == 2 and may_go(piece, down)):\n",
    ),
    Mutant(
        "towers-fly-in-the-input",
        ERRORS,
        _ILLEGAL,
        "    if (*source, *target) not in actions(board, side) and not (piece in 'BW' and abs(source[0] - target[0]) == abs(source[1] - target[1])):\n",
    ),
    Mutant(
        "towers-go-anywhere-near",
        ERRORS,
        _ILLEGAL,
        "    if (*source, *target) not in actions(board, side) and not (piece in 'BW' and max(abs(source[0] - target[0]), abs(source[1] - target[1])) == 1):\n",
    ),
    Mutant(
        "towers-jump-over-friends",
        ERRORS,
        _ILLEGAL,
        "    if (*source, *target) not in actions(board, side) and not (piece in 'BW' and abs(source[0] - target[0]) == abs(source[1] - target[1]) == 2 and board[(source[0] + target[0]) // 2][(source[1] + target[1]) // 2].lower() == side):\n",
    ),
    Mutant(
        "towers-are-not-in-the-way",
        ERRORS,
        '    if board[target[0]][target[1]] != ".":\n',
        '    if board[target[0]][target[1]] in "bw":\n',
    ),
    Mutant(
        "row-eight-is-outside",
        "moves:",
        "    if not on_board(*source):\n",
        "    if not on_board(*source) or source[0] == 7:\n",
    ),
    Mutant(
        "column-h-is-outside",
        "moves:",
        "    if not on_board(*target):\n",
        "    if not on_board(*target) or target[1] == 7:\n",
    ),
    Mutant(
        "errors-only-before-a-command",
        ERRORS,
        '            print("ERROR: " + error)\n            return\n',
        '            print("ERROR: " + error)\n            number = -99\n            break\n',
        ("    computed = {", "    if number == -99:\n        print_board(board)\n    computed = {"),
    ),
    Mutant("error-without-its-word", ERRORS, 'print("ERROR: " + error)', "print(error)"),
    # Captures and towers
    Mutant(
        "lands-on-pieces",
        "minimax:",
        _LANDING,
        "if on_board(r2, c2) and board[r2][c2] != side and board[r][c].lower() == other(side):",
    ),
    Mutant(
        "pieces-cannot-capture-towers",
        CAPTURES,
        _LANDING,
        _LANDING.replace(
            "board[r][c].lower() == other(side)",
            "(board[r][c] == other(side) or piece.isupper() and board[r][c].lower() == other(side))",
        ),
    ),
    Mutant("towers-capture-forward-only", CAPTURES, _LANDING, _LANDING[:-1] + " and may_go(side, down):"),
    Mutant(
        "tower-falls-when-it-leaves",
        TOWERS,
        "    after[r][c] = piece\n",
        '    if piece == "B" and row == 0:\n        piece = "b"\n    after[r][c] = piece\n',
    ),
    Mutant(
        "towers-count-one-in-the-tree",
        COMPUTED,
        "    if depth == 0:\n        return cost(board)\n",
        '    if depth == 0:\n        cells = "".join("".join(row) for row in board).lower()\n        return cells.count("b") - cells.count("w")\n',
    ),
    # The tree
    Mutant(
        "blocked-is-not-lost",
        COMPUTED,
        _NONE,
        '    if not found and any(side in "".join(row).lower() for row in board):\n        return cost(board)\n'
        + _NONE,
    ),
    Mutant(
        "remembers-boards",
        COMPUTED,
        "def value(board, side, depth):\n",
        "KNOWN = {}\n\n\ndef value(board, side, depth):\n    key = str(board)\n    if key not in KNOWN:\n        KNOWN[key] = value_of(board, side, depth)\n    return KNOWN[key]\n\n\ndef value_of(board, side, depth):\n",
    ),
    Mutant(
        "ties-by-material",
        COMPUTED,
        _BETTER,
        "near = cost(act(board, action))\n        found = (found, near)\n        " + _BETTER,
    ),
    Mutant(
        "ties-to-the-middle",
        COMPUTED,
        _BETTER,
        'found = (found, -abs(action[3] - 3.5) if side == "b" else abs(action[3] - 3.5))\n        ' + _BETTER,
    ),
    Mutant(
        "prunes-equal-values",
        COMPUTED,
        "    values = [value(act(board, action), other(side), depth - 1) for action in found]\n",
        "    values = []\n    for action in found:\n        values.append(value(act(board, action), other(side), depth - 1))\n        if values[-1] == cost(board):\n            break\n",
    ),
    Mutant(
        "quiet-leaves-only",
        COMPUTED,
        "    if depth == 0:\n        return cost(board)\n    found = actions(board, side)\n",
        "    found = actions(board, side)\n    if depth == 0 and not any(abs(a[0] - a[2]) == 2 for a in found):\n        return cost(board)\n    if depth < -1:\n        return cost(board)\n",
    ),
    # Winners and commands
    Mutant(
        "winner-only-without-pieces",
        WIN,
        _NO_ACTION,
        '        if action is None and any(side in "".join(row).lower() for row in board):\n            return\n'
        + _NO_ACTION,
    ),
    Mutant("p-plays-ten-for-each-side", COMMANDS, '"P": 10', '"P": 20'),
    Mutant(
        "p-stops-before-a-capture",
        COMMANDS,
        "        number += 1\n        board = act(board, action)\n",
        "        if computed == 10 and abs(action[0] - action[2]) == 2:\n            return\n        number += 1\n        board = act(board, action)\n",
    ),
    Mutant("rows-of-one-digit", "errors:", "row = int(text[1:]) - 1", "row = int(text[1]) - 1"),
    Mutant("rows-by-their-last-digit", "errors:", "row = int(text[1:]) - 1", "row = int(text[-1]) - 1"),
    Mutant("numbers-of-two-digits", ACTION, '" ACTION #" + str(number)', '" ACTION #%02d" % number'),
    Mutant(
        "cost-with-a-plus", "cost:", '"BOARD COST: " + str(cost(board))', '"BOARD COST: %+d" % cost(board)'
    ),
    Mutant(
        "tabs-for-spaces",
        BOARD,
        'print("   +" + "---+" * SIZE)\n    for',
        'print("\\t+" + "---+" * SIZE)\n    for',
    ),
)
