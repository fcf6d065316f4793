"""Grades a program for a course: a fixed number of games against each reference agent, and points for each win.

Pente is the one contest with such a grading: "10 full games [...] against a random agent", "another 10 full games
[...] against a simple minimax agent", "the first move for 6 of the 10 games", "5 points per game". A draw goes to
whoever has more time left, as the contest says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludus.arena.match import MatchSettings, Pairing, make_pairing
from ludus.arena.openings import START
from ludus.arena.runner import Finished, Voided
from ludus.arena.seeds import derive_seed
from ludus.contests import CONTESTS
from ludus.contests.base import Grading
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.players.participant import Participant
from ludus.records.events import BY_RULES, CUT_SHORT
from ludus.records.time_control import TimeControl
from ludus.text import quote

WON, DRAWN, LOST, GIVEN_UP = "won", "drawn", "lost", "void"


@dataclass(frozen=True, slots=True)
class Mark:
    """The result of one graded game."""

    number: int
    """From 1."""
    opponent: str
    seat: int
    result: str
    points: int
    moves: int
    """How many moves the program has made."""
    seconds: float
    """What it has used for them."""
    kind: str
    """What ended the game, in the referee's word; empty for a void game."""
    reason: str
    id: str
    is_misconduct: bool = False
    """Whether the program lost by misconduct."""


@dataclass(frozen=True, slots=True)
class GradeSheet:
    """The marks of one program, in the order of the games."""

    grading: Grading
    marks: Sequence[Mark]

    @property
    def points(self) -> int:
        """The sum of all points."""
        return sum(mark.points for mark in self.marks)

    @property
    def is_clean(self) -> bool:
        """Whether all games were played and none was lost by misconduct."""
        games = len(self.grading.opponents) * self.grading.games
        return len(self.marks) == games and not any(
            mark.is_misconduct or mark.result == GIVEN_UP for mark in self.marks
        )

    def against(self, opponent: str) -> list[Mark]:
        """Pick the games with one opponent."""
        return [mark for mark in self.marks if mark.opponent == opponent]


def find_grading(game: Game) -> Grading:
    """Find the grading of a game's contest."""
    graded = list_gradings()
    if game.name not in graded:
        raise BadOption(f"no grading is known for {quote(game.name)}; there is one for {', '.join(graded)}")
    return graded[game.name]


def list_gradings() -> dict[str, Grading]:
    """List the gradings by the name of their game."""
    return {name: contest.grading for name, contest in CONTESTS.items() if contest.grading}


def make_grade_settings(game: Game, clock: str) -> MatchSettings:
    """Make the settings of all games."""
    control = TimeControl.read(clock)
    if control.game == TimeControl().game:
        raise BadOption(f"--clock {quote(clock)}: expected seconds for the whole game, like game=100")
    return MatchSettings(game.name, control=control)


def make_grade_pairings(
    grading: Grading,
    settings: MatchSettings,
    program: Participant,
    opponents: Sequence[Participant],
    seed: int,
) -> Iterator[Pairing]:
    """Yield the games, one opponent after the other, first those in which the program begins."""
    number = 0
    for opponent in opponents:
        for game in range(grading.games):
            seats = (program, opponent) if game < grading.firsts else (opponent, program)
            chance = derive_seed(seed, "grade", opponent.name, game)
            pairing = make_pairing(settings, number, number, seats, START, seed)
            yield replace(pairing, seed=chance)
            number += 1


def mark_game(event: Finished | Voided, program: Participant, grading: Grading) -> Mark:
    """Mark a game; a void one gives no points."""
    pairing = event.pairing
    seat = pairing.keys.index(program.key)
    opponent = pairing.seats[1 - seat].name
    if isinstance(event, Voided):
        reason = f"void: {event.reason}"
        return Mark(pairing.number + 1, opponent, seat, GIVEN_UP, 0, 0, 0.0, "", reason, pairing.id)
    result = event.result
    share, verdict = result.points[seat], result.record.verdict
    word = WON if share == 1 else LOST if share == 0 else DRAWN
    return Mark(
        pairing.number + 1,
        opponent,
        seat,
        word,
        grading.points if word == WON else 0,
        result.turns[seat],
        result.record.used[seat],
        verdict.kind,
        verdict.reason,
        pairing.id,
        verdict.kind not in (BY_RULES, CUT_SHORT) and verdict.seat == seat,
    )
