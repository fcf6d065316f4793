"""A program that is sent to another machine arrives as it is, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.errors import MachineFault
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.parcel import pack_entrant, unpack_entrant
from ludus.intake.tree import BadEntrant
from tests.machines import MACHINE


def make_program(folder: Path) -> Path:
    (folder / "deep/empty").mkdir(parents=True)
    (folder / "agent").write_text("#!/bin/sh\n")
    (folder / "agent").chmod(0o755)
    (folder / "deep/data ä").write_bytes(bytes(range(256)))
    (folder / "link").symlink_to("deep/data ä")
    return folder


def test_it_arrives_under_the_same_hash(tmp_path: Path) -> None:
    ours, theirs = Cache(tmp_path / "ours"), Cache(tmp_path / "theirs")
    entrant = import_entrant(make_program(tmp_path / "program"), MACHINE.best_box, ours)
    unpack_entrant(entrant.hash, pack_entrant(entrant.hash, ours), theirs)
    found = import_entrant(entrant.hash, MACHINE.best_box, theirs)
    assert found.hash == entrant.hash
    assert (found.folder / "link").readlink() == Path("deep/data ä")
    assert (found.folder / "agent").stat().st_mode & 0o111


def test_another_program_is_refused(tmp_path: Path) -> None:
    ours, theirs = Cache(tmp_path / "ours"), Cache(tmp_path / "theirs")
    entrant = import_entrant(make_program(tmp_path / "program"), MACHINE.best_box, ours)
    expected = f"sha256:{'0' * 64}"
    with pytest.raises(BadEntrant, match="another program"):
        unpack_entrant(expected, pack_entrant(entrant.hash, ours), theirs)
    with pytest.raises(MachineFault):
        import_entrant(expected, MACHINE.best_box, theirs)


def test_a_parcel_that_was_cut_is_refused(tmp_path: Path) -> None:
    ours, theirs = Cache(tmp_path / "ours"), Cache(tmp_path / "theirs")
    entrant = import_entrant(make_program(tmp_path / "program"), MACHINE.best_box, ours)
    parcel = pack_entrant(entrant.hash, ours)
    with pytest.raises(BadEntrant):
        unpack_entrant(entrant.hash, parcel[: len(parcel) // 2], theirs)


def test_a_program_that_we_do_not_have_cannot_be_sent(tmp_path: Path) -> None:
    with pytest.raises(MachineFault, match="lost"):
        pack_entrant(f"sha256:{'0' * 64}", Cache(tmp_path))
