"""Checks the calls of other people's games, so that errors name the class and the method at fault.

A check is put around each method of the contract (`base.py`) that the class defines. An exception that the contract does not
know, and a value that it does not allow, become `BadGame`: one line, with the line in the game's file as a hint.
Calls from the game's own file are left alone: what it raises and catches by itself is its own affair.
"""

from __future__ import annotations

import inspect
import math
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import NamedTuple

from ludus.errors import LudusError
from ludus.games.base import BadPosition, Game, IllegalMove, Look, Outcome, Position
from ludus.text import make_printable, quote

MOST_SEATS = 64
_MARK = "_calls_are_checked"
_Function = Callable[..., object]


class BadGame(LudusError):
    """Somebody else's game has broken the contract of a game."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.hint)


class _Rule(NamedTuple):
    """What the contract allows a method to return and to raise."""

    expected: str
    holds: Callable[[Position, object], bool]
    """Receives the position (for a class method: the returned one) and the returned value."""
    raises: type[LudusError] = BadGame


def check_calls(game: Game, source: str) -> None:
    """Wrap the methods of a class in checks, once; refuse what is wrong at first sight."""
    if _MARK in vars(game):
        return
    where = f"game {quote(game.name)} ({make_printable(source)})"
    if not _is_whole(game.seats, 1, MOST_SEATS):
        raise BadGame(f"{where}: seats is {_describe(game.seats)}, expected a number from 1 to {MOST_SEATS}")
    if not _are_texts(game.sides) or len(game.sides) not in (0, game.seats):
        raise BadGame(f"{where}: sides is {_describe(game.sides)}, expected a string for each seat, or none")
    for name in RULES:
        owner = next(each for each in game.__mro__ if name in vars(each))
        if not owner.__module__.startswith("ludus."):
            setattr(game, name, _check_method(game, name, vars(owner)[name], where))
    setattr(game, _MARK, True)


def _check_method(game: Game, name: str, found: object, where: str) -> object:
    """Wrap one method; what is no method is refused."""
    if isinstance(found, classmethod):
        return classmethod(_check_function(game, name, found.__func__, where))
    if name in ("start", "read"):
        raise BadGame(f"{where}: {name} is {_describe(found)}, expected a class method")
    if not callable(found) or isinstance(found, type | staticmethod):
        raise BadGame(f"{where}: {name} is {_describe(found)}, expected a method")
    return _check_function(game, name, found, where)


def _check_function(game: Game, name: str, function: _Function, where: str) -> _Function:
    rule = RULES[name]

    @wraps(function)
    def call(this: Position | Game, *values: object, **options: object) -> object:
        if sys._getframe(1).f_globals.get("__name__") == game.__module__:
            return function(this, *values, **options)
        try:
            found = function(this, *values, **options)
            is_allowed = (
                rule.holds(this, found)
                if isinstance(this, Position)
                else isinstance(found, this) and rule.holds(found, found)
            )
        except (rule.raises, BadGame):
            raise
        except (Exception, SystemExit) as error:
            what = f"{name}() raised {describe_error(error)}"
            raise BadGame(f"{where}: {what}", _quote_last_line(error, game, function)) from error
        if not is_allowed:
            what = f"{name}() returned {_describe(found)}, expected {rule.expected}"
            raise BadGame(f"{where}: {what}", _locate(game, function))
        return found

    return call


# What is allowed


def _is_whole(found: object, least: int, most: int) -> bool:
    return type(found) is int and least <= found <= most


def _is_position(this: Position, found: object) -> bool:
    return (
        isinstance(found, Position)
        and isinstance(found, type(this))
        and _is_whole(found.seats, 1, MOST_SEATS)
        and _is_whole(found.to_move, 0, found.seats - 1)
    )


def _is_start(this: Position, found: object) -> bool:
    try:
        return _is_position(this, found) and str(type(this).read(str(found))) == str(found)
    except BadPosition:
        return False


def _is_none_or_position(this: Position, found: object) -> bool:
    return found is None or _is_position(this, found)


def _is_line(_: Position, found: object) -> bool:
    return isinstance(found, str) and found != "" and found.isprintable()


def _are_texts(found: object) -> bool:
    return isinstance(found, list | tuple) and all(
        isinstance(each, str) and each.isprintable() for each in found
    )


def _are_moves(this: Position, found: object) -> bool:
    # Players choose among the moves as long as the game is not over.
    return _are_texts(found) and (
        all(len(move.split()) == 1 for move in found) if found else this.outcome() is not None  # type: ignore[attr-defined]  # texts, as was just checked
    )


def _count_texts(found: object) -> list[int]:
    """Count the texts of each row; nothing where these are no rows of texts."""
    if not isinstance(found, list | tuple) or not all(_are_texts(row) and row for row in found):
        return []
    return [len(row) for row in found]


def _are_scores(this: Position, found: object) -> bool:
    return (
        isinstance(found, list | tuple)
        and len(found) == this.seats
        and all(isinstance(score, int | float) and math.isfinite(score) for score in found)
    )


def _is_outcome(this: Position, found: object) -> bool:
    return found is None or (
        isinstance(found, Outcome) and _are_scores(this, found.scores) and _is_line(this, found.reason)
    )


_POSITION = f"a position with 1 to {MOST_SEATS} seats, one of them to_move"
_TEXTS = "a list or tuple of texts"
RULES = {
    "start": _Rule(f"{_POSITION}, that read() gives back from its text", _is_start, LudusError),
    "read": _Rule(_POSITION, _is_position, BadPosition),
    "__str__": _Rule("a string of one line", _is_line),
    "moves": _Rule(f"{_TEXTS} without blanks, empty only when outcome() is not None", _are_moves),
    "play": _Rule(_POSITION, _is_position, IllegalMove),
    "outcome": _Rule("None, or an Outcome with a number for each seat and a text", _is_outcome),
    "rows": _Rule(f"rows, each {_TEXTS}", lambda _, found: bool(_count_texts(found))),
    "squares": _Rule(
        "texts in the shape of rows()", lambda this, found: _count_texts(found) == _count_texts(this.rows())
    ),
    "targets": _Rule(_TEXTS, lambda _, found: _are_texts(found)),
    "look": _Rule("a Look", lambda _, found: isinstance(found, Look)),
    "after_lost_turn": _Rule(f"None, or {_POSITION}", _is_none_or_position),
    "next_phase": _Rule(f"None, or {_POSITION}", _is_none_or_position),
    "standing": _Rule("a number for each seat", _are_scores),
    "seat_name": _Rule("a string of one line", _is_line),
}


# Words


def _describe(found: object) -> str:
    """Describe a value without calling its methods."""
    if found is None:
        return "None"
    if isinstance(found, Position):
        return f"a position with {_describe(found.seats)} seats and to_move {_describe(found.to_move)}"
    if isinstance(found, Outcome):
        return f"an Outcome with {_describe(found.scores)} and {_describe(found.reason)}"
    if isinstance(found, list | tuple):
        kinds = sorted({type(each).__name__ for each in found})
        return f"a {type(found).__name__} of {len(found)} ({', '.join(kinds[:3])})" if kinds else "nothing"
    if isinstance(found, str | bool | float) or _is_whole(found, -(10**9), 10**9):
        return quote(found) if isinstance(found, str) else str(found)
    return f"an object of type {type(found).__name__}"


def describe_error(error: BaseException) -> str:
    """Write an error of somebody else's code as printable text, even if its own `str` fails."""
    try:
        text = str(error)
    except Exception:
        text = "?"
    return (
        f"{type(error).__name__}: {''.join(letter if letter.isprintable() else ' ' for letter in text)[:200]}"
    )


def _quote_last_line(error: BaseException, game: Game, function: _Function) -> str:
    """Quote the last line of the game's file that was reached."""
    file = inspect.getfile(game)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == file:
            return make_printable(f"{Path(file).name}, line {frame.lineno}: {frame.line}")
    return _locate(game, function)


def _locate(game: Game, function: _Function) -> str:
    """Say where a method begins."""
    _, number = inspect.getsourcelines(inspect.unwrap(function))
    return make_printable(f"{Path(inspect.getfile(game)).name}, line {number}")
