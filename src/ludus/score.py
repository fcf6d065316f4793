"""What a player thinks that a position is worth to a seat: a number with its unit, made and worded here alone.

    points   ahead by this many pieces (each 1)               +1.25
    win      won in this many plies; negative: lost           win in 5, loss in 3
    chance   how likely a win is, 0 to 1                      62 %
    number   nobody has said what it counts                   +125

The texts of the engine protocol and of records name the unit before the value: `points 1.25`, `win -3`.
"""

from __future__ import annotations

from ludus.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

POINTS, WIN, CHANCE, NUMBER = UNITS = ("points", "win", "chance", "number")
_SURE = 1e9
"""No number of points outranks a win."""
_FAR = 100.0
"""With a lead of this many points the game is as good as won."""


class Score(Value):
    """What a position is worth, and in what unit."""

    unit: str
    value: float

    @classmethod
    def points(cls, value: float) -> Self:
        """Be ahead by a number of pieces."""
        return cls(POINTS, value)

    @classmethod
    def chance(cls, value: float) -> Self:
        """Win with this probability."""
        return cls(CHANCE, value)

    @classmethod
    def end_in(cls, plies: int, *, is_won: bool) -> Self:
        """Be sure of the end of the game after a number of plies."""
        return cls(WIN, plies if is_won else -plies)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self | None:
        """Read a unit and a value, or a value alone; None for anything else."""
        unit, value = words if len(words) == 2 else (NUMBER, *words)
        try:
            number = float(value)
        except ValueError:
            return None
        return cls(unit, number) if unit in UNITS and abs(number) < _SURE else None

    @property
    def rank(self) -> float:
        """Compare scores of one player by this: a quick win comes before a late one, a late loss before a quick one."""
        if self.unit != WIN:
            return self.value
        return _SURE - self.value if self.value > 0 else -_SURE - self.value

    @property
    def share(self) -> float:
        """What share of the game that is, 0 to 1: all of a win, half where nobody is ahead, two thirds for a piece more."""
        if self.unit == WIN:
            return float(self.value > 0)
        return self.value if self.unit == CHANCE else 1 / (1 + 10 ** (-max(-_FAR, min(_FAR, self.value)) / 4))

    def write(self) -> str:
        """Write it for programs."""
        value = f"{self.value:.0f}" if self.value == round(self.value) else f"{self.value:.3f}"
        return f"{self.unit} {value}"

    def __str__(self) -> str:
        if self.unit == WIN:
            return f"{'win' if self.value > 0 else 'loss'} in {abs(self.value):g}"
        if self.unit == CHANCE:
            return f"{self.value:.0%}".replace("%", " %")
        return f"{self.value:+.2f}" if self.unit == POINTS else f"{self.value:+g}"
