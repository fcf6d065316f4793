"""What a contest is: one record with everything that the other packages need to know about it.

A contest has a format (a module of `protocols`), a recipe by which its programs are built, customs around each move, a
conduct that the referee follows, sentences and situations by which `ludus check` tries a program, and perhaps a
grading. Adding a contest is a module in `protocols`, a record here, and its name in `__init__.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.contests.mistakes.mistake import Mistake
from ludus.contests.situation import Situation
from ludus.games.base import Position
from ludus.intake.recipe import Recipe, make_plain_recipe
from ludus.turn import Limits, Reply, Turn

if TYPE_CHECKING:
    from ludus.protocols.base import Format

OFFENCES = 3
"""The number of offences after which a seat is disqualified, where the game can go on without it."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How the referee treats misconduct, and how a game is scored that the rules do not decide."""

    rolls_back: bool = False
    """Whether a bad turn is rolled back and the game goes on; otherwise the seat loses the game."""
    offence_cap: int = OFFENCES
    """The number of offences after which a seat is disqualified, where turns are rolled back."""
    cut_by_standing: bool = False
    """Whether a game that is cut short is scored by standing; otherwise it is a draw."""
    draws_by_time: bool = False
    """Whether a draw goes to the seat with more time left."""
    turn_cap: int = 0
    """The maximum number of moves in one turn, where a turn is several moves and the rules set no bound; 0: any number."""


@dataclass(frozen=True, slots=True)
class OwnName:
    """How a program is asked for its name."""

    arguments: tuple[str, ...]
    is_valid: Callable[[str], bool]
    expected: str


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The contest's sentences about how a program must behave in general; `ludus check` cites them."""

    typical: str
    """The key of the situation that is used for repeated trials."""
    folder: str
    """What a folder must contain."""
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
    plain_lines: bool = False
    """Whether lines of an answer must end with a line feed alone."""
    last_mark: str = ""
    """What ends an answer on standard output; nothing but the same may follow."""
    has_clock: bool = False


@dataclass(frozen=True, slots=True)
class CasesPart:
    """Marks by the share of cases that a program answers rightly."""

    name: str
    most: float
    """The marks for all cases."""
    make_cases: Callable[[int], Sequence[Situation]]
    """Makes the cases; a seed changes those that are drawn."""


@dataclass(frozen=True, slots=True)
class GamesPart:
    """Marks by games against reference agents."""

    name: str
    tables: tuple[tuple[str, ...], ...]
    """The reference agents whom the program meets at each table."""
    per_seat: tuple[int, ...]
    """How many games it plays at each table in the first seat, the second, and so on."""
    most: float
    """The marks for winning all games."""
    clock: str
    """The time for a game."""
    only_wins: bool = False
    """Whether only a won game counts; otherwise a game counts by the share of the opponents that were beaten."""
    takes_others: bool = False
    """Whether the grader may name further opponents."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the game's start."""
    draws_boards: bool = False
    """Whether the seed draws a board for each game."""


@dataclass(frozen=True, slots=True)
class Grading:
    """How a course grades a program: by cases, by games, or by both."""

    about: str
    """What the marks follow from, in a sentence or two."""
    cases: tuple[CasesPart, ...] = ()
    games: GamesPart | None = None
    sort_case: Callable[[str, str, str], tuple[str, Situation]] | None = None
    """Makes a case of the name, input and output that a suite of others contains, and names its part."""

    @property
    def parts(self) -> tuple[CasesPart | GamesPart, ...]:
        """All parts."""
        return self.cases if self.games is None else (*self.cases, self.games)

    @property
    def most(self) -> float:
        """The maximum number of points."""
        return sum(part.most for part in self.parts)


@dataclass(frozen=True, slots=True)
class Course:
    """How a course holds its tournament, as its text says; a plan that names it starts from these values."""

    name: str
    """What a plan calls it."""
    about: str
    """What the text says, in a few lines for the head of a new plan."""
    schedule: tuple[tuple[str, str | int], ...]
    """The form of tournament under the key `kind`, and its settings."""
    clock: str
    players: tuple[str, ...]
    """Reference agents that can take part."""
    options: tuple[tuple[str, str], ...] = ()
    boards: int = 0
    """The number of random boards that the seed draws; 0 where every game begins with the same one."""
    ply_cap: int = 400


def _leave_unchanged(turn: Turn, _name: str) -> Turn:
    return turn


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything about one contest."""

    game: str
    """The name of its game, and of the contest."""
    format: Format
    program: str
    """The file name of its programs."""
    behaviour: Behaviour
    situations: tuple[Situation, ...]
    """What `ludus check` tries, in this order."""
    course: Course | None = None
    """The course's tournament, if its text describes one."""
    demo: str = ""
    """The plan of a small tournament for `ludus demo`; our entry is in the folder `entries/GAME`."""
    recipe: Callable[[Path, str], Recipe] | None = None
    """Makes the recipe for a folder, given its name in error messages; None for a Makefile or nothing."""
    answer: str = ""
    """The answer file; if empty, the answer is on standard output, or the request names a file."""
    passing: int = 0
    """The exit code that means that the program cannot move."""
    keeps_files: bool = False
    """Whether files that a program writes are kept from game to game."""
    removed: tuple[str, ...] = ()
    """Files that are removed before each game, even if the program contains them."""
    own_name: OwnName | None = None
    """How a program is asked for its name, if the contest does that."""
    address: Callable[[Turn, str], Turn] = _leave_unchanged
    """Adapts a turn to the name of the program."""
    conduct: Conduct = Conduct()
    find_closing_move: Callable[[Position], str] | None = None
    """Finds a move that ends the turn, or after which the next one can, where turns are bounded."""
    agents: Mapping[str, str] = field(default_factory=dict)
    """The reference agents: their names in this contest, and the kinds of player that they are."""
    grading: Grading | None = None
    game_seconds: float | None = None
    """The contest's time for a whole game, if programs are told the total."""
    tie_breaks: tuple[str, ...] = ()
    """By what participants of a tournament are ordered who have equal points: criteria of its standings."""
    find_mistake: Callable[[Turn, Reply], Mistake | None] | None = None
    """Finds what an illegal answer does wrong; None where nothing stands out."""
    find_line_rule: Callable[[Sequence[str], Sequence[str], int], str] | None = None
    """Names the rule by which two outputs differ in this line, where every byte is fixed."""
    view_for_search: Callable[[Turn, Limits], Position] | None = None
    """Views a position with fewer moves or a better standing than the rules give, for searches in Python."""
    has_random_boards: bool = False
    """Whether `ludus board` makes boards for it."""

    def make_recipe(self, folder: Path, where: str) -> Recipe:
        """Make the recipe by which a folder is built; `where` is its name in error messages."""
        return make_plain_recipe(folder, self.program) if self.recipe is None else self.recipe(folder, where)
