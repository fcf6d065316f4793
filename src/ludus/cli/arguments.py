"""Arguments that several commands share: the game, the position, a file, colour."""

from __future__ import annotations

import argparse
import atexit
import contextlib
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ludus.arena.openings import list_start_options
from ludus.errors import BadOption
from ludus.games.base import Game, Position
from ludus.games.registry import find_game
from ludus.text import quote

if TYPE_CHECKING:
    from ludus.sandbox.capabilities import Machine

T = TypeVar("T")


def add_number(
    parser: argparse.ArgumentParser, name: str, default: float, what: str, metavar: str = "N"
) -> None:
    """Add an option that is a number of the same type as its default."""
    what = f"{what} (default: {default:g})"
    parser.add_argument(name, metavar=metavar, type=type(default), default=default, help=what)


def add_list(
    parser: argparse.ArgumentParser, name: str, metavar: str, what: str, dest: str | None = None
) -> None:
    """Add an option that may be given several times."""
    what = f"{what}; may be repeated"
    parser.add_argument(name, dest=dest, metavar=metavar, action="append", default=[], help=what)


def add_game_files(parser: argparse.ArgumentParser) -> None:
    """Add the option to load games from files."""
    add_list(parser, "--game", "FILE", "load a game of your own from this Python file", dest="files")


def add_game_name(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """Add the argument for a game; with `?` it may be left out."""
    parser.add_argument("game", metavar="GAME", nargs=nargs, help="the name of a game, see 'ludus games'")


def add_game(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """Add the arguments for a game and the options of its start."""
    add_game_name(parser, nargs)
    add_game_files(parser)
    add_list(parser, "--option", "KEY=VALUE", "set an option of the game, see 'ludus games'")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for a position, by default the start, and moves to play from it."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="a position text, or - to read it from standard input (default: the start)",
    )
    parser.add_argument(
        "--after", metavar="MOVES", default="", help="play these moves first, separated by spaces"
    )


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Add the option for colour."""
    parser.add_argument(
        "--color",
        metavar="WHEN",
        choices=("auto", "always", "never"),
        default="auto",
        help="use colour: always, never, or auto: on a terminal unless NO_COLOR is set (default: auto)",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option for the random seed."""
    add_number(parser, "--seed", 0, "the random seed")


def add_sandbox(parser: argparse.ArgumentParser) -> None:
    """Add the options that let untrusted programs read more folders, or run without a sandbox."""
    add_list(parser, "--show", "FOLDER", "let programs read this folder, and import Python modules from it")
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run programs even where there is no sandbox: they can then do everything that you can do",
    )


def open_machine(*, unsafe: bool = False, show: Sequence[str] = ()) -> Machine:
    """Make the one object that knows this machine; check the folders that programs may read."""
    # Loaded only here: most commands run no programs.
    from ludus.intake.cache import Cache
    from ludus.sandbox.capabilities import Machine
    from ludus.sandbox.view import explain_hidden

    for name in show:
        reason = explain_hidden(Path(name), Cache().root)
        if reason:
            raise BadOption(f"--show {quote(name)}: expected a folder that programs may read, {reason}")
    machine = Machine(unsafe, tuple(str(Path(name).resolve()) for name in show))
    atexit.register(machine.close)
    return machine


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """Add the option to show no progress."""
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def start_thread(work: Callable[[], T]) -> Future[T]:
    """Run work in another thread; if it does not end, it does not keep the process from ending."""
    done: Future[T] = Future()

    def finish() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=finish, daemon=True).start()
    return done


def run_interruptibly(work: Callable[[], T]) -> T:
    """Run native code in another thread, so that Ctrl-C can interrupt it."""
    done = start_thread(work)
    while not done.done():
        with contextlib.suppress(TimeoutError):
            done.result(timeout=0.05)
    return done.result()


def check_bounds(options: argparse.Namespace, bounds: Mapping[str, float]) -> None:
    """Check the options that are numbers above 0, given the largest value of each; one that is not given may be None."""
    for name, most in bounds.items():
        value = getattr(options, name)
        if value is not None and not 0 < value <= most:
            raise BadOption(f"--{name}: expected a number above 0 and up to {most}, found {value}")


def choose_game(options: argparse.Namespace) -> Game:
    """Find the game that was named."""
    return find_game(options.game, tuple(options.files))


def choose_position(options: argparse.Namespace) -> Position:
    """Set up the position that was named."""
    game = choose_game(options)
    text = options.position
    if text is not None and options.option:
        raise BadOption("--option is for the start of a game; a position text carries its own options")
    if text == "-":
        text = sys.stdin.readline(10_000_000)
    position = game.start(**read_start_options(game, options.option)) if text is None else game.read(text)
    for move in options.after.split():
        position = position.play(move)
    return position


def read_start_options(game: Game, words: list[str]) -> dict[str, str]:
    """Read KEY=VALUE words and check that the game has these options."""
    known = list_start_options(game)
    chosen: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in known or key in chosen:
            have = ", ".join(known) or "no options"
            raise BadOption(
                f"--option {quote(word)}: expected KEY=VALUE, each key once; {game.name} has {have}"
            )
        chosen[key] = value
    return chosen
