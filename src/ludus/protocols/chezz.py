"""The Chezz contest: a board file on standard input, the board after the move on standard output.

A board file is a header `w|b USED TOTAL PLIES` (milliseconds, then moves played before), `{`, one `sq: 'xY',`
for each piece, `}`. Pieces may come in any order and be spaced in any way, the last comma may stand or not,
and what follows the first `}` is not read: the contest's own sample has a second one.

The answer names no move, so the referee looks for one that leads to its board: several may, the first counts.
Its first line must be there and may say anything.
"""

from __future__ import annotations

from ludus.games.base import IllegalMove
from ludus.games.chezz import INDEX, LETTERS, NAMES, PIECES, Chezz
from ludus.games.chezz_rules import STANDARD
from ludus.games.grid import write_rows
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.text import describe_mismatch
from ludus.turn import Clock, Reply, Request, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludus.games.chezz_rules import Rules
    from ludus.protocols.base import Warn

LIMIT = 1 << 20
"""The maximum number of bytes of a board file; a plain one has less than a thousand."""
TOTAL = 60_000
"""The contest's milliseconds for a game, written if there is no clock."""
HEADER = "w|b USED TOTAL PLIES (three whole numbers of at most 12 digits)"
_LARGEST = 10**12 - 1
_SHOWN = 6

_TEXTS = {
    piece: f"'{side}{piece.upper()}'" for side, own in zip(LETTERS, PIECES, strict=True) for piece in own
}
_CELLS = {text.encode(): piece for piece, text in _TEXTS.items()}
_SQUARES = {name.encode(): square for name, square in INDEX.items()}
_ORDER = sorted(INDEX.items())


def write_request(turn: Turn) -> Request:
    """Write the board file of a turn."""
    return Request(stdin=_write_file(_require_chezz(turn), _count_milliseconds(turn), turn.ply))


def read_request(request: Request, name: str = "", warn: Warn = ignore, rules: Rules = STANDARD) -> Turn:
    """Read a board file, which does not contain the rules in force."""
    data = request.stdin
    if len(data) > LIMIT:
        raise BadRequest(f"line 1: expected at most {LIMIT} bytes in all, found more", line=1)
    try:
        to_move, used, total, plies, end = _read_header(data)
        board, end = _read_board(data, end, kings=True)
    except _Unreadable as error:
        raise BadRequest(error.describe(data), line=error.count_line(data)) from None
    junk = data[end:].strip(b" \t\r\n\v\f}")
    if junk:
        warn(
            f"line {_count_line(data, data.index(junk, end))}: ignored after the board: {_take_first_line(junk)[:60]!r}"
        )
    position = _make_position(board, to_move, rules)
    outcome = position.outcome()
    if outcome is not None:
        raise BadRequest(f"line 1: the game is over: {outcome.reason}", line=1)
    return Turn(position, (), Clock(used / 1000, total / 1000), plies)


def write_reply(turn: Turn, moves: Sequence[str]) -> Reply:
    """Write the board file after the one move, with the time used before it."""
    (move,) = moves
    return Reply(stdout=_write_file(_require_chezz(turn).play(move), _count_milliseconds(turn), turn.ply + 1))


def read_reply(turn: Turn, reply: Reply) -> tuple[str, ...]:
    """Find the first legal move that leads to the board of the answer."""
    position, data = _require_chezz(turn), reply.stdout
    if reply.exit_code != 0:
        raise BadReply(f"exit code: expected 0, found {reply.exit_code}")
    if len(data) > LIMIT:
        raise BadReply(f"standard output: expected at most {LIMIT} bytes, found {len(data)}")
    try:
        board, _ = _read_board(data, _end_of_line(data), kings=False)
    except _Unreadable as error:
        raise BadReply(f"standard output {error.describe(data)}") from None
    for move in _find_moves_to(position, board):
        return (move,)
    raise IllegalMove(f"illegal board: {_explain(position, board)} (position: {position})")


def as_transmitted(turn: Turn) -> Turn:
    """Keep board, side, whole milliseconds and the number of moves; rules and moves are not transmitted."""
    position = _require_chezz(turn)
    used, total = _count_milliseconds(turn)
    return Turn(
        _make_position(position.board, position.to_move, STANDARD),
        (),
        Clock(used / 1000, total / 1000),
        turn.ply,
    )


