"""`ludus check`: situations that can be asked, good programs that pass, and bad ones that hear what is wrong."""

from __future__ import annotations

import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

from ludus.arena.openings import Opening
from ludus.contests import CONTESTS
from ludus.contests.situation import ExitWanted, MoveWanted, TranscriptWanted
from ludus.entries.export import write_folder
from ludus.errors import BadOption
from ludus.exams.check import check, list_checks
from ludus.exams.finding import FAILURE, GOOD, STATES, WARNING, Finding
from ludus.exams.leftovers import WatcherReport
from ludus.exams.reproduce import check_place, write_case
from ludus.games import GAMES
from ludus.intake.entrant import import_entrant
from ludus.intake.recipe import Recipe
from ludus.intake.tree import BadEntrant
from ludus.protocols.amazons_file import BadState, read_state
from ludus.search.checkers_transcript import WINNERS, Settings, write_transcript
from ludus.search.minimax import DEPTH, LEAVES
from ludus.turn import Reply, Request
from tests.conftest import ROOT
from tests.machines import MACHINE
from tests.programs.folders import entry_folder, open_box, processes_of


def examined(folder: Path, game: str, *keys: str) -> dict[str, Finding]:
    found = check(import_entrant(folder, open_box()), GAMES[game], only=keys, box=open_box())
    return {finding.key: finding for finding in found}


def the_one(folder: Path, game: str, key: str) -> Finding:
    return examined(folder, game, key)[key]


# Situations


@pytest.mark.parametrize("game", CONTESTS)
def test_every_situation_has_a_key_a_title_and_a_rule_of_its_own(game: str) -> None:
    situations = CONTESTS[game].situations
    assert len({each.key for each in situations}) == len(situations)
    for each in situations:
        assert each.title
        assert each.rule.endswith(".")
    assert CONTESTS[game].behaviour.typical in {each.key for each in situations}


@pytest.mark.parametrize("game", CONTESTS)
def test_somebody_can_move_wherever_a_move_is_wanted(game: str) -> None:
    for each in CONTESTS[game].situations:
        if isinstance(each.wants, MoveWanted):
            text, opening = each.wants.position, Opening.read(each.wants.opening)
            position = GAMES[game].read(text) if text else opening.make_position(GAMES[game])
            assert position.outcome() is None, each.key


def test_the_transcripts_are_the_same_however_the_contest_is_read() -> None:
    """The official samples do not decide these readings, so no program may fail by them."""
    for each in CONTESTS["checkers"].situations:
        assert isinstance(each.wants, TranscriptWanted)
        texts = {
            "".join(write_transcript(each.wants.stdin, Settings(DEPTH, leaf, winner)))
            for leaf, winner in product(LEAVES, WINNERS)
        }
        assert len(texts) == 1, each.key


def test_boards_are_wrong_exactly_where_exit_code_2_is_wanted() -> None:
    for each in CONTESTS["amazons"].situations:
        if isinstance(each.wants, ExitWanted):
            data = each.wants.board.replace("{name}", "me").encode()
            if each.wants.code == 2:
                with pytest.raises(BadState):
                    read_state(data)
            else:
                read_state(data)


# Good programs


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", CONTESTS)
def test_our_own_entries_have_nothing_to_fear(tmp_path: Path, game: str, step: int) -> None:
    """Every tenth check by day, and all at night."""
    write_folder(game, tmp_path / "entry")
    keys = list_checks(GAMES[game])[::step]
    entrant = import_entrant(tmp_path / "entry", MACHINE.best_box)
    findings = check(entrant, GAMES[game], only=keys, box=MACHINE.best_box)
    found = {finding.key: finding for finding in findings}
    assert [finding for finding in found.values() if finding.state != GOOD] == []
    assert set(found) >= set(keys)


def test_a_program_that_needs_what_is_outside_its_folder_fails() -> None:
    """The program in the repository needs the sources; what a contest gets is a copy of its folder alone."""
    finding = the_one(ROOT / "entries" / "checkers", "checkers", "actions-only")
    assert finding.state == FAILURE
    assert "expected the folder ludus" in finding.problem


