"""The Checkers program: reads a game on standard input and prints every board, byte for byte."""

from __future__ import annotations

import sys

from ludus.entries.files import read_all, say, write_all
from ludus.search.checkers_transcript import WINNERS, Settings, write_transcript
from ludus.search.minimax import DEPTH, LEAVES
from ludus.text import read_whole

_LIMIT = 1 << 20
_CHUNK = 1 << 16
USAGE = f"""\
usage: checkers [--depth N] [--leaf {"|".join(LEAVES)}] [--winner {"|".join(WINNERS)}] < game

Reads actions like G6-F5, one a line, then perhaps A (compute an action) or P (compute ten),
and prints every board. Without options it is the contest's program: minimax to depth {DEPTH}.
"""


def main() -> int:
    """Run the contest's program: exit code 1 after an error in the actions, 2 for wrong usage or a broken stream."""
    try:
        settings = _read_settings(sys.argv[1:])
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
    for last in write_transcript(data[:_LIMIT].decode("latin-1"), settings):
        waiting += last
        if len(waiting) > _CHUNK:
            write_all(1, waiting.encode())
            waiting = ""
    write_all(1, waiting.encode())
    return 1 if last.startswith("ERROR") else 0


def _read_settings(arguments: list[str]) -> Settings | None:
    """Read the options; None when help is wanted."""
    depth, leaf, winner = DEPTH, LEAVES[0], WINNERS[0]
    words = iter(arguments)
    for word in words:
        if word in ("-h", "--help"):
            return None
        value = next(words, "")
        if word == "--depth" and (plies := read_whole(value, 1, 99)):
            depth = plies
        elif word == "--leaf" and value in LEAVES:
            leaf = value
        elif word == "--winner" and value in WINNERS:
            winner = value
        else:
            raise ValueError(f"expected an option of the usage below, found {word[:40]!r} {value[:40]!r}")
    return Settings(depth, leaf, winner)
