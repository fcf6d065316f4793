"""`ludus test-game`: check that a game keeps the promises of every game, and report what broke and how to reproduce it."""

from __future__ import annotations

import argparse
import faulthandler
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType

from ludus.cli.arguments import add_number, add_seed, check_bounds, read_start_options
from ludus.errors import BadOption
from ludus.games.base import Position
from ludus.games.promise_runner import Finding, TookTooLong, try_promises
from ludus.games.promises import PROMISES
from ludus.games.registry import find_game, load_game

EXAMPLES = """\
  ludus test-game my_game.py
  ludus test-game my_game.py --games 50 --seed 7
  ludus test-game pente --option second_stone=free

exit codes: 0 every promise is kept, 1 one is broken, 2 wrong usage"""
GAMES = 5
SECONDS = 20.0
MOST = {"games": 10_000, "time": 10**6}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game, and how long to try."""
    parser.add_argument("game", metavar="FILE", help="the Python file of your game, or the name of a game")
    parser.add_argument(
        "--option", metavar="KEY=VALUE", action="append", default=[], help="set an option of the game"
    )
    add_number(parser, "--games", GAMES, "random games to play")
    add_number(parser, "--time", SECONDS, "the time limit for each promise, in seconds", "S")
    add_seed(parser)


def run(options: argparse.Namespace) -> int:
    """Check all promises and print the result of each."""
    check_bounds(options, MOST)
    is_file = options.game.endswith(".py")
    game = load_game(options.game) if is_file else find_game(options.game)
    start = partial(game.start, **read_start_options(game, options.option))
    see = shlex.join(["ludus", "show", game.name, *(["--game", options.game] if is_file else [])])
    if options.option:
        _check_options(start)
    tried = broken = 0
    for finding in try_promises(start, options.games, options.seed, partial(_limit_time, options.time)):
        tried += 1
        broken += bool(finding.broken)
        print(_describe(finding, see, options.option), flush=True)
    untried = 1 + len(PROMISES) - tried
    print(
        f"{tried} {'promise' if tried == 1 else 'promises'}, {broken} broken"
        + (f", {untried} not tried" if untried else "")
    )
    return 1 if broken else 0


def _check_options(start: Callable[[], Position]) -> None:
    """Refuse options that the game does not know; anything else that goes wrong is one of its broken promises."""
    with suppress(TookTooLong), _limit_time(SECONDS):
        try:
            start()
        except BadOption:
            raise
        except Exception:
            return


def _describe(finding: Finding, see: str, words: list[str]) -> str:
    """Describe one promise, and where it broke: the reason, the position and the command that shows it."""
    if not finding.broken:
        return f"ok      {finding.promise}"
    lines = [f"BROKEN  {finding.promise}", finding.broken]
    if finding.position:
        settings = [word for setting in words for word in ("--option", setting)]
        after = ["--after", " ".join(finding.moves)] if finding.moves else []
        lines += [
            f"position: {finding.position}",
            f"see it: {see} {shlex.join([*settings, *after])}".rstrip(),
        ]
    return "\n        ".join(lines)


@contextmanager
def _limit_time(seconds: float) -> Iterator[None]:
    """Interrupt a game after this many seconds."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong(f"not done after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    # The last resort if an exception does not end it: print where the game hangs, and exit with 1.
    faulthandler.dump_traceback_later(2 * seconds + 1, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
