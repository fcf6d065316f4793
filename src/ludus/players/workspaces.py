"""The workspaces of contest programs, and those that wait for the next game of a program that keeps its files.

A program that may keep its files has one workspace in each process of ours, or as many as it has seats at one time.
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


def workspace_for(program: Path, box: Box, *, keeps_files: bool) -> Workspace:
    """Give a program that keeps its files the workspace that it had before, if it has left one; else a new one."""
    kept = _kept().get(program)
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


def keep(program: Path, workspace: Workspace) -> None:
    """Hold a workspace for the next game of its program."""
    _kept().setdefault(program, []).append(workspace)


def forget_kept() -> None:
    """Remove all that programs have kept from game to game: a tournament is over."""
    for workspaces in _kept().values():
        for workspace in workspaces:
            workspace.close()
    _kept().clear()


@lru_cache(maxsize=1)
def _kept() -> dict[Path, list[Workspace]]:
    atexit.register(forget_kept)
    return {}
