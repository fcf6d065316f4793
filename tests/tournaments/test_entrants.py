"""Entrants are imported before the first game: who cannot play is told with reason and log, and nobody waits for them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ludus.entries.export import write_folder
from ludus.errors import MachineFault
from ludus.intake.cache import Cache
from ludus.sandbox.removal import remove
from ludus.store.stored import StoredParticipant
from ludus.tournaments.entrants import choose_players, find_again, import_entrants
from ludus.tournaments.plans.plan import Plan, read_plan
from tests.intake.entrants import committed
from tests.machines import MACHINE
from tests.missing_tools import hide_tool
from tests.tournaments.class_programs import write_program


def make_plan(folder: Path, *entrants: str, game: str = "pente", more: str = "") -> Plan:
    path = folder / "plan.toml"
    path.write_text(f'game = "{game}"\n{more}\nentrants = [{", ".join(entrants)}]\n', encoding="utf-8")
    return read_plan(path)


def import_all(plan: Plan) -> list[StoredParticipant]:
    return list(import_entrants(plan, plan.find_game(), MACHINE))


@pytest.mark.parametrize("game", ["pente", "chezz", "amazons"])
def test_a_good_program_is_imported_with_its_name_and_the_hash_of_its_content(
    game: str, tmp_path: Path
) -> None:
    write_program(tmp_path / "anna", game)
    anna, random = import_all(make_plan(tmp_path, '"anna"', '{ player = "random" }', game=game))
    assert (anna.key, anna.name, anna.absence, anna.notes) == ("anna", "anna", "", "")
    assert anna.version.startswith("sha256:")
    assert "folder=sha256:" in anna.spec
    assert (random.key, random.spec) == ("random", "random")


def test_folders_archives_and_commits_with_the_same_content_are_one_version(tmp_path: Path) -> None:
    folder = write_program(tmp_path / "anna", "pente")
    shutil.make_archive(str(tmp_path / "berta"), "zip", folder)
    commit = committed(shutil.copytree(folder, tmp_path / "clara"))
    plan = make_plan(tmp_path, '"anna"', '"berta.zip"', f'"clara#{commit}"')
    anna, berta, clara = import_all(plan)
    assert anna.version == berta.version == clara.version
    assert anna.notes == ""
    assert berta.notes == clara.notes == "its content is the same as that of anna"


@pytest.mark.parametrize("game", ["pente", "chezz", "amazons"])
def test_a_program_that_cannot_be_built_is_absent_with_its_log(game: str, tmp_path: Path) -> None:
    write_program(tmp_path / "anna", game, "unbuilt")
    anna, _ = import_all(make_plan(tmp_path, '"anna"', '{ player = "random" }', game=game))
    assert "failed, exit code" in anna.absence
    assert "the compiler gives up" in anna.build_log
    assert str(tmp_path) not in anna.absence
    assert "log:" not in anna.absence


def test_a_tournament_does_not_begin_while_a_compiler_or_git_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no fault of the entrant, which would lose its games or its place by it."""
    folder = write_program(tmp_path / "anna", "pente")
    (folder / "Makefile").write_text(f"all: ; # {tmp_path}", encoding="utf-8")
    commit = committed(folder)
    for tool, source in (("make", "anna"), ("git", f"anna#{commit}")):
        with monkeypatch.context() as hidden:
            hide_tool(tool, tmp_path / f"without-{tool}", hidden)
            with pytest.raises(MachineFault, match=f"install Debian's package {tool}$"):
                import_all(make_plan(tmp_path, f'"{source}"', '{ player = "random" }'))


@pytest.mark.parametrize(
    ("style", "told"), [("dead", "it fails a short check: White's first stone: "), ("", "nothing there")]
)
def test_a_program_that_does_not_answer_or_is_not_there_is_absent(
    style: str, told: str, tmp_path: Path
) -> None:
    if style:
        write_program(tmp_path / "anna", "pente", style)
    anna, _ = import_all(make_plan(tmp_path, '"anna"', '{ player = "random" }'))
    assert told in anna.absence
    assert anna.name == "anna"


