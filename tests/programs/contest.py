"""What the tiny programs share: the request as any contest gives it, and answers in its form."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.turn import Reply, Request, Turn

if TYPE_CHECKING:
    from ludus.protocols.base import Format

GAME, ARGUMENTS = sys.argv[1], tuple(sys.argv[2:])
FORMAT: Format = import_module(f"ludus.protocols.{GAME}")


def asked() -> Turn:
    """Understand the request."""
    files = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    stdin = b"" if GAME in ("pente", "amazons") else sys.stdin.buffer.read()
    return FORMAT.read_request(Request(stdin, ARGUMENTS, files), "tester")


def answer(turn: Turn) -> Reply:
    """Word the first legal move, or the moves of a whole turn, as the contest wants it."""
    moves, after = [turn.position.moves()[0]], turn.after(turn.position.moves()[0])
    while "+" in str(after.position).rsplit(" ", 1)[-1]:
        moves.append(after.position.moves()[0])
        after = after.after(moves[-1])
    return FORMAT.write_reply(turn, moves)


def give(reply: Reply) -> None:
    """Print and write the answer."""
    for name, data in reply.files.items():
        Path(name).write_bytes(data)
    sys.stdout.buffer.write(reply.stdout)
    sys.stdout.flush()
    sys.exit(reply.exit_code)
