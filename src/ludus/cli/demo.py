"""`ludus demo`: a few games of everything, our engine against the contests' reference agents."""

from __future__ import annotations

import argparse
import sys

from ludus.arena.referee import Ended, Played, play_game
from ludus.cli.common import add_colour, add_command
from ludus.games import GAMES, Game
from ludus.games.base import BadOption, squares_of
from ludus.players.named import make_player
from ludus.terminal.board import caption, draw, wants_colour

OURS = "engine:nodes=3000"
REFERENCE = {"pente": "minimax", "chezz": "randomlegal", "checkers": "minimax", "amazons": "greedy"}


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(
        commands,
        "demo",
        _demo,
        "let our engine meet the contests' reference agents in every game",
        "  ludus demo --games 10 --color never",
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=4, help="how many games of each, seats in turn (default: 4)"
    )
    add_colour(parser)


def _demo(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise BadOption(f"--games: expected 1 or more, found {options.games}")
    colour = wants_colour(sys.stdout, options.color)
    table = []
    for name, game in GAMES.items():
        won = drawn = 0
        for number in range(options.games):
            print(f"{name}: game {number + 1} of {options.games} ...", file=sys.stderr)
            points, last, move = _one_game(game, number)
            won, drawn = won + (points == 1), drawn + (points == 0.5)
        print(f"\n{name}, the last game, after {move}")
        print(draw(last.position, colour=colour, marked=squares_of(move)))
        print(f"{caption(last.position)}, {last.plies} plies")
        table.append(f"{name:10} {REFERENCE[name]:12} {won:>4} {drawn:>6} {options.games - won - drawn:>5}")
    print(
        f"\n{OURS} against the reference agents\n{'game':10} {'agent':12} {'won':>4} {'drawn':>6} {'lost':>5}"
    )
    print("\n".join(table))
    return 0


def _one_game(game: Game, number: int) -> tuple[float, Ended, str]:
    """Play one game, our seat by its number; return our points, how it ended and the last move."""
    ours = number % 2
    names = [OURS if seat == ours else REFERENCE[game.name] for seat in range(2)]
    players = [make_player(name, game, seed=2 * number + seat) for seat, name in enumerate(names)]
    move = ""
    for event in play_game(game.start(), players):
        if isinstance(event, Played):
            move = event.move
        elif isinstance(event, Ended):
            last = event
    mine, theirs = last.verdict.scores[ours], last.verdict.scores[1 - ours]
    return (1 if mine > theirs else 0.5 if mine == theirs else 0), last, move
