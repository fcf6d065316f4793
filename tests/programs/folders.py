"""Makes a contest entry of one of the tiny programs in this folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from ludus.contests import CONTESTS
from ludus.sandbox.box import Box
from tests.conftest import ROOT
from tests.machines import OPEN

HERE = Path(__file__).parent
_SCRIPT = """\
#!/bin/sh
if [ "$1" = name ]; then echo tester; exit 0; fi
export PYTHONPATH='{root}:{root}/src'
exec python3 "$(dirname "$0")/{program}.py" {game} "$@"
"""


def entry_folder(parent: Path, game: str, program: str) -> Path:
    """Write a folder whose program, called as the contest wants it, runs the tiny one in every game."""
    folder = parent / f"{game}-{program}"
    folder.mkdir()
    shutil.copy(HERE / f"{program}.py", folder)
    script = folder / CONTESTS[game].program
    text = _SCRIPT.format(root=ROOT, program=program, game=game)
    script.write_text(text, encoding="utf-8")
    script.chmod(0o755)
    return folder


def open_box() -> Box:
    """Give the best box here, with the repository in sight: the tiny programs speak by means of Ludus itself."""
    return OPEN.best_box


def processes_of(folder: Path) -> list[str]:
    """List the command lines of running processes that name something in a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if bytes(folder) in line:
            found.append(line.decode(errors="replace"))
    return found
