"""Pente, rule by rule. Each test cites the sentence of rules/pente.md that it proves.

Most boards are drawn as the top left corner of the whole one, so the first letter of a drawing is 19A;
`x` marks the square where the stone goes.
"""

from __future__ import annotations

import pytest

from ludus.errors import BadOption
from ludus.games import BadPosition, IllegalMove
from ludus.games.pente import COLUMNS, NAMES, Pente
from tests.games.drawing import drawn

EMPTY = "/".join(["19"] * 19)
OPTIONS = ("at-most-3", "exactly-3", "at-least-3", "free")
WHITE_WINS, BLACK_WINS = (1, 0), (0, 1)


def board(drawing: str, side: str = "w", captured: str = "0,0") -> Pente:
    """Read a drawn board, the square of the next stone still empty."""
    return Pente.read(f"{drawn(drawing.replace('x', '.'), 19)} {captured} {side}")


def marked(drawing: str) -> str:
    """Name the square of the one `x`."""
    rows = ["".join(line.split()) for line in drawing.strip().splitlines()]
    [(row, col)] = [
        (row, col) for row, line in enumerate(rows) for col, mark in enumerate(line) if mark == "x"
    ]
    return f"{19 - row}{COLUMNS[col]}"


def place(drawing: str, side: str = "w", captured: str = "0,0") -> Pente:
    """Place the side's stone on the `x` of a drawn board."""
    return board(drawing, side, captured).play(marked(drawing))


def shifted(drawing: str, down: int, right: int) -> str:
    """Move a drawing away from the top left corner."""
    return ".\n" * down + "\n".join("." * right + line for line in drawing.split())


def after(*moves: str, second_stone: str = "at-most-3") -> Pente:
    """Play from the start."""
    position = Pente.start(second_stone=second_stone)
    for move in moves:
        position = position.play(move)
    return position


def scores(position: Pente) -> tuple[float, ...] | None:
    outcome = position.outcome()
    return outcome.scores if outcome else None


def reason(position: Pente) -> str | None:
    outcome = position.outcome()
    return outcome.reason if outcome else None


# The board


def test_the_start_is_an_empty_board_with_white_to_move() -> None:
    """'19x19 intersections.' 'White moves first.'"""
    start = Pente.start()
    assert str(start) == f"{EMPTY} 0,0 w"
    assert start.to_move == 0
    assert start.rows() == ((".",) * 19,) * 19


def test_columns_skip_i_and_row_19_is_on_top() -> None:
    """'Columns A..T without I, left to right. Rows 19 (top line of a file) down to 1 (bottom).'"""
    squares = Pente.start().squares()
    assert squares[0] == tuple(f"19{letter}" for letter in "ABCDEFGHJKLMNOPQRST")
    assert [row[0] for row in squares] == [f"{number}A" for number in range(19, 0, -1)]


def test_a_square_is_row_first_and_10k_is_the_centre() -> None:
    """'A square in the contest is row first: 10K is the centre.'"""
    assert Pente.start().squares()[9][9] == "10K"
    assert after("10K").rows()[9][9] == "w"
    with pytest.raises(IllegalMove, match="expected a square like 10K"):
        Pente.start().play("K10")


def test_stones_are_w_and_b() -> None:
    """'Stones in files: w, b, .'."""
    assert str(after("10K", "19A")) == f"b18/{'19/' * 8}9w9/{'19/' * 8}19 0,0 w"


# Rule 1


def test_a_move_places_one_stone_and_passes_the_turn() -> None:
    """'A move places one stone ...'"""
    assert place("w.b\n.x.\nb.w", "b") == board("w.b\n.b.\nb.w", "w")


def test_every_empty_square_is_a_move_and_no_other_border_included() -> None:
    """'... on an empty intersection, border included', listed row by row from the top."""
    position = board("w.b\n.w.\n...b", "b")
    assert position.moves() == tuple(name for name in NAMES if name not in ("19A", "19C", "18B", "17D"))
    assert {"1A", "1T", "19T", "10A", "10T", "1K"} <= set(position.moves())


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_stone_cannot_go_onto_another(side: str) -> None:
    """'... on an empty intersection'"""
    for name in ("19A", "19B"):
        with pytest.raises(IllegalMove, match=f"{name} is not empty"):
            board("wb\nww", side).play(name)


