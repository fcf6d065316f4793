"""Checkers, rule by rule. Each test cites the sentence of the rules it proves."""

from __future__ import annotations

import pytest

from ludus.games import IllegalMove
from ludus.games.base import perft
from ludus.games.checkers import Checkers


def board(drawing: str, side: str = "b") -> Checkers:
    """Read a drawn board, row 1 on top."""
    return Checkers.read("/".join(row.replace(".", "1") for row in drawing.split()).replace("11111111", "8") + f" {side}")
