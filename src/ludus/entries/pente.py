"""The Pente program: reads `input.txt` in the current directory, thinks, and writes `output.txt`.

Exit codes: 0, a square was written; 1, it could not be written; 2, the input is wrong. An answer that is left
over from an earlier move is removed before anything else, so that it is never taken for the answer to this one.
"""

from __future__ import annotations

import posix
import time

from ludus.entries.files import is_link, read_bounded, remove, say, write_atomically
from ludus.entries.game_lengths import PENTE, estimate_moves
from ludus.entries.time_budget import Budget, Patience, guess_spending, plan_search, start_timer
from ludus.games.base import IllegalMove
from ludus.games.pente import LETTERS, NAMES, WHITE, Pente
from ludus.protocols.base import BadRequest
from ludus.protocols.pente import INPUT, INPUT_LIMIT, OUTPUT, count_stones, read_request, write_reply
from ludus.score import Score
from ludus.search.variety import choose_among
from ludus.turn import Limits, Request, Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.search.alphabeta import Stop
    from ludus.turn import Turn

    Engine = Callable[[Pente, Stop], Thought]

OPENING = (("10K",), ("10N", "10G", "13K", "7K"))
"""White's first and second stone: exactly 3 away on an axis is legal in every edition of the contest."""
VARIETY = 0.1
"""How many points worse than the best White's second stone may be where the book does not know Black's first.

Later stones are not varied: to search several lines costs more strength than it is worth (bench/strength.md)."""
BOOK_STONES = 6
"""Positions with more stones are not in the book."""
CALIBRATION_SECONDS = 1.0
_ON_THE_WALL = 3.0, 0.5
"""The clock is CPU time. In wall-clock time a search may take this many times as long and this many seconds more, less than the referee allows."""
_USUAL_SPEED = 10_000
"""Positions a second without a calibration: a low guess."""
_WIDE_FROM = 500
"""From this many positions on it pays to look at squares that are two away from the stones.

Wide against narrow: 10-22 with 200 positions a move, 17-15 with 500, 20-8 with 1000, 13-3 with 2000."""
_SAMPLE = f"{'19/' * 7}9w9/10b8/9w1bw6/{'19/' * 8}19 0,0 b"


def main() -> int:
    """Answer one request for a move."""
    return _run_without_traceback(_answer_input)


def calibrate() -> int:
    """Measure how many positions a second the search visits, and save it for `main`."""
    return _run_without_traceback(_measure)


def choose(turn: Turn, engine: Engine | None = None) -> Thought:
    """Find a move, a legal one even after an error in the search."""
    position = turn.position
    assert isinstance(position, Pente)
    assert turn.clock is not None
    try:
        thought = (
            (_choose_from_book(position) if engine is None else None)
            or _choose_opening(position, turn.clock.left, engine)
            or _search(position, turn.clock.left, engine)
        )
        position.play(thought.move)
    except Exception as error:  # The move counts more than the reason, but the reason must not get lost.
        say(f"note: an answer at once instead of a search that failed: {error!r}"[:300])
        return Thought(_answer_at_once(position), Score.points(0), 0, 0)
    return thought


