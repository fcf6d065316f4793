"""The Pente contest: a position in `input.txt`, a square in `output.txt`.

`input.txt` has 22 lines: `WHITE` or `BLACK` (whose turn it is), the seconds left, `a,b` (the stones captured by
White, then by Black), and the board, row 19 first, in `w`, `b` and `.`. `output.txt` is one line, the square.

Some organisers count captured pairs where the contest says stones. The board tells: the stones placed by both
sides, captured ones included, must be level, with one more for White when Black moves.

The format carries no history and no options of the rules.
"""

from __future__ import annotations

from ludus.games.grid import write_rows
from ludus.games.pente import BLACK, LETTERS, NAMES, SIZE, TO_WIN, WHITE, Pente
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.text import describe_mismatch, quote, read_whole
from ludus.turn import Clock, Reply, Request, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludus.protocols.base import Warn

INPUT, OUTPUT = "input.txt", "output.txt"
INPUT_LIMIT = 1 << 16
"""The maximum length of the input; a correct one has less than a hundredth of this."""
SIDES = ("WHITE", "BLACK")
_BOARD_AT = 4
_LARGEST_COUNT = 2**32 - 1
_BLANKS = " \t\r"

_SIDE = "WHITE or BLACK"
_SECONDS = "the seconds left, a number above 0"
_COUNTS = "stones captured by White and by Black, like 0,2"
_ROW = f"{SIZE} of 'w', 'b' and '.'"


def write_request(turn: Turn) -> Request:
    """Write the position and the time left."""
    position = _require_pente(turn)
    if position.end:
        raise BadRequest(f"the game is over, {position.end.reason}")
    white, black = position.captured
    rows = ("".join(row) for row in position.rows())
    lines = (SIDES[position.to_move], repr(_compute_time_left(turn)), f"{white},{black}", *rows)
    return Request(files={INPUT: "".join(f"{line}\n" for line in lines).encode()})


def read_request(request: Request, name: str = "", warn: Warn = ignore) -> Turn:
    """Read the position and the time left; the contest says nothing about names."""
    lines = _read_lines(request.files)
    to_move = _read_side(lines)
    left = _read_seconds(lines)
    counts = _read_counts(lines)
    board = "".join(_read_row(lines, number) for number in range(_BOARD_AT, _BOARD_AT + SIZE))
    if len(lines) >= _BOARD_AT + SIZE:
        raise _make_error(_BOARD_AT + SIZE, "the end of the file", lines[_BOARD_AT + SIZE - 1])
    return _make_turn(board, counts, to_move, left, warn)


def write_reply(turn: Turn, moves: Sequence[str]) -> Reply:
    """Write the square."""
    (move,) = moves
    return Reply(files={OUTPUT: f"{move}\n".encode()})


def read_reply(turn: Turn, reply: Reply) -> tuple[str, ...]:
    """Read the square, with or without a line end and nothing else, and check it by the rules."""
    if reply.exit_code != 0:
        raise BadReply(f"exit code: expected 0, found {reply.exit_code}")
    data = reply.files.get(OUTPUT)
    if data is None:
        raise BadReply(_describe_missing(reply.files))
    if len(data) > INPUT_LIMIT:
        raise BadReply(f"{OUTPUT}: expected a square like 10K, found {len(data)} bytes")
    text = data.decode("latin-1")
    move = text.removesuffix("\n")
    if move not in NAMES:
        raise BadReply(describe_mismatch(f"{OUTPUT} line 1", "a square like 10K and nothing else", text))
    turn.position.play(move)
    return (move,)


def as_transmitted(turn: Turn) -> Turn:
    """Keep the position under the usual options and the time left; the stones give the number of moves."""
    position = _require_pente(turn)
    board = "".join("".join(row) for row in position.rows())
    return _make_turn(board, position.captured, position.to_move, _compute_time_left(turn), ignore)


def count_stones(position: Pente) -> tuple[int, int]:
    """Count the stones that each side has placed: those on the board and those that were captured."""
    white, black = (position.board.count(letter) for letter in LETTERS)
    return white + position.captured[BLACK], black + position.captured[WHITE]


def _require_pente(turn: Turn) -> Pente:
    assert isinstance(turn.position, Pente)
    return turn.position


def _compute_time_left(turn: Turn) -> float:
    left = float(turn.clock.left) if turn.clock else 0.0
    if not _is_time(left):
        raise BadRequest(describe_mismatch("clock", _SECONDS, repr(turn.clock)))
    return left


def _is_time(seconds: float) -> bool:
    return 0 < seconds < float("inf")


