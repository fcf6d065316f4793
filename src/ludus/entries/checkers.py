"""The Checkers program: reads a game on standard input and prints every board, byte for byte."""

from __future__ import annotations

import sys

from ludus.games.checkers import Checkers
from ludus.players.minimax import DEPTH, LEAVES, minimax_move
from ludus.protocols.checkers import (
    COMMANDS,
    action_text,
    error_text,
    opening_text,
    read_game,
    winner_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WINNERS = ("next-turn", "at-once")
"""When a win is announced: on the turn that finds no action, or right after the action that caused it."""
_PLAY_ON = 10
_LIMIT = 1 << 20
USAGE = f"""\
usage: checkers [--depth N] [--leaf {"|".join(LEAVES)}] [--winner {"|".join(WINNERS)}] < game

Reads actions like G6-F5, one a line, then perhaps A (compute an action) or P (compute ten),
and prints every board. Without options it is the contest's program: minimax to depth {DEPTH}.
"""


class Settings:
    """How to compute, and when to announce a win."""

    def __init__(self, depth: int = DEPTH, leaf: str = LEAVES[0], winner: str = WINNERS[0]) -> None:
        self.depth = depth
        self.leaf = leaf
        self.winner = winner


def main() -> int:
    """Play the contest's part; exit code 1 after an error in the actions, 2 for wrong usage."""
    try:
        settings = _settings(sys.argv[1:])
    except ValueError as error:
        sys.stderr.write(f"error: {error}\n{USAGE}")
        return 2
    if settings is None:
        sys.stdout.write(USAGE)
        return 0
    data = sys.stdin.buffer.read(_LIMIT + 1)
    if len(data) > _LIMIT:
        sys.stderr.write(f"note: only the first {_LIMIT} bytes of the input are read\n")
    code = 0
    # As bytes: a terminal's or a system's idea of line ends and encodings must not matter.
    for part in transcript(data[:_LIMIT].decode("latin-1"), settings):
        code = 1 if part.startswith("ERROR") else 0
        sys.stdout.buffer.write(part.encode())
    sys.stdout.buffer.flush()
    return code


def transcript(text: str, settings: Settings) -> Iterator[str]:
    """Write what the contest wants for this input, part by part."""
    actions, command, _ = read_game(text)
    position = Checkers.start()
    yield opening_text(position)
    for number, action in enumerate(actions, start=1):
        error = error_text(position, action)
        if error:
            yield error
            return
        position = position.play(action.move)
        yield action_text(number, action.move, position, computed=False)
    if command:
        yield from _computed(position, len(actions), 1 if command == COMMANDS[0] else _PLAY_ON, settings)


def _computed(position: Checkers, played: int, count: int, settings: Settings) -> Iterator[str]:
    for number in range(played + 1, played + count + 1):
        if not position.moves():
            yield winner_text(position)
            return
        move, _ = minimax_move(position, settings.depth, settings.leaf)
        position = position.play(move)
        yield action_text(number, move, position, computed=True)
        if settings.winner == "at-once" and not position.moves():
            yield winner_text(position)
            return


def _settings(arguments: list[str]) -> Settings | None:
    """Read the options; None when help is wanted."""
    settings = Settings()
    words = iter(arguments)
    for word in words:
        if word in ("-h", "--help"):
            return None
        value = next(words, "")
        if word == "--depth" and value.isascii() and value.isdecimal() and 1 <= int(value[:3]) <= 99:
            settings.depth = int(value[:3])
        elif word == "--leaf" and value in LEAVES:
            settings.leaf = value
        elif word == "--winner" and value in WINNERS:
            settings.winner = value
        else:
            raise ValueError(f"expected an option of the usage below, found {word[:40]!r} {value[:40]!r}")
    return settings
