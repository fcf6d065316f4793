"""What every contest format promises; the tests know the formats by name alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludus.contests import CONTESTS
from ludus.games import GAMES
from ludus.turn import Clock, Turn

every_protocol = pytest.mark.parametrize("name", CONTESTS)
STARTS: dict[str, dict[str, object]] = {
    "amazons": {"size": "7x8", "players": ["ann", "bob", "eve"], "amazons": 2, "seed": 3}
}


def turns(name: str, seed: int) -> Iterator[tuple[Turn, tuple[str, ...]]]:
    """Play a random game and yield each turn that a contest program would be given, with its moves."""
    rng = random.Random(seed)
    turn = Turn(GAMES[name].start(**STARTS.get(name, {})), clock=Clock(0, 60))
    for number in range(80):
        if turn.position.outcome() is not None:
            return
        asked = turn
        moves: list[str] = []
        # A horse in Amazons gives the same seat several moves in one turn.
        while turn.position.outcome() is None and (not moves or "+" in str(turn.position).rsplit(" ", 1)[-1]):
            moves.append(rng.choice(turn.position.moves()))
            turn = turn.after(moves[-1])
        yield asked, tuple(moves)
        turn = turn.with_clock(Clock(round(number * 0.123, 3), 60))


@every_protocol
@pytest.mark.parametrize("seed", range(3))
def test_a_turn_asked_is_the_turn_understood(name: str, seed: int) -> None:
    protocol = CONTESTS[name].format
    for turn, _ in turns(name, seed):
        own_name = turn.position.seat_name(turn.position.to_move)
        assert protocol.read_request(protocol.write_request(turn), own_name) == protocol.as_transmitted(turn)


@every_protocol
@pytest.mark.parametrize("seed", range(3))
def test_an_answer_heard_reaches_the_position_that_was_meant(name: str, seed: int) -> None:
    protocol = CONTESTS[name].format
    for turn, moves in turns(name, seed):
        meant = heard = turn.position
        for move in moves:
            meant = meant.play(move)
        for move in protocol.read_reply(turn, protocol.write_reply(turn, moves)):
            heard = heard.play(move)
        assert heard == meant
