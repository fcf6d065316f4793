"""Goes over a game with the engine: what each move was worth, what would have been better, and what was lost.

A move and the better one are compared by what the engine thinks of the positions after them, looked at equally long.
With more than two seats such a position is the next player's to think about, so there the move is looked for among the
best few; one that is not there is worth at most as much as the last of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ludus import __version__, engine
from ludus.arena.inputs import trace_moves
from ludus.games.base import Game, Position
from ludus.players.alphabeta import EnginePlayer
from ludus.players.search_player import OnInfo, ignore_info
from ludus.records.record import Analysis, Evaluation, Record, Variation
from ludus.score import WIN, Score
from ludus.search.alphabeta import compute_lead
from ludus.search.native import has_native
from ludus.turn import Limits, Thought, Turn

NODES, NODES_IN_PYTHON = 100_000, 1_000
"""Positions that are looked at for each move, where the native core knows the game and where it does not."""
MISTAKE, BLUNDER = 0.1, 0.3
"""Shares of the game that a move must lose to be called so."""
LINES = 8
"""The number of moves that are compared where there are more than two seats."""
LONGEST_LINE = 6
FEW = 8.0
"""Where the seats have no more than this to show, a point of it is a piece to the search in Python."""
DOUBT = 0.2
"""However far ahead a seat is by what it shows, so much of the game is open until the end is in sight."""
BETTER = "better: "
"""How the note of a variation begins that an analysis has added."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What share of the game the points of a search are."""

    piece: float = 1.0
    """The number of them that counts as a piece."""
    doubt: float = 0.0
    """The least share of a seat that has not lost for sure."""

    def find_share(self, score: Score) -> float:
        """Return the share of the game that a score is, 0 to 1."""
        if score.unit == WIN:
            return score.share
        return self.doubt + (1 - 2 * self.doubt) * Score(score.unit, score.value / self.piece).share


