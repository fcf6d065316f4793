"""What a person sees in the terminal."""

from __future__ import annotations

import io
import re

import pytest

from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.terminal.board import SIDES, draw, wants_colour, write_caption
from tests.games.every_game import EVERY_GAME, random_game

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_the_plain_board_shows_rows_with_coordinates() -> None:
    assert draw(Checkers.start()).splitlines()[:3] == [
        "   A B C D E F G H",
        "1  . w . w . w . w",
        "2  w . w . w . w .",
    ]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_board_can_be_drawn_and_lines_up(name: str) -> None:
    for position, move in random_game(EVERY_GAME[name].start(), seed=1):
        plain = draw(position).splitlines()
        coloured = [
            ESCAPE.sub("", line) for line in draw(position, colour=True, marked=(move or "",)).splitlines()
        ]
        assert len(plain) == len(coloured) == 1 + len(position.rows())
        for lines in (plain, coloured):
            assert len({len(line) for line in lines[1:]}) == 1
        assert "\x1b" not in "".join(plain)
        assert write_caption(position)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_cell_stands_on_its_ground(name: str) -> None:
    """A colour code without a number would switch the ground off."""
    for position, _ in random_game(EVERY_GAME[name].start(), seed=2):
        assert "\x1b[m" not in draw(position, colour=True)


class Unadorned(Checkers):
    """A game that says nothing about its looks, as the least that somebody writes."""

    __slots__ = ()
    name = "unadorned"
    ground = Position.ground
    look = Position.look


def test_a_game_that_says_nothing_about_its_looks_shows_its_texts() -> None:
    drawn = ESCAPE.sub("", draw(Unadorned.start(), colour=True))
    assert drawn.splitlines()[1] == "1  ·  w  ·  w  ·  w  ·  w "


def test_a_stone_has_the_colour_of_its_side() -> None:
    """Seat 0 is Black in Checkers and White in Pente."""
    black, white = SIDES["Black"], SIDES["White"]
    assert f"\x1b[{white}m○" in draw(Pente.start().play("10K"), colour=True)
    checkers = draw(Checkers.read("b7/8/8/8/8/8/8/7W b"), colour=True)
    assert f"\x1b[{black}m●" in checkers
    assert f"\x1b[{white}m△" in checkers


def test_marked_squares_stand_out() -> None:
    start = Checkers.start()
    assert draw(start, colour=True, marked=("A6",)) != draw(start, colour=True)


def test_the_caption_tells_the_end() -> None:
    assert (
        write_caption(Checkers.read("8/8/8/8/8/8/8/b7 w"))
        == "Black won: White cannot move (standing: Black 1, White 0)"
    )
    assert write_caption(Checkers.start()) == "Black to move (standing: Black 12, White 12)"


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Screen())
    assert not wants_colour(io.StringIO())
    assert wants_colour(io.StringIO(), "always")
    assert not wants_colour(Screen(), "never")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Screen())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Screen())


def test_twenty_columns_of_amazons_fit_80_columns_with_colour_and_without() -> None:
    position = Amazons.start(size="20x20")
    for colour in (False, True):
        lines = re.sub(r"\x1b\[[0-9;]*m", "", draw(position, colour=colour)).splitlines()
        assert max(map(len, lines)) <= 80
