"""Puts the landings and the shots of a chain of horses in an order that the rules allow.

The search goes backwards from the last landing: there the board is fullest, so few shots and few ways back are
possible, and each step taken back opens the board. Two looks ahead keep it on the right track: every landing still
needs a target of its own (a matching), and the rest of the way must lead over all certain landings to the start.

A wrong choice early in a long chain is not undone by trying everything after it, so the search begins anew, with
other choices among equals, ever so often, and is given up after so many attempts. Chains as real boards have them
are found at once; of chains with 25 to 150 steps, on boards made of horses, about one in a hundred is not found.
"""

from __future__ import annotations

from ludus.games.amazons_board import BROKEN_ARROW, HORSE, SHOT_AFTER, SPEAR
from ludus.protocols.amazons_sight import FINAL, Journey, Sight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from ludus.games.amazons import Amazons

ATTEMPTS = 100
ATTEMPT = 200
"""How many steps one attempt may take back, and two more for each landing."""
LONGEST = 250
"""Chains of more steps than this are not looked into; the longest on a 20x20 board has 200."""
_NO_SHOT = -1


def find_chain(before: Amazons, journey: Journey) -> tuple[str, ...] | None:
    """Find steps that make the journey; no steps if there are none, None if the search was given up."""
    from random import Random  # here, because contest entries come by and hardly ever need it

    sight = Sight(before, journey)
    if sight.horses > LONGEST:
        return None
    for seed in range(ATTEMPTS):
        search = _Search(sight, Random(seed), rare_first=seed % 2 == 1)
        try:
            return search.moves()
        except _SpentError:
            continue
    return None


class _SpentError(Exception):
    """An attempt took back as many steps as it may."""


class _Search:
    """One attempt."""

    def __init__(self, sight: Sight, random: Random, rare_first: bool) -> None:
        self._sight = sight
        self._random = random.random
        self._rare_first = rare_first
        self._budget = ATTEMPT + 2 * sight.horses
        self._free = sight.free[:]
        """The board at the time that has been reached: no shots but those that came before."""
        self._targets = set(sight.targets)
        """Those shots."""
        self._way: list[tuple[int, int]] = []
        """The landings with their shots so far, last landing first."""
        self._aims: dict[int, int] = {}
        """A target for each landing that must shoot: no two the same."""

    def moves(self) -> tuple[str, ...]:
        """Find the steps; none if there is no chain at all."""
        sight = self._sight
        shooting = sight.listed(sight.certain)
        if sight.artifact != BROKEN_ARROW:
            shooting.append(FINAL)
        everyone = (1 << len(sight.landings)) - 1
        if not all(self._aim(shooter, set()) for shooter in shooting):
            return ()
        return self._spelled() if self._take_back(sight.end, everyone, sight.horses, sight.extra) else ()

    def _take_back(self, square: int, left: int, horses: int, extra: int | None) -> bool:
        """Take back the step that landed on `square` and all before it; `left` are the landings not yet met."""
        self._budget -= 1
        if self._budget < 0:
            raise _SpentError
        shooter = square if self._way else FINAL
        shots = self._shots(shooter, square, left)
        before = self._before(square, left, horses, extra) if shots and horses else []
        if horses and not before:
            return False
        aims = self._aims
        for shot in shots:
            self._aims = dict(aims)
            if not self._release(shooter, shot):
                continue
            self._way.append((square, shot))
            if self._go_on(square, left, horses, extra, before):
                return True
            self._way.pop()
            if shot != _NO_SHOT:
                self._targets.add(shot)
                self._free[shot] = False
        self._aims = aims
        return False

    def _go_on(self, square: int, left: int, horses: int, extra: int | None, before: list[int]) -> bool:
        """Take back what came before, now that the last shot is off the board."""
        sight, aims = self._sight, self._aims
        seen = sight.reach(self._free, square)
        if not horses:
            return not extra and sight.start in seen
        for landing in before:
            if landing not in seen:
                continue
            self._aims = dict(aims)
            is_certain = sight.bit[landing] & sight.certain
            rest = extra if extra is None or is_certain else extra - sight.treasure[landing]
            if self._take_back(landing, left & ~sight.bit[landing], horses - 1, rest):
                return True
        return False

    def _shots(self, shooter: int, square: int, left: int) -> list[int]:
        """List what may have been hit from here, in the order in which to try."""
        sight = self._sight
        if shooter == FINAL and sight.artifact == BROKEN_ARROW:
            return [_NO_SHOT]
        if shooter == FINAL and sight.artifact == SPEAR:
            found = list(sight.sights[FINAL])
        else:
            ends = (self._line_end(square, step) for step in sight.steps)
            found = [end for end in ends if end in self._targets]
        if self._rare_first:
            return sorted(found, key=lambda shot: (sight.shooters[shot] & left).bit_count() + self._random())
        return sorted(found, key=lambda shot: self._random())

    def _line_end(self, square: int, step: int) -> int:
        """Find the first square on a line that is not free."""
        square += step
        while self._free[square]:
            square += step
        return square

    def _before(self, square: int, left: int, horses: int, extra: int | None) -> list[int]:
        """List where she may have come from, those with the fewest other ways on first."""
        sight = self._sight
        certain = left & sight.certain
        spare = horses - certain.bit_count()
        if extra is not None and not sight.can_collect(extra, spare, left):
            return []
        space = left if spare else certain
        rated = []
        for landing in sight.listed(sight.near[square] & space):
            bit = sight.bit[landing]
            if sight.leads_home(landing, left & ~bit, horses - 1):
                rating = sight.ways_on(landing, space) + self._random()
                if extra is not None and not bit & certain:
                    # What she collects must come out right in the end, so what is about average comes first.
                    rating += abs(sight.treasure[landing] - extra / spare)
                rated.append((rating, landing))
        return [landing for _, landing in sorted(rated)]

    def _release(self, shooter: int, shot: int) -> bool:
        """Take a shot off the board if everyone else who must shoot still can."""
        if shot == _NO_SHOT:
            return True
        own = next((target for target, other in self._aims.items() if other == shooter), None)
        if own is not None:
            del self._aims[own]
        robbed = self._aims.pop(shot, None)
        self._targets.discard(shot)
        if robbed is not None and not self._aim(robbed, set()):
            self._targets.add(shot)
            return False
        self._free[shot] = True
        return True

    def _aim(self, shooter: int, asked: set[int]) -> bool:
        """Give a landing a target of its own; others may have to take another for it."""
        for target in self._sight.sights[shooter]:
            if target in asked or target not in self._targets:
                continue
            asked.add(target)
            other = self._aims.get(target)
            if other is None or self._aim(other, asked):
                self._aims[target] = shooter
                return True
        return False

    def _spelled(self) -> tuple[str, ...]:
        """Write the steps as moves, first step first."""
        names, source = self._sight.names, self._sight.start
        moves: list[str] = []
        for landing, shot in reversed(self._way):
            is_last = len(moves) == self._sight.horses
            mark = SHOT_AFTER[f"0{self._sight.artifact if is_last else HORSE}0"]
            end = "" if shot == _NO_SHOT else f"{mark}{names[shot]}"
            moves.append(f"{names[source]}-{names[landing]}{end}")
            source = landing
        return tuple(moves)
