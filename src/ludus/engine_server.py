"""Serves a player as an engine: reads commands line by line, thinks in a thread of its own, answers.

It keeps the position, the options, and what an engine has found in this game: the same lines since `newgame` give the
same answers, as long as limits are counted in positions or depth. A line that cannot be obeyed is answered by `error`,
and it goes on.
"""

from __future__ import annotations

import random
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import BinaryIO

from ludus import __version__
from ludus.errors import LudusError
from ludus.games.base import Game, Position
from ludus.players.alphabeta import EnginePlayer
from ludus.players.base import Interruption, Leave, Misconduct, Player
from ludus.players.named import make_player
from ludus.players.search_player import SearchPlayer
from ludus.protocols.engine import (
    HELLO,
    IS_READY,
    KNOWN,
    LONGEST_LINE,
    MOST,
    QUIT,
    READY,
    STOP,
    Answer,
    BadLine,
    BestMove,
    Command,
    Complaint,
    Go,
    Identity,
    Info,
    NewGame,
    Option,
    Set,
    SetPosition,
    read_command,
)
from ludus.sandbox.capabilities import Machine
from ludus.text import describe_mismatch
from ludus.turn import Choice, Clock, Limits, Thought, Turn

BEST = "engine"
LONGEST_COMPLAINT = 500

Say = Callable[[str], None]
"""Sends one line to the user of the engine."""


def serve(
    game: Game, machine: Machine, commands: BinaryIO, say: Say, player: str = BEST, seed: int = 0
) -> None:
    """Obey commands until `quit` or their end; a search that still runs is stopped, and answers."""
    server = Server(game, machine, say, player, seed)
    try:
        for line in _read_lines(commands):
            if not server.obey(line):
                break
    finally:
        server.close()


