"""The words that players, contest formats, the sandbox and the arena share.

A `Turn` is all that a player may know when it must move, a `Thought` what it found. A `Request` is what a contest program is given
for one move, a `Reply` what came back.
"""

from __future__ import annotations

from ludus.frozen import Value
from ludus.games.base import Position
from ludus.score import Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

_NO_FILES: Mapping[str, bytes] = {}


class Clock(Value):
    """What a clock shows one seat, in seconds for the whole game, and what binds this one move."""

    used: float
    total: float
    """Infinite where only single moves are timed."""
    move: float | None = None
    """Seconds that this move may take at most."""
    nodes: int | None = None
    """Positions that this move may look at, where players are measured by work instead of time."""

    @property
    def left(self) -> float:
        """What may still be used."""
        return self.total - self.used


class Turn(Value):
    """One request for a move: where the game began, the moves since then, and the clock, as far as they are known.

    After a turn that was lost the moves alone do not lead to the position: then it begins anew from there.
    """

    start: Position
    moves: tuple[str, ...]
    clock: Clock | None
    ply: int
    """How many moves were played before; a contest may tell this without telling the moves."""
    earlier: tuple[Position, ...]
    """The positions from the start on, without the last."""
    position: Position
    """The position to move in."""

    def __init__(
        self,
        start: Position,
        moves: tuple[str, ...] = (),
        clock: Clock | None = None,
        ply: int | None = None,
        earlier: tuple[Position, ...] | None = None,
        position: Position | None = None,
    ) -> None:
        if earlier is None or position is None:
            *before, position = _positions(start, moves)
            earlier = tuple(before)
        super().__init__(start, moves, clock, len(moves) if ply is None else ply, earlier, position)

    @property
    def steps(self) -> int:
        """Count the moves that the seat to move has already made in this turn."""
        steps = 0
        for position in (self.position, *reversed(self.earlier)):
            if not position.is_within_turn:
                break
            steps += 1
        return steps

    def after(self, move: str) -> Self:
        """Return the turn that follows `move`; its clock is the next seat's and not known here."""
        earlier = (*self.earlier, self.position)
        return type(self)(
            self.start, (*self.moves, move), None, self.ply + 1, earlier, self.position.play(move)
        )

    def after_lost_turn(self, position: Position) -> Self:
        """Return the turn that begins anew from `position`, as many plies into the game."""
        return type(self)(position, (), None, self.ply)

    def with_clock(self, clock: Clock | None) -> Self:
        """Return the same turn with another clock."""
        return type(self)(self.start, self.moves, clock, self.ply, self.earlier, self.position)


def _positions(start: Position, moves: tuple[str, ...]) -> list[Position]:
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


class Limits(Value):
    """What one move may cost; the first limit that is reached ends the search."""

    nodes: int | None = None
    """Positions to look at."""
    depth: int | None = None
    """Moves to look ahead."""
    playouts: int | None = None
    """Games to play to their end, for players that do so."""
    cpu: float | None = None
    """Seconds of CPU time of the thread that thinks."""
    wall: float | None = None
    """Seconds of wall-clock time."""
    is_analysis: bool = False
    """Whether to go on where play would stop: after an only move, or a win that might come sooner."""

    def for_analysis(self) -> Self:
        """Return the same limits for somebody who wants to know more than the move."""
        return type(self)(self.nodes, self.depth, self.playouts, self.cpu, self.wall, is_analysis=True)

    def __bool__(self) -> bool:
        return self != Limits()


class Thought(Value):
    """What a search found: the move, what it is worth to the seat, how deep and how wide it looked."""

    move: str
    score: Score
    """What the seat to move has of it."""
    depth: int
    """The last depth that was finished; 0 when only some first moves were looked at, or none."""
    nodes: int
    seconds: float = 0.0
    line: tuple[str, ...] = ()
    """The moves that are expected, beginning with this one, where the search knows them."""


class Choice(Value):
    """What a player hands to the referee: its moves, and what is known about how they were found."""

    moves: tuple[str, ...]
    """One move, or a whole turn where a turn is several moves (a horse chain in Amazons)."""
    seconds: float | None = None
    """What the player was metered to have used; None where the referee's own watch will do."""
    thought: Thought | None = None
    note: str = ""
    """What a program said on the side: its exit code, the end of its standard error."""
    wall: float = 0.0
    """Seconds of wall-clock time, where the player is a program that may not take as many as it likes."""


class Request(Value):
    """What a contest program is given: standard input, command-line arguments, files in its folder."""

    stdin: bytes = b""
    arguments: tuple[str, ...] = ()
    files: Mapping[str, bytes] = _NO_FILES


class Reply(Value):
    """What a contest program gave back."""

    stdout: bytes = b""
    exit_code: int = 0
    files: Mapping[str, bytes] = _NO_FILES
    stderr: bytes = b""
    cpu_seconds: float = 0.0
    killed: str = ""
    """What it was killed for: `time`, `memory`, `folder` or `cancelled`; nothing if it ended by itself."""
    wall_seconds: float = 0.0
    """How long it took, without the time in which it waited for a core that others used."""

    def with_files(self, files: Mapping[str, bytes]) -> Self:
        """Return the same reply with other files."""
        return type(self)(
            self.stdout,
            self.exit_code,
            files,
            self.stderr,
            self.cpu_seconds,
            self.killed,
            self.wall_seconds,
        )
