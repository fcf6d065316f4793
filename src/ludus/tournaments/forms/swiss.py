"""Swiss: in every round those meet who have about the same score, and nobody meets the same opponent twice.

A round is paired when the one before is over. All its pairs are chosen at once, the best by these criteria; an earlier
one is given up only when nothing else is possible (many rounds with few participants):

1. nobody has a second bye while somebody else has had none;
2. nobody meets the same opponent again;
3. nobody has three games more of one colour than of the other, or one colour three times running;
4. the bye goes to a low score;
5. opponents have the same score, or nearly;
6. everyone gets the colour that is due;
7. inside a group of equal scores the upper half meets the lower half in order, by the seeds.

With two games for each pair everyone has both colours, and criteria 3 and 6 have nothing to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar

from ludus.tournaments.forms.best_pairs import Marks, find_best_pairs
from ludus.tournaments.forms.rounds import Pairs, Round, read_round
from ludus.tournaments.forms.swiss_player import DUE, SwissPlayer, choose_colours, make_players
from ludus.tournaments.meeting import Bye, GameCount, Meeting, Met, check_keys, check_number, describe_count


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss tournament; the keys stand in the order of the seeds, the strongest first."""

    is_fixed: ClassVar = False
    keys: tuple[str, ...]
    rounds: int
    games: int = 1
    """Games of each pair."""
    bye: float = 1.0
    """What a bye is worth, for each game that the others play in that round."""

    def __post_init__(self) -> None:
        check_keys(self.keys)
        check_number("rounds", self.rounds)
        check_number("games", self.games)

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List the games of the round that goes on; a game that is missing holds the next round back."""
        *earlier, current = self._replay(met)
        if current.is_over:
            return ()
        return current.list_meetings(partial(_pair, self, tuple(earlier)))

    def list_byes(self, met: Sequence[Met]) -> list[Bye]:
        """List the byes of all rounds that are over."""
        over = [held for held in self._replay(met) if held.is_over]
        return [Bye(held.number, held.bye, self.bye * self.games) for held in over if held.bye is not None]

    def count_games(self) -> GameCount:
        """Count them: their number does not depend on results."""
        games = len(self.keys) // 2 * self.rounds * self.games
        return GameCount(games, games)

    def describe(self) -> str:
        """Describe the form in one line."""
        rounds, games = describe_count(self.rounds, "round"), describe_count(self.games, "game")
        return f"Swiss: {len(self.keys)} participants, {rounds}, {games} for each pair"

    def _replay(self, met: Sequence[Met]) -> list[Round]:
        """List the rounds that are over, and the one that goes on."""
        rounds: list[Round] = []
        for number in range(1, self.rounds + 1):
            before = (number - 1) * (len(self.keys) // 2)
            rounds.append(read_round(met, number, before, self.games, self.keys))
            if not rounds[-1].is_over:
                break
        return rounds


@lru_cache(maxsize=8)
def _pair(form: Swiss, earlier: tuple[Round, ...], people: tuple[str, ...]) -> Pairs:
    """Pair people for the next round; cached, because the runner asks after every game."""
    here = set(people)
    players = [player for player in make_players(form.keys, earlier, form.bye) if player.key in here]
    pairs = find_best_pairs(players, _judge_pair, _judge_bye)
    seated = [choose_colours(one, other) for one, other in pairs]
    return tuple((first.key, second.key) for first, second in seated)


def _judge_pair(one: SwissPlayer, other: SwissPlayer) -> Marks:
    """Judge a pair by the criteria; `one` has the better rank."""
    (wanted, strength), (theirs, their_strength) = one.preference, other.preference
    clash = min(strength, their_strength) if wanted == theirs else 0
    gap, half = one.score - other.score, one.group // 2
    if gap:
        # Best are the last of the upper group and the first of the lower.
        same_half, shift = 0, (one.group - 1 - one.place) ** 2 + other.place**2
    else:
        same_half = int((one.place < half) == (other.place < half))
        shift = (other.place - one.place - half) ** 2
    again = one.opponents[other.key]
    return (0, again, int(clash == DUE), 0, gap**2, clash, same_half, shift)


def _judge_bye(player: SwissPlayer) -> Marks:
    """Judge a bye by the same criteria."""
    return (player.byes, 0, 0, player.score, 0, 0, 0, (player.group - 1 - player.place) ** 2)
