"""Plays any program that speaks the engine protocol: started once a game, asked for each move, ended at the end.

What it does wrong is misconduct: it ends or says `error` (crash), says nothing for too long (silence, or out of time
where its clock has run out), says what the protocol does not know or far too much (format). After that it is ended; where
the game goes on, the next turn starts it anew.

Its clock shows CPU time since its last answer, so thinking on the opponent's time is charged as well; its start is not.
Where the system tells no CPU time, or `watch` is `wall`, it is the time from request to answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ludus.games.base import Game
from ludus.machine.run_delay import RunDelay
from ludus.players.base import BadForm, Crash, OutOfTime, Player, Silence
from ludus.players.line_process import LineProcess
from ludus.players.search_player import limits_of
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
    Place,
    read_answer,
)
from ludus.text import quote
from ludus.turn import Choice, Clock, Limits, Thought, Turn

WATCHES = ("cpu", "wall")
START_SECONDS = 10.0
"""How long a program may take to get ready."""
PATIENCE = 60.0
"""How long it may take for a move where no clock says so."""
MARGIN = 5.0
"""How much longer than its clock allows it may do nothing."""
GLANCE = 0.2
"""Seconds between two looks at the CPU time of a program that thinks."""
LONGEST_NAME = 60


class EngineProcess(Player):
    """A program that speaks the engine protocol."""

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        seed: int = 0,
        own: Limits | None = None,
        watch: str = WATCHES[0],
        patience: float = PATIENCE,
        margin: float = MARGIN,
    ) -> None:
        self.name = "process"
        self._command = tuple(command)
        self._game = game
        self._seed = seed
        self._own = own or Limits()
        self._watch = watch
        self._patience = patience
        self._margin = margin
        self._talk: LineProcess | None = None
        self._usual_start = game.start()
        self._meter: _Meter | None = None
        self.meter = "process clock" if watch == "cpu" else "wall"
        """What its time is measured by, for the record."""

    @property
    def pid(self) -> int | None:
        """The number of the process while it runs."""
        return None if self._talk is None else self._talk.pid

    def choose(self, turn: Turn) -> Choice:
        """Ask the program for a move; whatever it does wrong ends it."""
        try:
            talk = self._talk or self._start()
            choice = self._ask(talk, turn)
        except BaseException:
            self.close()
            self.raise_interruption()
            raise
        self.raise_interruption()
        return choice

    def close(self) -> None:
        """End the program."""
        if self._talk is not None:
            self._talk.end(str(QUIT))
            self._talk = None

    def _start(self) -> LineProcess:
        """Start the program, hear who it is, and wait until it is ready."""
        talk = self._talk = LineProcess(self._command)
        deadline = time.monotonic() + START_SECONDS
        talk.say(str(HELLO))
        known: dict[str, str] = {}
        while (answer := _answer(talk, deadline)) != KNOWN:
            if isinstance(answer, Identity):
                known[answer.key] = answer.value
            elif not isinstance(answer, Option):
                raise _unexpected(answer, "id, option or ludusok")
        if known.get("game", self._game.name) != self._game.name:
            raise BadForm(f"it plays {quote(known['game'])}, not {self._game.name}")
        self.version = _printable(f"{known.get('name', '')} {known.get('version', '')}")
        talk.say(str(NewGame(self._seed)))
        talk.say(str(IS_READY))
        if (answer := _answer(talk, deadline)) != READY:
            raise _unexpected(answer, "readyok")
        self._meter = _Meter(talk, self._watch)
        self.meter = self._meter.name
        return talk

    def _ask(self, talk: LineProcess, turn: Turn) -> Choice:
        """Tell the position, say go, and listen, with an eye on the clock."""
        assert self._meter is not None
        talk.say(str(self._place(turn)))
        talk.say(str(Go.within(self._own or limits_of(turn.clock))))
        self._meter.begin()
        info: Info | None = None
        next_look = time.monotonic() + GLANCE
        patience_ends = math.inf
        while True:
            line = talk.hear(next_look)
            answer = _read(line) if line and line.strip() else None
            if isinstance(answer, BestMove):
                moves = () if answer.move is None else (answer.move,)
                wall = self._meter.count_own_seconds()
                return Choice(moves, self._meter.end(), _thought(answer, info), wall=wall)
            if isinstance(answer, Info):
                info = answer
            elif answer is not None:
                raise _unexpected(answer, "info or bestmove")
            now = time.monotonic()
            if now >= patience_ends:
                raise Silence("no answer to stop")
            if now >= next_look:
                if self.is_cancelled() and patience_ends == math.inf:
                    talk.say(str(STOP))
                    patience_ends = now + self._margin
                self._check(self._meter, _allowed(turn.clock))
                next_look = now + GLANCE

    def _place(self, turn: Turn) -> Place:
        """Word the position of a turn by its start and the moves since."""
        text = None if turn.start == self._usual_start else str(turn.start)
        return Place(text, turn.moves)

    def _check(self, meter: _Meter, allowed: float) -> None:
        """Lose patience with a program that has used up its clock, or does nothing."""
        used = meter.used()
        if used > allowed:
            raise OutOfTime(f"{used:.3f} s used, {allowed:g} s were left, and no answer yet")
        # On a busy machine a program gets its CPU time slowly, and must not lose for that.
        idle = meter.count_own_seconds() if allowed == math.inf else meter.count_own_seconds() - used
        if idle > (self._patience if allowed == math.inf else allowed + self._margin):
            raise Silence("no answer to go")


class _Meter:
    """What a program has used for one move."""

    def __init__(self, talk: LineProcess, watch: str) -> None:
        self._talk = talk
        self._watch = watch
        self._cpu = self._read()
        self._began = time.monotonic()
        self._delay = RunDelay(talk.pid)
        self.name = "wall" if self._cpu is None else "process clock"

    def begin(self) -> None:
        """Start the wall's clock; that of the CPU has run on since the last answer."""
        self._began = time.monotonic()
        self._delay = RunDelay(self._talk.pid, self._talk.cpu_seconds() or 0.0)

    def count_own_seconds(self) -> float:
        """Tell how long it has been asked, without the time in which it waited for a core that others used."""
        self._delay.sample(self._talk.cpu_seconds() or 0.0)
        return self._delay.count_own_seconds()

    def used(self) -> float:
        """Tell what has been used so far."""
        return self._since(self._read())

    def end(self) -> float:
        """Tell what was used, and start again."""
        cpu = self._read()
        used = self._since(cpu)
        self._cpu = cpu
        return used

    def _since(self, cpu: float | None) -> float:
        if cpu is None or self._cpu is None:
            return time.monotonic() - self._began
        return cpu - self._cpu

    def _read(self) -> float | None:
        return self._talk.cpu_seconds() if self._watch == "cpu" else None


def _allowed(clock: Clock | None) -> float:
    """Tell how many seconds a move may take at the very most."""
    if clock is None:
        return math.inf
    return min(clock.left, math.inf if clock.move is None else clock.move)


def _answer(talk: LineProcess, deadline: float) -> Answer:
    """Hear the next answer; empty lines are none."""
    while (line := talk.hear(deadline)) is not None:
        if line.strip():
            return _read(line)
    raise Silence(f"not ready within {START_SECONDS:g} s")


def _read(line: str) -> Answer:
    try:
        return read_answer(line)
    except BadLine as error:
        raise BadForm(str(error)) from error


def _unexpected(answer: Answer, expected: str) -> Crash | BadForm:
    if isinstance(answer, Complaint):
        return Crash(f"the program says error {quote(answer.text)}")
    return BadForm(f"expected {expected}, found {quote(str(answer))}")


def _thought(answer: BestMove, info: Info | None) -> Thought | None:
    if answer.move is None or info is None:
        return None
    return Thought(answer.move, info.score, info.depth, info.nodes)


def _printable(text: str) -> str:
    """Make a program's word about itself fit for a table."""
    return "".join(letter for letter in text if letter.isprintable()).strip()[:LONGEST_NAME]
