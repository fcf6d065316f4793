"""Makes a tool one that is not installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def hide_tool(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for commands in a new folder that has all of them but this one."""
    folder.mkdir()
    for place in map(Path, os.environ["PATH"].split(os.pathsep)):
        for command in place.iterdir() if place.is_dir() else ():
            path = folder / command.name
            if command.name != name and not path.is_symlink():
                path.symlink_to(command)
    monkeypatch.setenv("PATH", str(folder))
