"""A person's game at the terminal, typed line by line."""

from __future__ import annotations

from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.players.base import Player
from ludus.players.baseline import baseline
from ludus.terminal.play import Table


def typed(lines: str, against: Player | None = None, start: Position | None = None) -> tuple[str, Position]:
    """Type these lines in seat 1 and return what was said and the last position."""
    said: list[str] = []
    waiting = iter(lines.splitlines())

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    last = Table(start or Checkers.start(), [None, against], ask, said.append, colour=False).play()
    return "\n".join(said), last


def test_a_move_is_answered() -> None:
    said, last = typed("G6-F5", baseline("first"))
    assert "Black plays G6-F5" in said
    assert "White (first) plays B3-C4" in said
    assert last.to_move == 0


def test_squares_with_spaces_are_a_move_too() -> None:
    _, last = typed("G6 F5", baseline("first"))
    assert last == Checkers.start().play("G6-F5").play("B3-C4")


def test_an_illegal_move_is_explained_and_asked_again() -> None:
    said, last = typed("G6-G5\nG6-F5", baseline("first"))
    assert "illegal move 'G6-G5': b on G6 neither steps nor jumps to G5\nhint:" in said
    assert last == Checkers.start().play("G6-F5").play("B3-C4")


def test_words_help() -> None:
    said, last = typed("help\nmoves\nto\nto G6\nto A1\nposition\n\nquit\nG6-F5")
    assert "take back" in said
    assert "A6-B5 C6-D5 C6-B5 E6-F5 E6-D5 G6-H5 G6-F5" in said
    assert "A6 C6 E6 G6" in said
    assert "\nH5 F5\n" in said
    assert "\nnone\n" in said
    assert str(Checkers.start()) in said
    assert last == Checkers.start()


def test_undo_goes_back_to_the_persons_last_turn() -> None:
    said, last = typed("G6-F5\nundo\nundo\nA6-B5", baseline("first"))
    assert "taken back" in said
    assert "there is nothing to take back" in said
    assert last == Checkers.start().play("A6-B5").play("B3-C4")


def test_two_people_take_back_one_move() -> None:
    _, last = typed("G6-F5\nB3-C4\nundo", against=None)
    assert last == Checkers.start().play("G6-F5")


def test_the_end_is_shown() -> None:
    said, last = typed("B2-A1", baseline("first"), Checkers.read("8/1b6/8/8/8/8/8/w7 b"))
    assert "Black won: White cannot move" in said
    assert last.outcome() is not None
