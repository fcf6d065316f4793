"""Judges answers that are fixed: a transcript of which every byte follows from the input, and an exit code."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.contests.situation import ExitWanted, TranscriptWanted
from ludus.players.base import BadForm, Crash, OutOfTime, Silence
from ludus.players.program import summarise_reply
from ludus.sandbox.allowance import LATE
from ludus.text import quote
from ludus.turn import Reply, Request

_SHOWN = 60


def compare_transcript(wants: TranscriptWanted, reply: Reply) -> str:
    """Compare a transcript with the expected one; after an error any exit code is accepted, without an error mark always."""
    accepted = [text.encode() for text in wants.accepted]
    expected = reply.stdout if reply.stdout in accepted else wants.write_expected().encode()
    ends_by_error = (expected.splitlines() or [b""])[-1].startswith(wants.error_mark.encode())
    if reply.exit_code == LATE:
        raise OutOfTime(f"it had to be killed; {reply.cpu_seconds:.3f} s of CPU time were used")
    difference = _describe_difference(split_lines(expected), split_lines(reply.stdout))
    if reply.exit_code < 0 or (reply.exit_code and not ends_by_error):
        raise Crash("; ".join(filter(None, (summarise_reply(reply), difference if reply.stdout else ""))))
    if expected and not reply.stdout:
        raise Silence("it ended without a crash but printed nothing")
    if difference:
        raise BadForm(difference)
    return f"{len(expected)} bytes, all as expected"


def split_lines(data: bytes) -> list[str]:
    """Split an output; the last line is empty if all lines are ended."""
    return data.decode("latin-1").split("\n")


def find_first_difference(expected: Sequence[str], found: Sequence[str]) -> int | None:
    """Find the first line that differs."""
    longest = max(len(expected), len(found))
    return next((i for i in range(longest) if expected[i : i + 1] != found[i : i + 1]), None)


def _describe_difference(expected: Sequence[str], found: Sequence[str]) -> str:
    """Point at the first line that differs; empty if none does."""
    number = find_first_difference(expected, found)
    if number is None:
        return ""
    want, have = (
        quote(lines[number][:_SHOWN]) if number < len(lines) - 1 else "the end of the output"
        for lines in (expected, found)
    )
    return f"standard output line {number + 1}: expected {want}, found {have}"


def check_exit(wants: ExitWanted, request: Request, reply: Reply, own_name: str) -> str:
    """Check that the program exits with the expected code and has not changed the board."""
    if reply.exit_code == LATE:
        raise OutOfTime("it had to be killed")
    if reply.exit_code != wants.code:
        raise BadForm(f"expected exit code {wants.code}, found {summarise_reply(reply)}")
    for name, data in request.files.items():
        if reply.files.get(name, data) != data:
            raise BadForm(f"{name}: expected it to stay as it is, and it was changed")
    wanted = wants.fill_in(wants.says, own_name)
    if wanted and reply.stdout.decode("latin-1").strip() != wanted:
        raise BadForm(
            f"standard output: expected {quote(wanted)}, found {quote(reply.stdout.decode('latin-1'))}"
        )
    if wants.code > 1 and not (reply.stdout + reply.stderr).strip():
        raise Silence(f"exit code {wants.code} is right, but no message says what is wrong")
    if wants.has_place and not any(letter in b"0123456789" for letter in reply.stdout + reply.stderr):
        raise BadForm(f"exit code {wants.code} is right, but the message names no place by its number")
    return f"exit code {reply.exit_code}"
