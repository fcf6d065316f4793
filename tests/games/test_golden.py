"""The golden games are played again and compared line by line."""

from __future__ import annotations

import pytest

from ludus.games import GAMES
from tests.games.golden import FOLDER, golden


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_still_played_the_same_way(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert golden(name).splitlines() == written.splitlines(), "see the diff of `make golden`"
