"""The best pairs by several criteria: the first decides, the next where it leaves a choice, and so on.

A criterion gives every pair a whole number that is better when it is smaller; the numbers of all pairs are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from ludus.tournaments.forms.matching import find_cheapest_pairs

Person = TypeVar("Person")
Marks = tuple[int, ...]
"""A number for each criterion, none of them negative."""


def find_best_pairs(
    people: Sequence[Person],
    judge_pair: Callable[[Person, Person], Marks],
    judge_bye: Callable[[Person], Marks],
) -> list[tuple[Person, Person]]:
    """Pair people; an odd one is left over and has a bye. In a pair, and among pairs, they stay in their order."""
    marks = {
        (low, high): judge_pair(people[low], people[high])
        for low, high in combinations(range(len(people)), 2)
    }
    count = len(people)
    if count % 2:
        marks.update({(index, count): judge_bye(person) for index, person in enumerate(people)})
        count += 1
    partners = find_cheapest_pairs(_weigh(marks, count))
    return [(people[one], people[other]) for one, other in enumerate(partners) if one < other < len(people)]


def _weigh(marks: dict[tuple[int, int], Marks], count: int) -> list[list[int]]:
    """Make one number of all marks: a difference in one criterion outweighs all that come after it."""
    weights, weight = [], 1
    for column in reversed(list(zip(*marks.values(), strict=True))):
        weights.append(weight)
        weight *= max(column) * (count // 2) + 1
    weights.reverse()
    costs = [[0] * count for _ in range(count)]
    for (low, high), numbers in marks.items():
        cost = sum(number * weight for number, weight in zip(numbers, weights, strict=True))
        costs[low][high] = costs[high][low] = cost
    return costs
