"""Grades a whole class: a sheet for each student, a table for a spreadsheet, and nobody ends the grading of others."""

from __future__ import annotations

from pathlib import Path

from ludus.cli.grade_program import Candidate, GradingSetup, name_source
from ludus.errors import LudusError, MachineFault
from ludus.exams.grading.course_class import Sheet, SheetFolder, Student, list_students
from ludus.exams.grading.games import add_tables
from ludus.exams.grading.sheet import GradeSheet
from ludus.players.base import BadPlayer
from ludus.players.participant import Participant, resolve_all
from ludus.players.program import choose_box
from ludus.terminal.sheet import sheet_as_json, write_grade_sheet, write_points
from ludus.text import make_printable


def grade_class(setup: GradingSetup, folder: Path, table: Path) -> int:
    """Grade everybody who has no valid sheet yet; return the exit code."""
    students = list_students(folder)
    sheets = SheetFolder(table)
    choose_box(folder, setup.machine)
    _check_opponents(setup)
    known: list[tuple[Student, Sheet]] = []
    with sheets.hold():
        for number, student in enumerate(students, start=1):
            where = f"student {number} of {len(students)}, {student.name}"
            setup.progress.show(where)
            sheet, code = _grade_student(setup, student, sheets)
            if code:
                return code
            known.append((student, sheet))
            sheets.write_table(setup.grading, known)
            setup.progress.note(f"{where}: {_sum_up(sheet)}")
    open_ones = [student.name for student, sheet in known if not sheet["complete"]]
    for name in open_ones:
        setup.progress.note(f"warning: {name} is not graded yet; the same command tries again")
    print(f"{len(known)} students: {table}, and a sheet for each in {sheets.path}")
    return 1 if open_ones else 0


def _grade_student(setup: GradingSetup, student: Student, sheets: SheetFolder) -> tuple[Sheet, int]:
    """Grade one student, or take the sheet that is there; whatever the program does ends in a sheet."""
    candidate, fault = _resolve(setup, student)
    print_ = candidate.take_print()
    sheet = sheets.read(student)
    if sheet is not None and sheet.get("print") == print_ and sheet["complete"]:
        return sheet, 0
    try:
        if fault:
            raise MachineFault(fault)
        grades, code = candidate.grade(str(sheets.name_records(student, print_)))
    except LudusError as error:
        grades, code = GradeSheet(setup.grading, fault=str(error)), 0
    if code:
        return {}, code
    sides = candidate.name_sides() if grades.marks else []
    about = {"name": student.name, "print": print_, **candidate.describe()}
    sheet = {**about, **sheet_as_json(grades, sides)}
    sheets.write(student, sheet, write_grade_sheet(grades, sides, candidate.write_head()))
    return sheet, 0


def _resolve(setup: GradingSetup, student: Student) -> tuple[Candidate, str]:
    """Import a program; if that fails, say whether it is a fault of the machine or of the program."""
    try:
        return setup.resolve(name_source(student.source)), ""
    except BadPlayer as error:
        # The opponents were tried before, so it is the program that cannot play.
        absence, fault = str(error), ""
    except LudusError as error:
        absence = fault = str(error)
    nobody = Participant(student.name, student.name, "", "", absence)
    return Candidate(setup, str(student.source), nobody, ()), fault


def _check_opponents(setup: GradingSetup) -> None:
    """Refuse opponents that cannot play, before anybody is graded."""
    part = setup.grading.games
    names = [name for table in add_tables(part, setup.others) for name in table] if part else []
    for opponent in resolve_all(names, setup.game, setup.machine):
        if opponent.absence:
            raise BadPlayer(f"opponent {opponent.name}: {opponent.absence}")


def _sum_up(sheet: Sheet) -> str:
    points, most = sheet["points"], sheet["most"]
    assert isinstance(points, int | float)
    assert isinstance(most, int | float)
    problem = f"; {make_printable(str(sheet['problem']))}" if sheet["problem"] else ""
    return f"{write_points(points)} of {write_points(most)} points{problem}"
