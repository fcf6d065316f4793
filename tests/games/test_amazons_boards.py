"""Treasure Amazons: texts, names, options and boards of every size, real ones among them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.games import BadPosition, IllegalMove
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import ARTIFACTS, TREASURE, escape, generate, write_fields
from ludus.games.base import perft

NAMES = ("ann", "bob", "cem", "dee", "eve", "fay", "gus", "hal")


def rows_of(seats: int) -> str:
    """Write the rows of some players without treasure."""
    return ";".join(f"{name}:{digit}:0" for digit, name in enumerate(NAMES[:seats], start=1))


# An independent rule book: slow, by coordinates, written from the rules text alone.

LINES = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
Cells = dict[tuple[int, int], str]


def slow_line(cells: Cells, start: tuple[int, int], over_everything: bool) -> Iterator[tuple[int, int]]:
    """Walk all lines from `start` and give the free fields that are met."""
    for down, right in LINES:
        row, col = start[0] + down, start[1] + right
        while (row, col) in cells:
            if cells[row, col][2] == "0":
                yield row, col
            elif not over_everything:
                break
            row, col = row + down, col + right


def slow_moves(position: Amazons) -> set[str]:
    """List the steps of the seat to move."""
    names = position.squares()
    fields = [line.split(",") for line in str(position).split()[0].split("/")]
    cells = {(row, col): field for row, line in enumerate(fields) for col, field in enumerate(line)}
    turn = str(position).split()[3].split("+")
    moves = set()
    for amazon, field in cells.items():
        if field != f"00{turn[0]}" or (len(turn) == 2 and names[amazon[0]][amazon[1]] != turn[1]):
            continue
        for landing in slow_line(cells, amazon, over_everything=False):
            artifact = cells[landing][1]
            after = {**cells, amazon: "000", landing: field}
            ends = slow_line(after, landing, over_everything=artifact == "3")
            step = "-".join(names[row][col] for row, col in (amazon, landing))
            mark = "*" if artifact == "3" else "/"
            moves |= {step} if artifact == "2" else {f"{step}{mark}{names[row][col]}" for row, col in ends}
    return moves


def strewn(rng: random.Random, height: int, width: int, seats: int) -> Amazons:
    """Make a wild board with amazons, obstacles, treasure and artifacts everywhere."""
    kinds = ["000"] * 4 + ["009", "329", "500", "010", "020", "030", "130"]
    kinds += [f"00{digit}" for digit in range(1, seats + 1)]
    rows = "/".join(",".join(rng.choices(kinds, k=width)) for _ in range(height))
    return Amazons.read(f"{rows} {rows_of(seats)} movement {rng.randint(1, seats)}")


@pytest.mark.parametrize("seed", range(40))
def test_the_moves_are_those_of_an_independent_rule_book(seed: int) -> None:
    rng = random.Random(seed)
    position = strewn(rng, rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 8))
    assert set(position.moves()) == slow_moves(position)
    assert len(set(position.moves())) == len(position.moves())


@pytest.mark.parametrize("seed", range(12))
def test_exactly_the_listed_steps_can_be_played(seed: int) -> None:
    """Try every pair and triple of squares with every mark on a small board."""
    rng = random.Random(seed)
    position = strewn(rng, rng.randint(1, 3), rng.randint(2, 4), 2)
    names = [name for row in position.squares() for name in row]
    texts = [f"{a}-{b}" for a, b in product(names, repeat=2)]
    texts += [f"{step}{mark}{c}" for step in texts for mark in "/*-^" for c in names]
    playable = set()
    for text in texts:
        try:
            position.play(text)
        except IllegalMove:
            continue
        playable.add(text)
    assert playable == set(position.moves())


@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_the_accounts(seed: int) -> None:
    """Obstacles never vanish, amazons neither, treasure is collected once, and whoever is to move can."""
    rng = random.Random(seed)
    position = Amazons.start(size="6x7", players=rng.randint(1, 5), amazons=2, seed=seed)
    while moves := position.moves():
        after = position.play(rng.choice(moves))
        before_board, after_board = Counter(position.fields), Counter(after.fields)
        gained = sum(after.standing()) - sum(position.standing())
        assert 0 <= gained <= 5
        assert after_board["009"] - before_board["009"] in (0, 1)
        assert Amazons.read(str(after)) == after
        assert after.outcome() is not None or after.targets()
        if not position.placement:
            assert [after_board[f"00{n}"] for n in "12345"] == [before_board[f"00{n}"] for n in "12345"]
        position = after
    assert position.outcome() is not None


CLASSIC = (
    "000,000,000,002,000,000,002,000,000,000/000,000,000,000,000,000,000,000,000,000/"
    "000,000,000,000,000,000,000,000,000,000/002,000,000,000,000,000,000,000,000,002/"
    "000,000,000,000,000,000,000,000,000,000/000,000,000,000,000,000,000,000,000,000/"
    "001,000,000,000,000,000,000,000,000,001/000,000,000,000,000,000,000,000,000,000/"
    "000,000,000,000,000,000,000,000,000,000/000,000,000,001,000,000,001,000,000,000"
)
"""The Game of the Amazons without treasure, as a chess diagram: a1 of the books is the lower left corner."""


@pytest.mark.parametrize(("depth", "count"), [(1, 2176), pytest.param(2, 4307152, marks=pytest.mark.nightly)])
def test_perft_of_the_classic_game(depth: int, count: int) -> None:
    """Known numbers of the Game of the Amazons on 10x10."""
    assert perft(Amazons.read(f"{CLASSIC} white:1:0;black:2:0 movement 1"), depth) == count


def queen_reach(row: int, col: int, size: int) -> int:
    """Count the fields on the lines of a queen on an empty board."""
    up, down, left, right = row, size - 1 - row, col, size - 1 - col
    return 2 * (size - 1) + min(up, left) + min(up, right) + min(down, left) + min(down, right)


@pytest.mark.parametrize(("size", "row", "col"), [(20, 9, 9), (20, 0, 19), (100, 49, 49), (100, 3, 77)])
def test_open_boards_have_very_many_steps(size: int, row: int, col: int) -> None:
    """'An open 20x20 board has 11,756 steps, 100x100 has 342,000.' Here one amazon's, by formula."""
    fields = ["000"] * size**2
    fields[row * size + col] = "001"
    position = Amazons.read(f"{write_fields(fields, size)} ann:1:0 movement 1")
    reached = [
        (r, c)
        for r, c in product(range(size), repeat=2)
        if (r, c) != (row, col) and (r == row or c == col or abs(r - row) == abs(c - col))
    ]
    moves = position.moves()
    assert len(set(moves)) == len(moves) == sum(queen_reach(r, c, size) for r, c in reached)
    for move in moves[:: len(moves) // 20]:
        assert Amazons.read(str(position.play(move))) == position.play(move)


def test_the_widest_boards_play_too() -> None:
    """'Any m x n board': a thousand columns, and a thousand rows."""
    for text, last in (
        (",".join(["001"] + ["000"] * 999), "all1"),
        ("/".join(["001"] + ["000"] * 999), "a1000"),
    ):
        position = Amazons.read(f"{text} ann:1:0 movement 1")
        assert len(position.targets(["a1"])) == 999
        assert position.squares()[-1][-1] == last
        assert position.play(f"a1-{last}/a1").outcome() is None


# Texts


def test_the_text_shows_all() -> None:
    """'ROWS PLAYERS PHASE SEAT', as ARCHITECTURE.md fixes it."""
    text = "000,310,009/001,539,002 ann:1:7;bob:2:0 movement 2"
    position = Amazons.read(text)
    assert str(position) == text
    assert (position.to_move, position.standing(), position.width) == (1, (7, 0), 3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("000,000 ann:1:0 movement", "position: expected ROWS PLAYERS PHASE SEAT"),
        ("000,000 ann:1:0 movement 1 depth=3", "options: expected"),
        ("000,000/000 ann:1:0 movement 1", "row 2: expected 2 fields like row 1, found '000'"),
        ("000,000/000,00 ann:1:0 movement 1", "row 2, field 2: expected three digits, found '00'"),
        ("000,000/0x0,000 ann:1:0 movement 1", "row 2, field 1: expected three digits, found '0x0'"),
        ("000,٣٠٠ ann:1:0 movement 1", "row 1, field 2: expected three digits"),
        ("000,²00 ann:1:0 movement 1", "row 1, field 2: expected three digits"),
        ("000/ ann:1:0 movement 1", "row 2, field 1: expected three digits, found ''"),
        (
            "600 ann:1:0 movement 1",
            "row 1, field 1: expected a treasure of 0 to 5 as first digit, found '600'",
        ),
        ("040 ann:1:0 movement 1", "row 1, field 1: expected an artifact of 0 to 3 as second digit"),
        ("101 ann:1:0 movement 1", "row 1, field 1: expected 00 before the ID of player 1, found '101'"),
        ("011 ann:1:0 movement 1", "row 1, field 1: expected 00 before the ID of player 1, found '011'"),
        ("003 ann:1:0 movement 1", "players: expected a row for player 3"),
        ("001 - placement:1 1", "players: expected a row for player 1"),
        ("000 ann:1 movement 1", "player 1: expected name:ID:score, found 'ann:1'"),
        ("000 ann:1:0:0 movement 1", "player 1: expected name:ID:score"),
        ("000 ann:1:0; movement 1", "player 2: expected name:ID:score, found ''"),
        ("000 ann:0:0 movement 0", "player 1, ID: expected 1 to 8, found '0'"),
        ("000 ann:9:0 movement 9", "player 1, ID: expected 1 to 8, found '9'"),
        ("000 ann::0 movement 1", "player 1, ID: expected 1 to 8, found ''"),
        ("000 ann:12:0 movement 1", "player 1, ID: expected 1 to 8, found '12'"),
        ("000 ann:1:-5 movement 1", "player 1, score: expected a number from 0 to 999999999, found '-5'"),
        ("000 ann:1: movement 1", "player 1, score: expected a number"),
        ("000 ann:1:07 movement 1", "player 1, score: expected a number"),
        ("000 ann:1:٣ movement 1", "player 1, score: expected a number"),
        ("000 ann:1:1000000000 movement 1", "player 1, score: expected a number"),
        ("500 ann:1:999999995 movement 1", "players: expected scores that stay within 999999999"),
        ("000 ann:1:0;bob:1:0 movement 1", "players: expected a different ID for each"),
        ("000 ann:1:0;ann:2:0 movement 1", "players: expected a different name for each"),
        ("000 :1:0 movement 1", "player 1, name: expected 1 to 15 characters"),
        ("000 abcdefghijklmnop:1:0 movement 1", "player 1, name: expected 1 to 15 characters"),
        ("000 o'foe:1:0 movement 1", "player 1, name: expected 1 to 15 characters without quotation marks"),
        ('000 "foe":1:0 movement 1', "player 1, name: expected 1 to 15 characters without quotation marks"),
        ("000 é:1:0 movement 1", "player 1, name"),
        ("000 a%:1:0 movement 1", "player 1, name"),
        ("000 a%2:1:0 movement 1", "player 1, name"),
        ("000 a%zz:1:0 movement 1", "player 1, name"),
        ("000 a%41:1:0 movement 1", "player 1, name"),
        ("000 a%3a:1:0 movement 1", "player 1, name"),
        ("000 a%C3:1:0 movement 1", "player 1, name"),
        ("000 a%20b:1:0 movement 1", "player 1, name"),
        ("000 a%0A:1:0 movement 1", "player 1, name"),
        ("000 ann:1:0 placing:3 1", "phase: expected movement, or placement:N with N from 1"),
        ("000 ann:1:0 placement 1", "phase: expected movement, or placement:N"),
        ("000 ann:1:0 placement:0 1", "phase: expected movement, or placement:N"),
        ("000 ann:1:0 placement:03 1", "phase: expected movement, or placement:N"),
        (f"000 ann:1:0 placement:{'9' * 5000} 1", "phase: expected movement, or placement:N"),
        ("000 ann:1:0 movement:1 1", "phase: expected movement, or placement:N"),
        ("000 ann:3:0 movement 1", r"seat: expected the ID of a player \(3\), found '1'"),
        ("000 - movement 2", r"seat: expected the ID of a player \(1\), found '2'"),
        ("000 ann:1:0 movement +a1", "seat: expected the ID of a player"),
        (
            "001,000 ann:1:0 movement 1+",
            "seat: expected . and the square of an amazon of player 1, found '1.'",
        ),
        ("001,000 ann:1:0 movement 1+b1", "seat: expected . and the square of an amazon of player 1"),
        ("001,000 ann:1:0 movement 1+a2", "seat: expected . and the square of an amazon of player 1"),
        (
            "001,002,000 ann:1:0;bob:2:0 movement 2+a1",
            "seat: expected . and the square of an amazon of player 2",
        ),
        ("001,000 ann:1:0 placement:2 1+a1", "seat: expected . and the square of an amazon of player 1"),
    ],
)
def test_a_bad_text_says_where_and_what(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        Amazons.read(text)


def test_scores_can_be_read_back_however_much_is_collected() -> None:
    position = Amazons.read("001,400,000 ann:1:999999995 movement 1").play("a1-b1/c1")
    assert position.standing() == (999999999,)
    assert Amazons.read(str(position)) == position


@pytest.mark.parametrize(
    "name", ["a:b;c", "100%", "é", "漢字", "a/b,c+d=e", "007", "-", "%3A", "abcdefghijklmno", "é" * 15]
)
def test_any_contest_name_fits_into_the_text(name: str) -> None:
    """'Name (1-15 characters, no spaces, no quotation marks).'"""
    position = Amazons.start(players=[name, "other"], size="2x2")
    assert str(position).isascii()
    assert len(str(position).split()) == 4
    again = Amazons.read(str(position))
    assert again == position
    assert again.players[0].name == name


def test_names_are_escaped_as_utf8_bytes() -> None:
    assert escape("a:b;c%d") == "a%3Ab%3Bc%25d"
    assert escape("zoë") == "zo%C3%AB"


@given(st.text(max_size=20))
def test_a_name_is_refused_or_comes_back(name: str) -> None:
    try:
        position = Amazons.start(players=(name,), size="1x1")
    except BadOption:
        return
    assert Amazons.read(str(position)).players[0].name == name
    assert len(name) <= 15
    assert not any(letter.isspace() or letter in "'\"" for letter in name)


@given(
    st.lists(
        st.lists(
            st.sampled_from(["000", "001", "002", "009", "419", "500", "210", "020", "030"]),
            min_size=3,
            max_size=3,
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["placement:1", "placement:3", "movement"]),
    st.sampled_from(["1", "2"]),
)
def test_whoever_is_to_move_can_unless_the_game_is_over(
    drawing: list[list[str]], phase: str, turn: str
) -> None:
    """'moves() is empty exactly when the game is over', and a text settles to itself."""
    rows = "/".join(",".join(row) for row in drawing)
    position = Amazons.read(f"{rows} ann:1:0;bob:2:0 {phase} {turn}")
    assert bool(position.moves()) == bool(position.targets()) == (position.outcome() is None)
    assert Amazons.read(str(position)) == position
    other = Amazons.read(f"{rows} ann:1:0;bob:2:0 {phase} {3 - int(turn)}")
    assert (other.outcome() is None) == (position.outcome() is None)


# Options and generated boards


def test_the_start_is_a_course_board_for_two_with_three_amazons_each() -> None:
    """'Sizes 14x14 to 20x20', amazons=3 as in the game master's script."""
    start = Amazons.start()
    assert str(start).endswith(" player1:1:0;player2:2:0 placement:3 1")
    assert [len(row) for row in start.rows()] == [14] * 14
    assert len(start.moves()) == 196


def test_size_is_rows_by_columns() -> None:
    """'Line 1: m n. Then m lines of n fields.'"""
    start = Amazons.start(size="3x5")
    assert [len(row) for row in start.rows()] == [5, 5, 5]


def test_a_seed_gives_one_board_as_number_and_as_text() -> None:
    """'Generates boards (size, number of amazons, seeds, densities).'"""
    assert Amazons.start(seed=7) == Amazons.start(seed="7")
    assert Amazons.start(seed=7) != Amazons.start(seed=8)
    assert Amazons.start(seed=2**64 - 1).moves()


def test_a_generated_board_stays_the_same_from_release_to_release() -> None:
    """Records name boards by their seed."""
    assert write_fields(generate(2, 6, seed=1), 6) == GENERATED


GENERATED = "000,300,200,000,000,020/120,200,000,000,320,000"


def test_generated_boards_have_the_densities_of_real_ones() -> None:
    """'Treasure 0-5 with frequencies .578 .138 .109 .084 .060 .031 and artifacts .792 .050 .104 .053.'"""
    fields = generate(200, 200, seed=3)
    for place, frequencies in ((0, TREASURE), (1, ARTIFACTS)):
        counts = Counter(field[place] for field in fields)
        for digit, frequency in enumerate(frequencies):
            assert counts[str(digit)] / len(fields) == pytest.approx(frequency / sum(frequencies), abs=0.01)
    assert {field[2] for field in fields} == {"0"}


def test_frequencies_can_be_chosen_as_numbers_or_text() -> None:
    """'Generates boards (... densities).'"""
    bare = Amazons.start(treasure="1,0,0,0,0,0", artifacts=[5, 0, 0, 0], size="3x3")
    assert set(bare.fields) == {"000"}
    rich = Amazons.start(treasure=(0, 0, 0, 0, 0, 1), artifacts="0,0,0,1", size="3x3")
    assert set(rich.fields) == {"530"}


@pytest.mark.parametrize("players", [3, "3", ["player1", "player2", "player3"], "player1,player2,player3"])
def test_players_are_a_number_or_names(players: int | str | list[str]) -> None:
    """'1 to 8 players.'"""
    start = Amazons.start(players=players)
    assert start.seats == 3
    assert str(start).split()[1] == "player1:1:0;player2:2:0;player3:3:0"


@pytest.mark.parametrize("players", range(1, 9))
def test_one_to_eight_play(players: int) -> None:
    """'1 to 8 players.'"""
    assert Amazons.start(players=players).seats == players


def test_a_ready_board_can_be_given() -> None:
    """'Generates boards ...': or takes one; amazons that stand on it count."""
    start = Amazons.start(board="001,500/002,000", amazons="2")
    assert str(start) == "001,500/002,000 player1:1:0;player2:2:0 placement:2 1"
    moving = Amazons.start(board="001,500/002,000", amazons=1)
    assert str(moving).endswith(" movement 1")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"size": "14"}, "size: expected ROWSxCOLUMNS like 10x12, each 1 to 1000, found '14'"),
        ({"size": "0x4"}, "size: expected"),
        ({"size": "4x1001"}, "size: expected"),
        ({"size": "4x4x4"}, "size: expected"),
        ({"size": "-1x4"}, "size: expected"),
        ({"size": "٣x4"}, "size: expected"),
        ({"size": 10}, "size: expected"),
        ({"players": 0}, "players: expected a whole number from 1 to 8, found '0'"),
        ({"players": "9"}, "players: expected a whole number from 1 to 8, found '9'"),
        ({"players": "²"}, "players: expected a whole number"),
        ({"players": True}, "players: expected a whole number"),
        ({"players": []}, "players: expected 1 to 8 different names"),
        ({"players": list("abcdefghi")}, "players: expected 1 to 8 different names"),
        ({"players": "ann,ann"}, "players: expected 1 to 8 different names"),
        ({"players": "ann,"}, "players, name: expected 1 to 15 characters"),
        ({"players": ["a b"]}, "players, name: expected 1 to 15 characters"),
        ({"players": ["a\tb"]}, "players, name: expected 1 to 15 characters"),
        ({"players": ['"ann"']}, "players, name: expected 1 to 15 characters"),
        ({"players": ["abcdefghijklmnop"]}, "players, name: expected 1 to 15 characters"),
        ({"players": [1, 2]}, "players: expected how many, or a list of names"),
        ({"players": None}, "players: expected how many, or a list of names"),
        ({"amazons": 0}, "amazons: expected a whole number from 1 to 999999999, found '0'"),
        ({"amazons": "three"}, "amazons: expected a whole number"),
        ({"amazons": 2.5}, "amazons: expected a whole number"),
        ({"seed": -1}, "seed: expected a whole number"),
        ({"seed": "x"}, "seed: expected a whole number"),
        ({"seed": "9" * 5000}, "seed: expected a whole number"),
        ({"treasure": "1,2,3"}, "treasure: expected 6 frequencies of 0 or more, not all 0, found '1,2,3'"),
        ({"treasure": (0, 0, 0, 0, 0, 0)}, "treasure: expected 6 frequencies"),
        ({"treasure": "1,1,1,1,1,-1"}, "treasure: expected 6 frequencies"),
        ({"treasure": "1,1,1,1,1,nan"}, "treasure: expected 6 frequencies"),
        ({"treasure": "1,1,1,1,1,inf"}, "treasure: expected 6 frequencies"),
        ({"treasure": 3}, "treasure: expected 6 frequencies"),
        ({"artifacts": "a,b,c,d"}, "artifacts: expected 4 frequencies"),
        ({"artifacts": None}, "artifacts: expected 4 frequencies"),
        ({"board": "000/00"}, "board: row 2, field 1: expected three digits"),
        ({"board": "003"}, "board: players: expected a row for player 3"),
        ({"board": ""}, "board: row 1, field 1: expected three digits, found ''"),
    ],
)
def test_a_wrong_option_says_what_is_expected(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        Amazons.start(**options)  # type: ignore[arg-type]  # wrong types are the point


# Real boards


def text_of(content: str, amazons: int = 3) -> str:
    """Turn a state file into a position text: the phase is placement where no amazon stands."""
    lines = [line.split() for line in content.split("\n") if line.split()]
    height = int(lines[0][0])
    board = "/".join(",".join(row) for row in lines[1 : height + 1])
    players = ";".join(f"{escape(name)}:{digit}:{score}" for name, digit, score in lines[height + 1 :])
    moving = any(field[2] in "12345678" for row in lines[1 : height + 1] for field in row)
    first = lines[height + 1][1] if players else "1"
    return f"{board} {players or '-'} {'movement' if moving else f'placement:{amazons}'} {first}"


FINISHED = "3 4  \r\n001 009 500 009 \r\n009 009 009 009\r\n009 002 009 009   \r\nann 1 12\r\nbob 2 7\r\n"


def test_a_state_file_becomes_a_position() -> None:
    """'Then one line a player: name, ID, score.'"""
    position = Amazons.read(text_of(FINISHED))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.scores == (12, 7)


@pytest.mark.given_data
@pytest.mark.parametrize("number", range(30))
def test_real_course_boards_can_be_played(data: Path, number: int) -> None:
    """'Real course boards': each reads, has moves or an outcome, and reads back."""
    path = sorted((data / "amazons" / "course-boards").glob("*.txt"))[number]
    text = text_of(path.read_text(encoding="ascii"))
    position = Amazons.read(text)
    assert (position.outcome() is None) == bool(position.moves())
    assert str(position).split()[:2] == text.split()[:2]
    assert Amazons.read(str(position)) == position
    if not position.placement:
        assert set(position.moves()) == slow_moves(position)


@pytest.mark.given_data
def test_given_movement_states_can_be_moved_in_or_not(data: Path) -> None:
    """'1 nothing to do (... movement: no own amazon can move)', 0 otherwise: the given states say which."""
    cases = json.loads((data / "amazons" / "states.json").read_text(encoding="utf-8"))["cases"]
    moving = [
        case for case in cases if case["file"].startswith("valid/move_") and case["phase"] == "movement"
    ]
    assert len(moving) >= 10
    for case in moving:
        text = text_of(case["content_latin1"])
        own = text.partition("ME:")[2][0]
        position = Amazons.read(f"{text[:-1]}{own}")
        can_move = position.outcome() is None and str(position).endswith(f" {own}")
        assert can_move == (case["expect"] == 0), case["file"]


@pytest.mark.given_data
def test_real_boards_and_ours_have_the_same_densities(data: Path) -> None:
    """'Real course boards had treasure 0-5 with frequencies ...': counted on the fresh ones."""
    fresh = [
        path.read_text(encoding="ascii")
        for path in sorted((data / "amazons/course-boards").glob("board*.txt"))
    ]
    fields = [field for content in fresh for line in content.split("\n")[1:] for field in line.split()]
    for place, frequencies in ((0, TREASURE), (1, ARTIFACTS)):
        counts = Counter(field[place] for field in fields if len(field) == 3)
        for digit, frequency in enumerate(frequencies):
            assert counts[str(digit)] / len(fields) == pytest.approx(frequency, abs=0.03)
