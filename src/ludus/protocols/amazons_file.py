"""The state file of treasure Amazons: read with the place of every fault, written byte for byte.

    3 4                    rows and columns
    001 000 200 009        a field: treasure 0-5, artifact 0-3, occupation 0-9
    000 110 000 000
    002 000 030 000
    ann 1 7                a player: name, ID, score; none at the start
    bob 2 0

Spaces and a carriage return at the end of a line, blank lines at the end of the file and a missing last line
feed are read over. Anything else that is not as above is a fault with a cause, a line and a field. Names are
UTF-8. The board is laid out only once the file is known to have its rows, and lines are taken one by one, so
that neither wrong dimensions nor a flood of lines fills the memory.
"""

from __future__ import annotations

from ludus.frozen import Value
from ludus.games.amazons_board import (
    FREE,
    IDS,
    LONGEST_NAME,
    MOST,
    SHOT_AFTER,
    Contestant,
    explain_bad_field,
    is_name,
)
from ludus.protocols.base import BadRequest
from ludus.text import quote, read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIMIT = 64 << 20
"""The maximum number of bytes of a file."""
MOST_FIELDS = 1_000_000
_ABSURD = 64
"""A board that needs this many times the bytes of its file is not truncated but invalid."""
_SMALL = 1024
_SAME_FIELD = {field: field for field in SHOT_AFTER}
_FIELDS = frozenset(SHOT_AFTER)


class State(Value):
    """What a file says: the board, its width, and the rows of the players in their order."""

    fields: tuple[str, ...]
    width: int
    players: tuple[Contestant, ...]

    @property
    def height(self) -> int:
        """How many rows of fields there are."""
        return len(self.fields) // self.width


class BadState(BadRequest):
    """A fault in a state file: its cause in a word, its line and field counted from 1 (field 0: the whole line)."""

    def __init__(self, cause: str, line: int, field: int, expected: str, found: str) -> None:
        where = f"line {line}, field {field}" if field else f"line {line}"
        super().__init__(f"{where}: expected {expected}, found {found}", line, field)
        self.cause = cause


def write_state(state: State) -> bytes:
    """Write single spaces, line feeds, nothing else."""
    lines = [f"{state.height} {state.width}"]
    lines += [
        " ".join(state.fields[start : start + state.width])
        for start in range(0, len(state.fields), state.width)
    ]
    lines += [f"{row.name} {row.digit} {row.score}" for row in state.players]
    return "".join(f"{line}\n" for line in lines).encode()


def read_state(data: bytes) -> State:
    """Read a state file; raise `BadState` for the first fault."""
    if len(data) > LIMIT:
        raise BadState("size", 1, 0, f"at most {LIMIT} bytes in the file", "more")
    lines = _Lines(data)
    if not lines.count:
        raise BadState("empty", 1, 0, "a board that begins with its dimensions", "nothing")
    height, width = _read_dimensions(lines.take(), len(data))
    if lines.count <= height:
        raise BadState("rows", lines.count, 0, f"{height} rows of fields", str(lines.count - 1))
    fields: list[str] = []
    for number in range(2, height + 2):
        fields += _read_row(lines.take(), number, width)
    state = State(tuple(fields), width, tuple(_read_players(lines, height + 2)))
    _check_together(state)
    return state


