"""Arguments of the commands that play many games: the clock, the openings, the workers, the records."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.arena.match import MatchSettings
from ludus.arena.openings import START, Opening, list_start_options, load_built_in_suite, read_suite
from ludus.cli.arguments import (
    add_number,
    add_quiet,
    add_sandbox,
    add_seed,
    choose_game,
    read_start_options,
)
from ludus.errors import BadOption
from ludus.records.events import MOST_PLIES, PLY_CAP
from ludus.records.time_control import TimeControl

NO_SUITE = "none"


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how games are played."""
    add_clock(parser)
    parser.add_argument(
        "--openings",
        metavar="SUITE",
        help="a file of openings, or none for the start position (default: the game's own suite; the start position with --option or program:)",
    )
    add_workers(parser)
    add_seed(parser)
    add_number(
        parser,
        "--ply-cap",
        PLY_CAP,
        "end a game after this many moves, as a draw unless the contest decides otherwise",
    )
    add_sandbox(parser)
    add_quiet(parser)


def add_clock(parser: argparse.ArgumentParser) -> None:
    """Add the options for the clock."""
    clock = parser.add_mutually_exclusive_group()
    clock.add_argument(
        "--clock",
        metavar="TEXT",
        default="none",
        help="each player's time: game=60+0.5 is 60 s for the game and 0.5 s more after each move; move=2 is 2 s for each move; nodes=5000 is positions for each move; CPU time, unless ,wall follows (default: none)",
    )
    clock.add_argument("--nodes", metavar="N", help="short for --clock nodes=N")


def read_clock(options: argparse.Namespace) -> TimeControl:
    """Read the clock that was named."""
    return TimeControl.read(options.clock if options.nodes is None else f"nodes={options.nodes}")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of games at a time."""
    add_number(parser, "--workers", 1, "play K games at a time", "K")


def choose_settings(options: argparse.Namespace) -> MatchSettings:
    """Make the settings of all games."""
    game = choose_game(options)
    if not 1 <= options.ply_cap <= MOST_PLIES:
        raise BadOption(f"--ply-cap: expected 1 to {MOST_PLIES}, found {options.ply_cap}")
    if options.workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {options.workers}")
    chosen = read_start_options(game, options.option)
    if "players" in list_start_options(game) and len(options.players) > game.seats:
        # In a game with any number of seats, all players sit at one board.
        chosen.setdefault("players", str(len(options.players)))
    return MatchSettings(
        game.name,
        tuple(str(Path(file).resolve()) for file in options.files),
        tuple(chosen.items()),
        read_clock(options),
        options.ply_cap,
    )


def choose_openings(options: argparse.Namespace) -> tuple[Opening, ...]:
    """Read the chosen suite, or the game's own."""
    game = choose_game(options)
    if options.openings == NO_SUITE:
        return (START,)
    if options.openings is not None:
        return read_suite(Path(options.openings), game).openings
    # Contest games begin at the start position, and a program may support no other.
    has_program = any(text.partition(":")[0] == "program" for text in options.players)
    suite = None if options.option or has_program else load_built_in_suite(game)
    return suite.openings if suite is not None else (START,)
