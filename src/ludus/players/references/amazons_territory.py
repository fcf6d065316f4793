"""Amazons' territory agent: looks one step ahead and counts the treasure by who is nearer to it.

A position is worth to a seat its lead in collected treasure, plus each treasure on the board that one of its amazons
reaches in fewer queen moves than any other amazon, minus each that another's reaches in fewer. What both reach
equally soon, or neither, counts nothing. Equal steps are drawn at random. In placement it compares the free fields
in the same way.

A set of fields is a number here, a bit a field, with an empty column between the rows: so a wave of queen moves
spreads over the whole board at once, and thousands of steps can be compared without playing them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ludus.contests import find_closing_move
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import FREE, find_chart
from ludus.games.base import squares_of
from ludus.players.search_player import OnInfo, SearchPlayer, ignore_info
from ludus.score import Score
from ludus.search.alphabeta import compute_lead
from ludus.turn import Limits, Thought, Turn


class Territory(SearchPlayer):
    """Takes the step after which the most treasure is nearer to its own amazons.

    With limits it compares as many of the steps as they allow, drawn at random.
    """

    def __init__(self, seed: int = 0, own: Limits | None = None) -> None:
        super().__init__("territory", own or Limits(), Limits(depth=1))
        self._rng = random.Random(seed)

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Evaluate the steps in random order, so that equal ones are drawn and a part of them is a fair sample."""
        position = turn.position
        assert isinstance(position, Amazons)
        out_of_time = self.start_timer(limits)
        closing = find_closing_move(turn)
        moves = [closing] if closing is not None else list(position.moves())
        self._rng.shuffle(moves)
        if limits.nodes is not None:
            moves = moves[: max(1, limits.nodes)]
        board = _Board.of(position)
        best, best_value, nodes = moves[0], -float("inf"), 0
        for move in moves:
            value = board.play(move).evaluate()
            nodes += 1
            if value > best_value:
                best, best_value = move, value
            if out_of_time():
                break
        thought = Thought(best, Score.points(best_value), 1, nodes)
        on_info(thought, (best,))
        return thought


@dataclass(frozen=True, slots=True)
class _Board:
    """The board as the seat to move sees it."""

    bits: dict[str, int]
    """The bit of each square by name."""
    steps: tuple[int, ...]
    """How far the bits of neighbours lie apart, in four of the eight ways."""
    treasure: tuple[int, ...]
    """The fields with a treasure of 1 to 5."""
    free: int
    own: int
    others: int
    lead: float

    @classmethod
    def of(cls, position: Amazons) -> _Board:
        """Lay out a position."""
        fields, width = position.fields, position.width
        places = [1 << (square + square // width) for square in range(len(fields))]
        names = find_chart(len(fields) // width, width).names
        own = f"00{position.seated[position.to_move].digit}"
        amazons = {f"00{row.digit}" for row in position.seated}

        def collect(kinds: set[str] | frozenset[str]) -> int:
            return sum(place for place, field in zip(places, fields, strict=True) if field in kinds)

        return cls(
            dict(zip(names, places, strict=True)),
            (1, width, width + 1, width + 2),
            tuple(collect({field for field in FREE if field[0] == value}) for value in "12345"),
            collect(FREE),
            collect({own}),
            collect(amazons - {own}),
            compute_lead(position.standing(), position.to_move),
        )

    def play(self, move: str) -> _Board:
        """Make a step or a placement of the seat to move."""
        first, *rest = [self.bits[name] for name in squares_of(move)]
        if not rest:
            return self._change(self.free & ~first, self.own | first, 0)
        landing = rest[0]
        collected = next((value for value, bits in enumerate(self.treasure, start=1) if bits & landing), 0)
        # Without a shot the last square is the landing itself.
        free = (self.free | first) & ~landing & ~rest[-1]
        return self._change(free, self.own & ~first | landing, collected)

    def _change(self, free: int, own: int, collected: int) -> _Board:
        return _Board(self.bits, self.steps, self.treasure, free, own, self.others, self.lead + collected)

    def evaluate(self) -> float:
        """Tell what the position is worth to the seat."""
        nearer, farther = self._compare_distances()
        balance = self.lead
        for value, bits in enumerate(self.treasure, start=1):
            balance += value * ((bits & nearer).bit_count() - (bits & farther).bit_count())
        return balance

    def _compare_distances(self) -> tuple[int, int]:
        """Find the fields that the own amazons reach in fewer queen moves than others, and the opposite."""
        nearer = farther = 0
        left, own, others = self.free, self.own, self.others
        while own or others:
            own, others = self._spread(own) & left, self._spread(others) & left
            nearer |= own & ~others
            farther |= others & ~own
            # What the other side has reached sooner leads nowhere that it does not reach sooner, too.
            left &= ~(own | others)
        return nearer, farther

    def _spread(self, squares: int) -> int:
        """Find the free fields one queen move away from these."""
        free, found = self.free, 0
        for step in self.steps:
            front = squares << step & free
            while front:
                found |= front
                front = front << step & free
            front = squares >> step & free
            while front:
                found |= front
                front = front >> step & free
        return found
