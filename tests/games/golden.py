"""Golden games: one whole game per built-in game, readable, so that a change of the rules shows as a diff.

`make golden` writes them; test_golden.py compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludus.arena.referee import play_game
from ludus.games import GAMES
from ludus.players.baseline import Greedy, Random
from ludus.records.events import CUT_SHORT, Ended, Played
from ludus.terminal.board import draw, write_caption

FOLDER = Path(__file__).parent / "golden"
OPTIONS = {"amazons": {"size": "7x6", "players": "3", "amazons": "2", "seed": "5"}}
PLY_CAP = 120
DRAW_EVERY = 10


def golden(name: str) -> str:
    """Play the golden game of that name and tell it."""
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    options = OPTIONS.get(name, {})
    position = GAMES[name].start(**options)
    players = [(Greedy, Random)[seat % 2](seat + 1) for seat in range(position.seats)]
    yield f"{name} {' '.join(f'{key}={value}' for key, value in options.items())}".strip()
    yield " against ".join(player.name for player in players)
    yield from ("", str(position), draw(position), "")
    for event in play_game(position, players, ply_cap=PLY_CAP):
        if isinstance(event, Played):
            legal = len(position.moves())
            yield f"{event.ply}. {position.seat_name(event.seat)}: {event.move} (one of {legal})"
            position = event.position
            if event.ply % DRAW_EVERY == 0:
                yield from ("", str(position), draw(position), write_caption(position), "")
        elif isinstance(event, Ended):
            yield from ("", str(event.position), draw(event.position), write_caption(event.position))
            yield f"{event.plies} plies{', cut short' if event.verdict.kind == CUT_SHORT else ''}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(golden(each), encoding="utf-8")
        print(f"wrote {FOLDER / each}.txt")