# Rules 2 and 3


@pytest.mark.parametrize("option", OPTIONS)
def test_whites_first_stone_must_be_on_the_centre(option: str) -> None:
    """'White's first stone must be on 10K', whatever the second must do."""
    start = Pente.start(second_stone=option)
    assert start.moves() == ("10K",)
    for name in set(NAMES) - {"10K"}:
        with pytest.raises(IllegalMove, match="White's first stone must be on 10K"):
            start.play(name)


def centre(position: Pente) -> str:
    """Draw the legal squares of the 9x9 box in the middle as `o`, the others as they are."""
    legal = set(position.moves())
    cells = [
        ["o" if name in legal else cell for name, cell in zip(names[5:14], row[5:14], strict=True)]
        for names, row in zip(position.squares()[5:14], position.rows()[5:14], strict=True)
    ]
    return "\n".join("".join(row) for row in cells)


SECOND = {
    "at-most-3": """
        .........
        .ooooooo.
        .ooooooo.
        .ooooooo.
        .ooowooo.
        .ooooboo.
        .ooooooo.
        .ooooooo.
        .........
    """,
    "exactly-3": """
        .........
        .ooooooo.
        .o.....o.
        .o.....o.
        .o..w..o.
        .o...b.o.
        .o.....o.
        .ooooooo.
        .........
    """,
    "at-least-3": """
        ooooooooo
        ooooooooo
        oo.....oo
        oo.....oo
        oo..w..oo
        oo...b.oo
        oo.....oo
        ooooooooo
        ooooooooo
    """,
    "free": """
        ooooooooo
        ooooooooo
        ooooooooo
        ooooooooo
        oooowoooo
        ooooobooo
        ooooooooo
        ooooooooo
        ooooooooo
    """,
}


@pytest.mark.parametrize("option", OPTIONS)
def test_the_second_stone_keeps_the_distance_of_its_option(option: str) -> None:
    """'at most 3 intersections from the centre, Chebyshev distance (the 7x7 box). Referee option ...'"""
    assert centre(after("10K", "9L", second_stone=option)).split() == SECOND[option].split()


@pytest.mark.parametrize(("option", "count"), list(zip(OPTIONS, (48, 24, 335, 359), strict=True)))
def test_beyond_the_middle_the_second_stone_is_free_or_not_at_all(option: str, count: int) -> None:
    """With Black's stone in a corner: 49 - 1 squares of the box, its rim of 24, 361 - 25 - 1, and 361 - 2."""
    assert len(after("10K", "1A", second_stone=option).moves()) == count


@pytest.mark.parametrize("option", OPTIONS)
def test_playing_the_second_stone_elsewhere_is_refused(option: str) -> None:
    """'White's second stone must lie ...'"""
    position = after("10K", "9L", second_stone=option)
    for name in set(NAMES) - {"10K", "9L", *position.moves()}:
        with pytest.raises(
            IllegalMove, match=f"second stone must lie {option.replace('-', ' ')} squares from"
        ):
            position.play(name)


def test_the_default_is_the_box() -> None:
    """'second_stone = "at-most-3" (default)'"""
    assert Pente.start() == Pente.start(second_stone="at-most-3")
    assert after("10K", "9L") == after("10K", "9L", second_stone="at-most-3")


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("name", ["10N", "10G", "13K", "7K"])
def test_three_away_on_an_axis_is_legal_under_every_edition(option: str, name: str) -> None:
    """'exactly 3 away on an axis (10N, 10G, 13K, 7K): legal under every edition'"""
    assert name in after("10K", "9L", second_stone=option).moves()


@pytest.mark.parametrize("option", OPTIONS)
def test_only_whites_first_two_stones_are_bound(option: str) -> None:
    """'White's first stone', 'White's second stone': Black's never, White's third no more."""
    assert len(after("10K", second_stone=option).moves()) == 360
    assert len(after("10K", "9L", "10N", second_stone=option).moves()) == 358
    assert len(after("10K", "9L", "10N", "1A", second_stone=option).moves()) == 357


