"""Arguments of the commands that play many games: the clock, the openings, the workers, the records."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ludus.arena.match import MatchSettings, Pairing
from ludus.arena.openings import START, Opening, load_built_in_suite, read_suite
from ludus.arena.runner import ATTEMPTS, Voided
from ludus.cli.arguments import (
    add_quiet,
    add_sandbox,
    add_seed,
    choose_folders,
    choose_game,
    list_options,
    read_start_options,
)
from ludus.errors import BadOption
from ludus.games.registry import find_game
from ludus.players.base import BadPlayer
from ludus.players.participant import Participant, resolve_all
from ludus.records.events import MOST_PLIES, PLY_CAP
from ludus.records.time_control import TimeControl
from ludus.terminal.progress import LongSteps, Progress

INTERRUPTED = 130
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
    add_records(parser)
    parser.add_argument(
        "--ply-cap",
        metavar="N",
        type=int,
        default=PLY_CAP,
        help=f"end a game after this many moves (default: {PLY_CAP})",
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
        help="time or nodes per player, like game=60+0.5, move=2,wall or nodes=5000 (default: none)",
    )
    clock.add_argument("--nodes", metavar="N", help="short for --clock nodes=N")


def chosen_clock(options: argparse.Namespace) -> TimeControl:
    """Read the clock that was named."""
    return TimeControl.read(options.clock if options.nodes is None else f"nodes={options.nodes}")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of games at a time."""
    parser.add_argument(
        "--workers", metavar="K", type=int, default=1, help="play K games at a time (default: 1)"
    )


def add_records(parser: argparse.ArgumentParser) -> None:
    """Add the option for a file of records."""
    parser.add_argument("--records", metavar="FILE", help="write a record of each game to this new file")


def choose_settings(options: argparse.Namespace) -> MatchSettings:
    """Make the settings of all games."""
    game = choose_game(options)
    if not 1 <= options.ply_cap <= MOST_PLIES:
        raise BadOption(f"--ply-cap: expected 1 to {MOST_PLIES}, found {options.ply_cap}")
    if options.workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {options.workers}")
    chosen = read_start_options(game, options.option)
    if "players" in list_options(game) and len(options.players) > game.seats:
        # In a game with any number of seats, all players sit at one board.
        chosen.setdefault("players", str(len(options.players)))
    return MatchSettings(
        game.name,
        tuple(str(Path(file).resolve()) for file in options.files),
        tuple(chosen.items()),
        chosen_clock(options),
        options.ply_cap,
        unsafe=options.unsafe,
        shown=choose_folders(options),
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


def resolve_players(settings: MatchSettings, players: Sequence[str], progress: Progress) -> list[Participant]:
    """Resolve each player once before the first game; warn about those who cannot play."""
    game = find_game(settings.game, settings.files)
    watch = LongSteps(progress).watch
    participants = resolve_all(players, game, unsafe=settings.unsafe, shown=settings.shown, on_step=watch)
    absent = [participant for participant in participants if participant.absence]
    if len(participants) - len(absent) < min(2, len(participants)):
        raise BadPlayer(absent[0].absence)
    for participant in absent:
        progress.note(f"warning: {participant.name} is absent from its games: {participant.absence}")
    return participants


def name_sides(pairing: Pairing) -> list[str]:
    """List the displayed names of the seats."""
    settings = pairing.settings
    position = pairing.opening.position(find_game(settings.game, settings.files), dict(settings.options))
    return [position.seat_name(seat) for seat in range(position.seats)]


def check_new_file(name: str | None) -> Path | None:
    """Check that a file can be written and does not exist yet."""
    if name is None:
        return None
    path = Path(name)
    try:
        path.open("x").close()
    except FileExistsError:
        raise BadOption(f"{name}: the file is already there; name another one") from None
    except OSError as error:
        raise BadOption(f"{name}: the file cannot be written: {error.strerror}") from error
    return path


def describe_void(event: Voided) -> str:
    """Describe a void game."""
    what = (
        "it stays void" if event.is_final else f"it is played again (try {event.attempt + 1} of {ATTEMPTS})"
    )
    details = f"\n{event.details.rstrip()}" if event.is_final and event.details else ""
    return f"warning: game {event.pairing.id} is void: {event.reason}; {what}{details}"
