"""How long games last: self-play of the search, folded into the tables that entries plan their time by.

    bench/game_lengths.py pente --games 5000 --nodes 1500

It prints how many games had how many moves of one side, and from that, for every ten moves that a side has made, how many
more it makes on average in games that are decided, and one more than in the longest of all. src/ludus/entries/game_lengths.py
has rows like those, the histogram in tests/entries/game_lengths.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from statistics import fmean

from ludus import engine
from ludus.games import GAMES

RANDOM_MOVES, MOST_MOVES = 4, 400
STEP = 10
FEWEST_GAMES = 20
"""Fewer games than this say nothing: the last row with so many stands for all that are longer."""


def count_lengths(game: str, games: int, nodes: int, seed: int) -> Counter[int]:
    """Play games, and count how many moves the first side made."""
    start = GAMES[game].start()
    played = engine.selfplay(start, games, nodes, seed, random_moves=RANDOM_MOVES, most_moves=MOST_MOVES)
    return Counter((len(one.moves) + 1) // 2 for one in played)


def fit_rows(lengths: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """Tell for every ten moves made: how many more in decided games on average, and one more than in the longest."""
    rows = []
    for made in range(0, max(lengths), STEP):
        more = sorted(
            length - made for length, count in lengths.items() if length > made for _ in range(count)
        )
        decided = [length for length in more if length < MOST_MOVES // 2 - made]
        if len(decided) < FEWEST_GAMES:
            break
        rows.append((made, round(fmean(decided)), min(more[-1] + 1, MOST_MOVES // 2 - made)))
    return rows


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lengths = count_lengths(options.game, options.games, options.nodes, options.seed)
    print(json.dumps(dict(sorted(lengths.items()))))
    print(fit_rows(lengths))


if __name__ == "__main__":
    main()
