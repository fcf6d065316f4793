"""Where something cannot be written, one line tells what and why."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def complaint(line: str, folder: Path) -> str:
    """Run a command line that fails; give what it says."""
    done = subprocess.run(
        line.replace("ludus", f"'{sys.executable}' -m ludus", 1),
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    return done.stderr


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("ludus match checkers first last --games 1 --ply-cap 2 --quiet --records games", "games"),
        ("ludus sprt checkers first last --max-games 2 --ply-cap 2 --quiet --state state", "state"),
    ],
)
def test_a_file_that_cannot_be_written_is_named(line: str, file: str, tmp_path: Path) -> None:
    said = complaint(f"ulimit -f 0; {line}", tmp_path)
    assert said.splitlines()[0] == f"error: {file}: File too large"


def test_standard_output_that_takes_nothing_is_named(tmp_path: Path) -> None:
    said = complaint("ludus games > /dev/full", tmp_path)
    assert said == "error: standard output: No space left on device\n"