@pytest.mark.parametrize(
    ("rows", "captured", "side", "count"),
    [
        (EMPTY, "0,0", "b", 361),  # White is bound to the centre, Black is not
        (EMPTY, "2,0", "w", 361),
        (EMPTY, "0,1", "w", 361),
        (EMPTY, "1,1", "w", 49),  # one stone each has been placed, and both are gone
        (drawn("w", 19), "0,0", "w", 360),
        (drawn("b", 19), "0,0", "w", 360),
        (drawn("wb", 19), "0,0", "b", 359),
        (drawn("wb", 19), "0,0", "w", 49),
        (drawn("w", 19), "1,0", "w", 49),
        (drawn("wb", 19), "2,0", "w", 359),
        (drawn("wb", 19), "0,2", "w", 359),
        (drawn("ww", 19), "0,0", "w", 359),
    ],
)
def test_the_opening_is_told_by_all_stones_placed_so_that_odd_files_can_be_played(
    rows: str, captured: str, side: str, count: int
) -> None:
    """'counts fitting neither: warn and play': captured stones count as placed, and there is always a move."""
    assert len(Pente.read(f"{rows} {captured} {side}").moves()) == count


# Rule 4

PAIRS = ("wbbx", "w\nb\nb\nx", "w...\n.b..\n..b.\n...x", "...w\n..b.\n.b..\nx...")
EIGHT_DIRECTIONS = (*PAIRS, *(pair.translate(str.maketrans("wx", "xw")) for pair in PAIRS))


@pytest.mark.parametrize(("own", "enemy"), ["wb", "bw"])
@pytest.mark.parametrize("drawing", EIGHT_DIRECTIONS)
@pytest.mark.parametrize(("down", "right"), [(0, 0), (0, 15), (15, 0), (15, 15), (7, 6)])
def test_a_flanked_pair_is_captured_in_any_of_8_directions(
    own: str, enemy: str, drawing: str, down: int, right: int
) -> None:
    """'flanks exactly two adjacent enemy stones in any of 8 directions; both are removed', corners included."""
    drawing = shifted(drawing.translate(str.maketrans("wb", own + enemy)), down, right)
    left = drawing.replace(enemy, ".").replace("x", own)
    assert place(drawing, own) == board(left, enemy, "2,0" if own == "w" else "0,2")


@pytest.mark.parametrize("pair", ["wbbx", "xbbw"])
def test_a_pair_on_the_border_is_captured(pair: str) -> None:
    """'any of 8 directions', along each of the four borders."""
    upright = "\n".join(pair)
    for drawing in (
        shifted(pair, 0, 7),
        shifted(pair, 18, 7),
        shifted(upright, 7, 0),
        shifted(upright, 7, 18),
    ):
        assert place(drawing).captured == (2, 0)


STAR = """
    w . . w . . w
    . b . b . b .
    . . b b b . .
    w b b x b b w
    . . b b b . .
    . b . b . b .
    w . . w . . w
"""


@pytest.mark.parametrize("directions", range(1, 9))
def test_one_move_captures_in_several_directions(directions: int) -> None:
    """'One move may capture in several directions': two, three and up to eight at once."""
    flanked = STAR.replace("w", "!").replace("!", "w", directions).replace("!", ".")
    position = place(flanked)
    assert position.captured == (2 * directions, 0)
    assert sum(row.count("b") for row in position.rows()) == 16 - 2 * directions
    assert sum(row.count("w") for row in position.rows()) == directions + 1


def test_eight_captures_at_once_leave_only_the_flanks() -> None:
    """'One move may capture in several directions.'"""
    assert place(STAR) == board(STAR.replace("b", ".").replace("x", "w"), "b", "16,0")


@pytest.mark.parametrize(
    "drawing",
    [
        "wbbbx",  # 'Three in a row are not captured.'
        "wbx..w",  # one is not two
        "wbbbbx",
        ".bbx",  # nothing on the far side
        "bbx",  # the border does not flank
        "bbbx",
        "wb.bx",  # not adjacent to each other
        "wbb.x",  # not adjacent to the stone
        "w.bbx",
        "wwbx",
        "wbwx",
    ],
)
def test_anything_but_exactly_two_flanked_stones_stays(drawing: str) -> None:
    """'flanks exactly two adjacent enemy stones'"""
    assert place(drawing) == board(drawing.replace("x", "w"), "b")
    assert place(drawing[::-1]) == board(drawing[::-1].replace("x", "w"), "b")


