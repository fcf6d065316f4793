"""Opening suites: files of short beginnings, so that the games of a match differ and each can be played both ways.

A suite is a text. Its head names the game, the edition, and the command that made it; then comes one opening a line:

    # game: checkers
    # edition: 1
    # made by: ludus openings checkers --count 50 --plies 6
    G6-F5 B3-A4 F5-G4 H3-F5

An opening may set options of the game's start before a bar: `seed=17 | c4 d5`. A bare `|` is the start itself.
The built-in games have suites in `suites/`.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Self

from ludus.atomic_file import write_atomically
from ludus.errors import LudusError
from ludus.games.base import Game, Position
from ludus.text import describe_mismatch, quote, read_whole
from ludus.turn import Turn

MOST_MOVES = 1000
"""The maximum length of an opening."""
LONGEST = 4_000_000
"""The maximum number of characters of a suite."""
_HEAD = ("game", "edition", "made by")


class BadSuite(LudusError):
    """A file that is no suite, or an opening that its game does not allow."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A beginning: options of the start, and moves."""

    options: tuple[tuple[str, str], ...] = ()
    moves: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a line of a suite."""
        before, bar, after = text.rpartition("|")
        words = [word.partition("=") for word in before.split()]
        if not (bar or after.split()) or not all(key and equals for key, equals, _ in words):
            raise BadSuite(describe_mismatch("opening", "moves, or KEY=VALUE ... | moves", text))
        moves = tuple(after.split())
        if len(moves) > MOST_MOVES:
            raise BadSuite(f"opening {quote(text)}: expected at most {MOST_MOVES} moves, found {len(moves)}")
        return cls(tuple((key, value) for key, _, value in words), moves)

    def __str__(self) -> str:
        before = [f"{key}={value}" for key, value in self.options]
        bar = () if self.moves and not before else ("|",)
        return " ".join((*before, *bar, *self.moves))

    def make_turn(self, game: Game, options: Mapping[str, str] | None = None) -> Turn:
        """Set up the first turn of the players; `options` are those of the whole match."""
        chosen = dict(options or {})
        for key, value in self.options:
            if key not in list_start_options(game) or chosen.setdefault(key, value) != value:
                raise BadSuite(
                    f"opening {quote(str(self))}: {game.name} cannot start with {key}={value} here"
                )
        turn = Turn(game.start(**chosen), self.moves)
        if turn.position.outcome() is not None:
            raise BadSuite(f"opening {quote(str(self))}: the game is over after it")
        return turn

    def make_position(self, game: Game, options: Mapping[str, str] | None = None) -> Position:
        """Set up the position in which the players take over."""
        return self.make_turn(game, options).position


START = Opening()
"""No opening at all: the players begin at the start."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A list of openings and where it comes from."""

    game: str
    edition: int
    made_by: str
    openings: tuple[Opening, ...]


def read_suite(path: Path, game: Game) -> Suite:
    """Read a suite file and try all its openings by the rules."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
    except OSError as error:
        raise BadSuite(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadSuite(f"{path}: expected a suite of openings, found {error}") from error
    return parse_suite(text, game, str(path))


def load_built_in_suite(game: Game) -> Suite | None:
    """Load the suite that comes with the package, if the game has one."""
    for file in resources.files("ludus.arena").joinpath("suites").iterdir():
        if file.name == f"{game.name}.txt":
            return parse_suite(file.read_text(encoding="utf-8"), game, file.name)
    return None


def parse_suite(text: str, game: Game, where: str) -> Suite:
    """Read the text of a suite and try all its openings by the rules."""
    if len(text) > LONGEST:
        raise BadSuite(f"{where}: expected a suite of at most {LONGEST} characters")
    head: dict[str, str] = {}
    openings: dict[Opening, None] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            key, _, value = line[1:].partition(":")
            head[key.strip()] = value.strip()
        elif line.strip():
            opening = _read_opening(line, game, f"{where} line {number}")
            if opening in openings:
                raise BadSuite(f"{where} line {number}: the opening {quote(str(opening))} is listed twice")
            openings[opening] = None
    return Suite(
        game.name,
        _read_edition(head, game, where),
        head.get("made by", ""),
        _require_openings(openings, where),
    )


def write_suite(path: Path, suite: Suite) -> None:
    """Write a suite, whole or not at all."""
    head = (suite.game, suite.edition, suite.made_by)
    lines = [f"# {key}: {value}" for key, value in zip(_HEAD, head, strict=True)]
    lines += [str(opening) for opening in suite.openings]
    write_atomically(path, "\n".join(lines) + "\n")


def list_start_options(game: Game) -> dict[str, object]:
    """List the options of a game's start with their defaults."""
    parameters = inspect.signature(game.start).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}


def _read_opening(line: str, game: Game, where: str) -> Opening:
    try:
        opening = Opening.read(line)
        opening.make_position(game)
    except LudusError as error:
        raise BadSuite(f"{where}: {error}") from error
    return opening


def _read_edition(head: Mapping[str, str], game: Game, where: str) -> int:
    if head.get("game") != game.name:
        raise BadSuite(describe_mismatch(f"{where}: the game in its head", game.name, head.get("game", "")))
    edition = read_whole(head.get("edition", ""))
    if edition is None:
        found = head.get("edition", "")
        raise BadSuite(describe_mismatch(f"{where}: the edition in its head", "a whole number", found))
    return edition


def _require_openings(openings: Mapping[Opening, None], where: str) -> tuple[Opening, ...]:
    if not openings:
        raise BadSuite(f"{where}: expected at least one opening")
    return tuple(openings)