@pytest.mark.parametrize("game", CONTESTS)
def test_a_plain_good_program_passes_where_it_matters(tmp_path: Path, game: str) -> None:
    folder = _entry(tmp_path, game, "good")
    found = examined(
        folder,
        game,
        CONTESTS[game].situations[0].key,
        CONTESTS[game].behaviour.typical,
        "used-folder",
        "files",
    )
    wrong = {finding.key: finding.kind for finding in found.values() if finding.state == FAILURE}
    # It computes one action, the first legal one; the Checkers contest wants to see others.
    others = {"actions-only": "format", "play-ten": "format", "used-folder": "format"}
    assert wrong == (others if game == "checkers" else {})


# Bad programs


def _entry(parent: Path, game: str, program: str) -> Path:
    folder = entry_folder(parent, game, program)
    for name in CONTESTS[game].behaviour.needed:
        (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


BAD = [
    ("illegal", "pente", "first-black-stone", FAILURE, "illegal", "10K"),
    ("illegal", "chezz", "first-move", FAILURE, "illegal", "no move of White leads here"),
    ("illegal", "checkers", "compute-first", FAILURE, "format", "found '*** BLACK ACTION #1: A1-B2'"),
    ("illegal", "amazons", "middle-game-first", FAILURE, "illegal", "illegal board"),
    ("form", "pente", "first-stone", FAILURE, "format", "expected a square like 10K and nothing else"),
    ("chatty", "pente", "talk", WARNING, "talk", "bytes on standard output; the answer goes elsewhere"),
    ("chatty", "chezz", "first-move", FAILURE, "format", "expected '{'"),
    ("chatty", "checkers", "actions-only", FAILURE, "format", "line 1: expected 'BOARD SIZE: 8x8'"),
    ("daemon", "chezz", "processes", FAILURE, "processes", "daemon.py"),
    ("daemon", "pente", "processes", WARNING, "processes", "daemon.py"),
    ("litter", "pente", "files", WARNING, "files", "'search.log'"),
    ("litter", "checkers", "files", WARNING, "files", "'search.log'"),
    ("dawdle", "pente", "one-second", FAILURE, "time", "1 s were left"),
    ("dawdle", "pente", "hundredth-of-a-second", FAILURE, "time", "0.01 s were left"),
    ("dawdle", "pente", "start", WARNING, "start", "the start alone takes"),
    ("cornered", "pente", "last-square", FAILURE, "crash", "ValueError"),
    ("cornered", "amazons", "last-free-field", FAILURE, "refusal", "it can: exit code 1: ValueError"),
    ("needy", "pente", "clean-folder", FAILURE, "crash", "weights.bin"),
    ("needy", "checkers", "source-outside", FAILURE, "silence", "printed nothing"),
    ("wrong_code", "chezz", "first-move", FAILURE, "crash", "exit code 5"),
    ("wrong_code", "amazons", "blocked", FAILURE, "format", "expected exit code 1, found exit code"),
    ("exit_one", "amazons", "horse", FAILURE, "refusal", "it cannot move, but it can: exit code 1"),
    ("exit_one", "amazons", "row-too-short", FAILURE, "format", "expected exit code 2, found exit code 1"),
    ("silent", "chezz", "first-move", FAILURE, "silence", "wrote nothing"),
    ("huge", "pente", "first-stone", FAILURE, "format", "found 5000004 bytes"),
    ("huge", "chezz", "first-move", FAILURE, "format", "expected at most 1048576 bytes"),
    ("superstitious", "pente", "damaged-data", WARNING, "damaged-data", "playdata.txt"),
    ("once", "amazons", "used-folder", FAILURE, "refusal", "I have been here before"),
    ("vandal", "pente", "used-folder", FAILURE, "silence", "output.txt"),
]


@pytest.mark.parametrize(("program", "game", "key", "state", "kind", "words"), BAD)
def test_a_bad_program_hears_what_is_wrong(
    tmp_path: Path, program: str, game: str, key: str, state: str, kind: str, words: str
) -> None:
    finding = the_one(_entry(tmp_path, game, program), game, key)
    assert (finding.state, finding.kind) == (state, kind), finding
    assert words in finding.problem
    assert finding.rule.endswith(".")
    assert finding.state in STATES
    assert processes_of(tmp_path) == []


@pytest.mark.parametrize("key", ["one-second", "whole-seconds"])
def test_an_illegal_move_is_answered_by_the_rule_of_moves_whatever_is_tried(tmp_path: Path, key: str) -> None:
    finding = the_one(_entry(tmp_path, "pente", "illegal"), "pente", key)
    assert finding.kind == "illegal"
    assert "any empty intersection" in finding.rule


def test_what_a_program_said_is_kept_whole(tmp_path: Path) -> None:
    finding = the_one(_entry(tmp_path, "pente", "needy"), "pente", "first-stone")
    first, *_, last = finding.stderr.splitlines()
    assert first.startswith("Traceback")
    assert finding.problem == f"exit code 1: {last}"


def test_a_good_program_is_watched_without_a_finding(tmp_path: Path) -> None:
    found = examined(_entry(tmp_path, "pente", "good"), "pente", "processes", "memory")
    assert [finding.state for finding in found.values()] == [GOOD] * 3
    assert found["memory"].answer.endswith(" MiB at most")
    assert not found["memory"].answer.startswith("0 ")


def test_who_kills_the_watcher_does_not_write_its_report(tmp_path: Path) -> None:
    folder = _script(tmp_path, "homework", 'echo \'{"processes": [], "memory": 1}\' >&2', "kill -9 $PPID")
    found = examined(folder, "pente", "processes", "memory")
    for key in ("processes", "memory"):
        assert (found[key].state, found[key].kind) == (WARNING, key)
        assert "it could not be observed" in found[key].problem


@pytest.mark.parametrize(
    "report", ["", "[" * 100_000, '{"processes": [], "memory": 1e999}', '{"processes": 1, "memory": 1}', "\0"]
)
def test_what_is_no_report_is_not_believed(report: str) -> None:
    assert WatcherReport.read(Reply(stderr=report.encode())) is None


def test_nothing_is_damaged_where_a_link_leads(tmp_path: Path) -> None:
    folder, outside = _entry(tmp_path, "chezz", "swap"), tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("precious", encoding="utf-8")
    (folder / "target").write_text(str(outside), encoding="utf-8")
    found = examined(folder, "chezz", "first-move", "damaged-data")
    assert [finding.state for finding in found.values()] == [GOOD] * 3
    assert (outside / "file").read_text(encoding="utf-8") == "precious"


def test_names_of_damaged_files_do_nothing_to_a_terminal(tmp_path: Path) -> None:
    evil = "\x1b[2J\nfile"
    folder = entry_folder(tmp_path, "amazons", "superstitious")
    program = folder / "superstitious.py"
    text = program.read_text(encoding="utf-8").replace('"playdata.txt"', repr(f".{evil}"))
    program.write_text(text, encoding="utf-8")
    finding = the_one(folder, "amazons", "damaged-data")
    assert finding.kind == "damaged-data"
    assert finding.problem.isprintable()


def _script(folder: Path, name: str, *lines: str) -> Path:
    (folder / name).write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    (folder / name).chmod(0o755)
    return folder


# Folders


def test_an_incomplete_folder_is_a_failure_that_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "readme").touch()
    (finding,) = examined(tmp_path, "checkers").values()
    assert (finding.state, finding.kind) == (FAILURE, "folder")
    assert "expected a program called checkers" in finding.problem
    assert "expected a file compile in the folder" in the_one(tmp_path, "chezz", "folder").problem


