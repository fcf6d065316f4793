"""Monte Carlo for any game of the contract, one to eight seats: a tree of moves grown by random playouts (UCT).

- Each playout goes down the tree by upper confidence bounds, adds one position and plays random moves from there.
  After `LONGEST` of them the standing decides. Every seat is taken to play for itself.
- A position in the tree is widened slowly, move by move in random order, so that very many moves do no harm. At
  the root the moves that a greedy player would take come first.
- A game with very many moves tells which squares a hand may touch next; there moves are drawn square by square and
  never listed.
- The score of a move is what a playout through it is worth on average: 0 lost, 1 won.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from ludus.games.base import Position, spell
from ludus.players.baseline import rate_position
from ludus.players.search_player import OnInfo, SearchPlayer, Stop, ignore_info
from ludus.score import Score
from ludus.search.alphabeta import compute_lead
from ludus.turn import Limits, Thought, Turn

USUAL = Limits(playouts=200)
LONGEST = 40
"""Random moves in one playout, at most."""
CURIOSITY = 0.7
"""How much a move that was seldom tried is preferred: about 1/sqrt(2) for values from 0 to 1."""
FIRST_WIDTH = 8
"""How many moves of a position are tried before any of them is followed."""
SAMPLE = 400
"""How many moves of the root are compared by a look one move ahead."""
_CLOSE = 4.0
"""A lead in standing that is worth half of what standings are worth at all."""


class MonteCarlo(SearchPlayer):
    """Plays many random games from here and takes the move that does best in them."""

    def __init__(self, own: Limits | None = None, seed: int = 0) -> None:
        super().__init__("montecarlo", own or Limits(), USUAL)
        self._rng = random.Random(seed)

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Grow a tree within these limits; a bound on depth means nothing here."""
        bounds = (limits.playouts, limits.nodes, limits.cpu, limits.wall)
        playouts = limits.playouts if any(bound is not None for bound in bounds) else USUAL.playouts
        tree = _Tree(turn.position, self._rng, limits.nodes, self.start_timer(limits))
        done = 0
        try:
            while playouts is None or done < playouts:
                tree.grow()
                done += 1
                if done >= 16 and done & (done - 1) == 0:
                    on_info(*tree.summarise())
        except _Stopped:
            pass
        return tree.summarise()[0]


class _Stopped(Exception):
    """The limits are reached in the middle of a playout."""


class _Node:
    """A position in the tree, how often it was visited, and what that was worth to the seat that moved there."""

    __slots__ = ("position", "move", "mover", "visits", "total", "children", "tried", "untried")

    def __init__(self, position: Position, move: str, mover: int) -> None:
        self.position = position
        self.move = move
        self.mover = mover
        self.visits = 0
        self.total = 0.0
        self.children: list[_Node] = []
        self.tried: set[str] = set()
        self.untried: list[str] | None = None

    def is_narrow(self) -> bool:
        return len(self.children) < FIRST_WIDTH + 2 * math.sqrt(self.visits)

    def select_child(self) -> _Node:
        """Find the child that promises most."""
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda child: child.total / child.visits + CURIOSITY * math.sqrt(log / child.visits),
        )

    def find_best(self) -> _Node:
        """Find the child that was followed most, of equals the one that is worth most."""
        return max(self.children, key=lambda child: (child.visits, child.total))


