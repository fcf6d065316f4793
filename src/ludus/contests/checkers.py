"""The Checkers contest: one program that prints the whole game, byte for byte."""

from __future__ import annotations

from ludus.contests.base import Behaviour, Contest
from ludus.contests.situation import Situation, TranscriptWanted
from ludus.protocols import checkers

_GAME = """\
A6-B5 B3-A4 C6-D5 F3-G4 D5-E4 C2-B3 E4-C2 G4-H5 B5-C4 G2-F3 C4-D3 E2-C4 E6-F5 D1-E2 C2-D1 F1-G2 F5-G4 B1-C2 G6-F5 A4-B5 \
B7-C6 C4-D5 C6-A4 B3-C4 D1-B3 E2-D3 G4-E2 D3-E4 F5-D3 D5-C6 B3-D5 C6-B7 E2-F1 H3-G4 F1-H3 G4-F5 D3-E2 A2-B3 E2-F1 H1-G2 \
A4-C2 F5-E6 C2-D1 G2-F3 D7-F5 F3-G4 D5-E6 H5-G6 F7-H5""".split()
_ERRORS = "An illegal action is answered by the first of six messages that applies, and the program ends."
_COMPUTED = "Of the best actions by minimax of depth 3 the left-most is played; squares row by row, directions from NE."


def _make_input(moves: int, last: str = "") -> TranscriptWanted:
    """Give the first moves of our game, one a line, and what follows them."""
    return TranscriptWanted("".join(f"{move}\n" for move in _GAME[:moves]) + last)


_SITUATIONS = (
    Situation(
        "actions-only",
        "Four actions and no command",
        "Every action is printed with its number, the cost of the board, and the board.",
        _make_input(4),
    ),
    Situation(
        "captures-and-towers",
        "A long game with captures and towers",
        "The cost of a board is b + 3B - w - 3W.",
        _make_input(48),
    ),
    Situation("compute-first", "A: Black's first action is computed", _COMPUTED, _make_input(0, "A\n")),
    Situation("compute-for-white", "A: an action of White is computed", _COMPUTED, _make_input(13, "A\n")),
    Situation("compute-with-towers", "A: a late action is computed", _COMPUTED, _make_input(36, "A\n")),
    Situation(
        "play-ten",
        "P: ten actions are computed",
        "P plays ten actions, or to the end of the game.",
        _make_input(6, "P\n"),
    ),
    Situation(
        "play-to-the-end",
        "P: the game ends within ten actions",
        "Who cannot act has lost, and the winner is printed after the last board.",
        _make_input(40, "P\n"),
    ),
    Situation(
        "no-action-left",
        "A: the side to move has no action",
        "Who cannot act has lost, and the winner is printed after the last board.",
        _make_input(49, "A\n"),
    ),
    Situation("source-outside", "An action from outside the board", _ERRORS, _make_input(2, "I6-H5\nA\n")),
    Situation("target-outside", "An action to outside the board", _ERRORS, _make_input(2, "G6-H9\n")),
    Situation("source-empty", "An action from an empty cell", _ERRORS, _make_input(2, "A5-B4\n")),
    Situation("target-not-empty", "An action to a cell that is taken", _ERRORS, _make_input(2, "E2-C8\n")),
    Situation(
        "opponents-piece", "An action with a piece of the opponent", _ERRORS, _make_input(2, "D3-E4\n")
    ),
    Situation("illegal-action", "An action that no piece can make", _ERRORS, _make_input(2, "G6-G5\nP\n")),
    Situation(
        "no-last-line-end",
        "The last line of the input is not ended",
        "The actions may be followed by a single command character.",
        _make_input(3, "A"),
        severe=False,
    ),
)

_BEHAVIOUR = Behaviour(
    typical="play-ten",
    folder="The program is called checkers; it reads standard input.",
    files="A program reads standard input and writes standard output; it needs no files.",
    processes="A program ends when it has printed its answer.",
    time="A game takes a moment to print; we waited much longer.",
    crash="A program that crashes has not answered.",
    answer="The output must be exactly the expected one, byte for byte.",
)

_DEMO = """\
game = "checkers"
schedule = { kind = "round-robin", games = 4 }
openings = "suite"
ply_cap = 100
workers = 2
entrants = [
    { source = "entries/checkers", name = "Ludus" },
    { player = "minimax" },
    { player = "random" },
]
"""

CONTEST = Contest(
    game="checkers",
    format=checkers,
    program="checkers",
    agents={"minimax": "checkers-minimax"},
    situations=_SITUATIONS,
    behaviour=_BEHAVIOUR,
    demo=_DEMO,
)
