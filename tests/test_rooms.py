"""What the rooms of the package may not know of each other, beyond what the import layers say."""

from __future__ import annotations

import ast

import pytest

from ludus.games import GAMES
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "ludus"


@pytest.mark.parametrize("room", ["terminal", "web", "sandbox", "cli/think.py"])
def test_a_room_knows_no_game_by_its_name(room: str) -> None:
    """A game says itself what these rooms need, so that somebody's new game is treated like ours."""
    place = PACKAGE / room
    named = [
        f"{path.relative_to(PACKAGE)} line {node.lineno}: {node.value!r}"
        for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in GAMES
    ]
    assert named == []
