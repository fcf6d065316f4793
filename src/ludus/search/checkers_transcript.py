"""What a program of the Checkers contest prints for an input: every board, and the actions that it computes.

The contest fixes every byte of it, so this serves our entry, and other people's are compared with it.
"""

from __future__ import annotations

from ludus.frozen import Value
from ludus.games.checkers import Checkers
from ludus.protocols.checkers import (
    COMMANDS,
    find_error,
    read_game,
    write_action,
    write_opening,
    write_winner,
)
from ludus.search.minimax import DEPTH, LEAVES, choose_minimax_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WINNERS = ("next-turn", "at-once")
"""When a win is announced: on the turn that finds no action, or right after the action that caused it."""
_PLAY_ON = 10


class Settings(Value):
    """How to compute, and when to announce a win."""

    depth: int = DEPTH
    leaf: str = LEAVES[0]
    winner: str = WINNERS[0]


def write_transcript(text: str, settings: Settings) -> Iterator[str]:
    """Write what the contest wants for this input, part by part."""
    actions, command, _ = read_game(text)
    position = Checkers.start()
    yield write_opening(position)
    for number, action in enumerate(actions, start=1):
        error = find_error(position, action)
        if error:
            yield error
            return
        position = position.play(action.move)
        yield write_action(number, action.move, position, computed=False)
    if command:
        yield from _compute(position, len(actions), 1 if command == COMMANDS[0] else _PLAY_ON, settings)


def _compute(position: Checkers, played: int, count: int, settings: Settings) -> Iterator[str]:
    for number in range(played + 1, played + count + 1):
        if not position.moves():
            yield write_winner(position)
            return
        move, _ = choose_minimax_move(position, settings.depth, settings.leaf)
        position = position.play(move)
        yield write_action(number, move, position, computed=True)
        if settings.winner == "at-once" and not position.moves():
            yield write_winner(position)
            return
