"""The words that players, contest formats, the sandbox and the arena share.

A `Turn` is all that a player may know when it must move, a `Thought` what it found. A `Request` is what a contest program is given
for one move, a `Reply` what came back.
"""

from __future__ import annotations

from ludus.frozen import Frozen
from ludus.games.base import Position
from ludus.score import Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self


class Clock(Frozen):
    """What a clock shows one seat, in seconds for the whole game, and what binds this one move."""

    __slots__ = ("used", "total", "move", "nodes")
    used: float
    total: float
    """Infinite where only single moves are timed."""
    move: float | None
    """Seconds that this move may take at most."""
    nodes: int | None
    """Positions that this move may look at, where players are measured by work instead of time."""

    def __init__(
        self, used: float, total: float, move: float | None = None, nodes: int | None = None
    ) -> None:
        object.__setattr__(self, "used", used)
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "move", move)
        object.__setattr__(self, "nodes", nodes)

    @property
    def left(self) -> float:
        """What may still be used."""
        return self.total - self.used


class Turn(Frozen):
    """One request for a move: where the game began, the moves since then, and the clock, as far as they are known.

    After a turn that was lost the moves alone do not lead to the position: then it begins anew from there.
    """

    __slots__ = ("start", "moves", "clock", "ply", "earlier", "position")
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
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "clock", clock)
        object.__setattr__(self, "ply", len(moves) if ply is None else ply)
        object.__setattr__(self, "earlier", earlier)
        object.__setattr__(self, "position", position)

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


class Limits(Frozen):
    """What one move may cost; the first limit that is reached ends the search."""

    __slots__ = ("nodes", "depth", "playouts", "cpu", "wall")
    nodes: int | None
    """Positions to look at."""
    depth: int | None
    """Moves to look ahead."""
    playouts: int | None
    """Games to play to their end, for players that do so."""
    cpu: float | None
    """Seconds of CPU time of the thread that thinks."""
    wall: float | None
    """Seconds by the clock on the wall."""

    def __init__(
        self,
        nodes: int | None = None,
        depth: int | None = None,
        playouts: int | None = None,
        cpu: float | None = None,
        wall: float | None = None,
    ) -> None:
        object.__setattr__(self, "nodes", nodes)
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "playouts", playouts)
        object.__setattr__(self, "cpu", cpu)
        object.__setattr__(self, "wall", wall)

    def __bool__(self) -> bool:
        return self != Limits()


class Thought(Frozen):
    """What a search found: the move, what it is worth to the seat, how deep and how wide it looked."""

    __slots__ = ("move", "score", "depth", "nodes", "seconds", "line")
    move: str
    score: Score
    """What the seat to move has of it."""
    depth: int
    """The last depth that was finished; 0 when only some first moves were looked at, or none."""
    nodes: int
    seconds: float
    line: tuple[str, ...]
    """The moves that are expected, beginning with this one, where the search knows them."""

    def __init__(
        self,
        move: str,
        score: Score,
        depth: int,
        nodes: int,
        seconds: float = 0.0,
        line: tuple[str, ...] = (),
    ) -> None:
        object.__setattr__(self, "move", move)
        object.__setattr__(self, "score", score)
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "nodes", nodes)
        object.__setattr__(self, "seconds", seconds)
        object.__setattr__(self, "line", line)


class Choice(Frozen):
    """What a player hands to the referee: its moves, and what is known about how they were found."""

    __slots__ = ("moves", "seconds", "thought", "note", "wall")
    moves: tuple[str, ...]
    """One move, or a whole turn where a turn is several moves (a horse chain in Amazons)."""
    seconds: float | None
    """What the player was metered to have used; None where the referee's own watch will do."""
    thought: Thought | None
    note: str
    """What a program said on the side: its exit code, the end of its standard error."""
    wall: float
    """Seconds of wall-clock time, where the player is a program that may not take as many as it likes."""

    def __init__(
        self,
        moves: tuple[str, ...],
        seconds: float | None = None,
        thought: Thought | None = None,
        note: str = "",
        wall: float = 0.0,
    ) -> None:
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "seconds", seconds)
        object.__setattr__(self, "thought", thought)
        object.__setattr__(self, "note", note)
        object.__setattr__(self, "wall", wall)


class Request(Frozen):
    """What a contest program is given: standard input, command-line arguments, files in its folder."""

    __slots__ = ("stdin", "arguments", "files")
    stdin: bytes
    arguments: tuple[str, ...]
    files: Mapping[str, bytes]

    def __init__(
        self, stdin: bytes = b"", arguments: tuple[str, ...] = (), files: Mapping[str, bytes] | None = None
    ) -> None:
        object.__setattr__(self, "stdin", stdin)
        object.__setattr__(self, "arguments", arguments)
        object.__setattr__(self, "files", files or {})


class Reply(Frozen):
    """What a contest program gave back."""

    __slots__ = ("stdout", "exit_code", "files", "stderr", "cpu_seconds", "killed", "wall_seconds")
    stdout: bytes
    exit_code: int
    files: Mapping[str, bytes]
    stderr: bytes
    cpu_seconds: float
    killed: str
    """What it was killed for: `time`, `memory`, `folder` or `cancelled`; nothing if it ended by itself."""
    wall_seconds: float
    """How long it took, without the time in which it waited for a core that others used."""

    def __init__(
        self,
        stdout: bytes = b"",
        exit_code: int = 0,
        files: Mapping[str, bytes] | None = None,
        stderr: bytes = b"",
        cpu_seconds: float = 0.0,
        killed: str = "",
        wall_seconds: float = 0.0,
    ) -> None:
        object.__setattr__(self, "stdout", stdout)
        object.__setattr__(self, "exit_code", exit_code)
        object.__setattr__(self, "files", files or {})
        object.__setattr__(self, "stderr", stderr)
        object.__setattr__(self, "cpu_seconds", cpu_seconds)
        object.__setattr__(self, "killed", killed)
        object.__setattr__(self, "wall_seconds", wall_seconds)
