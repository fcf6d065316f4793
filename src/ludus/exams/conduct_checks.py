"""What each contest says about how a program behaves, whatever it is asked; `ludus check` cites these sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a contest says about how a program behaves, whatever it is asked."""

    typical: str
    """The key of a situation that stands for all where one is tried again and again."""
    folder: str
    """What a folder must have."""
    needed: tuple[str, ...]
    """Files that must be in the folder beside the program."""
    kept: tuple[str, ...]
    """Patterns of files that a program may leave."""
    files: str
    """What the contest says about other files."""
    processes: str
    severe_processes: bool
    time: str
    has_clock: bool
    crash: str
    answer: str
    """Where the answer goes."""


CONDUCT: Mapping[str, Conduct] = {
    "pente": Conduct(
        typical="middle-game",
        folder="The program is called homework.py, .cpp or .java, or is an executable homework; calibrate is run once before the first game.",
        needed=(),
        kept=("playdata.txt", "calibration.txt"),
        files="Data is kept in playdata.txt and calibration.txt only; all else is removed before a game.",
        processes="CPU time of all processes counts, and what still runs after the move is killed.",
        severe_processes=False,
        time="A program that runs for more than its time is killed and loses the game.",
        has_clock=True,
        crash="A program that crashes has not answered, and loses the game.",
        answer="The answer is one line in output.txt: the row, then the column, a capital letter from A to T without I.",
    ),
    "chezz": Conduct(
        typical="middle-game-white",
        folder="A folder has compile, which is run once, run, which makes a move, and name.",
        needed=("compile", "name"),
        kept=("*",),
        files="Data files are not deleted between moves and games; a program must be prepared for that.",
        processes="A program must terminate and leave no processes after its move.",
        severe_processes=True,
        time="A program that takes more than the remaining time is disqualified.",
        has_clock=True,
        crash="A program that crashes has not moved, and loses the game.",
        answer="The answer is a board file on standard output and nothing else; its first line may say anything.",
    ),
    "checkers": Conduct(
        typical="play-ten",
        folder="The program is called checkers; it reads standard input.",
        needed=(),
        kept=(),
        files="A program reads standard input and writes standard output; it needs no files.",
        processes="A program ends when it has printed its answer.",
        severe_processes=False,
        time="A game takes a moment to print; we waited much longer.",
        has_clock=False,
        crash="A program that crashes has not answered.",
        answer="The output must be exactly the expected one, byte for byte.",
    ),
    "amazons": Conduct(
        typical="middle-game-first",
        folder="The program is called game; with the argument name it prints only its name, 1 to 15 characters without spaces and quotation marks.",
        needed=(),
        kept=(".*",),
        files="A program writes the output board; what it keeps for itself should be a hidden file.",
        processes="A program makes its move and exits.",
        severe_processes=False,
        time="The game master waits for every turn; we waited much longer.",
        has_clock=False,
        crash="The exit code is 0 after a move, 1 without one, 2 for an error in the input, 3 for one of the program.",
        answer="After a move the exit code is 0 and the new state is in the output file.",
    ),
}
