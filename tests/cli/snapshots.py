"""Whole outputs of commands that are kept as files: run this to write them again, then read the diff."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from ludus.cli import main

FOLDER = Path(__file__).parent / "snapshots"
KEPT = {
    "help.txt": "",
    "record-help.txt": "record",
    "show-help.txt": "show --help",
    "play-help.txt": "play --help",
    "match-help.txt": "match --help",
    "check-help.txt": "check --help",
    "show-checkers.txt": "show checkers --after G6-F5 --color never",
    "rules-checkers.txt": "rules checkers",
}


def output_of(command: str) -> str:
    """Run a command and give what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        main(command.split())
    return printed.getvalue()


if __name__ == "__main__":
    for name, command in KEPT.items():
        (FOLDER / name).write_text(output_of(command), encoding="utf-8")
