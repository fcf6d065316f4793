"""What the packages of Ludus may not know of each other, beyond what the import layers say."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

import ludus
from ludus import errors
from ludus.games import GAMES
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "ludus"
BOUND_TO_GAMES = {"games", "contests", "protocols", "entries"}
"""The packages whose modules are about one game each."""
ONE_GAME = PACKAGE / "records" / "pente_org.py"
"""The one exception: it reads and writes the format of a site where only Pente is played, and must refuse other games."""
OTHERS = sorted(
    place.name
    for place in PACKAGE.iterdir()
    if place.name not in BOUND_TO_GAMES and (place.suffix == ".py" or (place / "__init__.py").is_file())
)


@pytest.mark.parametrize("name", OTHERS)
def test_a_package_knows_no_game_by_its_name(name: str) -> None:
    """A game says itself what others need, or its contest or kernel does: somebody's new game is treated like ours."""
    place = PACKAGE / name
    named = [
        f"{path.relative_to(PACKAGE)} line {node.lineno}: {node.value!r}"
        for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))
        if path != ONE_GAME
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in GAMES
    ]
    assert named == []


@pytest.mark.parametrize("name", OTHERS)
def test_a_package_decides_nothing_by_the_class_of_a_game(name: str) -> None:
    """That would be its name again. An assertion about the one game of a reference agent decides nothing."""
    place = PACKAGE / name
    for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        asserted = {id(node.test) for node in ast.walk(tree) if isinstance(node, ast.Assert)}
        found = [node for node in ast.walk(tree) if id(node) not in asserted and _asks_for_game(node)]
        assert path == ONE_GAME or [f"{path.name} line {node.lineno}" for node in found] == []


def _asks_for_game(node: ast.AST) -> TypeGuard[ast.expr]:
    """Tell whether an expression is `isinstance(..., Game)` or `Game.name` of a built-in game."""
    classes = {game.__name__ for game in GAMES.values()}
    if isinstance(node, ast.Attribute):
        return node.attr == "name" and isinstance(node.value, ast.Name) and node.value.id in classes
    is_question = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
    )
    return is_question and any(isinstance(each, ast.Name) and each.id in classes for each in ast.walk(node))


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in PACKAGE.rglob("*.py")}, key=str), ids=lambda path: path.name
)
def test_a_package_has_at_most_fifteen_files(folder: Path) -> None:
    """A reader can hold that many in mind; only the commands are more, one module each."""
    count = len(list(folder.glob("*.py")))
    assert count <= 15 or folder.name == "cli", f"{count} files"


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    for module in pkgutil.walk_packages(ludus.__path__, "ludus."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert sorted(_read_drawing(errors.__doc__ or "")) == sorted(_list_subclasses(errors.LudusError))


def _list_subclasses(parent: type[errors.LudusError]) -> Iterator[tuple[str, str, str]]:
    """List the errors below one of ours: the parent, its own name, and its file unless that is the file of the drawing."""
    for child in parent.__subclasses__():
        if child.__module__.startswith("ludus."):
            file = child.__module__.removeprefix("ludus.").replace(".", "/") + ".py"
            yield parent.__name__, child.__name__, "" if child.__module__ == errors.__name__ else file
            yield from _list_subclasses(child)


def _read_drawing(text: str) -> Iterator[tuple[str, str, str]]:
    """Read the same from the drawing."""
    above = [errors.LudusError.__name__]
    for stem, name, rest in re.findall(r"^ {4}([│ ]*)[├└]── (\w+) +(.*)$", text, re.MULTILINE):
        depth = len(stem) // 4 + 1
        above[depth:] = [name]
        yield above[depth - 1], name, rest if rest.endswith(".py") else ""
