"""What an illegal answer does wrong, as a contest's text would put it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """The rule that is broken, and how, by comparison with the nearest right answer."""

    rule: str
    words: str = ""
    """If empty, the referee's own words say it."""
