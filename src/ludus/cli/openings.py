"""`ludus openings`: make a suite of balanced openings."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.arena.openings import Suite, write_suite
from ludus.arena.suite_maker import (
    IsBalanced,
    MakePlayer,
    Plan,
    judge_by_both,
    judge_by_games,
    judge_by_score,
    make_openings,
)
from ludus.cli.arguments import (
    add_game,
    add_number,
    add_sandbox,
    add_seed,
    choose_game,
    open_machine,
    read_start_options,
)
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.players.named import make_player
from ludus.records.events import PLY_CAP
from ludus.terminal.progress import Progress

if TYPE_CHECKING:
    from ludus.sandbox.capabilities import Machine

EXAMPLES = """\
  ludus openings checkers --count 20 --judge alphabeta:depth=2 --output mine.txt
  ludus openings amazons --count 10 --judge greedy --playouts 4 --limit 0.25 \\
    --output boards.txt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game, and what makes an opening good."""
    add_game(parser)
    add_number(parser, "--count", 50, "number of openings")
    add_number(parser, "--plies", 6, "moves in each opening", "P")
    parser.add_argument("--near", metavar="D", type=int, help="only moves within D cells of a piece")
    add_seed(parser)
    parser.add_argument(
        "--judge",
        metavar="PLAYER",
        default="alphabeta",
        help="the player that judges the balance (default: alphabeta)",
    )
    distance = "allowed distance of the judge's score from --even, or with --playouts of the mean points from the middle"
    add_number(parser, "--limit", 0.0, distance, "X")
    add_number(parser, "--even", 0.0, "the judge's score of an even position", "X")
    parser.add_argument(
        "--playouts",
        metavar="N",
        type=int,
        help="judge each opening by N games of the judge against itself, not by its score",
    )
    parser.add_argument(
        "--playouts-by",
        metavar="PLAYER",
        help="let this player play out each opening that the judge's score allows; both must find it balanced",
    )
    parser.add_argument(
        "--playout-limit",
        metavar="X",
        type=float,
        help="with --playouts-by, allowed distance of the mean points from the middle (default: 0)",
    )
    add_number(parser, "--ply-cap", PLY_CAP, "end a playout after this many moves")
    add_number(parser, "--edition", 1, "the edition in the file's header")
    parser.add_argument("--output", metavar="FILE", required=True, help="write the suite to this file")
    add_sandbox(parser)


def run(options: argparse.Namespace) -> int:
    """Make the suite and write it."""
    game = choose_game(options)
    plan = Plan(options.count, options.plies, options.seed, options.near)
    progress = Progress(sys.stderr)
    found = []
    chosen = read_start_options(game, options.option)
    for opening in make_openings(game, plan, _judge(options, game), chosen):
        found.append(opening)
        progress.show(f"opening {len(found)} of {options.count}: {opening}")
    progress.end()
    suite = Suite(game.name, options.edition, _write_command(options), tuple(found))
    try:
        write_suite(Path(options.output), suite)
    except OSError as error:
        raise BadOption(f"{options.output}: the suite cannot be written: {error.strerror}") from error
    count = "1 opening" if len(found) == 1 else f"{len(found)} openings"
    print(f"wrote {options.output}: {count}")
    return 0


def _judge(options: argparse.Namespace, game: Game) -> IsBalanced:
    if options.playouts is not None and options.playouts < 1:
        raise BadOption(f"--playouts: expected 1 or more, found {options.playouts}")
    if options.playouts is None and options.playouts_by is not None:
        raise BadOption("--playouts-by: --playouts must say how many")
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    judge = _make_maker(options.judge, game, machine)
    if options.playouts is None:
        return judge_by_score(judge, options.limit, options.even)
    if options.playouts_by is None:
        return judge_by_games(judge, options.limit, options.playouts, options.ply_cap)
    return judge_by_both(
        judge_by_score(judge, options.limit, options.even),
        judge_by_games(
            _make_maker(options.playouts_by, game, machine),
            options.playout_limit or 0.0,
            options.playouts,
            options.ply_cap,
        ),
    )


def _make_maker(name: str, game: Game, machine: Machine) -> MakePlayer:
    """Make what makes a player from a seed."""
    return lambda seed: make_player(name, game, machine, seed)


def _write_command(options: argparse.Namespace) -> str:
    """Write the command that makes this suite again where its files are, with all defaults spelled out."""
    words = ["ludus", "openings", options.game]
    words += [word for file in options.files for word in ("--game", file)]
    words += [f"--option={word}" for word in options.option]
    names = "count plies near seed judge limit even playouts playouts_by playout_limit ply_cap edition"
    for name in names.split():
        value = getattr(options, name)
        if value is not None:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            words += [f"--{name.replace('_', '-')}", text]
    words += [word for folder in options.show for word in ("--show", folder)]
    words += ["--unsafe"] if options.unsafe else []
    return shlex.join(words)
