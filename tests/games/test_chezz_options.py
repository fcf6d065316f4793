"""The rules of Chezz that its contest may change, each both ways, and their texts."""

from __future__ import annotations

import copy
import pickle

import pytest

from ludus.errors import BadOption
from ludus.games import BadPosition, IllegalMove, Outcome
from ludus.games.chezz import Chezz
from ludus.games.chezz_rules import KINDS, STANDARD, Rules
from tests.games.drawing import drawn
from tests.games.every_game import random_game


def board(drawing: str, side: str = "w", options: str = "") -> Chezz:
    """Read a drawn board, rank 8 on top."""
    return Chezz.read(f"{drawn(drawing)} {side} {options}")


def flung(position: Chezz) -> set[str]:
    """The squares of the pieces that can be flung."""
    return {move[:2] for move in position.moves() if "^" in move}


# contagion_chains

CHAIN = """
    k......K
    ........
    ..prz...
    .Z.n....
"""


def test_by_default_fresh_zombies_do_not_infect() -> None:
    """'one simultaneous pass, fresh zombies do not infect (option)'; `contagion_chains=False`"""
    after = """
        k......K
        ........
        .ZZrz...
        ...n....
    """
    assert board(CHAIN).play("b5-b6") == board(after, "b")


def test_contagion_chains_on_through_fresh_zombies() -> None:
    """'fresh zombies do not infect (option)': with it they do; kings and zombies stay immune."""
    after = """
        k......K
        ........
        .ZZZz...
        ...Z....
    """
    option = "contagion_chains=true"
    assert board(CHAIN, "w", option).play("b5-b6") == board(after, "b", option)


def test_a_promoted_peon_infects_nobody_even_in_a_chain() -> None:
    """'after contagion (so it infects nobody this turn)'"""
    option = "contagion_chains=true"
    assert board("k.nr..K.\n....P...", "w", option).play("e7-e8") == board("k.nrZ.K.", "b", option)


# flung_peon_promotes

FLUNG_PEON = """
    k......K
    ........
    ....F...
    ...P....
"""


def test_by_default_a_flung_peon_promotes() -> None:
    """'a flung peon landing there too (option)'; `flung_peon_promotes=True`"""
    assert board(FLUNG_PEON).play("d5^e6-g8") == board("k.....ZK\n........\n....F...", "b")


def test_a_flung_peon_may_stay_a_peon() -> None:
    """'a flung peon landing there too (option)': without it the peon stays one and cannot step any more."""
    option = "flung_peon_promotes=false"
    after = board(FLUNG_PEON, "w", option).play("d5^e6-g8")
    assert after == board("k.....PK\n........\n....F...", "b", option)
    later = after.play("a8-a7").play("e6-e5")
    assert later == board("......PK\nk.......\n........\n....F...", "b", option)
    assert not any(move.startswith("g8-") for move in later.play("a7-a8").moves())


@pytest.mark.parametrize(
    ("before", "move"), [("k......K\n..P.....", "c7-c8"), ("k.n....K\n.P......", "b7-c8")]
)
def test_a_peon_that_walks_promotes_all_the_same(before: str, move: str) -> None:
    """'a peon of the mover on its last rank becomes a zombie'"""
    option = "flung_peon_promotes=false"
    assert board(before, "w", option).play(move) == board("k.Z....K", "b", option)


def test_only_the_peon_that_walked_promotes_then() -> None:
    """'a flung peon landing there too (option)': without it, one that already stands there stays a peon."""
    option = "flung_peon_promotes=false"
    assert board("k....P.K\n..P.....", "w", option).play("c7-c8") == board("k.Z..P.K", "b", option)
    assert board("k....P.K\n........\n..P.....", "w", option).play("c6-c7") == board(
        "k....P.K\n..P.....", "b", option
    )
    assert board("k....P.K\n..P.....").play("c7-c8") == board("k.Z..Z.K", "b")


# no_move

WALL = "PP......\n" * 7 + "KP..k..."


def test_by_default_who_cannot_move_loses() -> None:
    """'A side without any legal move loses (option).' `no_move="loss"`"""
    assert board(WALL).outcome() == Outcome.win(1, "White cannot move")


def test_who_cannot_move_may_share_the_point() -> None:
    """'A side without any legal move loses (option).'"""
    position = board(WALL, "b", "no_move=draw").play("e1-e2")
    assert position.outcome() == Outcome.draw("White cannot move")
    assert str(position).endswith(" w ended no_move=draw")


