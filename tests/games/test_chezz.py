"""Chezz, rule by rule. Each test cites the sentence of rules/chezz.md that it proves."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ludus.games import BadPosition, IllegalMove, Outcome
from ludus.games.base import perft
from ludus.games.chezz import Chezz
from tests.games.drawing import drawn


def board(drawing: str, side: str = "w") -> Chezz:
    """Read a drawn board, rank 8 on top."""
    return Chezz.read(f"{drawn(drawing)} {side}")


def reach(position: Chezz, square: str) -> set[str]:
    """Where the piece on `square` can go by itself."""
    return {move[3:] for move in position.moves() if move.startswith(f"{square}-")}


def shots(position: Chezz) -> list[str]:
    return [move for move in position.moves() if "*" in move]


def flings(position: Chezz) -> list[str]:
    return [move for move in position.moves() if "^" in move]


def winners(position: Chezz) -> tuple[int, ...] | None:
    outcome = position.outcome()
    return outcome.winners if outcome else None


def cell(position: Chezz, square: str) -> str:
    return position.rows()[8 - int(square[1])]["abcdefgh".index(square[0])]


# Board


def test_the_start_is_the_contests() -> None:
    """'Start: rank 1/8 = F N C Q K B N R, rank 2/7 = P P P P Z P P P. White moves first.'"""
    start = Chezz.start()
    assert str(start) == "fncqkbnr/ppppzppp/8/8/8/8/PPPPZPPP/FNCQKBNR w"
    assert start.to_move == 0
    assert start == Chezz.read(str(start))


def test_white_starts_low() -> None:
    """'8x8, files a-h, ranks 1-8; White starts low.'"""
    start = Chezz.start()
    squares = start.squares()
    assert (squares[0][0], squares[0][7], squares[7][0], squares[7][7]) == ("a8", "h8", "a1", "h1")
    assert (cell(start, "e1"), cell(start, "e8"), cell(start, "a2")) == ("K", "k", "P")


# Pieces as in chess

OPEN = """
    K.k.....
    ........
    ........
    ........
    ...{}....
    ........
    ........
    ........
"""


@pytest.mark.parametrize(
    ("piece", "squares"),
    [
        ("Q", "d5 d6 d7 d8 e5 f6 g7 h8 e4 f4 g4 h4 e3 f2 g1 d3 d2 d1 c3 b2 a1 c4 b4 a4 c5 b6 a7"),
        ("R", "d5 d6 d7 d8 e4 f4 g4 h4 d3 d2 d1 c4 b4 a4"),
        ("B", "e5 f6 g7 h8 e3 f2 g1 c3 b2 a1 c5 b6 a7"),
        ("N", "e6 f5 f3 e2 c2 b3 b5 c6"),
        ("Z", "d5 e4 d3 c4"),
        ("C", "d5 e4 d3 c4"),
        ("F", "d5 e5 e4 e3 d3 c3 c4 c5"),
        ("P", "d5"),
    ],
)
def test_where_a_piece_goes_on_an_open_board(piece: str, squares: str) -> None:
    """'K Q R B N: as in chess'; P, Z, C and F one step. The order is clockwise from the north, near before far."""
    position = board(OPEN.replace("{}", piece))
    moves = tuple(move for move in position.moves() if move.startswith("d4"))
    assert moves == tuple(f"d4-{square}" for square in squares.split())


def test_a_king_steps_to_all_eight_neighbours_and_captures_there() -> None:
    """'K Q R B N: as in chess'"""
    position = board(
        """
        k.......
        ........
        ........
        ..pP....
        ..Kn....
        """
    )
    assert reach(position, "c4") == set("c5 d4 d3 c3 b3 b4 b5".split())


def test_sliders_stop_before_a_friend_and_on_an_enemy() -> None:
    """'K Q R B N: as in chess'"""
    position = board(
        """
        K.k.....
        ........
        ...P....
        ........
        .p.R.p.p
        ........
        ...p....
        """
    )
    assert reach(position, "d4") == set("d5 e4 f4 d3 d2 c4 b4".split())


def test_a_knight_jumps_over_pieces_but_not_onto_friends() -> None:
    """'K Q R B N: as in chess'"""
    position = board(
        """
        NPp.....
        PP......
        pP......
        K......k
        """
    )
    assert reach(position, "a8") == {"c7"}


def test_there_is_no_castling() -> None:
    """'no castling'"""
    position = board("....k...\n" + "........\n" * 6 + "R...K..R")
    assert reach(position, "e1") == set("d1 d2 e2 f2 f1".split())


# Peon


def test_a_peon_steps_forward() -> None:
    """'P: one step forward'; Black's forward is down."""
    drawing = """
        k......K
        ........
        p.......
        .......P
    """
    assert reach(board(drawing), "h5") == {"h6"}
    assert reach(board(drawing, "b"), "a6") == {"a5"}


