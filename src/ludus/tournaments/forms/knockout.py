"""Knockout as the Pente contest holds it: who loses a meeting goes out; if a pair is level, both advance.

A meeting has an even number of games, half of them in either seat; who has fewer than half of its points goes out. The
best seed that is left meets the last one, the second best the last but one, unless they have met before and others have
not. An odd one has a bye: somebody who has had fewest, the best seed among them. The tournament ends when a round
eliminates nobody, or one is left; the survivors share the win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar

from ludus.errors import BadOption
from ludus.tournaments.forms.best_pairs import Marks, find_best_pairs
from ludus.tournaments.forms.rounds import Pairs, Round, read_round
from ludus.tournaments.meeting import Bye, GameCount, Meeting, Met, check_keys, check_number, describe_count


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout; the keys stand in the order of the seeds, the strongest first."""

    is_fixed: ClassVar = False
    keys: tuple[str, ...]
    games: int = 2
    """Games of each pair."""

    def __post_init__(self) -> None:
        check_keys(self.keys)
        check_number("games", self.games, 2)
        if self.games % 2:
            raise BadOption(f"games: expected an even number in a knockout, found {self.games}")

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List the games of the round that goes on; a game that is missing holds the next round back."""
        *earlier, current = self._replay(met)
        if current.is_over:
            return ()
        return current.list_meetings(partial(_pair, tuple(earlier)))

    def list_survivors(self, met: Sequence[Met]) -> tuple[str, ...]:
        """List who is not out yet, by seed: the winners, once all is over."""
        *_, current = self._replay(met)
        return _list_advancing(current) if current.is_over else current.people

    def list_byes(self, met: Sequence[Met]) -> list[Bye]:
        """List the byes of all rounds that are over; they are worth no points."""
        over = [held for held in self._replay(met) if held.is_over]
        return [Bye(held.number, held.bye, 0.0) for held in over if held.bye is not None]

    def count_games(self) -> GameCount:
        """Count them: at least one round, at most one loser in each."""
        count = len(self.keys)
        most = sum(left // 2 for left in range(2, count + 1))
        return GameCount(count // 2 * self.games, most * self.games)

    def describe(self) -> str:
        """Describe the form in one line."""
        games = describe_count(self.games, "game")
        return f"knockout: {len(self.keys)} participants, {games} for each pair; if a pair is level, both advance"

    def _replay(self, met: Sequence[Met]) -> list[Round]:
        """List the rounds that are over, and the one that goes on."""
        rounds: list[Round] = []
        people, before = self.keys, 0
        while True:
            held = read_round(met, len(rounds) + 1, before, self.games, people)
            rounds.append(held)
            advancing = _list_advancing(held) if held.is_over else people
            if len(advancing) in (1, len(people)):
                return rounds
            before += len(people) // 2
            people = advancing


def _list_advancing(held: Round) -> tuple[str, ...]:
    points = held.add_points()
    return tuple(key for key in held.people if key == held.bye or 2 * points[key] >= held.games)


@lru_cache(maxsize=8)
def _pair(earlier: tuple[Round, ...], people: tuple[str, ...]) -> Pairs:
    """Pair the survivors, who stand in the order of their seeds."""
    byes = Counter(held.bye for held in earlier)
    meetings = Counter(frozenset(met.meeting.seats) for held in earlier for met in held.over)

    def judge_pair(one: int, other: int) -> Marks:
        met = meetings[frozenset((people[one], people[other]))]
        # Squares: the best seed meets the last one exactly where the two places add up to the same for all pairs.
        return (0, met, 0, (one + other - len(people) + (len(people) % 2 == 0)) ** 2)

    def judge_bye(one: int) -> Marks:
        return (byes[people[one]], 0, one, 0)

    pairs = find_best_pairs(range(len(people)), judge_pair, judge_bye)
    return tuple((people[one], people[other]) for one, other in pairs)
