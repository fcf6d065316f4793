"""The treasure Amazons contest: one to eight seats, a board file, turns that are rolled back."""

from __future__ import annotations

from ludus.contests.amazons_situations import (
    FIELDS,
    IDLE,
    MISTAKE,
    NAME,
    NOTHING_TO_DO,
    OWN_ROW,
    PLACEMENT,
    PLAYER,
    SHOWN,
    SIMILAR_NAMES,
    STEP,
    WRONG,
    WRONG_FIELDS,
)
from ludus.contests.base import Behaviour, CasesPart, Conduct, Contest, Course, GamesPart, Grading, OwnName
from ludus.contests.mistakes.amazons import find_mistake
from ludus.contests.situation import ExitWanted, MoveWanted, Situation, edit_files
from ludus.games.amazons_board import is_name
from ludus.protocols import amazons
from ludus.protocols.amazons import BOARD
from ludus.protocols.amazons_turn import LONGEST_TURN
from ludus.search.amazons_view import view_turn
from ludus.turn import Request


def add_trailing_spaces(request: Request) -> Request:
    """Put spaces at the ends of all lines of a file."""
    return edit_files(request, lambda text: text.replace("\n", "     \n"))


def add_very_many_spaces(request: Request) -> Request:
    """Put more spaces at the ends of all lines than a buffer of the usual size holds."""
    return edit_files(request, lambda text: text.replace("\n", f"{' ' * 5000}\n"))


def name_other_output(request: Request) -> Request:
    """Name another file for the output than for the input."""
    # An earlier turn may have left a longer file there.
    files = {**request.files, "after.txt": b"an old board\n" * 100}
    return Request(request.stdin, (*request.arguments[:-1], "after.txt"), files)


_EMPTY_BOARD = "000,010,400,000,000,100,000/000,130,230,010,000,000,200/100,000,500,400,120,100,030/020,000,000,020,000,030,000"
_PLACED_BOARD = "000,001,400,000,000,100,000/000,130,230,002,000,000,200/100,000,500,400,120,100,030/001,000,000,020,000,030,003"
_THREE = "player1:1:0;player2:2:0;player3:3:0 placement:2"
_MIDDLE = (
    "010,300,200,000,020,020/000,009,000,002,000,000/200,009,000,000,000,000/001,000,000,000,009,000/"
    "000,000,030,009,000,000/000,030,000,000,009,009/009,030,009,000,009,001/000,009,200,002,000,000"
    " player1:1:22;player2:2:2 movement"
)
_MOVEMENT = f"phase=movement {BOARD} {BOARD}"

_SITUATIONS = (
    Situation(
        "first-amazon",
        "The first amazon of the game; no player has a row yet",
        OWN_ROW,
        MoveWanted(position=f"{_EMPTY_BOARD} {_THREE} 1"),
    ),
    Situation(
        "second-amazon",
        "The second amazon, with opponents on the board",
        PLACEMENT,
        MoveWanted(position=f"{_PLACED_BOARD} {_THREE} 2"),
    ),
    Situation("middle-game-first", "A middle game, first player", STEP, MoveWanted(position=f"{_MIDDLE} 1")),
    Situation(
        "middle-game-second", "The same board, second player", STEP, MoveWanted(position=f"{_MIDDLE} 2")
    ),
    *(Situation(key, title, rule, MoveWanted(position=position)) for key, title, rule, position in SHOWN),
    Situation(
        "large-board",
        "A board of 20 x 20 fields",
        f"The size of the board is not fixed. {STEP}",
        MoveWanted("size=20x20 players=2 amazons=4 seed=2 | c3 r18 c18 r3 j10 k11 e5 p16", left=20.0),
    ),
    Situation(
        "trailing-spaces",
        "Lines that end with spaces",
        f"Each line of the file may end with any number of spaces. {STEP}",
        MoveWanted(position=f"{_MIDDLE} 1", spelling=add_trailing_spaces),
    ),
    Situation(
        "very-many-spaces",
        "Lines that end with 5,000 spaces",
        f"Each line of the file may end with any number of spaces. {STEP}",
        MoveWanted(position=f"{_MIDDLE} 2", spelling=add_very_many_spaces),
    ),
    Situation(
        "other-output",
        "The output goes to another file than the input",
        f"Input and output file can be the same, and need not be. {STEP}",
        MoveWanted(position=f"{_MIDDLE} 2", spelling=name_other_output),
    ),
    *(
        Situation(key, title, rule, ExitWanted(1, arguments.replace("{board}", BOARD), BOARD, board))
        for rule, idle in ((NOTHING_TO_DO, IDLE), (PLAYER, SIMILAR_NAMES))
        for key, title, arguments, board in idle
    ),
    *(
        Situation(
            key,
            title,
            NAME,
            ExitWanted(0, arguments, BOARD, "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2 4\n", says="{name}"),
        )
        for key, title, arguments in (
            ("name-first", "The argument name, with others after it", f"name {_MOVEMENT}"),
            ("name-last", "The argument name, after others", f"{_MOVEMENT} name"),
        )
    ),
    *(Situation(key, title, MISTAKE, ExitWanted(2, _MOVEMENT, BOARD, board)) for key, title, board in WRONG),
    *(
        Situation(key, title, MISTAKE, ExitWanted(2, _MOVEMENT, BOARD, board, has_place=True))
        for key, title, board in WRONG_FIELDS
    ),
)

