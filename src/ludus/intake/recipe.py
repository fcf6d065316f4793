"""What is to be done before a program's first game: which steps build it, and how it is started then.

Contests are records of such facts, so nothing here runs anything.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.intake.tree import BadEntrant

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_JAVA = ("-Xmx1g", "-XX:+UseSerialGC", "-XX:CompressedClassSpaceSize=128m")
"""Without these a Java machine reserves as much as the whole computer has, and cleans up on all its cores."""


@dataclass(frozen=True, slots=True)
class Language:
    """How a source file of the Pente contest is compiled and started; `{}` stands for its name without the suffix."""

    compiling: tuple[str, ...]
    starting: tuple[str, ...]


LANGUAGES = {
    ".py": Language((), ("python3", "{}.py")),
    ".cpp": Language(("g++", "-std=c++11", "-O2", "-pthread", "-o", "{}", "{}.cpp"), ("./{}",)),
    ".java": Language(
        ("javac", *(f"-J{option}" for option in _JAVA), "-encoding", "UTF-8", "{}.java"),
        ("java", *_JAVA, "-cp", ".", "{}"),
    ),
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is to be done before the first game, and how the program is started then."""

    steps: tuple[tuple[str, ...], ...]
    calibrating: tuple[str, ...]
    starting: tuple[str, ...]
    has_sources: bool = False
    """Whether the contest takes source files in place of the executable."""


RecipeFor = Callable[[Path, str], Recipe]
"""Makes the recipe for a folder; the text names it in errors."""


def make_plain_recipe(folder: Path, program: str) -> Recipe:
    """Run `make` where there is a Makefile, and start the executable of this name."""
    return Recipe(list_make_steps(folder), (), (f"./{program}",))


def find_language(folder: Path, name: str, where: str) -> Language | None:
    """Find the source file of this name."""
    found = [ending for ending in LANGUAGES if (folder / (name + ending)).is_file()]
    if len(found) > 1:
        names = " and ".join(name + ending for ending in found)
        raise BadEntrant(f"{where}: expected one of {_list_sources(name)}, found {names}")
    if not found:
        return None
    language = LANGUAGES[found[0]]
    return Language(
        tuple(word.format(name) for word in language.compiling),
        tuple(word.format(name) for word in language.starting),
    )


def list_make_steps(folder: Path) -> tuple[tuple[str, ...], ...]:
    """Run `make` where there is a Makefile."""
    return (("make",),) if any((folder / name).is_file() for name in MAKEFILES) else ()


def check_program(folder: Path, command: Sequence[str], where: str, *, has_sources: bool = False) -> None:
    """Check that what is to be started is there and can be executed."""
    name = command[-1].removeprefix("./")
    if not command[-1].startswith("./"):
        return
    path = folder / name
    if not path.is_file():
        sources = f", or {_list_sources(name)}" if has_sources else ""
        raise BadEntrant(f"{where}: expected a program called {name} in it{sources}, found none")
    if not os.access(path, os.X_OK):
        raise BadEntrant(f"{where}: expected {name} to be executable, found that it is not: chmod +x {name}")


def _list_sources(name: str) -> str:
    return ", ".join(name + ending for ending in LANGUAGES)
