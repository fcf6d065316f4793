"""The Python face of the native core, and the only module that imports it.

Texts go in and texts come out, and the Python rules play its moves, so that a faulty kernel is noticed.
"""

from __future__ import annotations

from ludus import _native  # noqa: TID251  this is the one place that may
from ludus.frozen import Value
from ludus.score import Score
from ludus.turn import Limits, Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from mmap import mmap

    from ludus.games.base import Position

    OnInfo = Callable[[list[Thought]], None]
    """Called after each finished depth with the lines found so far, best first."""

_DEEPEST = 1000
"""Deeper than any search comes, and a number that the core can hold."""
WIN = 1_000_000
"""A score of WIN - n means a won game n plies ahead; in Amazons a step and its shot are two."""

_MOST_PLIES_TO_END = 1000

StopFlag = _native.StopFlag


class Level(Value):
    """A level of play for people; native/levels.hpp has them all."""

    nodes: int
    """Positions that it looks at for a move."""
    noise: int
    """How far it misjudges each of them at most, in hundredths of the smallest piece."""
    slips: int
    """How many of a thousand moves it plays without a thought."""


LEVELS = tuple(Level(*numbers) for numbers in _native.levels())
"""The levels of play, the weakest first."""


def list_kernels() -> list[str]:
    """List the games that the native core knows."""
    return _native.games()


def has_kernel(game: str) -> bool:
    """Tell whether the native core knows this game."""
    return game in list_kernels()


def can_search(game: str) -> bool:
    """Tell whether the native core can also search this game; a kernel may know only the rules."""
    return _native.can_search(game)


def choose_bench_depth(game: str) -> int:
    """Tell how deep `ludus bench` searches this game."""
    return _native.bench_depth(game)


def supports(position: Position) -> bool:
    """Tell whether the kernel can read this very position; some options and sizes it leaves to Python."""
    if not has_kernel(position.name):
        return False
    try:
        _native.check(position.name, str(position))
    except ValueError:
        return False
    return True


def moves(position: Position) -> list[str]:
    """List the legal moves as the kernel sees them."""
    return _native.moves(position.name, str(position))


def play(position: Position, move: str) -> str:
    """Return the text of the position after `move` as the kernel sees it."""
    return _native.play(position.name, str(position), move)


def perft(position: Position, depth: int) -> int:
    """Count move sequences natively."""
    return _native.perft(position.name, str(position), depth)[0]


def count_moves(position: Position, depth: int) -> int:
    """Count the moves, or half-moves, that `perft` makes: what its speed is measured by."""
    return _native.perft(position.name, str(position), depth)[1]


def place_stones(count: int, *, patterns: bool) -> int:
    """Place Pente stones and take them back, for the bench; the checksum is the same with patterns and without."""
    return _native.place_stones_with_patterns(count) if patterns else _native.place_stones(count)


class Engine:
    """The native search of one game, which keeps what it has found from move to move until the next game."""

    def __init__(
        self,
        game: str,
        *,
        plain: bool = False,
        reference: bool = False,
        level: Level | None = None,
        seed: int = 0,
    ) -> None:
        """Choose how to search: `plain` is a textbook alpha-beta, `reference` the evaluation that never changes.

        With a `level` it errs as that says, in the same way for the same seed; how far it looks is up to the caller.
        """
        self.game = game
        noise, slips = (level.noise, level.slips) if level else (0, 0)
        self._native = _native.Engine(
            game, plain=plain, reference=reference, noise=noise, slips=slips, seed=seed
        )

    def new_game(self) -> None:
        """Forget what earlier searches found."""
        self._native.new_game()

    def use_tables(self, tables: Tables) -> None:
        """Look positions up in these endgame tables, which must be of the same game."""
        self._native.use_tables(tables.native)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        lines: int = 1,
        history: Sequence[Position | str] = (),
        on_info: OnInfo | None = None,
        stop: StopFlag | None = None,
    ) -> list[Thought]:
        """Search for the best `lines` moves, best first; the position must have a move.

        In Amazons these are different steps, each with its best shot.
        `history` are the positions that led here, or their texts, so that repetitions are seen.
        """
        report = self._native.search(
            str(position),
            _make_limits(limits),
            past=[str(earlier) for earlier in history],
            lines=lines,
            table_bytes=choose_table_bytes(self.game, limits),
            stop=stop,
            on_report=None if on_info is None else lambda found: on_info(_make_thoughts(found)),
        )
        return _make_thoughts(report)