_BEHAVIOUR = Behaviour(
    typical="middle-game-first",
    folder="The program is called game; with the argument name it prints only its name, 1 to 15 characters without spaces and quotation marks.",
    kept=(".*",),
    files="A program writes the output board; what it keeps for itself should be a hidden file.",
    processes="A program makes its move and exits.",
    time="The game master waits for every turn; we waited much longer.",
    crash="The exit code is 0 after a move, 1 without one, 2 for an error in the input, 3 for one of the program.",
    answer="After a move the exit code is 0 and the new state is in the output file.",
)

_FORMAT_RULES = (FIELDS, OWN_ROW, PLAYER)
_FORMAT_KEYS = (
    "large-board",
    "tall-board",
    "wide-board",
    "trailing-spaces",
    "very-many-spaces",
    "other-output",
)


def _list_format_cases(_: int) -> list[Situation]:
    """List the situations about reading and writing the file."""
    return [
        each
        for each in _SITUATIONS
        if isinstance(each.wants, MoveWanted) and (each.rule in _FORMAT_RULES or each.key in _FORMAT_KEYS)
    ]


def _list_exit_cases(_: int) -> list[Situation]:
    return [each for each in _SITUATIONS if isinstance(each.wants, ExitWanted)]


def _list_rule_cases(seed: int) -> list[Situation]:
    others = {each.key for each in (*_list_format_cases(seed), *_list_exit_cases(seed))}
    return [each for each in _SITUATIONS if each.key not in others]


_GRADING = Grading(
    "What a machine can mark of the course's points: one each for reading and writing the file, for exit codes and for "
    "the rules, by the share of situations, and two for the result of a tournament at tables of three.",
    cases=(
        CasesPart("format", 1, _list_format_cases),
        CasesPart("exit codes", 1, _list_exit_cases),
        CasesPart("rules", 1, _list_rule_cases),
    ),
    games=GamesPart(
        "tournament",
        (("greedy", "territory"),),
        per_seat=(2, 2, 2),
        most=2,
        clock="none",
        takes_others=True,
        options=(("size", "14x14"), ("amazons", "3"), ("players", "3")),
        draws_boards=True,
    ),
)

_DEMO = """\
# Three at a board, each in every seat once.
contest = "amazons-course"
options = { size = "8x8", amazons = 2 }
schedule = { kind = "tables", seats = 3, rounds = 1 }
workers = 2
entrants = [{ source = "entries/amazons" }, { player = "greedy" }, { player = "territory" }]
"""

CONTEST = Contest(
    game="amazons",
    format=amazons,
    program="game",
    passing=1,
    own_name=OwnName(("name",), is_name, "1 to 15 characters, no spaces, no quotation marks"),
    address=amazons.address,
    conduct=Conduct(rolls_back=True, cut_by_standing=True, turn_cap=LONGEST_TURN),
    find_closing_move=amazons.find_closing_step,
    agents={"greedy": "amazons-greedy", "territory": "territory"},
    find_mistake=find_mistake,
    view_for_search=view_turn,
    grading=_GRADING,
    course=Course(
        "amazons-course",
        """\
Programs sit at one board, in turn in every seat; the game master makes a new board for each table.
Most treasure wins. Nobody is timed, but a program that does not answer at all is stopped.""",
        (("kind", "tables"), ("seats", 3), ("rounds", 3)),
        "none",
        ("greedy", "territory", "random"),
        (("size", "14x14"), ("amazons", "3")),
        boards=100,
        ply_cap=1000,
    ),
    tie_breaks=("treasure",),
    has_random_boards=True,
    situations=_SITUATIONS,
    behaviour=_BEHAVIOUR,
    demo=_DEMO,
)
