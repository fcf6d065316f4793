"""The Pente contest's minimax agent: plain minimax without alpha-beta, a few moves ahead.

- Depth 3 with more than 50 s left, 1 with less than 3 s, else 2; also 2 where the game is not timed.
- It looks at empty neighbours of stones only, row by row from the top, and plays the first of the best.
- A window is five squares in a line. It is open for a side that has a stone in it while the enemy has none, and is
  then worth 1, 4, 16 or 64 for one, two, three or four stones. A position is worth the open windows of the side
  minus those of the enemy, plus the square of the stones that the side has captured, minus that of the enemy's:
  eight captured stones count as much as an open four. The contest names these terms and leaves the weights open.
- A won game outweighs everything, the sooner the more.

The rules play every move but the last; what a last stone changes is read from the windows through its square.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import itemgetter
from typing import TypeVar

from ludus.games.pente import BLACK, LETTERS, NAMES, SIZE, WHITE, Pente
from ludus.players.search_player import OnInfo, SearchPlayer, Stop, ignore_info
from ludus.score import NUMBER, Score
from ludus.search.pente_view import View
from ludus.turn import Clock, Limits, Thought, Turn

T = TypeVar("T")

WORTH = (0, 1, 4, 16, 64, 0)
"""What an open window is worth by the stones in it; five have won, so nobody evaluates them."""
WIN = 1_000_000
LONG, SHORT = 50.0, 3.0
"""With more seconds left than this it looks 3 moves ahead, with less than that 1."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_INDEX = {name: square for square, name in enumerate(NAMES)}
_EDGE = "/"

# A window is known by two digits to base 6: how many stones White and Black have in it.
_DIGITS = (6, 1)
_VALUE = tuple(
    WORTH[white] * (black == 0) - WORTH[black] * (white == 0) for white in range(6) for black in range(6)
)
_FOUR = tuple(4 * digit for digit in _DIGITS)


def _list_gains(seat: int) -> tuple[int, ...]:
    """List by the state of a window what one more stone of this seat adds; a fifth wins."""
    gains = []
    for state in range(36):
        full = sum(divmod(state, 6)) >= 5
        gains.append(0 if full else _VALUE[state + _DIGITS[seat]] - _VALUE[state])
    gains[_FOUR[seat]] = WIN if seat == WHITE else -WIN
    return tuple(gains)


