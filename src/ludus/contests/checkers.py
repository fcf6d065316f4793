"""The Checkers contest: one program that prints the whole game, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.contests.base import Behaviour, Contest
from ludus.contests.checkers_situations import (
    ACTION,
    BLACK_WINS,
    CAPTURES,
    COMMANDS,
    COMPUTED,
    EARLY_GAME,
    ERRORS,
    GAME,
    HEAD,
    LATE_ERRORS,
    LONG_GAME,
    SHORT_GAME,
    TOWER_ERRORS,
    TOWER_GAME,
    TOWERS,
    TWO_PLIES,
    WHITE_WINS,
    WINNER,
    WITH_ERROR,
)
from ludus.contests.checkers_suite import GRADING
from ludus.contests.mistakes.checkers import find_line_rule
from ludus.contests.situation import Situation, TranscriptWanted
from ludus.protocols import checkers
from ludus.search.checkers_transcript import Settings, write_transcript


def _make_input(actions: Sequence[str], last: str = "") -> TranscriptWanted:
    """Write actions one a line, and what follows them."""
    return _want_transcript("".join(f"{action}\n" for action in (*actions, *last.split())))


def _want_transcript(stdin: str) -> TranscriptWanted:
    return TranscriptWanted(stdin, write=_write_transcript, error_mark="ERROR")


def _write_transcript(stdin: str) -> str:
    return "".join(write_transcript(stdin, Settings()))


_SITUATIONS = (
    Situation("actions-only", "Four actions and no command", ACTION, _make_input(GAME[:4])),
    Situation("no-input", "No action at all", HEAD, _make_input(())),
    Situation(
        "captures-and-towers", "A long game with captures and towers", CAPTURES, _make_input(GAME[:48])
    ),
    Situation(
        "towers-of-both", "A game of towers of both sides, then P", TOWERS, _make_input(TOWER_GAME, "P")
    ),
    Situation("compute-first", "A: Black's first action is computed", COMPUTED, _make_input((), "A")),
    Situation(
        "compute-for-white", "A: an action of White is computed", COMPUTED, _make_input(GAME[:13], "A")
    ),
    Situation("compute-with-towers", "A: a late action is computed", COMPUTED, _make_input(GAME[:36], "A")),
    Situation("play-ten", "P: ten actions are computed", COMMANDS, _make_input(GAME[:6], "P")),
    Situation("play-from-start", "P: the first ten actions are computed", COMMANDS, _make_input((), "P")),
    Situation("play-early", "P: ten actions with many captures", COMPUTED, _make_input(EARLY_GAME, "P")),
    Situation("play-middle", "P: ten actions of a middle game", COMPUTED, _make_input(SHORT_GAME, "P")),
    Situation("play-late", "P: ten actions of an endgame", COMPUTED, _make_input(LONG_GAME, "P")),
    Situation("play-to-the-end", "P: the game ends within ten actions", WINNER, _make_input(GAME[:40], "P")),
    Situation("play-to-whites-win", "P: White wins within ten actions", WINNER, _make_input(WHITE_WINS, "P")),
    Situation("no-action-left", "A: the side to move has no action", WINNER, _make_input(GAME[:49], "A")),
    Situation("no-action-left-again", "A: the same in another game", WINNER, _make_input(BLACK_WINS, "A")),
    Situation(
        "over-without-command",
        "A game that is over, and no command",
        COMMANDS,
        _make_input(GAME[:49]),
        severe=False,
    ),
    Situation(
        "second-command",
        "What follows a command is not read",
        COMMANDS,
        _make_input(GAME[:2], "A A"),
        severe=False,
    ),
    *(Situation(key, title, ERRORS, _make_input(TWO_PLIES, last)) for key, title, last in WITH_ERROR),
    *(
        Situation(key, title, ERRORS, _make_input(GAME[:actions], last))
        for key, title, actions, last in LATE_ERRORS
    ),
    *(
        Situation(key, title, ERRORS, _make_input(TOWER_GAME[:actions], last))
        for key, title, actions, last in TOWER_ERRORS
    ),
    Situation(
        "no-last-line-end",
        "The last line of the input is not ended",
        "The actions may be followed by a single command character.",
        _want_transcript("\n".join((*GAME[:3], "A"))),
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
    find_line_rule=find_line_rule,
    grading=GRADING,
    agents={"minimax": "checkers-minimax"},
    situations=_SITUATIONS,
    behaviour=_BEHAVIOUR,
    demo=_DEMO,
)
