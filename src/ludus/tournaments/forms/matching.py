"""The cheapest way to put an even number of people into pairs, exactly, when every pair has its cost.

This is Edmonds' algorithm for weighted matching in general graphs, in time n³. Every person has a price, and the prices of two
never add up to more than their pair costs; where they do to as much, the pair is *tight*, and only such are chosen. A search
from all who are single goes along tight pairs, by turns an unchosen and a chosen one; if it cannot go on, prices change
until another pair is tight. Whoever is reached after an even number of pairs is *outer*, after an odd number *inner*. Where
two outer people of one tree meet, the cycle between them has an odd length; it is shrunk to a group that acts as one person
(a blossom) until its own price falls to nothing. Where those of two trees meet, one more pair can be chosen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

_FREE, _OUTER, _INNER = 0, 1, 2
_SIGN = (0, 1, -1)
"""How the prices of those who are free, outer and inner change."""
_APPROACH = (1, 2, 0)
"""How much faster than its own price the gap between an outer person and such a node closes."""
_NOBODY = 0
"""People are numbered from 1, groups come behind them."""


def find_cheapest_pairs(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the partner of each; `costs` is symmetric, what stands on its diagonal does not matter."""
    if len(costs) % 2:
        raise ValueError(f"expected an even number of people, found {len(costs)}")
    search = _Search(costs)
    search.start()
    while search.add_pair():
        pass
    return [partner - 1 for partner in search.partner[1 : len(costs) + 1]]


