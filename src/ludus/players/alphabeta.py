"""Players that look ahead by alpha-beta: `alphabeta` on the plain rules, and `engine`, the best there is for a game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ludus.contests import find_closing_move, view_for_search
from ludus.games.base import Position
from ludus.players.base import Interruption
from ludus.players.endgame_tables import TableFiles
from ludus.players.search_player import OnInfo, SearchPlayer, ignore_info
from ludus.search.alphabeta import think
from ludus.search.native import has_native
from ludus.search.variety import LINES, choose_among
from ludus.turn import Choice, Limits, Thought, Turn

if TYPE_CHECKING:
    from ludus import engine
    from ludus.engine import StopFlag

DEEPEST = 64
VARIED_PLIES = 10
"""The first moves of a game that are varied where that is asked for, those of its opening included."""
USUAL = Limits(depth=2, nodes=20_000)
"""Two moves ahead; the bound on positions is for games like Amazons, where two moves are millions."""
ENGINE_USUAL = Limits(nodes=20_000)
REFERENCE = Limits(depth=2)


class AlphaBeta(SearchPlayer):
    """Looks ahead by alpha-beta on the plain rules, deeper and deeper as far as its limits go."""

    def __init__(self, own: Limits | None = None) -> None:
        super().__init__("alphabeta", own or Limits(), USUAL)

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Search the plain position."""
        return _search(self, turn.position, limits, on_info)


class EnginePlayer(SearchPlayer):
    """The best engine of the package for the game on the board; it keeps what it has found from move to move.

    `plain` searches as the textbooks do and `reference` uses the evaluation that never changes: what the full search
    and the tuned evaluation are measured against, both without endgame tables. Where the native core does not know the game, the search in Python
    takes over, which is plain anyway.
    With `variety` it plays any of the moves that are at most that many hundredths of a piece worse than the best, for
    the first moves of a game; the same seed chooses alike.
    """

    def __init__(
        self,
        own: Limits | None = None,
        *,
        usual: Limits = ENGINE_USUAL,
        plain: bool = False,
        reference: bool = False,
        uses_tables: bool = True,
        variety: int = 0,
        seed: int = 0,
    ) -> None:
        super().__init__("engine", own or Limits(), usual)
        self._plain = plain
        self._reference = reference
        self._uses_tables = uses_tables and not plain and not reference
        self._variety = variety
        self._rng = random.Random(seed)
        self._native: engine.Engine | None = None
        self._tables: TableFiles | None = None
        self._last: Turn | None = None
        self._flag: StopFlag | None = None

    def cancel(self, interruption: Interruption) -> None:
        """Raise the flag of the native search at once."""
        super().cancel(interruption)
        if (flag := self._flag) is not None:
            flag.raise_()

    def choose(self, turn: Turn) -> Choice:
        """Think, and say which endgame tables could not be used."""
        choice = super().choose(turn)
        note = self._tables.take_note() if self._tables is not None else ""
        return Choice(choice.moves, choice.seconds, choice.thought, note) if note else choice

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Let the best search for this game find a move; a turn that becomes too long is brought to its end."""
        thought = self._search(turn, limits, on_info)
        closing = find_closing_move(turn)
        if closing is None:
            return thought
        return Thought(closing, thought.score, thought.depth, thought.nodes, thought.seconds, (closing,))

    def _search(self, turn: Turn, limits: Limits, on_info: OnInfo) -> Thought:
        if has_native(turn.position):
            return self._think_natively(turn, limits, on_info)
        return self._think_in_python(turn, limits, on_info)

    def _think_in_python(self, turn: Turn, limits: Limits, on_info: OnInfo) -> Thought:
        return _search(self, view_for_search(turn, limits), limits, on_info)

    def _think_natively(self, turn: Turn, limits: Limits, on_info: OnInfo) -> Thought:
        from ludus import engine

        def report(found: list[Thought]) -> None:
            on_info(found[0], found[0].line)

        if self._native is None or self._last is None or not _continues(turn, self._last):
            self._native = self._make_native(turn.position.name)
            self._tables = TableFiles(turn.position.name) if self._uses_tables else None
        if self._tables is not None:
            self._tables.offer(self._native, turn.position)
        self._last = turn
        self._flag = engine.StopFlag()
        if self.is_cancelled():
            self._flag.raise_()
        is_varied = self._variety > 0 and turn.ply < VARIED_PLIES
        found = self._native.analyse(
            turn.position,
            limits,
            LINES if is_varied else 1,
            history=[earlier for earlier in turn.earlier if earlier.to_move == turn.position.to_move],
            on_info=None if on_info is ignore_info else report,
            stop=self._flag,
        )
        self._flag = None
        return choose_among(found, self._variety / 100, self._rng.randrange)

    def _make_native(self, game: str) -> engine.Engine:
        from ludus import engine

        return engine.Engine(game, plain=self._plain, reference=self._reference)


def _continues(turn: Turn, earlier: Turn) -> bool:
    """Tell whether a turn belongs to the game of an earlier one."""
    return turn.start == earlier.start and turn.moves[: len(earlier.moves)] == earlier.moves


def _search(player: SearchPlayer, position: Position, limits: Limits, on_info: OnInfo) -> Thought:
    depth = DEEPEST if limits.depth is None else limits.depth
    stop = player.start_timer(limits)
    return think(position, stop, depth, nodes=limits.nodes, on_info=on_info, is_analysis=limits.is_analysis)
