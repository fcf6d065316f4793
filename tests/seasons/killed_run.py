"""Runs a season that kills itself between two steps, at each moment once: `python -m tests.seasons.killed_run PLAN NOW FILE SHARE`.

The file lists the moments at which it has died already; the first of all moments is chosen,
and one in SHARE of the others, by its name and the seed.
"""

from __future__ import annotations

import os
import signal
import sys
from hashlib import sha256
from pathlib import Path

from ludus.cli import COMMANDS, season
from ludus.cli.arguments import open_machine
from ludus.cli.parser import parse_words
from ludus.cli.season import make_services, publish
from ludus.seasons.plans.times import parse_time
from ludus.seasons.run import SeasonRun
from ludus.terminal.progress import Progress
from tests.conftest import SEED


class Death:
    """Kills this process at chosen moments."""

    def __init__(self, path: Path, share: int) -> None:
        self._path = path
        self._share = share

    def come(self, point: str) -> None:
        """Die, unless this moment was survived before or is not chosen."""
        # Marks contain times and inodes, which are others in every run.
        name = " ".join(word for word in point.split() if len(word) < 30)
        number = int.from_bytes(sha256(f"{os.environ[SEED]} {name}".encode()).digest()[:4])
        known = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        if point not in known and (not known or number % self._share == 0):
            with self._path.open("a", encoding="utf-8") as file:
                print(point, file=file, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)


def run(plan: Path, now: str, died: Path, share: int) -> int:
    options = parse_words("season", COMMANDS["season"], season, [str(plan), "--quiet"])
    services = make_services(options, open_machine(unsafe=True), Progress(sys.stderr, True))
    time = parse_time(now, "NOW")
    return len(SeasonRun(plan, services, lambda: time, publish, Death(died, share).come).run())


if __name__ == "__main__":
    plan, now, died, share = sys.argv[1:]
    sys.exit(run(Path(plan), now, Path(died), int(share)))
