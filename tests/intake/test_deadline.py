"""Importing an entrant ends in time and in bounded memory, whatever the entrant is made of."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from ludus.intake import tree
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.folder import hash_content
from ludus.intake.links import check_links
from ludus.intake.tree import BadEntrant, Deadline, TreeWriter
from tests.intake.entrants import committed, refuse, zip_file
from tests.machines import MACHINE

LATE = "expected a program that is imported within 0 s, found one that takes longer"


def test_a_folder_and_an_archive_that_take_too_long_are_refused_in_one_line(
    agent: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = zip_file(tmp_path / "a.zip", ("run", b"x"))
    monkeypatch.setattr(tree, "PATIENCE", 0.0)
    refuse(agent, cache, LATE)
    refuse(packed, cache, LATE)


def test_a_commit_that_takes_too_long_is_refused_in_one_line(
    agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{agent}#{committed(agent)}"
    monkeypatch.setattr(tree, "PATIENCE", 0.0)
    refuse(address, cache, LATE)


def test_following_links_and_hashing_end_with_the_same_deadline(agent: Path) -> None:
    with pytest.raises(BadEntrant, match=LATE):
        check_links(agent, "program", Deadline("program", 0))
    with pytest.raises(BadEntrant, match=LATE):
        hash_content(agent, Deadline("program", 0))


def test_what_is_written_piece_by_piece_ends_with_the_deadline(tmp_path: Path) -> None:
    """A file that grows while it is copied never ends by itself."""
    deadline = Deadline("program", 0.2)
    with pytest.raises(BadEntrant, match=LATE):
        TreeWriter(tmp_path, "program", deadline).add_file(
            "log", iter(lambda: b"x", b""), is_executable=False
        )


def test_an_entrant_that_was_imported_before_has_time_again(
    agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "PATIENCE", 0.0)
    refuse(agent, cache, LATE)
    monkeypatch.undo()
    assert import_entrant(agent, MACHINE.best_box, cache).name == "agent"


def test_names_of_letters_that_become_many_do_not_fill_the_memory(tmp_path: Path) -> None:
    """U+FDFA is one letter, and eighteen where spellings are compared."""
    deep = "/".join(["\ufdfa" * 66] * 4)
    tracemalloc.start()
    try:
        writer = TreeWriter(tmp_path, "program")
        for number in range(1500):
            writer.add_link(f"{deep}/{number}", "x")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20