class _Lines:
    """Reads line after line without its line end; blank lines at the end of the file are ignored."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._end = len(data.rstrip(b" \r\n"))
        self._number = 0
        self.count = data.count(b"\n", 0, self._end) + 1 if self._end else 0

    def take(self) -> str:
        """Read the next line, which must exist."""
        self._number += 1
        end = self._data.find(b"\n", self._at, self._end)
        line = self._data[self._at : self._end if end < 0 else end].rstrip(b" \r")
        self._at = end + 1
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise self._make_error(f"byte 0x{line[error.start]:02X}") from None
        # A tab is text, but allowed nowhere: the error is reported for the field that contains it.
        if not text.isprintable() and not text.replace("\t", "").isprintable():
            unprintable = next(letter for letter in text if not letter.isprintable() and letter != "\t")
            raise self._make_error(f"the character U+{ord(unprintable):04X}")
        return text

    def _make_error(self, found: str) -> BadState:
        return BadState("byte", self._number, 0, "plain text", found)


def read_count(text: str, most: int = MOST) -> int | None:
    """Read a decimal number from 0 to `most`, leading zeros allowed; None if it is none."""
    return read_whole(text.lstrip("0") or text[:1], most=most)


def _read_dimensions(line: str, size: int) -> tuple[int, int]:
    words = line.split(" ", 2)
    if len(words) != 2:
        raise BadState("dimensions", 1, 1, "two numbers, rows and columns", quote(line))
    sides = [read_count(word) for word in words]
    for place, side in enumerate(sides, start=1):
        if not side:
            raise BadState("dimensions", 1, place, f"a number from 1 to {MOST}", quote(words[place - 1]))
    height, width = sides[0] or 0, sides[1] or 0
    if 4 * height * width > _ABSURD * (size + _SMALL):
        raise BadState("dimensions", 1, 1, f"a board that fits into a file of {size} bytes", quote(line))
    if height * width > MOST_FIELDS:
        raise BadState("dimensions", 1, 1, f"at most {MOST_FIELDS} fields", quote(line))
    return height, width


def _read_row(line: str, number: int, width: int) -> Iterator[str]:
    # At most one part too many, however many the line has.
    parts = line.split(" ", width)
    if len(parts) == width and _FIELDS.issuperset(parts):
        # One string for all fields that are alike: a large board would need gigabytes otherwise.
        return map(_SAME_FIELD.__getitem__, parts)
    for place, part in enumerate(parts[:width], start=1):
        if part not in _FIELDS:
            cause, expected = explain_bad_field(part)
            raise BadState(cause, number, place, expected, quote(part))
    found = "more" if len(parts) > width else str(len(parts))
    raise BadState("columns", number, len(parts), f"{width} fields", found)


def _read_players(lines: _Lines, first: int) -> Iterator[Contestant]:
    names: set[str] = set()
    digits: set[str] = set()
    for number in range(first, lines.count + 1):
        player = _read_player(lines.take(), number)
        if player.name in names:
            raise BadState("name_duplicate", number, 1, "a name that no other row has", quote(player.name))
        if player.digit in digits:
            raise BadState("id_duplicate", number, 2, "an ID that no other row has", quote(player.digit))
        names.add(player.name)
        digits.add(player.digit)
        yield player


def _read_player(line: str, number: int) -> Contestant:
    parts = line.split(" ", 3)
    if len(parts) != 3:
        # An empty part means an extra space.
        place = parts.index("") + 1 if "" in parts else len(parts)
        raise BadState("player_row", number, place, "name, ID and score", quote(line))
    name, digit, score = parts
    if not 0 < len(name) <= LONGEST_NAME:
        expected = f"a name of 1 to {LONGEST_NAME} characters"
        raise BadState("name_length", number, 1, expected, quote(name))
    if not is_name(name):
        raise BadState("name_quote", number, 1, "a name without quotation marks and tabs", quote(name))
    if len(digit) != 1 or digit not in IDS:
        raise BadState("player_id", number, 2, "an ID from 1 to 8", quote(digit))
    points = read_count(score)
    if points is None:
        raise BadState("score", number, 3, f"a score from 0 to {MOST}", quote(score))
    return Contestant(name, digit, points)


def _check_together(state: State) -> None:
    """Refuse amazons without a player, and scores that could exceed the maximum of a position."""
    unlisted = {f"00{digit}" for digit in IDS} - {f"00{row.digit}" for row in state.players}
    if not unlisted.isdisjoint(state.fields):
        square = next(square for square, field in enumerate(state.fields) if field in unlisted)
        line, place = find_place(state, square)
        raise BadState(
            "amazon_without_row",
            line,
            place,
            "a row for each player on the board",
            quote(state.fields[square]),
        )
    to_collect = sum(int(field[0]) for field in state.fields if field in FREE)
    for number, row in enumerate(state.players, start=state.height + 2):
        if row.score + to_collect > MOST:
            expected = f"a score that stays within {MOST} with the treasure on the board"
            raise BadState("score", number, 3, expected, str(row.score))


def find_place(state: State, square: int) -> tuple[int, int]:
    """Find the line and the field of the file for a square."""
    return square // state.width + 2, square % state.width + 1


def find_next_digit(players: Sequence[Contestant]) -> str | None:
    """Find the ID for one more player: the largest plus one, or else any free one; None for a ninth player."""
    taken = {row.digit for row in players}
    larger = [digit for digit in IDS if digit > max(taken, default="0")]
    return next(iter([*larger, *(digit for digit in IDS if digit not in taken)]), None)