class _Search:
    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        count = len(costs)
        size = count + count // 2 + 1
        self._people = range(1, count + 1)
        self._groups = range(count + 1, size)
        # Fourfold, so that prices stay whole numbers.
        self._double = [[0] * (count + 1)] + [[0, *(4 * cost for cost in row)] for row in costs]
        self._price = [0] * size
        self.partner = [_NOBODY] * size
        """The person outside with whom a person or group is paired."""
        self._top = [node if node <= count else _NOBODY for node in range(size)]
        """The outermost group that a node belongs to."""
        self._side = [_FREE] * size
        self._entry = [(_NOBODY, _NOBODY)] * size
        """By which pair an inner node was reached: somebody outside and somebody inside."""
        self._nearest = [(_NOBODY, _NOBODY)] * size
        """An outer person and one in this node: the pair that is nearest to tight."""
        self._gap = [0] * size
        """By how much that pair is not tight."""
        self._cycle: list[list[int]] = [[] for _ in range(size)]
        self._part: list[dict[int, int]] = [{} for _ in range(size)]
        """In which node of a group's cycle each of its people is."""
        self._bond: dict[tuple[int, int], tuple[int, int]] = {}
        """Which two people connect neighbours of a cycle."""
        self._queue: deque[int] = deque()

    def start(self) -> None:
        """Choose prices and pairs that are good already, so that less is left to search."""
        others = {person: [other for other in self._people if other != person] for person in self._people}
        price, double = self._price, self._double
        for person in self._people:
            price[person] = min(double[person][other] // 2 for other in others[person])
        for person in self._people:
            if not self.partner[person]:
                row = double[person]
                price[person], nearest = min((row[other] - price[other], other) for other in others[person])
                if not self.partner[nearest]:
                    self.partner[person], self.partner[nearest] = nearest, person

    def add_pair(self) -> bool:
        """Choose one more pair, and perhaps others instead of earlier ones; return whether anyone was single."""
        self._side = [_FREE] * len(self._side)
        self._nearest = [(_NOBODY, _NOBODY)] * len(self._nearest)
        self._queue.clear()
        for node in self._list_tops():
            if not self.partner[node]:
                self._side[node] = _OUTER
                self._enqueue(node)
        if not self._queue:
            return False
        while not (self._search() or self._change_prices()):
            pass
        return True

    def _search(self) -> bool:
        """Go along tight pairs from the outer people; return whether a pair was added."""
        top, price, nearest, gaps = self._top, self._price, self._nearest, self._gap
        while self._queue:
            person = self._queue.popleft()
            row, own = self._double[person], price[person]
            for other in self._people:
                node = top[other]
                if node == top[person]:
                    continue
                gap = row[other] - own - price[other]
                if not gap:
                    if self._connect(person, other):
                        return True
                elif not nearest[node][0] or gap < gaps[node]:
                    nearest[node], gaps[node] = (person, other), gap
        return False

    def _change_prices(self) -> bool:
        """Change prices until one more pair is tight or a group dissolves; return whether a pair was added."""
        tops = self._list_tops()
        step = min(self._list_steps(tops))
        for person in self._people:
            self._price[person] += step * _SIGN[self._side[self._top[person]]]
        for node in tops:
            self._gap[node] -= step * _APPROACH[self._side[node]]
            if node in self._groups:
                self._price[node] += 2 * step * _SIGN[self._side[node]]
        for node in tops:
            person, other = self._nearest[node]
            is_tight = person and self._top[node] == node and not self._gap[node]
            if is_tight and self._top[person] != node and self._connect(person, other):
                return True
        for node in self._list_tops():
            if node in self._groups and self._side[node] == _INNER and not self._price[node]:
                self._dissolve(node)
        return False

    def _list_steps(self, tops: Sequence[int]) -> Iterator[int]:
        """Yield by how much prices can change until something happens."""
        for node in tops:
            if self._side[node] == _INNER:
                if node in self._groups:
                    yield self._price[node] // 2
            elif self._nearest[node][0]:
                yield self._gap[node] // _APPROACH[self._side[node]]

    def _connect(self, person: int, other: int) -> bool:
        """Use a tight pair of an outer person and somebody else; return whether that added a pair."""
        reached = self._top[other]
        if self._side[reached] == _FREE:
            follower = self._top[self.partner[reached]]
            self._entry[reached], self._side[reached], self._side[follower] = (person, other), _INNER, _OUTER
            self._enqueue(follower)
        elif self._side[reached] == _OUTER:
            ways = self._find_cycle(self._top[person], reached)
            if not ways:
                self._swap_along(person, other)
                self._swap_along(other, person)
                return True
            self._shrink(person, other, *ways)
        return False

    def _find_cycle(self, node: int, other: int) -> tuple[list[int], list[int]] | None:
        """List the ways of two outer nodes up to the first common one, if there is one; it ends the first way."""
        up, down = self._list_way(node), self._list_way(other)
        if up[-1] != down[-1]:
            return None
        while len(up) > 1 and len(down) > 1 and up[-2] == down[-2]:
            up.pop()
            down.pop()
        return up, down[:-1]

    def _list_way(self, node: int) -> list[int]:
        """List the nodes from an outer one to the root of its tree."""
        way = [node]
        while self.partner[node]:
            inner = self._top[self.partner[node]]
            node = self._top[self._entry[inner][0]]
            way += [inner, node]
        return way

    def _swap_along(self, person: int, other: int) -> None:
        """Choose this pair, and exchange chosen and unchosen pairs up to the root."""
        while True:
            node = self._top[person]
            former = self._top[self.partner[node]]
            self._choose(node, person, other)
            if not former:
                return
            person, other = self._entry[former]
            self._choose(former, other, person)

    def _choose(self, node: int, person: int, other: int) -> None:
        """Pair a person of a node with one outside, and the rest of the node, if it is a group, among itself."""
        self.partner[node] = other
        if node in self._people:
            return
        part = self._part[node][person]
        place = self._turn_cycle(node, part)
        cycle = self._cycle[node]
        for index in range(place):
            self._choose(cycle[index], *self._bond[cycle[index], cycle[index ^ 1]])
        self._choose(part, person, other)
        self._cycle[node] = cycle[place:] + cycle[:place]

    def _turn_cycle(self, group: int, part: int) -> int:
        """Let the cycle run so that a part stands at an even place; return the place."""
        cycle = self._cycle[group]
        if cycle.index(part) % 2:
            cycle[1:] = cycle[:0:-1]
        return cycle.index(part)

    def _shrink(self, person: int, other: int, up: list[int], down: list[int]) -> None:
        """Make one group of the odd cycle that a pair closes."""
        cycle = [*reversed(up), *down]
        group = next(number for number in self._groups if not self._top[number])
        for way in (up, [*down, up[-1]]):
            self._bind(way)
        self._bond[self._top[person], self._top[other]] = (person, other)
        self._bond[self._top[other], self._top[person]] = (other, person)
        self._price[group], self._side[group], self.partner[group] = 0, _OUTER, self.partner[up[-1]]
        for node in cycle:
            if self._side[node] == _INNER:
                self._enqueue(node)
        self._cycle[group] = cycle
        self._part[group] = {inside: part for part in cycle for inside in self._list_people(part)}
        self._put_inside(group, group)
        self._find_nearest(group)

    def _bind(self, way: Sequence[int]) -> None:
        """Note which people connect the nodes on the way from an outer node upwards."""
        for place, (node, following) in enumerate(pairwise(way)):
            upper, lower = self._entry[node] if place % 2 else (self.partner[node], self.partner[following])
            self._bond[node, following], self._bond[following, node] = (lower, upper), (upper, lower)

    def _dissolve(self, group: int) -> None:
        """Take an inner group apart: those on the even way through it stay in the tree."""
        cycle = self._cycle[group]
        for part in cycle:
            self._put_inside(part, part)
        entrance = self._part[group][self._entry[group][1]]
        place = self._turn_cycle(group, entrance)
        for part in cycle:
            self._side[part] = _FREE
        for inner, outer in zip(cycle[0:place:2], cycle[1:place:2], strict=True):
            self._entry[inner] = self._bond[outer, inner]
            self._side[inner], self._side[outer] = _INNER, _OUTER
            self._enqueue(outer)
        self._side[entrance], self._entry[entrance] = _INNER, self._entry[group]
        self._top[group] = _NOBODY
        for part in cycle:
            self._find_nearest(part)

    def _find_nearest(self, node: int) -> None:
        self._nearest[node] = (_NOBODY, _NOBODY)
        for person in self._people:
            if self._top[person] != node and self._side[self._top[person]] == _OUTER:
                for other in self._list_people(node):
                    gap = self._double[person][other] - self._price[person] - self._price[other]
                    if not self._nearest[node][0] or gap < self._gap[node]:
                        self._nearest[node], self._gap[node] = (person, other), gap

    def _put_inside(self, node: int, group: int) -> None:
        self._top[node] = group
        if node in self._groups:
            for part in self._cycle[node]:
                self._put_inside(part, group)

    def _list_people(self, node: int) -> Iterable[int]:
        return (node,) if node in self._people else self._part[node]

    def _enqueue(self, node: int) -> None:
        self._queue.extend(self._list_people(node))

    def _list_tops(self) -> list[int]:
        return [node for node, top in enumerate(self._top) if node and node == top]
