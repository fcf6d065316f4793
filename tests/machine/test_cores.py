"""Each process that plays games has a core of its own, while there are enough."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CLAIM = """
import os, pathlib, sys
from ludus.machine import claims, cores
claims._list_candidates = lambda: iter([pathlib.Path(sys.argv[1])])
print(cores.claim_core(), sorted(os.sched_getaffinity(0)), flush=True)
sys.stdin.read()
"""


def claiming(place: Path) -> subprocess.Popen[str]:
    """Start a process that claims a core and keeps it; in a place of its own, as others claim cores meanwhile."""
    return subprocess.Popen(
        [sys.executable, "-c", CLAIM, str(place / "claims")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def told(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_every_process_gets_another_core_and_the_last_ones_none(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    processes = [claiming(tmp_path) for _ in range(len(cores) + 1)]
    try:
        found = [told(process) for process in processes]
    finally:
        for process in processes:
            process.communicate()
    claimed = [line.partition(" ")[0] for line in found]
    assert "None" in claimed, "there are more processes than cores"
    pinned = [line for line in found if not line.startswith("None")]
    assert all(line == f"{line.partition(' ')[0]} [{line.partition(' ')[0]}]" for line in pinned)
    assert len(set(pinned)) == len(pinned)
    for line in found:
        if line.startswith("None"):
            assert line == f"None {cores}"


def test_a_core_is_free_again_when_its_process_ends(tmp_path: Path) -> None:
    first = claiming(tmp_path)
    core = told(first).partition(" ")[0]
    first.communicate()
    again = claiming(tmp_path)
    assert told(again).partition(" ")[0] == core
    again.communicate()
