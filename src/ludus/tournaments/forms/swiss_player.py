"""What the pairing of a Swiss round knows of one participant: score, place, opponents, byes and colours so far.

The colour of a game is its seat: 0 moves first. Nobody may get three games more of one colour than of the other, or the
same colour three times running; who would is *due* the other colour, as far as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludus.tournaments.forms.rounds import Round

MILD, STRONG, DUE = 1, 2, 3
"""How much a participant prefers a colour: the last one was the other; more were; or the limit is reached."""


@dataclass(slots=True)
class SwissPlayer:
    """One participant of a Swiss tournament."""

    key: str
    seed: int
    """The place before the first round, from 0."""
    score: int = 0
    """Hundredths of points, so that sums are exact."""
    byes: int = 0
    opponents: Counter[str] = field(default_factory=Counter)
    colours: list[int] = field(default_factory=list)
    rank: int = 0
    place: int = 0
    """Among those with the same score, from 0."""
    group: int = 0
    """How many have the same score."""

    @property
    def surplus(self) -> int:
        """How many games more it had in seat 0 than in seat 1."""
        return self.colours.count(0) - self.colours.count(1)

    @property
    def preference(self) -> tuple[int, int]:
        """The colour that it should get, and how much; (0, 0) if any."""
        if not self.colours:
            return 0, 0
        if abs(self.surplus) > 1:
            return int(self.surplus > 0), DUE
        last = self.colours[-1]
        if self.colours[-2:] == [last, last]:
            return 1 - last, DUE
        return (int(self.surplus > 0), STRONG) if self.surplus else (1 - last, MILD)


def make_players(keys: Sequence[str], rounds: Sequence[Round], bye: float) -> list[SwissPlayer]:
    """Look back at all rounds, and sort the participants by score and seed; `bye` is worth so much for each game."""
    players = {key: SwissPlayer(key, seed) for seed, key in enumerate(keys)}
    for held in rounds:
        for key, points in held.add_points().items():
            players[key].score += round(100 * points)
        if held.bye is not None:
            players[held.bye].byes += 1
            players[held.bye].score += round(100 * bye * held.games)
        _note_opponents(players, held)
    ranked = sorted(players.values(), key=lambda player: (-player.score, player.seed))
    _number(ranked)
    return ranked


def choose_colours(one: SwissPlayer, other: SwissPlayer) -> tuple[SwissPlayer, SwissPlayer]:
    """Decide who of a pair moves first; `one` has the better rank."""
    (wanted, strength), (theirs, their_strength) = one.preference, other.preference
    if not strength and not their_strength:
        return (other, one) if one.seed % 2 else (one, other)
    if wanted == theirs and strength and their_strength:
        mine = (strength, abs(one.surplus) if strength == DUE else 0)
        yours = (their_strength, abs(other.surplus) if strength == DUE else 0)
        wins = mine > yours or (mine == yours and _has_older_claim(one, other, wanted))
        wanted = wanted if wins else 1 - wanted
    elif not strength:
        wanted = 1 - theirs
    return (other, one) if wanted else (one, other)


def _has_older_claim(one: SwissPlayer, other: SwissPlayer, wanted: int) -> bool:
    """Whether the first had the wanted colour less recently, at the last time when the two differed."""
    for mine, yours in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if mine != yours:
            return mine != wanted
    return True


def _note_opponents(players: dict[str, SwissPlayer], held: Round) -> None:
    for met in held.over:
        first, second = met.meeting.seats
        if met.meeting.number % held.games == 0:
            players[first].opponents[second] += 1
            players[second].opponents[first] += 1
        # Who meets in both colours has nothing to be balanced.
        if held.games % 2:
            players[first].colours.append(0)
            players[second].colours.append(1)


def _number(ranked: Sequence[SwissPlayer]) -> None:
    sizes = Counter(player.score for player in ranked)
    places: Counter[int] = Counter()
    for rank, player in enumerate(ranked):
        player.rank, player.place, player.group = rank, places[player.score], sizes[player.score]
        places[player.score] += 1