def _make_turn(board: str, counts: tuple[int, int], to_move: int, left: float, warn: Warn) -> Turn:
    """Make the turn, if there is still a move to play."""
    doubts: list[str] = []
    captured = _count_captured(board, counts, to_move, doubts.append)
    if max(captured) >= TO_WIN:
        text = f"{counts[WHITE]},{counts[BLACK]}"
        raise _make_error(3, f"less than {TO_WIN} captured stones (with {TO_WIN} the game is over)", text)
    rows = write_rows(board, SIZE)
    position = Pente.read(f"{rows} {captured[WHITE]},{captured[BLACK]} {LETTERS[to_move]}")
    if position.end:
        expected = "a board on which the game goes on (the game is over)"
        raise _make_error(_BOARD_AT, expected, position.end.reason)
    for doubt in doubts:
        warn(doubt)
    return Turn(position, (), Clock(0, left), sum(count_stones(position)))


def _count_captured(board: str, counts: tuple[int, int], to_move: int, warn: Warn) -> tuple[int, int]:
    """Count the captured stones, where the input may count stones or pairs."""
    # Stones are captured in pairs, so an odd count means pairs even if both readings are consistent.
    if _is_consistent(board, counts, to_move, 1) and counts[WHITE] % 2 == counts[BLACK] % 2 == 0:
        return counts
    white, black = counts
    if _is_consistent(board, counts, to_move, 2):
        warn(
            f"{INPUT} line 3: {white},{black} fits the board only as pairs; taken as {2 * white},{2 * black}"
        )
        return 2 * white, 2 * black
    warn(
        f"{INPUT} line 3: {white},{black} fits the {board.count('w')} white and {board.count('b')} black stones"
        " neither as stones nor as pairs; taken as stones"
    )
    return counts


def _is_consistent(board: str, counts: tuple[int, int], to_move: int, stones_each: int) -> bool:
    white = board.count("w") + stones_each * counts[BLACK]
    black = board.count("b") + stones_each * counts[WHITE]
    return white == black + (to_move == BLACK)


def _read_lines(files: Mapping[str, bytes]) -> list[str]:
    data = files.get(INPUT)
    if data is None:
        raise BadRequest(f"{INPUT}: expected this file, found none")
    if len(data) > INPUT_LIMIT:
        raise BadRequest(f"{INPUT}: expected at most {INPUT_LIMIT} bytes, found more")
    # Every byte is a character of latin-1, so any wrong input can be quoted.
    lines = [line.rstrip(_BLANKS) for line in data.decode("latin-1").split("\n")]
    return lines if lines[-1] else lines[:-1]


def _read_line(lines: Sequence[str], number: int, expected: str) -> str:
    if number > len(lines):
        raise BadRequest(
            f"{INPUT} line {number}: expected {expected}, found the end of the file", line=number
        )
    return lines[number - 1]


def _make_error(number: int, expected: str, found: str) -> BadRequest:
    return BadRequest(describe_mismatch(f"{INPUT} line {number}", expected, found), line=number)


def _read_side(lines: Sequence[str]) -> int:
    text = _read_line(lines, 1, _SIDE)
    if text not in SIDES:
        raise _make_error(1, _SIDE, text)
    return SIDES.index(text)


def _read_seconds(lines: Sequence[str]) -> float:
    text = _read_line(lines, 2, _SECONDS)
    # Python also reads `nan`, `inf`, `1_0` and outer spaces; a number of the contest has none of these letters.
    if text.strip("0123456789.eE+-"):
        raise _make_error(2, _SECONDS, text)
    try:
        seconds = float(text)
    except ValueError:
        raise _make_error(2, _SECONDS, text) from None
    if not _is_time(seconds):
        raise _make_error(2, _SECONDS, text)
    return seconds


def _read_counts(lines: Sequence[str]) -> tuple[int, int]:
    text = _read_line(lines, 3, _COUNTS)
    white, comma, black = text.partition(",")
    counts = read_whole(white, most=_LARGEST_COUNT), read_whole(black, most=_LARGEST_COUNT)
    if not comma or counts[0] is None or counts[1] is None:
        raise _make_error(3, _COUNTS, text)
    return counts[0], counts[1]


def _read_row(lines: Sequence[str], number: int) -> str:
    text = _read_line(lines, number, _ROW)
    if len(text) != SIZE or text.strip(LETTERS + "."):
        raise _make_error(number, _ROW, text)
    return text


def _describe_missing(files: Mapping[str, bytes]) -> str:
    """Describe that the answer file is missing, and which file may have been meant."""
    for name in files:
        if name.lower().strip() == OUTPUT:
            return f"{OUTPUT}: expected a file of exactly this name, found {quote(name)}"
    return f"{OUTPUT}: expected this file, found none"
