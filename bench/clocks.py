"""The clocks of our entries while every core is busy: who loses on time, and how much of a clock is used.

    .venv/bin/python bench/clocks.py                              Pente and Chezz at 1, 5, 60 and 300 s: hours
    .venv/bin/python bench/clocks.py pente --seconds 1 --games 20
    .venv/bin/python bench/clocks.py --burners 0                  where others keep the cores busy already

An entry plays itself in the sandbox, as in a contest, beside a process on each core that only burns time. The games are
kept in a folder, by the entry that played them: stopped and started again, it goes on. Used is what the loser of a game, or
both sides of one that is longer than most, have taken of their clock, in the median. A clock was too short for a game where
the starts of the program alone, each as long as a quick move, take more of it than the plan leaves to them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from burners import keep_cores_busy

from ludus.entries.export import write_folder
from ludus.entries.time_budget import SPARE
from ludus.records.events import BY_RULES, CUT_SHORT
from ludus.records.files import read_file
from ludus.records.record import BY_TIME, Record

LUDUS = (sys.executable, "-m", "ludus")
GAMES = ("pente", "chezz")
COUNTS = {1: 200, 5: 60, 60: 6, 300: 2}
"""How many games on which clock, in seconds."""
INTERRUPTED = 130
FROM, TO = 0.7, 0.9
"""The share of a clock that should be used where the game was long or lost."""
LONG_CLOCK = 5
"""From so many seconds on that share is a goal, and nobody may lose on time."""


@dataclass(frozen=True, slots=True)
class Row:
    """What happened on one clock."""

    games: int
    lost_on_time: int
    short: int
    """Of these, in so many games the starts alone took too much."""
    other_offences: int
    used: float
    """The share of the clock, in the median."""


def main() -> None:
    """Play on each clock and print a row for it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "games_of", nargs="*", metavar="GAME", help=f"which of {', '.join(GAMES)} (default: all)"
    )
    parser.add_argument(
        "--seconds", type=int, nargs="+", default=list(COUNTS), help="clocks (default: 1 5 60 300)"
    )
    parser.add_argument("--games", type=int, help="games on each clock (default: 200, 60, 6, 2)")
    parser.add_argument("--workers", type=int, default=1, help="games at a time (default: 1)")
    parser.add_argument(
        "--burners", type=int, default=os.cpu_count(), help="processes that burn time (default: one a core)"
    )
    parser.add_argument("--folder", type=Path, default=Path("build/clocks"), help="where games are kept")
    options = parser.parse_args()
    if unknown := set(options.games_of) - set(GAMES):
        parser.error(f"expected some of {', '.join(GAMES)}, found {unknown.pop()!r}")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missed = False
    print(
        "| game | clock | games | lost on time | of these short | other offences | used |\n|---|---|---|---|---|---|---|"
    )
    try:
        with keep_cores_busy(options.burners):
            for game in options.games_of or GAMES:
                entry = export(game, folder)
                for seconds in options.seconds:
                    games = options.games or COUNTS.get(seconds, 2)
                    row = sum_up(play(entry, game, seconds, games, options.workers), seconds)
                    print(
                        f"| {game} | {seconds} s | {row.games} | {row.lost_on_time} | {row.short} | "
                        f"{row.other_offences} | {row.used:.0%} |",
                        flush=True,
                    )
                    missed |= not is_met(row, seconds)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(missed)


def export(game: str, folder: Path) -> Path:
    """Write the entry as it is now, to a folder that is named for what it contains."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        new = Path(place) / game
        write_folder(game, new)
        *_, content = (new / "LUDUS.txt").read_text(encoding="utf-8").split()
        entry = folder / f"{game}-{content}"
        if not entry.exists():
            new.rename(entry)
    return entry


def play(entry: Path, game: str, seconds: int, games: int, workers: int) -> list[Record]:
    """Let the entry play itself, or what is missing of that, and return the games."""
    records = entry.with_name(f"{entry.name}-{seconds}.jsonl")
    player = f"program:{entry}"
    command = (*LUDUS, "match", game, player, player, "--games", str(games), "--clock", f"game={seconds}")
    kept = ("--records", str(records), "--workers", str(workers), "--json")
    done = subprocess.run((*command, *kept), stdout=subprocess.DEVNULL, check=False)
    if done.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)} ended with {done.returncode}")
    return list(read_file(records))


def sum_up(records: Sequence[Record], seconds: float) -> Row:
    """Count what went wrong, and what was used of the clocks."""
    long = statistics.median(len(record.moves) for record in records)
    used: list[float] = []
    lost_on_time = short = other = 0
    for record in records:
        verdict = record.verdict
        if verdict.kind == BY_TIME and verdict.seat is not None:
            lost_on_time += 1
            short += add_starts(record, verdict.seat) > (1 - SPARE) * seconds
        elif verdict.kind not in (BY_RULES, CUT_SHORT):
            other += 1
        is_long = len(record.moves) > long
        used += [
            min(1.0, record.used[seat] / seconds)
            for seat, points in enumerate(record.points)
            if is_long or points == 0
        ]
    return Row(len(records), lost_on_time, short, other, statistics.median(used) if used else 0.0)


def add_starts(record: Record, seat: int) -> float:
    """Estimate what the starts of a seat took: as much for each move as a quick one, with little search or none."""
    own = sorted(cost for number, cost in enumerate(record.seconds) if number % 2 == seat)
    return own[len(own) // 4] * (len(own) + 1) if own else 0.0


def is_met(row: Row, seconds: float) -> bool:
    """Tell whether nobody lost on time who could have helped it, and enough of a long clock was used."""
    if row.other_offences or row.lost_on_time > (0 if seconds >= LONG_CLOCK else row.short):
        return False
    return seconds < LONG_CLOCK or FROM <= row.used <= TO


if __name__ == "__main__":
    main()
