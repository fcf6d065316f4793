"""The Chezz contest: `compile` once, `run` for each move, files that stay between games."""

from __future__ import annotations

from pathlib import Path

from ludus.contests.base import Behaviour, Contest, Course, GamesPart, Grading
from ludus.contests.chezz_situations import SHOWN
from ludus.contests.mistakes.chezz import find_mistake
from ludus.contests.situation import MoveWanted, Situation
from ludus.intake.recipe import Recipe, check_program, make_plain_recipe
from ludus.protocols import chezz
from ludus.turn import Request

PROGRAM = "run"


def make_recipe(folder: Path, where: str) -> Recipe:
    """Run `compile`, whatever it does."""
    if not (folder / "compile").is_file():
        return make_plain_recipe(folder, PROGRAM)
    check_program(folder, ("./compile",), where)
    return Recipe((("./compile",),), (), (f"./{PROGRAM}",))


def write_like_sample(request: Request) -> Request:
    """Write Chezz pieces as the end of the contest's sample has them: space before commas, two closing braces."""
    text = request.stdin.decode().replace(",\n", " ,\n").replace("\n}\n", " }\n}\n")
    return Request(text.encode(), request.arguments, request.files)


_MIDDLE = "f1c2k1r/pppp1ppp/5q2/3n1z2/2BN4/P1N1R3/1PPP1PPP/F1CK4"
_LEGAL_BOARD = "The board that is printed must be one that a legal move leads to."

_SITUATIONS = (
    Situation("first-move", "White's first move", _LEGAL_BOARD, MoveWanted()),
    Situation("first-black-move", "Black's first move", _LEGAL_BOARD, MoveWanted("e2-e3")),
    Situation(
        "middle-game-white",
        "A middle game, White to move",
        _LEGAL_BOARD,
        MoveWanted(position=f"{_MIDDLE} w", ply=24),
    ),
    Situation(
        "middle-game-black",
        "The same board, Black to move",
        _LEGAL_BOARD,
        MoveWanted(position=f"{_MIDDLE} b", ply=25),
    ),
    Situation(
        "king-to-capture",
        "The enemy king can be captured, which ends the game",
        "The game is won by capturing the king; there is no check.",
        MoveWanted(position="4k3/8/8/8/8/8/4R3/4K3 w", ply=120),
    ),
    *(
        Situation(key, title, rule, MoveWanted(position=position, left=2.0, ply=60))
        for key, title, rule, position in SHOWN
    ),
    Situation(
        "sample-spelling",
        "Spaces before commas and two closing braces, as in the contest's sample",
        f"The contest's own sample board is written so. {_LEGAL_BOARD}",
        MoveWanted(spelling=write_like_sample),
        severe=False,
    ),
    Situation(
        "one-second",
        "A middle game with 1 second left",
        f"A program that takes more than the remaining time is disqualified. {_LEGAL_BOARD}",
        MoveWanted(position=f"{_MIDDLE} b", left=1.0, ply=25),
    ),
    Situation(
        "fifth-of-a-second",
        "A middle game with 200 milliseconds left",
        f"A program that takes more than the remaining time is disqualified. {_LEGAL_BOARD}",
        MoveWanted(position=f"{_MIDDLE} w", left=0.2, ply=300),
    ),
)

_BEHAVIOUR = Behaviour(
    typical="middle-game-white",
    folder="A folder has compile, which is run once, run, which makes a move, and name.",
    needed=("compile", "name"),
    kept=("*",),
    files="Data files are not deleted between moves and games; a program must be prepared for that.",
    processes="A program must terminate and leave no processes after its move.",
    severe_processes=True,
    plain_lines=True,
    last_mark="}",
    time="A program that takes more than the remaining time is disqualified.",
    has_clock=True,
    crash="A program that crashes has not moved, and loses the game.",
    answer="The answer is a board file on standard output and nothing else, in the format of the input; its first line may say anything.",
)

_DEMO = """\
# Everybody plays White once and Black once against everybody else.
contest = "chezz-course"
clock = "game=10"
workers = 2
entrants = [{ source = "entries/chezz" }, { player = "greedy" }, { player = "randomlegal" }]
"""

CONTEST = Contest(
    game="chezz",
    format=chezz,
    program=PROGRAM,
    recipe=make_recipe,
    keeps_files=True,
    agents={"firstlegal": "first", "lastlegal": "last", "randomlegal": "random"},
    game_seconds=60.0,
    find_mistake=find_mistake,
    grading=Grading(
        "The average score of games against the instructor's programs and others that are named, "
        "White once and Black once against each: 1 for a win, 0.5 for a draw.",
        games=GamesPart(
            "average score",
            (("firstlegal",), ("lastlegal",), ("randomlegal",)),
            per_seat=(1, 1),
            most=1,
            clock="game=60",
            takes_others=True,
        ),
    ),
    course=Course(
        "chezz-course",
        """\
A round robin: each program plays White once and Black once against every other, the instructor's own included.
Each has 60 seconds for a game; what a program writes stays from game to game.""",
        (("kind", "round-robin"), ("games", 2)),
        "game=60",
        ("firstlegal", "lastlegal", "randomlegal"),
    ),
    situations=_SITUATIONS,
    behaviour=_BEHAVIOUR,
    demo=_DEMO,
)
