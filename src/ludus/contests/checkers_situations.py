"""The inputs on which `ludus check` tries a Checkers program, each with the rule that its output shows."""

from __future__ import annotations

HEAD = "First lines: the size of the board, the number of black pieces, the number of white pieces, then the board."
BOARD = "Board: letters, borders, and a line for each row, every byte as in the sample, without spaces at the ends of lines."
ACTION = "Action line: after 37 '=' each action is printed with its side and number, a computed one with '*** ' in front."
COST = "Cost: the cost of a board is b + 3B - w - 3W."
MOVES = "Moves: Black begins, then sides alternate; a piece moves one square diagonally forward to an empty cell, Black north, White south."
CAPTURES = "Captures: a piece (forward) or tower (any direction) jumps over one adjacent piece or tower of the opponent, which is removed; one jump a turn, never compulsory."
TOWERS = "Towers: a piece that reaches the furthest row, by a move or a capture, becomes a tower, which moves and captures forward and backward."
ERRORS = "Errors: an illegal action is answered by the first of six messages that applies, right after the last board, and the program ends."
WINNER = "Winner: who cannot act has lost, and the winner is printed on a line after the last board."
COMPUTED = "Minimax: of the best actions by a tree of depth 3 the left-most is played; squares row by row, directions clockwise from north-east; who cannot act costs INT_MIN or INT_MAX."
COMMANDS = (
    "Commands: A computes one action, P ten or to the end of the game; without a command nothing is computed."
)

GAME = """\
A6-B5 B3-A4 C6-D5 F3-G4 D5-E4 C2-B3 E4-C2 G4-H5 B5-C4 G2-F3 C4-D3 E2-C4 E6-F5 D1-E2 C2-D1 F1-G2 F5-G4 B1-C2 G6-F5 A4-B5 \
B7-C6 C4-D5 C6-A4 B3-C4 D1-B3 E2-D3 G4-E2 D3-E4 F5-D3 D5-C6 B3-D5 C6-B7 E2-F1 H3-G4 F1-H3 G4-F5 D3-E2 A2-B3 E2-F1 H1-G2 \
A4-C2 F5-E6 C2-D1 G2-F3 D7-F5 F3-G4 D5-E6 H5-G6 F7-H5""".split()
TOWER_GAME = """\
C6-B5 B3-A4 B7-C6 F3-G4 A8-B7 G4-F5 E6-D5 F5-E6 B5-C4 D3-E4 D7-F5 E2-D3 C6-B5 E4-C6 C4-B3 D3-C4 B5-D3 D1-E2 \
F7-E6 C6-D7 A6-B5 A4-C6 B7-D5 H3-G4 C8-B7 C2-E4 F5-H3 E4-C6 B3-C2 E2-F3 G6-H5 B1-D3 E6-D5 D3-C4 D5-B3 F3-E4 \
B3-C2 E4-D5 C2-D1 C6-A8 H7-G6 A2-B3 G8-H7 F1-E2 E8-C6 D5-B7 H3-F1 E2-F3 F1-E2 B3-C4 E2-G4 C4-B5 G6-F5 H1-G2 \
D1-C2 G2-F3 G4-E2 B5-A6 E2-D1 B7-C8 C2-B1 A8-B7 F5-E4 C8-D7 H5-G4 D7-C8 G4-F3 B7-C6 B1-A2 C6-B7 F3-E2 B7-C6 \
D1-C2 C8-B7 E4-F3 B7-C8 A2-B3 C6-D5 C2-D1 C8-D7 F3-G2 D5-C4 B3-A2 D7-C8 H7-G6 C8-D7 G2-F1 C4-D5 G6-H5 D7-E6 \
A2-B3 D5-C6 F1-G2 C6-B7 E2-F1 E6-D5 D1-E2 D5-E6 B3-C4 B7-C6 C4-B5 C6-B7 B5-C4 E6-F5 E2-D1 B7-A8 D1-E2 A6-B7 \
C4-B3 F5-E4 B3-C2 E4-D5 G2-H3 D5-E4 E2-D3 B7-C8 F1-G2 E4-D5 G2-F3 C8-B7 F3-E4 B7-C8 C2-D1 A8-B7 E4-C6 B7-D5 \
D3-C4 D5-E4 D1-C2 E4-F5 C2-B3 F5-E4 B3-A4 E4-D5 H3-G2 C8-B7 C4-D3 B7-A6 G2-H1 A6-B5""".split()

