"""What the packages of Ludus may not know of each other, beyond what the import layers say."""

from __future__ import annotations

import ast

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
