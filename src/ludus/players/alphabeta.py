"""Players that look ahead by alpha-beta: `alphabeta` on the plain rules, and `engine`, the best there is for a game."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ludus.games.base import Position
from ludus.games.pente import NAMES, Pente
from ludus.players.best import has_native
from ludus.players.pente_view import View
from ludus.players.search import think
from ludus.players.thinker import OnInfo, Stop, Thinker, never, say_nothing, watch
from ludus.turn import Limits, Thought, Turn

DEEPEST = 64
USUAL = Limits(depth=2, nodes=20_000)
"""Two moves ahead; the bound on positions is for games like Amazons, where two moves are millions."""
ENGINE_USUAL = Limits(nodes=20_000)

Search = Callable[[Turn, Limits, Stop, OnInfo], Thought]

_WIDE_FROM = 500
"""From so many positions on, Pente is better played with squares two away from the stones (see entries/pente.py)."""
_PENTE_SPEED = 10_000
"""Positions of Pente a second: a guess on the low side."""


class AlphaBeta(Thinker):
    """Looks ahead by alpha-beta on the plain rules, deeper and deeper as far as its limits go."""

    def __init__(self, own: Limits | None = None) -> None:
        super().__init__("alphabeta", own or Limits(), USUAL)

    def think(self, turn: Turn, limits: Limits, stop: Stop = never, on_info: OnInfo = say_nothing) -> Thought:
        """Search the plain position."""
        return _searched(turn.position, limits, stop, on_info)


class Engine(Thinker):
    """The best engine of the package for the game on the board."""

    def __init__(self, own: Limits | None = None) -> None:
        super().__init__("engine", own or Limits(), ENGINE_USUAL)

    def think(self, turn: Turn, limits: Limits, stop: Stop = never, on_info: OnInfo = say_nothing) -> Thought:
        """Let the best search for this game find a move."""
        return best_search(turn.position)(turn, limits, stop, on_info)


def best_search(position: Position) -> Search:
    """Choose the best search there is for this position: the one place that knows."""
    if has_native(position):
        return _search_natively
    if isinstance(position, Pente):
        return _search_pente
    return lambda turn, limits, stop, on_info: _searched(turn.position, limits, stop, on_info)


def _search_natively(turn: Turn, limits: Limits, stop: Stop, on_info: OnInfo) -> Thought:
    from ludus import engine

    flag = engine.StopFlag()
    done = threading.Event()

    def look_out() -> None:
        while not done.wait(0.01):
            if stop():
                flag.raise_()

    def tell(found: list[Thought]) -> None:
        on_info(found[0], found[0].line)

    if stop is not never:
        threading.Thread(target=look_out, daemon=True).start()
    try:
        return engine.think(
            turn.position, limits, on_info=None if on_info is say_nothing else tell, stop=flag
        )
    finally:
        done.set()


def _searched(position: Position, limits: Limits, stop: Stop, on_info: OnInfo) -> Thought:
    depth = DEEPEST if limits.depth is None else limits.depth
    return think(position, watch(limits, stop), depth, nodes=limits.nodes, on_info=on_info)


def _search_pente(turn: Turn, limits: Limits, stop: Stop, on_info: OnInfo) -> Thought:
    position = turn.position
    assert isinstance(position, Pente)
    newest = [move for move in turn.history[-2:] if move in NAMES]
    return _searched(View.of(position, _width(limits), newest), limits, stop, on_info)


def _width(limits: Limits) -> int:
    seconds = min((limit for limit in (limits.cpu, limits.wall) if limit is not None), default=None)
    nodes = limits.nodes
    if nodes is None:
        nodes = _WIDE_FROM if seconds is None else int(seconds * _PENTE_SPEED)
    return 2 if nodes >= _WIDE_FROM else 1