# Writing


def _write_file(position: Chezz, clock: tuple[int, int], plies: int) -> bytes:
    board = position.board
    pieces = [f"  {name}: {_TEXTS[board[square]]}" for name, square in _ORDER if board[square] != "."]
    header = f"{LETTERS[position.to_move]} {clock[0]} {clock[1]} {plies}"
    return "\n".join((header, "{", ",\n".join(pieces), "}\n")).encode()


def _count_milliseconds(turn: Turn) -> tuple[int, int]:
    clock = turn.clock
    if clock is None:
        return 0, TOTAL
    used, total = (round(min(max(seconds, 0) * 1000, _LARGEST)) for seconds in (clock.used, clock.total))
    return used, total


def _require_chezz(turn: Turn) -> Chezz:
    position = turn.position
    assert isinstance(position, Chezz)
    return position


def _make_position(board: str, to_move: int, rules: Rules) -> Chezz:
    """Make a position from text, which also finds out whether the game is over."""
    return Chezz.read(f"{write_rows(board, 8)} {LETTERS[to_move]}{rules.write()}")


# Reading


class _Unreadable(Exception):
    """An error at this byte."""

    def __init__(self, at: int, expected: str, found: bytes) -> None:
        super().__init__()
        self.at = at
        self.expected = expected
        self.found = _take_first_line(found)

    def count_line(self, data: bytes) -> int:
        return _count_line(data, self.at)

    def describe(self, data: bytes) -> str:
        return describe_mismatch(f"line {self.count_line(data)}", self.expected, self.found)


def _count_line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _take_first_line(found: bytes) -> str:
    return found.lstrip().partition(b"\n")[0].rstrip().decode("latin-1")


def _end_of_line(data: bytes) -> int:
    end = data.find(b"\n")
    return len(data) if end < 0 else end


def _read_header(data: bytes) -> tuple[int, int, int, int, int]:
    """Read side, used and total milliseconds and plies, and return where the line ends."""
    end = _end_of_line(data)
    words = data[:end].split(maxsplit=4)
    numbers = words[1:]
    if (
        len(words) != 4
        or words[0] not in (b"w", b"b")
        or not all(number.isdigit() and len(number) <= 12 for number in numbers)
    ):
        raise _Unreadable(0, HEADER, data[:end])
    used, total, plies = map(int, numbers)
    return LETTERS.index(words[0].decode()), used, total, plies, end


def _read_board(data: bytes, at: int, *, kings: bool) -> tuple[str, int]:
    """Read the pieces between the braces after `at`, and return where the board ends."""
    opening = _skip_space(data, at)
    if data[opening : opening + 1] != b"{":
        raise _Unreadable(opening, "'{' on the line after the first", data[opening:])
    closing = data.find(b"}", opening)
    end = len(data) if closing < 0 else closing
    cells = ["."] * 64
    for where, text in _split_entries(data[opening + 1 : end], opening + 1):
        square, piece = _read_piece(where, text)
        if cells[square] != ".":
            raise _Unreadable(where, f"one piece on {NAMES[square]}", text)
        if kings and piece in "Kk" and piece in cells:
            raise _Unreadable(where, f"one king of {Chezz.sides[piece == 'k']}", text)
        cells[square] = piece
    if closing < 0:
        raise _Unreadable(end, "'}' after the last piece", b"")
    for side, king in zip(Chezz.sides, "Kk", strict=True):
        if kings and king not in cells:
            raise _Unreadable(end, f"a king of {side} before the end of the board", data[end:])
    return "".join(cells), end + 1


