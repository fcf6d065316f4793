"""Makes players by name: `kind` or `kind:key=value,key=value`, the same on the command line, in records and in files.

Some kinds play every game; the reference agents of a contest play theirs. Where both have a name, the contest's wins
(greedy in Amazons). `command=` and `folder=` come last and take the rest of the text, commas included; `program:` takes
the rest also without a key, because a source is a path or an address.
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
from ludus.players.alphabeta import DEEPEST, ENGINE_USUAL, REFERENCE, USUAL, AlphaBeta, Engine
from ludus.players.amazons_territory import Territory
from ludus.players.base import BadPlayer, Player, split_name
from ludus.players.baseline import First, Greedy, Last, Random
from ludus.players.engine_process import WATCHES, EngineProcess
from ludus.players.montecarlo import MonteCarlo
from ludus.players.pente_minimax import PenteMinimax
from ludus.players.reference_agents import AmazonsGreedy, CheckersMinimax, Neighbours
from ludus.search.minimax import DEPTH, LEAVES
from ludus.text import quote
from ludus.turn import Limits

if TYPE_CHECKING:
    from ludus.intake.build import OnStep

MOST = 10**18
_REST = {"process": "command", "program": "folder"}
"""The setting of a kind that takes the rest of the text."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """What a text asks for, taken apart."""

    text: str
    game: Game
    seed: int
    settings: dict[str, str]
    unsafe: bool = False
    shown: tuple[str, ...] = ()
    on_step: OnStep | None = None

    def number(self, key: str, usual: int | None = None, least: int = 1, most: int = MOST) -> int | None:
        """Read a setting that is a whole number."""
        if key not in self.settings:
            return usual
        value = self.settings[key]
        if not (value.isascii() and value.isdigit()) or len(value) > 18 or not least <= int(value) <= most:
            bounds = f"{least} to {most}" if most < MOST else f"{least} on"
            raise self.wrong(key, f"a whole number from {bounds}")
        return int(value)

    def seconds(self) -> float | None:
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
            raise self.wrong("seconds", "a number above 0 like 0.5")
        return float(value)

    def choice(self, key: str, choices: Sequence[str]) -> str:
        """Read a setting that has a few values; the first is usual."""
        value = self.settings.get(key, choices[0])
        if value not in choices:
            raise self.wrong(key, f"one of {', '.join(choices)}")
        return value

    def chance(self) -> int:
        """Tell the seed: the setting `seed`, else the one that was handed in."""
        return self.number("seed", self.seed, least=0) or 0

    def limits(self) -> Limits:
        """Collect the limits that were set."""
        return Limits(
            nodes=self.number("nodes"),
            depth=self.number("depth", most=DEEPEST),
            playouts=self.number("playouts"),
            cpu=self.seconds(),
        )

    def wrong(self, key: str, expected: str) -> BadPlayer:
        """Make the error that tells what is wrong with a setting."""
        found = quote(self.settings.get(key, ""))
        return BadPlayer(f"player {quote(self.text)}: expected {expected} as {key}, found {found}")


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player."""

    summary: str
    make: Callable[[PlayerSpec], Player]
    settings: tuple[str, ...] = ()
    is_strange: bool = False
    """Whether it runs a program that nobody has looked at."""
    has_sandbox: bool = False
    """Whether it sees to it itself that such a program is contained."""


_SEED = ("seed",)
_LIMITS = ("nodes", "depth", "seconds")


def _process(wanted: PlayerSpec) -> Player:
    try:
        command = shlex.split(wanted.settings.get("command", ""))
    except ValueError as error:
        raise wanted.wrong("command", f"a command like a shell's ({error})") from None
    if not command or shutil.which(command[0]) is None:
        raise wanted.wrong("command", "a program that can be run, with its arguments,")
    watch = wanted.choice("watch", WATCHES)
    player = EngineProcess(command, wanted.game, wanted.chance(), wanted.limits(), watch)
    player.name = wanted.text
    return player


def _program(wanted: PlayerSpec) -> Player:
    if not wanted.settings.get("folder"):
        raise wanted.wrong("source", "a folder, an archive or ADDRESS#COMMIT")
    # Loaded only here: nobody else needs the contest formats.
    from ludus.intake.build import ignore_step
    from ludus.players.program import PERSISTS, program_player

    persist = wanted.choice("persist", PERSISTS)
    return program_player(
        wanted.settings["folder"],
        wanted.game,
        unsafe=wanted.unsafe,
        shown=wanted.shown,
        persist=persist,
        on_step=wanted.on_step or ignore_step,
    )


