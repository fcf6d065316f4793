"""The sheets of a class, and what is made of them for a spreadsheet."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from ludus.errors import BadOption
from ludus.exams.grading.course_class import SheetFolder, Student, list_students, take_print
from ludus.exams.grading.sheet import GradeSheet, find_grading
from ludus.games import GAMES
from ludus.terminal.sheet import sheet_as_json

CHECKERS = find_grading(GAMES["checkers"])
SHEET = {**sheet_as_json(GradeSheet(CHECKERS, problem="=it has no program"), []), "version": "1"}


def test_students_are_the_folders_and_archives_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("zoe", "adam", ".git"):
        (tmp_path / name).mkdir()
    for name in ("bert.tar.gz", "notes.txt"):
        (tmp_path / name).touch()
    assert [student.name for student in list_students(tmp_path)] == ["adam", "bert.tar.gz", "zoe"]


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_students_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadOption, match="expected a folder"):
        list_students(tmp_path / name)


@pytest.mark.parametrize("name", ["=1+1", "+a", "-a", "@a", "\ta", "=cmd|' /C calc'!A0"])
def test_no_name_is_a_formula_for_a_spreadsheet(tmp_path: Path, name: str) -> None:
    sheets = SheetFolder(tmp_path / "grades.csv")
    with sheets.hold():
        sheets.write_table(CHECKERS, [(Student(name, tmp_path / name), SHEET)])
    with (tmp_path / "grades.csv").open(newline="") as file:
        head, row = csv.reader(file)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    table = dict(zip(head, row, strict=True))
    assert table["name"].endswith(name.lstrip("\t"))
    assert table["problem"] == "'=it has no program"
    assert (table["points"], table["most"], table["stage 2"]) == ("0.0", "20", "0.0")


@pytest.mark.parametrize(
    "name", ["plain", "with space", "umläut", "a" * 250, os.fsdecode(b"bad\xff"), "new\nline", "x.json"]
)
def test_sheets_are_kept_under_any_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "class" / name).mkdir(parents=True)
    (student,) = list_students(tmp_path / "class")
    sheets = SheetFolder(tmp_path / "grades.csv")
    with sheets.hold():
        assert sheets.read(student) is None
        sheets.write(student, SHEET, "text")
        assert sheets.read(student) == SHEET
        sheets.write_table(CHECKERS, [(student, SHEET)])
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8").count("\n") == 2


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"parts": 3}', "null"])
def test_a_damaged_sheet_is_none(tmp_path: Path, text: str) -> None:
    sheets, student = SheetFolder(tmp_path / "grades.csv"), Student("a", tmp_path / "a")
    with sheets.hold():
        (sheets.path / "a.json").write_text(text)
        assert sheets.read(student) is None


def test_nobody_else_grades_into_the_same_folder_and_no_other_file_is_replaced(tmp_path: Path) -> None:
    table = tmp_path / "grades.csv"
    again = SheetFolder(table)
    with SheetFolder(table).hold(), pytest.raises(BadOption, match="another process"), again.hold():
        pass
    table.write_text("my own notes\n")
    with pytest.raises(BadOption, match="is no table of grades"):
        SheetFolder(table).hold()


def test_a_print_changes_with_every_fact() -> None:
    assert take_print({"seed": 1, "clock": "x"}) == take_print({"clock": "x", "seed": 1})
    assert take_print({"seed": 1}) != take_print({"seed": 2})
