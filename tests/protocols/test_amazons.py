"""The Amazons format: the board file, the arguments, and boards explained by legal turns."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games import IllegalMove
from ludus.games.amazons import Amazons
from ludus.protocols import amazons
from ludus.protocols.amazons_file import BadState, read_state, write_state
from ludus.protocols.base import BadReply, BadRequest
from ludus.turn import Reply, Request, Turn

BEFORE = """
3 4
001 110 200 000
000 300 020 000
030 000 000 002
ann 1 0
bob 2 5
"""


def state_text(drawing: str) -> bytes:
    return drawing.strip().encode() + b"\n"


def turn(drawing: str = BEFORE, name: str = "ann", amazons_each: int = 0) -> Turn:
    return Turn(amazons.make_own_turn(read_state(state_text(drawing)), name, amazons_each))


def heard(drawing: str, given_turn: Turn | None = None) -> tuple[str, ...]:
    return amazons.read_reply(given_turn or turn(), Reply(files={"board.txt": state_text(drawing)}))


def test_the_referee_hands_on_the_state_and_names_the_phase() -> None:
    asked = amazons.write_request(turn())
    assert asked.arguments == ("phase=movement", "board.txt", "board.txt")
    assert asked.files == {"board.txt": state_text(BEFORE)}
    placing = amazons.write_request(
        Turn(Amazons.start(size="2x2", players=["ann", "bob"], amazons=1, board="000,000/100,000"))
    )
    assert placing.arguments == ("phase=placement", "amazons=1", "board.txt", "board.txt")
    assert placing.files == {"board.txt": b"2 2\n000 000\n100 000\n"}, (
        "nobody has a row before the first turn"
    )


def test_a_player_finds_itself_by_its_name_and_adds_its_row() -> None:
    """'Own row missing in placement: append it with ID max+1 and score 0.'"""
    position = amazons.make_own_turn(read_state(b"1 3\n000 001 000\nann 1 0\n"), "bob", 1)
    assert [(row.name, row.digit, row.score) for row in position.players] == [
        ("ann", "1", 0),
        ("bob", "2", 0),
    ]
    assert position.seat_name(position.to_move) == "bob"


def test_a_ninth_player_finds_no_place() -> None:
    rows = "".join(f"p{number} {number} 0\n" for number in range(1, 9))
    with pytest.raises(BadState, match="at most eight players") as caught:
        amazons.make_own_turn(read_state(f"1 2\n000 000\n{rows}".encode()), "late", 1)
    assert caught.value.line == 11


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "phase=placement amazons=N IN OUT"),
        (("phase=movement", "board.txt"), "phase=movement IN OUT"),
        (("phase=placement", "board.txt", "board.txt"), "amazons=N with N above 0, found ''"),
        (("phase=placement", "amazons=0", "board.txt", "board.txt"), "found '0'"),
        (("phase=movement", "other.txt", "other.txt"), "other.txt: expected a board file"),
    ],
)
def test_wrong_arguments_are_named(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(BadRequest, match=complaint):
        amazons.read_request(Request(arguments=arguments, files={"board.txt": state_text(BEFORE)}), "ann")


def test_a_step_with_an_arrow_is_heard() -> None:
    after = BEFORE.replace("001 110 200 000", "009 110 200 000").replace("000 300 020", "001 300 020")
    assert heard(after) == ("a1-a2/a1",)


def test_treasure_must_be_collected_to_the_point() -> None:
    after = BEFORE.replace("001 110 200 000\n000 300 020 000", "009 110 200 000\n000 001 020 000")
    assert heard(after.replace("ann 1 0", "ann 1 3")) == ("a1-b2/a1",)
    for wrong in ("ann 1 0", "ann 1 4"):
        with pytest.raises(
            IllegalMove, match="no legal turn does this: the amazon left a1, reached b2, hit a1"
        ):
            heard(after.replace("ann 1 0", wrong))


def test_a_horse_chain_is_heard_as_its_steps() -> None:
    after = """
    3 4
    000 000 001 000
    009 009 020 000
    030 000 000 002
    ann 1 3
    bob 2 5
    """.replace("    ", "")
    first, second = heard(after)
    assert first.startswith("a1-b1/")
    assert second.startswith("b1-c1/")


def test_a_field_that_was_hit_may_keep_its_digits() -> None:
    """'The referee accepts `009` and unchanged digits before the `9` on a field hit by an arrow.'"""
    moved = BEFORE.replace("001 110", "000 110").replace("000 300 020", "001 {} 020")
    for written in ("009", "309"):
        assert heard(moved.format(written)) == ("a1-a2/b2",)
    with pytest.raises(IllegalMove, match="b2 was 300 and hit, so expected 009, found 209"):
        heard(moved.format("209"))


def test_an_exit_code_of_1_is_a_pass() -> None:
    assert amazons.read_reply(turn(), Reply(exit_code=1)) == ()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("3 4\n", "3 3\n"), "board.txt line 2, field 4: expected 3 fields"),
        (("ann 1 0\n", ""), "board.txt line 2, field 1: expected a row for each player"),
    ],
)
def test_a_malformed_board_is_a_bad_reply(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(BadReply, match=complaint):
        heard(BEFORE.replace(*change))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ([], "nothing has moved"),
        ([("bob 2 5", "bob 2 6")], "the score of 'bob' must stay 5, found 6"),
        (
            [("ann 1 0\nbob 2 5", "bob 2 5\nann 1 0")],
            "player row 1 must be 'ann' with ID 1, found 'bob' with ID 2",
        ),
        ([("bob 2 5\n", "bob 2 5\neve 3 0\n")], "expected 2 player rows, found 3"),
        ([("000 000 002", "000 002 000")], "c3 was 000, which no turn makes 002"),
        ([("200 000", "500 000")], "c1 was 200, which no turn makes 500"),
        ([("200 000", "000 000")], "c1 was 200, which no turn makes 000"),
        ([("001 110", "001 000")], "nothing has moved"),
        ([("001 110", "000 110"), ("000 300", "001 300")], "left a1, reached a2, hit nothing"),
        ([("001 110", "000 110"), ("030 000 000", "030 001 009")], "reached b3, hit c3"),
        (
            [("001 110", "009 110"), ("000 300", "001 300"), ("020 000", "020 001")],
            "more than one amazon has moved",
        ),
        (
            [
                ("3 4\n", "4 3\n"),
                (
                    "001 110 200 000\n000 300 020 000\n030 000 000 002",
                    "001 110 200\n000 000 300\n020 000 030\n000 000 002",
                ),
            ],
            "the board must stay 3 x 4",
        ),
    ],
)
def test_an_unreachable_board_is_explained(changes: list[tuple[str, str]], complaint: str) -> None:
    after = BEFORE
    for change in changes:
        assert change[0] in after
        after = after.replace(*change, 1)
    with pytest.raises(IllegalMove, match=complaint):
        heard(after)


def test_a_placement_is_one_amazon_and_nothing_else() -> None:
    start = Turn(Amazons.start(size="1x4", players=["ann", "bob"], amazons=1, board="000,200,010,000"))
    assert heard("1 4\n000 001 010 000\nann 1 0", start) == ("b1",)
    for wrong, complaint in (
        ("1 4\n001 001 010 000\nann 1 0", "expected one amazon to be placed, found 2"),
        ("1 4\n000 001 010 000\nann 1 2", "nothing is collected in placement"),
        ("1 4\n000 001 010 009\nann 1 0", "d1 was 000 and must stay so, found 009"),
    ):
        with pytest.raises(IllegalMove, match=complaint):
            heard(wrong, start)


@pytest.mark.parametrize("seed", range(6))
def test_turns_on_boards_full_of_horses_are_explained(seed: int) -> None:
    """Chains of several steps, by random play on boards where four fields of ten hold a horse."""
    rng = random.Random(seed)
    size = "20x20" if seed % 2 else "7x8"
    position = Amazons.start(size=size, amazons=3, seed=seed, artifacts=(0.5, 0.4, 0.05, 0.05))
    longest = 0
    for _ in range(50):
        if position.outcome() is not None:
            break
        moves: list[str] = []
        following = position
        while not moves or following.bound is not None:
            moves.append(rng.choice(following.moves()))
            following = following.play(moves[-1])
        longest = max(longest, len(moves))
        found = position
        for move in amazons.read_reply(Turn(position), amazons.write_reply(Turn(position), moves)):
            found = found.play(move)
        assert found == following
        position = following
    assert longest > 1, "no horse carried an amazon on: take another seed"


REAL = write_state(read_state(state_text(BEFORE)))


@given(cut=st.integers(0, len(REAL)), patch=st.binary(max_size=6), keep=st.booleans())
def test_a_damaged_file_is_refused_or_read(cut: int, patch: bytes, keep: bool) -> None:
    damaged = REAL[:cut] + patch + REAL[cut + (0 if keep else len(patch)) :]
    request = Request(arguments=("phase=movement", "board.txt", "board.txt"), files={"board.txt": damaged})
    with contextlib.suppress(BadRequest):
        amazons.read_request(request, "ann")
    with contextlib.suppress(BadReply, IllegalMove):
        amazons.read_reply(turn(), Reply(files={"board.txt": damaged}))


@pytest.mark.parametrize(
    "first", ["60000 60000", "99999999999999999999 3", "0 3", "3", "3 3 3", "-1 3", "3\t3"]
)
def test_absurd_dimensions_are_refused_before_any_room_is_made(first: str) -> None:
    with pytest.raises(BadState, match="line 1") as caught:
        read_state(f"{first}\n000 000 000\n".encode())
    assert caught.value.cause == "dimensions"
