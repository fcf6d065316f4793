"""What one program has been given by a course: the marks of all cases and games, and their sum.

A contest says by what it is graded (`contests.base.Grading`): `cases.py` runs the cases, `games.py` says which games are
played, and the commands put both into a sheet. `course_class.py` keeps the sheets of a whole class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.contests import CONTESTS
from ludus.contests.base import CasesPart, GamesPart, Grading
from ludus.errors import BadOption
from ludus.exams.grading.cases import CaseMark
from ludus.exams.grading.games import VOID, Mark
from ludus.games.base import Game
from ludus.text import quote


@dataclass(frozen=True, slots=True)
class GradeSheet:
    """The marks of one program."""

    grading: Grading
    cases: Sequence[CaseMark] = ()
    marks: Sequence[Mark] = ()
    """In the order of the games."""
    games: int = 0
    """The number of games that were to be played."""
    problem: str = ""
    """Why the program could not be graded, if it could not: it cannot be built, say."""
    fault: str = ""
    """What went wrong with us or the machine; then the sheet is not final."""

    def sum_points(self, part: CasesPart | GamesPart) -> float:
        """Sum up the points of a part."""
        if isinstance(part, GamesPart):
            return sum(mark.points for mark in self.marks)
        answered = self.list_cases(part)
        return part.most * sum(case.is_passed for case in answered) / len(answered) if answered else 0.0

    @property
    def points(self) -> float:
        """The sum of all points."""
        return sum(self.sum_points(part) for part in self.grading.parts)

    @property
    def is_complete(self) -> bool:
        """Whether nothing has to be done again because of us or the machine."""
        if self.problem:
            return not self.fault
        voids = any(mark.result == VOID for mark in self.marks)
        return not self.fault and not voids and len(self.marks) == self.games

    @property
    def is_clean(self) -> bool:
        """Whether all games were played without misconduct, and all cases were answered rightly."""
        wrong = any(mark.is_misconduct for mark in self.marks) or not all(
            case.is_passed for case in self.cases
        )
        return self.is_complete and not self.problem and not wrong

    def list_cases(self, part: CasesPart) -> list[CaseMark]:
        """Pick the cases of one part."""
        return [case for case in self.cases if case.part == part.name]

    def list_opponents(self) -> list[str]:
        """List those whom it met, each once."""
        return list(dict.fromkeys(mark.opponent for mark in self.marks))

    def list_games(self, opponent: str) -> list[Mark]:
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
