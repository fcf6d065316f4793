"""Sources are not to be trusted: whatever is wrong with one, its owner reads it in a log, and the others play."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.intake.cache import Cache
from ludus.sandbox.removal import remove
from ludus.sandbox.workspace import BoundedWorkspace
from ludus.seasons.looks import MOST_ENTRIES, look_at
from ludus.seasons.rows import SeasonRows
from ludus.seasons.sources import Branch, Inbox, PlainSource, Source
from ludus.seasons.store import SeasonStore
from tests.intake.entrants import committed, git
from tests.machines import MACHINE
from tests.missing_tools import hide_tool
from tests.tolerance import AGAINST_HANGING
from tests.tournaments.class_programs import write_program

PLAN = """\
game = "{game}"
ply_cap = 2
clock = "game=8"
workers = 0
quiet = "0s"
schedule = {{ kind = "round-robin", games = 1 }}
references = ["first"]
evaluate = {{ when = "planned", at = [2030-01-01T00:00:00Z] }}
sources = [{{ inbox = "in" }}{more}]
"""
EARLY = "2026-10-01T12:00:00Z"


class Season:
    """A season with an inbox, in which nothing is played yet."""

    def __init__(self, folder: Path, more: str = "", game: str = "chezz") -> None:
        self.folder = folder
        self.inbox = folder / "in"
        self.inbox.mkdir()
        self.plan = folder / "season.toml"
        self.plan.write_text(PLAN.format(more=more, game=game), encoding="utf-8")

    def look(self, now: str = EARLY, *options: str) -> SeasonRows:
        words = ["season", str(self.plan), "--quiet", "--unsafe", "--now", now, *options]
        assert main(words) == 0
        return self.read()

    def read(self) -> SeasonRows:
        return SeasonStore(self.folder / "season" / "season.store").read()

    def read_log(self, key: str) -> str:
        return (self.folder / "season" / "contestants" / key / "log.txt").read_text(encoding="utf-8")


def list_accepted(rows: SeasonRows) -> list[str]:
    return [one.version.key for one in rows.versions if one.version.accepted]


def test_a_link_in_the_inbox_is_not_followed(tmp_path: Path) -> None:
    season = Season(tmp_path)
    other = write_program(tmp_path / "private", "chezz")
    (season.inbox / "anna").symlink_to(other)
    (season.inbox / "berta.zip").symlink_to(other / "run")
    write_program(season.inbox / "clara", "chezz")
    assert list_accepted(season.look()) == ["clara"]
    assert "anna: expected a folder or an archive" in season.read_log("anna")
    assert "found a link" in season.read_log("berta")


def test_a_folder_that_becomes_a_link_before_it_is_imported_is_refused(tmp_path: Path) -> None:
    inbox = tmp_path / "in"
    write_program(inbox / "anna", "chezz")
    (state,) = look_at([Inbox(inbox)], 0, print)
    assert state.fetch is not None
    (inbox / "anna").rename(tmp_path / "elsewhere")
    (inbox / "anna").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="anna"):
        state.fetch(MACHINE.best_box)


def test_what_is_still_being_written_waits_and_is_imported_when_it_is_quiet(tmp_path: Path) -> None:
    inbox = tmp_path / "in"
    write_program(inbox / "anna", "chezz")
    stop = threading.Event()

    def write() -> None:
        while not stop.wait(0.05):
            with (inbox / "anna" / "data").open("a", encoding="ascii") as file:
                file.write("more")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        time.sleep(0.2)
        (busy,) = look_at([Inbox(inbox)], 1, print)
    finally:
        stop.set()
        writer.join()
    assert busy.trouble == "anna: somebody is still writing to it"
    assert busy.fetch is None
    (quiet,) = look_at([Inbox(inbox)], 0.5, print)
    assert quiet.trouble == ""
    assert quiet.fetch is not None


def test_a_huge_program_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    season = Season(tmp_path)
    folder = write_program(season.inbox / "anna", "chezz")
    with (folder / "zeros").open("wb") as file:
        file.truncate(10 << 30)
    write_program(season.inbox / "berta", "chezz")
    before = set(Cache().folder("entrants").iterdir())
    assert list_accepted(season.look()) == ["berta"]
    assert "not imported: " in season.read_log("anna")
    assert len(set(Cache().folder("entrants").iterdir()) - before) <= 1


def test_a_name_that_is_a_path_or_an_escape_stays_inside_the_season(tmp_path: Path) -> None:
    season = Season(tmp_path)
    write_program(season.inbox / "x\\..\\..\\y", "chezz")
    write_program(season.inbox / "a b\x1b[2J\n", "chezz", number=1)
    rows = season.look()
    keys = list_accepted(rows)
    assert len(keys) == 2
    assert all(key.isascii() and key.isprintable() and "/" not in key and "\\" not in key for key in keys)
    outside = {"in", "season", "season.toml"}
    assert {path.name for path in tmp_path.iterdir()} == outside


def test_a_name_that_is_no_text_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    season = Season(tmp_path)
    (season.inbox / os.fsdecode(b"\xff")).mkdir()
    for name in (b"\xff.txt", b"\xfe.zip"):
        (season.inbox / os.fsdecode(name)).touch()
    write_program(season.inbox / "zora", "chezz")
    rows = season.look()
    assert list_accepted(rows) == ["zora"]
    assert len(rows.notices) == 3


def test_folders_within_folders_without_end_are_refused(tmp_path: Path) -> None:
    season = Season(tmp_path)
    nest_folders(season.inbox / "anna", 3000)
    nest_folders(season.inbox / "berta", 900)
    write_program(season.inbox / "zora", "chezz")
    try:
        assert list_accepted(season.look()) == ["zora"]
        assert "not imported: " in season.read_log("anna")
        assert "not imported: " in season.read_log("berta")
    finally:
        remove(season.inbox)


def nest_folders(folder: Path, depth: int) -> None:
    folder.mkdir()
    current = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("a", dir_fd=current)
        inner = os.open("a", os.O_RDONLY, dir_fd=current)
        os.close(current)
        current = inner
    os.close(current)


def test_an_inbox_that_cannot_be_read_does_not_keep_the_others_waiting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    season = Season(tmp_path, ', { key = "zora", source = "zora" }')
    season.inbox.rmdir()
    season.inbox.symlink_to("in")
    write_program(tmp_path / "zora", "chezz")
    assert list_accepted(season.look()) == ["zora"]
    assert "in: this inbox cannot be read: Too many levels of symbolic links" in capsys.readouterr().err


def test_a_flood_of_names_in_an_inbox_is_told_to_the_organiser(tmp_path: Path) -> None:
    for number in range(MOST_ENTRIES + 1):
        (tmp_path / f"{number}").touch()
    told: list[str] = []
    assert len(look_at([Inbox(tmp_path)], 0, told.append)) == MOST_ENTRIES
    assert told == [
        f"{tmp_path}: expected at most {MOST_ENTRIES} names in this inbox; the others are not seen"
    ]


def test_two_that_would_be_one_contestant_are_told_so(tmp_path: Path) -> None:
    season = Season(tmp_path)
    write_program(season.inbox / "anna", "chezz")
    (season.inbox / "anna.zip").write_bytes(b"")
    season.look()
    assert "expected one program, found anna and anna.zip" in season.read_log("anna")


def test_other_files_in_the_inbox_are_told_once(tmp_path: Path) -> None:
    season = Season(tmp_path)
    (season.inbox / "notes.txt").write_text("hello", encoding="ascii")
    season.look()
    rows = season.look()
    assert [one.key for one in rows.notices] == ["notes.txt"]
    assert "expected a folder or an archive" in season.read_log("notes.txt")


def test_a_branch_that_vanishes_leaves_the_last_good_version_playing(tmp_path: Path) -> None:
    repository = write_program(tmp_path / "anna", "chezz")
    committed(repository)
    git("branch", "--force", "work", cwd=repository)
    season = Season(tmp_path, ', { key = "anna", git = "anna", branch = "work" }')
    season.look()
    git("branch", "-D", "work", cwd=repository)
    rows = season.look("2026-10-02T12:00:00Z")
    remove(repository)
    rows = season.look("2026-10-03T12:00:00Z")
    assert rows.list_current()["anna"].number == 1
    first, second, third = season.read_log("anna").splitlines()
    assert "accepted" in first
    assert "expected a branch called work, found none" in second
    assert "expected a git repository" in third


def test_a_source_that_changes_at_each_look_has_a_version_for_each(tmp_path: Path) -> None:
    season = Season(tmp_path)
    write_program(season.inbox / "berta", "chezz")
    folder = write_program(season.inbox / "anna", "chezz")
    for number in range(3):
        (folder / "data").write_text(str(number), encoding="ascii")
        rows = season.look()
    assert [one.version.number for one in rows.versions if one.version.key == "anna"] == [1, 2, 3]
    assert [one.version.number for one in rows.versions if one.version.key == "berta"] == [1]


def test_who_goes_back_to_an_earlier_version_plays_with_that(tmp_path: Path) -> None:
    season = Season(tmp_path)
    folder = write_program(season.inbox / "anna", "chezz")
    first = season.look().list_current()["anna"]
    (folder / "data").write_text("new", encoding="ascii")
    season.look()
    (folder / "data").unlink()
    last = season.look().list_current()["anna"]
    assert (last.number, last.hash) == (3, first.hash)


def test_a_touched_source_is_no_new_version(tmp_path: Path) -> None:
    season = Season(tmp_path)
    folder = write_program(season.inbox / "anna", "chezz")
    season.look()
    os.utime(folder / "run")
    assert len(season.look().versions) == 1


def test_a_content_that_cannot_be_imported_is_tried_a_few_times_only(tmp_path: Path) -> None:
    season = Season(tmp_path)
    (season.inbox / "anna.zip").write_bytes(b"no archive")
    for _ in range(5):
        rows = season.look()
    assert len(rows.notices) == 3


def test_a_refused_version_is_tried_again_on_request(tmp_path: Path) -> None:
    """Something may have been missing on the machine; here it is the program that depends on the day."""
    season = Season(tmp_path)
    write_program(season.inbox / "anna", "chezz", "unbuilt")
    assert len(season.look().versions) == 1
    assert len(season.look().versions) == 1
    rows = season.look(EARLY, "--retry")
    # Refused again for the same reason is nothing new.
    assert [one.version.accepted for one in rows.versions] == [False]


def test_a_version_whose_tool_is_missing_is_refused_until_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = write_program(tmp_path / "repository", "pente")
    commit = committed(repository)
    git("branch", "--force", "work", cwd=repository)
    sources = (
        '{ key = "branch", git = "repository", branch = "work" }',
        f'{{ key = "commit", source = "repository#{commit}" }}',
    )
    season = Season(tmp_path, f", {', '.join(sources)}", "pente")
    write_program(season.inbox / "anna", "pente")
    (season.inbox / "anna" / "Makefile").write_text(f"all: ; # {tmp_path}", encoding="utf-8")
    write_program(season.inbox / "berta", "pente")
    with monkeypatch.context() as hidden:
        hide_tool("make", tmp_path / "without-make", hidden)
        hide_tool("git", tmp_path / "without-both", hidden)
        assert list_accepted(season.look()) == ["berta"]
    assert "make is needed and not installed" in season.read_log("anna")
    assert "git is not installed" in season.read_log("branch")
    assert "git is not installed" in season.read_log("commit")
    accepted = list_accepted(season.look(EARLY, "--retry"))
    assert sorted(accepted) == ["anna", "berta", "branch", "commit"]


def test_equal_content_is_pointed_out_to_the_organiser(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    season = Season(tmp_path)
    write_program(season.inbox / "anna", "chezz", name="same")
    write_program(season.inbox / "berta", "chezz", name="same")
    season.look()
    assert "warning: berta: its content is the same as that of anna" in capsys.readouterr().err
    assert "same as" not in season.read_log("berta")


def test_a_repository_that_does_not_answer_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    write_program(tmp_path / "anna", "chezz")
    began = time.monotonic()
    sources: list[Source] = [
        Branch("hanging", "https://127.0.0.1:9/bot", "main"),
        PlainSource("anna", str(tmp_path / "anna")),
    ]
    hanging, anna = look_at(sources, 0, print)
    assert hanging.trouble
    assert anna.fetch is not None
    assert time.monotonic() - began < AGAINST_HANGING


SPY = """\
for path in {paths!r}:
    try:
        open(path).read()
    except OSError:
        continue
    sys.exit(9)