class Server:
    """One session with the user of the engine."""

    def __init__(self, game: Game, machine: Machine, say: Say, player: str = BEST, seed: int = 0) -> None:
        self._game = game
        self._machine = machine
        self._say = say
        self._player = player
        self._seed = seed
        self._turn = Turn(game.start())
        self._engine: EnginePlayer | None = None
        """Kept until the next game, with what it has found."""
        self._thread: threading.Thread | None = None
        self._thinking: Player | None = None
        """Whoever thinks now."""
        self._steps: dict[Position, str] = {}
        """What a player that chose a turn of several moves plays in the positions within that turn."""
        self._output_lock = threading.Lock()
        self._check_player(player)

    def obey(self, line: str | None) -> bool:
        """Obey one line (None: one that was too long); False after `quit`."""
        try:
            if line is None:
                raise BadLine(describe_mismatch("line", f"at most {LONGEST_LINE} bytes", "more"))
            command = read_command(line) if line.strip() else None
            if command == QUIT:
                return False
            if command is not None:
                self._execute(command)
        except LudusError as error:
            self._answer(_make_complaint(error))
        return True

    def close(self) -> None:
        """Stop thinking and wait for the answer."""
        self._stop()
        if self._thread is not None:
            self._thread.join()

    def _stop(self) -> None:
        """Have the search that runs answer now; other players cannot be hurried."""
        if isinstance(player := self._thinking, SearchPlayer):
            player.cancel(Leave())

    def _execute(self, command: Command) -> None:
        if command == STOP:
            self._stop()
        elif command == IS_READY:
            self._answer(READY)
        elif command == HELLO:
            self._introduce()
        elif self._thinking is not None:
            raise BadLine(describe_mismatch("line", "stop, isready or quit while it thinks", str(command)))
        elif isinstance(command, Set):
            self._set(command)
        elif isinstance(command, NewGame):
            self._seed = self._seed if command.seed is None else _check_seed(command.seed)
            self._turn, self._engine, self._steps = Turn(self._game.start()), None, {}
        elif isinstance(command, SetPosition):
            self._turn = _make_turn(self._game, command)
        elif isinstance(command, Go):
            self._go(command.make_limits())

    def _introduce(self) -> None:
        self._answer(Identity("name", f"ludus {self._player}"))
        self._answer(Identity("version", __version__))
        self._answer(Identity("game", self._game.name))
        self._answer(Option("player", self._player))
        self._answer(Option("seed", str(self._seed), (0, MOST)))
        self._answer(KNOWN)

    def _set(self, command: Set) -> None:
        if command.name == "player":
            self._check_player(command.value)
            self._player, self._engine, self._steps = command.value, None, {}
        elif command.name == "seed" and command.value.isascii() and command.value.isdigit():
            self._seed = _check_seed(int(command.value[:20]))
        else:
            raise BadLine(
                describe_mismatch(
                    "set", f"player NAME or seed 0 to {MOST}", f"{command.name} {command.value}"
                )
            )

    def _go(self, limits: Limits) -> None:
        if self._turn.position.outcome() is not None:
            self._answer(BestMove(None))
            return
        if (step := self._steps.get(self._turn.position)) is not None:
            self._answer(BestMove(step))
            return
        player = self._thinking = self._engine or self._make_player()
        if isinstance(player, EnginePlayer):
            self._engine = player
        with suppress(Interruption):
            player.raise_interruption()  # A stop that came too late for the last search.
        self._thread = threading.Thread(target=self._think, args=(player, self._turn, limits), daemon=True)
        self._thread.start()

    def _think(self, player: Player, turn: Turn, limits: Limits) -> None:
        """Find a move and say it; exactly one `bestmove` or `error` comes of it."""
        answer: Answer
        try:
            answer = BestMove(self._find_move(player, turn, limits))
        except (Misconduct, LudusError) as error:
            answer = _make_complaint(error)
        except Exception as error:  # Our own fault: print the traceback, and still answer.
            traceback.print_exc()
            answer = Complaint(f"internal fault: {type(error).__name__}")
        # Before the answer is out, because the next command may come at once.
        self._thinking = None
        self._answer(answer)

    def _find_move(self, player: Player, turn: Turn, limits: Limits) -> str | None:
        """Find a move, or None if the player passes; keep the others of a turn that it has chosen as a whole."""
        began = time.monotonic()
        said: Thought | None = None

        def report(thought: Thought, line: tuple[str, ...]) -> None:
            nonlocal said
            said = thought
            passed = int((time.monotonic() - began) * 1000)
            self._answer(Info(thought.depth, thought.score, thought.nodes, passed, line))

        try:
            if isinstance(player, SearchPlayer):
                thought = player.think(turn, limits or player.choose_limits(None), report)
                choice = Choice((thought.move,), None, thought)
            else:
                choice = player.choose(turn.with_clock(_make_clock(limits)))
        finally:
            player.close()
        if choice.thought is not None and choice.thought != said:
            report(choice.thought, choice.moves)
        self._steps = _list_steps(turn.position, choice.moves)
        return choice.moves[0] if choice.moves else None

    def _check_player(self, name: str) -> None:
        """Refuse a name of which no player can be made."""
        make_player(name, self._game, self._machine).close()

    def _make_player(self) -> Player:
        """Make the player; anew for each answer, so that chance depends on the seed and the ply alone."""
        seed = random.Random(f"{self._seed} {self._turn.ply}").getrandbits(32)
        return make_player(self._player, self._game, self._machine, seed)

    def _answer(self, answer: Answer) -> None:
        """Send a line; when the output is closed, stop thinking."""
        with self._output_lock:
            try:
                self._say(str(answer))
            except OSError:
                self._stop()


def _make_turn(game: Game, command: SetPosition) -> Turn:
    start: Position = game.start() if command.text is None else game.read(command.text)
    return Turn(start, command.moves)


def _list_steps(position: Position, moves: Sequence[str]) -> dict[Position, str]:
    """List the moves of a turn after the first by the positions in which they are played."""
    steps: dict[Position, str] = {}
    for move, following in pairwise(moves):
        position = position.play(move)
        steps[position] = following
    return steps


def _make_clock(limits: Limits) -> Clock:
    times = [limit for limit in (limits.cpu, limits.wall) if limit is not None]
    return Clock(0.0, float("inf"), min(times, default=None), limits.nodes)


def _check_seed(seed: int) -> int:
    if seed > MOST:
        raise BadLine(describe_mismatch("seed", f"a whole number from 0 to {MOST}", str(seed)))
    return seed


def _make_complaint(error: Exception) -> Complaint:
    """Describe an error in one line of limited length."""
    return Complaint(" ".join(str(error)[:LONGEST_COMPLAINT].split()))


def _read_lines(commands: BinaryIO) -> Iterator[str | None]:
    """Read line by line; None stands for a line that is too long."""
    while line := commands.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode("utf-8", "replace")
            continue
        while line and not line.endswith(b"\n"):
            line = commands.readline(LONGEST_LINE)
        yield None