def test_a_lost_king_is_no_draw_for_want_of_moves() -> None:
    """'Own king lost = loss'"""
    assert board("k.......", "w", "no_move=draw").outcome() == Outcome.win(1, "White has lost the king")


# fling_king, flingable

CROWD = """
    k.......
    ........
    ........
    ..QRB...
    ..NFK...
    ..ZCP...
"""
AROUND = {"Q": "c5", "R": "d5", "B": "e5", "N": "c4", "K": "e4", "Z": "c3", "C": "d3", "P": "e3"}


def test_by_default_every_kind_may_be_flung() -> None:
    """'any kind: king, flinger and zombie too'; `fling_king=True`"""
    assert flung(board(CROWD)) == set(AROUND.values())


def test_the_king_may_be_kept_from_flying() -> None:
    """`fling_king`"""
    position = board(CROWD, "w", "fling_king=false")
    assert flung(position) == set(AROUND.values()) - {"e4"}
    with pytest.raises(IllegalMove, match="K may not be flung"):
        position.play("e4^d4-b4")


@pytest.mark.parametrize("kind", AROUND)
def test_each_kind_may_be_kept_from_flying(kind: str) -> None:
    """'plus which kinds may be flung'"""
    others = KINDS.replace(kind, "")
    assert flung(board(CROWD, "w", f"flingable={others}")) == set(AROUND.values()) - {AROUND[kind]}
    assert flung(board(CROWD, "w", f"flingable={kind}")) == {AROUND[kind]}


def test_flingers_may_be_kept_from_flinging_each_other() -> None:
    """'plus which kinds may be flung'"""
    two = "k......K\n........\n..FF...."
    assert flung(board(two)) == {"c6", "d6"}
    assert flung(board(two, "w", "flingable=KQRBNPZC")) == set()


def test_nothing_may_be_flung_at_all() -> None:
    """'plus which kinds may be flung': possibly none."""
    assert flung(board(CROWD, "w", "flingable=")) == set()


def test_an_enemy_that_could_be_flung_is_no_move() -> None:
    """'flings a friendly piece': only an enemy knight stands ready here, so White cannot move."""
    position = board("nPP.....\nPFP.....\nPPP.....\n" + "PP......\n" * 4 + "KP..k...", "w", "flingable=N")
    assert position.outcome() == Outcome.win(1, "White cannot move")


def test_black_obeys_the_same_options() -> None:
    crowd = CROWD.swapcase()
    assert flung(board(crowd, "b", "fling_king=false flingable=KQ")) == {"c5"}


# immune


@pytest.mark.parametrize("kind", "QRBNPCF")
def test_any_kind_may_be_made_immune(kind: str) -> None:
    """'Kings and zombies are immune'; 'which kinds are immune'"""
    drawing = f"k......K\n........\n..{kind.lower()}.....\n.Z......"
    assert board(drawing).play("b5-b6").rows()[2][2] == "Z"
    assert board(drawing, "w", f"immune=KZ{kind}").play("b5-b6").rows()[2][2] == kind.lower()


def test_a_king_without_immunity_becomes_a_zombie_and_is_lost() -> None:
    """'which kinds are immune': a king that fell ill is gone, so its side has lost."""
    drawing = "k......K\n.Z......"
    assert board(drawing).play("b7-b8").outcome() is None
    after = board(drawing, "w", "immune=Z").play("b7-b8")
    assert str(after) == "ZZ5K/8/8/8/8/8/8/8 b ended immune=Z"
    assert after.outcome() == Outcome.win(0, "Black has lost the king")


def test_the_movers_own_king_is_safe_from_its_zombies() -> None:
    """'every enemy piece'"""
    assert board("k.....ZK", "w", "immune=").play("g8-g7").outcome() is None


def test_a_zombie_without_immunity_changes_sides() -> None:
    """'which kinds are immune'"""
    drawing = "k......K\n........\n..zz....\n.Z......"
    after = "k......K\n........\n.Z{}z...."
    assert board(drawing).play("b5-b6") == board(after.replace("{}", "z"), "b")
    assert board(drawing, "w", "immune=K").play("b5-b6") == board(after.replace("{}", "Z"), "b", "immune=K")