def test_a_program_that_may_not_be_executed_is_told_how(tmp_path: Path) -> None:
    (tmp_path / "checkers").write_text("#!/bin/sh\n", encoding="utf-8")
    assert "chmod +x checkers" in the_one(tmp_path, "checkers", "folder").problem


def test_a_folder_that_cannot_be_prepared_says_why(tmp_path: Path) -> None:
    folder = _entry(tmp_path, "chezz", "good")
    (folder / "compile").write_text("#!/bin/sh\necho no compiler >&2\nexit 7\n", encoding="utf-8")
    finding = the_one(folder, "chezz", "folder")
    assert finding.state == FAILURE
    assert "exit code 7: no compiler" in finding.problem


def test_what_is_not_there_cannot_be_checked(tmp_path: Path) -> None:
    with pytest.raises(BadEntrant, match="expected a folder, an archive"):
        import_entrant(tmp_path / "nowhere", MACHINE.best_box)
    (tmp_path / "homework").touch()
    with pytest.raises(BadOption, match="no check is called 'speed' in pente"):
        list(
            check(
                import_entrant(tmp_path, MACHINE.best_box),
                GAMES["pente"],
                only=["speed"],
                box=MACHINE.best_box,
            )
        )


def test_what_is_checked_is_what_was_imported(tmp_path: Path) -> None:
    folder = _entry(tmp_path, "pente", "good")
    entrant = import_entrant(folder, MACHINE.best_box)
    shutil.rmtree(folder)
    found = [
        finding.state for finding in check(entrant, GAMES["pente"], only=["first-stone"], box=open_box())
    ]
    assert found == [GOOD, GOOD]


