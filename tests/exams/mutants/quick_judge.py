"""Checks a Python program by all of the code of `ludus check` but the sandbox.

The situations, the writing of requests, the judging of replies, the repetitions and the findings are those of `exams`;
only the run itself is another: a fork of a waiting interpreter instead of a contained process. Therefore it does not
show that a program is built, contained, metered and ended rightly, nor which processes it leaves and how much memory it
takes: that is for the tests which run the whole check.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ludus.contests import find_contest
from ludus.exams.check import BUDGET, FOLDER, PATIENCE, list_checks, run_checks
from ludus.exams.finding import FAILURE, Finding
from ludus.exams.leftovers import MEMORY, PROCESSES
from ludus.games import GAMES
from ludus.players.program import adapt_turn, list_answer_files, parse_reply
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.files import read_answers, write_request
from ludus.turn import Reply, Request, Turn

UNSEEN = (PROCESSES, MEMORY)
"""What only a contained process shows."""


class ForkingInterpreter:
    """The process that forks for every run."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("run_forked.py")
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, texts: dict[str, str], arguments: Sequence[str], seconds: int) -> tuple[int, float]:
        """Run a program; return its exit code and CPU seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"texts": texts, "arguments": list(arguments), "seconds": seconds}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        code, cpu_seconds = json.loads(self._process.stdout.readline())
        return int(code), float(cpu_seconds)

    def close(self) -> None:
        """Let it end."""
        self._process.communicate()


class ForkedProgram:
    """A program that answers requests in a folder, run by a fork."""

    def __init__(self, game: str, text: str, place: Path, interpreter: ForkingInterpreter) -> None:
        self._contest = find_contest(game)
        self._place = place
        self._interpreter = interpreter
        self.work = place / "work"
        (place / "program").write_text(text, encoding="utf-8")
        self.own_name = self._ask_name() if self._contest.own_name else ""

    def _ask_name(self) -> str:
        assert self._contest.own_name
        self.reset_folder()
        reply = self._run(Request(arguments=self._contest.own_name.arguments), 10)
        return "" if reply.exit_code else reply.stdout.decode().rstrip("\r\n")

    @property
    def is_complete(self) -> bool:
        """Whether it tells its name, where the contest asks for it."""
        return not self._contest.own_name or self._contest.own_name.is_valid(self.own_name)

    def reset_folder(self) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()

    def adapt_turn(self, turn: Turn) -> Turn:
        return adapt_turn(self._contest, turn, self.own_name)

    def make_request(self, turn: Turn) -> Request:
        return self._contest.format.write_request(turn)

    def make_allowance(self, turn: Turn) -> Allowance:
        assert turn.clock is not None
        return Allowance(wall=2 * turn.clock.left + PATIENCE, cpu=turn.clock.left + PATIENCE)

    def list_answer_files(self, request: Request) -> tuple[str, ...]:
        return list_answer_files(self._contest, request)

    def parse_reply(self, turn: Turn, request: Request, reply: Reply) -> tuple[str, ...]:
        return parse_reply(self._contest, turn, request, reply, self.work)

    def run(self, request: Request, allowance: Allowance, through: Sequence[str] = ()) -> Reply:
        assert not through, "what watches a program needs the sandbox"
        write_request(self.work, request.files, self.list_answer_files(request))
        return self._run(request, round(allowance.cpu))

    def _run(self, request: Request, seconds: int) -> Reply:
        streams = str(self._place / "stream")
        Path(streams + "0").write_bytes(request.stdin)
        texts = {"program": str(self._place / "program"), "folder": str(self.work), "streams": streams}
        began = time.monotonic()
        code, cpu_seconds = self._interpreter.run(texts, request.arguments, seconds)
        return Reply(
            Path(streams + "1").read_bytes(),
            code,
            read_answers(self.work, self.list_answer_files(request)),
            Path(streams + "2").read_bytes(),
            cpu_seconds,
            wall_seconds=time.monotonic() - began,
        )


def judge_quickly(
    game: str, text: str, place: Path, interpreter: ForkingInterpreter, budget: float = BUDGET
) -> Iterator[Finding]:
    """Check the text of a program; yield what `ludus check` would find, all but what only the sandbox shows."""
    program = ForkedProgram(game, text, place, interpreter)
    if not program.is_complete:
        yield Finding(FOLDER, "", FAILURE, FOLDER, rule=find_contest(game).behaviour.folder)
        return
    keys = [key for key in list_checks(GAMES[game]) if key not in UNSEEN]
    yield from run_checks(program, GAMES[game], keys, budget)
