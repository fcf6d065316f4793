"""The book of our Pente program: legal moves, found in every mirror image, from which games differ."""

from __future__ import annotations

import pytest

from ludus.entries import pente as entry
from ludus.entries.pente_book import SYMMETRIES, find_moves, make_key, read_book, turn, turn_back
from ludus.games.grid import write_rows
from ludus.games.pente import NAMES, SIZE, Pente
from ludus.turn import Clock, Turn

BOOK = read_book()
EMPTY = "." * SIZE * SIZE


def set_up(white: list[int], black: list[int]) -> Pente:
    """Set up a position of the book."""
    cells = ["w" if square in white else "b" if square in black else "." for square in range(SIZE * SIZE)]
    rows = write_rows("".join(cells), SIZE)
    return Pente.read(f"{rows} 0,0 {'b' if len(white) > len(black) else 'w'}")


def read_key(key: str) -> tuple[list[int], list[int]]:
    """Read the stones of a line."""
    white, black = ([int(word) for word in side.split(",") if word != "-"] for side in key.split())
    return white, black


def choose(position: Pente) -> str:
    return entry.choose(Turn(position, (), Clock(0, 60))).move


def test_every_move_of_the_book_is_legal_and_its_position_has_no_more_stones_than_are_looked_up() -> None:
    assert len(BOOK) > 100
    for key, moves in BOOK.items():
        white, black = read_key(key)
        assert len(white) - len(black) in (0, 1)
        assert len(white) + len(black) <= entry.BOOK_STONES
        position = set_up(white, black)
        legal = position.moves()
        assert moves
        assert all(NAMES[move] in legal for move in moves), key


def test_every_image_of_a_position_finds_the_image_of_its_moves() -> None:
    for key, moves in list(BOOK.items())[::10]:
        white, black = read_key(key)
        stones = [(square, side) for side, squares in (("w", white), ("b", black)) for square in squares]
        assert make_key(stones, SYMMETRIES[0]) == key == min(make_key(stones, one) for one in SYMMETRIES)
        for symmetry in SYMMETRIES:
            cells = list(EMPTY)
            for square, side in stones:
                cells[turn(square, symmetry)] = side
            found = find_moves("".join(cells))
            assert [turn(move, symmetry) for move in moves] in found


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_a_square_turned_and_turned_back_is_itself(symmetry: tuple[int, int, int]) -> None:
    assert [turn_back(turn(square, symmetry), symmetry) for square in range(361)] == list(range(361))


def test_a_position_that_is_not_in_the_book_has_no_moves() -> None:
    assert find_moves(EMPTY) == []
    assert find_moves("b" + EMPTY[1:-1] + "w") == []


def test_first_moves_differ() -> None:
    start = Pente.start().play("10K")
    assert len({choose(start) for _ in range(40)}) > 2


def test_the_second_stone_of_white_is_legal_in_every_edition() -> None:
    after = Pente.start().play("10K").play("11L")
    assert {choose(after) for _ in range(10)} <= set(entry.OPENING[1])


def test_a_square_of_the_book_that_an_edition_forbids_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    after = Pente.start().play("10K").play("11L")
    monkeypatch.setattr("ludus.entries.pente_book.find_moves", lambda cells: [[NAMES.index("10L")]])
    strict = Pente.read(f"{after!s} second_stone=exactly-3")
    assert choose(strict) in entry.OPENING[1]


def test_after_captures_the_book_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def look_up(cells: str) -> list[list[int]]:
        asked.append(cells)
        return []

    monkeypatch.setattr("ludus.entries.pente_book.find_moves", look_up)
    position = Pente.read("19/19/19/19/19/19/19/19/19/9w2w6/19/19/19/19/19/19/19/19/19 2,0 b")
    assert choose(position) in position.moves()
    assert asked == []
    choose(Pente.start().play("10K"))
    assert asked != []
