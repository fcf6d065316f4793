"""Alpha-beta in pure Python for any game of the contract: deepens until it is stopped.

A position is worth the lead in standing; a finished game outweighs any standing. With more than two seats
everyone else is taken to play against the seat that thinks; who plays alone plays for the standing only. Contest
entries load it at start-up, so it imports nearly nothing.
"""

from __future__ import annotations

from ludus.score import Score
from ludus.turn import Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.games.base import Position

    Stop = Callable[[], bool]
    Evaluate = Callable[[Position, int], float]
    """Tells what a position is worth to a seat."""
    OnInfo = Callable[[Thought, tuple[str, ...]], None]
    """Called after each finished depth with what was found, and the expected line as far as it is known."""

WIN = 1_000_000.0
CHECK_EVERY = 32
"""Nodes between two checks of the clock."""


class _Stopped(Exception):
    """Time is up in the middle of a depth."""


class _Search:
    def __init__(self, seat: int, out_of_time: Stop, limit: int | None, evaluate: Evaluate | None) -> None:
        self.seat = seat
        self._evaluate = evaluate or compute_lead_in_standing
        self.nodes = 0
        self._out_of_time = out_of_time
        self._limit = limit
        self._next_check = CHECK_EVERY if limit is None else min(CHECK_EVERY, limit)

    def find_value(self, position: Position, depth: int, low: float, high: float) -> float:
        """Evaluate for the thinking seat; exact between `low` and `high`, a bound outside."""
        if self.nodes >= self._next_check:
            self._check_limits()
        self.nodes += 1
        outcome = position.outcome()
        if outcome is not None:
            return self._rate_end(outcome.scores, depth)
        if depth == 0:
            return self._evaluate(position, self.seat)
        own = position.to_move == self.seat
        for move in position.moves():
            value = self.find_value(position.play(move), depth - 1, low, high)
            if own:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return low if own else high

    def _check_limits(self) -> None:
        """Stop at the limit of nodes or when time is up."""
        limit = self._limit
        if (limit is not None and self.nodes >= limit) or self._out_of_time():
            raise _Stopped
        soon = self.nodes + CHECK_EVERY
        self._next_check = soon if limit is None else min(soon, limit)

    def _rate_end(self, scores: Sequence[float], depth: int) -> float:
        """Evaluate a finished game: a win is better the sooner it comes, a loss the later."""
        ahead = compute_lead(scores, self.seat)
        return ahead if len(scores) == 1 else _compute_sign(ahead) * (WIN + depth)


def think(
    position: Position,
    out_of_time: Stop,
    depth: int = 64,
    *,
    nodes: int | None = None,
    on_info: OnInfo | None = None,
    evaluate: Evaluate | None = None,
    is_analysis: bool = False,
) -> Thought:
    """Search the moves deeper and deeper, up to `depth` or until time is up; the position must have a move.

    With `nodes` it looks at no more positions than that, and finds the same at any speed. Unless told otherwise it
    evaluates a position by the lead in `standing()`. An analysis goes on after an only move, too.
    """
    moves = list(position.moves())
    search = _Search(position.to_move, out_of_time, nodes, evaluate)
    thought = Thought(moves[0], Score.points(0), 0, 0)
    for level in range(1, depth + 1):
        try:
            ranked = _rank(search, position, moves, level)
        except _UnfinishedDepth as unfinished:
            # The best move of the last depth comes first, so a part of the next depth can only improve on it;
            # where all that were tried are lost, another may hold.
            move, value = unfinished.best
            if value <= -WIN and unfinished.untried:
                return Thought(unfinished.untried, thought.score, thought.depth, search.nodes)
            return Thought(move, _make_score(value, level), thought.depth, search.nodes)
        except _Stopped:
            return Thought(thought.move, thought.score, thought.depth, search.nodes)
        moves = [move for _, move in ranked]
        value = ranked[0][0]
        thought = Thought(moves[0], _make_score(value, level), level, search.nodes)
        if on_info:
            on_info(thought, (thought.move,))
        if abs(value) >= WIN or (len(moves) == 1 and not is_analysis):
            break
    return thought


class _UnfinishedDepth(Exception):
    """Time is up after some moves of a depth: the best of them, and one that was not tried, if any is left."""

    def __init__(self, best: tuple[str, float], untried: str) -> None:
        super().__init__()
        self.best = best
        self.untried = untried


def _rank(search: _Search, position: Position, moves: Sequence[str], depth: int) -> list[tuple[float, str]]:
    """Evaluate the first moves and sort them, best first; equal ones keep their order."""
    found: list[tuple[float, str]] = []
    best = -2 * WIN
    try:
        for move in moves:
            value = search.find_value(position.play(move), depth - 1, best, 2 * WIN)
            found.append((value, move))
            best = max(best, value)
    except _Stopped:
        if not found:
            raise
        value, move = max(found, key=_get_value)
        raise _UnfinishedDepth((move, value), next(iter(moves[len(found) :]), "")) from None
    return sorted(found, key=_get_value, reverse=True)


def _get_value(found: tuple[float, str]) -> float:
    return found[0]


def _make_score(value: float, depth: int) -> Score:
    """Give a value its unit; the earlier a finished game was found, the more its value exceeds `WIN`."""
    if abs(value) < WIN:
        return Score.points(value)
    return Score.end_in(int(depth + WIN - abs(value)), is_won=value > 0)


def _compute_sign(number: float) -> int:
    return (number > 0) - (number < 0)


def compute_lead_in_standing(position: Position, seat: int) -> float:
    """Tell by how much a seat is ahead in what the game counts."""
    return compute_lead(position.standing(), seat)


def compute_lead(scores: Sequence[float], seat: int) -> float:
    """Tell by how much a seat is ahead of the best of the others."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others, default=0)
