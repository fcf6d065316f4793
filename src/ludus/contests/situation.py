"""A situation in which `ludus check` tries a program, with the sentence of the contest that it cites.

A situation requires one of three things: a legal move in a position, an exact transcript (Checkers), or an exit
code (Amazons). The positions are our own. Where the contest's sentence is open to interpretation, a situation is not
`severe`: a program that fails in it gets a warning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.turn import Request

LONGEST_NAME = 15
"""The most characters that a player's name has."""
Spelling = Callable[[Request], Request]


def leave_unchanged(request: Request) -> Request:
    """Leave a request as the referee writes it."""
    return request


@dataclass(frozen=True, slots=True)
class MoveWanted:
    """A legal move in a position is a good answer."""

    opening: str = "|"
    """The moves so far, as in an opening suite: `10K 9L`, `size=5x5 | c4 d5`."""
    position: str = ""
    """A position text instead of an opening."""
    left: float = 10.0
    """Seconds for the rest of the game; without a clock in the contest, how long we wait."""
    ply: int | None = None
    """The number of moves so far, if the contest gives it and the opening does not."""
    spelling: Spelling = leave_unchanged


@dataclass(frozen=True, slots=True)
class TranscriptWanted:
    """A transcript is wanted, every byte of which follows from the input."""

    stdin: str
    accepted: tuple[str, ...] = ()
    """The outputs that are right, where the contest's text can be read in several ways."""
    write: Callable[[str], str] | None = None
    """Writes the only right output for the input; where there is no such function, those that are right are listed."""
    error_mark: str = ""
    """How the last line of an output begins after which any exit code will do; if empty, it always will."""

    def write_expected(self) -> str:
        """Write the right output, or the first of several."""
        return self.accepted[0] if self.write is None else self.write(self.stdin)


@dataclass(frozen=True, slots=True)
class ExitWanted:
    """The program must exit with this code and leave the board unchanged."""

    code: int
    arguments: str
    file: str
    """The name of the input file."""
    board: str
    """What is in it; `{name}` stands for the program's own name, `{longer}` and `{swapped}` for similar ones."""
    has_place: bool = False
    """Whether the message must tell the place of the error by a number."""
    says: str = ""
    """What the program must print and nothing else, with the same words for names; if empty, anything."""

    def fill_in(self, text: str, name: str) -> str:
        """Put the program's name, and names like it, into a text."""
        longer = f"{name}x" if len(name) < LONGEST_NAME else f"{name[:-1]}{'y' if name[-1] == 'x' else 'x'}"
        swapped = name.swapcase() if name.swapcase() != name else longer
        return text.replace("{name}", name).replace("{longer}", longer).replace("{swapped}", swapped)


@dataclass(frozen=True, slots=True)
class Situation:
    """One thing to try."""

    key: str
    title: str
    rule: str
    """The contest's sentence about it, which is also cited for an illegal move."""
    wants: MoveWanted | TranscriptWanted | ExitWanted
    severe: bool = True


def edit_files(request: Request, edit: Callable[[str], str]) -> Request:
    """Apply an edit to all files of a request."""
    files = {name: edit(data.decode()).encode() for name, data in request.files.items()}
    return Request(request.stdin, request.arguments, files)
