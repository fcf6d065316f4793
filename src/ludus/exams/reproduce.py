"""Writes what a program was given into a folder, so that a student can try the same by hand."""

from __future__ import annotations

import shlex
from pathlib import Path

from ludus.errors import BadOption
from ludus.intake.build import Recipe
from ludus.protocols.pente import OUTPUT
from ludus.turn import Request

STAMP = "LUDUS-CHECK"
"""A file that says whose folder it is; no other folder is written into."""
STDIN, AGAIN, FILES, RUN = "stdin.txt", "again.sh", "files", "run"


def check_place(place: Path) -> None:
    """See that cases may be written there."""
    if place.exists() and not (place.is_dir() and (not any(place.iterdir()) or (place / STAMP).is_file())):
        raise BadOption(f"{place}: expected a new or empty folder, or one of an earlier check, for the cases")


def write_case(place: Path, key: str, request: Request, folder: Path, recipe: Recipe) -> str:
    """Lay out one request: its files, its standard input, and a script that repeats it; give the shell line for that."""
    case = place / key
    (case / FILES).mkdir(parents=True, exist_ok=True)
    (place / STAMP).write_text("Cases of ludus check; it writes them again.\n", encoding="utf-8")
    for name, data in request.files.items():
        (case / FILES / name).write_bytes(data)
    if request.stdin:
        (case / STDIN).write_bytes(request.stdin)
    script = _script(request, folder.resolve(), recipe)
    (case / AGAIN).write_text(script, encoding="utf-8", errors="surrogateescape")
    return shlex.join(["sh", _plain(case / AGAIN)])


def _script(request: Request, folder: Path, recipe: Recipe) -> str:
    """Do by hand what the check did: in a copy of the folder, as the contest would."""
    answer = _answer(request)
    lines = [
        'cd "$(dirname "$0")" || exit',
        f"rm -rf {RUN} && cp -r {shlex.quote(str(folder))} {RUN} && chmod -R u+w {RUN} || exit",
        f"cd {RUN} || exit",
        *map(shlex.join, (*recipe.steps, recipe.calibrating)),
        f"cp ../{FILES}/* ." if request.files else "",
        shlex.join((*recipe.starting, *request.arguments)) + (f" < ../{STDIN}" if request.stdin else ""),
        'echo "exit code $?"',
        f"cat {shlex.quote(answer)}" if answer else "",
    ]
    return "".join(f"{line}\n" for line in lines if line)


def _answer(request: Request) -> str:
    """Name the file that shows the answer."""
    if request.arguments:
        return request.arguments[-1]
    return "" if request.stdin else OUTPUT


def _plain(path: Path) -> str:
    # A name that begins with a dash would be taken for an option.
    text = str(path)
    return f"./{text}" if text.startswith("-") else text
