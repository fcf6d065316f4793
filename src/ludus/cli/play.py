"""`ludus play`: a person at the terminal against a player, or against another person."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ludus.arena.recorder import Recorder
from ludus.arena.referee import play_game
from ludus.cli.arguments import (
    add_colour,
    add_game,
    add_number,
    add_position,
    add_sandbox,
    add_seed,
    choose_game,
    choose_position,
    open_machine,
    read_start_options,
)
from ludus.cli.match_arguments import add_clock, chosen_clock
from ludus.errors import BadOption
from ludus.players.base import Leave, Player
from ludus.players.named import make_player
from ludus.records.events import MOST_PLIES
from ludus.records.files import append
from ludus.records.record_json import TIME
from ludus.sandbox.capabilities import Machine
from ludus.terminal.board import wants_colour
from ludus.terminal.lines import LineReader
from ludus.terminal.play import TerminalPerson, tell_game
from ludus.terminal.progress import LongSteps, Progress

PERSON = "person"
EXAMPLES = """\
  ludus play checkers                          you begin, against random moves
  ludus play chezz --against engine --seat 2   the engine begins
  ludus play amazons --against person          all players at this terminal
  ludus play pente --against program:my-agent --record games.jsonl
  ludus play checkers --clock game=300,wall    five minutes for each player
  echo '10K' | ludus play pente                moves from a script"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which position, and who plays."""
    add_game(parser)
    add_position(parser)
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        default="random",
        help="your opponent, see 'ludus players GAME', or person (default: random)",
    )
    add_number(parser, "--seat", 1, "your seat, from 1")
    add_clock(parser)
    parser.add_argument("--record", metavar="FILE", help="add a record of the game to this file")
    add_seed(parser)
    add_sandbox(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Play until the game ends or the person leaves."""
    reader = LineReader(sys.stdin)
    if options.position == "-":
        options.position = reader.read()
    start = choose_position(options)
    if start.outcome() is None and not 1 <= options.seat <= start.seats:
        raise BadOption(f"--seat: expected 1 to {start.seats}, found {options.seat}")
    control, file = chosen_clock(options), _chosen_file(options.record)
    colour = wants_colour(sys.stdout, options.color)
    person = TerminalPerson(reader.ask, print, colour)
    seeds = [options.seed + seat for seat in range(start.seats)]
    started = datetime.now(UTC).strftime(TIME)
    chosen = tuple(read_start_options(choose_game(options), options.option).items())
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    with ExitStack() as stack:
        players: list[Player] = []
        for seat, seed in enumerate(seeds):
            is_mine = seat == options.seat - 1 or options.against == PERSON
            players.append(person if is_mine else _make_opponent(options, machine, seed))
            stack.callback(players[-1].close)

        def play() -> None:
            recorder = Recorder(start, players, control, MOST_PLIES)
            events = play_game(start, players, control, MOST_PLIES)
            tell_game(recorder.follow(events), players, print, colour)
            if file is not None:
                record = recorder.record()
                append(file, replace(record, options=chosen, seeds=tuple(seeds), started=started))

        _run_cancellable(play, players)
    return 0


def _make_opponent(options: argparse.Namespace, machine: Machine, seed: int) -> Player:
    report = LongSteps(Progress(sys.stderr)).report
    return make_player(options.against, choose_game(options), machine, seed, report, is_own=True)


def _run_cancellable(play: Callable[[], None], players: Sequence[Player]) -> None:
    """Play in another thread, so that Ctrl-C ends even a native search; a game that is left still comes to its end."""
    with ThreadPoolExecutor(1) as pool:
        game = pool.submit(play)
        try:
            game.result()
        except BaseException:
            for player in players:
                player.cancel(Leave())
            raise


def _chosen_file(name: str | None) -> Path | None:
    """Check that a file can be written to; what is in it stays."""
    if name is None:
        return None
    try:
        Path(name).open("a").close()
    except OSError as error:
        raise BadOption(f"{name}: the file cannot be written: {error.strerror}") from error
    return Path(name)
