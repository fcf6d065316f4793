"""Removing what programs leave: any tree goes, links are not followed, and what stays is a warning and no more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.sandbox.removal import discard, remove
from tests.open_files import list_open_files
from tests.programs.folders import HERE


def dig(folder: Path, depth: int, name: str) -> None:
    """Make folders within each other, deeper than any path can say."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


def test_removing_never_follows_a_link(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    kept.chmod(0o555)
    folder = tmp_path / "folder"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "way").symlink_to(kept)
    (folder / "deep").chmod(0)
    (tmp_path / "link").symlink_to(folder)
    remove(tmp_path / "link")
    assert folder.is_dir()
    remove(folder)
    remove(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert kept.stat().st_mode & 0o777 == 0o555


def test_no_depth_of_folders_is_too_much_to_remove(tmp_path: Path) -> None:
    name = "n" * 255
    dig(tmp_path, 2000, name)
    before = list_open_files()
    remove(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    assert list_open_files() <= before


def test_names_that_take_every_other_name_away_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "play"
    folder.mkdir()
    subprocess.run([sys.executable, HERE / "attacks" / "long_names.py"], cwd=folder, check=True)
    assert len(list(folder.iterdir())) == 255
    remove(folder)
    assert not folder.exists()


def test_no_mode_and_no_kind_of_file_is_in_the_way(tmp_path: Path) -> None:
    folder = tmp_path / "play"
    for mode in (0, 0o100, 0o200, 0o400, 0o500):
        inner = folder / f"{mode:o}" / "inner"
        inner.mkdir(parents=True)
        (inner / "file").touch(mode=0)
        os.mkfifo(inner / "pipe")
        (inner / "\udcff\x1b[2J").symlink_to("pipe")
        inner.chmod(mode)
        inner.parent.chmod(mode)
    folder.chmod(0)
    remove(folder)
    assert not folder.exists()


def test_what_cannot_be_removed_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    kept = Path("/proc/self/comm")
    with pytest.raises(OSError, match="comm"):
        remove(kept)
    discard(kept)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("warning: /proc/self/comm: cannot be removed: ")
    assert kept.exists()
