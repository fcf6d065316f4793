"""What every command does with what it cannot do: one line that says why, a hint, and exit code 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludus.cli import main


def expect_refusal(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str], hint: str = "ludus "
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    *_, error, told = captured.err.splitlines()
    assert error.startswith("error: ")
    assert complaint in error
    assert told.startswith(f"hint: {hint}")
    assert "Traceback" not in captured.err


def expect_no_run_without_a_sandbox(command: str) -> None:
    """Try a command on a Pente program in the current folder, where no bubblewrap is to be found."""
    Path("homework.py").write_text("open('ran', 'w')\n")
    words = [sys.executable, "-m", "ludus", command, "pente", "."]
    done = subprocess.run(words, env={"PATH": "/nowhere"}, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "would run without a sandbox (bubblewrap: " in done.stderr
    assert "install Debian's package bubblewrap): --unsafe allows that" in done.stderr
    assert not Path("ran").exists()
