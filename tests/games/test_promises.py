"""The promises of `ludus.games.promises`, tried on every game; and what made-up texts add to them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games import BadPosition, IllegalMove
from ludus.games.base import perft
from ludus.games.promise_runner import Finding, Sample, play_games, try_promise
from ludus.games.promises import PROMISES, Promise, check_any_text
from tests.games.every_game import EVERY_GAME

every_game = pytest.mark.parametrize("name", EVERY_GAME)


@cache
def sample_of(name: str) -> Sample:
    """Play three random games, once for all tests."""
    sample = Sample(seed=1)
    assert play_games(EVERY_GAME[name].start, 3, sample) == Finding(
        "random games can be played, each to its end or to move 300"
    )
    return sample


@every_game
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.words)
def test_every_game_keeps_its_promises(promise: Promise, name: str) -> None:
    assert try_promise(promise, sample_of(name)) == Finding(promise.words)


@every_game
def test_perft_counts_the_leaves_of_the_tree(name: str) -> None:
    positions = [visited.position for visited in reversed(sample_of(name).take(7))]
    position = next(p for p in positions if p.moves() and len(p.moves()) < 400)
    assert perft(position, 0) == 1
    assert perft(position, 2) == sum(len(position.play(move).moves()) for move in position.moves())


@every_game
@given(text=st.text(max_size=80))
def test_garbage_is_never_a_position_or_a_move(name: str, text: str) -> None:
    game = EVERY_GAME[name]
    with pytest.raises(BadPosition) as caught:
        game.read(text)
    assert "\n" not in str(caught.value)
    start = game.start()
    if text not in start.moves():
        with pytest.raises(IllegalMove):
            start.play(text)


@every_game
@given(data=st.data())
def test_a_damaged_text_is_refused_or_is_another_position(name: str, data: st.DataObject) -> None:
    text = str(data.draw(st.sampled_from(sample_of(name).take(7))).position)
    cut = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 4))
    patch = data.draw(st.text(alphabet=text + "0123456789+-=:;,/ wbWBKkz.é\n\x00", max_size=4))
    check_any_text(EVERY_GAME[name], text[:cut] + patch + text[cut + length :])
