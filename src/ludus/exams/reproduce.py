"""Writes what a program was given into a folder, so that a student can try the same by hand.

The folder is made for one check and holds nothing else. An existing one may have come with the program, and
may contain links that lead elsewhere.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ludus.errors import BadOption
from ludus.intake.recipe import Recipe
from ludus.sandbox.files import is_folder, write_file
from ludus.turn import Reply, Request

STDIN, AGAIN, FILES, RUN = "stdin.txt", "again.sh", "files", "run"
EXPECTED, STDOUT, EXIT_CODE, CASE = "expected", "stdout.txt", "exit-code", "case.json"
_WARNING = """\
# Repeats one case as a contest would have it, but outside the sandbox:
# the program can do here whatever you can do.
"""


def check_place(place: Path) -> None:
    """Check that cases may be written there: it is no link, and new or empty."""
    is_there = place.is_symlink() or place.exists()
    if is_there and not (is_folder(place) and not any(place.iterdir())):
        raise BadOption(f"{place}: expected a new or empty folder")


def make_place(place: Path) -> Path:
    """Make the folder chosen for the cases, unless it exists and is empty."""
    check_place(place)
    place.mkdir(parents=True, exist_ok=True)
    return place


def make_new_place(name: str) -> Path:
    """Make a folder of this name for the cases, with a number appended if the name is taken."""
    for number in count(1):
        place = Path(name if number == 1 else f"{name}-{number}")
        try:
            place.mkdir()
        except FileExistsError:
            continue
        return place
    raise AssertionError("there is always another number")


@dataclass(frozen=True, slots=True)
class Case:
    """What the script needs to judge the answer, too."""

    game: str
    situation: str
    own_name: str = ""
    expected: Reply | None = None
    """The right answer, if only one is right."""


def write_case(
    place: Path,
    key: str,
    request: Request,
    folder: Path,
    recipe: Recipe,
    answers: Sequence[str],
    judged: Case | None = None,
) -> str:
    """Write one request (files, standard input, a script that repeats it); return the shell command for the script.

    `answers` are the files that hold the answer; if there are none, it is on standard output.
    """
    case = place / key
    (case / FILES).mkdir(parents=True)
    for name, data in request.files.items():
        write_file(case / FILES, name, data)
    if request.stdin:
        write_file(case, STDIN, request.stdin)
    script = _write_script(request, folder.resolve(), recipe, answers, judged)
    if judged:
        _write_judged(case, judged)
    write_file(case, AGAIN, script.encode(errors="surrogateescape"))
    return shlex.join(["sh", _guard_dash(case / AGAIN)])


def _write_judged(case: Path, judged: Case) -> None:
    """Write what is expected, and what the judge needs to know."""
    facts = {"game": judged.game, "situation": judged.situation, "name": judged.own_name}
    write_file(case, CASE, json.dumps(facts).encode())
    if judged.expected:
        (case / EXPECTED).mkdir()
        answers = judged.expected.files or {STDOUT: judged.expected.stdout}
        for name, data in answers.items():
            write_file(case / EXPECTED, name, data)


def _list_judging(judged: Case | None, answers: Sequence[str]) -> list[str]:
    """List the lines that compare the answer with the right one, if only one is right, and judge it."""
    if judged is None:
        return []
    found = shlex.quote(answers[0]) if answers else f"../{STDOUT}"
    name = next(iter(judged.expected.files), STDOUT) if judged.expected else ""
    compare = f"diff ../{EXPECTED}/{shlex.quote(name)} {found} && echo 'just as expected'"
    # Without -P modules in the program's folder would come first.
    judge = shlex.join([sys.executable, "-P", "-m", "ludus.exams.judge"])
    return [*([compare] if name else []), f"{judge} .."]


def _write_script(
    request: Request, folder: Path, recipe: Recipe, answers: Sequence[str], judged: Case | None
) -> str:
    """Write a script that repeats the check in a copy of the folder, as the contest would."""
    lines = [
        *list_preparations(request, folder, recipe),
        shlex.join((*recipe.starting, *request.arguments))
        + (f" < ../{STDIN}" if request.stdin else "")
        + f" > ../{STDOUT}",
        f"echo $? > ../{EXIT_CODE}",
        f"cat ../{STDOUT}",
        f'echo "exit code $(cat ../{EXIT_CODE})"',
        shlex.join(["cat", *answers]) if answers else "",
        *_list_judging(judged, answers),
    ]
    return _WARNING + "".join(f"{line}\n" for line in lines if line)


def list_preparations(request: Request, folder: Path, recipe: Recipe) -> list[str]:
    """List the lines that build a copy of the folder, and put there what the program is given."""
    names = [shlex.quote(name) for name in request.files]
    lines = [
        'cd "$(dirname "$0")" || exit',
        f"rm -rf {RUN} && cp -r {shlex.quote(str(folder))} {RUN} && chmod -R u+w {RUN} || exit",
        f"cd {RUN} || exit",
        *map(shlex.join, (*recipe.steps, recipe.calibrating)),
        # A link of that name would be followed.
        *(f"rm -rf {name} && cp ../{FILES}/{name} {name} || exit" for name in names),
    ]
    return [line for line in lines if line]


def _guard_dash(path: Path) -> str:
    # A name that begins with a dash would be taken for an option.
    text = str(path)
    return f"./{text}" if text.startswith("-") else text
