"""What a program was given for one move, what it answered, and what the referee and the engine say to it, as text.

Everything that a program writes is untrusted: it is shown line by line, escaped, and not all of it where it is long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.exams.ask import Answer
from ludus.sandbox.reply_text import describe_end
from ludus.terminal.table import shorten, wrap
from ludus.text import make_printable
from ludus.turn import Request

LINES, COLUMNS = 40, 76
"""So much of a file is shown: the beginning of what was given, the end of what was written."""

LONGEST = 1000
"""A line may have millions of letters."""


def describe_request(request: Request) -> Iterator[str]:
    """Show what the program was given."""
    yield make_printable(f"given: {' '.join(request.arguments)}").rstrip()
    for name, data in request.files.items():
        yield f"  file {make_printable(name)}:"
        yield from _show(data)
    if request.stdin:
        yield "  standard input:"
        yield from _show(request.stdin)


def describe_answer(answer: Answer) -> Iterator[str]:
    """Show how the program ended, what it cost, and what it wrote."""
    reply = answer.reply
    yield f"answer: {describe_end(reply)}, {reply.cpu_seconds:.3f} s of CPU time, {reply.wall_seconds:.3f} s in all"
    for name, data in reply.files.items():
        yield f"  file {make_printable(name)}:"
        yield from _show_end(data)
    if reply.stdout:
        yield "  standard output:"
        yield from _show_end(reply.stdout)
    if reply.stderr:
        yield "  standard error:"
        yield from _show_end(reply.stderr)


def describe_judgement(answer: Answer) -> Iterator[str]:
    """Say what the referee would, and which rule an illegal answer breaks."""
    if answer.misconduct is None:
        yield f"judgement: legal and in time: {make_printable(' '.join(answer.moves))}"
        return
    yield wrap(make_printable(f"judgement: {answer.misconduct.kind}: {answer.misconduct}"), 2)
    if answer.mistake is not None:
        yield wrap(make_printable(f"  rule: {answer.mistake.rule}"), 4)
        if answer.mistake.words:
            yield wrap(make_printable(f"  but: {answer.mistake.words}"), 4)


def compare_moves(moves: Sequence[str], played: Sequence[str]) -> str:
    """Say whether it is the answer that was given in the game."""
    if tuple(moves) == tuple(played):
        return "in the game: the same"
    return f"in the game: {make_printable(' '.join(played))}"


def _show(data: bytes) -> Iterator[str]:
    lines = data.decode(errors="backslashreplace").splitlines()
    yield from map(_show_line, lines[:LINES])
    if len(lines) > LINES:
        yield f"  … {len(lines) - LINES} more lines"


def _show_end(data: bytes) -> Iterator[str]:
    lines = data.decode(errors="backslashreplace").splitlines()
    if len(lines) > LINES:
        yield f"  … {len(lines) - LINES} lines before"
    yield from map(_show_line, lines[-LINES:])


def _show_line(line: str) -> str:
    return f"  | {shorten(make_printable(line[:LONGEST]), COLUMNS)}".rstrip()