def test_who_is_absent_stays_out_or_loses_as_the_plan_says(tmp_path: Path) -> None:
    players = ('"nowhere"', '{ player = "random" }', '{ player = "greedy" }')
    out, lose = (make_plan(tmp_path, *players, more=f'absent = "{word}"') for word in ("out", "lose"))
    imported = import_all(out)
    assert [one.key for one in choose_players(out, imported)] == ["random", "greedy"]
    absent = choose_players(lose, imported)[0]
    assert (absent.key, absent.absence) == ("nowhere", imported[0].absence)


def test_equal_names_have_different_keys_and_the_name_of_the_plan_wins(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write_program(tmp_path / folder / "anna", "pente", number=ord(folder))
    imported = import_all(make_plan(tmp_path, '"a/anna"', '"b/anna"', '{ player = "random", name = "anna" }'))
    assert [one.key for one in imported] == ["anna", "anna#2", "anna#3"]
    assert [one.name for one in imported] == ["anna"] * 3
    assert imported[1].notes == "somebody else is called anna, too, so it goes by anna#2"


def test_a_key_of_the_plan_stays_whatever_a_program_is_called(tmp_path: Path) -> None:
    write_program(tmp_path / "anna", "pente")
    write_program(tmp_path / "berta", "pente", number=1)
    entrants = (
        '{ source = "anna", key = "team-1", name = "team-2" }',
        '{ source = "berta", name = "team-1" }',
    )
    first, second = import_all(make_plan(tmp_path, *entrants))
    assert (first.key, first.name) == ("team-1", "team-2")
    assert (second.key, second.name) == ("team-1#2", "team-1")


def test_a_hostile_name_is_shown_harmlessly(tmp_path: Path) -> None:
    folder = write_program(tmp_path / "anna", "chezz")
    (folder / "name").write_bytes(b"\x1b[2J\xffEve\n\n")
    anna, _ = import_all(make_plan(tmp_path, '"anna"', '{ player = "random" }', game="chezz"))
    assert anna.name.isprintable()
    assert "Eve" in anna.name


def test_our_own_entry_is_pointed_out_and_plays(tmp_path: Path) -> None:
    write_folder("checkers", tmp_path / "mine")
    mine, _ = import_all(make_plan(tmp_path, '"mine"', '{ player = "random" }', game="checkers"))
    assert "it contains Ludus itself" in mine.notes
    assert not mine.absence


def test_a_source_that_has_changed_since_is_told_and_the_old_version_stays(tmp_path: Path) -> None:
    folder = write_program(tmp_path / "anna", "pente")
    imported = import_all(make_plan(tmp_path, '"anna"', '{ player = "random" }'))
    assert list(find_again(imported, MACHINE)) == []
    (folder / "more.txt").write_text("news", encoding="utf-8")
    (told,) = find_again(imported, MACHINE)
    assert "anna has changed since the tournament began" in told
    shutil.rmtree(folder)
    (told,) = find_again(imported, MACHINE)
    assert "anna is no longer there since the tournament began" in told


def forget_everything() -> None:
    remove(Cache().root)


def test_a_version_that_the_cache_has_lost_is_imported_again_if_its_source_still_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = write_program(tmp_path / "anna", "pente", number=77)
    commit = committed(shutil.copytree(write_program(tmp_path / "b", "pente", number=78), tmp_path / "berta"))
    imported = import_all(make_plan(tmp_path, '"anna"', f'"berta#{commit}"'))
    forget_everything()
    assert list(find_again(imported, MACHINE)) == []
    forget_everything()
    (folder / "more.txt").write_text("news", encoding="utf-8")
    with pytest.raises(MachineFault, match=r"anna: the cache has lost version sha256:.* no longer is that"):
        list(find_again(imported, MACHINE))
