"""The ladder of levels: each level against the one below it, and level 1 against a simple player; a table for strength.md.

    .venv/bin/python bench/levels.py --games 20 --games-of checkers
    .venv/bin/python bench/levels.py --games 200                        all four, in a quarter of an hour

It plays by `ludus match`, with fixed positions a move and fixed seeds, so a busy machine changes nothing but the time. The
games are kept in a folder: stopped and started again, it goes on; asked for more games, it plays only those that are missing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

LUDUS = (sys.executable, "-m", "ludus")
SIMPLE = {"pente": "minimax:depth=1", "chezz": "greedy", "checkers": "greedy", "amazons": "greedy"}
"""Who should beat level 1, because a beginner should; in Pente greedy sees captures only, and no lines."""
HIGHEST = 10
GOAL = 0.6


def main() -> None:
    """Play the ladder and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="games for each step (default: 100)")
    parser.add_argument(
        "--games-of", nargs="+", default=list(SIMPLE), choices=list(SIMPLE), help="which games"
    )
    parser.add_argument("--folder", type=Path, default=Path("build/levels"), help="where the games are kept")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print("| game | player | against | score | Elo |\n|---|---|---|---|---|")
    missed = [
        f"{game}: {player} against {other}"
        for game in options.games_of
        for player, other in list_steps(game)
        if play_step(game, player, other, options.games, options.folder) < GOAL
    ]
    for step in missed:
        print(f"below {GOAL:.0%}: {step}", file=sys.stderr)
    sys.exit(bool(missed))


def list_steps(game: str) -> list[tuple[str, str]]:
    """List who meets whom, the player who should win first."""
    steps = [(f"level:{number + 1}", f"level:{number}") for number in range(1, HIGHEST)]
    return [(SIMPLE[game], "level:1"), *steps]


def play_step(game: str, player: str, other: str, games: int, folder: Path) -> float:
    """Play one step of the ladder, print its row, and return the share of the points."""
    name = f"{game}-{player}-{other}".replace(":", "")
    command = (*LUDUS, "match", game, player, other, "--games", str(games), "--json", "--quiet")
    kept = ("--records", str(folder / f"{name}.jsonl"))
    done = subprocess.run((*command, *kept), stdout=subprocess.PIPE, text=True, check=True)
    first = json.loads(done.stdout)["players"][0]
    score = f"{first['points']:g}/{first['games']}"
    print(
        f"| {game} | `{player}` | `{other}` | {score} | {first['elo']:+.0f} ± {first['error']:.0f} |",
        flush=True,
    )
    return float(first["points"] / first["games"])


if __name__ == "__main__":
    main()
