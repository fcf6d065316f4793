"""The native core; built from native/ and used by ludus.engine alone."""

from collections.abc import Callable, Sequence
from mmap import mmap

class StopFlag:
    """A flag that another thread may raise while a search runs."""

    def __init__(self) -> None: ...
    def raise_(self) -> None:
        """End the search at its next look."""

class Limits:
    """When a search ends; None is no limit."""

    def __init__(
        self,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        cpu_seconds: float | None = None,
        wall_seconds: float | None = None,
        is_analysis: bool = False,
    ) -> None: ...

class Line:
    """A line of play, and its score for the side that begins it."""

    @property
    def score(self) -> int: ...
    @property
    def moves(self) -> list[str]: ...

class Report:
    """What a search has found; the best line comes first."""

    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def lines(self) -> list[Line]: ...

class Tables:
    """Endgame tables of a game, over bytes in memory."""

    def __init__(self, game: str, data: bytes | mmap) -> None: ...
    def look_up(self, text: str) -> tuple[int, int] | None:
        """Give the result for the side to move, and in how many plies; None where the tables do not say."""

class Engine:
    """The search of one game, with a table that is kept until the next game."""

    def __init__(
        self,
        game: str,
        *,
        plain: bool = False,
        reference: bool = False,
        noise: int = 0,
        slips: int = 0,
        seed: int = 0,
    ) -> None: ...
    def new_game(self) -> None:
        """Forget what earlier searches found."""

    def use_tables(self, tables: Tables) -> None:
        """Look positions up in these endgame tables."""

    def search(
        self,
        text: str,
        limits: Limits,
        *,
        past: Sequence[str] = (),
        lines: int = 1,
        table_bytes: int,
        stop: StopFlag | None = None,
        on_report: Callable[[Report], None] | None = None,
    ) -> Report:
        """Search a position that has a move."""

def games() -> list[str]:
    """Name the games that have a kernel."""

def can_search(game: str) -> bool:
    """Tell whether an engine plays this game."""

def can_make_tables(game: str) -> bool:
    """Tell whether there are endgame tables of this game."""

def make_tables(game: str, pieces: int, on_progress: Callable[[int, int], None]) -> bytes:
    """Make the file of endgame tables for up to this many pieces."""

def levels() -> list[tuple[int, int, int]]:
    """List the levels of play: positions a move, errors in judging them, moves of a thousand without thought."""

def table_bytes(game: str, limits: Limits) -> int:
    """Tell how large a table a search within these limits should have."""

def bench_depth(game: str) -> int:
    """Tell how deep the bench searches."""

def check(game: str, text: str) -> None:
    """Raise ValueError unless the kernel can read this position."""

def moves(game: str, text: str) -> list[str]:
    """List the legal moves, in the order of the kernel."""

def play(game: str, text: str, move: str) -> str:
    """Return the text of the position after a move."""

def perft(game: str, text: str, depth: int) -> tuple[int, int]:
    """Count the move sequences of exactly this depth, and the moves (or halves of them) made to count them."""

def selfplay(
    game: str, start: str, count: int, nodes: int, seed: int, random_moves: int, most_moves: int
) -> list[tuple[list[str], list[str], list[int | None], int]]:
    """Play games of the search against itself: texts, moves, scores, result of each."""

def place_stones(count: int) -> int:
    """Place Pente stones and take them back; return a checksum of the boards."""

def place_stones_with_patterns(count: int) -> int:
    """Do the same with the patterns kept up to date."""

def feature_names(game: str) -> list[str]:
    """Name what the tuned evaluation looks at."""

def features(game: str, texts: Sequence[str]) -> list[list[int]]:
    """Give the features of many positions, as the side to move sees them."""
