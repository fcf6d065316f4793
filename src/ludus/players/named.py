"""Makes players by name: `kind` or `kind:key=value,key=value`, the same on the command line, in records and in files.

Some kinds play every game; the reference agents of a contest play theirs. Where both have a name, the contest's wins
(greedy in Amazons). `command=`, `folder=` and `file=` come last and take the rest of the text, commas included; `program:`
and `player:` take the rest also without a key, because it is a path or an address, and `level:3` needs none for its number.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludus import __version__
from ludus.contests import CONTESTS
from ludus.games.base import Game
from ludus.players.alphabeta import DEEPEST, ENGINE_USUAL, REFERENCE, USUAL, AlphaBeta, EnginePlayer
from ludus.players.base import BadPlayer, Player
from ludus.players.baseline import First, Greedy, Last, Random
from ludus.players.engine_process import CLOCKS, EngineProcess
from ludus.players.level import USUAL_LEVEL, LevelPlayer, list_levels
from ludus.players.montecarlo import MonteCarlo
from ludus.players.references.amazons_territory import Territory
from ludus.players.references.reference_agents import AmazonsGreedy, CheckersMinimax, Neighbours
from ludus.search.minimax import DEPTH, LEAVES
from ludus.text import quote, read_whole
from ludus.turn import Limits

if TYPE_CHECKING:
    from ludus.intake.build import OnStep
    from ludus.sandbox.capabilities import Machine

MOST = 10**18
_REST = {"process": "command", "program": "folder", "player": "file"}
"""The setting of a kind that takes the rest of the text."""
_FIRST = {"program": "folder", "player": "file", "level": "number"}
"""The setting of a kind that needs no key where it comes first."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A text that names a player, split into its parts."""

    text: str
    game: Game
    machine: Machine
    seed: int
    settings: dict[str, str]
    on_step: OnStep | None

    def read_number(self, key: str, usual: int | None = None, least: int = 1, most: int = MOST) -> int | None:
        """Read a setting that is a whole number."""
        if key not in self.settings:
            return usual
        number = read_whole(self.settings[key], least, most)
        if number is None:
            bounds = f"{least} to {most}" if most < MOST else f"{least} on"
            raise self.make_error(key, f"a whole number from {bounds}")
        return number

    def read_seconds(self) -> float | None:
        """Read the setting `seconds`."""
        if "seconds" not in self.settings:
            return None
        value = self.settings["seconds"]
        if (
            value.count(".") > 1
            or not value.strip(".")
            or value.strip("0123456789.")
            or not 0 < float(value) < 1e9
        ):
            raise self.make_error("seconds", "a number above 0 like 0.5")
        return float(value)

    def read_choice(self, key: str, choices: Sequence[str]) -> str:
        """Read a setting that has a few values; the first is usual."""
        value = self.settings.get(key, choices[0])
        if value not in choices:
            raise self.make_error(key, f"one of {', '.join(choices)}")
        return value

    def read_seed(self) -> int:
        """Read the setting `seed`; by default the seed of the game."""
        return self.read_number("seed", self.seed, least=0) or 0

    def read_limits(self) -> Limits:
        """Collect the limits that were set."""
        return Limits(
            nodes=self.read_number("nodes"),
            depth=self.read_number("depth", most=DEEPEST),
            playouts=self.read_number("playouts"),
            cpu=self.read_seconds(),
        )

    def make_error(self, key: str, expected: str) -> BadPlayer:
        """Make the error that says what is wrong with a setting."""
        found = quote(self.settings.get(key, ""))
        return BadPlayer(f"player {quote(self.text)}: expected {expected} as {key}, found {found}")


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player."""

    summary: str
    make: Callable[[PlayerSpec], Player]
    settings: tuple[str, ...] = ()
    is_untrusted: bool = False
    """Whether it runs an untrusted program."""
    has_sandbox: bool = False
    """Whether it contains such a program itself."""
    is_own_code: bool = False
    """Whether it runs a Python file as a part of us."""


_SEED = ("seed",)
_LIMITS = ("nodes", "depth", "seconds")


def _make_level(spec: PlayerSpec) -> Player:
    number = spec.read_number("number", USUAL_LEVEL, most=len(list_levels()))
    return LevelPlayer(number or USUAL_LEVEL, spec.read_seed())


def _make_process(spec: PlayerSpec) -> Player:
    try:
        command = shlex.split(spec.settings.get("command", ""))
    except ValueError as error:
        raise spec.make_error("command", f"a command like a shell's ({error})") from None
    if not command or shutil.which(command[0]) is None:
        raise spec.make_error("command", "a program that can be run, with its arguments,")
    clock = spec.read_choice("watch", CLOCKS)
    player = EngineProcess(command, spec.game, spec.read_seed(), spec.read_limits(), clock)
    player.name = spec.text
    return player


def _make_pente_minimax(spec: PlayerSpec) -> Player:
    # Loaded only if needed: it makes tables of the board.
    from ludus.players.references.pente_minimax import PenteMinimax

    return PenteMinimax(spec.read_number("depth", most=DEEPEST))


def _make_program(spec: PlayerSpec) -> Player:
    if not spec.settings.get("folder"):
        raise spec.make_error("source", "a folder, an archive or ADDRESS#COMMIT")
    # Loaded only here: nobody else needs the contest formats.
    from ludus.intake.build import ignore_step
    from ludus.players.program import PERSISTS, make_program_player

    persist = spec.read_choice("persist", PERSISTS)
    return make_program_player(
        spec.settings["folder"],
        spec.game,
        spec.machine,
        persist=persist,
        on_step=spec.on_step or ignore_step,
    )


def _make_agent(spec: PlayerSpec) -> Player:
    if not spec.settings.get("file"):
        raise spec.make_error("file", "a Python file with an agent")
    from ludus.players.agent import make_agent_player

    return make_agent_player(
        spec.settings["file"], spec.game, spec.read_seed(), spec.settings.get("version", "")
    )


GENERIC = {
    "first": PlayerKind("the first move of the list", lambda spec: First()),
    "last": PlayerKind("the last move of the list", lambda spec: Last()),
    "random": PlayerKind("any legal move", lambda spec: Random(spec.read_seed()), _SEED),
    "greedy": PlayerKind(
        "looks one move ahead, at material, captures or treasure",
        lambda spec: Greedy(spec.read_seed()),
        _SEED,
    ),
    "alphabeta": PlayerKind(
        f"looks ahead on the plain rules, by default {USUAL.depth} moves",
        lambda spec: AlphaBeta(spec.read_limits()),
        _LIMITS,
    ),
    "montecarlo": PlayerKind(
        "tries moves by random playouts, by default 200",
        lambda spec: MonteCarlo(spec.read_limits(), spec.read_seed()),
        ("playouts", "nodes", "seconds", "seed"),
    ),
    "engine": PlayerKind(
        f"the strongest player here; {ENGINE_USUAL.nodes} positions a move where nothing limits it",
        lambda spec: EnginePlayer(
            spec.read_limits(),
            plain=spec.read_choice("search", ("full", "plain")) == "plain",
            reference=spec.read_choice("evaluation", ("tuned", "reference")) == "reference",
            variety=spec.read_number("variety", 0, least=0) or 0,
            seed=spec.read_seed(),
        ),
        (*_LIMITS, "search", "evaluation", "variety", "seed"),
    ),
    "level": PlayerKind(
        f"an opponent for people, from level:1 for beginners to level:10, by default {USUAL_LEVEL}",
        _make_level,
        ("number", "seed"),
    ),
    "reference": PlayerKind(
        f"a fixed benchmark: looks {REFERENCE.depth} moves ahead, and never changes",
        lambda spec: EnginePlayer(
            Limits(depth=spec.read_number("depth", REFERENCE.depth, most=DEEPEST)), plain=True, reference=True
        ),
        ("depth",),
    ),
    "player": PlayerKind(
        "an agent of your own in Python, trusted as your own code: player:FILE.py or player:FILE.py:CLASS",
        _make_agent,
        ("seed", "version", "file"),
        is_own_code=True,
    ),
    "process": PlayerKind(
        "a program that speaks the engine protocol: process:command=PROGRAM ARGUMENTS (needs --unsafe)",
        _make_process,
        (*_LIMITS, "seed", "watch", "command"),
        is_untrusted=True,
    ),
    "program": PlayerKind(
        "a contest program, started for each move: program:FOLDER, an archive, or ADDRESS#COMMIT (in a sandbox, or with --unsafe)",
        _make_program,
        ("persist", "folder"),
        is_untrusted=True,
        has_sandbox=True,
    ),
}
"""What plays every game."""

SPECIAL = {
    "neighbours": PlayerKind(
        "the contest's random agent: any legal square next to a stone",
        lambda spec: Neighbours(spec.read_seed()),
        _SEED,
    ),
    "pente-minimax": PlayerKind(
        "the contest's minimax agent: 1 to 3 moves ahead as the clock allows",
        _make_pente_minimax,
        ("depth",),
    ),
    "checkers-minimax": PlayerKind(
        f"the contest's agent: minimax of depth {DEPTH}, the left-most best move",
        lambda spec: CheckersMinimax(
            spec.read_number("depth", DEPTH, most=DEEPEST) or DEPTH, spec.read_choice("leaf", LEAVES)
        ),
        ("depth", "leaf"),
    ),
    "amazons-greedy": PlayerKind(
        "the contest's baseline: the step that takes the most treasure, with a random shot",
        lambda spec: AmazonsGreedy(spec.read_seed()),
        _SEED,
    ),
    "territory": PlayerKind(
        "the contest's baseline: looks one step ahead and counts the treasure that it can reach before the others",
        lambda spec: Territory(spec.read_seed(), spec.read_limits()),
        ("nodes", "seconds", "seed"),
    ),
}
"""What plays one game only; the contest of that game says under which name."""


def make_player(
    text: str,
    game: Game,
    machine: Machine,
    seed: int = 0,
    on_step: OnStep | None = None,
    *,
    is_own: bool = False,
) -> Player:
    """Make the player that a text names; programs without a sandbox only on an unsafe machine.

    Where the text is the user's own (`is_own`), it may name a Python file, which becomes a part of us.

    Our own players go by that text. A contest program goes by the name that it gives itself, and building it may take
    minutes: `on_step` is called for each step.
    """
    name, settings = _split(text)
    kinds = _list_kinds(game)
    kind = kinds.get(name)
    if kind is None:
        raise _make_unknown_error(text, game, kinds)
    unknown = next((key for key in settings if key not in kind.settings), None)
    if unknown is not None:
        have = ", ".join(f"{key}=" for key in kind.settings) or "no settings"
        raise BadPlayer(f"player {quote(text)}: {name} has {have}, found {quote(unknown)}")
    if kind.is_untrusted and not kind.has_sandbox and not machine.unsafe:
        raise BadPlayer(
            f"player {quote(text)} runs a program as it is, without a sandbox: --unsafe allows that"
        )
    if kind.is_own_code and not is_own:
        raise BadPlayer(
            f"player {quote(text)} is code that would run as a part of Ludus: it sits only in matches and "
            "tournaments of your own"
        )
    player = kind.make(PlayerSpec(text, game, machine, seed, settings, on_step))
    if not kind.is_untrusted and not kind.is_own_code:
        player.name, player.version = text, f"ludus {__version__}"
    return player


def _make_unknown_error(text: str, game: Game, kinds: Iterable[str]) -> BadPlayer:
    error = BadPlayer(f"no player is called {quote(text)} in {game.name}; there are {', '.join(kinds)}")
    if os.path.exists(text):  # noqa: PTH110  unlike Path.exists, it takes any text
        error.hint = f"to let the program in {quote(text)} play, write program:{text}"
    else:
        error.hint = (
            f"ludus players {game.name} explains them; if it is a contest program, write program:{text}"
        )
    return error


def runs_own_code(text: str) -> bool:
    """Tell whether a text names a Python file that becomes a part of us."""
    kind = GENERIC.get(text.partition(":")[0])
    return kind is not None and kind.is_own_code


def list_player_names(game: Game) -> tuple[str, ...]:
    """List the kinds of players that play a game."""
    return tuple(_list_kinds(game))


def describe_players(game: Game) -> dict[str, str]:
    """Describe each kind in one line, with its settings."""
    return {name: _describe(kind) for name, kind in _list_kinds(game).items()}


def _describe(kind: PlayerKind) -> str:
    return f"{kind.summary} [{', '.join(kind.settings)}]" if kind.settings else kind.summary


def _list_kinds(game: Game) -> dict[str, PlayerKind]:
    agents = CONTESTS[game.name].agents if game.name in CONTESTS else {}
    return {**GENERIC, **{name: {**GENERIC, **SPECIAL}[kind] for name, kind in agents.items()}}


def _split(text: str) -> tuple[str, dict[str, str]]:
    """Split a name from its settings, first the setting that takes the rest of the text."""
    name, _, rest = text.partition(":")
    last = _REST.get(name)
    first = _FIRST.get(name)
    if first and rest and not rest.startswith(tuple(f"{key}=" for key in GENERIC[name].settings)):
        rest = f"{first}={rest}"
    before, found, value = f",{rest}".partition(f",{last}=")
    settings = {last: value} if last and found else {}
    words = before[1:] if settings else rest
    for word in words.split(",") if words else ():
        key, equals, value = word.partition("=")
        if not equals or not key or key in settings:
            raise BadPlayer(f"player {quote(text)}: expected settings like seed=3, found {quote(word)}")
        settings[key] = value
    return name, settings
