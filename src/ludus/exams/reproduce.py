"""Writes what a program was given into a folder, so that a student can try the same by hand.

The folder is made for one check and holds nothing else. An existing one may have come with the program, and
may contain links that lead elsewhere.
"""

from __future__ import annotations

import shlex
from itertools import count
from pathlib import Path

from ludus.errors import BadOption
from ludus.intake.build import Recipe
from ludus.protocols.pente import OUTPUT
from ludus.sandbox.files import is_folder, write_file
from ludus.turn import Request

STDIN, AGAIN, FILES, RUN = "stdin.txt", "again.sh", "files", "run"
_WARNING = """\
# Repeats one case of `ludus check` as a contest would, but outside the sandbox:
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


def write_case(place: Path, key: str, request: Request, folder: Path, recipe: Recipe) -> str:
    """Write one request (files, standard input, a script that repeats it); return the shell command for the script."""
    case = place / key
    (case / FILES).mkdir(parents=True)
    for name, data in request.files.items():
        write_file(case / FILES, name, data)
    if request.stdin:
        write_file(case, STDIN, request.stdin)
    script = _write_script(request, folder.resolve(), recipe)
    write_file(case, AGAIN, script.encode(errors="surrogateescape"))
    return shlex.join(["sh", _guard_dash(case / AGAIN)])


def _write_script(request: Request, folder: Path, recipe: Recipe) -> str:
    """Write a script that repeats the check in a copy of the folder, as the contest would."""
    answer = _name_answer(request)
    names = [shlex.quote(name) for name in request.files]
    lines = [
        'cd "$(dirname "$0")" || exit',
        f"rm -rf {RUN} && cp -r {shlex.quote(str(folder))} {RUN} && chmod -R u+w {RUN} || exit",
        f"cd {RUN} || exit",
        *map(shlex.join, (*recipe.steps, recipe.calibrating)),
        # A link of that name would be followed.
        *(f"rm -rf {name} && cp ../{FILES}/{name} {name} || exit" for name in names),
        shlex.join((*recipe.starting, *request.arguments)) + (f" < ../{STDIN}" if request.stdin else ""),
        'echo "exit code $?"',
        f"cat {shlex.quote(answer)}" if answer else "",
    ]
    return _WARNING + "".join(f"{line}\n" for line in lines if line)


def _name_answer(request: Request) -> str:
    """Name the file that shows the answer."""
    if request.arguments:
        return request.arguments[-1]
    return "" if request.stdin else OUTPUT


def _guard_dash(path: Path) -> str:
    # A name that begins with a dash would be taken for an option.
    text = str(path)
    return f"./{text}" if text.startswith("-") else text