def test_a_peon_steps_onto_an_empty_square_only() -> None:
    """'onto an empty square'"""
    drawing = """
        k......K
        p.n....N
        P.P....P
    """
    assert reach(board(drawing), "a6") == reach(board(drawing), "c6") == reach(board(drawing), "h6") == set()
    assert reach(board(drawing, "b"), "a7") == set()


def test_a_peon_captures_one_step_diagonally_forward() -> None:
    """'captures one step diagonally forward'"""
    drawing = """
        k......K
        ........
        ........
        ..rnR...
        ...P....
        ..r.r...
    """
    assert reach(board(drawing), "d4") == {"c5"}
    swapped = drawing.swapcase().replace("k......K", "K......k")
    assert reach(board(swapped, "b"), "d4") == {"d3", "c3", "e3"}


def test_peons_on_the_edge_do_not_capture_around_it() -> None:
    """'captures one step diagonally forward'"""
    position = board(
        """
        ...k.K..
        p......p
        p......p
        P......P
        """
    )
    assert reach(position, "a5") == reach(position, "h5") == set()


def test_a_peon_has_no_double_step() -> None:
    """'no double step'"""
    assert reach(Chezz.start(), "e2") == {"e3"}
    assert reach(Chezz.start(), "a2") == {"a3"}
    with pytest.raises(IllegalMove):
        Chezz.start().play("a2-a4")


def test_there_is_no_en_passant() -> None:
    """'no en passant'"""
    position = board(
        """
        k......K
        ...p....
        ........
        ..P.P...
        """,
        "b",
    )
    after = position.play("d7-d6").play("h8-g8").play("d6-d5")
    assert reach(after, "c5") == {"c6"}
    assert reach(after, "e5") == {"e6"}


# Zombie


def test_a_zombie_steps_and_captures_along_rank_and_file() -> None:
    """'Z (zombie): one step orthogonally, onto an empty square or capturing.'"""
    position = board(
        """
        k......K
        ........
        ..qPq...
        ..qZq...
        """
    )
    assert reach(position, "d5") == set("c5 e5 d4".split())
    assert cell(position.play("d5-c5"), "c5") == "Z"


def test_a_zombie_captures_the_king() -> None:
    """'Kings ... are immune', but 'the king is captured'."""
    assert winners(board("kZ.....K").play("b8-a8")) == (0,)


# Cannon


def test_a_cannon_steps_onto_empty_squares_only() -> None:
    """'C (cannon): one step orthogonally onto an **empty** square'"""
    position = board(
        """
        k......K
        ........
        ...p....
        ..PC....
        """
    )
    assert reach(position, "d5") == {"e5", "d4"}


CANNON = """
    ......kn
    .....P..
    K...q...
    ........
    ..C.....
    .p......
    ......r.
    ........
"""


def test_a_shot_removes_friend_and_foe_from_the_next_square_to_the_edge() -> None:
    """'every piece of either colour on that diagonal from the next square to the edge is removed'"""
    cleared = """
        .......n
        ........
        K.......
        ........
        ..C.....
        .p......
        ......r.
    """
    assert board(CANNON).play("c4*d5") == board(cleared, "b")