SURE = Scale()


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the engine thinks of one move."""

    ply: int
    """The number of the move, from 1."""
    seat: int
    move: str
    thought: Thought
    """What it found before the move."""
    best: Score
    """What the best move is worth to the seat."""
    worth: Score
    """What the move that was played is worth."""
    is_bound: bool = False
    """Whether it is worth that much at most."""
    scale: Scale = SURE
    is_only: bool = False
    """Whether there was no other move."""

    @property
    def lost(self) -> float:
        """The share of the game that the move has lost, 0 to 1."""
        return max(0.0, self.scale.find_share(self.best) - self.scale.find_share(self.worth))

    @property
    def share(self) -> float:
        """The share of the game that the seat had before the move, 0 to 1."""
        return self.scale.find_share(self.thought.score)

    @property
    def is_mistake(self) -> bool:
        """Whether the move has lost so much that somebody should look at it."""
        return self.lost >= MISTAKE

    @property
    def line(self) -> tuple[str, ...]:
        """The moves that would have been better."""
        return self.thought.line[:LONGEST_LINE] or (self.thought.move,)


class Analyst:
    """Judges the moves of one game."""

    def __init__(self, limits: Limits | None = None, on_info: OnInfo = ignore_info) -> None:
        """Think about each position within these limits, or the usual ones; `on_info` is called after each depth."""
        self._limits = limits or Limits()
        self._on_info = on_info
        self._engine = EnginePlayer()
        self._found: dict[Position, Thought] = {}

    def choose_limits(self, position: Position) -> Limits:
        """Tell how much is thought about a position."""
        return self._limits or Limits(nodes=NODES if has_native(position) else NODES_IN_PYTHON)

    def describe(self, position: Position) -> str:
        """Describe who judges, for those who read the judgement later."""
        limits = self.choose_limits(position)
        much = f"{limits.nodes} positions" if limits.nodes else f"{limits.wall:g} s"
        search = "native search" if has_native(position) else "search in Python"
        return f"ludus {__version__}, {search}, {much} a move"

    def assess(self, turn: Turn, move: str) -> Assessment:
        """Judge a legal move."""
        thought = self._think(turn)
        assessment = Assessment(
            turn.ply + 1,
            turn.position.to_move,
            move,
            thought,
            thought.score,
            thought.score,
            scale=choose_scale(turn.position),
            is_only=len(turn.position.moves()) == 1,
        )
        if move == thought.move:
            return assessment
        if turn.position.seats > 2:
            return self._assess_among_many(turn, assessment)
        assessment = replace(assessment, worth=self._weigh(turn, move))
        if assessment.is_mistake:
            # Now looked at as long as the other.
            assessment = replace(assessment, best=self._weigh(turn, thought.move))
        return assessment

    def _think(self, turn: Turn) -> Thought:
        position = turn.position
        if position not in self._found:
            limits = self.choose_limits(position).for_analysis()
            self._found[position] = self._engine.think(turn, limits, self._on_info)
        return self._found[position]

    def _weigh(self, turn: Turn, move: str) -> Score:
        """Tell what a move is worth to the seat that makes it; there are one or two seats."""
        seat, following = turn.position.to_move, turn.after(move)
        score = rate_end(following.position, seat)
        if score is not None:
            return score
        score = self._think(following).score
        if score.unit == WIN:
            score = Score(WIN, score.value + (1 if score.value > 0 else -1))
        return score if following.position.to_move == seat else Score(score.unit, -score.value)

    def _assess_among_many(self, turn: Turn, assessment: Assessment) -> Assessment:
        position, move = turn.position, assessment.move
        if not has_native(position):
            # What each seat has to show is all that the search in Python looks at, too.
            seat = position.to_move
            worth, best = (
                Score.points(compute_lead(position.play(each).standing(), seat))
                for each in (move, assessment.thought.move)
            )
            return replace(assessment, best=best, worth=worth)
        found = engine.analyse(position, self.choose_limits(position).for_analysis(), LINES)
        same = next((thought for thought in found if thought.move == move), None)
        return replace(
            assessment,
            thought=found[0],
            best=found[0].score,
            worth=(same or found[-1]).score,
            is_bound=same is None,
        )


def choose_scale(position: Position) -> Scale:
    """Choose what points are worth: the native core knows what a piece is, the search in Python only what is shown."""
    if has_native(position):
        return SURE
    return Scale(max(1.0, sum(position.standing()) / position.seats / FEW), DOUBT)


def rate_end(position: Position, seat: int) -> Score | None:
    """Tell what a finished game is worth to a seat that has just moved; None if it goes on."""
    outcome = position.outcome()
    if outcome is None:
        return None
    ahead = compute_lead(outcome.scores, seat)
    if position.seats == 1 or ahead == 0:
        return Score.points(ahead)
    return Score.end_in(1, is_won=ahead > 0)


def analyse(record: Record, games: Mapping[str, Game], analyst: Analyst) -> Iterator[Assessment]:
    """Judge every move of a game, one after the other; raise `BadRecord` where it contradicts the rules."""
    for number, (turn, move) in enumerate(
        zip(trace_moves(record, games), record.moves, strict=True), start=1
    ):
        yield replace(analyst.assess(turn, move), ply=number)


def add_analysis(record: Record, found: list[Assessment], by: str) -> Record:
    """Keep an analysis in a record: an evaluation for each move, and a variation for each mistake."""
    own = [variation for variation in record.variations if not variation.note.startswith(BETTER)]
    better = [
        Variation(each.ply, each.line, f"{BETTER}{each.best}, not {each.worth}")
        for each in found
        if each.is_mistake
    ]
    return replace(record, analysis=make_analysis(found, by), variations=(*own, *better))


def make_analysis(found: list[Assessment], by: str) -> Analysis:
    """Make the evaluations that are kept."""
    return Analysis(
        by,
        tuple(Evaluation(each.thought.score, each.thought.depth, each.thought.nodes) for each in found),
    )
