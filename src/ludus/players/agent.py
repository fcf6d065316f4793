"""Players of your own, in Python: derive a class from `Agent` and name its file, `player:my_agent.py`.

Such a file is trusted like our own code: it runs in our process, without a sandbox, and may do what you may do. So it sits
wherever you yourself say so, in `ludus play`, `match` and `sprt` and in tournaments of your own, and nowhere else.
What it does wrong is misconduct all the same: an exception is a crash, an answer that is no text is a fault of form.
"""

from __future__ import annotations

import math
import random
import sys
import traceback
from hashlib import sha256
from pathlib import Path

from ludus.games.base import Game
from ludus.games.foreign import describe_error
from ludus.games.registry import UnknownGame, load_file
from ludus.players.base import Absent, BadForm, BadPlayer, Crash, Interruption, Misconduct, Player
from ludus.text import make_printable, quote
from ludus.turn import Choice, Thought, Turn

_DIGITS = 12
"""Of the hash of a file: enough to tell its versions apart."""


class Agent:
    """A player of your own: write `choose`, and whatever else you like.

    There is a new one for each game. `self.random` is seeded by the match, so that its games can be repeated.
    """

    name = ""
    """How it is shown; by default the name of its class."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)

    def choose(self, turn: Turn) -> str | Choice:
        """Choose a legal move of `turn.position`; a `Choice` can also tell what the agent thought of it.

        `turn.moves` are the moves since `turn.start`, and `turn.clock` is what is left, or None.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Do whatever is to be done after the game."""


class AgentPlayer(Player):
    """Sits in for an agent."""

    def __init__(self, agent: Agent, file: Path) -> None:
        self.name = make_printable(str(agent.name)) or type(agent).__name__
        self._agent = agent
        self._file = file

    def choose(self, turn: Turn) -> Choice:
        """Ask the agent."""
        try:
            return _read_answer(self._agent.choose(turn))
        except (Misconduct, Interruption):
            raise
        except (Exception, SystemExit) as error:
            raise Crash(f"{describe_error(error)}{_locate(error, self._file)}") from error

    def close(self) -> None:
        """Let the agent end what it has begun; if it fails, that changes no result."""
        try:
            self._agent.close()
        except (Exception, SystemExit) as error:
            place = _locate(error, self._file)
            print(f"warning: {self.name}: close() failed: {describe_error(error)}{place}", file=sys.stderr)


def make_agent_player(text: str, game: Game, seed: int, version: str) -> Player:
    """Load `FILE.py` or `FILE.py:CLASS` and make its player; a file that has changed since that version is refused."""
    file, name = _split(text)
    if not file.is_file():
        raise BadPlayer(f"player:{text}: expected a Python file with an agent, found none")
    found = sha256(file.read_bytes()).hexdigest()[:_DIGITS]
    if version not in ("", found):
        raise Absent(f"player:{text}: the file has changed since the match began", file.stem, found)
    agent = _find_agent(file, name)
    try:
        player = AgentPlayer(agent(game, seed), file)
    except (Exception, SystemExit) as error:
        why = f"{file}: {agent.__name__} cannot be made: {describe_error(error)}"
        raise Absent(why, agent.__name__, found) from error
    player.version = found
    player.spec = f"player:version={found},file={file}:{agent.__name__}"
    return player


def _split(text: str) -> tuple[Path, str]:
    """Split the file from the name of the class, if there is one."""
    file, mark, name = text.rpartition(":")
    if not mark or not file.endswith(".py"):
        file, name = text, ""
    if not file.endswith(".py"):
        raise BadPlayer(f"player:{text}: expected a Python file (*.py), perhaps with :CLASS behind it")
    return Path(file).resolve(), name


def _find_agent(file: Path, name: str) -> type[Agent]:
    # Behind all others: a file of its folder must not take the place of an installed module.
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    try:
        module = load_file(file)
    except UnknownGame as error:
        raise BadPlayer(str(error)) from error
    agents = {
        value.__name__: value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Agent) and value.__module__ == module.__name__
    }
    if name in agents:
        return agents[name]
    if name or len(agents) != 1:
        known = ", ".join(agents) or "none"
        expected = name or "one class derived from ludus.players.agent.Agent, or :CLASS behind the file"
        raise BadPlayer(f"{file}: expected {expected}, found {known}")
    (agent,) = agents.values()
    return agent


def _read_answer(answer: object) -> Choice:
    """Make a choice of what an agent returned."""
    if isinstance(answer, str):
        return Choice((answer,))
    if isinstance(answer, Choice) and _is_well_formed(answer):
        return answer
    raise BadForm(f"choose() returned {quote(repr(answer)[:200])}, expected a move like 'e2-e3'")


def _is_well_formed(choice: Choice) -> bool:
    """Tell whether a choice holds what the referee and records can use."""
    times = [seconds for seconds in (choice.seconds, choice.wall) if seconds is not None]
    return (
        isinstance(choice.moves, tuple)
        and all(isinstance(move, str) for move in choice.moves)
        and all(isinstance(seconds, int | float) and 0 <= seconds < math.inf for seconds in times)
        and isinstance(choice.thought, Thought | None)
        and isinstance(choice.note, str)
    )


def _locate(error: BaseException, file: Path) -> str:
    """Name the last line of the agent's file that was reached."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)
    ]
    return f" ({file.name}, line {lines[-1]})" if lines else ""