LONG_GAME = """\
E6-D5 F3-G4 C6-B5 G4-H5 D5-C4 B3-D5 G6-F5 C2-B3 F5-G4 B3-C4 G4-F3 H5-G6 H7-F5 G2-E4 B7-C6 A2-B3 A8-B7 E4-G6 \
C6-E4 D3-F5 F7-H5 F5-G6 G8-H7 B3-A4 B5-D3 F1-G2 D3-F1 D1-C2 E8-F7 G6-E8 A6-B5 E8-C6 B7-D5 C2-D3 D5-C4 A4-C6 \
C4-E2 C6-D7 C8-E6 G2-F3 F1-G2 B1-C2 G2-E4 C2-B3 E2-F1 H1-G2 E4-F5 H3-G4 F5-H3 G2-F3 E6-F5 F3-G4 H5-F3 B3-A4 \
F1-E2 A4-B5 F3-G2 B5-C6 F5-E4 C6-D7 H7-G6 D7-E8 E4-F3 E8-D7 G6-H5 D7-C6 G2-H1 C6-B5 H3-G4 B5-C6 F3-G2 C6-B7 \
E2-D1 B7-C8 G4-H3 C8-D7 H3-G4 D7-C8 D1-E2 C8-D7""".split()

WHITE_WINS = """\
A6-B5 D3-C4 B5-D3 E2-C4 E6-D5 C4-E6 F7-D5 F3-E4 D5-F3 B3-A4 E8-F7 G2-E4 B7-A6 F1-E2 C8-B7 C2-D3 C6-D5 A4-B5 \
D5-F3 D3-C4 G6-H5 B5-C6 F7-G6 C6-E8 G8-F7 A2-B3 H5-G4 E8-D7 F7-E6 H3-F5 F3-G2 H1-F3 E6-G4 F3-H5 G6-F5 E2-F3 \
H7-G6 H5-F7 A6-B5 C4-A6""".split()

BLACK_WINS = """\
G6-H5 F3-G4 H5-F3 G2-E4 C6-D5 E4-C6 D7-B5 E2-F3 B5-A4 D3-E4 H7-G6 F3-G4 B7-C6 G4-F5 C6-B5 E4-D5 E6-G4 H3-F5 \
G6-E4 B3-C4 B5-D3 F1-E2 D3-F1 C2-B3 A4-C2 D1-B3 E8-D7 B1-C2 F7-E6 C2-D3 E6-C4 D3-B5 A6-C4 H1-G2 F1-H3 B3-D5 \
G8-F7 A2-B3 E4-F3 D5-C6 D7-B5 B3-C4 B5-D3""".split()

SHORT_GAME = """\
G6-H5 F3-G4 H5-F3 B3-A4 E6-F5 C2-B3 F5-E4 D3-F5 F7-E6 E2-G4 E6-D5 D1-E2 G8-F7 G2-F3 C6-B5 A4-C6 F7-G6 F3-E4 \
D7-E6 H1-G2""".split()

EARLY_GAME = """\
C6-B5 F3-E4 G6-H5 E2-F3 B7-C6 B3-A4 C6-D5 E4-C6 E6-F5 F3-E4 B5-C4 E4-G6 H7-F5 D3-B5 A6-C4 D1-E2 D7-B5 G2-F3 \
F7-E6 A4-C6 F5-G4 H3-F5 E6-G4 A2-B3 C8-D7 B3-D5 D7-B5 F1-G2 A8-B7 B1-A2""".split()

