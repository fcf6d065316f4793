"""The native core; built from native/ and used by ludus.engine alone."""

from collections.abc import Callable, Sequence

class StopFlag:
    """A flag that another thread may raise while a search runs."""

    def __init__(self) -> None: ...
    def raise_(self) -> None:
        """End the search at its next look."""

def games() -> list[str]:
    """Name the games that have a kernel."""

def check(game: str, text: str) -> None:
    """Raise ValueError unless the kernel can read this position."""

def moves(game: str, text: str) -> list[str]:
    """List the legal moves, in the order of the kernel."""

def play(game: str, text: str, move: str) -> str:
    """Return the text of the position after a move."""

def perft(game: str, text: str, depth: int) -> tuple[int, int]:
    """Count the move sequences of exactly this depth, and the moves (or halves of them) made to count them."""

def think(
    game: str,
    text: str,
    past: Sequence[str],
    nodes: int | None,
    depth: int | None,
    cpu_seconds: float | None,
    wall_seconds: float | None,
    lines: int,
    table_bytes: int,
    plain: bool,
    reference: bool,
    stop: StopFlag,
    on_report: Callable[[tuple[int, int, float, list[tuple[int, list[str]]]]], None] | None,
) -> tuple[int, int, float, list[tuple[int, list[str]]]]:
    """Search a position that has a move; report depth, nodes, seconds and lines."""

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
