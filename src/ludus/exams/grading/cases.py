"""The cases by which a course grades a program: each is answered rightly or not, as `ludus check` judges it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludus.contests import find_contest
from ludus.contests.base import CasesPart, Grading
from ludus.contests.situation import Situation
from ludus.errors import BadOption
from ludus.exams.trials.attempts import ENOUGH, FolderAnswerer
from ludus.exams.trials.examiner import Examiner
from ludus.games.base import Game
from ludus.sandbox.allowance import LATE
from ludus.text import quote

LARGEST = 64 << 20
"""The most bytes of a suite."""
_ENDS = ("-out.txt", ".txt")


@dataclass(frozen=True, slots=True)
class CaseMark:
    """The result of one case."""

    part: str
    case: str
    title: str
    kind: str = ""
    """What is wrong, in a word; empty for a right answer."""
    problem: str = ""

    @property
    def is_passed(self) -> bool:
        """Whether the answer is right."""
        return not self.kind


def run_cases(player: FolderAnswerer, game: Game, part: CasesPart, seed: int) -> Iterator[CaseMark]:
    """Run a program on the cases of a part; one that hangs three times is not run on the rest, which it fails."""
    examiner = Examiner(player, game, find_contest(game.name))
    kills = 0
    for situation in part.make_cases(seed):
        if kills >= ENOUGH:
            why = f"it was not run again after it had to be killed {ENOUGH} times"
            yield CaseMark(part.name, situation.key, situation.title, "time", why)
            continue
        player.reset_folder()
        run = examiner.try_out(situation)
        kills += run.reply.exit_code == LATE
        kind = run.misconduct.kind if run.misconduct else ""
        yield CaseMark(part.name, situation.key, situation.title, kind, run.problem if kind else "")


def take_suite(grading: Grading, path: Path) -> Grading:
    """Take the cases of a suite instead of our own; a part without any gives no marks, and asks for none."""
    if grading.sort_case is None:
        raise BadOption(f"--suite {path}: this course is not graded by a suite of cases")
    found: dict[str, list[Situation]] = {}
    for name, stdin, output in _read_suite(path):
        part, situation = grading.sort_case(name, stdin, output)
        found.setdefault(part, []).append(situation)
    if not found:
        raise BadOption(f"{path}: expected cases, found none")
    cases = [
        replace(part, make_cases=_Fixed(tuple(found[part.name])))
        for part in grading.cases
        if part.name in found
    ]
    return replace(grading, cases=tuple(cases))


@dataclass(frozen=True, slots=True)
class _Fixed:
    """Cases that no seed changes."""

    cases: Sequence[Situation]

    def __call__(self, seed: int) -> Sequence[Situation]:
        return self.cases


def _read_suite(path: Path) -> Iterator[tuple[str, str, str]]:
    """Read the name, input and output of each case: a folder of NAME.txt and NAME-out.txt, or JSON lines."""
    try:
        if path.is_dir():
            yield from _read_folder(path)
            return
        with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadOption(f"{path}: expected at most {LARGEST} bytes, found more")
        for number, line in enumerate(data.splitlines(), start=1):
            if line.strip():
                yield _read_line(f"{path} line {number}", line)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadOption(f"{path}: the suite cannot be read: {error}") from error


def _read_folder(folder: Path) -> Iterator[tuple[str, str, str]]:
    output_end, input_end = _ENDS
    for output in sorted(folder.glob(f"*{output_end}")):
        name = output.name.removesuffix(output_end)
        yield name, _read_text(folder / f"{name}{input_end}"), _read_text(output)


def _read_text(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read(LARGEST)


def _read_line(where: str, line: bytes) -> tuple[str, str, str]:
    try:
        case = json.loads(line)
        name, stdin, output = (case[key] for key in ("id", "in", "out"))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadOption(f'{where}: expected an object with "id", "in" and "out"') from None
    if not all(isinstance(text, str) for text in (name, stdin, output)):
        raise BadOption(f"{where}: expected texts, found {quote(str(case))}")
    return name, stdin, output