# By hand


def test_a_case_can_be_repeated_by_hand(tmp_path: Path) -> None:
    folder = tmp_path / "my agent"
    folder.mkdir()
    (folder / "homework.py").write_text(
        "open('move.txt', 'w').write(open('input.txt').read(5))\nraise SystemExit(4)\n", encoding="utf-8"
    )
    (folder / "calibrate.py").write_text("print('calibrated')\n", encoding="utf-8")
    request = Request(files={"input.txt": b"WHITE\n"})
    recipe = Recipe((), ("python3", "calibrate.py"), ("python3", "homework.py"))
    line = write_case(tmp_path / "the cases", "first", request, folder, recipe, ("move.txt",))
    for _ in range(2):
        done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False, cwd="/")
        assert (done.stdout, done.stderr) == ("calibrated\nexit code 4\nWHITE", "")
    assert sorted(path.name for path in folder.iterdir()) == ["calibrate.py", "homework.py"]


def test_a_case_on_standard_input_can_be_repeated_by_hand(tmp_path: Path) -> None:
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "run").write_text("#!/bin/sh\ncat built -\n", encoding="utf-8")
    (folder / "compile").write_text("#!/bin/sh\necho built > built\n", encoding="utf-8")
    for name in ("run", "compile"):
        (folder / name).chmod(0o755)
    recipe = Recipe((("./compile",),), (), ("./run",))
    line = write_case(tmp_path / "cases", "first", Request(b"w 0 60000 0\n"), folder, recipe, ())
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "built\nw 0 60000 0\nexit code 0\n"


def test_cases_are_never_written_over_something_else(tmp_path: Path) -> None:
    check_place(tmp_path / "new")
    check_place(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("empty")
    (tmp_path / "nowhere").symlink_to("new")
    for place in (tmp_path, tmp_path / "link", tmp_path / "nowhere"):
        with pytest.raises(BadOption, match="expected a new or empty folder"):
            check_place(place)


@pytest.mark.nightly
def test_a_program_that_hangs_is_not_waited_for_again_and_again(tmp_path: Path) -> None:
    findings = list(
        check(
            import_entrant(_entry(tmp_path, "checkers", "burn"), MACHINE.best_box),
            GAMES["checkers"],
            box=MACHINE.best_box,
        )
    )
    assert [finding.kind for finding in findings] == ["", "time", "time", "time"]
    assert "it had to be killed" in findings[-1].problem


def test_an_answer_file_of_another_name_changes_nothing_else_of_a_reply() -> None:
    """A program that was killed while it wrote to another file was once said to be killed after 0.0 s."""
    reply = Reply(b"out", 3, {"other.txt": b"1"}, b"err", 1.5, "time", 12.5)
    files = {"output.txt": b"1"}
    assert reply.with_files(files) == Reply(b"out", 3, files, b"err", 1.5, "time", 12.5)
