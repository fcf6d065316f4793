"""Puts the landings and the shots of a turn in an order that the rules allow, or finds that there is none.

The search goes backwards from the last landing: there the board is fullest, so few shots and few ways back are
possible, and each step taken back opens the board. Each step but one that ends on a broken arrow shoots once, so the
fields that were hit tell how many steps there are. A set of landings or of targets is a number with a bit for each.
"""

from __future__ import annotations

from ludus.games.amazons_board import (
    BROKEN_ARROW,
    FREE,
    HORSE,
    SHOT_AFTER,
    SPEAR,
    find_chart,
    find_fenced,
    find_stride,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludus.games.amazons import Amazons
    from ludus.protocols.amazons_turn import Journey

_NO_SHOT = -1


class SpentError(Exception):
    """The search took back as many steps as it may."""


def find_chain(before: Amazons, journey: Journey, budget: int) -> tuple[str, ...]:
    """Find steps that make the journey; no steps if there are none.

    At most `budget` steps are taken back; if more would be needed, `SpentError` is raised.
    """
    return _Search(before, journey, budget).find_moves()


class _Search:
    """One search, on the fenced board."""

    def __init__(self, before: Amazons, journey: Journey, budget: int) -> None:
        width = before.width
        chart = find_chart(len(before.fields) // width, width)
        self._names, self._steps = chart.fenced_names, chart.steps
        self._start, self._end = find_fenced(journey.start, width), find_fenced(journey.end, width)
        self._artifact = journey.artifact
        self._number(before, journey)
        self._free = bytearray(width + 2)
        for row in range(0, len(before.fields), width):
            self._free += bytes(map(FREE.__contains__, before.fields[row : row + width])) + b"\0"
        self._free += bytes(width + 1)
        self._free[self._start] = True
        self._look_around()
        self._dead: set[tuple[int, int, int]] = set()
        """Landing, targets and landings left from which no way leads back to the start."""
        self._budget = budget
        self._way: list[tuple[int, int]] = []
        """The landings with their shots so far, last landing first."""
        for target in self._targets:
            self._free[target] = False

    def _number(self, before: Amazons, journey: Journey) -> None:
        squares, width = [*journey.passed, *journey.perhaps], before.width
        self._landings = {find_fenced(square, width): 1 << place for place, square in enumerate(squares)}
        self._targets = {find_fenced(square, width): 1 << place for place, square in enumerate(journey.hit)}
        aligned = (square for square in journey.hit if find_stride(width, square, journey.end))
        self._spear_ends = [find_fenced(square, width) for square in aligned]
        self._certain = (1 << len(journey.passed)) - 1
        self._treasure = [int(before.fields[square][0]) for square in squares]
        collected = {journey.end, *journey.passed} - {journey.start}
        self._extra = journey.gain - sum(int(before.fields[square][0]) for square in collected)
        """What she must have collected on landings that are not certain."""

    def _look_around(self) -> None:
        """See the board without any shot of the turn: what is hidden there is hidden at every time of it."""
        landings, targets = self._landings, self._targets
        self._seen_targets = [self._look(landing, targets) for landing in landings]
        self._shooters = [self._look(target, landings) for target in targets]
        self._near = [self._look(landing, landings) for landing in landings]
        self._near_start = self._look(self._start, landings)

    def _look(self, square: int, wanted: dict[int, int]) -> int:
        return sum(wanted.get(found, 0) for found in self._reach(square))

    def _reach(self, square: int) -> list[int]:
        """List the free squares that a queen reaches."""
        found = []
        for step in self._steps:
            at = square + step
            while self._free[at]:
                found.append(at)
                at += step
        return found

    def find_moves(self) -> tuple[str, ...]:
        """Find the steps; none if there are none."""
        targets, landings = (1 << len(self._targets)) - 1, (1 << len(self._landings)) - 1
        return self._write_moves() if self._take_back(self._end, targets, landings, self._extra) else ()

    def _take_back(self, square: int, targets: int, landings: int, extra: int) -> bool:
        """Take back the step that landed on `square` and all before it; targets and landings are those left."""
        state = square, targets, landings
        if self._way and (state in self._dead or not self._is_promising(square, targets, landings)):
            return False
        self._budget -= 1
        if self._budget < 0:
            raise SpentError
        for shot in self._list_shots(square, targets, landings):
            self._way.append((square, shot))
            if shot == _NO_SHOT:
                found = self._go_back(square, targets, landings, extra)
            else:
                self._free[shot] = True
                found = self._go_back(square, targets & ~self._targets[shot], landings, extra)
                self._free[shot] = False
            if found:
                return True
            self._way.pop()
        self._dead.add(state)
        return False

    def _go_back(self, square: int, targets: int, landings: int, extra: int) -> bool:
        """Take back what came before, now that the last shot is off the board."""
        seen = self._reach(square)
        certain = landings & self._certain
        spare = targets.bit_count() - certain.bit_count()
        if not self._can_collect(extra, spare, landings & ~certain):
            return False
        if not targets:
            return self._start in seen
        space = landings if spare else certain
        found = [landing for landing in seen if self._landings.get(landing, 0) & space]
        for landing in self._put_rarest_first(found, self._landings, self._near, space):
            bit = self._landings[landing]
            rest = extra if bit & certain else extra - self._treasure[bit.bit_length() - 1]
            if self._take_back(landing, targets, landings & ~bit, rest):
                return True
        return False

    def _can_collect(self, extra: int, spare: int, landings: int) -> bool:
        """Tell whether this many of these landings may hold this much treasure."""
        worths = sorted(self._treasure[place] for place in _list_places(landings))
        return 0 <= spare <= len(worths) and sum(worths[:spare]) <= extra <= sum(
            worths[len(worths) - spare :]
        )

    def _is_promising(self, square: int, targets: int, landings: int) -> bool:
        """Tell whether everyone left can shoot, every target be hit, and a way lead over all certain landings."""
        own, certain = self._landings[square], landings & self._certain
        spare = targets.bit_count() - 1 - certain.bit_count()
        space = own | (landings if spare else certain)
        return (
            spare >= 0
            and self._has_ways(certain, space)
            and _can_pair(self._seen_targets, own | certain, targets)
            and _can_pair(self._shooters, targets, own | landings)
        )

    def _has_ways(self, certain: int, space: int) -> bool:
        """Tell whether each certain landing has a way in and a way out in this space, and somebody sees the start."""
        for place in _list_places(certain):
            ways = (self._near[place] & space).bit_count() + (self._near_start >> place & 1)
            if ways < 2:
                return False
        return space & self._near_start != 0

    def _list_shots(self, square: int, targets: int, landings: int) -> list[int]:
        """List what may have been hit from here, first what few others can hit."""
        is_last = not self._way
        if is_last and self._artifact == BROKEN_ARROW:
            return [_NO_SHOT]
        if is_last and self._artifact == SPEAR:
            return self._spear_ends
        ends = (self._find_line_end(square, step) for step in self._steps)
        found = [end for end in ends if self._targets.get(end, 0) & targets]
        return self._put_rarest_first(found, self._targets, self._shooters, landings)

    def _put_rarest_first(
        self, found: list[int], bits: dict[int, int], seen: Sequence[int], left: int
    ) -> list[int]:
        """Put first what is seen from the fewest landings that are left."""
        return sorted(found, key=lambda square: (seen[bits[square].bit_length() - 1] & left).bit_count())

    def _find_line_end(self, square: int, step: int) -> int:
        """Find the first square on a line that is not free."""
        square += step
        while self._free[square]:
            square += step
        return square

    def _write_moves(self) -> tuple[str, ...]:
        """Write the steps as moves, first step first."""
        source, moves = self._start, []
        for number, (landing, shot) in enumerate(reversed(self._way), start=1):
            mark = SHOT_AFTER[f"0{self._artifact if number == len(self._way) else HORSE}0"]
            end = "" if shot == _NO_SHOT else f"{mark}{self._names[shot]}"
            moves.append(f"{self._names[source]}-{self._names[landing]}{end}")
            source = landing
        return tuple(moves)


def _list_places(places: int) -> list[int]:
    """List the places of a set."""
    found = []
    while places:
        bit = places & -places
        found.append(bit.bit_length() - 1)
        places ^= bit
    return found


def _can_pair(partners: Sequence[int], seekers: int, offered: int) -> bool:
    """Tell whether each of the seekers can have a partner of its own among those offered."""
    paired: dict[int, int] = {}

    def pair(seeker: int, asked: set[int]) -> bool:
        for partner in _list_places(partners[seeker] & offered):
            if partner not in asked:
                asked.add(partner)
                if partner not in paired or pair(paired[partner], asked):
                    paired[partner] = seeker
                    return True
        return False

    return all(pair(seeker, set()) for seeker in _list_places(seekers))