@pytest.mark.parametrize("drawing", ["wbxw", "wxbw", "w\nb\nx\nw", "w...\n.x..\n..b.\n...w"])
def test_moving_between_two_enemies_is_safe(drawing: str) -> None:
    """'Moving between two enemies is safe', and stays safe when White plays elsewhere next."""
    position = place(drawing, "b")
    assert position == board(drawing.replace("x", "b"), "w")
    assert position.play("1T").captured == (0, 0)


def test_a_stone_never_captures_its_own_colour() -> None:
    """'exactly two adjacent enemy stones'"""
    assert place("bwwx").captured == (0, 0)
    assert place("wwwx").captured == (0, 0)


def test_a_flank_of_the_wrong_colour_captures_nothing() -> None:
    """'the placed stone with another own stone'"""
    assert place("wbbx", "b").captured == (0, 0)


def test_captured_stones_are_counted_one_by_one() -> None:
    """'a,b = stones (not pairs) captured by White, then by Black'"""
    assert place("wbbx", "w", "4,2").captured == (6, 2)
    assert place("bwwx", "b", "4,2").captured == (4, 4)
    assert str(place("wbbx", "w", "4,2")).split()[1] == "6,2"
    assert place("wbbx", "w", "4,2").standing() == (6, 2)


def test_a_captured_square_can_be_played_again() -> None:
    """'both are removed'"""
    assert {"19B", "19C"} <= set(place("wbbx").moves())


def test_a_capture_takes_a_stone_out_of_the_enemys_four() -> None:
    """'A capture may take a stone out of the enemy's four': the five does not come."""
    four = """
        . . w . .
        b b b b .
        . . b . .
        . . x . .
    """
    assert scores(board(four, "b").play("18E")) == BLACK_WINS
    assert scores(place(four).play("18E")) is None


# Rule 5

FIVES = ("wwwww", "w\nw\nw\nw\nw", "w....\n.w...\n..w..\n...w.\n....w", "....w\n...w.\n..w..\n.w...\nw....")


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("five", FIVES)
@pytest.mark.parametrize("last", range(5))
@pytest.mark.parametrize(("down", "right"), [(0, 0), (0, 14), (14, 0), (14, 14), (6, 8)])
def test_five_in_a_line_win(side: str, five: str, last: int, down: int, right: int) -> None:
    """'Win: five or more in a line after the move', whichever stone is the last, in all corners."""
    drawing = five.replace("w", "o", last).replace("w", "x", 1).replace("o", "w").replace("w", side)
    position = place(shifted(drawing, down, right), side)
    assert scores(position) == (WHITE_WINS if side == "w" else BLACK_WINS)
    assert reason(position) == "five in a line"


@pytest.mark.parametrize("line", ["wwxwww", "wwwwxw", "wwwwxww", "wwwwxwwww"])
def test_six_and_more_in_a_line_win(line: str) -> None:
    """'five or more'"""
    assert scores(place(line)) == WHITE_WINS
    assert scores(place("\n".join(line))) == WHITE_WINS


@pytest.mark.parametrize("line", ["wwwx", "wwwxb", "wwwxbw", "ww.xww", "wwxb.w"])
def test_four_in_a_line_do_not_win(line: str) -> None:
    """'five or more in a line'"""
    assert scores(place(line)) is None


def test_a_line_of_five_does_not_bend() -> None:
    """'in a line'"""
    assert scores(place("www\n..x\n..w\n..w")) is None


def stones(white: str, black: str, side: str) -> Pente:
    """Set up a board by the names of its stones, for what no corner can show."""
    letters = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    cells = "".join(letters.get(name, ".") for name in NAMES)
    return board("\n".join(cells[i : i + 19] for i in range(0, 361, 19)), side)


OVER_THE_BORDER = [
    "19Q 19R 19S 19T 18A",  # along a row into the next one
    "19Q 19R 19S 19T 17A",
    "19S 19T 18A 18B 18C",
    "18A 19A 1A 2A 3A",  # from the top row to the bottom row
    "4T 3T 2T 1T 19A",
    "2C 1C 19D 18D 17D",
    "15Q 14R 13S 12T 11A",  # down to the right
    "15Q 14R 13S 12T 10A",
    "14S 13T 12A 11B 10C",
    "3A 2B 1C 19D 18E",
    "15D 14C 13B 12A 11T",  # down to the left
    "15D 14C 13B 12A 12T",
    "14B 13A 13T 12S 11R",
    "3E 2D 1C 19B 18A",
]