def test_with_everybody_immune_there_is_no_contagion() -> None:
    """'which kinds are immune'"""
    option = f"immune={KINDS}"
    assert board("k......K\n.pr.....\n.Z......", "w", option).play("b6-a6") == board(
        "k......K\n.pr.....\nZ.......", "b", option
    )


# promotion


@pytest.mark.parametrize("kind", "QRBNZCF")
def test_a_peon_becomes_what_the_rules_say(kind: str) -> None:
    """'what a peon promotes to'"""
    white = board("k......K\n..P.....", "w", f"promotion={kind}").play("c7-c8")
    assert white.rows()[0][2] == kind
    low = "k......K\n" + "........\n" * 5 + "..p....."
    black = board(low, "b", f"promotion={kind}").play("c2-c1")
    assert black.rows()[7][2] == kind.lower()


# The texts of the options


def test_only_what_differs_from_the_default_is_written() -> None:
    assert str(Chezz.start(promotion="Z", no_move="loss")) == str(Chezz.start())
    assert str(Chezz.start(promotion="Q", fling_king=False)).endswith(" w fling_king=false promotion=Q")


def test_options_come_as_values_or_as_texts() -> None:
    values = Chezz.start(contagion_chains=True, flung_peon_promotes=False, fling_king=False)
    texts = Chezz.start(contagion_chains="true", flung_peon_promotes="false", fling_king="false")
    assert values == texts
    assert values.rules == Rules(contagion_chains=True, flung_peon_promotes=False, fling_king=False)


def test_sets_of_kinds_have_one_order_and_no_doubles() -> None:
    assert Chezz.start(immune="ZKKZ") == Chezz.start()
    assert str(Chezz.start(flingable="PPQ")).endswith(" flingable=QP")


def test_a_written_default_is_read_as_none() -> None:
    assert Chezz.read(f"{Chezz.start()} immune=ZK fling_king=true") == Chezz.start()


ODD = {
    "contagion_chains": "true",
    "flung_peon_promotes": "false",
    "no_move": "draw",
    "fling_king": "false",
    "flingable": "",
    "immune": "QF",
    "promotion": "N",
}


@pytest.mark.parametrize("option", ODD)
def test_every_option_lasts_through_a_game_and_its_texts(option: str) -> None:
    start = Chezz.start(**{option: ODD[option]})
    assert start.rules != STANDARD
    for position, move in random_game(start, seed=3):
        assert isinstance(position, Chezz)
        assert position.rules == start.rules
        assert f" {option}=" in str(position)
        assert Chezz.read(str(position)) == position
        assert (position.outcome() is None) == (move is not None)


def test_rules_are_a_frozen_value() -> None:
    rules = Rules(promotion="Q")
    assert rules == Rules(promotion="Q") != STANDARD
    assert hash(rules) == hash(Rules(promotion="Q"))
    assert copy.deepcopy(rules) == pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(AttributeError):
        rules.promotion = "R"  # type: ignore[misc]  # this is what is tested


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("contagion_chains", "yes", "contagion_chains: expected one of true, false, found 'yes'"),
        ("flung_peon_promotes", "True", "flung_peon_promotes: expected one of true, false, found 'True'"),
        ("fling_king", "", "fling_king: expected one of true, false, found ''"),
        ("no_move", "win", "no_move: expected one of loss, draw, found 'win'"),
        ("flingable", "KX", "flingable: expected letters from KQRBNPZCF, found 'KX'"),
        ("immune", "kz", "immune: expected letters from KQRBNPZCF, found 'kz'"),
        ("promotion", "K", "promotion: expected one of Q, R, B, N, Z, C, F, found 'K'"),
        ("promotion", "P", "promotion: expected one of Q, R, B, N, Z, C, F, found 'P'"),
        ("promotion", "QR", "promotion: expected one of Q, R, B, N, Z, C, F, found 'QR'"),
        ("promotion", "", "promotion: expected one of Q, R, B, N, Z, C, F, found ''"),
    ],
)
def test_a_bad_option_says_what_was_expected(option: str, value: str, complaint: str) -> None:
    with pytest.raises(BadOption) as caught:
        Chezz.start(**{option: value})
    assert str(caught.value) == complaint
    with pytest.raises(BadPosition) as also_caught:
        Chezz.read(f"{Chezz.start()} {option}={value}")
    assert complaint in str(also_caught.value)


def test_an_option_is_given_once() -> None:
    with pytest.raises(BadPosition, match="each key once"):
        Chezz.read(f"{Chezz.start()} promotion=Q promotion=Q")
