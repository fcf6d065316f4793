"""What a tournament costs beside its games: a single round robin of players of ours, by the very command.

    .venv/bin/python bench/tournament.py --entrants 40        780 games
    .venv/bin/python bench/tournament.py --workers 12         200 entrants, 19,900 games: minutes on a large machine

The coordinator's memory and its share of all CPU time, and how long a game takes, which should be 50 ms or more for the
share to mean anything. Then the commands that an organiser runs on the store, as wall-clock time: standings after new
games and again, filters, and everything that one contestant may see.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

LUDUS = (sys.executable, "-m", "ludus")
TICK = os.sysconf("SC_CLK_TCK")
GOALS = {
    "standings after new games": 2.5,
    "standings again": 0.3,
    "games of one player": 0.3,
    "losses of one player": 0.3,
    "games of round 1": 0.3,
    "games by reason": 0.3,
    "export for one contestant": 2.0,
}


def main() -> None:
    """Play the tournament and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entrants", type=int, default=200, help="how many take part (default: 200)")
    parser.add_argument("--workers", type=int, default=2, help="games at a time (default: 2)")
    options = parser.parse_args()
    entrants: int = options.entrants
    workers: int = options.workers
    with TemporaryDirectory() as folder:
        plan = Path(folder) / "large.toml"
        plan.write_text(write_plan(entrants, workers), encoding="utf-8")
        measure_coordinator(plan, entrants * (entrants - 1) // 2, workers)
        measure_commands(plan.with_suffix(".store"), Path(folder))


def write_plan(entrants: int, workers: int) -> str:
    """Write a plan for so many players that differ by their seeds alone."""
    players = ",\n".join(
        f'    {{ player = "montecarlo:playouts=3,seed={number}", name = "player {number}" }}'
        for number in range(1, entrants + 1)
    )
    return (
        f'game = "checkers"\nply_cap = 60\nworkers = {workers}\nentrants = [\n{players}\n]\n'
        '[schedule]\nkind = "round-robin"\ngames = 1\n'
    )


def measure_coordinator(plan: Path, games: int, workers: int) -> None:
    """Play the tournament; print what its coordinator needs for itself."""
    began = time.monotonic()
    process = subprocess.Popen([*LUDUS, "tournament", str(plan), "--quiet"], stdout=subprocess.DEVNULL)
    own, memory = 0.0, 0
    while True:
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        own, memory = read_own_use(process.pid, own, memory)
        time.sleep(0.1)
    assert status == 0, f"the tournament ended with {os.waitstatus_to_exitcode(status)}"
    wall, everything = time.monotonic() - began, usage.ru_utime + usage.ru_stime
    print(
        f"{games} games by {workers} workers in {wall:.0f} s, {everything / games * 1000:.0f} ms of CPU each"
    )
    print(
        f"coordinator: {own / everything:.1%} of all CPU time (goal 10 %), {memory / 1024:.0f} MB (goal 300 MB)"
    )


def read_own_use(pid: int, own: float, memory: int) -> tuple[float, int]:
    """Read the CPU seconds of a process without its children, and its largest memory in KiB; as before if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return own, memory
    peaks = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")]
    return (int(fields[11]) + int(fields[12])) / TICK, max([memory, *peaks])


def measure_commands(store: Path, folder: Path) -> None:
    """Print how long the commands on the store take."""
    Path(f"{store}.standings").unlink(missing_ok=True)
    path = str(store)
    commands = {
        "standings after new games": ("standings", path, "--top", "10"),
        "standings again": ("standings", path, "--top", "10"),
        "games of one player": ("records", path, "--player", "player 1"),
        "losses of one player": ("records", path, "--player", "player 1", "--result", "loss"),
        "games of round 1": ("records", path, "--round", "1"),
        "games by reason": ("records", path, "--reason", "cut", "--limit", "20"),
        "export for one contestant": ("export", path, "--for", "player 1", str(folder / "player 1")),
    }
    for name, words in commands.items():
        began = time.monotonic()
        subprocess.run([*LUDUS, *words], check=True, stdout=subprocess.DEVNULL)
        print(f"{name:28} {time.monotonic() - began:6.2f} s   (goal {GOALS[name]} s)")


if __name__ == "__main__":
    main()
