"""The Chezz program: reads a board on standard input, writes the board after its move to standard output.

Exit code 0 with a board, 2 for wrong input, 1 where nobody takes the board; then standard output stays empty.
It keeps the positions of its game in a file of its own, so that it sees repetitions, and starts no processes.
"""

from __future__ import annotations

import sys
import time

from ludus.entries.chezz_memory import History
from ludus.entries.files import read_all, say, write_all
from ludus.entries.game_lengths import CHEZZ, estimate_moves
from ludus.entries.time_budget import (
    Budget,
    Patience,
    Spending,
    plan_search,
    plan_search_without_memory,
    start_timer,
)
from ludus.games.chezz import Chezz
from ludus.games.chezz_rules import STANDARD
from ludus.protocols.base import BadRequest
from ludus.protocols.chezz import LIMIT, read_request, write_reply
from ludus.turn import Limits, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.engine import StopFlag
    from ludus.games.base import Position
    from ludus.games.chezz_rules import Rules
    from ludus.protocols.base import Warn
    from ludus.turn import Thought, Turn

# The contest does not name its clock. Nothing tells cheaply when the process began in wall-clock time; what it
# has computed so far is the least that has passed since.
_BEGAN = time.monotonic() - time.process_time()

MOVES = 200
"""How many moves a side may have to make; the arena cuts games after 400 plies."""
FEWEST = 30
"""The expected number of moves left in a game that is longer than that."""
ON_THE_WALL = 2.0
"""How many times its CPU time a search may take in wall-clock time: the contest does not say which it counts, and
where others compute at the same time, half of the time would be left unused."""

STARTED_AS = "--started-as"
"""The native program names by this the path by which it was started, when it hands over to this one."""


def main(rules: Rules = STANDARD) -> int:
    """Play one move; `rules` are those that the contest has announced."""
    try:
        write_all(1, reply(_read_input(), rules, say, _find_folder(sys.argv)))
    except BadRequest as error:
        say(f"error: standard input {error}")
        return 2
    except OSError as error:
        say(f"error: standard output: {error.strerror}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def reply(data: bytes, rules: Rules, say: Warn, folder: str) -> bytes:
    """Read a board file and write the board after our move; what is remembered of the game lies in this folder."""
    turn = read_request(Request(data), warn=lambda note: say(f"note: {note}"), rules=rules)
    history = History(turn, folder)
    board = write_reply(turn, (choose(turn, say, history),)).stdout
    history.keep()
    return board


def choose(turn: Turn, say: Warn, history: History) -> str:
    """Search as long as the clock allows; answer with a legal move even after an error."""
    position = turn.position
    try:
        budget = plan(turn, time.process_time(), _measure_spent(), history.searches)
        if budget is not None:
            move = _search(position, budget, history).move
            position.play(move)
            return move
        say("note: no time to search")
    except Exception as error:
        # A bug of ours must not lose the game as an illegal board would.
        say(f"note: the search failed: {type(error).__name__}")
    return _answer_at_once(position)


def _search(position: Position, budget: Budget, history: History) -> Thought:
    # Loaded only if needed: importing both searches would cost start-up time.
    from ludus.search.native import think_natively

    wall = ON_THE_WALL * budget.most
    limits = Limits(cpu=budget.most, wall=wall)
    patience: list[Patience] = []

    def make_listener(flag: StopFlag) -> Callable[[Sequence[Thought]], None]:
        patience.append(Patience(budget, flag))
        return patience[-1].take_depth

    thought = think_natively(position, limits, history.positions, make_listener)
    if thought is not None:
        history.add_search(sum(one.measure() for one in patience))
        return thought
    from ludus.search.alphabeta import think

    history.add_search(budget.usual)
    return think(position, start_timer(budget.usual, wall))


def _answer_at_once(position: Position) -> str:
    """Look one move ahead, without a search."""
    from ludus.entries.reflexes.chezz import find_safe_move

    assert isinstance(position, Chezz)
    return find_safe_move(position)


def plan(turn: Turn, start: float, spent: float, searches: float | None = None) -> Budget | None:
    """Plan the time of this turn, before which the searches took so long; None means answer at once."""
    assert turn.clock is not None
    made = turn.ply // 2
    to_come = estimate_moves(CHEZZ, made, max(MOVES - made, FEWEST))
    if searches is None:
        return plan_search_without_memory(turn.clock, made, start, spent, to_come)
    return plan_search(Spending(turn.clock.total, turn.clock.left, made, searches), start, spent, to_come)


def _measure_spent() -> float:
    """Measure the CPU or wall-clock time of this move so far, whichever is more."""
    return max(time.process_time(), time.monotonic() - _BEGAN)


def _find_folder(words: list[str]) -> str:
    """Find the folder of the program as it was started: a link has the memory beside it."""
    started = words[2] if len(words) == 3 and words[1] == STARTED_AS else words[0]
    return started.rpartition("/")[0]


def _read_input() -> bytes:
    try:
        return read_all(0, LIMIT)
    except OSError as error:
        raise BadRequest(f"line 1: expected a board file, found none: {error.strerror}", line=1) from error
