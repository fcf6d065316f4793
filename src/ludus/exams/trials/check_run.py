"""One run of a program in a situation, what is wrong with it, and the words for that."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.contests.mistakes.mistake import Mistake
from ludus.contests.situation import MoveWanted, Situation
from ludus.players.base import Misconduct, OutOfTime
from ludus.players.program import summarise_reply
from ludus.sandbox.allowance import LATE
from ludus.sandbox.reply_text import describe_end
from ludus.text import make_printable, quote
from ludus.turn import Reply, Request

TIGHT = 0.5
"""With fewer seconds left, starting an interpreter alone can take too long; that is no failure."""
_SHOWN = 60
_LINES, _LONGEST = 12, 160


@dataclass(frozen=True, slots=True)
class CheckRun:
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