def think(
    position: Position,
    limits: Limits,
    history: Sequence[Position | str] = (),
    on_info: OnInfo | None = None,
    stop: StopFlag | None = None,
) -> Thought:
    """Search for the best move with a new engine."""
    return analyse(position, limits, 1, history, on_info, stop)[0]


def analyse(
    position: Position,
    limits: Limits,
    lines: int = 1,
    history: Sequence[Position | str] = (),
    on_info: OnInfo | None = None,
    stop: StopFlag | None = None,
    *,
    plain: bool = False,
    reference: bool = False,
) -> list[Thought]:
    """Search for the best `lines` moves with a new engine."""
    engine = Engine(position.name, plain=plain, reference=reference)
    return engine.analyse(position, limits, lines, history, on_info, stop)


class Tables:
    """Endgame tables of a game: how every position with few pieces ends."""

    def __init__(self, game: str, data: bytes | mmap) -> None:
        """Open a file in memory; raise ValueError unless it holds whole tables of this game."""
        self.native = _native.Tables(game, data)

    def look_up(self, position: Position) -> Score | None:
        """Tell how a position ends with best play; None where the tables do not say."""
        known = self.native.look_up(str(position))
        if known is None:
            return None
        result, plies = known
        return Score.end_in(plies, is_won=result > 0) if result else Score.points(0)


def can_make_tables(game: str) -> bool:
    """Tell whether there are endgame tables for this game."""
    return _native.can_make_tables(game)


def make_tables(game: str, pieces: int, on_progress: Callable[[int, int], None]) -> bytes:
    """Make the endgame tables for up to this many pieces; `on_progress` is told how many of all positions are solved."""
    return _native.make_tables(game, pieces, on_progress)


def choose_table_bytes(game: str, limits: Limits) -> int:
    """Choose how large a table a search within these limits should have."""
    return _native.table_bytes(game, _make_limits(limits))


class SelfGame(Value):
    """A game of the search against itself."""

    texts: tuple[str, ...]
    """The position before each move."""
    moves: tuple[str, ...]
    scores: tuple[int | None, ...]
    """What the search thought of each move; None of the random ones at the beginning."""
    result: int
    """1, 0 or -1 for the seat that moved first; a game that was cut short is a draw."""


def selfplay(
    start: Position, count: int, nodes: int, seed: int, *, random_moves: int = 8, most_moves: int = 400
) -> list[SelfGame]:
    """Let the search play itself, `nodes` positions a move; the same seed gives the same games.

    Each game begins with some random moves, so that no two are alike. Only for games of two seats.
    """
    if start.seats != 2:
        raise ValueError(f"self-play of {start.name}: expected two seats, found {start.seats}")
    played = _native.selfplay(start.name, str(start), count, nodes, seed, random_moves, most_moves)
    return [
        SelfGame(tuple(texts), tuple(moves), tuple(scores), result) for texts, moves, scores, result in played
    ]


def list_feature_names(game: str) -> list[str]:
    """Name what the tuned evaluation of a game looks at."""
    return _native.feature_names(game)


def compute_features(game: str, texts: Sequence[str]) -> list[list[int]]:
    """Give the features of many positions, as the side to move sees them, in the order of their names."""
    return _native.features(game, texts)


def _make_limits(limits: Limits) -> _native.Limits:
    return _native.Limits(
        nodes=limits.nodes,
        depth=None if limits.depth is None else min(limits.depth, _DEEPEST),
        cpu_seconds=limits.cpu,
        wall_seconds=limits.wall,
        is_analysis=limits.is_analysis,
    )


def _make_thoughts(report: _native.Report) -> list[Thought]:
    return [
        Thought(
            line.moves[0],
            _make_score(line.score),
            report.depth,
            report.nodes,
            report.seconds,
            tuple(line.moves),
        )
        for line in report.lines
    ]


def _make_score(value: int) -> Score:
    """Give a score of the core its unit: hundredths of a piece, or the plies to a sure end."""
    if abs(value) <= WIN - _MOST_PLIES_TO_END:
        return Score.points(value / 100)
    return Score.end_in(WIN - abs(value), is_won=value > 0)
