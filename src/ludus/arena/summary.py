"""Sums up the results of a match: points, strength, results by seat and by ending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludus.arena.match import Result
from ludus.players.participant import Participant
from ludus.ratings.statistics import Estimate, count_blocks, count_games, estimate
from ludus.records.events import BY_RULES, CUT_SHORT

Wdl = list[int]
"""Games won, drawn and lost. With more than two seats: all others beaten, some, none."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the reason that the rules give, or whose misconduct ended it."""

    kind: str
    reason: str
    player: int | None = None


@dataclass(slots=True)
class PlayerResults:
    """The results of one player."""

    key: str
    """Identifies the participant."""
    name: str
    """The displayed name."""
    seats: int
    points: float = 0.0
    turns: int = 0
    seconds: float = 0.0
    offences: int = 0
    """Turns and games that it lost by misconduct."""
    disqualified: int = 0
    """Games in which it was disqualified before the end."""
    by_seat: list[Wdl] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    """Counts of complete blocks by score, see statistics.py."""
    single: list[int] = field(default_factory=list)
    """Counts of single games by score."""
    open: dict[int, list[float]] = field(default_factory=dict)
    """The scores of incomplete blocks."""

    def __post_init__(self) -> None:
        self.by_seat = [[0, 0, 0] for _ in range(self.seats)]
        self.blocks = list(count_blocks((), self.seats))
        self.single = list(count_games((), self.seats))

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.single)

    @property
    def seconds_a_move(self) -> float:
        """The average time of a move."""
        return self.seconds / self.turns if self.turns else 0.0

    def estimate(self) -> Estimate:
        """Estimate the strength from whole blocks, from single games only while no block is complete."""
        return estimate(self.blocks if any(self.blocks) else self.single)

    def add(self, block: int, seat: int, points: float) -> None:
        """Add one game."""
        self.points += points
        self.by_seat[seat][0 if points == 1 else 2 if points == 0 else 1] += 1
        self._count(self.single, count_games((points,), self.seats))
        games = self.open.setdefault(block, [])
        games.append(points)
        if len(games) == self.seats:
            self._count(self.blocks, count_blocks((self.open.pop(block),), self.seats))

    def _count(self, counts: list[int], more: Sequence[int]) -> None:
        counts[:] = [old + new for old, new in zip(counts, more, strict=True)]


class Summary:
    """The results of a match so far."""

    def __init__(self, participants: Sequence[Participant], seats: int) -> None:
        self.players = [
            PlayerResults(participant.key, participant.name, seats) for participant in participants
        ]
        self._numbers = {participant.key: number for number, participant in enumerate(participants)}
        self.endings: Counter[Ending] = Counter()
        self.offences: Counter[Ending] = Counter()
        """Turns that were lost by misconduct while the game went on."""
        self.examples: dict[Ending, str] = {}
        """The reason of the first game that ended so, without its seat; later reasons may quote other output."""
        self.games = 0
        self.void = 0
        """Games that could not be played."""

    def add(self, result: Result) -> None:
        """Add a finished game."""
        self.games += 1
        pairing = result.pairing
        for seat, key in enumerate(pairing.keys):
            player = self.players[self._numbers[key]]
            player.add(pairing.block, seat, result.points[seat])
            player.turns += result.turns[seat]
            player.seconds += result.seconds[seat]
        self._add_conduct(result)

    def _add_conduct(self, result: Result) -> None:
        """Count the ending and the offences of a game."""
        order, verdict = [self._numbers[key] for key in result.pairing.keys], result.record.verdict
        for offence in result.record.offences:
            self._add_offence(self.offences, offence.kind, order[offence.seat], offence.reason)
        for seat in verdict.out:
            self.players[order[seat]].disqualified += 1
        if verdict.kind in (BY_RULES, CUT_SHORT) or verdict.seat is None:
            self.endings[Ending(verdict.kind, verdict.reason)] += 1
        else:
            self._add_offence(self.endings, verdict.kind, order[verdict.seat], verdict.reason)

    def _add_offence(self, counts: Counter[Ending], kind: str, player: int, reason: str) -> None:
        ending = Ending(kind, "", player)
        counts[ending] += 1
        # A player changes seats, so that the one of the first game would be wrong for the others.
        self.examples.setdefault(ending, reason.partition(": ")[2] or reason)
        self.players[player].offences += 1