@pytest.mark.parametrize("line", OVER_THE_BORDER)
def test_a_five_does_not_go_on_at_the_opposite_border(line: str) -> None:
    """'five or more in a line', whether it is read or played."""
    names = line.split()
    assert scores(stones(line, "", "b")) is None
    for last in names:
        before = stones(" ".join(name for name in names if name != last), "", "w")
        assert scores(before.play(last)) is None


@pytest.mark.parametrize("line", OVER_THE_BORDER)
def test_a_capture_does_not_go_on_at_the_opposite_border(line: str) -> None:
    """'two adjacent enemy stones', placed at either end of the last four squares."""
    _, placed, near, far, flank = line.split()
    assert stones(flank, f"{near} {far}", "w").play(placed).captured == (0, 0)
    assert stones(placed, f"{near} {far}", "w").play(flank).captured == (0, 0)


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize(("before", "won"), [(6, False), (7, False), (8, True), (9, True)])
def test_ten_or_more_captured_stones_win(side: str, before: int, won: bool) -> None:
    """'or ten or more captured stones in total'"""
    white = side == "w"
    position = place("wbbx" if white else "bwwx", side, f"{before},8" if white else f"8,{before}")
    assert scores(position) == ((WHITE_WINS if white else BLACK_WINS) if won else None)
    assert reason(position) == ("ten stones captured" if won else None)


def test_ten_stones_are_reached_by_a_double_capture() -> None:
    """'ten stones reached by a double capture'"""
    double = """
        w . . .
        b . . .
        b . . .
        x b b w
    """
    position = place(double, "w", "6,0")
    assert str(position).split()[1:] == ["10,0", "b", "ended"]
    assert scores(position) == WHITE_WINS


def test_a_capture_may_also_make_five() -> None:
    """'captures are applied first': the pair is gone and counted, and the five wins."""
    both = """
        . . . . w
        . . . . b
        . . . . b
        w w w w x
    """
    position = place(both)
    assert position == board(both.replace("b", ".").replace("x", "w"), "b", "2,0")
    assert scores(position) == WHITE_WINS
    assert reason(position) == "five in a line"


def test_five_and_ten_at_once_are_told_as_five() -> None:
    """'five or more in a line ..., or ten or more captured stones'"""
    position = place("wbbxwwww", "w", "8,0")
    assert position.captured == (10, 0)
    assert reason(position) == "five in a line"


def test_a_five_already_made_has_ended_the_game() -> None:
    """'a five already made has ended the game': no capture can break it up afterwards."""
    breakable = """
        . . b . .
        w w w w x
        . . w . .
        . . . . .
    """
    ended = place(breakable)
    assert ended.moves() == ()
    assert str(ended).endswith(" 0,0 b ended")
    with pytest.raises(IllegalMove, match="the game is over, five in a line"):
        ended.play("16C")


# Rule 6

FULL = "\n".join(["wwbbwwbbwwbbwwbbwwb", "bbwwbbwwbbwwbbwwbbw"] * 9 + ["wwbbwwbbwwbbwwbbwwb"])
"""No five anywhere: two of a colour side by side, colours alternating downwards."""


def test_a_full_board_without_a_win_is_a_draw() -> None:
    """'Full board without a win: a draw by the rules'"""
    position = place(f"x{FULL[1:]}", "b")
    assert scores(position) == (0.5, 0.5)
    assert reason(position) == "the board is full"
    assert position.moves() == ()


def test_the_last_stone_may_still_win() -> None:
    """'Full board without a win'"""
    position = place(f"xwwwwb{FULL[6:]}", "w")
    assert scores(position) == WHITE_WINS


def test_a_capture_by_the_last_stone_opens_the_board_again() -> None:
    """'captures are applied first'"""
    position = place(f"x{FULL[1:]}", "w")
    assert position.captured == (2, 0)
    assert position.moves() == ("18B", "17C")


# Texts


