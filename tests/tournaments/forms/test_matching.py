"""The cheapest pairs, beside all pairs that there are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.tournaments.forms.matching import find_cheapest_pairs


def find_least_cost(costs: Sequence[Sequence[int]], left: tuple[int, ...]) -> int:
    """Try all ways to put those who are left into pairs."""
    if not left:
        return 0
    first, *others = left
    return min(
        costs[first][other] + find_least_cost(costs, tuple(one for one in others if one != other))
        for other in others
    )


def make_costs(count: int, draws: Sequence[int]) -> list[list[int]]:
    """Fill a symmetric table."""
    costs = [[0] * count for _ in range(count)]
    chosen = iter(draws)
    for row in range(count):
        for col in range(row):
            costs[row][col] = costs[col][row] = next(chosen)
    return costs


def add_costs(costs: Sequence[Sequence[int]], partners: Sequence[int]) -> int:
    """Add up the pairs, and check that they are pairs."""
    assert all(partners[partners[one]] == one != partners[one] for one in range(len(costs)))
    return sum(costs[one][partners[one]] for one in range(len(costs))) // 2


@given(st.data())
def test_no_other_pairs_are_cheaper(data: st.DataObject) -> None:
    count = data.draw(st.sampled_from([2, 4, 6, 8]))
    most = data.draw(st.sampled_from([1, 3, 20, 10**6]))
    size = count * (count - 1) // 2
    costs = make_costs(count, data.draw(st.lists(st.integers(0, most), min_size=size, max_size=size)))
    assert add_costs(costs, find_cheapest_pairs(costs)) == find_least_cost(costs, tuple(range(count)))


@pytest.mark.parametrize("seed", range(60))
def test_ten_people_on_odd_cycles_are_paired_as_cheaply_as_can_be(seed: int) -> None:
    """Cheap pairs lie on triangles and on a cycle of five, where one always remains."""
    chance = Random(seed)
    people = list(range(10))
    chance.shuffle(people)
    costs = make_costs(10, [chance.randint(50, 60) for _ in range(45)])
    rings = (people[:3], people[3:6], people[5:10])
    for ring in rings:
        for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
            costs[one][other] = costs[other][one] = chance.randint(0, 3)
    assert add_costs(costs, find_cheapest_pairs(costs)) == find_least_cost(costs, tuple(range(10)))


def test_an_odd_number_of_people_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="expected an even number of people, found 3"):
        find_cheapest_pairs([[0] * 3] * 3)


def test_nobody_needs_no_pairs() -> None:
    assert find_cheapest_pairs([]) == []
