"""The Checkers program: reads a game on standard input and prints every board, byte for byte."""

from __future__ import annotations

import sys

from ludus.entries.files import read_all, say, write_all
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
_CHUNK = 1 << 16
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
    """Play the contest's part: exit code 1 after an error in the actions, 2 for wrong usage or a broken stream."""
    try:
        settings = _settings(sys.argv[1:])
        if settings is None:
            write_all(1, USAGE.encode())
            return 0
        return _print_game(settings)
    except ValueError as error:
        say(f"error: {error}\n{USAGE.rstrip()}")
    except OSError as error:
        say(f"error: standard input or output: {error.strerror}")
    except KeyboardInterrupt:
        return 130
    return 2


def _print_game(settings: Settings) -> int:
    data = read_all(0, _LIMIT)
    if len(data) > _LIMIT:
        say(f"note: only the first {_LIMIT} bytes of the input are read")
    last, waiting = "", ""
    for last in transcript(data[:_LIMIT].decode("latin-1"), settings):
        waiting += last
        if len(waiting) > _CHUNK:
            write_all(1, waiting.encode())
            waiting = ""
    write_all(1, waiting.encode())
    return 1 if last.startswith("ERROR") else 0


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
        if (
            word == "--depth"
            and value.isascii()
            and value.isdecimal()
            and value.lstrip("0")
            and len(value) < 3
        ):
            settings.depth = int(value)
        elif word == "--leaf" and value in LEAVES:
            settings.leaf = value
        elif word == "--winner" and value in WINNERS:
            settings.winner = value
        else:
            raise ValueError(f"expected an option of the usage below, found {word[:40]!r} {value[:40]!r}")
    return settings
