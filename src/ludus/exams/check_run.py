"""Tries a program in one situation: writes the request, runs it, and judges the reply as the referee would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ludus.arena.openings import Opening
from ludus.contests.base import Contest
from ludus.contests.mistake import Mistake
from ludus.contests.situation import ExitWanted, MoveWanted, Situation, TranscriptWanted
from ludus.games.base import Game
from ludus.players.base import BadForm, Crash, Forbidden, Misconduct, OutOfTime, Refusal, Silence
from ludus.players.program import summarise_reply
from ludus.protocols.amazons import BOARD
from ludus.sandbox.allowance import LATE, Allowance
from ludus.sandbox.reply_text import describe_end
from ludus.search.checkers_transcript import Settings, transcript
from ludus.text import make_printable, quote
from ludus.turn import Clock, Reply, Request, Turn

TIGHT = 0.5
"""With fewer seconds left, starting an interpreter alone can take too long; that is no failure."""
LOADING = 0.05
"""Seconds of loading that are not counted then, because Pente's text says that loading is not."""
WAITING = 5.0
"""Seconds for an answer that needs no thinking."""
_SHOWN = 60
_LINES, _LONGEST = 12, 160


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of the program in a situation, and what is wrong with it."""

    situation: Situation
    request: Request
    reply: Reply
    misconduct: Misconduct | None
    answer: str
    """The moves, if any, or a short description of the reply."""
    mistake: Mistake | None = None
    """What an illegal answer does wrong, where that stands out."""
    expected: Reply | None = None
    """The right answer, where something is wrong and only one answer is right."""

    @property
    def problem(self) -> str:
        """Describe in one line what is wrong: the referee's reason and the last line of standard error."""
        if self.mistake and self.mistake.words:
            return f"illegal board: {self.mistake.words}"
        return str(self.misconduct).replace(summarise_reply(self.reply), _quote_last_line(self.reply))

    @property
    def is_tight(self) -> bool:
        """Whether the only problem is that hardly any time was left."""
        wants = self.situation.wants
        return (
            isinstance(self.misconduct, OutOfTime)
            and isinstance(wants, MoveWanted)
            and wants.left < TIGHT
            and self.reply.exit_code != LATE
        )


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

    def try_out(self, situation: Situation, through: Sequence[str] = ()) -> Trial:
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
        return Trial(situation, request, reply, wrong, answer, mistake, expected)

    def _write_expected(self, situation: Situation, turn: Turn) -> Reply | None:
        """Write the right answer, if there is only one."""
        wants = situation.wants
        if isinstance(wants, TranscriptWanted):
            return Reply(write_expected(wants))
        moves = turn.position.moves() if isinstance(wants, MoveWanted) else ()
        if len(moves) != 1 or turn.position.play(moves[0]).to_move == turn.position.to_move:
            return None
        return self._contest.format.write_reply(turn, moves)

    def _find_mistake(
        self, situation: Situation, wrong: Misconduct, turn: Turn, request: Request, reply: Reply
    ) -> Mistake | None:
        contest, wants = self._contest, situation.wants
        if isinstance(wants, TranscriptWanted) and contest.find_line_rule and reply.stdout:
            expected, found = _split_lines(write_expected(wants)), _split_lines(reply.stdout)
            number = _find_first_difference(expected, found)
            return None if number is None else Mistake(contest.find_line_rule(expected, found, number))
        if isinstance(wants, MoveWanted) and isinstance(wrong, BadForm | Forbidden) and contest.find_mistake:
            return contest.find_mistake(turn, _rename_board(request, reply))
        return None

    def _write_request(self, situation: Situation) -> tuple[Turn, Request]:
        wants = situation.wants
        if isinstance(wants, MoveWanted):
            told = self._player.adapt_turn(self._make_turn(wants))
            return told, wants.spelling(self._player.make_request(told))
        waiting = Turn(self._game.start(), clock=Clock(0, WAITING))
        if isinstance(wants, TranscriptWanted):
            return waiting, Request(wants.stdin.encode())
        board = wants.board.replace("{name}", self._player.own_name).encode()
        return waiting, Request(arguments=tuple(wants.arguments.split()), files={BOARD: board})

    def _make_turn(self, wants: MoveWanted) -> Turn:
        opening = Opening.read(wants.opening)
        total = self._contest.game_seconds or wants.left
        clock = Clock(max(0.0, total - wants.left), total)
        if wants.position:
            return Turn(self._game.read(wants.position), (), clock, wants.ply)
        turn = opening.turn(self._game)
        return Turn(turn.start, turn.moves, clock, wants.ply)

    def _judge(self, situation: Situation, turn: Turn, request: Request, reply: Reply) -> str:
        """Return the moves of a good answer; raise the misconduct of any other."""
        wants = situation.wants
        if isinstance(wants, TranscriptWanted):
            return _compare_transcript(wants, reply)
        if isinstance(wants, ExitWanted):
            return _check_exit(wants, request, reply)
        moves = self._player.parse_reply(turn, request, _rename_board(request, reply))
        if self._contest.behaviour.plain_lines and b"\r" in reply.stdout:
            raise BadForm(
                "standard output: expected lines that end with a line feed alone, found carriage returns"
            )
        if not moves:
            raise Refusal(f"it says that it cannot move, and it can: {summarise_reply(reply)}")
        overlooked = LOADING if wants.left < TIGHT else 0.0
        if self._contest.behaviour.has_clock and reply.cpu_seconds - overlooked >= wants.left:
            raise OutOfTime(f"it used {reply.cpu_seconds:.3f} s of CPU time, {wants.left:g} s were left")
        return " ".join(moves)


