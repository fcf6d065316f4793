"""A class to be graded: a folder with a folder or an archive for each student, and the sheets that are kept of them.

For each student there are three files, under the name of the student's folder: NAME.json (the sheet, written whole when all
is done), NAME.txt (the same for people) and NAME.PRINT.jsonl (the games so far). A sheet stands as long as its print does:
a hash of the program, the opponents, the settings and the cases. So a grading that was killed goes on where it stopped, and
one with a changed program begins again for that student alone.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.contests.base import Grading
from ludus.errors import BadOption
from ludus.intake.archive import find_suffix
from ludus.records.files import hold_file
from ludus.records.tabular import guard_cell
from ludus.text import make_printable

_HEAD, _TAIL = ("name", "points", "most"), ("complete", "failures", "problem", "version")
_LONGEST = 200
"""The most bytes of a name of which file names are made."""
Sheet = Mapping[str, object]
"""A sheet as it is kept: docs/grading.md explains the keys."""


@dataclass(frozen=True, slots=True)
class Student:
    """One of a class."""

    name: str
    """The name of the folder or archive, fit to be shown."""
    source: Path


def list_students(folder: Path) -> list[Student]:
    """List the folders and archives in a folder, hidden ones left out, in the order of their names."""
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        students = [
            Student(make_printable(path.name), path)
            for path in found
            if path.is_dir() or find_suffix(path.name)
        ]
    except OSError as error:
        raise BadOption(f"{folder}: expected a folder of folders: {error.strerror}") from error
    if not students:
        raise BadOption(f"{folder}: expected a folder or an archive for each student, found none")
    return students


class SheetFolder:
    """Where the sheets of a class are kept."""

    def __init__(self, table: Path) -> None:
        """`table` is the file for a spreadsheet; the sheets lie beside it."""
        self.path = table.with_name(f"{table.stem}-sheets")
        self._table = table

    def hold(self) -> AbstractContextManager[None]:
        """Make the folder and hold it, so that nobody else grades into it; refuse to replace a file of another kind."""
        try:
            head = self._table.read_bytes()[:100] if self._table.exists() else b""
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"{self._table}: cannot be written: {error.strerror}") from error
        if head and not head.startswith(",".join(_HEAD).encode()):
            raise BadOption(f"{self._table}: the file is there, and is no table of grades; name another one")
        return hold_file(self.path / ".lock")

    def name_records(self, student: Student, print_: str) -> Path:
        """Name the file with the student's games."""
        return self.path / f"{_make_stem(student)}.{print_}.jsonl"

    def read(self, student: Student) -> Sheet | None:
        """Read the sheet of a student, if it is there and whole."""
        try:
            found = json.loads((self.path / f"{_make_stem(student)}.json").read_text(encoding="utf-8"))
            _make_row(student, found, ())
        except (OSError, ValueError, TypeError, LookupError):
            return None
        return found if isinstance(found, dict) else None

    def write(self, student: Student, sheet: Sheet, text: str) -> None:
        """Write the sheet of a student; the JSON comes last, because it says that all is done."""
        stem = _make_stem(student)
        write_atomically(self.path / f"{stem}.txt", f"{text}\n")
        write_atomically(self.path / f"{stem}.json", f"{json.dumps(sheet)}\n")

    def write_table(self, grading: Grading, sheets: Iterable[tuple[Student, Sheet]]) -> None:
        """Write the file for a spreadsheet."""
        parts = [part.name for part in grading.parts]
        rows: list[Sequence[object]] = [(*_HEAD, *parts, *_TAIL)]
        rows += [_make_row(student, sheet, parts) for student, sheet in sheets]
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows([guard_cell(cell) for cell in row] for row in rows)
        write_atomically(self._table, written.getvalue())


def take_print(facts: Mapping[str, object]) -> str:
    """Make a short hash of everything from which a sheet follows."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:12]


def _make_stem(student: Student) -> str:
    """Make the beginning of the names of a student's files; too long or odd names are replaced by a hash."""
    name = student.source.name
    raw = os.fsencode(name)
    if len(raw) <= _LONGEST and name.isprintable():
        return name
    return f"{student.name[:40]}-{hashlib.sha256(raw).hexdigest()[:12]}"


def _make_row(student: Student, sheet: Sheet, parts: Sequence[str]) -> list[object]:
    listed = sheet["parts"]
    if not isinstance(listed, list):
        raise TypeError(f"parts: expected a list, found {listed!r}")
    found = {part["part"]: part["points"] for part in listed}
    return [
        student.name,
        sheet["points"],
        sheet["most"],
        *(found.get(part, 0) for part in parts),
        "yes" if sheet["complete"] else "no",
        sheet["failures"],
        sheet["problem"] or "",
        sheet["version"],
    ]
