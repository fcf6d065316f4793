"""The board of treasure Amazons: its fields, its squares, its players, and how a new one is made.

A field is three digits: treasure 0-5, artifact 0-3 (none, horse, broken arrow, spear), occupation 0-9
(0 free, 1-8 the player whose amazon stands there, 9 arrow or spear). A board is one flat tuple of fields,
row by row from the top, and its width. Columns are named a to z, then aa, ab and so on; row 1 is the top row.

To follow a line without asking for the edge at each field, a board is *fenced*: it is laid out with a column
and two rows of None around it, and each field is replaced by the shot that follows a landing there.
"""

from __future__ import annotations

from ludus.errors import BadOption
from ludus.frozen import Value
from ludus.games.base import BadPosition
from ludus.text import describe_mismatch, read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

TREASURE = (0.578, 0.138, 0.109, 0.084, 0.060, 0.031)
"""How often a field of a real course board holds a treasure of 0 to 5."""
ARTIFACTS = (0.792, 0.050, 0.104, 0.053)
"""How often it holds no artifact, a horse, a broken arrow, a spear."""

IDS = "12345678"
MOST = 999_999_999
"""The largest number that a position text holds."""
LONGEST_SIDE = 1000
LONGEST_NAME = 15

NO_ARTIFACT, HORSE, BROKEN_ARROW, SPEAR = "0123"
ARROW_SHOT, SPEAR_SHOT, NO_SHOT, OBSTACLE = "/", "*", "-", ""
_SHOTS = {NO_ARTIFACT: ARROW_SHOT, HORSE: ARROW_SHOT, BROKEN_ARROW: NO_SHOT, SPEAR: SPEAR_SHOT}
_SHOWN_ARTIFACT = {HORSE: "h", BROKEN_ARROW: "b", SPEAR: "s"}

SHOT_AFTER = {f"{treasure}{artifact}0": _SHOTS[artifact] for treasure in "012345" for artifact in _SHOTS}
"""The shot that follows a landing on each field; `OBSTACLE` where nobody can land."""
FREE = frozenset(SHOT_AFTER)
SHOT_AFTER.update({f"{field[:2]}9": OBSTACLE for field in FREE})
SHOT_AFTER.update({f"00{digit}": OBSTACLE for digit in IDS})
_FIELDS = frozenset(SHOT_AFTER)


class Contestant(Value):
    """A player's row: the name, the ID that marks the amazons on the board, the treasure collected so far."""

    name: str
    digit: str
    score: int


class Chart:
    """The squares of a board of one size: names, places on the flat and the fenced board, the eight steps."""

    __slots__ = ("names", "index", "fenced_names", "steps")

    def __init__(self, height: int, width: int) -> None:
        columns = [_name_column(col) for col in range(width)]
        by_row = [[f"{column}{row}" for column in columns] for row in range(1, height + 1)]
        self.names = tuple(name for row in by_row for name in row)
        self.index = {name: square for square, name in enumerate(self.names)}
        self.fenced_names = [""] * (width + 2)
        for row in by_row:
            self.fenced_names += [*row, ""]
        down = width + 1
        self.steps = (-down, 1 - down, 1, down + 1, down, down - 1, -1, -down - 1)


_charts: dict[tuple[int, int], Chart] = {}
_MOST_CHARTED = 100_000


def find_chart(height: int, width: int) -> Chart:
    """Find or make the chart of a size; a game asks for the same one at every move."""
    chart = _charts.get((height, width))
    if chart is None:
        # A tournament needs a few sizes; reading thousands of them must not fill the memory.
        if sum(len(other.names) for other in _charts.values()) > _MOST_CHARTED:
            _charts.clear()
        chart = _charts[height, width] = Chart(height, width)
    return chart


def _name_column(number: int) -> str:
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def fence(fields: Sequence[str], width: int) -> list[str | None]:
    """Lay out the shot after each field with None around the board."""
    board: list[str | None] = [None] * (width + 2)
    for start in range(0, len(fields), width):
        board += map(SHOT_AFTER.get, fields[start : start + width])
        board.append(None)
    return board + [None] * (width + 1)


def find_fenced(square: int, width: int) -> int:
    """Find a square of the flat board on the fenced one."""
    return square + square // width + width + 2


def reach(board: list[str | None], start: int, steps: tuple[int, ...]) -> list[int]:
    """List what an amazon or an arrow reaches on the fenced board, line by line, nearest first."""
    found = []
    for step in steps:
        square = start + step
        while board[square]:
            found.append(square)
            square += step
    return found


