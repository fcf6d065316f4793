"""Judges the answer that lies in the folder of a case, as `ludus check` would: the script that repeats a case ends with it.

    python -m ludus.exams.judge CASE

Time is not judged: nobody has metered the program.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ludus.contests import find_contest
from ludus.contests.base import Contest
from ludus.exams.reproduce import CASE, EXIT_CODE, RUN, STDOUT
from ludus.exams.trials.check_run import CheckRun
from ludus.exams.trials.examiner import Examiner
from ludus.games.registry import find_game
from ludus.players.program import adapt_turn, list_answer_files, parse_reply
from ludus.sandbox.allowance import Allowance
from ludus.turn import Reply, Request, Turn


class _SavedAnswer:
    """A program that has answered: its answer lies in the folder of the case."""

    def __init__(self, case: Path, contest: Contest, own_name: str) -> None:
        self._case = case
        self._contest = contest
        self.own_name = own_name

    def adapt_turn(self, turn: Turn) -> Turn:
        return adapt_turn(self._contest, turn, self.own_name)

    def make_request(self, turn: Turn) -> Request:
        return self._contest.format.write_request(turn)

    def make_allowance(self, turn: Turn) -> Allowance:
        return Allowance(wall=1, cpu=1)

    def run(self, request: Request, allowance: Allowance, through: Sequence[str] = ()) -> Reply:
        work = self._case / RUN
        names = [name for name in self.list_answer_files(request) if (work / name).is_file()]
        code = int((self._case / EXIT_CODE).read_text(encoding="ascii"))
        files = {name: (work / name).read_bytes() for name in names}
        return Reply((self._case / STDOUT).read_bytes(), code, files)

    def list_answer_files(self, request: Request) -> tuple[str, ...]:
        return list_answer_files(self._contest, request)

    def parse_reply(self, turn: Turn, request: Request, reply: Reply) -> tuple[str, ...]:
        return parse_reply(self._contest, turn, request, reply, self._case / RUN)


def judge(case: Path) -> CheckRun:
    """Judge the answer in the folder of a case."""
    facts = json.loads((case / CASE).read_text(encoding="utf-8"))
    contest = find_contest(facts["game"])
    situation = next(each for each in contest.situations if each.key == facts["situation"])
    player = _SavedAnswer(case, contest, facts["name"])
    return Examiner(player, find_game(facts["game"], ()), contest).try_out(situation)


def main(case: Path) -> int:
    """Print the judgement; return 1 if something is wrong."""
    run = judge(case)
    if run.misconduct is None:
        print(f"judged: ok, {run.answer}")
        return 0
    print(f"judged: {run.misconduct.kind}: {run.problem}")
    return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