def _rename_board(request: Request, reply: Reply) -> Reply:
    """Give the output board the name that the format expects."""
    output = request.arguments[-1] if request.arguments else BOARD
    if output == BOARD or output not in reply.files:
        return reply
    files = {**reply.files, BOARD: reply.files[output]}
    return Reply(reply.stdout, reply.exit_code, files, reply.stderr, reply.cpu_seconds, reply.killed)


def write_expected(wants: TranscriptWanted) -> bytes:
    """Write the one right output."""
    return "".join(transcript(wants.stdin, Settings())).encode()


def _compare_transcript(wants: TranscriptWanted, reply: Reply) -> str:
    """Compare a transcript with the expected one; after an error any exit code is accepted."""
    expected = write_expected(wants)
    ends_by_error = expected.splitlines()[-1].startswith(b"ERROR")
    if reply.exit_code == LATE:
        raise OutOfTime(f"it had to be killed; {reply.cpu_seconds:.3f} s of CPU time were used")
    difference = _describe_difference(_split_lines(expected), _split_lines(reply.stdout))
    if reply.exit_code < 0 or (reply.exit_code and not ends_by_error):
        raise Crash("; ".join(filter(None, (summarise_reply(reply), difference if reply.stdout else ""))))
    if not reply.stdout:
        raise Silence("it ended well and printed nothing")
    if difference:
        raise BadForm(difference)
    return f"{len(expected)} bytes, all as expected"


def _split_lines(data: bytes) -> list[str]:
    return data.decode("latin-1").split("\n")


def _find_first_difference(expected: Sequence[str], found: Sequence[str]) -> int | None:
    """Find the first line that differs."""
    longest = max(len(expected), len(found))
    return next((i for i in range(longest) if expected[i : i + 1] != found[i : i + 1]), None)


def _describe_difference(expected: Sequence[str], found: Sequence[str]) -> str:
    """Point at the first line that differs; empty if none does."""
    number = _find_first_difference(expected, found)
    if number is None:
        return ""
    want, have = (
        quote(lines[number][:_SHOWN]) if number < len(lines) - 1 else "the end of the output"
        for lines in (expected, found)
    )
    return f"standard output line {number + 1}: expected {want}, found {have}"


def _check_exit(wants: ExitWanted, request: Request, reply: Reply) -> str:
    """Check that the program exits with the expected code and has not changed the board."""
    if reply.exit_code == LATE:
        raise OutOfTime("it had to be killed")
    if reply.exit_code != wants.code:
        raise BadForm(f"expected exit code {wants.code}, found {summarise_reply(reply)}")
    for name, data in request.files.items():
        if reply.files.get(name, data) != data:
            raise BadForm(f"{name}: expected it to stay as it is, and it was changed")
    if wants.code > 1 and not (reply.stdout + reply.stderr).strip():
        raise Silence(f"exit code {wants.code} is right, but no message says what is wrong")
    if wants.has_place and not any(letter in b"0123456789" for letter in reply.stdout + reply.stderr):
        raise BadForm(f"exit code {wants.code} is right, but the message names no place by its number")
    return f"exit code {reply.exit_code}"


# Words


def describe_reply(reply: Reply, answers: tuple[str, ...]) -> str:
    """Describe a reply briefly."""
    files = [
        f"{name}: {_quote_start(reply.files[name])}" if name in reply.files else f"no {name}"
        for name in answers
    ]
    return "; ".join([describe_end(reply), *(files or [f"standard output: {_quote_start(reply.stdout)}"])])


def quote_stderr(reply: Reply) -> str:
    """Return the end of standard error as printable lines."""
    lines = reply.stderr.decode(errors="backslashreplace").splitlines()
    return "\n".join(make_printable(line.rstrip()[:_LONGEST]) for line in lines[-_LINES:] if line.strip())


def _quote_last_line(reply: Reply) -> str:
    last = quote_stderr(reply).rpartition("\n")[2]
    return f"{describe_end(reply)}: {last}" if last else describe_end(reply)


def _quote_start(data: bytes) -> str:
    text = quote(data[:_SHOWN].decode("latin-1"))
    return text if len(data) <= _SHOWN else f"{text} and so on, {len(data)} bytes"