def list_shots(board: list[str | None], landing: int, steps: tuple[int, ...]) -> list[int]:
    """List where the shot after a landing may end, on a fenced board where the field just left is free."""
    if board[landing] == ARROW_SHOT:
        return reach(board, landing, steps)
    return _list_spear_ends(board, landing, steps) if board[landing] == SPEAR_SHOT else []


def _list_spear_ends(board: list[str | None], start: int, steps: tuple[int, ...]) -> list[int]:
    found = []
    for step in steps:
        square = start + step
        while (shot := board[square]) is not None:
            if shot:
                found.append(square)
            square += step
    return found


def find_stride(width: int, start: int, end: int) -> int:
    """Tell how far apart neighbours on the queen line through both squares lie; 0 if there is no line."""
    down, right = end // width - start // width, end % width - start % width
    if down == 0:
        return 1 if right else 0
    if right == 0:
        return width
    if down == right:
        return width + 1
    return width - 1 if down == -right else 0


def is_clear(fields: Sequence[str], width: int, start: int, end: int) -> bool:
    """Tell whether a queen line leads from `start` to `end` with every field free, `end` included."""
    apart = find_stride(width, start, end)
    if not apart:
        return False
    path = fields[start + apart : end + 1 : apart] if start < end else fields[end:start:apart]
    return FREE.issuperset(path)


def can_leave(fields: Sequence[str], width: int, square: int) -> bool:
    """Tell whether one of the eight neighbours is free."""
    col = square % width
    left, right = square - 1 if col else square, square + 2 if col + 1 < width else square + 1
    for row in (0, width, -width):
        if left + row >= 0 and not FREE.isdisjoint(fields[left + row : right + row]):
            return True
    return False


def find_squares(fields: Sequence[str], field: str) -> Iterator[int]:
    """Find each square with just this field, from the top left on."""
    square = -1
    for _ in range(fields.count(field)):
        square = fields.index(field, square + 1)
        yield square


def draw_field(field: str) -> str:
    """Draw a field in one or two characters; `Amazons.rows` says how."""
    if field[2] == "9":
        return "#"
    if field[2] != "0":
        return f"A{field[2]}"
    return field[0].replace("0", "") + _SHOWN_ARTIFACT.get(field[1], "") or "."


def write_fields(fields: Sequence[str], width: int) -> str:
    """Write a board as the ROWS of a position text."""
    return "/".join(",".join(fields[start : start + width]) for start in range(0, len(fields), width))


def read_fields(text: str) -> tuple[tuple[str, ...], int]:
    """Read ROWS: the fields and the width."""
    rows = [row.split(",") for row in text.split("/")]
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise BadPosition(describe_mismatch(f"row {number}", f"{width} fields like row 1", ",".join(row)))
        if not _FIELDS.issuperset(row):
            place, field = next((place, field) for place, field in enumerate(row, 1) if field not in _FIELDS)
            raise BadPosition(
                describe_mismatch(f"row {number}, field {place}", explain_bad_field(field)[1], field)
            )
    return tuple(field for row in rows for field in row), width


def explain_bad_field(field: str) -> tuple[str, str]:
    """Tell what is wrong with a field, in a word, and what was expected."""
    if len(field) != 3 or not (field.isascii() and field.isdigit()):
        return "field", "three digits"
    if field[0] > "5":
        return "treasure", "a treasure of 0 to 5 as first digit"
    if field[1] > "3":
        return "artifact", "an artifact of 0 to 3 as second digit"
    return "amazon_on_treasure", f"00 before the ID of player {field[2]}"


def write_players(players: Sequence[Contestant]) -> str:
    """Write the rows of the players as one word."""
    return ";".join(f"{escape(row.name)}:{row.digit}:{row.score}" for row in players) or "-"


def read_players(text: str) -> tuple[Contestant, ...]:
    """Read what `write_players` wrote."""
    if text == "-":
        return ()
    players = tuple(_read_player(row, f"player {at}") for at, row in enumerate(text.split(";"), start=1))
    if len({row.digit for row in players}) < len(players):
        raise BadPosition(describe_mismatch("players", "a different ID for each", text))
    if len({row.name for row in players}) < len(players):
        raise BadPosition(describe_mismatch("players", "a different name for each", text))
    return players


def _read_player(text: str, where: str) -> Contestant:
    name, digit, score, *more = [*text.split(":"), "", ""]
    if len(more) != 2:
        raise BadPosition(describe_mismatch(where, "name:ID:score", text))
    if len(digit) != 1 or digit not in IDS:
        raise BadPosition(describe_mismatch(f"{where}, ID", "1 to 8", digit))
    number = as_number(score)
    if number is None:
        raise BadPosition(describe_mismatch(f"{where}, score", f"a number from 0 to {MOST}", score))
    return Contestant(_unescape(name, f"{where}, name"), digit, number)


