"""Checkers, rule by rule. Each test cites the sentence of rules/checkers.md that it proves."""

from __future__ import annotations

import pytest

from ludus.games import BadPosition, IllegalMove
from ludus.games.base import perft
from ludus.games.checkers import Checkers
from tests.games.drawing import drawn


def board(drawing: str, side: str = "b") -> Checkers:
    """Read a drawn board, row 1 on top."""
    return Checkers.read(f"{drawn(drawing)} {side}")


def test_the_start_is_the_contests() -> None:
    """'White starts on rows 1-3 (B1 D1 F1 H1, ...), Black on rows 6-8. Black moves first.'"""
    start = Checkers.start()
    assert str(start) == "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b"
    assert start.to_move == 0
    white = [
        s
        for row, names in zip(start.rows(), start.squares(), strict=True)
        for c, s in zip(row, names, strict=True)
        if c == "w"
    ]
    assert white == "B1 D1 F1 H1 A2 C2 E2 G2 B3 D3 F3 H3".split()


def test_columns_run_from_the_left_and_rows_from_the_top() -> None:
    """'Columns A..H, rows 1 (top) to 8 (bottom).'"""
    squares = Checkers.start().squares()
    assert (squares[0][0], squares[0][7], squares[7][0], squares[7][7]) == ("A1", "H1", "A8", "H8")


def test_black_moves_upwards_and_white_downwards() -> None:
    """'Black moves first, upwards.' 'A piece moves one square diagonally forward.'"""
    lone = """
        ........
        ........
        ........
        ...{}....
        ........
        ........
        ........
        ........
    """
    assert board(lone.replace("{}", "b"), "b").moves() == ("D4-E3", "D4-C3")
    assert board(lone.replace("{}", "w"), "w").moves() == ("D4-E5", "D4-C5")


def test_a_tower_moves_in_all_four_directions_in_the_contests_order() -> None:
    """'A tower one square diagonally, any direction.' 'Per square the directions NE, SE, SW, NW.'"""
    lone = "........\n" * 3 + "...B....\n"
    assert board(lone).moves() == ("D4-E3", "D4-E5", "D4-C5", "D4-C3")


def test_moves_are_listed_square_by_square_from_the_top() -> None:
    """'Children: squares in row-major order.'"""
    assert Checkers.start().moves() == ("A6-B5", "C6-D5", "C6-B5", "E6-F5", "E6-D5", "G6-H5", "G6-F5")


JUMP = """
    ........
    ........
    ........
    ....w...
    ...b....
"""


def test_a_capture_jumps_one_adjacent_enemy_onto_the_empty_square_beyond() -> None:
    """'A capture jumps one adjacent enemy onto the empty square beyond.'"""
    landed = """
        ........
        ........
        .....b..
    """
    assert board(JUMP).play("D5-F3") == board(landed, "w")


def test_a_jump_needs_an_enemy_and_an_empty_landing() -> None:
    """'... onto the empty square beyond.'"""
    own = JUMP.replace("w", "b")
    blocked = JUMP.replace("........\n    ....w", ".....w..\n    ....w")
    for position in (board(own), board(blocked)):
        with pytest.raises(IllegalMove):
            position.play("D5-F3")


def test_pieces_capture_forward_only_and_towers_any_way() -> None:
    """'(pieces forward only)'"""
    behind = """
        ........
        ........
        ........
        ...{}....
        ....w...
    """
    assert "D4-F6" not in board(behind.replace("{}", "b")).moves()
    assert "D4-F6" in board(behind.replace("{}", "B")).moves()


def test_one_jump_a_turn_though_a_second_would_be_possible() -> None:
    """'One jump a turn.'"""
    after = board(
        """
        ........
        ......w.
        ........
        ....w...
        ...b....
        """
    ).play("D5-F3")
    assert after.to_move == 1
    assert "w" in "".join(after.rows()[1])


def test_capturing_is_never_compulsory() -> None:
    """'Capturing is never compulsory.'"""
    assert board(JUMP).moves() == ("D5-F3", "D5-C4")


