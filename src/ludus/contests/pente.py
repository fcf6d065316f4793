"""The Pente contest: `homework` in Python, C++ or Java, a total of CPU time, `calibrate` before the first game."""

from __future__ import annotations

from pathlib import Path

from ludus.contests.base import Behaviour, Conduct, Contest, Course, GamesPart, Grading
from ludus.contests.mistakes.mistake import Mistake
from ludus.contests.situation import MoveWanted, Situation, edit_files
from ludus.games.base import IllegalMove
from ludus.games.pente import COLUMNS
from ludus.intake.recipe import Language, Recipe, find_language, list_make_steps
from ludus.protocols import pente
from ludus.search.pente_view import view_turn
from ludus.turn import Reply, Request, Turn

PROGRAM = "homework"


def make_recipe(folder: Path, where: str) -> Recipe:
    """Build `homework` and `calibrate`, each in any of the contest's languages."""
    language = find_language(folder, PROGRAM, where)
    calibrate = find_language(folder, "calibrate", where)
    if calibrate is None and (folder / "calibrate").is_file():
        calibrate = Language((), ("./calibrate",))
    making = list_make_steps(folder) if language is None else (language.compiling,)
    steps = (*making, *((calibrate.compiling,) if calibrate else ()))
    return Recipe(
        tuple(filter(None, steps)),
        calibrate.starting if calibrate else (),
        language.starting if language else (f"./{PROGRAM}",),
        has_sources=True,
    )


def drop_fractions(request: Request) -> Request:
    """Write Pente's seconds without a fraction."""
    return edit_files(request, lambda text: text.replace(".0\n", "\n", 1))


_MIDDLE = "10K 9L 10H 10J 12K 11K 9H 11H 12L 12J 10G 13K 10J 8H 10H 10F"
_LATE = (
    "2b8w7/3wb7b6/3b2w5w6/5b1w3w2b2w1/13b1b3/4w1w6wb4/1w2bb13/1ww16/b4w13/8ww2w6/4wb2b1b8/5b12w/"
    "1w2b4wbbw5w/2b1b2bww9/6w4w3w3/w18/7w11/w18/19 8,0 b"
)
_FULL_ROWS = ("wwbbwwbbwwbbwwbbwwb", "bbwwbbwwbbwwbbwwbbw")
_LAST_SQUARES = ("19A", "1A", "18T", "2T", "12H", "7J", "10L", "14D", "16P", "9K")
"""Squares of White on the full board: corners, borders, both sides of the missing column, and others."""
_NO_WHITE = "19/19/19/5b13/19/19/19/19/19/9b9/19/19/10b8/19/19/19/16b2/19/19 0,4 w"
_EMPTY_SQUARE = "A stone may be placed on any empty intersection, the border included."

_FIRST_STONE = "White's first stone must be in the middle, 10K."
_SECOND_STONE = "White's second stone may be at most 3 intersections from the middle."
_SQUARE = f"Columns are named A to T without I, rows 19 (top) to 1; a square is its row, then its column. {_EMPTY_SQUARE}"


def keep_old_answer(request: Request) -> Request:
    """Leave the answer of an earlier move in the folder."""
    return Request(request.stdin, request.arguments, {**request.files, pente.OUTPUT: b"10K\n10K\n10K\n"})


def _fill_all_but(square: str) -> str:
    """Write the position in which one white stone is missing on a full board, White to move."""
    row, col = 19 - int(square[:-1]), COLUMNS.index(square[-1])
    rows = [*_FULL_ROWS * 9, _FULL_ROWS[0]]
    rows[row] = f"{rows[row][:col]}1{rows[row][col + 1 :]}"
    return "/".join(rows) + " 0,0 w"


def find_mistake(turn: Turn, reply: Reply) -> Mistake | None:
    """Find the rule that an illegal square breaks; a square that is taken may have been named wrongly."""
    try:
        turn.position.play(reply.files.get(pente.OUTPUT, b"").decode("latin-1").strip())
    except IllegalMove as error:
        text = str(error)
        if "first stone" in text:
            return Mistake(_FIRST_STONE)
        if "second stone" in text:
            return Mistake(_SECOND_STONE)
        return Mistake(_SQUARE) if "not empty" in text else None
    return None