def plan(position: Pente, left: float, start: float) -> Budget | None:
    """Plan the time of a move; a game may fill the board."""
    made = count_stones(position)[position.to_move]
    to_come = estimate_moves(PENTE, made, position.board.count(".") // 2 + 1)
    return plan_search(guess_spending(left, made, start, to_come), start, start, to_come)


def _run_without_traceback(work: Callable[[], int]) -> int:
    try:
        return work()
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # A fault of ours is one line for the user, too.
        say(f"error: internal fault: {error!r}"[:300])
        return 1


def _measure() -> int:
    from ludus.entries.pente_memory import CALIBRATION, remember_speed
    from ludus.search.alphabeta import think
    from ludus.search.pente_view import View

    begin = time.process_time()
    thought = think(View.of(Pente.read(_SAMPLE), 2), start_timer(CALIBRATION_SECONDS))
    try:
        remember_speed(thought.nodes / (time.process_time() - begin))
    except OSError as error:
        say(f"error: {CALIBRATION}: cannot be written: {error.strerror}")
        return 1
    return 0


def _answer_input() -> int:
    try:
        _remove_old_answer()
    except OSError as error:
        say(f"error: {OUTPUT}: expected a file or nothing there: {error.strerror}")
        return 1
    try:
        data = read_bounded(INPUT, INPUT_LIMIT)
        turn = read_request(Request(files={INPUT: data}), warn=lambda text: say(f"warning: {text}"))
    except OSError as error:
        say(f"error: {INPUT}: expected a file in the current directory: {error.strerror}")
        return 2
    except BadRequest as error:
        say(f"error: {error}")
        return 2
    thought = choose(turn)
    try:
        write_atomically(OUTPUT, write_reply(turn, (thought.move,)).files[OUTPUT])
    except OSError as error:
        say(f"error: {OUTPUT}: cannot be written: {error.strerror}")
        return 1
    if thought.nodes:
        _remember(turn, thought)
    return 0


def _remember(turn: Turn, thought: Thought) -> None:
    from ludus.entries.pente_memory import remember

    after = turn.position.play(thought.move)
    assert isinstance(after, Pente)
    remember(after, thought)


def _remove_old_answer() -> None:
    if is_link(OUTPUT):
        say(f"note: {OUTPUT} was a link; a file takes its place, and what it pointed to is left alone")
    remove(OUTPUT)


def _choose_from_book(position: Pente) -> Thought | None:
    """Draw one of the moves that the book calls about equally good, and one of the ways to turn the board to it."""
    if any(position.captured) or sum(count_stones(position)) > BOOK_STONES:
        return None
    from ludus.entries.pente_book import find_moves

    images = find_moves("".join("".join(row) for row in position.rows()))
    if not images:
        return None
    moves = images[_draw(len(images))]
    move = NAMES[moves[_draw(len(moves))]]
    return Thought(move, Score.points(0), 0, 0) if _is_legal(position, move) else None


def _choose_opening(position: Pente, left: float, engine: Engine | None) -> Thought | None:
    """Choose White's first and second stone."""
    placed = count_stones(position)[WHITE]
    if position.to_move != WHITE or placed >= len(OPENING):
        return None
    allowed = [move for move in OPENING[placed] if _is_legal(position, move)]
    if not allowed:
        return None
    found = _compare(position, allowed, left) if len(allowed) > 1 and engine is None else ()
    if found:
        return choose_among(found, VARIETY, _draw)
    return Thought(allowed[0], Score.points(0), 0, 0)


def _is_legal(position: Pente, move: str) -> bool:
    try:
        position.play(move)
    except IllegalMove:
        return False
    return True


def _compare(position: Pente, moves: Sequence[str], left: float) -> Sequence[Thought]:
    """Search behind each of the moves, all of them in the time of one move, and sort them, the best first."""
    budget = plan(position, left, time.process_time())
    if budget is None:
        return ()
    from ludus.search.native import think_natively

    limits = Limits(cpu=budget.usual / len(moves), wall=_limit_wall(budget.usual) / len(moves))
    found = []
    for move in moves:
        answer = think_natively(position.play(move), limits)
        if answer is None:
            return ()
        score = Score(answer.score.unit, -answer.score.value)
        found.append(Thought(move, score, answer.depth, answer.nodes, answer.seconds, (move, *answer.line)))
    return sorted(found, key=lambda thought: -thought.score.rank)


def _draw(count: int) -> int:
    """Draw a number below `count`."""
    return int.from_bytes(posix.urandom(4), "big") % count


def _limit_wall(seconds: float) -> float:
    return _ON_THE_WALL[0] * seconds + _ON_THE_WALL[1]


def _search(position: Pente, left: float, engine: Engine | None) -> Thought:
    budget = plan(position, left, time.process_time())
    if budget is None:
        say("note: no time to search")
        return Thought(_answer_at_once(position), Score.points(0), 0, 0)
    wall = _limit_wall(budget.most)
    # Loaded only if needed: importing both searches would cost start-up time.
    if engine is None:
        from ludus.search.native import analyse_natively

        limits = Limits(cpu=budget.most, wall=wall)
        found = analyse_natively(
            position, limits, 1, make_listener=lambda flag: Patience(budget, flag).take_depth
        )
        if found:
            return found[0]
    from ludus.entries.pente_memory import find_newest_stones, read_speed
    from ludus.search.alphabeta import think
    from ludus.search.pente_view import View

    width = 2 if budget.usual * read_speed(_USUAL_SPEED) >= _WIDE_FROM else 1
    view = View.of(position, width, find_newest_stones(position))
    return (engine or think)(view, start_timer(budget.usual, wall))


def _answer_at_once(position: Pente) -> str:
    """Find a move without a search: what wins or must be stopped at once, else a square right of a stone, or any."""
    from ludus.entries.reflexes.pente import find_urgent

    moves = position.moves()
    for move in find_urgent(position):
        if move in moves:
            return move
    return _find_beside_a_stone(position, moves)


def _find_beside_a_stone(position: Pente, moves: Sequence[str]) -> str:
    cells = "".join("".join(row) for row in position.rows())
    for letter in LETTERS:
        at = cells.find(f"{letter}.")
        if at >= 0 and NAMES[at + 1] in moves:
            return NAMES[at + 1]
    return moves[0]
