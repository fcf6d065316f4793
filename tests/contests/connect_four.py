"""A made-up contest for Connect Four: a format and a record, which is all that a contest takes.

A program called `drop` reads the moves so far from standard input, one cell a line, and prints its own cell.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from ludus.contests.base import Behaviour, Contest
from ludus.contests.situation import MoveWanted, Situation
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.turn import Reply, Request, Turn
from tests.games.every_game import EVERY_GAME

ConnectFour = EVERY_GAME["connect-four"]


def write_request(turn: Turn) -> Request:
    """Give the moves so far."""
    return Request("".join(f"{move}\n" for move in turn.moves).encode())


def read_request(request: Request, name: str = "", warn: Callable[[str], None] = ignore) -> Turn:
    """Read the moves so far."""
    try:
        return Turn(ConnectFour.start(), tuple(request.stdin.decode().split()))
    except ValueError as error:
        raise BadRequest(str(error)) from error


def write_reply(turn: Turn, moves: Sequence[str]) -> Reply:
    """Print the cell."""
    return Reply(f"{moves[0]}\n".encode())


def read_reply(turn: Turn, reply: Reply) -> tuple[str, ...]:
    """Read the cell."""
    words = reply.stdout.decode("latin-1").split()
    if len(words) != 1:
        raise BadReply(f"standard output: expected one cell, found {len(words)}")
    turn.position.play(words[0])
    return (words[0],)


def as_transmitted(turn: Turn) -> Turn:
    """Keep everything but the clock."""
    return turn.with_clock(None)


CONTEST = Contest(
    game=ConnectFour.name,
    format=sys.modules[__name__],
    program="drop",
    agents={"drunkard": "random"},
    situations=(
        Situation("first", "The first stone", "A stone falls to the bottom.", MoveWanted()),
        Situation("high", "A full column", "A full column takes no stone.", MoveWanted("a1 a2 a3 a4 a5 a6")),
    ),
    behaviour=Behaviour(
        typical="first",
        folder="The program is called drop.",
        files="It needs no files.",
        processes="It ends after its answer.",
        time="It answers in a moment.",
        crash="A program that crashes has not answered.",
        answer="The answer is one cell.",
    ),
)
