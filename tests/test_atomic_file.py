"""Files that appear whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludus.atomic_file import wait_for_disk, write_atomically


def test_a_file_that_could_not_be_written_to_the_end_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_waiting_for_the_disk_passes_over_links_and_pipes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").write_text("text")
    (folder / "link").symlink_to("/dev/zero")
    (folder / "lost").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    synced: list[str] = []
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: synced.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
    )
    wait_for_disk(folder)
    assert sorted(synced) == sorted(map(str, (folder, folder / "inner", folder / "inner" / "file")))