def test_only_the_named_diagonal_is_cleared_and_the_cannon_stays() -> None:
    """'fires along one of the 4 diagonals'"""
    after = board(CANNON).play("c4*b3")
    assert after == board(CANNON.replace(".p......", "........"), "b")


def test_a_shot_that_hits_nothing_is_not_a_move() -> None:
    """'a shot that hits nothing is not a move'"""
    assert shots(board(CANNON)) == ["c4*d5", "c4*b3", "c4*b5"]
    with pytest.raises(IllegalMove, match=r"the shots of C on c4 are c4\*d5 c4\*b3 c4\*b5"):
        board(CANNON).play("c4*d3")


def test_a_shot_may_hit_friends_alone() -> None:
    """'every piece of either colour'"""
    position = board("k......K\n........\n..P.....\n........\nC.......")
    assert shots(position) == ["a4*b5"]
    assert cell(position.play("a4*b5"), "c6") == "."


def test_a_shot_at_the_own_king_loses() -> None:
    """'(own king included)'; 'Own king lost = loss'"""
    after = board(CANNON).play("c4*b5")
    assert cell(after, "a6") == "."
    assert winners(after) == (1,)


def test_a_shot_at_the_enemy_king_wins() -> None:
    """'the king is captured'"""
    assert winners(board(CANNON).play("c4*d5")) == (0,)


def test_both_kings_hit_by_one_shot_is_a_draw() -> None:
    """'both kings hit by one shot = draw'"""
    after = board(CANNON.replace("q", "K").replace("K...K", "....K")).play("c4*d5")
    assert winners(after) == (0, 1)
    assert str(after).endswith(" b ended")


# Flinger


def test_a_flinger_steps_like_a_king_onto_empty_squares_only() -> None:
    """'F (flinger): one king step onto an **empty** square'"""
    position = board(
        """
        k......K
        ........
        ..ppp...
        ..pFp...
        ....P...
        """
    )
    assert reach(position, "d5") == {"c4", "d4"}


FLING = """
    k.......
    ........
    ........
    ........
    ........
    ..F.....
    .{}......
    .......K
"""


def fling(piece: str, *marks: str) -> Chezz:
    """Put `piece` on b2 behind the flinger on c3; each mark sets one more square, `f6p` a peon on f6."""
    drawing = FLING.replace("K", "." if piece == "K" else "K").replace("{}", piece)
    rows = [list(line.strip()) for line in drawing.strip().splitlines()]
    for mark in marks:
        rows[8 - int(mark[1])]["abcdefgh".index(mark[0])] = mark[2]
    return board("\n".join("".join(row) for row in rows))


@pytest.mark.parametrize("piece", "KQRBNPZCF")
def test_any_kind_of_friend_is_flung_onto_any_square_beyond(piece: str) -> None:
    """'any kind: king, flinger and zombie too'; 'lands on any square beyond the flinger on the same line (adjacent to it or further)'"""
    position = fling(piece)
    flung = [move for move in flings(position) if move.startswith("b2")]
    assert flung == [f"b2^c3-{landing}" for landing in "d4 e5 f6 g7 h8".split()]
    for landing in "d4 e5 f6 g7".split():
        after = position.play(f"b2^c3-{landing}")
        assert (cell(after, "b2"), cell(after, "c3"), cell(after, landing)) == (".", "F", piece)


def test_two_flingers_fling_each_other() -> None:
    """'any kind: king, flinger and zombie too'"""
    assert "c3^b2-a1" in flings(fling("F"))
    assert "b2^c3-d4" in flings(fling("F"))


def test_a_flinger_flings_from_all_eight_neighbours() -> None:
    """'adjacent to it (8 neighbours...)'"""
    position = board(
        """
        k......K
        ........
        ........
        ..PPP...
        ..PFP...
        ..PPP...
        """
    )
    expected = {
        "c4": "f4 g4 h4",
        "e4": "b4 a4",
        "d3": "d6 d7 d8",
        "d5": "d2 d1",
        "c3": "f6 g7",
        "e5": "b2 a1",
        "c5": "f2 g1",
        "e3": "b6 a7",
    }
    assert set(flings(position)) == {
        f"{square}^d4-{landing}" for square, landings in expected.items() for landing in landings.split()
    }