def _list_lines(length: int, directions: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """List the runs of this length on the board, from every square and in these directions."""
    found = []
    for square in range(SIZE * SIZE):
        for down, right in directions:
            row, col = square // SIZE + down * (length - 1), square % SIZE + right * (length - 1)
            if 0 <= row < SIZE and 0 <= col < SIZE:
                found.append(tuple(square + step * (down * SIZE + right) for step in range(length)))
    return found


def _group(entries: Iterable[tuple[int, T]]) -> tuple[tuple[T, ...], ...]:
    """Collect by square what was found for it."""
    groups: list[list[T]] = [[] for _ in NAMES]
    for square, entry in entries:
        groups[square].append(entry)
    return tuple(map(tuple, groups))


_GAINS = (_list_gains(WHITE), _list_gains(BLACK))
_WINDOWS = _list_lines(5, _DIRECTIONS)
_THROUGH = _group((square, number) for number, window in enumerate(_WINDOWS) for square in window)
"""The windows through each square, by number."""
_STATES = tuple(itemgetter(*numbers) for numbers in _THROUGH)
_BACK = tuple((-down, -right) for down, right in _DIRECTIONS)
_FLANKS = _group(
    (first, (near, far, flank)) for first, near, far, flank in _list_lines(4, _DIRECTIONS + _BACK)
)
"""For each square and way the next three squares: two enemies and an own stone there mean a capture."""


class PenteMinimax(SearchPlayer):
    """Plain minimax over the empty neighbours of stones, to a depth that the clock decides."""

    def __init__(self, depth: int | None = None) -> None:
        super().__init__("minimax", Limits(depth=depth), Limits(depth=2))

    def choose_limits(self, clock: Clock | None) -> Limits:
        """Choose the depth by the seconds left."""
        return self._own or Limits(depth=_choose_depth(clock))

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Evaluate every move; one that is told to stop takes the best of those that it has finished, else the first."""
        position = turn.position
        assert isinstance(position, Pente)
        depth = 2 if limits.depth is None else limits.depth
        sign = 1 if position.to_move == WHITE else -1
        out_of_time = self.start_timer(limits)
        node = _Node.of(View.of(position, 1))
        moves = node.moves()
        best, most, nodes, finished = "", -math.inf, 0, depth
        for move in moves:
            try:
                value, count = node.evaluate_move(move, depth, out_of_time)
            except _Stopped:
                finished = 0
                break
            nodes += count
            if sign * value > most:
                best, most = move, sign * value
        score = _make_score(most, depth) if best else Score(NUMBER, 0)
        thought = Thought(best or moves[0], score, finished, nodes)
        on_info(thought, (thought.move,))
        return thought


def _make_score(value: float, depth: int) -> Score:
    """Give a value its unit; the earlier a finished game was found, the more its value exceeds `WIN`."""
    if abs(value) < WIN // 2:
        return Score(NUMBER, value)
    return Score.end_in(max(1, int(depth + WIN - abs(value))), is_won=value > 0)


def _choose_depth(clock: Clock | None) -> int:
    if clock is None or clock.left == math.inf:
        return 2
    return 3 if clock.left > LONG else 1 if clock.left < SHORT else 2


class _Stopped(Exception):
    """The answer is wanted in the middle of a move."""


class _Node:
    """A position with the states of its windows, and what it is worth to White."""

    __slots__ = ("position", "states", "value", "cells")

    def __init__(self, position: View, states: list[int], value: int) -> None:
        self.position = position
        self.states = states
        self.value = value
        self.cells = position.board.replace(_EDGE, "")

    @classmethod
    def of(cls, position: View) -> _Node:
        """Count every window."""
        stones = [
            _DIGITS[LETTERS.index(cell)] if cell != "." else 0 for cell in position.board if cell != _EDGE
        ]
        states = [stones[a] + stones[b] + stones[c] + stones[d] + stones[e] for a, b, c, d, e in _WINDOWS]
        return cls(position, states, sum(map(_VALUE.__getitem__, states)) + _rate_captures(position))

    def moves(self) -> list[str]:
        """List the moves it looks at, row by row from the top."""
        return sorted(self.position.moves(), key=_INDEX.__getitem__)

    def evaluate_move(self, move: str, depth: int, stop: Stop) -> tuple[int, int]:
        """Tell what a move is worth to White when looked at so deep, and how many positions that took.

        Once `stop` says so, `_Stopped` is raised.
        """
        child = self._play(move)
        if child.position.end:
            white, black = child.position.end.scores
            return int(white - black) * (WIN + depth - 1), 1
        if depth == 1:
            return child.value, 1
        return child.evaluate(depth - 1, stop)

    def evaluate(self, depth: int, stop: Stop) -> tuple[int, int]:
        """Tell what this position is worth to White when it is searched this deep, and how many positions that took."""
        if stop():
            raise _Stopped
        choose = max if self.position.to_move == WHITE else min
        if depth == 1 and self.cells.count(".") > 1:
            values = self._evaluate_last_moves(stop)
            return choose(values), len(values) + 1
        found = [self.evaluate_move(move, depth, stop) for move in self.moves()]
        return choose(value for value, _ in found), sum(count for _, count in found) + 1

    def _evaluate_last_moves(self, stop: Stop) -> list[int]:
        """Evaluate the positions one move on without making them, unless something is captured."""
        seat = self.position.to_move
        gain, own, enemy = _GAINS[seat].__getitem__, LETTERS[seat], LETTERS[1 - seat]
        cells, states, value = self.cells, self.states, self.value
        values = []
        for move in self.position.moves():
            square = _INDEX[move]
            for near, far, flank in _FLANKS[square]:
                if cells[near] == enemy and cells[far] == enemy and cells[flank] == own:
                    values.append(self.evaluate_move(move, 1, stop)[0])
                    break
            else:
                change = sum(map(gain, _STATES[square](states)))
                won = change >= WIN // 2 or change <= -WIN // 2
                values.append((WIN if seat == WHITE else -WIN) if won else value + change)
        return values

    def _play(self, move: str) -> _Node:
        """Play a move, and count anew only the windows through squares that it changes."""
        seat, square = self.position.to_move, _INDEX[move]
        position = self.position.play(move)
        changes = [(square, _DIGITS[seat])]
        if position.captured != self.position.captured:
            changes += [(taken, -_DIGITS[1 - seat]) for taken in self._find_captured(square, seat)]
        states, value = self.states.copy(), self.value
        for changed, digit in changes:
            for number in _THROUGH[changed]:
                state = states[number]
                states[number] = state + digit
                value += _VALUE[state + digit] - _VALUE[state]
        return _Node(position, states, value + _rate_captures(position) - _rate_captures(self.position))

    def _find_captured(self, square: int, seat: int) -> list[int]:
        """Find what a stone of this seat captures there."""
        own, enemy, cells = LETTERS[seat], LETTERS[1 - seat], self.cells
        return [
            taken
            for near, far, flank in _FLANKS[square]
            if cells[near] == enemy and cells[far] == enemy and cells[flank] == own
            for taken in (near, far)
        ]


def _rate_captures(position: Pente) -> int:
    white, black = position.captured
    return white * white - black * black
