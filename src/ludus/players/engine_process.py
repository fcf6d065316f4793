"""Plays any program that speaks the engine protocol: started once a game and asked for each move.

What it does wrong is misconduct: it ends or says `error` (crash), says nothing for too long (silence, or out of time
where its clock has run out), says what the protocol does not know or far too much (format). After that it is ended; where
the game goes on, the next turn starts it anew.

Its clock shows CPU time since its last answer, so thinking on the opponent's time is charged as well; its start is not.
Where the system tells no CPU time, or `clock` is `wall`, it is the time from request to answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ludus.games.base import Game
from ludus.machine.run_delay import RunDelay
from ludus.players.base import Absent, BadForm, Crash, Misconduct, OutOfTime, Player, Silence
from ludus.players.line_process import LineProcess
from ludus.players.search_player import make_limits
from ludus.protocols.engine import (
    HELLO,
    IS_READY,
    KNOWN,
    QUIT,
    READY,
    STOP,
    Answer,
    BadLine,
    BestMove,
    Complaint,
    Go,
    Identity,
    Info,
    NewGame,
    Option,
    SetPosition,
    read_answer,
)
from ludus.text import quote
from ludus.turn import Choice, Clock, Limits, Thought, Turn

CLOCKS = ("cpu", "wall")
START_SECONDS = 10.0
"""How long a program may take to get ready."""
PATIENCE = 60.0
"""How long it may take for a move where no clock says so."""
MARGIN = 5.0
"""How much longer than its clock allows it may do nothing."""
INTERVAL = 0.2
"""Seconds between two checks of the CPU time of a program that thinks."""
LONGEST_NAME = 60


class EngineProcess(Player):
    """A program that speaks the engine protocol."""

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        seed: int = 0,
        own: Limits | None = None,
        clock: str = CLOCKS[0],
        patience: float = PATIENCE,
        margin: float = MARGIN,
    ) -> None:
        self.name = "process"
        self._own_name = ""
        self._command = tuple(command)
        self._game = game
        self._seed = seed
        self._own = own or Limits()
        self._clock_kind = clock
        self._patience = patience
        self._margin = margin
        self._process: LineProcess | None = None
        self._usual_start = game.start()
        self._meter: _Meter | None = None
        self.meter = "process clock" if clock == "cpu" else "wall"
        """What its time is measured by, for the record."""

    @property
    def pid(self) -> int | None:
        """The number of the process while it runs."""
        return None if self._process is None else self._process.pid

    def introduce(self) -> None:
        """Start the program once, and take the name that it gives itself."""
        try:
            self._start()
        except Misconduct as misconduct:
            raise Absent(f"player {quote(self.name)}: {misconduct}", self.name) from misconduct
        finally:
            self.close()
        self.name = self._own_name or self.name

    def choose(self, turn: Turn) -> Choice:
        """Ask the program for a move; whatever it does wrong ends it."""
        try:
            process = self._process or self._start()
            choice = self._ask(process, turn)
        except BaseException:
            self.close()
            self.raise_interruption()
            raise
        self.raise_interruption()
        return choice

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.end(str(QUIT))
            self._process = None

    def _start(self) -> LineProcess:
        """Start the program, receive its identity, and wait until it is ready."""
        process = self._process = LineProcess(self._command)
        deadline = time.monotonic() + START_SECONDS
        process.send(str(HELLO))
        known: dict[str, str] = {}
        while (answer := _receive_answer(process, deadline)) != KNOWN:
            if isinstance(answer, Identity):
                known[answer.key] = answer.value
            elif not isinstance(answer, Option):
                raise _make_error(answer, "id, option or ludusok")
        if known.get("game", self._game.name) != self._game.name:
            raise BadForm(f"it plays {quote(known['game'])}, not {self._game.name}")
        self._own_name = _clean(known.get("name", ""))
        version = _clean(f"{known.get('name', '')} {known.get('version', '')}")
        if self.version not in ("", version):
            raise BadForm(f"it is {quote(version)} now, and was {quote(self.version)} before the first game")
        self.version = version
        process.send(str(NewGame(self._seed)))
        process.send(str(IS_READY))
        if (answer := _receive_answer(process, deadline)) != READY:
            raise _make_error(answer, "readyok")
        self._meter = _Meter(process, self._clock_kind)
        self.meter = self._meter.name
        return process

    def _ask(self, process: LineProcess, turn: Turn) -> Choice:
        """Send the position and `go`, and wait for the answer while checking the clock."""
        assert self._meter is not None
        process.send(str(self._describe_position(turn)))
        process.send(str(Go.within(self._own or make_limits(turn.clock))))
        self._meter.begin()
        info: Info | None = None
        next_check = time.monotonic() + INTERVAL
        patience_ends = math.inf
        while True:
            line = process.receive(next_check)
            answer = _parse(line) if line and line.strip() else None
            if isinstance(answer, BestMove):
                moves = () if answer.move is None else (answer.move,)
                wall = self._meter.count_own_seconds()
                return Choice(moves, self._meter.end(), _make_thought(answer, info), wall=wall)
            if isinstance(answer, Info):
                info = answer
            elif answer is not None:
                raise _make_error(answer, "info or bestmove")
            now = time.monotonic()
            if now >= patience_ends:
                raise Silence("no answer to stop")
            if now >= next_check:
                if self.is_cancelled() and patience_ends == math.inf:
                    process.send(str(STOP))
                    patience_ends = now + self._margin
                self._check(self._meter, _count_allowed(turn.clock))
                next_check = now + INTERVAL

    def _describe_position(self, turn: Turn) -> SetPosition:
        """Describe the position of a turn by its start and the moves since."""
        text = None if turn.start == self._usual_start else str(turn.start)
        return SetPosition(text, turn.moves)

    def _check(self, meter: _Meter, allowed: float) -> None:
        """Raise misconduct for a program that has used up its clock, or does nothing."""
        used = meter.read_used()
        if used > allowed:
            raise OutOfTime(f"{used:.3f} s used, {allowed:g} s were left, and no answer yet")
        # On a busy machine a program gets its CPU time slowly, and must not lose for that.
        idle = meter.count_own_seconds() if allowed == math.inf else meter.count_own_seconds() - used
        if idle > (self._patience if allowed == math.inf else allowed + self._margin):
            raise Silence("no answer to go")


class _Meter:
    """What a program has used for one move."""

    def __init__(self, process: LineProcess, clock: str) -> None:
        self._process = process
        self._clock_kind = clock
        self._cpu = self._read()
        self._began = time.monotonic()
        self._delay = RunDelay(process.pid)
        self.name = "wall" if self._cpu is None else "process clock"

    def begin(self) -> None:
        """Start the wall clock; CPU time is counted from the last answer."""
        self._began = time.monotonic()
        self._delay = RunDelay(self._process.pid, self._process.read_cpu_seconds() or 0.0)

    def count_own_seconds(self) -> float:
        """Count the seconds since `begin`, without those in which it waited for a core that others used."""
        self._delay.sample(self._process.read_cpu_seconds() or 0.0)
        return self._delay.count_own_seconds()

    def read_used(self) -> float:
        """Read what has been used so far."""
        return self._count_since(self._read())

    def end(self) -> float:
        """Read what was used, and start again."""
        cpu = self._read()
        used = self._count_since(cpu)
        self._cpu = cpu
        return used

    def _count_since(self, cpu: float | None) -> float:
        if cpu is None or self._cpu is None:
            return time.monotonic() - self._began
        return cpu - self._cpu

    def _read(self) -> float | None:
        return self._process.read_cpu_seconds() if self._clock_kind == "cpu" else None


def _count_allowed(clock: Clock | None) -> float:
    """Count the seconds that a move may take at most."""
    if clock is None:
        return math.inf
    return min(clock.left, math.inf if clock.move is None else clock.move)


def _receive_answer(process: LineProcess, deadline: float) -> Answer:
    """Receive the next answer; empty lines are skipped."""
    while (line := process.receive(deadline)) is not None:
        if line.strip():
            return _parse(line)
    raise Silence(f"not ready within {START_SECONDS:g} s")


def _parse(line: str) -> Answer:
    try:
        return read_answer(line)
    except BadLine as error:
        raise BadForm(str(error)) from error


def _make_error(answer: Answer, expected: str) -> Crash | BadForm:
    if isinstance(answer, Complaint):
        return Crash(f"the program says error {quote(answer.text)}")
    return BadForm(f"expected {expected}, found {quote(str(answer))}")


def _make_thought(answer: BestMove, info: Info | None) -> Thought | None:
    if answer.move is None or info is None:
        return None
    return Thought(answer.move, info.score, info.depth, info.nodes)


def _clean(text: str) -> str:
    """Make a program's version fit for a table."""
    return "".join(letter for letter in text if letter.isprintable()).strip()[:LONGEST_NAME]
