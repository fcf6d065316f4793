"""The Checkers format from the referee's side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games import IllegalMove
from ludus.games.checkers import Checkers
from ludus.protocols import checkers
from ludus.protocols.base import BadReply, BadRequest
from ludus.records.events import MOST_PLIES
from ludus.sandbox.allowance import STDOUT_LIMIT
from ludus.turn import Reply, Request, Turn

TURN = Turn(Checkers.start()).after("G6-F5")
GOOD = checkers.write_reply(TURN, ("B3-C4",)).stdout


def test_the_referee_asks_with_the_whole_game() -> None:
    assert checkers.write_request(TURN).stdin == b"G6-F5\nA\n"


def test_a_position_that_the_format_cannot_tell_is_refused() -> None:
    with pytest.raises(BadRequest, match="begin at the start"):
        checkers.write_request(Turn(Checkers.read("8/8/8/8/8/B1w5/1w6/2b5 b")))


@pytest.mark.parametrize(
    ("stdout", "complaint"),
    [
        (b"", "standard output line 1: expected 'BOARD SIZE: 8x8', found ''"),
        (GOOD.replace(b"8x8", b"9x9"), "line 1: expected 'BOARD SIZE: 8x8', found 'BOARD SIZE: 9x9'"),
        (
            GOOD.replace(b"*** ", b""),
            r"expected a line '\*\*\* WHITE ACTION #2: X-Y', found 'WHITE ACTION #2: B3-C4'",
        ),
        (GOOD[:-1], "line 64"),
        (GOOD + b"\n", "line 65"),
        (GOOD.replace(b"COST: 0", b"COST: 1"), "BOARD COST: 1"),
        (checkers.write_reply(TURN, ()).stdout, r"found ''"),
    ],
)
def test_a_wrong_transcript_is_pointed_at(stdout: bytes, complaint: str) -> None:
    with pytest.raises(BadReply, match=complaint):
        checkers.read_reply(TURN, Reply(stdout))


def test_a_crash_is_a_bad_reply() -> None:
    with pytest.raises(BadReply, match="exit code: expected 0, found 139"):
        checkers.read_reply(TURN, Reply(GOOD, exit_code=139))


def test_a_forbidden_action_is_an_illegal_move() -> None:
    with pytest.raises(IllegalMove, match="'B3-B4'"):
        checkers.read_reply(TURN, Reply(GOOD.replace(b"B3-C4", b"B3-B4")))


@given(cut=st.integers(0, len(GOOD)), patch=st.binary(max_size=6))
def test_a_damaged_transcript_is_refused_or_right(cut: int, patch: bytes) -> None:
    damaged = GOOD[:cut] + patch + GOOD[cut + len(patch) :]
    try:
        (move,) = checkers.read_reply(TURN, Reply(damaged))
    except (BadReply, IllegalMove):
        return
    assert damaged == checkers.write_reply(TURN, (move,)).stdout


def test_a_wrong_action_in_the_request_is_named() -> None:
    with pytest.raises(BadRequest, match=r"action 2, H3-H4: ERROR: Illegal action\."):
        checkers.read_request(Request(b"G6-F5\nH3-H4\nA\n"))


def test_what_follows_the_command_is_warned_of() -> None:
    warnings: list[str] = []
    checkers.read_request(Request(b"G6-F5\nhello"), warn=warnings.append)
    assert warnings == ["ignored after action 1: 'hello'"]


@given(stdin=st.binary(max_size=50))
def test_any_request_is_understood_or_refused(stdin: bytes) -> None:
    try:
        turn = checkers.read_request(Request(stdin))
    except BadRequest:
        return
    assert isinstance(turn.position, Checkers)


def test_the_longest_game_fits_into_what_is_kept_of_standard_output() -> None:
    """The transcript grows with the game, and an opponent may draw a game out."""
    start = Checkers.start()
    ply = len(checkers.write_action(10_000, "A6-B5", start, computed=True))
    assert len(checkers.write_opening(start)) + MOST_PLIES * ply < STDOUT_LIMIT
