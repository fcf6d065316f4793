"""What can be seen from where in a chain of horses, and what follows from that before any step is tried.

Everything is seen on the board without any shot of the chain: what is hidden there is hidden at every time of it.
Squares are those of the fenced board; a set of landings is a number with a bit for each.
"""

from __future__ import annotations

from ludus.games.amazons_board import BROKEN_ARROW, FREE, NO_ARTIFACT, SPEAR, chart_of, fenced, stride

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludus.games.amazons import Amazons

FINAL = 0
"""Stands for the last landing, which may be on a field where she landed before."""
_FAR = 15
"""The way to the start is looked for from this many landings before it."""
_TRIES = 30
"""And so many steps are tried each time; if that is not enough, there may be one."""


class Journey:
    """What is known of a chain: from where to where, over which horses, what was hit, and how much she collected."""

    __slots__ = ("start", "end", "passed", "perhaps", "hit", "gain")

    def __init__(
        self,
        way: tuple[int, int],
        passed: Sequence[int],
        perhaps: Sequence[int],
        hit: Sequence[int],
        gain: int | None,
    ) -> None:
        self.start, self.end = way
        self.passed = passed
        """Where she certainly landed before the last landing; the end, too, if she came back to it."""
        self.perhaps = perhaps
        """Where else she may have landed before."""
        self.hit = hit
        self.gain = gain
        """What she collected; None if that does not matter."""


class Sight:
    """A journey on its board."""

    def __init__(self, before: Amazons, journey: Journey) -> None:
        width = before.width
        chart = chart_of(len(before.fields) // width, width)
        self.names, self.steps = chart.fenced_names, chart.steps
        self.start, self.end = fenced(journey.start, width), fenced(journey.end, width)
        self.artifact = _artifact(before, journey)
        self.horses = len(journey.hit) - (self.artifact != BROKEN_ARROW)
        """How many landings there are before the last."""
        self._number_landings(before, journey)
        self.free = bytearray(len(self.names) + width + 2)
        for square, field in enumerate(before.fields):
            self.free[fenced(square, width)] = field in FREE
        self.free[self.start] = True
        self._look_around(journey, width)
        for target in self.targets:
            self.free[target] = False
        self._dead: set[tuple[int, int]] = set()
        self._tries = 0

    def _number_landings(self, before: Amazons, journey: Journey) -> None:
        squares = [*journey.passed, *journey.perhaps]
        self.landings = [fenced(square, before.width) for square in squares]
        self.bit = {landing: 1 << place for place, landing in enumerate(self.landings)}
        self.certain = (1 << len(journey.passed)) - 1
        """The landings that she certainly made."""
        self.treasure = {
            landing: int(before.fields[square][0])
            for landing, square in zip(self.landings, squares, strict=True)
        }
        self._holding = [0] * 6
        for landing in self.landings[len(journey.passed) :]:
            self._holding[self.treasure[landing]] |= self.bit[landing]
        self.extra = None if journey.gain is None else journey.gain - _certain_gain(before, journey)
        """What she must have collected on landings that are not certain."""

    def _look_around(self, journey: Journey, width: int) -> None:
        self.targets = {fenced(square, width) for square in journey.hit}
        seen = {square: self.reach(self.free, square) for square in (*self.landings, self.end, self.start)}
        self.near = {
            square: sum(self.bit[other] for other in found if other in self.bit)
            for square, found in seen.items()
        }
        """The landings that can be seen from a landing, from the start or from the end."""
        self.sights = {square: [end for end in seen[square] if end in self.targets] for square in seen}
        """The targets that can be seen from a landing; the last one goes by the name `FINAL`."""
        self.sights[FINAL] = self.sights[self.end]
        if self.artifact == SPEAR:
            aligned = (square for square in journey.hit if stride(width, square, journey.end))
            self.sights[FINAL] = [fenced(square, width) for square in aligned]
        self.shooters = dict.fromkeys(self.targets, 0)
        """The landings from which a target can be seen."""
        for landing in self.landings:
            for target in self.sights[landing]:
                self.shooters[target] |= self.bit[landing]

    def reach(self, free: bytearray, square: int) -> list[int]:
        """List the free squares that a queen reaches."""
        found = []
        for step in self.steps:
            at = square + step
            while free[at]:
                found.append(at)
                at += step
        return found

    def listed(self, landings: int) -> list[int]:
        """Lay a set of landings out."""
        found = []
        while landings:
            bit = landings & -landings
            found.append(self.landings[bit.bit_length() - 1])
            landings ^= bit
        return found

    def ways_on(self, landing: int, space: int) -> int:
        """Count where one can go from a landing: to others in this space, or to the start."""
        return (self.near[landing] & space).bit_count() + self._is_near_start(landing)

    def _is_near_start(self, landing: int) -> bool:
        return self.near[self.start] & self.bit[landing] != 0

    def can_collect(self, extra: int, spare: int, left: int) -> bool:
        """Tell whether so many of the landings left that are not certain may hold so much."""
        least = most = 0
        few = many = spare
        for low, high in zip(range(6), range(5, -1, -1), strict=True):
            taken = min(few, (self._holding[low] & left).bit_count())
            least, few = least + low * taken, few - taken
            taken = min(many, (self._holding[high] & left).bit_count())
            most, many = most + high * taken, many - taken
        return not few and least <= extra <= most

    def leads_home(self, square: int, left: int, horses: int) -> bool:
        """Tell whether the rest of the way may exist: over so many landings, all certain ones, to the start."""
        if horses > _FAR:
            return True
        self._tries = _TRIES
        return self._finds_home(square, left, horses)

    def _finds_home(self, square: int, left: int, horses: int) -> bool:
        if not horses:
            return self._is_near_start(square)
        if (square, left) in self._dead:
            return False
        self._tries -= 1
        if self._tries < 0:
            return True
        certain = left & self.certain
        if certain.bit_count() > horses:
            return False
        space = certain if certain.bit_count() == horses else left
        for landing in self._next(square, certain, space):
            if self._finds_home(landing, left & ~self.bit[landing], horses - 1) or self._tries < 0:
                return True
        self._dead.add((square, left))
        return False

    def _next(self, square: int, certain: int, space: int) -> list[int]:
        """List where to go on; a landing with just one more way has to be next, and two such cannot both be."""
        near, forced = self.near[square], 0
        if not space & self.near[self.start]:
            return []
        for landing in self.listed(certain):
            ways, bit = self.ways_on(landing, space), self.bit[landing]
            if ways + (near & bit != 0) < 2:
                return []
            if ways == 1:
                forced |= bit
        if forced.bit_count() > 1:
            return []
        found = self.listed(near & (forced or space))
        return sorted(found, key=lambda landing: self.ways_on(landing, space))


def _artifact(before: Amazons, journey: Journey) -> str:
    """Tell which artifact the last landing is on: none where she stood or landed before."""
    field = before.fields[journey.end]
    if field not in FREE or journey.end in journey.passed:
        return NO_ARTIFACT
    return field[1]


def _certain_gain(before: Amazons, journey: Journey) -> int:
    squares = {*journey.passed, journey.end} - {journey.start}
    return sum(int(before.fields[square][0]) for square in squares)
