"""What a player is, and what it can do wrong.

Misconduct is a player's fault and becomes a verdict; any other error is ours and shows as a traceback.

    Misconduct
    ├── OutOfTime   used up its clock
    ├── Crash       ended with an error
    ├── Silence     gave no answer at all
    ├── BadForm     answered in a form that the contest does not know
    ├── Forbidden   answered with a move that the rules forbid
    ├── Refusal     would not move though it could
    └── Absence     could not sit down

What no player is to blame for is a `MachineFault`: the game is void.

A turn may also end without a move because somebody wants something else, at any time and from any thread:

    Interruption
    ├── TakeBack    go back to the last turn that a person had before
    ├── Resign      give the game up
    └── Leave       stop the game where it stands
"""

from __future__ import annotations

from typing import ClassVar

from ludus.errors import LudusError
from ludus.turn import Choice, Turn


class BadPlayer(LudusError):
    """A text that names no player."""


class Absent(BadPlayer):
    """Somebody who is there and cannot sit down: a program that is refused, cannot be built or does not tell its name."""

    def __init__(self, message: str, name: str, version: str = "") -> None:
        super().__init__(message)
        self.name = name
        self.version = version


class Misconduct(Exception):
    """What a player did wrong."""

    kind: ClassVar[str]
    """The word for it in records and tables."""
    seconds: float | None = None
    """What the player was metered to have used on it; None where the referee's own watch will do."""
    wall: float = 0.0
    """Seconds of wall-clock time that it took, where it is a program that may not take as many as it likes."""
    note: str = ""
    """How its program ended and what that said, where the message does not tell it."""


class OutOfTime(Misconduct):
    """It used up its clock."""

    kind = "time"


class Crash(Misconduct):
    """It ended with an error."""

    kind = "crash"


class Silence(Misconduct):
    """It gave no answer at all."""

    kind = "silence"


class BadForm(Misconduct):
    """It answered in a form that the contest does not know."""

    kind = "format"


class Forbidden(Misconduct):
    """It answered with a move that the rules forbid."""

    kind = "illegal"


class Refusal(Misconduct):
    """It would not move though it could."""

    kind = "refusal"


class Absence(Misconduct):
    """It could not sit down."""

    kind = "absent"


class Interruption(Exception):
    """What somebody wants instead of the move that a player was asked for."""


class TakeBack(Interruption):
    """Go back to the last turn that a person had before."""


class Resign(Interruption):
    """Give the game up: the seat that is named, else the one to move."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__(seat)
        self.seat = seat


class Leave(Interruption):
    """Stop the game where it stands."""


class Player:
    """Someone who sits in a seat for one game."""

    key: str = ""
    """Which participant of a match it plays for."""
    name: str
    version: str = ""
    """What exactly plays: a version, a content hash."""
    meter: str = ""
    """How its time is metered, where the player sees to that itself."""
    tier: str = ""
    """How it is contained, where it is a program."""
    spec: str = ""
    """The text that makes this very player again, where that is not the one it was made by."""
    is_person: bool = False
    """Whether moves are taken back to its turns, and its time is what passes until it has moved."""
    _interruption: Interruption | None = None

    def choose(self, turn: Turn) -> Choice:
        """Choose a move for the seat to move, or raise `Misconduct`, or the `Interruption` that cancels it.

        A player that takes its time looks at `is_cancelled` on the way; for one that does not, the referee does.
        """
        raise NotImplementedError

    def introduce(self) -> None:
        """Find out before the first game what it calls itself; raise `Absent` if it cannot sit down."""

    def cancel(self, interruption: Interruption) -> None:
        """Have the `choose` that runs, or else the next one, end soon and raise this; any thread may call it."""
        self._interruption = interruption

    def is_cancelled(self) -> bool:
        """Tell whether nobody waits for the move any more."""
        return self._interruption is not None

    def raise_interruption(self) -> None:
        """Raise what `choose` was cancelled by, once; do nothing if it was not."""
        interruption = self._interruption
        if interruption is not None:
            self._interruption = None
            raise interruption

    def close(self) -> None:
        """Leave the game: end processes, remove files."""
