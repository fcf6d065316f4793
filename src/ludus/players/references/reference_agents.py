"""The reference agents that the contests name, where a few lines will do.

Pente's minimax is in `pente_minimax.py` and Amazons' territory in `amazons_territory.py`. Chezz's firstlegal, lastlegal
and randomlegal are the baselines first, last and random; Amazons' random is random, too.
"""

from __future__ import annotations

from ludus.contests import find_closing_move
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import ARROW_SHOT, HORSE, fence, find_chart, find_fenced, reach
from ludus.games.checkers import BLACK, Checkers
from ludus.games.pente import Pente
from ludus.players.baseline import SeededPlayer
from ludus.players.search_player import OnInfo, SearchPlayer, ignore_info
from ludus.score import Score
from ludus.search.minimax import DEPTH, LEAVES, UnfinishedSearch, choose_minimax_move
from ludus.search.pente_view import View
from ludus.turn import Choice, Limits, Thought, Turn


class Neighbours(SeededPlayer):
    """Pente's random agent: any legal move next to a stone, diagonals included, each with the same chance."""

    name = "neighbours"

    def choose(self, turn: Turn) -> Choice:
        """Draw a square; on an empty board, or where the opening forbids all of them, any legal one."""
        position = turn.position
        assert isinstance(position, Pente)
        return Choice((self._rng.choice(View.of(position, 1).moves()),))


class CheckersMinimax(SearchPlayer):
    """Checkers' agent: minimax to a fixed depth, the left-most of the best moves."""

    def __init__(self, depth: int = DEPTH, leaf: str = LEAVES[0]) -> None:
        super().__init__("minimax", Limits(depth=depth), Limits(depth=depth))
        self._depth = depth
        self._leaf = leaf

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Let the contest's minimax choose; it counts good for Black, a thought what is good for the seat."""
        position = turn.position
        assert isinstance(position, Checkers)
        depth = finished = limits.depth or self._depth
        try:
            move, value = choose_minimax_move(position, depth, self._leaf, self.start_timer(limits))
        except UnfinishedSearch as unfinished:
            move, value, finished = unfinished.move, unfinished.value, 0
        own = value if position.to_move == BLACK else -value
        is_sure = abs(value) > len(position.board) * 3
        score = Score.end_in(depth, is_won=own > 0) if is_sure else Score.points(own)
        thought = Thought(move, score, finished, 0)
        on_info(thought, (move,))
        return thought


class AmazonsGreedy(SeededPlayer):
    """Amazons' greedy agent: most treasure now, a horse counting as its best second step; the rest at random.

    Landings of the same worth are drawn with the same chance, then one of the shots from there. The second step is
    reckoned without the shot that comes before it. In placement nobody collects anything, so any field will do.
    A turn that becomes too long is brought to its end.
    """

    name = "greedy"

    def choose(self, turn: Turn) -> Choice:
        """Draw one of the best landings, then a shot."""
        position = turn.position
        assert isinstance(position, Amazons)
        if position.placement:
            return Choice((self._rng.choice(position.moves()),))
        if (closing := find_closing_move(turn)) is not None:
            return Choice((closing,))
        gains = count_landing_gains(position)
        best = max(gains.values())
        step = self._rng.choice([step for step, gain in gains.items() if gain == best])
        ways = [
            move for move in position.moves() if move == step or move.startswith((f"{step}/", f"{step}*"))
        ]
        move = self._rng.choice(ways)
        return Choice((move,), None, Thought(move, Score.points(best), 1, len(gains)))


def count_landing_gains(position: Amazons) -> dict[str, int]:
    """Tell for each step, shots left out (`a1-c3`), what it collects, with the best second step after a horse."""
    fields, width = position.fields, position.width
    chart = find_chart(len(fields) // width, width)
    board = fence(fields, width)
    flat = {find_fenced(square, width): square for square in range(len(fields))}
    gains: dict[str, int] = {}
    for name in position.targets():
        start = find_fenced(chart.index[name], width)
        board[start] = ARROW_SHOT  # The field just left is free.
        for landing in reach(board, start, chart.steps):
            field = fields[flat[landing]]
            gain = int(field[0])
            if field[1] == HORSE:
                seconds = (int(fields[flat[end]][0]) for end in reach(board, landing, chart.steps))
                gain += max(seconds, default=0)
            gains[f"{name}-{chart.fenced_names[landing]}"] = gain
        board[start] = ""
    return gains