@pytest.mark.parametrize(
    ("side", "drawing", "move", "tower"),
    [
        ("b", "........\n.b......", "B2-A1", (0, 0, "B")),
        ("w", "........\n" * 6 + ".w......\n........", "B7-C8", (7, 2, "W")),
        ("b", "........\n..w.....\n.b......", "B3-D1", (0, 3, "B")),
    ],
)
def test_a_piece_on_the_far_row_becomes_a_tower_at_once(
    side: str, drawing: str, move: str, tower: tuple[int, int, str]
) -> None:
    """'A piece reaching the far row becomes a tower at once', by a step or by a jump."""
    row, col, piece = tower
    assert board(drawing, side).play(move).rows()[row][col] == piece


def test_a_tower_stays_a_tower() -> None:
    """'A tower one square diagonally, any direction': also away from the far row and onto its own."""
    assert board("B.......").play("A1-B2").rows()[1][1] == "B"
    assert board("........\n" * 6 + ".B......").play("B7-A8").rows()[7][0] == "B"


@pytest.mark.parametrize(
    ("drawing", "side", "winner"),
    [
        ("........\n........\nw.......\n.b......", "w", None),
        ("w.......\n.b......\n..b.....", "w", 0),
        ("........\nb.......\n.w......", "w", None),
        ("..w.....\n.w......\nb.......", "b", 1),
        ("b.......", "w", 0),
    ],
)
def test_who_cannot_act_on_their_turn_loses(drawing: str, side: str, winner: int | None) -> None:
    """'A player who cannot act on their turn loses.' Blocked pieces count as well as none."""
    outcome = board(drawing, side).outcome()
    assert (outcome.winners if outcome else None) == (None if winner is None else (winner,))


def test_the_standing_is_the_contests_cost() -> None:
    """'Cost = b + 3B - w - 3W.'"""
    assert board("bB.B.w..\nW.......").standing() == (7, 4)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("D4-E3", "D4 is empty"),
        ("A6-B7", "B7 is not empty"),
        ("B3-A4", "B3 holds the opponent's w"),
        ("A6-A5", "b on A6 neither steps nor jumps to A5"),
        ("A6-C4", "b on A6 neither steps nor jumps to C4"),
        ("a6-b5", "expected two squares like G6-F5"),
        ("A6-B9", "expected two squares like G6-F5"),
    ],
)
def test_an_illegal_move_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        Checkers.start().play(move)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8/8/8/8/8/8/8 b", "8 rows joined by '/'"),
        ("8/8/8/8/8/8/8/9 b", "row 8: expected a run of 1 to 8 empty cells, found '9'"),
        ("8/8/8/8/8/8/8/b8 b", "row 8: expected 8 cells, got 9"),
        ("8/8/8/8/8/8/8/44 b", "row 8: expected a run of 1 to 8 empty cells, found '44'"),
        ("8/8/8/8/8/8/8/7x b", "row 8: expected pieces from bwBW and numbers, found 'x'"),
        ("8/8/8/8/8/8/8/8 x", "side to move: expected b or w, found 'x'"),
        ("8/8/8/8/8/8/8/8", "expected ROWS b"),
        ("8/8/8/8/8/8/8/8 b depth=3", "options: expected"),
    ],
)
def test_a_bad_text_says_where_and_what(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint.replace("|", r"\|")):
        Checkers.read(text)


PERFT = (7, 49, 379, 2872, 23582, 189143)


@pytest.mark.parametrize("depth", range(1, 7))
def test_perft_from_the_start(depth: int) -> None:
    assert perft(Checkers.start(), depth) == PERFT[depth - 1]


def test_the_known_position_has_thirty_boards_at_depth_three() -> None:
    """'`8/8/8/8/8/B1w5/1w6/2b5 b`: the tree of depth 3 has 30 boards, root included.'"""
    position = Checkers.read("8/8/8/8/8/B1w5/1w6/2b5 b")
    assert sum(perft(position, depth) for depth in range(4)) == 30
