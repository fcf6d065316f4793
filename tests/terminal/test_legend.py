"""The legend explains every sign on the board."""

from __future__ import annotations

from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import Pente
from ludus.terminal.legend import write_legend


def test_pieces_of_both_sides_are_explained_together() -> None:
    legend = write_legend(Chezz.start(), colour=False)
    assert legend.startswith("White/Black: F/f flinger, N/n knight, C/c cannon, ")


def test_with_colour_the_symbols_are_explained() -> None:
    position = Checkers.read("8/8/8/8/8/B1w5/1w6/2b5 b")
    assert write_legend(position, colour=False) == "Black/White: B tower, b/w stone"
    assert write_legend(position, colour=True) == "Black/White: ▲ tower, ●/○ stone"


def test_treasure_and_artifacts_are_explained_letter_by_letter() -> None:
    position = Amazons.read("001,310,500/009,020,230/002,000,000 ann:1:0;bob:2:0 movement 1")
    legend = write_legend(position, colour=False)
    for entry in ("A1/A2 amazon", "2/3/5 treasure", "h horse", "b broken arrow", "s spear", "# blocked"):
        assert entry in legend


def test_an_empty_board_needs_no_legend() -> None:
    assert write_legend(Pente.start(), colour=False) == ""
