"""`ludus check` as a user types it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.entries.export import write_folder
from ludus.exams.check import list_checks
from ludus.games import GAMES
from ludus.sandbox.box import METERS, TIERS
from tests.cli.refusals import expect_no_run_without_a_sandbox, expect_refusal
from tests.missing_tools import hide_tool
from tests.programs.folders import entry_folder

Captured = pytest.CaptureFixture[str]
FINDING = {
    "key",
    "state",
    "kind",
    "tried",
    "problem",
    "answer",
    "rule",
    "exit_code",
    "cpu_seconds",
    "stderr",
    "same_as",
    "by_hand",
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> int:
    return main([*words, "--quiet"])


def entry(game: str) -> str:
    write_folder(game, Path("entry"))
    return "entry"


def test_a_good_program_is_fine_with_exit_code_0(capsys: Captured) -> None:
    assert run("check", "checkers", entry("checkers"), "--unsafe") == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    lines = captured.out.splitlines()
    assert lines[0].startswith("checkers program entry (run by ")
    number = len(list_checks(GAMES["checkers"]))
    assert lines[-1] == f"{number} of {number} checks passed"
    assert all(line.startswith("ok ") for line in lines[2:-2])
    assert not Path("check-checkers").exists()


def test_a_long_build_says_what_is_done_and_for_how_long(capsys: Captured) -> None:
    folder = Path(entry("chezz"))
    (folder / "compile").write_text("#!/bin/sh\nsleep 4\nexit 1\n", encoding="utf-8")
    (folder / "compile").chmod(0o755)
    assert main(["check", "chezz", str(folder), "--unsafe"]) == 1
    assert re.search(r": building, compile, \d s so far\n", capsys.readouterr().err)


def test_an_archive_is_checked_like_its_folder(capsys: Captured) -> None:
    archive = shutil.make_archive("handed-in", "gztar", base_dir=entry("checkers"))
    versions = []
    for source in ("entry", archive):
        assert run("check", "checkers", source, "--unsafe", "--json", "--only", "play-ten") == 0
        versions.append(json.loads(capsys.readouterr().out)["version"])
    assert versions[0] == versions[1]


def test_a_bad_program_fails_with_exit_code_1_and_its_story(tmp_path: Path, capsys: Captured) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    assert run("check", "pente", str(folder), "--unsafe", "--only", "first-stone") == 1
    out = capsys.readouterr().out
    story = out[out.index("failure: first-stone") :].splitlines()
    assert all(len(line) <= 80 for line in story)
    found = [line.split()[0] for line in story if line[2:11].strip() and line.startswith("  ")]
    assert found == ["check", "problem", "answer", "rule", "by", "stderr"]
    whole = " ".join(" ".join(story).split())
    assert "expected a square like 10K and nothing else, found '10k please\\n'" in whole
    assert "The answer is one line in output.txt: the row, then the column" in whole
    assert story[-1] == "1 of 2 checks passed, 1 failure"
    (line,) = (line.removeprefix("  by hand").strip() for line in story if line.startswith("  by hand"))
    assert line == "sh check-pente/first-stone/again.sh"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert "exit code 0\n10k please\n" in done.stdout
    assert done.returncode == 1


def test_a_missing_compiler_is_no_failure_of_the_program(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "homework.cpp").write_text(f"int main() {{}} // {tmp_path}")
    hide_tool("g++", tmp_path / "bin", monkeypatch)
    assert run("check", "pente", "bot", "--unsafe") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[0].startswith("error: program 'bot': g++ is needed and not installed; install")


def test_warnings_do_not_fail(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "homework.py").write_text("for name in 'output.txt', 'log': open(name, 'w').write('10K')\n")
    assert run("check", "pente", str(tmp_path), "--unsafe", "--only", "files") == 0
    assert capsys.readouterr().out.endswith("1 of 2 checks passed, 1 warning\n")


def test_the_report_as_json(tmp_path: Path, capsys: Captured) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    words = ("--only", "first-stone", "--only", "memory")
    assert run("check", "pente", str(folder), "--unsafe", "--json", "--cases", "cases", *words) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["game"], found["passed"]) == (1, "pente", False)
    assert found["counts"] == {"ok": 2, "warning": 0, "failure": 1}
    assert found["untried"] == []
    assert found["version"].startswith("sha256:")
    assert found["tier"] in TIERS
    assert found["meter"] in METERS
    assert [check["key"] for check in found["checks"]] == ["folder", "first-stone", "memory"]
    assert all(set(check) == FINDING for check in found["checks"])
    failure = found["checks"][1]
    assert (failure["state"], failure["kind"], failure["exit_code"]) == ("failure", "format", 0)
    assert failure["by_hand"] == "sh cases/first-stone/again.sh"
    assert Path("cases/first-stone/files/input.txt").read_text().startswith("WHITE\n")


def test_colour_marks_the_states_and_can_be_switched_off(capsys: Captured) -> None:
    words = ("check", "checkers", entry("checkers"), "--unsafe", "--only", "folder")
    assert run(*words, "--color", "always") == 0
    assert "\x1b[32mok" in capsys.readouterr().out
    assert run(*words, "--color", "never") == 0
    assert "\x1b" not in capsys.readouterr().out


def test_progress_is_shown_while_it_runs(capsys: Captured) -> None:
    assert main(["check", "checkers", entry("checkers"), "--unsafe", "--only", "folder"]) == 0
    assert capsys.readouterr().err.startswith("check 1 of 1: folder, ok\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["check", "pente", "nowhere", "--unsafe"], "expected a folder, an archive"),
        (["check", "chess", "."], "no game is called 'chess'"),
        (["check", "pente", "http://host/x#12"], "ADDRESS#COMMIT"),
        (["check", "pente", ".", "--unsafe", "--only", "luck"], "no check is called 'luck' in pente"),
        (["check", "pente", ".", "--unsafe", "--cases", "/usr"], "/usr: expected a new or empty folder"),
    ],
)
def test_bad_input_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(words, complaint, capsys)


def test_without_a_sandbox_nothing_is_run_unless_somebody_says_so() -> None:
    expect_no_run_without_a_sandbox("check")


def test_a_folder_that_came_with_the_program_is_not_written_into(tmp_path: Path, capsys: Captured) -> None:
    """Not even one that looks as if an earlier check had made it."""
    folder = entry_folder(tmp_path, "pente", "form")
    (tmp_path / "precious").write_text("precious", encoding="utf-8")
    case = tmp_path / "check-pente" / "first-stone"
    (case / "files").mkdir(parents=True)
    (tmp_path / "check-pente" / "LUDUS-CHECK").touch()
    for link in (case / "again.sh", case / "files" / "input.txt", tmp_path / "check-pente-2"):
        link.symlink_to(tmp_path / "precious")
    assert run("check", "pente", str(folder), "--unsafe", "--only", "first-stone") == 1
    assert "sh check-pente-3/first-stone/again.sh" in capsys.readouterr().out
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "precious"
    assert sorted(path.name for path in case.iterdir()) == ["again.sh", "files"]


def test_the_script_that_repeats_a_case_says_that_no_sandbox_is_around_it(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    run("check", "pente", str(folder), "--unsafe", "--only", "first-stone")
    script = Path("check-pente/first-stone/again.sh").read_text(encoding="utf-8")
    assert "outside the sandbox" in script.splitlines()[0]


def test_a_case_in_the_programs_own_folder_can_be_repeated(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "homework.py").write_text("open('output.txt', 'w').write('nowhere\\n')\n", encoding="utf-8")
    assert run("check", "pente", ".", "--unsafe", "--only", "first-stone") == 1
    assert "sh check-pente/first-stone/again.sh" in capsys.readouterr().out
    words = ["sh", "check-pente/first-stone/again.sh"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("exit code 0\nnowhere\n")
    assert done.stderr == ""


def test_cases_that_cannot_be_written_cost_no_report(tmp_path: Path, capsys: Captured) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    words = ("--unsafe", "--only", "first-stone", "--cases", "/proc/cases")
    assert run("check", "pente", str(folder), *words) == 1
    captured = capsys.readouterr()
    assert "failure: first-stone" in captured.out
    assert captured.err.startswith("warning: the cases cannot be written: ")


def test_the_same_mistake_is_one_finding_with_its_places(tmp_path: Path, capsys: Captured) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    words = ("--unsafe", "--only", "first-stone", "--only", "first-black-stone", "--only", "middle-game")
    assert run("check", "pente", str(folder), *words) == 1
    out = capsys.readouterr().out
    assert out.count("failure: ") == 1
    assert "  also in    first-black-stone, middle-game\n" in out
    assert run("check", "pente", str(folder), *words, "--json") == 1
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert [check["same_as"] for check in checks] == [None, None, "first-stone", "first-stone"]


def test_a_traceback_is_told_by_its_last_line_and_its_place(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "homework.py").write_text("def choose():\n    return [][0]\nchoose()\n", encoding="utf-8")
    assert run("check", "pente", str(tmp_path), "--unsafe", "--only", "first-stone") == 1
    out = capsys.readouterr().out
    assert "Traceback" not in out
    assert "line 2, in choose\n             IndexError: list index out of range\n" in out


def test_of_an_error_inside_a_library_the_place_in_the_program_is_told(
    tmp_path: Path, capsys: Captured
) -> None:
    text = "import json\ndef choose():\n    return json.loads('')\nchoose()\n"
    (tmp_path / "homework.py").write_text(text, encoding="utf-8")
    assert run("check", "pente", str(tmp_path), "--unsafe", "--only", "first-stone") == 1
    assert (
        'homework.py", line 3, in choose\n             json.decoder.JSONDecodeError'
        in capsys.readouterr().out
    )


def test_what_was_not_tried_is_not_ok_and_says_why(tmp_path: Path, capsys: Captured) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    words = ("--unsafe", "--only", "first-stone", "--only", "damaged-data")
    assert run("check", "pente", str(folder), *words) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines if "damaged-data" in line] == [
        ["-", "damaged-data", "not", "tried:", "it", "fails", "anyway"]
    ]
    assert lines[-1] == "1 of 2 checks passed, 1 failure, 1 not tried"


def test_the_script_shows_the_difference_and_judges_the_answer(tmp_path: Path) -> None:
    program = tmp_path / "agent" / "homework.py"
    program.parent.mkdir()
    program.write_text("open('output.txt', 'w').write('9K\\n')\n", encoding="utf-8")
    assert run("check", "pente", "agent", "--unsafe", "--only", "first-stone") == 1
    words = ["sh", "check-pente/first-stone/again.sh"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "< 10K\n---\n> 9K\n" in done.stdout
    assert "judged: illegal: illegal move '9K': White's first stone must be on 10K" in done.stdout
    assert (done.returncode, done.stderr) == (1, "")
    program.write_text("open('output.txt', 'w').write('10K\\n')\n", encoding="utf-8")
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("just as expected\njudged: ok, 10K\n")


def test_an_answer_is_judged_by_hand_where_many_are_right(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "amazons", "illegal")
    assert run("check", "amazons", str(folder), "--unsafe", "--only", "middle-game-first") == 1
    done = subprocess.run(
        ["sh", "check-amazons/middle-game-first/again.sh"], capture_output=True, text=True, check=False
    )
    assert "judged: illegal: illegal board: " in done.stdout