def test_only_adjacent_pieces_are_flung() -> None:
    """'a friendly piece adjacent to it'"""
    assert flings(board("k.P.F..K")) == []


def test_no_enemy_is_flung_and_no_enemy_flings() -> None:
    """'flings a friendly piece'"""
    assert flings(fling("p")) == []
    assert flings(board("k......K\nf.......\nP.......")) == []


def test_a_flung_piece_flies_over_everything_but_not_onto_a_friend() -> None:
    """'flying over everything; not on a friend'"""
    flung = flings(fling("Q", "d4z", "e5P", "f6p", "g7R"))
    assert flung == ["b2^c3-d4", "b2^c3-f6", "b2^c3-h8"]


def test_a_piece_is_not_flung_off_the_board() -> None:
    """'not off the board'"""
    assert flings(board("k......K\n........\nF.......\nQQ......\n")) == ["a5^a6-a7"]
    assert flings(board("k......K\n........\n.......F\n......Q.\n")) == []


def test_on_an_enemy_both_vanish() -> None:
    """'On an enemy: both vanish.'"""
    after = fling("Q", "f6r").play("b2^c3-f6")
    assert after == Chezz.read("k7/8/8/8/8/2F5/8/7K b")


def test_nothing_is_flung_at_the_enemy_king() -> None:
    """'On the enemy king: forbidden.' Beyond it is allowed."""
    position = fling("Q", "a8.", "f6k")
    assert flings(position) == [f"b2^c3-{landing}" for landing in "d4 e5 g7 h8".split()]
    with pytest.raises(IllegalMove, match="nothing may be flung at the king on f6"):
        position.play("b2^c3-f6")


def test_the_own_king_flung_onto_an_enemy_loses() -> None:
    """'Own king flung onto an enemy: legal, and it loses.'"""
    after = fling("K", "f6r").play("b2^c3-f6")
    assert str(after) == "k7/8/8/8/8/2F5/8/8 b ended"
    assert winners(after) == (1,)


# Contagion


def test_enemies_next_to_a_zombie_that_moved_become_zombies() -> None:
    """'every enemy piece orthogonally next to **any** of the mover's zombies becomes a zombie of the mover'"""
    before = """
        k......K
        ........
        ..npb...
        ..c.r...
        ...Zf...
    """
    after = """
        k......K
        ........
        ..nZb...
        ..ZZZ...
        ....f...
    """
    assert board(before).play("d4-d5") == board(after, "b")


def test_a_zombie_that_did_not_move_infects_too() -> None:
    """'**any** of the mover's zombies'"""
    before = """
        k.....K.
        ........
        ..q.....
        ..Z..p..
        .....Z..
    """
    after = """
        k......K
        ........
        ..Z.....
        ..Z..Z..
        .....Z..
    """
    assert board(before).play("g8-h8") == board(after, "b")


@pytest.mark.parametrize(("victim", "becomes"), list(zip("kqrbnpzcf", "kZZZZZzZZ", strict=True)))
def test_kings_and_zombies_are_immune(victim: str, becomes: str) -> None:
    """'Kings and zombies are immune.'"""
    king = "." if victim == "k" else "k"
    position = board(f"{king}......K\n........\n..{victim}.....\n..Z.....")
    assert cell(position.play("h8-g8"), "c6") == becomes


def test_friends_are_not_infected() -> None:
    """'every enemy piece'"""
    position = board("k......K\n........\n..Q.....\n..ZP....")
    assert cell(position.play("h8-g8"), "c6") == "Q"
    assert cell(position.play("h8-g8"), "d5") == "P"


def test_contagion_does_not_go_around_the_edge() -> None:
    """'orthogonally next to'"""
    position = board("..k..K..\n........\nn......n\n.......Z\nn.......")
    after = position.play("f8-f7")
    assert after == board("..k.....\n.....K..\nn......Z\n.......Z\nn.......", "b")


