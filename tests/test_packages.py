"""What the packages of Ludus may not know of each other, beyond what the import layers say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ludus.games import GAMES
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "ludus"
BOUND_TO_GAMES = {"games", "contests", "protocols", "entries"}
"""The packages whose modules are about one game each."""
ONE_GAME = PACKAGE / "records" / "pente_org.py"
"""The format of a site where only Pente is played."""
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


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in PACKAGE.rglob("*.py")}, key=str), ids=lambda path: path.name
)
def test_a_package_has_at_most_fifteen_modules(folder: Path) -> None:
    """A reader can hold that many in mind; only the commands are more, one module each."""
    modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= 15 or folder.name == "cli", f"{len(modules)} modules"
