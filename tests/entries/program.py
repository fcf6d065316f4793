"""Runs a contest program for one request, as an organiser would: files laid out, standard input fed, reply taken."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ludus.turn import Reply, Request


def run_program(
    command: list[str | Path], request: Request, folder: Path, environment: Mapping[str, str] | None = None
) -> Reply:
    """Run the command in the folder and bring back what it printed, wrote and cost."""
    for name, content in request.files.items():
        (folder / name).write_bytes(content)
    with subprocess.Popen(
        [*map(str, command), *request.arguments],
        cwd=folder,
        env=dict(environment) if environment is not None else None,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        before = _children()
        stdout, stderr = program.communicate(request.stdin, timeout=120)
        spent = _children() - before
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return Reply(stdout, program.returncode, files, stderr, spent)


def _children() -> float:
    """Tell the CPU of all finished children so far; tests run one at a time, so the difference is the program's."""
    times = os.times()
    return times.children_user + times.children_system