def test_fresh_zombies_do_not_infect() -> None:
    """'one simultaneous pass, fresh zombies do not infect'"""
    position = board("k......K\n........\n..prn...\n.Z......")
    after = position.play("b5-b6")
    assert after == board("k......K\n........\n.ZZrn...", "b")
    assert after.play("a8-a7").play("h8-h7") == board("........\nk......K\n.ZZZn...", "b")


def test_the_opponents_zombies_do_nothing() -> None:
    """'The opponent's zombies do nothing.'"""
    position = board("k......K\n........\n..z.....\n...N....")
    assert cell(position.play("d5-b6"), "b6") == "N"
    assert cell(position.play("h8-g8"), "d5") == "N"


def test_a_flung_zombie_infects_where_it_lands() -> None:
    """'every enemy piece orthogonally next to **any** of the mover's zombies'"""
    assert cell(fling("Z", "f5r").play("b2^c3-f6"), "f5") == "Z"


def test_a_zombie_that_vanishes_infects_nobody() -> None:
    """'On an enemy: both vanish'; contagion comes at the end of the turn."""
    assert cell(fling("Z", "f6r", "f5r", "b1r").play("b2^c3-f6"), "f5") == "r"
    assert cell(fling("Z", "f6r", "f5r", "b1r").play("b2^c3-f6"), "b1") == "r"


def test_contagion_happens_also_on_the_move_that_captures_a_king() -> None:
    """'Contagion happens also on the move that captures a king.'"""
    position = board("k..n...K\nR..Z....")
    assert position.play("a7-a8") == board("R..Z...K\n...Z....", "b")


# Promotion


@pytest.mark.parametrize(
    ("side", "before", "move", "after"),
    [
        ("w", "k......K\n...P....", "d7-d8", "k..Z...K"),
        ("w", "k..n...K\n..P.....", "c7-d8", "k..Z...K"),
        (
            "b",
            "k......K\n" + "........\n" * 5 + "...p....",
            "d2-d1",
            "k......K\n" + "........\n" * 6 + "...z....",
        ),
    ],
)
def test_a_peon_on_its_last_rank_becomes_a_zombie(side: str, before: str, move: str, after: str) -> None:
    """'a peon of the mover on its last rank becomes a zombie'"""
    other = "b" if side == "w" else "w"
    assert board(before, side).play(move) == board(after, other)


def test_a_fresh_zombie_by_promotion_infects_nobody_this_turn_but_in_the_next() -> None:
    """'after contagion (so it infects nobody this turn)'"""
    position = board("k.n...K.\n...P....").play("d7-d8")
    assert position == board("k.nZ..K.", "b")
    assert position.play("a8-a7").play("g8-g7") == board("..ZZ....\nk.....K.", "b")


def test_a_peon_flung_onto_its_last_rank_promotes() -> None:
    """'a flung peon landing there too'"""
    assert cell(fling("P").play("b2^c3-h8"), "h8") == "Z"
    assert cell(fling("P").play("b2^c3-g7"), "g7") == "P"


def test_a_peon_flung_onto_an_enemy_on_the_last_rank_is_gone() -> None:
    """'On an enemy: both vanish.'"""
    assert cell(fling("P", "h8r").play("b2^c3-h8"), "h8") == "."


def test_a_peon_flung_backwards_stays_a_peon_and_steps_as_usual() -> None:
    """'A peon flung backwards, even to its own first rank, stays a peon and steps as usual.'"""
    before = "k......K\n" + "........\n" * 3 + "...P....\n...F....\n........\n........"
    position = board(before)
    assert {"d4^d3-d2", "d4^d3-d1"} <= set(flings(position))
    after = position.play("d4^d3-d1").play("a8-a7")
    assert cell(after, "d1") == "P"
    assert reach(after, "d1") == {"d2"}


def test_the_opponents_peons_do_not_promote_on_my_turn() -> None:
    """'a peon of the mover'"""
    position = board("k.....K.\n" + "........\n" * 6 + "...p....")
    assert cell(position.play("g8-g7"), "d1") == "p"