class _Tree:
    def __init__(self, position: Position, rng: random.Random, nodes: int | None, out_of_time: Stop) -> None:
        self._rng = rng
        self._limit = nodes
        self._out_of_time = out_of_time
        self._nodes = 0
        self._root = _Node(position, "", position.to_move)
        self._root.untried = self._order_moves(position)
        self._first = self._root.untried[-1]

    def grow(self) -> None:
        """Make one playout and add its result; one that is cut off adds nothing."""
        path = [self._root]
        values: Sequence[float] | None = None
        while values is None:
            node = path[-1]
            if (end := node.position.outcome()) is not None:
                values = _rate_end(end.scores)
            elif (child := self._widen(node)) is not None:
                path.append(child)
                values = self._play_out(child.position)
                node.children.append(child)
            else:
                path.append(node.select_child())
        for node in path:
            node.visits += 1
            node.total += values[node.mover]

    def summarise(self) -> tuple[Thought, tuple[str, ...]]:
        """Return the best move so far, and the expected line."""
        line: list[_Node] = []
        node = self._root
        while node.children:
            node = node.find_best()
            line.append(node)
        if not line:
            return Thought(self._first, Score.chance(0.5), 0, self._nodes), (self._first,)
        score = Score.chance(line[0].total / line[0].visits)
        return Thought(line[0].move, score, len(line), self._nodes), tuple(node.move for node in line)

    def _order_moves(self, position: Position) -> list[str]:
        """Put the moves of the root in the order in which they are tried, the first at the end."""
        if _can_draw(position):
            moves = sorted({_draw_move(position, self._rng) for _ in range(SAMPLE // 4)})
        else:
            moves = list(position.moves())
        self._rng.shuffle(moves)
        few = SAMPLE if self._limit is None else min(SAMPLE, self._limit // 4)
        seat = position.to_move
        rated: list[tuple[tuple[float, float], str]] = []
        for move in moves[:few]:
            if self._is_spent():
                break
            rated.append((rate_position(self._play(position, move), seat), move))
        rated.sort(key=lambda found: found[0])
        return moves[len(rated) :] + [move for _, move in rated]

    def _widen(self, node: _Node) -> _Node | None:
        """Try a move that was not tried here; None where there is none or the tree should grow deeper first."""
        if not node.is_narrow():
            return None
        if node.untried is None and not _can_draw(node.position):
            node.untried = list(node.position.moves())
            self._rng.shuffle(node.untried)
        if node.untried:
            move = node.untried.pop()
        elif _can_draw(node.position):
            move = _draw_move(node.position, self._rng)
        else:
            return None
        if move in node.tried:
            return None
        node.tried.add(move)
        return _Node(self._play(node.position, move), move, node.position.to_move)

    def _play_out(self, position: Position) -> Sequence[float]:
        """Play random moves and tell what that was worth to each seat."""
        for _ in range(LONGEST):
            end = position.outcome()
            if end is not None:
                return _rate_end(end.scores)
            moves = () if _can_draw(position) else position.moves()
            move = self._rng.choice(moves) if moves else _draw_move(position, self._rng)
            position = self._play(position, move)
        return _rate_standing(position.standing())

    def _play(self, position: Position, move: str) -> Position:
        if self._is_spent():
            raise _Stopped
        self._nodes += 1
        return position.play(move)

    def _is_spent(self) -> bool:
        return (self._limit is not None and self._nodes >= self._limit) or self._out_of_time()


def _can_draw(position: Position) -> bool:
    """Tell whether this game answers `targets` without listing its moves."""
    return type(position).targets is not Position.targets


def _draw_move(position: Position, rng: random.Random) -> str:
    """Draw a move square by square."""
    touched: list[str] = []
    while squares := position.targets(touched):
        touched.append(rng.choice(squares))
    return spell(position, touched)


def _rate_end(scores: Sequence[float]) -> tuple[float, ...]:
    """Value a finished game for each seat; who plays alone plays for the standing."""
    if len(scores) == 1:
        return _rate_standing(scores)
    leads = [compute_lead(scores, seat) for seat in range(len(scores))]
    return tuple((ahead > 0) + 0.5 * (ahead == 0) for ahead in leads)


def _rate_standing(standing: Sequence[float]) -> tuple[float, ...]:
    """Value a playout without an end: less than a win for the one ahead, by how much it is ahead."""
    leads = [compute_lead(standing, seat) for seat in range(len(standing))]
    return tuple(0.5 + 0.45 * ahead / (abs(ahead) + _CLOSE) for ahead in leads)
