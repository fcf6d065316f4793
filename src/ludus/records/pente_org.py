"""Pente games as pente.org writes them: tags in brackets, then numbered moves, the column letter first.

    [Game "Pente"]
    [Player 1 Name "ann"]
    ...
    [Result "0-1"]

    1. K10 L9 2. K7 ... 0-1

Player 1 is White, who moves first. Writing is exact: all tags, always in the same order, `-` for what we do not know,
lines of at most 79 characters. Reading is tolerant: tags in any order or none, squares either way around and in either
case, with or without numbers, commas, comments in braces and the result.

The text knows neither clocks nor evaluations, and it does not tell how a game ended that the rules did not end: its
verdict is then `told`. Ratings, dates and places stay in the sheet; a record has no fields for them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludus import __version__
from ludus.contests.base import Conduct
from ludus.errors import LudusError
from ludus.games.base import BadPosition, IllegalMove, Outcome
from ludus.games.pente import NAMES, Pente
from ludus.records.events import BY_RULES, PLY_CAP, Verdict
from ludus.records.record import TOLD, Record, Seated
from ludus.text import make_printable, quote

WIDTH = 79
UNKNOWN = "-"
TAGS = (
    "Game",
    "Site",
    "Event",
    "Round",
    "Section",
    "Date",
    "Time",
    "TimeControl",
    "Rated",
    "Player 1 Name",
    "Player 2 Name",
    "Player 1 Rating",
    "Player 2 Rating",
    "Player 1 Type",
    "Player 2 Type",
    "Result",
)
BLANK = dict.fromkeys(TAGS, UNKNOWN) | {"Game": "Pente"}
SAME_RULES = ("pente", "speed pente", "turn-based pente")
"""What the site calls the games that follow our rules; Keryo-Pente, for one, does not."""
SCORES: dict[str, tuple[float, float]] = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}

_TAG = re.compile(r'\[([^"\]]*)"(.*)"\s*\]')
_NUMBER = re.compile(r"\d+\.+")
_SQUARE = re.compile(r"([A-Za-z])(\d\d?)|(\d\d?)([A-Za-z])")


class BadSheet(LudusError):
    """A text that is no game of pente.org, or a game that the rules forbid."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One game as the site writes it."""

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    """As we write them, row first."""
    result: str = ""
    """`1-0`, `0-1`, `1/2-1/2`, or nothing where the text does not say."""


def write_site_square(move: str) -> str:
    """Write our square the site's way: `10K` becomes `K10`."""
    return move[-1] + move[:-1]


def read_site_square(text: str) -> str:
    """Read a square written either way around: `K10`, `k10` and `10K` are `10K`."""
    match = _SQUARE.fullmatch(text)
    move = "" if match is None else f"{match[2] or match[3]}{(match[1] or match[4]).upper()}"
    if move not in NAMES:
        raise BadSheet(f"expected a square like K10, found {quote(text)}")
    return move


# Sheets


def write_sheet(sheet: ScoreSheet) -> str:
    """Write one game."""
    known = {tag: _drop_unwritable(sheet.tags.get(tag, "")) or blank for tag, blank in BLANK.items()}
    known["Result"] = sheet.result or UNKNOWN
    tags = "".join(f'[{tag} "{value}"]\n' for tag, value in known.items())
    words = [
        word
        for number, move in enumerate(sheet.moves)
        for word in (*([f"{number // 2 + 1}."] if number % 2 == 0 else []), write_site_square(move))
    ]
    lines = textwrap.wrap(" ".join([*words, sheet.result]).strip(), WIDTH)
    return f"{tags}\n" + "".join(f"{line}\n" for line in lines)


def write_sheets(records: Iterable[Record], report: Callable[[str], None]) -> Iterator[str]:
    """Yield the text of each game; one that the site cannot hold is reported and left out."""
    between = ""
    for number, record in enumerate(records, start=1):
        try:
            text = write_sheet(make_sheet(record))
        except BadSheet as error:
            report(f"game {record.id or number}: {error}")
        else:
            yield between + text
            between = "\n"


def read_sheets(text: str) -> Iterator[ScoreSheet]:
    """Read every game of a text; a tag after moves begins the next game."""
    reader = _Reader()
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            if not reader.in_comment and line.lstrip().startswith("["):
                if reader.moves or reader.result:
                    yield reader.build_sheet()
                    reader = _Reader()
                reader.read_tag(line.strip())
            else:
                reader.read_moves(line)
        except BadSheet as error:
            raise BadSheet(f"line {number}: {error}") from None
    if reader.in_comment:
        raise BadSheet(f"line {len(lines)}: expected '}}' after a comment, found the end of the text")
    if reader.moves or reader.tags:
        yield reader.build_sheet()