# End of the game


def test_a_captured_king_ends_the_game() -> None:
    """'the king is captured. Own king lost = loss'"""
    after = board("k..R...K").play("d8-a8")
    assert str(after) == "R6K/8/8/8/8/8/8/8 b ended"
    assert after.moves() == ()
    assert winners(after) == (0,)
    with pytest.raises(IllegalMove, match="the game is over"):
        after.play("h8-h7")


def test_there_is_no_check() -> None:
    """'No check, checkmate or stalemate': a king may stay under attack and step into it."""
    position = board("k..R...K\n..Q.....", "b")
    assert reach(position, "a8") == {"a7", "b7", "b8"}
    assert winners(position) is None


WALL = """
    PP......
    PP......
    PP......
    PP......
    PP......
    PP......
    PP......
    KP..k...
"""


def test_a_side_without_a_legal_move_loses() -> None:
    """'A side without any legal move loses'"""
    after = board(WALL, "b").play("e1-e2")
    assert after.moves() == ()
    assert after.outcome() == Outcome((0, 1), "White cannot move")
    assert str(after).endswith(" w ended")


def test_a_fling_alone_is_a_legal_move() -> None:
    """'A side without any legal move loses': here only flings are left."""
    shut_in = """
        PPP.....
        PFP.....
        PPP.....
        PP......
        PP......
        PP......
        PP......
        KP..k...
    """
    position = board(shut_in)
    assert winners(position) is None
    assert position.moves()
    assert list(position.moves()) == flings(position)


def test_a_shot_alone_is_a_legal_move() -> None:
    """'A side without any legal move loses': here only shots are left."""
    shut_in = """
        PPP.....
        PCP.....
        PPP.....
        PP......
        PP......
        PP......
        PP......
        KP..k...
    """
    position = board(shut_in)
    assert winners(position) is None
    assert position.moves() == ("b7*c8", "b7*c6", "b7*a6", "b7*a8")


def test_repetition_does_not_end_the_game() -> None:
    """'No repetition or 50-move rule'"""
    position = board("k......K")
    for _ in range(60):
        for move in ("h8-h7", "a8-a7", "h7-h8", "a7-a8"):
            position = position.play(move)
    assert winners(position) is None


# Texts


def test_moves_are_listed_by_their_first_square_and_within_it_in_a_fixed_order() -> None:
    position = board(
        """
        k......K
        .p.n....
        .PC.....
        .QF.....
        """
    )
    assert position.moves() == tuple(
        (
            "h8-h7 h8-g7 h8-g8 "  # board order of first squares: h8, then b6, c6, b5, c5
            "b6^c5-d4 b6^c5-e3 b6^c5-f2 b6^c5-g1 "
            "c6-c7 c6-d6 c6*d7 c6*b5 c6*b7 c6^c5-c4 c6^c5-c3 c6^c5-c2 c6^c5-c1 "
            "b5-c4 b5-d3 b5-e2 b5-f1 b5-b4 b5-b3 b5-b2 b5-b1 b5-a4 b5-a5 b5-a6 "
            "b5^c5-d5 b5^c5-e5 b5^c5-f5 b5^c5-g5 b5^c5-h5 "
            "c5-d6 c5-d5 c5-d4 c5-c4 c5-b4"
        ).split()
    )


