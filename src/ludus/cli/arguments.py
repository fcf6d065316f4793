"""Arguments that several commands share: which game, which position, colour or not."""

from __future__ import annotations

import argparse
import contextlib
import inspect
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from ludus.errors import BadOption
from ludus.games.base import Game, Position
from ludus.games.registry import find_game
from ludus.text import quote

T = TypeVar("T")


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    examples: str,
) -> argparse.ArgumentParser:
    """Add one command whose help teaches by example."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, hint=f"ludus {name} --help")
    return parser


def add_game_files(parser: argparse.ArgumentParser) -> None:
    """Let the command load games from files."""
    parser.add_argument(
        "--game",
        dest="files",
        metavar="FILE",
        action="append",
        default=[],
        help="also load the game in this Python file",
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """Let the command name a game and the options of its start."""
    parser.add_argument("game", metavar="GAME", help="a name from 'ludus games'")
    add_game_files(parser)
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of the game's start, see 'ludus games'",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Let the command name a position, by default the start, and moves to play from it."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="a position text, or - to read one; the start if left out",
    )
    parser.add_argument(
        "--after", metavar="MOVES", default="", help="first play these moves, separated by spaces"
    )


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Let the command be told about colour."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to colour (default: auto, on a terminal; NO_COLOR is obeyed)",
    )


def interruptible(work: Callable[[], T]) -> T:
    """Do native work beside the main thread, so that Ctrl-C is heard while it runs."""
    done: Future[T] = Future()

    def finish() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=finish, daemon=True).start()
    while not done.done():
        with contextlib.suppress(TimeoutError):
            done.result(timeout=0.05)
    return done.result()


def chosen_game(options: argparse.Namespace) -> Game:
    """Find the game that was named."""
    return find_game(options.game, tuple(options.files))


def chosen_position(options: argparse.Namespace) -> Position:
    """Set up the position that was named."""
    game = chosen_game(options)
    text = options.position
    if text is not None and options.option:
        raise BadOption("--option is for the start of a game; a position text carries its own options")
    if text == "-":
        text = sys.stdin.readline(10_000_000)
    position = game.start(**start_options(game, options.option)) if text is None else game.read(text)
    for move in options.after.split():
        position = position.play(move)
    return position


def start_options(game: Game, words: list[str]) -> dict[str, str]:
    """Take KEY=VALUE words apart and check that the game has such options."""
    known = option_names(game)
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


def option_names(game: Game) -> dict[str, object]:
    """List the options of a game's start with their defaults."""
    parameters = inspect.signature(game.start).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY
    }
