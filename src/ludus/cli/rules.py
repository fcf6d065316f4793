"""`ludus games`, `show`, `moves` and `perft`: ask the rules."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial

from ludus import engine
from ludus.cli.arguments import (
    add_colour,
    add_command,
    add_game,
    add_game_files,
    add_position,
    chosen_position,
    interruptible,
    option_names,
)
from ludus.errors import BadOption
from ludus.games.base import perft, squares_of
from ludus.games.registry import all_games
from ludus.terminal.board import caption, draw, wants_colour

DEEPEST = 99
"""Nobody counts further, and recursion has its limits."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this file."""
    games = add_command(
        commands, "games", _games, "list the games, with their options", "  ludus games --game my_game.py"
    )
    add_game_files(games)

    show = add_command(
        commands,
        "show",
        _show,
        "draw a position",
        "  ludus show pente\n  ludus show chezz --after 'e2-e3 b8-c6'\n  ludus show checkers '8/8/8/8/8/B1w5/1w6/2b5 b'",
    )
    moves = add_command(
        commands,
        "moves",
        _moves,
        "list the legal moves of a position, one a line",
        "  ludus moves checkers\n  ludus moves pente --after '10K 9L' --count",
    )
    moves.add_argument("--count", action="store_true", help="say only how many there are")
    leaves = add_command(
        commands,
        "perft",
        _perft,
        "count the move sequences of a given length, a test of the rules",
        "  ludus perft chezz 3\n  ludus perft checkers 9 --native",
    )
    for parser in (show, moves, leaves):
        add_game(parser)
    leaves.add_argument("depth", metavar="DEPTH", type=int, help="how many moves deep")
    leaves.add_argument(
        "--native", action="store_true", help="count with the native core instead of the rules"
    )
    leaves.add_argument("--divide", action="store_true", help="show the count behind each first move")
    for parser in (show, moves, leaves):
        add_position(parser)
    add_colour(show)


def _games(options: argparse.Namespace) -> int:
    games = all_games(tuple(options.files), warn=lambda broken: print(f"warning: {broken}", file=sys.stderr))
    for name, game in games.items():
        about = (sys.modules[game.__module__].__doc__ or "").strip().splitlines() or [""]
        kernel = ", native core" if engine.has_kernel(name) else ""
        print(f"{name}: {about[0].rstrip('.')} ({game.seats} seats{kernel})")
        for option, default in option_names(game).items():
            print(f"    --option {option}={_shown(default)}")
    return 0


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return str(default).lower() if isinstance(default, bool) else "" if default is None else str(default)


def _show(options: argparse.Namespace) -> int:
    position = chosen_position(options)
    last = options.after.split()[-1:]
    marked = squares_of(last[0]) if last else ()
    print(draw(position, colour=wants_colour(sys.stdout, options.color), marked=marked))
    print(caption(position))
    print(position)
    return 0


def _moves(options: argparse.Namespace) -> int:
    moves = chosen_position(options).moves()
    if options.count:
        print(len(moves))
    else:
        sys.stdout.writelines(f"{move}\n" for move in moves)
    return 0


def _perft(options: argparse.Namespace) -> int:
    position = chosen_position(options)
    if not 0 <= options.depth <= DEEPEST:
        raise BadOption(f"DEPTH: expected 0 to {DEEPEST}, found {options.depth}")
    if options.native and not engine.supports(position):
        raise BadOption(f"--native: the native core does not know this position of {position.name}")
    count = engine.perft if options.native else perft
    if options.depth == 0:
        print(1)
        return 0
    moves, total, began = position.moves(), 0, time.monotonic()
    for number, move in enumerate(moves):
        leaves = interruptible(partial(count, position.play(move), options.depth - 1))
        total += leaves
        if options.divide:
            print(f"{move} {leaves}")
        if sys.stderr.isatty() and time.monotonic() - began > 2:
            print(
                f"\r{number + 1} of {len(moves)} first moves, {total:,} so far ",
                end="",
                file=sys.stderr,
                flush=True,
            )
    if sys.stderr.isatty() and time.monotonic() - began > 2:
        print(file=sys.stderr)
    print(total)
    return 0
