"""Time in which a program waits for a core is not its own; and it cannot wait on purpose to gain time."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.sandbox.allowance import LATE, Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.run import run
from ludus.turn import Reply, Request
from tests.programs.folders import HERE
from tests.tolerance import AGAINST_HANGING

pytestmark = pytest.mark.serial

PYTHON = (sys.executable, "-I", "-S")
CORE = max(os.sched_getaffinity(0))
BURN = "import time\nwhile time.process_time() < 0.25: pass"


@contextlib.contextmanager
def busy_core(programs: int) -> Iterator[None]:
    """Keep the core busy with so many programs, each in a session of its own: some kernels share cores by sessions."""
    spin = f"import os; os.sched_setaffinity(0, {{{CORE}}})\nwhile True: pass"
    crowd = [subprocess.Popen([*PYTHON, "-c", spin], start_new_session=True) for _ in range(programs)]
    try:
        yield
    finally:
        for process in crowd:
            process.kill()
            process.wait()


def play(box: Box, folder: Path, *command: str, allowance: Allowance) -> tuple[Reply, float]:
    """Run a program on that core; give its reply and how long it took."""
    for attack in (HERE / "attacks").glob("*.py"):
        shutil.copy(attack, folder)
    began = time.monotonic()
    reply = run(["python3", "-I", "-S", *command], Request(), folder, allowance, box=box, core=CORE)
    return reply, time.monotonic() - began


@pytest.mark.slow
def test_a_busy_core_costs_nobody_its_time(tmp_path: Path, tier: Box) -> None:
    with busy_core(9):
        reply, elapsed = play(tier, tmp_path, "-c", BURN, allowance=Allowance(wall=1, cpu=5))
    assert elapsed > 1.25
    assert (reply.exit_code, reply.killed) == (0, "")
    assert reply.wall_seconds < 1


def test_sleep_is_the_programs_own_time(tmp_path: Path, tier: Box) -> None:
    reply, _ = play(tier, tmp_path, "-c", "import time; time.sleep(0.5)", allowance=Allowance(wall=60, cpu=5))
    assert 0.5 < reply.wall_seconds < AGAINST_HANGING


def test_processes_that_compete_with_each_other_gain_no_time(tmp_path: Path, tier: Box) -> None:
    """Forty of them wait for a second each, all at the same time and for each other."""
    allowance = Allowance(wall=1.5, cpu=5)
    reply, elapsed = play(tier, tmp_path, "competitor.py", "40", "0.02", allowance=allowance)
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    assert elapsed < AGAINST_HANGING


@pytest.mark.slow
def test_a_child_that_always_waits_gains_a_bounded_time(tmp_path: Path, contained: Box) -> None:
    with busy_core(3):
        reply, elapsed = play(contained, tmp_path, "decoy.py", allowance=Allowance(wall=0.5, cpu=5))
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    assert elapsed < AGAINST_HANGING
