"""What every game promises, beyond what types can say: one check for each promise.

A check looks at one position of a random game. It raises `Broken` where the promise is not kept; whatever a game
raises that the contract in `base.py` does not name breaks the promise as well. `promise_runner.py` tries them all.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar

from ludus.games.base import (
    LONGEST_SHOWN,
    BadPosition,
    IllegalMove,
    Look,
    Outcome,
    Position,
    spell,
    squares_of,
)
from ludus.text import quote

ODD_TEXTS = ("", " ", "\n", "\x00", "é", "-", "/", "0", "-1", "9" * 30, "None", "nonsense", "x" * 10_000)
"""Texts that often break readers."""

T = TypeVar("T")
Check = Callable[[Position, Sequence[str], Random], None]
"""Checks a position; it may use moves from all over the random games, and chance."""


class Broken(Exception):
    """A promise that is not kept; the message says what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise: its words, its check, and that it is tried on every n-th position of a random game."""

    words: str
    check: Check
    every: int = 7


def _check_types(position: Position, moves: Sequence[str], rng: Random) -> None:
    seats, outcome, standing = position.seats, position.outcome(), position.standing()
    _expect(isinstance(seats, int), "seats", "a number", seats)
    _expect(position.to_move in range(seats), "to_move", f"0 to {seats - 1}", position.to_move)
    check_listing(position.moves())
    _expect(outcome is None or isinstance(outcome, Outcome), "outcome()", "an Outcome or None", outcome)
    _expect(len(standing) == seats, "standing()", f"{seats} numbers", standing)
    for seat in range(seats):
        name = position.seat_name(seat)
        _expect(isinstance(name, str) and name != "", f"seat_name({seat})", "a name", name)


def check_listing(listed: object) -> None:
    """Check that `moves()` returned texts to choose from."""
    is_texts = isinstance(listed, Sequence) and all(isinstance(move, str) for move in listed)
    _expect(is_texts and not isinstance(listed, str), "moves()", "a list of strings", listed)


def check_reached(move: str, position: object) -> None:
    """Check that `play` returned a position."""
    _expect(isinstance(position, Position), f"play({move!r})", "a position", position)


def _check_reading_back(position: Position, moves: Sequence[str], rng: Random) -> None:
    again = type(position).read(str(position))
    _expect(again == position, "read(str(position))", f"a position equal to {str(position)!r}", str(again))
    _expect(hash(again) == hash(position), "hash() of what read() gave", str(hash(position)), hash(again))
    _expect_same("str() of what read() gave", str(again), str(position))
    _expect_same("moves() of what read() gave", list(again.moves()), list(position.moves()))
    _expect_same("outcome() of what read() gave", again.outcome(), position.outcome())


def _check_text(position: Position, moves: Sequence[str], rng: Random) -> None:
    text = str(position)
    is_plain = text.isascii() and text == " ".join(text.split())
    _expect(is_plain, "str()", "words of plain ASCII with one space between them", text)


def _check_listed_moves(position: Position, moves: Sequence[str], rng: Random) -> None:
    listed = position.moves()
    _expect(len(set(listed)) == len(listed), "moves()", "each move once", listed)
    for move in _sample(listed, rng, 200):
        try:
            after = position.play(move)
        except IllegalMove as error:
            raise Broken(f"play({move!r}): a listed move was refused: {error}") from error
        check_reached(move, after)
        _expect(after != position, f"play({move!r})", "another position", str(after))
        _expect(after.to_move in range(after.seats), f"play({move!r}).to_move", "a seat", after.to_move)


def _check_other_moves(position: Position, moves: Sequence[str], rng: Random) -> None:
    tried = [*ODD_TEXTS]
    for move in _sample(moves, rng, 30):
        tried += [move, move[::-1], f"{move}-{move}", move.swapcase(), move[:-1], f" {move}", f"{move}\n"]
        tried.append(_damage(move, rng))
    legal = set(position.moves())
    for text in tried:
        if text not in legal:
            _expect_refused(position, text)


def _expect_refused(position: Position, text: str) -> None:
    try:
        after = position.play(text)
    except IllegalMove:
        return
    raise Broken(
        f"play({quote(text)}): expected IllegalMove, as moves() does not list it, found {_show(after)}"
    )


def _check_complaint(position: Position, moves: Sequence[str], rng: Random) -> None:
    try:
        position.play("nonsense")
    except IllegalMove as error:
        is_told = "'nonsense'" in str(error) and str(position)[:LONGEST_SHOWN] in str(error)
        _expect(
            is_told, "IllegalMove", "the move and the position in it (self.illegal does that)", str(error)
        )


def _check_targets(position: Position, moves: Sequence[str], rng: Random) -> None:
    paths = sorted({squares_of(move) for move in position.moves()})
    for path in _sample(paths, rng, 50) or [()]:
        for length in range(len(path) + 1):
            touched = path[:length]
            expected = {other[length] for other in paths if len(other) > length and other[:length] == touched}
            _expect_same(f"targets({touched})", set(position.targets(touched)), expected)


def _check_spelling(position: Position, moves: Sequence[str], rng: Random) -> None:
    for move in _sample(position.moves(), rng, 10):
        touched = squares_of(move)
        _expect_same(f"the move that touches {' '.join(touched)}", spell(position, touched), move)


def _check_squares(position: Position, moves: Sequence[str], rng: Random) -> None:
    rows, squares = position.rows(), position.squares()
    _expect_same("row lengths of squares()", [len(row) for row in squares], [len(row) for row in rows])
    names = {name for row in squares for name in row}
    _expect(len(names) == sum(map(len, squares)), "squares()", "each name once", squares)
    for text in (*names, *(cell for row in rows for cell in row)):
        _expect(isinstance(text, str) and text != "", "rows() and squares()", "texts", text)
    for move in _sample(position.moves(), rng, 100):
        _expect(
            names.issuperset(squares_of(move)), f"move {move!r}", "names from squares()", squares_of(move)
        )


def _check_looks(position: Position, moves: Sequence[str], rng: Random) -> None:
    for cell in sorted({cell for row in position.rows() for cell in row}):
        look, where = position.look(cell), f"look({cell!r})"
        _expect(isinstance(look, Look), where, "a Look", look)
        is_owned = look.owner is None or look.owner in range(position.seats)
        _expect(is_owned, f"{where}.owner", "a seat or None", look.owner)
        _expect((look.kind == "empty") == (cell == "."), f"{where}.kind", "'empty' for '.' alone", look.kind)


def _check_immutable(position: Position, moves: Sequence[str], rng: Random) -> None:
    before = str(position), list(position.moves()), hash(position)
    for move in before[1][:1]:
        position.play(move)
    for change in (partial(setattr, position, "to_move", 1), partial(delattr, position, "to_move")):
        try:
            change()
        except AttributeError:
            continue
        raise Broken("to_move: expected AttributeError when it is set or deleted, but it was changed")
    _expect_same("the position after a move", (str(position), list(position.moves()), hash(position)), before)


def _check_end(position: Position, moves: Sequence[str], rng: Random) -> None:
    listed, outcome = position.moves(), position.outcome()
    expected = "None while there are moves" if listed else "an Outcome where there are none"
    _expect((outcome is None) == bool(listed), "outcome()", expected, outcome)
    _expect(
        bool(position.targets()) == bool(listed),
        "targets()",
        "squares while there are moves",
        position.targets(),
    )
    if outcome is not None:
        _expect(len(outcome.scores) == position.seats, "outcome().scores", "one a seat", outcome.scores)
        _expect(
            outcome.reason != "" and len(outcome.winners) > 0, "outcome()", "a reason and a winner", outcome
        )
        for move in _sample(moves, rng, 10):
            _expect_refused(position, move)


def _check_order(position: Position, moves: Sequence[str], rng: Random) -> None:
    _expect_same("moves() when asked again", list(position.moves()), list(position.moves()))


def _check_copies(position: Position, moves: Sequence[str], rng: Random) -> None:
    for again in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        _expect(again == position, "a copy", "an equal position", again)
    _expect(str(position) in repr(position), "repr()", "the position's text in it", repr(position))


def _check_odd_texts(position: Position, moves: Sequence[str], rng: Random) -> None:
    text = str(position)
    for odd in (*ODD_TEXTS, *(_damage(text, rng) for _ in range(20))):
        check_any_text(type(position), odd)


def check_any_text(game: type[Position], text: str) -> None:
    """Check that a text is refused as `BadPosition`, or means a position that keeps the promises of one."""
    where = f"read({quote(text)})"
    try:
        position = game.read(text)
    except BadPosition as error:
        _expect("\n" not in str(error), where, "a complaint of one line", str(error))
        return
    _expect(game.read(str(position)) == position, where, "str() of it to read back the same", str(position))
    has_moves = bool(position.moves())
    _expect(
        (position.outcome() is None) == has_moves, where, "either moves or an outcome", position.outcome()
    )


def _damage(text: str, rng: Random) -> str:
    """Replace up to four characters by others."""
    cut = rng.randrange(len(text) + 1)
    patch = "".join(rng.choices(text + "0123456789+-=:;,/ wbWBKkz.é\n\x00", k=rng.randrange(5)))
    return text[:cut] + patch + text[cut + rng.randrange(5) :]


def _sample(things: Sequence[T], rng: Random, most: int) -> Sequence[T]:
    return things if len(things) <= most else rng.sample(things, most)


def _expect(is_kept: bool, where: str, expected: str, found: object) -> None:
    if not is_kept:
        raise Broken(f"{where}: expected {expected}, found {_show(found)}")


def _expect_same(where: str, found: object, expected: object) -> None:
    _expect(found == expected, where, _show(expected), found)


def _show(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 300 else f"{shown[:300]}..."


PROMISES = (
    Promise("every method gives what the contract says", _check_types),
    Promise("a position that is written and read again is the same", _check_reading_back),
    Promise("a position's text is one line of plain words", _check_text),
    Promise("every listed move can be played", _check_listed_moves, 20),
    Promise("no other move can be played", _check_other_moves),
    Promise("an illegal move is quoted with the position", _check_complaint),
    Promise("targets lead to just the listed moves", _check_targets, 25),
    Promise("the touched squares spell the move", _check_spelling, 25),
    Promise("squares have the shape of rows and name all that moves touch", _check_squares),
    Promise("each cell says how it looks", _check_looks),
    Promise("positions never change", _check_immutable),
    Promise("the game is over exactly when no move is left", _check_end),
    Promise("moves are always listed in the same order", _check_order),
    Promise("positions can be copied and pickled", _check_copies, 40),
    Promise("an odd or damaged text is refused, or is a position like any other", _check_odd_texts, 40),
)
