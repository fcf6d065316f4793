"""What a contest is: one record with everything that the other rooms want to know about it.

A contest has a format (a module of `protocols`), a recipe by which its programs are built, customs around each move, a
conduct that the referee follows, sentences and situations by which `ludus check` tries a program, and perhaps a
grading. Adding a contest is a module in `protocols`, a record here, and a line in `__init__.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.contests.situation import Situation
from ludus.games.base import Position
from ludus.intake.build import Recipe, make_plain_recipe
from ludus.turn import Turn

if TYPE_CHECKING:
    from ludus.protocols.base import Format

OFFENCES = 3
"""After so many a seat is out, where the game can go on without it."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What the referee does about misconduct, and how a game counts that the rules do not decide."""

    rolls_back: bool = False
    """Whether a bad turn is rolled back and lost, and the game goes on; else it loses the game."""
    offence_cap: int = OFFENCES
    """After so many offences a seat is out, where turns are rolled back."""
    cut_by_standing: bool = False
    """Whether a game that is cut short counts as it stands; else it is shared."""
    draws_by_time: bool = False
    """Whether a draw goes to the seat with more time left."""
    turn_cap: int = 0
    """So many moves one turn may have, where a turn is several moves and the rules set no bound; 0: any number."""


@dataclass(frozen=True, slots=True)
class OwnName:
    """How a program is asked what it is called."""

    arguments: tuple[str, ...]
    is_valid: Callable[[str], bool]
    expected: str


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a contest says about how a program behaves, whatever it is asked; `ludus check` cites these sentences."""

    typical: str
    """The key of a situation that stands for all where one is tried again and again."""
    folder: str
    """What a folder must have."""
    files: str
    """What the contest says about files that a program leaves."""
    processes: str
    time: str
    crash: str
    answer: str
    """Where the answer goes."""
    needed: tuple[str, ...] = ()
    """Files that must be in the folder beside the program."""
    kept: tuple[str, ...] = ()
    """Patterns of files that a program may leave."""
    severe_processes: bool = False
    has_clock: bool = False


@dataclass(frozen=True, slots=True)
class Grading:
    """How a course grades: so many games against each reference agent, points for each win."""

    opponents: tuple[str, ...]
    """The reference agents."""
    games: int
    """Games against each of them."""
    firsts: int
    """In so many of these the program has the first move."""
    points: int
    """Points for a win."""
    clock: str
    """The time for a game."""

    @property
    def most(self) -> int:
        """Tell how many points there are."""
        return len(self.opponents) * self.games * self.points


@dataclass(frozen=True, slots=True)
class Showcase:
    """How `ludus demo` shows a contest."""

    agent: str
    """The reference agent that our own program meets."""
    clock: str
    options: tuple[tuple[str, str], ...] = ()
    ply_cap: int = 400


def _as_it_is(turn: Turn, _name: str) -> Turn:
    return turn


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything about one contest."""

    game: str
    """The name of its game, which is the contest's, too."""
    format: Format
    program: str
    """What its programs are called."""
    behaviour: Behaviour
    situations: tuple[Situation, ...]
    """What `ludus check` tries, in this order."""
    showcase: Showcase
    recipe: Callable[[Path, str], Recipe] | None = None
    """Makes the recipe for a folder, which errors call so; None where a Makefile or nothing is all there is."""
    answer: str = ""
    """The file that holds the answer; where there is none, standard output does, or the request names a file."""
    passing: int = 0
    """The exit code that means: I cannot move."""
    keeps_files: bool = False
    """Whether what a program writes may stay from game to game."""
    removed: tuple[str, ...] = ()
    """What a game never begins with, even if the program brings it."""
    own_name: OwnName | None = None
    """How a program is asked for its name, where the contest does that."""
    address: Callable[[Turn, str], Turn] = _as_it_is
    """Words a turn for the program that is called so."""
    conduct: Conduct = Conduct()
    closing_move: Callable[[Position], str] | None = None
    """Names a move that ends the turn, or after which the next one can, where turns are bounded."""
    agents: Mapping[str, str] = field(default_factory=dict)
    """The reference agents: their names in this contest, and the kinds of player that they are."""
    grading: Grading | None = None
    game_seconds: float | None = None
    """The contest's time for a whole game, where programs are told all of it."""
    has_random_boards: bool = False
    """Whether `ludus board` makes boards for it."""

    def recipe_for(self, folder: Path, where: str) -> Recipe:
        """Make the recipe by which a folder is built; `where` is what errors call it."""
        return make_plain_recipe(folder, self.program) if self.recipe is None else self.recipe(folder, where)
