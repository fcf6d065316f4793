"""Finds every game there is to play: the built-in ones, those of installed packages, and those in a file.

A package offers its game under the entry point group `ludus.games`; a file needs one `Position` class in it.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from zlib import crc32

from ludus.errors import LudusError
from ludus.games import GAMES
from ludus.games.base import Game, Position
from ludus.games.foreign import check_calls, describe_error
from ludus.text import quote

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ludus.games"


class UnknownGame(LudusError):
    """No game of that name, or a source that should hold a game and does not."""


def list_games(files: tuple[str, ...] = (), warn: Callable[[str], None] | None = None) -> dict[str, Game]:
    """List the games by name: built-in first, then installed, then those in the given files.

    With `warn`, an installed package that is broken is reported and left out.
    """
    # Loaded only if needed: this and looking at every installed package take a seventh of the start of a command.
    from importlib.metadata import entry_points

    games = dict(GAMES)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            _add(games, _load_entry_point(entry), f"entry point {entry.value!r}")
        except UnknownGame as error:
            if warn is None:
                raise
            warn(str(error))
    for path in files:
        _add(games, load_game(path), path)
    return games


def find_game(name: str, files: tuple[str, ...] = ()) -> Game:
    """Find one game by name, even if other packages are broken."""
    if name in GAMES and not files:
        return GAMES[name]
    games = list_games(files, warn=_ignore)
    if name not in games:
        raise UnknownGame(f"no game is called {quote(name)}; there are {', '.join(games)}")
    return games[name]


def read_rules(game: Game) -> str:
    """Return the rules of a game: the docstring of its module."""
    return inspect.cleandoc(sys.modules[game.__module__].__doc__ or "")


def _ignore(_: str) -> None:
    pass


def load_game(path: str | Path) -> Game:
    """Load the one game that a Python file defines; the same file gives the same class every time."""
    path = Path(path).resolve()
    if path.suffix != ".py" or not path.is_file():
        raise UnknownGame(f"{path}: expected a Python file (*.py) that defines a game")
    module = load_file(path)
    found = [
        value for value in vars(module).values() if _is_game(value) and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        names = ", ".join(game.__name__ for game in found) or "none"
        raise UnknownGame(f"{path}: expected one class derived from ludus.games.Position, found {names}")
    return _check_game(found[0], str(path))


def load_file(path: Path) -> ModuleType:
    """Load a Python file, once; raise `UnknownGame` if that fails."""
    # Under a unique name in sys.modules, because dataclasses and pickle look there.
    name = f"ludus_file_{path.stem}_{crc32(bytes(path)):08x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UnknownGame(f"{path}: the file does not load: {describe_error(error)}") from error
    return module


def _load_entry_point(entry: EntryPoint) -> Game:
    source = f"entry point {entry.value!r}"
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise UnknownGame(f"{source} does not load: {describe_error(error)}") from error
    return _check_game(found, source)


def _is_game(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Position) and value is not Position


def _check_game(found: object, source: str) -> Game:
    if not (isinstance(found, type) and issubclass(found, Position)):
        raise UnknownGame(f"{source}: expected a class derived from ludus.games.Position, found {found!r}")
    missing = sorted(getattr(found, "__abstractmethods__", ()))
    if missing:
        raise UnknownGame(f"{source}: {found.__name__} does not define {', '.join(missing)}")
    name = getattr(found, "name", None)
    if not isinstance(name, str) or not name.isprintable() or len(name.split()) != 1:
        raise UnknownGame(f"{source}: {found.__name__}.name must be a word, found {name!r}")
    return found


def _add(games: dict[str, Game], game: Game, source: str) -> None:
    if game.name in games:
        raise UnknownGame(
            f"{source}: a game called {game.name!r} is already there; give this one another name"
        )
    check_calls(game, source)
    games[game.name] = game