def _split_entries(body: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield the texts between the commas, stripped, and where each begins."""
    # The board is full after 64 pieces, so the 65th is an error.
    parts = body.split(b",", 65)
    if not parts[-1].strip():
        parts.pop()
    for part in parts:
        text = part.strip()
        # An empty entry is located at its comma.
        yield at + (part.find(text) if text else len(part)), text
        at += len(part) + 1


def _read_piece(at: int, text: bytes) -> tuple[int, str]:
    square, _, piece = (word.strip() for word in text.partition(b":"))
    if square not in _SQUARES or b":" not in text:
        raise _Unreadable(at, "a square from a1 to h8, ':' and a piece like 'wP'", text)
    if piece not in _CELLS:
        at += len(text) - len(piece)
        if piece[:4] not in _CELLS:
            raise _Unreadable(at, "a piece: w or b and one of KQRBNPZCF, in single quotes", piece)
        raise _Unreadable(at + _skip_space(piece, 4), "',' or '}' after a piece", piece[4:])
    return _SQUARES[square], _CELLS[piece]


def _skip_space(data: bytes, at: int) -> int:
    return len(data) - len(data[at:].lstrip())


# Judging


def read_answer(reply: Reply) -> str | None:
    """Read the board of a reply, legal or not; None if there is none."""
    try:
        return _read_board(reply.stdout[:LIMIT], _end_of_line(reply.stdout), kings=False)[0]
    except _Unreadable:
        return None


def list_successors(position: Chezz) -> list[tuple[str, str]]:
    """List the legal moves, each with the board that it leads to."""
    return [(move, position.play(move).board) for move in position.moves()]


def _find_moves_to(position: Chezz, board: str) -> Iterator[str]:
    """Yield the moves that lead to this board, in the order of the rules."""
    for move in position.moves():
        # A step or a fling leaves an empty square, which rules out most moves without playing them.
        if (move[2] == "*" or board[INDEX[move[:2]]] == ".") and position.play(move).board == board:
            yield move


def _explain(position: Chezz, board: str) -> str:
    """Explain why no legal move leads to this board."""
    if position.ended:
        return "the game is over"
    if board == position.board:
        return "nothing has changed"
    side = Chezz.sides[position.to_move]
    other = Chezz(position.board, 1 - position.to_move, False, position.rules)
    for move in _find_moves_to(other, board):
        return f"{move} is a move of {Chezz.sides[other.to_move]}, but it is the turn of {side}"
    move, reached = _find_nearest(position, board)
    return f"no move of {side} leads here{_find_clue(position, board)}; the nearest, {move}, {_describe_differences(reached, board)}"


def _find_nearest(position: Chezz, board: str) -> tuple[str, str]:
    """Find the legal move whose board is most like this one; of several, one that leaves a square empty here."""
    return min(
        list_successors(position),
        key=lambda found: (len(_list_changes(found[1], board)), board[INDEX[found[0][:2]]] != "."),
    )


def _list_changes(before: str, after: str) -> list[str]:
    """Name the squares on which two boards differ."""
    return [name for name, square in _ORDER if before[square] != after[square]]


def _find_clue(position: Chezz, board: str) -> str:
    """Find a difference that no move can make, if there is an obvious one."""
    own, enemies, before = PIECES[position.to_move], PIECES[1 - position.to_move], position.board
    changed = _list_changes(before, board)
    for name in changed:
        piece = board[INDEX[name]]
        if piece in enemies:
            return f": {_TEXTS[piece]} of the opponent has come to {name}"
        # Zombies may multiply, by contagion and by promotion.
        made = piece.upper() in ("Z", position.rules.promotion)
        if piece in own and not made and board.count(piece) > before.count(piece):
            return f": {_TEXTS[piece]} on {name} came from nowhere"
    return _describe_impossible_step(position, board, changed)


def _describe_impossible_step(position: Chezz, board: str, changed: Sequence[str]) -> str:
    for source, target in (changed, changed[::-1]) if len(changed) == 2 else ():
        piece = position.board[INDEX[source]]
        step = f"{source}-{target}"
        if (
            piece in PIECES[position.to_move]
            and board[INDEX[target]] == piece
            and step not in position.moves()
        ):
            return f": {_TEXTS[piece]} cannot go {step}"
    return ""


def _describe_differences(expected: str, found: str) -> str:
    """Describe the squares on which a legal board and the given one differ."""
    names = _list_changes(expected, found)
    shown = ", ".join(
        f"{name} ({_name_piece(expected, name)} expected, {_name_piece(found, name)} found)"
        for name in names[:_SHOWN]
    )
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"differs on {shown}{more}"


def _name_piece(board: str, name: str) -> str:
    return _TEXTS.get(board[INDEX[name]], "nothing")