GENERIC = {
    "first": PlayerKind("the first move of the list", lambda wanted: First()),
    "last": PlayerKind("the last move of the list", lambda wanted: Last()),
    "random": PlayerKind("any legal move", lambda wanted: Random(wanted.chance()), _SEED),
    "greedy": PlayerKind(
        "the move that improves its standing most right now", lambda wanted: Greedy(wanted.chance()), _SEED
    ),
    "alphabeta": PlayerKind(
        f"looks ahead on the plain rules, by default {USUAL.depth} moves",
        lambda wanted: AlphaBeta(wanted.limits()),
        _LIMITS,
    ),
    "montecarlo": PlayerKind(
        "tries moves by random playouts, by default 200",
        lambda wanted: MonteCarlo(wanted.limits(), wanted.chance()),
        ("playouts", "nodes", "seconds", "seed"),
    ),
    "engine": PlayerKind(
        f"the best engine there is for the game, by default {ENGINE_USUAL.nodes} positions a move",
        lambda wanted: Engine(
            wanted.limits(),
            plain=wanted.choice("search", ("full", "plain")) == "plain",
            reference=wanted.choice("evaluation", ("tuned", "reference")) == "reference",
        ),
        (*_LIMITS, "search", "evaluation"),
    ),
    "reference": PlayerKind(
        f"a fixed point to measure strength by: looks {REFERENCE.depth} moves ahead, and never gets any better",
        lambda wanted: Engine(
            Limits(depth=wanted.number("depth", REFERENCE.depth, most=DEEPEST)), plain=True, reference=True
        ),
        ("depth",),
    ),
    "process": PlayerKind(
        "a program that speaks the engine protocol: process:command=PROGRAM ARGUMENTS (needs --unsafe)",
        _process,
        (*_LIMITS, "seed", "watch", "command"),
        is_strange=True,
    ),
    "program": PlayerKind(
        "a contest program, started for each move: program:FOLDER, an archive, or ADDRESS#COMMIT (in a sandbox, or with --unsafe)",
        _program,
        ("persist", "folder"),
        is_strange=True,
        has_sandbox=True,
    ),
}
"""What plays every game."""

SPECIAL = {
    "neighbours": PlayerKind(
        "the contest's random agent: any legal square next to a stone",
        lambda wanted: Neighbours(wanted.chance()),
        _SEED,
    ),
    "pente-minimax": PlayerKind(
        "the contest's minimax agent: 1 to 3 moves ahead as the clock allows",
        lambda wanted: PenteMinimax(wanted.number("depth", most=DEEPEST)),
        ("depth",),
    ),
    "checkers-minimax": PlayerKind(
        f"the contest's agent: minimax of depth {DEPTH}, the left-most best move",
        lambda wanted: CheckersMinimax(
            wanted.number("depth", DEPTH, most=DEEPEST) or DEPTH, wanted.choice("leaf", LEAVES)
        ),
        ("depth", "leaf"),
    ),
    "amazons-greedy": PlayerKind(
        "the contest's baseline: most treasure now, shots at random",
        lambda wanted: AmazonsGreedy(wanted.chance()),
        _SEED,
    ),
    "territory": PlayerKind(
        "the contest's baseline: one step ahead, treasure by who is nearer",
        lambda wanted: Territory(wanted.chance()),
        _SEED,
    ),
}
"""What plays one game only; the contest of that game says under which name."""


def make_player(
    text: str,
    game: Game,
    seed: int = 0,
    *,
    unsafe: bool = False,
    shown: tuple[str, ...] = (),
    on_step: OnStep | None = None,
) -> Player:
    """Make the player that a text names; programs without a sandbox only if `unsafe`, and they may read what is `shown`.

    Our own players go by that text. A contest program goes by the name that it gives itself, and building it may take
    minutes: `on_step` is told of each step.
    """
    name, settings = _split(text)
    kinds = _kinds(game)
    kind = kinds.get(name)
    if kind is None:
        raise _unknown_player(text, game, kinds)
    unknown = next((key for key in settings if key not in kind.settings), None)
    if unknown is not None:
        have = ", ".join(f"{key}=" for key in kind.settings) or "no settings"
        raise BadPlayer(f"player {quote(text)}: {name} has {have}, found {quote(unknown)}")
    if kind.is_strange and not kind.has_sandbox and not unsafe:
        raise BadPlayer(
            f"player {quote(text)} runs a program as it is, without a sandbox: allow it by --unsafe"
        )
    player = kind.make(PlayerSpec(text, game, seed, settings, unsafe, shown, on_step))
    if not kind.is_strange:
        player.name, player.version = text, f"ludus {__version__}"
    return player


def _unknown_player(text: str, game: Game, kinds: Iterable[str]) -> BadPlayer:
    error = BadPlayer(f"no player is called {quote(text)} in {game.name}; there are {', '.join(kinds)}")
    if os.path.exists(text):  # noqa: PTH110  unlike Path.exists, it takes any text
        error.hint = f"to let the program in {quote(text)} play, write program:{text}"
    return error


def player_names(game: Game) -> tuple[str, ...]:
    """List the kinds of players that play a game."""
    return tuple(_kinds(game))


def describe_players(game: Game) -> dict[str, str]:
    """Tell of each kind in one line who it is and what can be set."""
    return {name: _described(kind) for name, kind in _kinds(game).items()}


def _described(kind: PlayerKind) -> str:
    return f"{kind.summary} [{', '.join(kind.settings)}]" if kind.settings else kind.summary


def _kinds(game: Game) -> dict[str, PlayerKind]:
    agents = CONTESTS[game.name].agents if game.name in CONTESTS else {}
    return {**GENERIC, **{name: {**GENERIC, **SPECIAL}[kind] for name, kind in agents.items()}}


def _split(text: str) -> tuple[str, dict[str, str]]:
    """Take a name apart, and the setting that takes the rest of the text first."""
    name, _, rest = text.partition(":")
    last = _REST.get(name)
    if name == "program" and not rest.startswith(tuple(f"{key}=" for key in GENERIC[name].settings)):
        rest = f"{last}={rest}"
    before, found, value = f",{rest}".partition(f",{last}=")
    if last is None or not found:
        return split_name(text)
    return name, {**split_name(f"{name}:{before[1:]}")[1], last: value}
