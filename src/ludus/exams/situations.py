"""The situations in which `ludus check` tries a program, and the sentences of the contest that it cites.

A situation asks for one of three things: a legal move in a position, a transcript to the byte (Checkers), or an exit
code (Amazons). The positions are our own. Where a sentence of the contest leaves room, a situation is not `severe`:
a program that fails in it is warned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludus.protocols.amazons import BOARD
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


# Spellings: other ways to write the same, which the contests allow


def whole_seconds(request: Request) -> Request:
    """Write Pente's seconds without a fraction."""
    return _edited(request, lambda text: text.replace(".0\n", "\n", 1))


def as_the_sample(request: Request) -> Request:
    """Write Chezz pieces as the end of the contest's sample has them: space before commas, two closing braces."""
    text = request.stdin.decode().replace(",\n", " ,\n").replace("\n}\n", " }\n}\n")
    return Request(text.encode(), request.arguments, request.files)


def trailing_spaces(request: Request) -> Request:
    """Put spaces at the ends of all lines of a file."""
    return _edited(request, lambda text: text.replace("\n", "     \n"))


def other_output(request: Request) -> Request:
    """Name another file for the output than for the input."""
    return Request(request.stdin, (*request.arguments[:-1], "after.txt"), request.files)


def _edited(request: Request, edit: Callable[[str], str]) -> Request:
    files = {name: edit(data.decode()).encode() for name, data in request.files.items()}
    return Request(request.stdin, request.arguments, files)


# Pente

_PENTE_MIDDLE = "10K 9L 10H 10J 12K 11K 9H 11H 12L 12J 10G 13K 10J 8H 10H 10F"
_PENTE_LATE = (
    "2b8w7/3wb7b6/3b2w5w6/5b1w3w2b2w1/13b1b3/4w1w6wb4/1w2bb13/1ww16/b4w13/8ww2w6/4wb2b1b8/5b12w/"
    "1w2b4wbbw5w/2b1b2bww9/6w4w3w3/w18/7w11/w18/19 8,0 b"
)
_FULL_ROWS = ("wwbbwwbbwwbbwwbbwwb", "bbwwbbwwbbwwbbwwbbw")
_PENTE_LAST = "/".join((*_FULL_ROWS * 9, "wwbbwwbb1wbbwwbbwwb")) + " 0,0 w"
_EMPTY_SQUARE = "A stone may be placed on any empty intersection, the border included."

_PENTE = (
    Situation(
        "first-stone", "White's first stone", "White's first stone must be in the middle, 10K.", MoveWanted()
    ),
    Situation("first-black-stone", "Black's first stone", _EMPTY_SQUARE, MoveWanted("10K")),
    Situation(
        "second-white-stone",
        "White's second stone",
        "White's second stone may be at most 3 intersections from the middle.",
        MoveWanted("10K 11L"),
    ),
    Situation(
        "second-white-stone-far",
        "White's second stone when Black has played far away",
        "White's second stone may be at most 3 intersections from the middle.",
        MoveWanted("10K 1T"),
    ),
    Situation("middle-game", "A middle game with captured stones", _EMPTY_SQUARE, MoveWanted(_PENTE_MIDDLE)),
    Situation(
        "late-game",
        "A late game: stones at the border, 8 stones captured by White, Black to move",
        f"Line 3 tells the stones captured by White, then by Black, whoever is to move. {_EMPTY_SQUARE}",
        MoveWanted(position=_PENTE_LATE),
    ),
    Situation(
        "last-square",
        "One square is left on the board, 1J",
        f"Columns are named A to T without I; a square is its row, then its column. {_EMPTY_SQUARE}",
        MoveWanted(position=_PENTE_LAST),
    ),
    Situation(
        "whole-seconds",
        "The time left is written without a fraction",
        f"Line 2 is a strictly positive floating point number. {_EMPTY_SQUARE}",
        MoveWanted("10K 9L 10H", left=7.0, spelling=whole_seconds),
    ),
    Situation(
        "one-second",
        "A middle game with 1 second left",
        f"Who uses up the time for the game loses it. {_EMPTY_SQUARE}",
        MoveWanted(_PENTE_MIDDLE, left=1.0),
    ),
    Situation(
        "hundredth-of-a-second",
        "A middle game with 0.01 seconds left",
        f"A program may be given as little as 0.01 seconds, and should then answer at once. {_EMPTY_SQUARE}",
        MoveWanted(_PENTE_MIDDLE, left=0.01),
    ),
)