TWO_PLIES = GAME[:2]
# fmt: off
WITH_ERROR: tuple[tuple[str, str, str], ...] = (
    ("source-outside", "An action from outside the board, with a command after it", "I6-H5 A"),
    ("source-outside-row", "An action from row 9", "A9-B8"),
    ("source-row-zero", "An action from row 0", "B0-A1"),
    ("source-row-of-two-digits", "An action from row 66", "E66-F5"),
    ("source-small-letter", "An action from a column in small letters", "e6-F5"),
    ("both-outside", "Both cells are outside of the board", "J9-K0"),
    ("source-outside-target-taken", "A source outside, and a target that is taken", "Z3-A8"),
    ("target-outside", "An action to outside the board", "G6-H9"),
    ("target-outside-column", "An action to a column outside the board", "G6-I5"),
    ("target-row-of-two-digits", "An action to row 55", "E6-F55"),
    ("target-outside-source-empty", "A target outside, and a source that is empty", "A5-A0"),
    ("target-outside-opponent", "A target outside, and a piece of the opponent", "D3-Z4"),
    ("source-empty", "An action from an empty cell", "D5-B4"),
    ("source-empty-target-taken", "An empty source, and a target that is taken", "D5-C6"),
    ("target-not-empty", "A piece of the opponent, and a target that is taken", "E2-C8"),
    ("target-not-empty-own", "An action to a cell of an own piece", "F7-E6"),
    ("target-is-source", "Source and target are the same cell", "E6-E6"),
    ("opponents-piece", "An action with a piece of the opponent", "F3-G4"),
    ("opponents-piece-illegal", "A piece of the opponent, and no way to the target", "F3-F5"),
    ("illegal-action", "A piece goes straight ahead, with a command after it", "G6-G5 P"),
    ("illegal-sideways", "A piece goes to the side", "E6-F6"),
    ("illegal-two-steps", "A piece goes two squares", "G6-E4"),
    ("illegal-jump-over-friend", "A piece jumps over a friend", "F7-D5"),
    ("illegal-knight", "A piece goes where none can", "H7-G5"),
    ("goes-on-after-error", "Legal actions and a command follow an error", "G6-G5 G6-F5 F3-G4 P"),
)
"""Key, title, and what follows two legal actions."""
LATE_ERRORS: tuple[tuple[str, str, int, str], ...] = (
    ("first-action-wrong", "The first action is wrong", 0, "A6-A5 A"),
    ("white-begins", "White tries to begin", 0, "B3-A4"),
    ("black-backwards", "A black piece goes backwards", 4, "D5-C6"),
    ("white-backwards", "A white piece goes backwards", 5, "G4-F3"),
    ("black-captures-backwards", "A black piece captures backwards", 30, "D3-B5"),
    ("white-captures-backwards", "A white piece captures backwards", 27, "D3-F1"),
)
# fmt: on
"""Key, title, how many actions of the game come before, and what follows them."""

# fmt: off
TOWER_ERRORS: tuple[tuple[str, str, int, str], ...] = (
    ("opponents-tower", "White acts with a tower of Black", 39, "D1-C2"),
    ("opponents-tower-white", "Black acts with a tower of White", 40, "A8-B7"),
    ("tower-two-squares", "A black tower goes two squares over an empty one", 40, "D1-B3 A"),
    ("tower-two-squares-white", "A white tower goes two squares over an empty one", 41, "A8-C6"),
    ("tower-sideways", "A black tower goes to the side", 40, "D1-C1"),
    ("tower-straight", "A white tower goes straight ahead", 41, "A8-A7"),
    ("tower-jumps-over-friend", "A white tower jumps over a friend", 47, "A8-C6"),
    ("tower-jumps-over-friend-black", "A black tower jumps over a friend", 54, "G4-E6"),
    ("target-is-a-tower", "An action to a cell with a tower of the opponent", 45, "E2-D1"),
    ("target-is-own-tower", "An action to a cell with an own tower", 50, "D1-E2"),
)
# fmt: on
"""The same for the game of towers."""