class _Reader:
    """Reads one game line by line."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.result = ""
        self.in_comment = False

    def build_sheet(self) -> ScoreSheet:
        tagged = self.tags.get("Result", "")
        return ScoreSheet(self.tags, tuple(self.moves), self.result or (tagged if tagged in SCORES else ""))

    def read_tag(self, line: str) -> None:
        match = _TAG.fullmatch(line)
        if match is None:
            raise BadSheet(f'expected a tag like [Game "Pente"], found {quote(line)}')
        if match[2] not in ("", UNKNOWN):
            self.tags[match[1].strip()] = match[2]

    def read_moves(self, line: str) -> None:
        for part in re.split(r"([{}])", line):
            if part in ("{", "}"):
                self.in_comment = part == "{"
            elif not self.in_comment:
                for word in part.replace(",", " ").split():
                    self._read_word(word)

    def _read_word(self, word: str) -> None:
        if word in SCORES:
            self.result = word
            return
        numbered = _NUMBER.match(word)
        square = word[numbered.end() :] if numbered else word
        if square and square != "*":
            if self.result:
                raise BadSheet(f"expected the end of the game after {self.result}, found {quote(word)}")
            if len(self.moves) == len(NAMES):
                raise BadSheet(f"expected at most {len(NAMES)} moves, found {quote(word)} after them")
            self.moves.append(read_site_square(square))


def _drop_unwritable(value: str) -> str:
    """Drop characters that the format cannot express."""
    return "".join(letter if letter.isprintable() else "?" for letter in value).replace('"', "'")


# Records


def make_sheet(record: Record) -> ScoreSheet:
    """Make a score sheet of a record."""
    _check_start(record)
    for number, move in enumerate(record.moves):
        if move not in NAMES:
            raise BadSheet(f"moves[{number}]: expected a square like 10K, found {quote(move)}")
    first, second = (seat.name for seat in record.players)
    result = next((word for word, scores in SCORES.items() if scores == record.verdict.scores), "")
    tags = {
        "Game": "Pente",
        "Site": "Ludus",
        "Event": record.id,
        "TimeControl": record.clock,
        "Rated": "N",
        "Player 1 Name": first,
        "Player 2 Name": second,
    }
    return ScoreSheet(tags, record.moves, result)


def make_record(sheet: ScoreSheet) -> Record:
    """Make a record of a sheet; the rules must allow its moves and agree with its result."""
    name = sheet.tags.get("Game", "Pente")
    if name.lower() not in SAME_RULES:
        raise BadSheet(f"Game: expected Pente, found {quote(name)}")
    # Where White's second stone may lie has changed on the site, so nothing is asked of it.
    start = Pente.start(second_stone="free")
    end = _play_moves(start, sheet.moves).outcome()
    return Record(
        game=Pente.name,
        options=(("second_stone", "free"),),
        start=str(start),
        players=tuple(_read_seated(sheet, f"Player {seat}") for seat in (1, 2)),
        clock="none",
        ply_cap=max(PLY_CAP, len(sheet.moves) + 1),
        conduct=Conduct(),
        moves=sheet.moves,
        seconds=(0.0,) * len(sheet.moves),
        verdict=_read_verdict(sheet, end),
        used=(0.0, 0.0),
        software=f"ludus {__version__}",
    )


def _read_seated(sheet: ScoreSheet, seat: str) -> Seated:
    return Seated(make_printable(sheet.tags.get(f"{seat} Name", seat)))


def _check_start(record: Record) -> None:
    if record.game != Pente.name:
        raise BadSheet(f"expected a game of pente, found one of {quote(record.game)}")
    try:
        start = Pente.read(record.start)
    except BadPosition as error:
        raise BadSheet(f"start: {error}") from error
    if start != Pente.start(second_stone=start.second_stone):
        raise BadSheet("start: expected the empty board, as the site knows no other, found stones on it")


def _play_moves(position: Pente, moves: Sequence[str]) -> Pente:
    for number, move in enumerate(moves):
        try:
            position = position.play(move)
        except IllegalMove as error:
            raise BadSheet(f"move {number // 2 + 1} of player {number % 2 + 1}: {error}") from error
    return position


def _read_verdict(sheet: ScoreSheet, end: Outcome | None) -> Verdict:
    if end is None:
        if not sheet.result:
            raise BadSheet("Result: expected 1-0, 0-1 or 1/2-1/2, as the board does not tell, found none")
        return Verdict(TOLD, SCORES[sheet.result], "given up, or out of time")
    if sheet.result and SCORES[sheet.result] != end.scores:
        raise BadSheet(
            f"Result: expected the winner that the board shows, {end.reason}, found {sheet.result}"
        )
    return Verdict(BY_RULES, end.scores, end.reason)