# Chezz

_CHEZZ_MIDDLE = "f1c2k1r/pppp1ppp/5q2/3n1z2/2BN4/P1N1R3/1PPP1PPP/F1CK4"
_LEGAL_BOARD = "The board that is printed must be one that a legal move leads to."

_CHEZZ = (
    Situation("first-move", "White's first move", _LEGAL_BOARD, MoveWanted()),
    Situation("first-black-move", "Black's first move", _LEGAL_BOARD, MoveWanted("e2-e3")),
    Situation(
        "middle-game-white",
        "A middle game, White to move",
        _LEGAL_BOARD,
        MoveWanted(position=f"{_CHEZZ_MIDDLE} w", ply=24),
    ),
    Situation(
        "middle-game-black",
        "The same board, Black to move",
        _LEGAL_BOARD,
        MoveWanted(position=f"{_CHEZZ_MIDDLE} b", ply=25),
    ),
    Situation(
        "contagion",
        "A black knight stands beside a white zombie, White to move",
        "After a move all enemies beside the mover's zombies, kings and zombies apart, become zombies of the mover.",
        MoveWanted(position="4k3/8/8/3n4/3Z4/8/8/4K3 w", ply=60),
    ),
    Situation(
        "contagion-by-black",
        "White pieces stand beside two black zombies, Black to move",
        "After a move all enemies beside the mover's zombies, kings and zombies apart, become zombies of the mover.",
        MoveWanted(position="k7/8/2zP4/2Q5/6R1/6z1/8/K7 b", ply=61),
    ),
    Situation(
        "two-moves",
        "White has only two moves, a step of the king and a shot of the cannon",
        "A cannon removes all pieces, friend or foe, on the diagonal that it fires along.",
        MoveWanted(position="8/2k5/8/8/8/1p6/1Pr5/KCp4z w", ply=80),
    ),
    Situation(
        "promotion",
        "A peon is one step from the end of the board",
        "A peon that reaches the end of the board becomes a zombie, after contagion.",
        MoveWanted(position="k7/7P/6p1/6r1/7r/6r1/1r6/7K w", ply=90),
    ),
    Situation(
        "king-to-capture",
        "The enemy king can be captured, which ends the game",
        "The game is won by capturing the king; there is no check.",
        MoveWanted(position="4k3/8/8/8/8/8/4R3/4K3 w", ply=120),
    ),
    Situation(
        "sample-spelling",
        "Spaces before commas and two closing braces, as in the contest's sample",
        f"The contest's own sample board is written so. {_LEGAL_BOARD}",
        MoveWanted(spelling=as_the_sample),
        severe=False,
    ),
    Situation(
        "one-second",
        "A middle game with 1 second left",
        f"A program that takes more than the remaining time is disqualified. {_LEGAL_BOARD}",
        MoveWanted(position=f"{_CHEZZ_MIDDLE} b", left=1.0, ply=25),
    ),
    Situation(
        "fifth-of-a-second",
        "A middle game with 200 milliseconds left",
        f"A program that takes more than the remaining time is disqualified. {_LEGAL_BOARD}",
        MoveWanted(position=f"{_CHEZZ_MIDDLE} w", left=0.2, ply=300),
    ),
)

# Checkers