def test_a_cannon_beside_its_flinger_may_fire_at_it_or_be_flung_over_it() -> None:
    """The squares of the shot `c1*d2` begin those of the fling `c1^d2-e3`; the marks tell them apart."""
    position = board("k......K\n........\n........\n........\n........\n........\n...F....\n..C.....")
    assert shots(position) == ["c1*d2"]
    assert {"c1^d2-e3", "c1^d2-h6"} <= set(flings(position))
    assert cell(position.play("c1*d2"), "d2") == "."
    assert position.targets(("c1", "d2")) == ("e3", "f4", "g5", "h6")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("e4-e5", "e4 is empty"),
        ("e7-e6", "e7 holds the opponent's z"),
        ("e1-e2", "e2 holds a friend"),
        ("e2-e4", "Z on e2 cannot go to e4"),
        ("d1*e2", "the shots of Q on d1 are none"),
        ("c1*d3", r"the shots of C on c1 are c1\*d2 c1\*b2"),
        ("a2^a1-a0", "expected a step like e2-e3, a shot like"),
        ("b2^a1-c3", "c3 is not in line behind the flinger on a1"),
        ("b2^c1-d4", "c1 holds no flinger of White"),
        ("b2^a1-b1", "b1 holds a friend"),
        ("e2", "expected a step"),
        ("e2-", "expected a step"),
        ("e2-e3-", "expected a step"),
        ("E2-E3", "expected a step"),
        ("e2/e3", "expected a step"),
        ("b2^a1", "expected a step"),
        ("", "expected a step"),
    ],
)
def test_an_illegal_move_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        Chezz.start().play(move)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("k6K/8/8/8/8/8/8 w", "8 rows joined by '/'"),
        ("k6K/8/8/8/8/8/8/7x w", "row 8: expected pieces from KQRBNPZCFkqrbnpzcf and numbers, found 'x'"),
        ("k6K/8/8/8/8/8/8/8 x", "side to move: expected w or b, found 'x'"),
        ("k6K/8/8/8/8/8/8/8", "position: expected ROWS w|b"),
        ("k6K/8/8/8/8/8/8/K7 w", "rows: expected at most one king of White"),
        ("k6K/8/8/8/8/8/8/k7 w", "rows: expected at most one king of Black"),
        ("k6K/8/8/8/8/8/8/8 w ended", "position: expected no word 'ended' while there are kings and moves"),
        ("k6K/8/8/8/8/8/8/8 w ended ended", "options: expected key=value"),
        ("k7/8/8/8/8/8/8/8 w promotion=Q ended", "options: expected key=value"),
        ("k6K/8/8/8/8/8/8/8 w depth=3", "options: expected key=value"),
    ],
)
def test_a_bad_text_says_where_and_what(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Chezz.read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("k7/8/8/8/8/8/8/8 w", (1,)),
        ("k7/8/8/8/8/8/8/8 b", (1,)),
        ("7K/8/8/8/8/8/8/8 w", (0,)),
        ("8/8/8/8/8/8/8/8 w", (0, 1)),
        (f"{drawn(WALL)} w", (1,)),
    ],
)
def test_a_finished_game_is_known_without_the_word_ended(text: str, winner: tuple[int, ...]) -> None:
    position = Chezz.read(text)
    assert str(position) == f"{text} ended"
    assert position == Chezz.read(f"{text} ended")
    assert winners(position) == winner


def test_the_standing_counts_material_without_kings() -> None:
    assert board("kqrbnpzc\nfQ.PZ..K").standing() == (9 + 1 + 3, 9 + 5 + 3 + 3 + 1 + 3 + 3 + 3)


# Known facts

PERFT = (14, 196, 3297, 55473, 1126289, 22825534)


@pytest.mark.parametrize(
    "depth", [1, 2, 3, 4, *(pytest.param(depth, marks=pytest.mark.nightly) for depth in (5, 6))]
)
def test_perft_from_the_start(depth: int) -> None:
    """'perft from the start, moves counted, no children once a king is gone'"""
    assert perft(Chezz.start(), depth) == PERFT[depth - 1]


def given_positions(data: Path) -> list[tuple[Chezz, set[str]]]:
    """Read the given positions, each with the boards that one move leads to."""
    with gzip.open(data / "chezz" / "positions.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(Chezz.read(row["fen"]), set(row["successors"])) for row in rows]


def test_the_given_positions_have_just_the_given_successors(data: Path) -> None:
    """'positions with the full set of their successor boards'"""
    positions = given_positions(data)
    assert len(positions) == 205
    for position, successors in positions:
        reached = {str(position.play(move)).split()[0] for move in position.moves()}
        assert reached == successors, str(position)
