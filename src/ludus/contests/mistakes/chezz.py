"""Finds the rule of Chezz that an illegal board breaks, by comparison with the boards that legal moves lead to.

A board is explained by what has changed: first as a legal move with a wrong end of the turn (contagion, promotion),
then as a wrong move of one piece, and else by the move whose board is nearest.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludus.contests.chezz_situations import (
    CANNON,
    CONTAGION,
    FLING,
    FLINGER,
    KING,
    KNIGHT,
    PEON,
    PROMOTION,
    SHOT,
    SLIDER,
    ZOMBIE,
)
from ludus.contests.mistakes.mistake import Mistake
from ludus.games.chezz import INDEX, PIECES, Chezz
from ludus.protocols.chezz import list_successors, read_answer
from ludus.turn import Reply, Turn

TURN = "The first line names whose turn it is, w for White or b for Black, and only that side moves."
NULL_MOVE = (
    "A move changes the board; a cannonball that hits nothing is no move, because it would be a null move."
)
SQUARES = "A line of the board file names a square by its column, a to h from White's left, and its row, 1 to 8 from White's side."
_OF_KIND = {
    "P": PEON,
    "N": KNIGHT,
    "Q": SLIDER,
    "R": SLIDER,
    "B": SLIDER,
    "K": KING,
    "Z": ZOMBIE,
    "C": CANNON,
    "F": FLINGER,
}


def find_mistake(turn: Turn, reply: Reply) -> Mistake | None:
    """Name the rule that the board of this reply breaks; None if there is no board."""
    position, board = turn.position, read_answer(reply)
    assert isinstance(position, Chezz)
    if board is None or any(after == board for _, after in list_successors(position)):
        return None
    return Mistake(_find_broken_rule(position, board))


def _find_broken_rule(position: Chezz, board: str) -> str:
    if board == position.board:
        return NULL_MOVE
    other = Chezz(position.board, 1 - position.to_move, False, position.rules)
    if any(after == board for _, after in list_successors(other)):
        return TURN
    if any(after in (_mirror_rows(board), _mirror_columns(board)) for _, after in list_successors(position)):
        return SQUARES
    return _find_end_rule(position, board) or _find_move_rule(position, board)


def _holds_own(position: Chezz, kind: str) -> bool:
    return (kind if position.to_move == 0 else kind.lower()) in position.board


def _mirror_rows(board: str) -> str:
    return "".join(board[row * 8 : row * 8 + 8] for row in reversed(range(8)))


def _mirror_columns(board: str) -> str:
    return _mirror_rows(board)[::-1]


# The end of the turn


def _find_end_rule(position: Chezz, board: str) -> str:
    """Find out whether this is a legal move with the wrong contagion or promotion."""
    for move, after in sorted(list_successors(position), key=lambda found: _count_changes(found[1], board)):
        wrong = [square for square in range(64) if after[square] != board[square]]
        if all(_is_of_the_end(position, move, after, board, square) for square in wrong):
            return PROMOTION if _concerns_promotion(position, move, after, wrong) else CONTAGION
    return ""


def _count_changes(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _is_of_the_end(position: Chezz, move: str, after: str, board: str, square: int) -> bool:
    """Whether a difference on this square can come from contagion or promotion."""
    if square == INDEX[move[-2:]] and move[2] != "*":
        # What has moved may be wrong by promotion alone.
        return board[square].upper() in _PROMOTED and position.board[INDEX[move[:2]]].upper() == "P"
    if after[square] == "." and board[square] == position.board[square]:
        # What should have been removed stands as before, a zombie or not.
        return False
    fell_ill = after[square] != position.board[square] and after[square] == _name_zombie(position.to_move)
    turned = board[square] in "Zz" and position.board[square] != "."
    return square != INDEX[move[:2]] and (fell_ill or turned or _is_wrong_contagion(after, board, square))


_PROMOTED = "PQRBNZCF"


def _is_wrong_contagion(after: str, board: str, square: int) -> bool:
    """Whether a piece beside a zombie has changed its colour or vanished instead of falling ill."""
    return after[square] in "Zz" and board[square].upper() in ".QRBNPCFZ"


def _name_zombie(side: int) -> str:
    return "Zz"[side]


def _concerns_promotion(position: Chezz, move: str, after: str, wrong: list[int]) -> bool:
    target = INDEX[move[-2:]]
    zombie = _name_zombie(position.to_move)
    is_promotion = position.board[INDEX[move[:2]]] == "Pp"[position.to_move] and after[target] == zombie
    if target in wrong:
        return position.board[INDEX[move[:2]]] in "Pp"
    if any(position.board[square] == "Pp"[position.to_move] and square // 8 in (0, 7) for square in wrong):
        # A peon that was flung backwards stands at the other end of the board.
        return True
    beside = set(_list_beside(target))
    return is_promotion and beside.issuperset(wrong)


def _list_beside(square: int) -> Iterator[int]:
    row, col = divmod(square, 8)
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= row + down < 8 and 0 <= col + right < 8:
            yield (row + down) * 8 + col + right


# The move


def _find_move_rule(position: Chezz, board: str) -> str:
    """Find out which piece has made a wrong move."""
    before, own = position.board, PIECES[position.to_move]
    enemies = PIECES[1 - position.to_move]
    left = [square for square in range(64) if before[square] in own and board[square] not in own]
    moved_enemies = [
        square for square in range(64) if board[square] in enemies and board[square] != before[square]
    ]
    come = [square for square in range(64) if board[square] in own and before[square] not in own]
    replaced = [square for square in range(64) if before[square] in own and board[square] != before[square]]
    if moved_enemies:
        return FLING if _holds_own(position, "F") else TURN
    if len(left) == 1 and len(come) <= 1 and len(replaced) == 1:
        return _name_rule(position, left[0], come[0] if come else None)
    if len(left) == 1 and len(replaced) == 2:
        # It stands where another friend stood.
        target = next(square for square in replaced if square != left[0])
        return _name_rule(position, left[0], target)
    if len(left) == len(come) == 2 and any(before[square].upper() == "K" for square in left):
        # King and rook have moved at once, as in castling.
        return KING
    if not come and (_holds_own(position, "C")):
        return SHOT
    return _name_nearest(position, board)


def _name_rule(position: Chezz, source: int, target: int | None) -> str:
    """Name the rule for a piece that went from source to target, or vanished."""
    kind = position.board[source].upper()
    if target is None:
        return FLING if _has_flinger_beside(position, source) else SHOT
    if _is_line_over_flinger(position, source, target):
        return FLING
    if kind not in "QRB" and _has_flinger_between(position, source, target):
        return FLING
    return _OF_KIND[kind]


def _has_flinger_beside(position: Chezz, square: int) -> bool:
    flinger = "Ff"[position.to_move]
    return any(position.board[near] == flinger for near in _list_around(square))


def _list_around(square: int) -> Iterator[int]:
    row, col = divmod(square, 8)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down or right) and 0 <= row + down < 8 and 0 <= col + right < 8:
                yield (row + down) * 8 + col + right


def _is_line_over_flinger(position: Chezz, source: int, target: int) -> bool:
    """Whether a flinger stands beside the source, on the line to the target or on the far side of it."""
    flinger = "Ff"[position.to_move]
    row, col = divmod(source, 8)
    down, right = target // 8 - row, target % 8 - col
    if not (down == 0 or right == 0 or abs(down) == abs(right)) or max(abs(down), abs(right)) < 2:
        return False
    step = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return any(
        position.board[near] == flinger and (near // 8 - row, near % 8 - col) in (step, (-step[0], -step[1]))
        for near in _list_around(source)
    )


def _has_flinger_between(position: Chezz, source: int, target: int) -> bool:
    """Whether a flinger stands on the line from source to target."""
    down, right = target // 8 - source // 8, target % 8 - source % 8
    length = max(abs(down), abs(right))
    if not (down == 0 or right == 0 or abs(down) == abs(right)):
        return False
    step = 8 * (down // length) + right // length
    between = range(source + step, target, step)
    return any(position.board[square] == "Ff"[position.to_move] for square in between)


def _name_nearest(position: Chezz, board: str) -> str:
    """Name the rule of the legal move whose board is nearest."""
    move, _ = min(list_successors(position), key=lambda found: _count_changes(found[1], board))
    if move[2] != "-":
        return SHOT if move[2] == "*" else FLING
    return _OF_KIND[position.board[INDEX[move[:2]]].upper()]