_CHECKERS_GAME = """\
A6-B5 B3-A4 C6-D5 F3-G4 D5-E4 C2-B3 E4-C2 G4-H5 B5-C4 G2-F3 C4-D3 E2-C4 E6-F5 D1-E2 C2-D1 F1-G2 F5-G4 B1-C2 G6-F5 A4-B5 \
B7-C6 C4-D5 C6-A4 B3-C4 D1-B3 E2-D3 G4-E2 D3-E4 F5-D3 D5-C6 B3-D5 C6-B7 E2-F1 H3-G4 F1-H3 G4-F5 D3-E2 A2-B3 E2-F1 H1-G2 \
A4-C2 F5-E6 C2-D1 G2-F3 D7-F5 F3-G4 D5-E6 H5-G6 F7-H5""".split()
_ERRORS = "An illegal action is answered by the first of six messages that applies, and the program ends."
_COMPUTED = "Of the best actions by minimax of depth 3 the left-most is played; squares row by row, directions from NE."


def _input(moves: int, last: str = "") -> TranscriptWanted:
    """Give the first moves of our game, one a line, and what follows them."""
    return TranscriptWanted("".join(f"{move}\n" for move in _CHECKERS_GAME[:moves]) + last)


_CHECKERS = (
    Situation(
        "actions-only",
        "Four actions and no command",
        "Every action is printed with its number, the cost of the board, and the board.",
        _input(4),
    ),
    Situation(
        "captures-and-towers",
        "A long game with captures and towers",
        "The cost of a board is b + 3B - w - 3W.",
        _input(48),
    ),
    Situation("compute-first", "A: Black's first action is computed", _COMPUTED, _input(0, "A\n")),
    Situation("compute-for-white", "A: an action of White is computed", _COMPUTED, _input(13, "A\n")),
    Situation("compute-with-towers", "A: a late action is computed", _COMPUTED, _input(36, "A\n")),
    Situation(
        "play-ten",
        "P: ten actions are computed",
        "P plays ten actions, or to the end of the game.",
        _input(6, "P\n"),
    ),
    Situation(
        "play-to-the-end",
        "P: the game ends within ten actions",
        "Who cannot act has lost, and the winner is printed after the last board.",
        _input(40, "P\n"),
    ),
    Situation(
        "no-action-left",
        "A: the side to move has no action",
        "Who cannot act has lost, and the winner is printed after the last board.",
        _input(49, "A\n"),
    ),
    Situation("source-outside", "An action from outside the board", _ERRORS, _input(2, "I6-H5\nA\n")),
    Situation("target-outside", "An action to outside the board", _ERRORS, _input(2, "G6-H9\n")),
    Situation("source-empty", "An action from an empty cell", _ERRORS, _input(2, "A5-B4\n")),
    Situation("target-not-empty", "An action to a cell that is taken", _ERRORS, _input(2, "E2-C8\n")),
    Situation("opponents-piece", "An action with a piece of the opponent", _ERRORS, _input(2, "D3-E4\n")),
    Situation("illegal-action", "An action that no piece can make", _ERRORS, _input(2, "G6-G5\nP\n")),
    Situation(
        "no-last-line-end",
        "The last line of the input is not ended",
        "The actions may be followed by a single command character.",
        _input(3, "A"),
        severe=False,
    ),
)

# Amazons

_ROWS = "player1:1:0;player2:2:0;player3:3:0 placement:2"
_EMPTY_BOARD = "000,010,400,000,000,100,000/000,130,230,010,000,000,200/100,000,500,400,120,100,030/020,000,000,020,000,030,000"
_PLACED_BOARD = "000,001,400,000,000,100,000/000,130,230,002,000,000,200/100,000,500,400,120,100,030/001,000,000,020,000,030,003"
_AMAZONS_MIDDLE = (
    "010,300,200,000,020,020/000,009,000,002,000,000/200,009,000,000,000,000/001,000,000,000,009,000/"
    "000,000,030,009,000,000/000,030,000,000,009,009/009,030,009,000,009,001/000,009,200,002,000,000"
    " player1:1:22;player2:2:2 movement"
)
_MOVEMENT = f"phase=movement {BOARD} {BOARD}"
_STEP = "An amazon moves in a line over free fields, collects what lies where she lands, and shoots."
_MISTAKE = "For an error in the input the exit code is 2, and a message names the cause and its place."
_NO_MOVE = "A program that cannot make any move returns 1."

