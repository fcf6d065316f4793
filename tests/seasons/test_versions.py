"""Our copies of versions."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from ludus.errors import MachineFault
from ludus.intake.entrant import Entrant
from ludus.seasons.versions import keep_copy


def test_a_copy_that_does_not_fit_on_the_disk_is_told_in_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "program"
    folder.mkdir()
    for number in range(100):
        (folder / f"file-{number}").write_text("text", encoding="ascii")
    copy = tmp_path / "versions" / "anna" / "0123"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(MachineFault, match="File too large") as fault:
            keep_copy(Entrant("anna", folder, "sha256:0123", "anna"), copy)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(str(fault.value)) < len(str(copy)) + 100
    assert list(copy.parent.iterdir()) == []
