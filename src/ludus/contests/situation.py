"""A situation in which `ludus check` tries a program, with the sentence of the contest that it cites.

A situation asks for one of three things: a legal move in a position, a transcript to the byte (Checkers), or an exit
code (Amazons). The positions are our own. Where a sentence of the contest leaves room, a situation is not `severe`:
a program that fails in it is warned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.turn import Request

Spelling = Callable[[Request], Request]


def as_asked(request: Request) -> Request:
    """Leave a request as the referee words it."""
    return request


@dataclass(frozen=True, slots=True)
class MoveWanted:
    """A legal move in a position is a good answer."""

    opening: str = "|"
    """What was played before, as a suite has it: `10K 9L`, `size=5x5 | c4 d5`."""
    position: str = ""
    """A position text instead of an opening."""
    left: float = 10.0
    """Seconds for the rest of the game; where the contest has no clock, how long we wait."""
    ply: int | None = None
    """How many moves were played, where the contest tells and the opening does not."""
    spelling: Spelling = as_asked


@dataclass(frozen=True, slots=True)
class TranscriptWanted:
    """Every byte of the output is given by this input."""

    stdin: str


@dataclass(frozen=True, slots=True)
class ExitWanted:
    """The program must say by its exit code that it did not move, and leave the board as it is."""

    code: int
    arguments: str
    board: str
    """The board file; `{name}` stands for what the program calls itself."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One thing to try."""

    key: str
    title: str
    rule: str
    """What the contest says about it, and about the move that is wanted: an illegal one is answered by this sentence."""
    wants: MoveWanted | TranscriptWanted | ExitWanted
    severe: bool = True


def edit_files(request: Request, edit: Callable[[str], str]) -> Request:
    """Write all files of a request in another way."""
    files = {name: edit(data.decode()).encode() for name, data in request.files.items()}
    return Request(request.stdin, request.arguments, files)
