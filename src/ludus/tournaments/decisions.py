"""How an organiser writes the result of a game."""

from __future__ import annotations

from ludus.errors import BadOption
from ludus.text import quote

_WORDS = {"1": 1.0, "0": 0.0, "1/2": 0.5}
EXPECTED = "1-0, 0-1, 1/2-1/2, points for each seat like 1,0.5,0, or replay"


def read_points(text: str) -> tuple[float, ...]:
    """Read the points of each seat; those of two may be written as chess players do."""
    words = text.split("-")
    if len(words) == 2 and all(word in _WORDS for word in words):
        points = tuple(_WORDS[word] for word in words)
    else:
        points = tuple(_read_share(word, text) for word in text.split(","))
    # Points are shares of opponents beaten, so they add up to half the number of seats.
    if len(points) > 1 and abs(sum(points) - len(points) / 2) > 0.01:
        error = BadOption(f"RESULT: expected {EXPECTED}, found {quote(text)}")
        error.hint = (
            "each seat has the share of its opponents that it has beaten, so all add up to half their number"
        )
        raise error
    return points


def _read_share(word: str, text: str) -> float:
    try:
        share = float(word)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise BadOption(f"RESULT: expected {EXPECTED}, found {quote(text)}")
    # There is a zero below zero, too.
    return abs(share)