def is_name(name: str) -> bool:
    """Tell whether the contest allows a name: 1-15 characters, no white space, no quotation marks."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and not any(mark in name for mark in " '\"")


def escape(name: str) -> str:
    """Write a name in plain ASCII without the separators: `%` and two hexadecimal digits a byte."""
    return "".join(
        letter
        if letter.isascii() and letter not in "%:;"
        else "".join(f"%{byte:02X}" for byte in letter.encode())
        for letter in name
    )


def _unescape(text: str, where: str) -> str:
    first, *rest = text.split("%")
    try:
        tail = b"".join(bytes.fromhex(part[:2]) + part[2:].encode("ascii") for part in rest)
        name = (first.encode("ascii") + tail).decode()
    except ValueError:
        name = ""
    # Writing it again must give the same text, so that each name has just one.
    if not is_name(name) or escape(name) != text:
        expected = f"1 to {LONGEST_NAME} characters without quotation marks, escaped like %3A where needed"
        raise BadPosition(describe_mismatch(where, expected, text))
    return name


def as_number(text: str, most: int = MOST) -> int | None:
    """Read a decimal number from 0 to `most`, written without leading zeros; None if it is none."""
    number = read_whole(text, most=most)
    return number if number is not None and text == str(number) else None


def generate(
    rows: int,
    cols: int,
    seed: int = 0,
    treasure: Sequence[float] = TREASURE,
    artifacts: Sequence[float] = ARTIFACTS,
) -> tuple[str, ...]:
    """Generate a board with these frequencies of treasure and artifacts: same seed, same board."""
    from random import Random  # here, because a contest entry never makes a board and pays for imports

    rng = Random(seed)
    values = rng.choices("012345", treasure, k=rows * cols)
    kinds = rng.choices("0123", artifacts, k=rows * cols)
    return tuple(f"{value}{kind}0" for value, kind in zip(values, kinds, strict=True))


def read_number(option: str, value: object, least: int, most: int) -> int:
    """Check an option that is a whole number."""
    number = as_number(str(value), most)
    if number is None or number < least:
        raise BadOption(describe_mismatch(option, f"a whole number from {least} to {most}", str(value)))
    return number


def read_size(value: str) -> tuple[int, int]:
    """Check the option `size`: rows x columns."""
    sides = [as_number(side, LONGEST_SIDE) for side in str(value).split("x")]
    if len(sides) != 2 or not sides[0] or not sides[1]:
        raise BadOption(
            describe_mismatch("size", f"ROWSxCOLUMNS like 10x12, each 1 to {LONGEST_SIDE}", str(value))
        )
    return sides[0], sides[1]


def read_frequencies(option: str, value: str | Collection[float], count: int) -> tuple[float, ...]:
    """Check an option that lists how often each of `count` kinds occurs; the sum need not be 1."""
    try:
        numbers = tuple(float(part) for part in (value.split(",") if isinstance(value, str) else value))
    except (TypeError, ValueError):
        numbers = ()
    # Written so that not-a-number fails as well.
    sensible = all(number >= 0 for number in numbers) and 0 < sum(numbers) < float("inf")
    if len(numbers) != count or not sensible:
        raise BadOption(describe_mismatch(option, f"{count} frequencies of 0 or more, not all 0", str(value)))
    return numbers


def name_players(value: int | str | Collection[str]) -> tuple[Contestant, ...]:
    """Check the option `players`: how many, or their names (as text: joined by `,`)."""
    if isinstance(value, int) or (isinstance(value, str) and value.isdigit()):
        count = read_number("players", value, 1, len(IDS))
        names = [f"player{digit}" for digit in IDS[:count]]
    else:
        names = _split_list(value)
    unfit = next((name for name in names if not is_name(name)), None)
    if unfit is not None:
        expected = f"1 to {LONGEST_NAME} characters without white space and quotation marks"
        raise BadOption(describe_mismatch("players, name", expected, unfit))
    if not 0 < len(set(names)) == len(names) <= len(IDS):
        raise BadOption(describe_mismatch("players", f"1 to {len(IDS)} different names", ",".join(names)))
    return tuple(Contestant(name, digit, 0) for name, digit in zip(names, IDS, strict=False))


def _split_list(value: object) -> list[str]:
    if isinstance(value, str):
        return value.split(",")
    if isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
        return list(value)
    raise BadOption(describe_mismatch("players", "how many, or a list of names", str(value)))
