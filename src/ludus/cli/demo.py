"""`ludus demo`: a few games of everything, to see that it all works."""

from __future__ import annotations

import argparse
import sys

from ludus.arena.referee import Ended, Played, play_game
from ludus.cli.common import add_colour, add_command
from ludus.games import GAMES, Game
from ludus.games.base import BadOption, squares_of
from ludus.players.baseline import baseline
from ludus.terminal.board import caption, draw, wants_colour

PAIR = ("greedy", "random")


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(
        commands,
        "demo",
        _demo,
        "let built-in players meet in every game",
        "  ludus demo --games 10 --color never",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        default=4,
        help="how many games of each, colours halved (default: 4)",
    )
    add_colour(parser)


def _demo(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise BadOption(f"--games: expected 1 or more, found {options.games}")
    colour = wants_colour(sys.stdout, options.color)
    table = []
    for name, game in GAMES.items():
        tally = {"greedy": 0, "random": 0, "drawn": 0}
        for number in range(options.games):
            print(f"{name}: game {number + 1} of {options.games} ...", file=sys.stderr)
            winner, last, move = _one_game(game, number)
            tally[winner] += 1
        print(f"\n{name}, the last game, after {move}")
        print(draw(last.position, colour=colour, marked=squares_of(move)))
        print(f"{caption(last.position)}, {last.plies} plies")
        table.append(f"{name:10} {tally['greedy']:>6} {tally['random']:>6} {tally['drawn']:>6}")
    print(f"\n{'game':10} {'greedy':>6} {'random':>6} {'drawn':>6}")
    print("\n".join(table))
    return 0


def _one_game(game: Game, number: int) -> tuple[str, Ended, str]:
    """Play one game, colours by its number; return who won, how it ended and the last move."""
    seated = PAIR if number % 2 == 0 else PAIR[::-1]
    players = [baseline(name, seed=2 * number + seat) for seat, name in enumerate(seated)]
    move = ""
    for event in play_game(game.start(), players):
        if isinstance(event, Played):
            move = event.move
        elif isinstance(event, Ended):
            last = event
    best = max(last.verdict.scores)
    winners = [seat for seat, score in enumerate(last.verdict.scores) if score == best]
    return (seated[winners[0]] if len(winners) == 1 else "drawn"), last, move
