"""The workspaces of contest programs, and those kept for the next game of a program that keeps its files.

A program that may keep its files has one workspace in each process of ours, or as many as it has seats at the same time.
"""

from __future__ import annotations

import atexit
from functools import lru_cache
from pathlib import Path

from ludus.errors import MachineFault
from ludus.players.base import BadPlayer
from ludus.sandbox.box import Box
from ludus.sandbox.files import is_noexec
from ludus.sandbox.workspace import Workspace, open_workspace


def take_workspace(program: Path, box: Box, *, keeps_files: bool) -> Workspace:
    """Take the workspace that was kept for a program that keeps its files, if there is one; else a new one."""
    kept = _load_kept().get(program)
    if kept and keeps_files:
        return kept.pop()
    try:
        workspace = open_workspace(box)
    except OSError as error:
        raise MachineFault(
            f"temporary files: cannot be written: {error}; TMPDIR names another place"
        ) from error
    where = workspace.folder.parent
    if is_noexec(where):
        workspace.close()
        raise BadPlayer(
            f"temporary files: expected a place where programs can be executed, found {where.parent} mounted noexec; "
            "name another by TMPDIR"
        )
    return workspace


def keep_workspace(program: Path, workspace: Workspace) -> None:
    """Keep a workspace for the next game of its program."""
    _load_kept().setdefault(program, []).append(workspace)


def close_kept() -> None:
    """Remove all that programs have kept from game to game, when a tournament is over."""
    for workspaces in _load_kept().values():
        for workspace in workspaces:
            workspace.close()
    _load_kept().clear()


@lru_cache(maxsize=1)
def _load_kept() -> dict[Path, list[Workspace]]:
    atexit.register(close_kept)
    return {}
