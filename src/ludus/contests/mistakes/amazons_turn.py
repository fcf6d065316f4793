"""Finds what is wrong with a step and its shot in treasure Amazons.

The turn is taken apart: which amazon left and where she arrived, what was hit, how the score changed. Each part is
compared with what the rules want of it, first of all the step, because everything else follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.contests.amazons_situations import ARROW, BROKEN_ARROW, FIELDS, HORSE, PLAYER, SCORE, SPEAR, STEP
from ludus.contests.mistakes.mistake import Mistake
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import Contestant, can_leave, find_chart
from ludus.games.base import IllegalMove
from ludus.protocols.amazons_file import State
from ludus.protocols.amazons_turn import explain

_HORSE, _BROKEN_ARROW, _SPEAR = "1", "2", "3"


def find_score(rows: Sequence[Contestant], digit: str) -> int:
    """Look up the score of the player with this ID."""
    return next(row.score for row in rows if row.digit == digit)


def list_changes(before: Amazons, after: State) -> list[int]:
    """List the fields that differ."""
    return [square for square in range(len(after.fields)) if before.fields[square] != after.fields[square]]


class TurnTaken:
    """The parts of a turn, as the boards before and after show them."""

    def __init__(self, before: Amazons, after: State) -> None:
        self.before, self.after = before, after
        self.chart = find_chart(len(before.fields) // before.width, before.width)
        self.own = before.seated[before.to_move]
        self.amazon = f"00{self.own.digit}"
        self.gain = find_score(after.players, self.own.digit) - self.own.score
        changes = list_changes(before, after)
        self.left = [square for square in changes if before.fields[square] == self.amazon]
        self.reached = [square for square in changes if after.fields[square] == self.amazon]
        self.hit = [square for square in changes if after.fields[square][2] == "9"]
        self.other = [
            square for square in changes if square not in self.left and square not in self.reached + self.hit
        ]

    def find(self) -> Mistake | None:
        """Compare the parts in the order in which they follow from each other."""
        return (
            self._find_wrong_score()
            or self._find_wrong_fields()
            or self._find_wrong_step()
            or self._find_wrong_rest()
        )

    def _find_wrong_score(self) -> Mistake | None:
        """Find out whether another score would make the turn legal."""
        most = sum(int(self.before.fields[square][0]) for square in list_changes(self.before, self.after))
        for gain in range(most + 1):
            if gain != self.gain and self._is_legal_with(gain):
                took = f"the amazon took a treasure of {gain}" if gain else "she took no treasure"
                return Mistake(SCORE, f"{took}, the score shows {self.gain:+}")
        return None

    def _is_legal_with(self, gain: int) -> bool:
        rows = [
            Contestant(row.name, row.digit, self.own.score + gain) if row.digit == self.own.digit else row
            for row in self.after.players
        ]
        try:
            return bool(explain(self.before, State(self.after.fields, self.after.width, tuple(rows))))
        except IllegalMove:
            return False

    def _name(self, squares: Sequence[int]) -> str:
        return ", ".join(self.chart.names[square] for square in squares) or "nothing"

    def _find_wrong_fields(self) -> Mistake | None:
        fields, after = self.before.fields, self.after.fields
        for square in self.other:
            if fields[square][2] in "12345678" and fields[square] != self.amazon:
                words = f"{self._name([square])} holds an amazon of another player, and the board shows {after[square]}"
                return Mistake(PLAYER, words)
            if after[square][2] in "12345678":
                words = f"an amazon of another player came to {self._name([square])}"
                return Mistake(PLAYER, words)
            if fields[square][1] == _HORSE and after[square] == "000":
                continue
            return Mistake(
                FIELDS, f"{self._name([square])} was {fields[square]}, and the board shows {after[square]}"
            )
        for square in self.hit:
            if fields[square][2] != "0" and fields[square] != self.amazon:
                rule = SPEAR if self._find_artifact() == _SPEAR else ARROW
                return Mistake(rule, f"{self._name([square])} was {fields[square]} and cannot be hit")
        for square in self.left:
            if after[square] not in ("000", "009"):
                return Mistake(
                    FIELDS, f"she left {self._name([square])}, and the board shows {after[square]} there"
                )
        for square in self.reached:
            if fields[square][2] != "0":
                return Mistake(
                    STEP, f"{self._name([square])} was {fields[square]}, and an amazon stands there now"
                )
        return None

    def _find_artifact(self) -> str:
        return self.before.fields[self.reached[0]][1] if len(self.reached) == 1 else "0"

    def _has_hit_horse(self) -> bool:
        return any(self.before.fields[square][1:] == f"{_HORSE}0" for square in self.hit)

    def _has_ridden(self) -> bool:
        """Whether a horse can have been used."""
        return self._find_artifact() == _HORSE or bool(self.other) or len(self.hit) > 1

    def _find_wrong_step(self) -> Mistake | None:
        if not self.reached and not self.left:
            return Mistake(STEP, f"no amazon has moved, and {self._name(self.hit)} was hit")
        if not self.left:
            return Mistake(FIELDS, f"an amazon came to {self._name(self.reached)}, and none left her field")
        if not self.reached:
            rule = ARROW if self.hit else FIELDS
            return Mistake(
                rule,
                f"the amazon left {self._name(self.left)} and stands nowhere; {self._name(self.hit)} was hit",
            )
        if len(self.left) > 1 or len(self.reached) > 1:
            rule = HORSE if any(self.before.fields[square][1] == _HORSE for square in self.reached) else STEP
            return Mistake(rule, f"one amazon moves in a turn, and {self._name(self.left)} were left")
        way = f"{self._name(self.left)}-{self._name(self.reached)}"
        if not self._has_ridden() and self.reached[0] not in set(self._reach(self.left[0], self.left[0])):
            return Mistake(STEP, f"no free line leads her from {way.replace('-', ' to ')}")
        return None

    def _reach(self, source: int, vacated: int) -> Iterator[int]:
        """List the fields that are reached over free ones, when one more is free."""
        for line in self._list_lines(source):
            for square in line:
                if self.before.fields[square][2] != "0" and square != vacated:
                    break
                yield square

    def _list_lines(self, source: int) -> Iterator[list[int]]:
        height, width = len(self.before.fields) // self.before.width, self.before.width
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                row, col = source // width + down, source % width + right
                line = []
                while (down or right) and 0 <= row < height and 0 <= col < width:
                    line.append(row * width + col)
                    row, col = row + down, col + right
                yield line

    def _find_wrong_rest(self) -> Mistake | None:
        artifact, landing = self._find_artifact(), self.reached[0]
        if artifact == _BROKEN_ARROW and self.hit and not self.other:
            return Mistake(BROKEN_ARROW, f"she landed on a broken arrow, and {self._name(self.hit)} was hit")
        if artifact == _HORSE or self.other or self._has_hit_horse():
            return self._find_wrong_ride(landing)
        if not self.hit and artifact != _BROKEN_ARROW:
            return Mistake(SPEAR if artifact == _SPEAR else ARROW, "she must shoot, and nothing was hit")
        if len(self.hit) == 2 and self.left[0] in self.hit:
            return Mistake(
                FIELDS, f"she left {self._name(self.left)}, which becomes 000, and the board shows 009 there"
            )
        if len(self.hit) > 1:
            return Mistake(ARROW, f"one shot follows a step, and {self._name(self.hit)} were hit")
        if artifact == _SPEAR:
            return Mistake(SPEAR, f"{self._name(self.hit)} is not in line with {self._name([landing])}")
        if self.hit:
            return Mistake(
                ARROW, f"no free line leads the arrow from {self._name([landing])} to {self._name(self.hit)}"
            )
        return None

    def _find_wrong_ride(self, landing: int) -> Mistake:
        """Compare a turn on which a horse was, or should have been, used."""
        on_horse = self.before.fields[landing][1] == _HORSE
        if on_horse and len(self.hit) == 1 and can_leave(self.after.fields, self.after.width, landing):
            return Mistake(
                HORSE, f"she landed on a horse on {self._name([landing])}, and made no second move"
            )
        if not self.hit:
            return Mistake(ARROW, "she must shoot, and nothing was hit")
        words = f"{self._name(self.hit)} hit, score {self.gain:+}"
        return Mistake(
            HORSE, f"no ride from {self._name(self.left)} to {self._name([landing])} does this: {words}"
        )
