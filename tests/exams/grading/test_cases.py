"""The cases by which a course grades: our own, and a suite of others."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.contests.base import CasesPart
from ludus.contests.checkers_suite import GRADING, STAGES, list_readings
from ludus.contests.situation import TranscriptWanted
from ludus.errors import BadOption
from ludus.exams.grading.cases import CaseMark, run_cases, take_suite
from ludus.exams.grading.sheet import GradeSheet, find_grading
from ludus.exams.trials.fixed_answers import compare_transcript
from ludus.games import GAMES
from ludus.games.checkers import Checkers
from ludus.players.base import BadForm, Crash
from ludus.players.program import ProgramPlayer, make_program_player
from ludus.protocols.checkers import read_game
from ludus.turn import Reply
from tests.machines import MACHINE

ERRORS = {
    "ERROR: Source cell is outside of the board.",
    "ERROR: Target cell is outside of the board.",
    "ERROR: Source cell is empty.",
    "ERROR: Target cell is not empty.",
    "ERROR: Source cell holds opponent's piece/tower.",
    "ERROR: Illegal action.",
}
OVER = (
    "A6-B5 B3-A4 C6-D5 F3-G4 D5-E4 C2-B3 E4-C2 G4-H5 B5-C4 G2-F3 C4-D3 E2-C4 E6-F5 D1-E2 C2-D1 F1-G2 F5-G4 B1-C2 G6-F5 "
    "A4-B5 B7-C6 C4-D5 C6-A4 B3-C4 D1-B3 E2-D3 G4-E2 D3-E4 F5-D3 D5-C6 B3-D5 C6-B7 E2-F1 H3-G4 F1-H3 G4-F5 D3-E2 A2-B3 "
    "E2-F1 H1-G2 A4-C2 F5-E6 C2-D1 G2-F3 D7-F5 F3-G4 D5-E6 H5-G6 F7-H5"
).replace(" ", "\n") + "\n"
"""A game that Black has won."""


def inputs_of(part: CasesPart, seed: int = 0) -> list[str]:
    wanted = [case.wants for case in part.make_cases(seed)]
    return [wants.stdin for wants in wanted if isinstance(wants, TranscriptWanted)]


def test_the_stages_give_8_16_and_20_of_20_marks() -> None:
    """'Stage 0 (8/20 marks)', 'Stage 1 (16/20 marks)', 'Stage 2 (20/20 marks)'"""
    assert [part.most for part in GRADING.cases] == [8, 8, 4]
    cases = [CaseMark(stage, "", "", kind) for stage in STAGES for kind in ("", "", "", "format")]
    sheet = GradeSheet(GRADING, cases)
    assert [sheet.sum_points(part) for part in GRADING.cases] == [6, 6, 3]
    assert (sheet.points, sheet.is_complete, sheet.is_clean) == (15, True, False)


def test_each_stage_has_its_command_and_stage_0_all_errors() -> None:
    for part, command in zip(GRADING.cases, ("", "A", "P"), strict=True):
        assert {read_game(stdin)[1] for stdin in inputs_of(part)} == {command}
    errors = {list_readings(stdin)[0].splitlines()[-1] for stdin in inputs_of(GRADING.cases[0])}
    assert errors >= ERRORS
    for part in GRADING.cases[1:]:
        last = {list_readings(stdin)[0].splitlines()[-1] for stdin in inputs_of(part)}
        assert last & {"BLACK WIN!", "WHITE WIN!"}


def test_a_seed_draws_other_cases() -> None:
    first, again, other = (inputs_of(GRADING.cases[1], seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_the_readings_differ_where_the_text_is_open() -> None:
    usual, told = list_readings(OVER)
    assert told == usual + "BLACK WIN!\n"
    late, *others = list_readings("\n".join(OVER.split()[:-1]) + "\nA\n")
    assert late + "BLACK WIN!\n" in others
    assert len(list_readings("A\n")) == 1


def test_every_reading_is_right_and_the_exit_code_is_not_compared() -> None:
    wants = TranscriptWanted("x", ("one\n", "two\n"))
    assert compare_transcript(wants, Reply(b"two\n"))
    assert compare_transcript(wants, Reply(b"one\n", exit_code=1))
    with pytest.raises(BadForm, match="expected 'one', found 'three'"):
        compare_transcript(wants, Reply(b"three\n"))
    with pytest.raises(Crash):
        compare_transcript(wants, Reply(b"one\n", exit_code=-6))


def test_an_output_without_a_line_can_be_the_right_one() -> None:
    wants = TranscriptWanted("x", ("",))
    assert compare_transcript(wants, Reply()) == "0 bytes, all as expected"
    with pytest.raises(BadForm, match="expected the end of the output, found 'one'"):
        compare_transcript(wants, Reply(b"one\n"))
    with pytest.raises(Crash):
        compare_transcript(TranscriptWanted("x", ("",), error_mark="ERROR"), Reply(exit_code=1))


def write_cases(path: Path) -> Path:
    cases = [{"id": "a", "in": "", "out": list_readings("")[0]}, {"id": "b", "in": "A\n", "out": "mine\n"}]
    text = "".join(json.dumps(case) + "\n" for case in cases)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.mark.parametrize("name", ["cases.jsonl", "cases.jsonl.gz"])
def test_a_suite_replaces_our_cases_and_its_outputs_are_right(tmp_path: Path, name: str) -> None:
    grading = take_suite(GRADING, write_cases(tmp_path / name))
    assert [part.name for part in grading.cases] == ["stage 0", "stage 1"]
    (case,) = grading.cases[1].make_cases(0)
    assert isinstance(case.wants, TranscriptWanted)
    assert case.wants.accepted == ("mine\n", *list_readings("A\n"))


def test_a_folder_of_inputs_and_outputs_is_a_suite(tmp_path: Path) -> None:
    (tmp_path / "test1.txt").write_bytes(b"G6-F5\r\nA\r\n")
    (tmp_path / "test1-out.txt").write_text("out\n")
    grading = take_suite(GRADING, tmp_path)
    assert inputs_of(grading.cases[0]) == ["G6-F5\r\nA\r\n"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected cases, found none"),
        ("[]\n", 'line 1: expected an object with "id", "in" and "out"'),
        ('{"id": "a", "in": 3, "out": ""}\n', "line 1: expected texts"),
        ("[" * 100_000, "line 1: expected an object"),
    ],
)
def test_a_wrong_suite_is_refused_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(text)
    with pytest.raises(BadOption, match=complaint):
        take_suite(GRADING, path)


def make_program(folder: Path, text: str) -> ProgramPlayer:
    folder.mkdir()
    (folder / "checkers").write_text(text)
    (folder / "checkers").chmod(0o755)
    return make_program_player(folder, Checkers, MACHINE, slack=0.1)


def test_right_and_wrong_outputs_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    for name, output in (("good", "hello\n"), ("bad", "hallo\n")):
        (tmp_path / "cases" / f"{name}.txt").write_text("A\n")
        (tmp_path / "cases" / f"{name}-out.txt").write_text(output)
    (part,) = take_suite(GRADING, tmp_path / "cases").cases
    player = make_program(tmp_path / "program", "#!/bin/sh\necho hello\n")
    marks = list(run_cases(player, Checkers, part, 0))
    assert [(mark.case, mark.is_passed) for mark in marks] == [("bad", False), ("good", True)]
    assert marks[0].problem == "standard output line 1: expected 'hallo', found 'hello'"


@pytest.mark.slow
def test_a_program_that_hangs_is_not_run_on_every_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludus.exams.trials.examiner.WAITING", 0.1)
    player = make_program(tmp_path / "program", "#!/bin/sh\nwhile :; do :; done\n")
    part = replace(GRADING.cases[0], make_cases=lambda seed: GRADING.cases[0].make_cases(seed)[:5])
    marks = list(run_cases(player, Checkers, part, 0))
    assert [mark.kind for mark in marks] == ["time"] * 5
    assert ["killed 3 times" in mark.problem for mark in marks] == [False] * 3 + [True] * 2


def test_amazons_is_graded_by_format_exit_codes_rules_and_a_tournament() -> None:
    grading = find_grading(GAMES["amazons"])
    assert [part.name for part in grading.parts] == ["format", "exit codes", "rules", "tournament"]
    assert grading.most == 5
    keys = [case.key for part in grading.cases for case in part.make_cases(0)]
    assert len(keys) == len(set(keys)) > 80
