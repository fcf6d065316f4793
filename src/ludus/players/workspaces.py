"""The rooms that contest programs play in, and those that wait for the next game of a program that keeps its files.

A program that may keep its files has one room in each process of ours, or as many as it has seats at one time.
"""

from __future__ import annotations

import atexit
import tempfile
from functools import lru_cache
from pathlib import Path

from ludus.players.base import BadPlayer
from ludus.sandbox.files import forbids_programs
from ludus.sandbox.removal import discard

Room = tempfile.TemporaryDirectory[str]


def workspace_for(program: Path, *, keeps_files: bool) -> Room:
    """Give a program that keeps its files the room that it had before, if it has left one; else a new one."""
    rooms = _kept().get(program)
    if rooms and keeps_files:
        return rooms.pop()
    room = Room(prefix="ludus-program-", ignore_cleanup_errors=True)
    if forbids_programs(Path(room.name)):
        room.cleanup()
        where = Path(room.name).parent
        raise BadPlayer(
            f"temporary files: expected a place where programs can be executed, found {where} mounted noexec; "
            "name another by TMPDIR"
        )
    return room


def work_in(room: Room) -> Path:
    """Name the folder in which the program itself works: it can be removed, and the room stays."""
    return Path(room.name, "work")


def keep(program: Path, room: Room) -> None:
    """Hold a room for the next game of its program."""
    _kept().setdefault(program, []).append(room)


def clear(room: Room) -> None:
    """Remove a room, whatever a program has made of it."""
    discard(Path(room.name))
    room.cleanup()


def forget_kept() -> None:
    """Remove all that programs have kept from game to game: a tournament is over."""
    for rooms in _kept().values():
        for room in rooms:
            clear(room)
    _kept().clear()


@lru_cache(maxsize=1)
def _kept() -> dict[Path, list[Room]]:
    atexit.register(forget_kept)
    return {}