_AMAZONS = (
    Situation(
        "first-amazon",
        "The first amazon of the game; no player has a row yet",
        "A player without a row adds one at the end of the file: name, next ID, 0 points.",
        MoveWanted(position=f"{_EMPTY_BOARD} {_ROWS} 1"),
    ),
    Situation(
        "second-amazon",
        "The second amazon, with opponents on the board",
        "Placing removes the treasure and the artifact of the field; nobody gets them.",
        MoveWanted(position=f"{_PLACED_BOARD} {_ROWS} 2"),
    ),
    Situation(
        "last-free-field",
        "One field is free for an amazon",
        "An amazon is placed on an unoccupied field.",
        MoveWanted(position="002,001/009,000 player1:1:0;player2:2:0 placement:2 1"),
    ),
    Situation(
        "all-placed",
        "All amazons are placed",
        "When all amazons are placed the program exits at once and returns 1.",
        ExitWanted(
            1, f"phase=placement amazons=1 {BOARD} {BOARD}", "2 2\n001 000\n000 002\n{name} 1 0\nfoe 2 0\n"
        ),
    ),
    Situation(
        "middle-game-first",
        "A middle game, first player",
        _STEP,
        MoveWanted(position=f"{_AMAZONS_MIDDLE} 1"),
    ),
    Situation(
        "middle-game-second",
        "The same board, second player",
        _STEP,
        MoveWanted(position=f"{_AMAZONS_MIDDLE} 2"),
    ),
    Situation(
        "broken-arrow",
        "The only step leads to a broken arrow",
        "After a broken arrow the amazon does not shoot.",
        MoveWanted(position="001,120,009,002 player1:1:2;player2:2:5 movement 1"),
    ),
    Situation(
        "spear",
        "The only step leads to a spear",
        "A spear flies over obstacles and lands on a field without amazon or arrow.",
        MoveWanted(position="001,230,009,100/009,009,009,002 player1:1:0;player2:2:5 movement 1"),
    ),
    Situation(
        "horse",
        "The only step leads to a horse, and no second step is possible",
        "A horse gives the amazon another move at once, shot included, if there is one.",
        MoveWanted(position="001,310,009,000/009,009,009,009 player1:1:2;player2:2:5 movement 1"),
    ),
    Situation(
        "blocked",
        "All own amazons are blocked",
        _NO_MOVE,
        ExitWanted(1, _MOVEMENT, "2 3\n001 009 000\n009 009 002\n{name} 1 3\nfoe 2 4\n"),
    ),
    Situation(
        "large-board",
        "A board of 20 x 20 fields",
        f"The size of the board is not fixed. {_STEP}",
        MoveWanted("size=20x20 players=2 amazons=4 seed=2 | c3 r18 c18 r3 j10 k11 e5 p16", left=20.0),
    ),
    Situation(
        "trailing-spaces",
        "Lines that end with spaces",
        f"Each line of the file may end with any number of spaces. {_STEP}",
        MoveWanted(position=f"{_AMAZONS_MIDDLE} 1", spelling=trailing_spaces),
    ),
    Situation(
        "other-output",
        "The output goes to another file than the input",
        f"Input and output file can be the same, and need not be. {_STEP}",
        MoveWanted(position=f"{_AMAZONS_MIDDLE} 2", spelling=other_output),
    ),
    Situation(
        "too-much-treasure",
        "A field with a treasure of 7",
        _MISTAKE,
        ExitWanted(2, _MOVEMENT, "2 2\n001 700\n000 002\n{name} 1 0\nfoe 2 0\n"),
    ),
    Situation(
        "row-too-short",
        "A row with a field too few",
        _MISTAKE,
        ExitWanted(2, _MOVEMENT, "2 3\n001 000 000\n000 002\n{name} 1 0\nfoe 2 0\n"),
    ),
)

SITUATIONS: Mapping[str, tuple[Situation, ...]] = {
    "pente": _PENTE,
    "chezz": _CHEZZ,
    "checkers": _CHECKERS,
    "amazons": _AMAZONS,
}
"""What is tried in each game, in this order."""
