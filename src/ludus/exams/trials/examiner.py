"""Tries a program in one situation: writes the request, runs it, and judges the reply as the referee would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludus.arena.openings import Opening
from ludus.contests.base import Contest
from ludus.contests.mistakes.mistake import Mistake
from ludus.contests.situation import ExitWanted, MoveWanted, Situation, TranscriptWanted
from ludus.exams.trials.check_run import TIGHT, CheckRun, describe_reply
from ludus.exams.trials.fixed_answers import (
    check_exit,
    compare_transcript,
    find_first_difference,
    split_lines,
)
from ludus.games.base import Game
from ludus.players.base import BadForm, Forbidden, Misconduct, OutOfTime, Refusal
from ludus.players.program import summarise_reply
from ludus.sandbox.allowance import Allowance
from ludus.text import quote
from ludus.turn import Clock, Reply, Request, Turn

LOADING = 0.05
"""Seconds of loading that are not counted with hardly any time left, because Pente's text says that loading is not."""
WAITING = 5.0
"""Seconds for an answer that needs no thinking."""


class Answerer(Protocol):
    """Whoever answers requests: a program that is run, or one whose answer lies in a folder."""

    @property
    def own_name(self) -> str:
        """The name that the program gives itself."""

    def adapt_turn(self, turn: Turn) -> Turn:
        """Add what the contest tells a program."""

    def make_request(self, turn: Turn) -> Request:
        """Make the request of a turn."""

    def make_allowance(self, turn: Turn) -> Allowance:
        """Limit a run."""

    def run(self, request: Request, allowance: Allowance, through: Sequence[str] = ()) -> Reply:
        """Answer a request."""

    def list_answer_files(self, request: Request) -> tuple[str, ...]:
        """List the files that hold the answer."""

    def parse_reply(self, turn: Turn, request: Request, reply: Reply) -> tuple[str, ...]:
        """Parse the moves, or raise misconduct."""


class Examiner:
    """Puts a program into situations."""

    def __init__(self, player: Answerer, game: Game, contest: Contest) -> None:
        self._player = player
        self._game = game
        self._contest = contest

    def try_out(self, situation: Situation, through: Sequence[str] = ()) -> CheckRun:
        """Run the program once, in its folder as it is; `through` is a command that starts it."""
        turn, request = self._write_request(situation)
        reply = self._player.run(request, self._player.make_allowance(turn), through)
        wrong, mistake = None, None
        answer = describe_reply(reply, self._player.list_answer_files(request))
        try:
            answer = self._judge(situation, turn, request, reply) or answer
        except Misconduct as misconduct:
            wrong, mistake = misconduct, self._find_mistake(situation, misconduct, turn, request, reply)
        expected = self._write_expected(situation, turn) if wrong else None
        return CheckRun(situation, request, reply, wrong, answer, mistake, expected)

    def _write_expected(self, situation: Situation, turn: Turn) -> Reply | None:
        """Write the right answer, if there is only one."""
        wants = situation.wants
        if isinstance(wants, TranscriptWanted):
            return Reply(wants.write_expected().encode())
        moves = turn.position.moves() if isinstance(wants, MoveWanted) else ()
        if len(moves) != 1 or turn.position.play(moves[0]).to_move == turn.position.to_move:
            return None
        return self._contest.format.write_reply(turn, moves)

    def _find_mistake(
        self, situation: Situation, wrong: Misconduct, turn: Turn, request: Request, reply: Reply
    ) -> Mistake | None:
        contest, wants = self._contest, situation.wants
        if isinstance(wants, TranscriptWanted) and contest.find_line_rule and reply.stdout:
            expected, found = split_lines(wants.write_expected().encode()), split_lines(reply.stdout)
            number = find_first_difference(expected, found)
            return None if number is None else Mistake(contest.find_line_rule(expected, found, number))
        if isinstance(wants, MoveWanted) and isinstance(wrong, BadForm | Forbidden) and contest.find_mistake:
            return contest.find_mistake(turn, self._add_usual_names(turn, request, reply))
        return None

    def _write_request(self, situation: Situation) -> tuple[Turn, Request]:
        wants = situation.wants
        if isinstance(wants, MoveWanted):
            adapted = self._player.adapt_turn(self._make_turn(wants))
            return adapted, wants.spelling(self._player.make_request(adapted))
        waiting = Turn(self._game.start(), clock=Clock(0, WAITING))
        if isinstance(wants, TranscriptWanted):
            return waiting, Request(wants.stdin.encode())
        board = wants.fill_in(wants.board, self._player.own_name).encode()
        return waiting, Request(arguments=tuple(wants.arguments.split()), files={wants.file: board})

    def _make_turn(self, wants: MoveWanted) -> Turn:
        opening = Opening.read(wants.opening)
        total = self._contest.game_seconds or wants.left
        clock = Clock(max(0.0, total - wants.left), total)
        if wants.position:
            return Turn(self._game.read(wants.position), (), clock, wants.ply)
        turn = opening.make_turn(self._game)
        return Turn(turn.start, turn.moves, clock, wants.ply)

    def _judge(self, situation: Situation, turn: Turn, request: Request, reply: Reply) -> str:
        """Return the moves of a good answer; raise the misconduct of any other."""
        wants = situation.wants
        if isinstance(wants, TranscriptWanted):
            return compare_transcript(wants, reply)
        if isinstance(wants, ExitWanted):
            return check_exit(wants, request, reply, self._player.own_name)
        moves = self._player.parse_reply(turn, request, self._add_usual_names(turn, request, reply))
        if self._contest.behaviour.plain_lines and b"\r" in reply.stdout:
            raise BadForm(
                "standard output: expected lines that end with a line feed alone, found carriage returns"
            )
        _check_end(self._contest.behaviour.last_mark, reply)
        if not moves:
            raise Refusal(f"it says that it cannot move, but it can: {summarise_reply(reply)}")
        overlooked = LOADING if wants.left < TIGHT else 0.0
        if self._contest.behaviour.has_clock and reply.cpu_seconds - overlooked >= wants.left:
            raise OutOfTime(f"it used {reply.cpu_seconds:.3f} s of CPU time, {wants.left:g} s were left")
        return " ".join(moves)

    def _add_usual_names(self, turn: Turn, request: Request, reply: Reply) -> Reply:
        """Add the answer files by the names that the format expects, where the situation asked for others."""
        asked = self._player.list_answer_files(request)
        usual = self._player.list_answer_files(self._player.make_request(turn))
        if asked == usual:
            return reply
        renamed = {new: reply.files[old] for old, new in zip(asked, usual, strict=True) if old in reply.files}
        return reply.with_files({**reply.files, **renamed})


def _check_end(mark: str, reply: Reply) -> None:
    """Refuse what follows the end of an answer; a contest's own reader may take it for a part of it."""
    _, ended, rest = reply.stdout.decode("latin-1").partition(mark) if mark else ("", "", "")
    extra = rest.replace(mark, "").strip() if ended else ""
    if extra:
        raise BadForm(f"standard output: expected nothing after {quote(mark)}, found {quote(extra)}")