_SITUATIONS = (
    Situation("first-stone", "White's first stone", _FIRST_STONE, MoveWanted()),
    Situation("first-black-stone", "Black's first stone", _EMPTY_SQUARE, MoveWanted("10K")),
    Situation("second-white-stone", "White's second stone", _SECOND_STONE, MoveWanted("10K 11L")),
    *(
        Situation(
            f"second-white-stone-{number}",
            f"White's second stone after {black}",
            _SECOND_STONE,
            MoveWanted(f"10K {black}"),
        )
        for number, black in enumerate(("1T", "19A", "10J", "13N", "7G", "14K"), start=1)
    ),
    Situation("middle-game", "A middle game with captured stones", _EMPTY_SQUARE, MoveWanted(_MIDDLE)),
    Situation(
        "late-game",
        "A late game: stones at the border, 8 stones captured by White, Black to move",
        f"Line 3 tells the stones captured by White, then by Black, whoever is to move. {_EMPTY_SQUARE}",
        MoveWanted(position=_LATE),
    ),
    Situation(
        "no-white-stone",
        "All white stones are captured, and a black one is in the middle",
        f"Only White's first stone must be in the middle. {_EMPTY_SQUARE}",
        MoveWanted(position=_NO_WHITE),
    ),
    Situation(
        "last-square",
        "One square is left on the board, 1J",
        _SQUARE,
        MoveWanted(position=_fill_all_but("1J")),
    ),
    *(
        Situation(
            f"last-square-{square.lower()}",
            f"One square is left on the board, {square}",
            _SQUARE,
            MoveWanted(position=_fill_all_but(square)),
        )
        for square in _LAST_SQUARES
    ),
    Situation(
        "old-answer",
        "output.txt of an earlier move is still there",
        f"The program writes its move to output.txt, whatever is there. {_EMPTY_SQUARE}",
        MoveWanted(_MIDDLE, spelling=keep_old_answer),
    ),
    Situation(
        "whole-seconds",
        "The time left is written without a fraction",
        f"Line 2 is a strictly positive floating point number. {_EMPTY_SQUARE}",
        MoveWanted("10K 9L 10H", left=7.0, spelling=drop_fractions),
    ),
    Situation(
        "one-second",
        "A middle game with 1 second left",
        f"Who uses up the time for the game loses it. {_EMPTY_SQUARE}",
        MoveWanted(_MIDDLE, left=1.0),
    ),
    Situation(
        "hundredth-of-a-second",
        "A middle game with 0.01 seconds left",
        f"A program may be given as little as 0.01 seconds, and should then answer at once. {_EMPTY_SQUARE}",
        MoveWanted(_MIDDLE, left=0.01),
    ),
)

_BEHAVIOUR = Behaviour(
    typical="middle-game",
    folder="The program is called homework.py, .cpp or .java, or is an executable homework; calibrate is run once before the first game.",
    kept=("playdata.txt", "calibration.txt"),
    files="Data is kept in playdata.txt and calibration.txt only; all else is removed before a game.",
    processes="CPU time of all processes counts, and what still runs after the move is killed.",
    time="A program that runs for more than its time is killed and loses the game.",
    has_clock=True,
    crash="A program that crashes has not answered, and loses the game.",
    answer="The answer is one line in output.txt: the row, then the column, a capital letter from A to T without I.",
)

_DEMO = """\
# A knockout, as the course's text says; only the clock is shorter.
contest = "pente-course"
clock = "game=10"
workers = 2
entrants = [
    { source = "entries/pente", name = "Ludus" },
    { player = "minimax" },
    { player = "neighbours" },
    { player = "random" },
    { source = "entries/unfinished" },
]
"""

CONTEST = Contest(
    game="pente",
    format=pente,
    program=PROGRAM,
    recipe=make_recipe,
    answer="output.txt",
    removed=("playdata.txt", "input.txt", "output.txt"),
    conduct=Conduct(draws_by_time=True),
    agents={"neighbours": "neighbours", "minimax": "pente-minimax"},
    find_mistake=find_mistake,
    view_for_search=view_turn,
    grading=Grading(
        "Ten games against each of two agents, six of them with the first move; 5 points for a win, "
        "and a draw is won by who has more time left.",
        games=GamesPart(
            "games",
            (("neighbours",), ("minimax",)),
            per_seat=(6, 4),
            most=100,
            clock="game=100",
            only_wins=True,
        ),
    ),
    course=Course(
        "pente-course",
        """\
A knockout: two programs play an even number of games, each the first move in half of them.
Who loses more than half of them is out; if nobody does, both advance, so several may win in the end.
Each has 300 seconds of CPU time for a game, likely but not guaranteed; a drawn game goes to who has more left.""",
        (("kind", "knockout"), ("games", 2)),
        "game=300",
        ("neighbours", "minimax"),
    ),
    situations=_SITUATIONS,
    behaviour=_BEHAVIOUR,
    demo=_DEMO,
)