def test_a_text_need_not_say_that_the_game_is_over() -> None:
    """The board shows it: `ended` is written whenever it is true."""
    for rows, captured in ((drawn("wwwww", 19), "0,0"), (EMPTY, "10,0"), (EMPTY, "0,11")):
        position = Pente.read(f"{rows} {captured} b")
        assert str(position) == f"{rows} {captured} b ended"
        assert position == Pente.read(str(position))
        assert position.moves() == ()


def test_a_text_cannot_end_a_game_that_goes_on() -> None:
    with pytest.raises(BadPosition, match="ended: expected a five, ten captured stones or a full board"):
        Pente.read(f"{drawn('wwww', 19)} 9,8 b ended")


@pytest.mark.parametrize(("side", "winner"), [("b", WHITE_WINS), ("w", BLACK_WINS)])
@pytest.mark.parametrize(
    ("drawing", "captured"),
    [("wwwww\nbbbbb", "0,0"), ("", "10,10"), ("bbbbb", "10,0"), ("wwwww", "0,10")],
)
def test_where_both_have_won_the_last_mover_has(
    side: str, winner: tuple[int, int], drawing: str, captured: str
) -> None:
    """No game comes to this, but a file may."""
    assert scores(board(drawing or ".", side, captured)) == winner


@pytest.mark.parametrize("option", OPTIONS)
def test_a_text_keeps_the_option(option: str) -> None:
    """'options that differ from the default follow as key=value words', after `ended`."""
    words = "" if option == "at-most-3" else f" second_stone={option}"
    assert str(Pente.start(second_stone=option)) == f"{EMPTY} 0,0 w{words}"
    assert Pente.read(f"{EMPTY} 0,0 w second_stone={option}") == Pente.start(second_stone=option)
    assert str(after("10K", second_stone=option)).endswith(f" 0,0 b{words}")
    assert str(Pente.read(f"{EMPTY} 10,0 w ended second_stone={option}")) == f"{EMPTY} 10,0 w ended{words}"


def test_an_unknown_value_of_the_option_is_refused() -> None:
    with pytest.raises(
        BadOption, match="second_stone: expected one of at-most-3, exactly-3, at-least-3, free"
    ):
        Pente.start(second_stone="near")


@pytest.mark.parametrize(
    "captured", ["0", "0,", ",0", "0,0,0", "-1,0", "+1,0", "1.0,0", "0;0", "²,0", "٣,0", "1_0,0", "1234567,0"]
)
def test_captures_are_two_plain_numbers(captured: str) -> None:
    """'a,b = stones captured by White, then by Black'"""
    with pytest.raises(BadPosition, match="captures: expected stones taken by White and by Black, like 0,2"):
        Pente.read(f"{EMPTY} {captured} w")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{EMPTY} 0,0", r"expected ROWS CAPW,CAPB w\|b"),
        (f"{EMPTY}/19 0,0 w", "19 rows joined by '/'"),
        (f"{EMPTY[3:]} 0,0 w", "19 rows joined by '/'"),
        (f"20{EMPTY[2:]} 0,0 w", "row 1: expected a run of 1 to 19 empty cells, found '20'"),
        (f"18W{EMPTY[2:]} 0,0 w", "row 1: expected pieces from wb and numbers, found 'W'"),
        (f"{EMPTY} 0,0 x", "side to move: expected w or b, found 'x'"),
        (f"{EMPTY} 0,0 w over", "options: expected key=value"),
        (f"{EMPTY} 10,0 w second_stone=free ended", "options: expected key=value"),
        (f"{EMPTY} 0,0 w second_stone=near", "second_stone: expected one of at-most-3"),
        (f"{EMPTY} 0,0 w second_stone=", "second_stone: expected one of at-most-3"),
    ],
)
def test_a_bad_text_says_where_and_what(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        Pente.read(text)


@pytest.mark.parametrize(
    "move", ["", "10", "K", "10I", "10U", "0A", "20A", "01A", "10k", "10/", "10K ", "10K-9K"]
)
def test_a_move_is_one_square_and_nothing_else(move: str) -> None:
    """'A square in the contest is row first: 10K'; 'Columns A..T without I'"""
    with pytest.raises(IllegalMove, match="expected a square like 10K"):
        after("10K").play(move)
