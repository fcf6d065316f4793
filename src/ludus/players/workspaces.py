"""The workspaces of contest programs: new ones, and those kept for the next game of a program that keeps its files.

A program that may keep its files has one workspace in each process of ours, or as many as it has seats at the same time.
"""

from __future__ import annotations

from pathlib import Path

from ludus.errors import MachineFault
from ludus.sandbox.box import Box
from ludus.sandbox.files import is_noexec
from ludus.sandbox.workspace import Workspace, open_workspace


def take_workspace(program: Path, box: Box, *, keeps_files: bool) -> Workspace:
    """Take the workspace that was kept for a program that keeps its files, if there is one; else a new one."""
    if keeps_files and (kept := box.machine.kept[program]):
        return kept.pop()
    try:
        workspace = open_workspace(box)
    except OSError as error:
        raise MachineFault(
            f"temporary files: cannot be written: {error}; set TMPDIR to another folder"
        ) from error
    where = workspace.folder.parent
    if is_noexec(where):
        workspace.close()
        raise MachineFault(
            f"temporary files: expected a place where programs can be executed, found {where.parent} mounted noexec; "
            "set TMPDIR to another folder"
        )
    return workspace
