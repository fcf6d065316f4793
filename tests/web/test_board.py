"""The drawing of a board: any game, every piece, no matter what a player is called."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludus.games import GAMES, Position
from ludus.web.board import BoardDrawing
from tests.games.every_game import EVERY_GAME


def draw(position: Position, names: tuple[str, ...] = ()) -> ElementTree.Element:
    drawing = BoardDrawing(position, names)
    return ElementTree.fromstring(drawing.draw(drawing.list_pieces(position), [0], '"<'))


def titles(position: Position, names: tuple[str, ...] = ()) -> set[str]:
    return {title.text or "" for title in draw(position, names).iter("title")}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_board_is_well_formed_and_every_piece_stands_in_its_cell(name: str) -> None:
    position = EVERY_GAME[name].start()
    picture = draw(position)
    defined = {group.get("id"): group.get("data-cell") for group in picture.iter("g") if group.get("id")}
    cell = int(picture.get("data-cell", 0))
    found = {
        (int(use.get("y", 0)) // cell, int(use.get("x", 0)) // cell): defined[use.get("href", "")[1:]]
        for use in picture.iter("use")
    }
    expected = {
        (row, col): text
        for row, cells in enumerate(position.rows())
        for col, text in enumerate(cells)
        if position.look(text).kind != "empty"
    }
    assert found == expected


def test_a_piece_says_whose_it_is_and_what() -> None:
    assert {"White: king", "Black: zombie"} <= titles(GAMES["chezz"].start())
    board = GAMES["amazons"].read("310,000/001,009 ann:1:7 movement 1")
    assert titles(board) == {"treasure of 3 and horse", "ann: amazon", "blocked"}


def test_seats_are_called_as_whoever_draws_wants() -> None:
    board = GAMES["amazons"].read("310,000/001,009 ann:1:7 movement 1")
    assert "ann" not in " ".join(titles(board, ("<b>",)))
    assert "<b>: amazon" in titles(board, ("<b>",))


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [
        ("pente", ["19", "1"], ["A", "T"]),
        ("chezz", ["8", "1"], ["a", "h"]),
        ("checkers", ["1", "8"], ["A", "H"]),
    ],
)
def test_coordinates_are_what_the_names_of_squares_have_in_common(
    name: str, rows: list[str], columns: list[str]
) -> None:
    texts = list(draw(GAMES[name].start()).iter("text"))
    beside = [text.text for text in texts if text.get("data-row")]
    below = [text.text for text in texts if text.get("data-col")]
    assert [[beside[0], beside[-1]], [below[0], below[-1]]] == [rows, columns]


def test_the_board_as_text_has_the_same_cells_and_coordinates() -> None:
    lines = BoardDrawing(GAMES["checkers"].start()).write_text(GAMES["checkers"].start()).splitlines()
    assert lines[0].split()[1:] == list(GAMES["checkers"].start().rows()[0])
    assert len(lines) == 9