"""


def test_a_program_can_read_nothing_of_the_season(tmp_path: Path) -> None:
    """Neither its store nor its plan, nor what others have handed in."""
    if (missing := MACHINE.explain_no_containment()) is not None:
        pytest.skip(str(missing))
    season = Season(tmp_path)
    write_program(season.inbox / "anna", "chezz")
    season.look()
    (copy,) = (tmp_path / "season" / "versions" / "anna").iterdir()
    secrets = [
        tmp_path / "season.toml",
        tmp_path / "season" / "season.store",
        tmp_path / "season" / "contestants" / "anna" / "log.txt",
        copy / "run",
        season.inbox / "anna" / "run",
    ]
    spy = write_program(season.inbox / "spy", "chezz", number=1)
    program = (spy / "run").read_text(encoding="utf-8")
    head, imports, rest = program.partition("import sys, time\n")
    (spy / "run").write_text(
        head + imports + SPY.format(paths=list(map(str, secrets))) + rest, encoding="utf-8"
    )
    bare = subprocess.run([str(spy / "run")], stdin=subprocess.DEVNULL, check=False, timeout=60)
    assert bare.returncode == 9
    assert list_accepted(season.look()) == ["anna", "spy"]


def test_temporary_files_that_cannot_be_written_are_not_the_fault_of_an_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its owner hears nothing, and the next look imports it."""
    if MACHINE.unbounded:
        pytest.skip(MACHINE.unbounded)
    season = Season(tmp_path)
    shutil.make_archive(str(season.inbox / "anna"), "zip", write_program(tmp_path / "anna", "chezz"))
    with contextlib.closing(BoundedWorkspace(1 << 20)) as disk, monkeypatch.context() as patch:
        disk.folder.mkdir()
        with contextlib.suppress(OSError), (disk.folder / "data").open("wb") as file:
            file.write(bytes(1 << 21))
        patch.setattr(tempfile, "tempdir", str(disk.folder))
        assert main(["season", str(season.plan), "--quiet", "--unsafe", "--now", EARLY]) == 2
    said = "error: anna: cannot be imported: temporary files: No space left on device; set TMPDIR to another folder"
    assert capsys.readouterr().err.splitlines()[0] == said
    assert season.read().notices == ()
    assert list_accepted(season.look()) == ["anna"]
