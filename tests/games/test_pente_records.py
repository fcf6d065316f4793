"""Pente against what is known from elsewhere: counts, the contest's sample, plain coordinates, people's games."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from pathlib import Path

import pytest

from ludus.games.base import perft
from ludus.games.grid import write_rows
from ludus.games.pente import COLUMNS, Pente


@pytest.mark.parametrize(("depth", "count"), [(1, 1), (2, 360), (3, 17_232), (4, 6_169_056)])
def test_perft_from_the_start(depth: int, count: int) -> None:
    """'perft from the start (option at-most-3): 1, 360, 17 232, 6 169 056.'"""
    assert perft(Pente.start(), depth) == count


def test_the_contests_sample_can_be_reached_and_answered() -> None:
    """'White 10K 10N 12K, Black 11L 10M, Black to move, 0,0; blocking at 9N is the natural answer'"""
    sample = Pente.start()
    for move in ("10K", "11L", "10N", "10M", "12K"):
        sample = sample.play(move)
    assert str(sample) == f"{'19/' * 7}9w9/10b8/9w1bw6/{'19/' * 8}19 0,0 b"
    assert "9N" in sample.moves()


Cells = dict[tuple[int, int], str]


def cells_of(position: Pente) -> Cells:
    """Give each cell by row and column from the top left."""
    return {(row, col): cell for row, line in enumerate(position.rows()) for col, cell in enumerate(line)}


def crowded(rng: random.Random) -> Pente:
    """Draw lots for a board that is nearly half full and not decided yet."""
    while True:
        cells = "".join(rng.choices(".wb", (6, 2, 2), k=361))
        position = Pente.read(f"{write_rows(cells, 19)} 0,0 {rng.choice('wb')}")
        if position.outcome() is None:
            return position


def told_plainly(cells: Cells, placed: tuple[int, int]) -> tuple[set[tuple[int, int]], bool]:
    """Walk the eight rays from a new stone: what does it capture, and does it make five?"""
    own = cells[placed]
    enemy = "b" if own == "w" else "w"
    captured: set[tuple[int, int]] = set()
    runs = {}
    for down, right in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]:
        ray = [(placed[0] + down * far, placed[1] + right * far) for far in range(1, 19)]
        letters = "".join(cells.get(cell, "/") for cell in ray)
        if letters.startswith(enemy + enemy + own):
            captured.update(ray[:2])
        runs[down, right] = len(letters) - len(letters.lstrip(own))
    return captured, any(run + runs[-down, -right] >= 4 for (down, right), run in runs.items())


@pytest.mark.parametrize("seed", range(10))
def test_every_move_on_a_crowded_board_agrees_with_plain_coordinates(seed: int) -> None:
    """Rules 4 and 5 told a second time, with rows and columns in place of our edges."""
    position = crowded(random.Random(seed))
    before = cells_of(position)
    for move in position.moves():
        placed = 19 - int(move[:-1]), COLUMNS.index(move[-1])
        expected = before | {placed: "wb"[position.to_move]}
        captured, five = told_plainly(expected, placed)
        expected |= dict.fromkeys(captured, ".")
        after = position.play(move)
        outcome = after.outcome()
        assert cells_of(after) == expected, move
        assert after.captured[position.to_move] == len(captured), move
        assert (outcome is not None) == (five or len(captured) >= 10), move
        assert Pente.read(str(after)) == after


@pytest.fixture(scope="module")
def played(data: Path) -> list[tuple[str, Pente]]:
    """Replay the archive; give each game's result with its last position."""
    games = []
    with gzip.open(data / "pente" / "games.txt.gz", "rt", encoding="ascii") as lines:
        for line in lines:
            result, _, _, *moves = line.split()
            position = Pente.start(second_stone="free")
            for move in moves:
                # The archive writes the column first.
                position = position.play(move[1:] + move[0])
            games.append((result, position))
    return games


@pytest.mark.given_data
def test_peoples_games_replay_without_an_illegal_move(played: list[tuple[str, Pente]]) -> None:
    """'9,667 human games from a public archive replay without an illegal move (White wins 55.8 %).'

    A game that went on after its end by our rules would be refused too.
    """
    results = Counter(result for result, _ in played)
    assert results.total() == 9667
    assert f"{results['1-0'] / results.total():.1%}" == "55.8%"


@pytest.mark.given_data
def test_peoples_games_that_end_on_the_board_end_as_recorded(played: list[tuple[str, Pente]]) -> None:
    """The others were resigned or ran out of time: there the rules see no end."""
    endings = Counter(
        (result, outcome.winners, outcome.reason) if (outcome := position.outcome()) else "given up"
        for result, position in played
    )
    assert endings == {
        ("1-0", (0,), "five in a line"): 4289,
        ("0-1", (1,), "five in a line"): 3303,
        ("1-0", (0,), "ten stones captured"): 526,
        ("0-1", (1,), "ten stones captured"): 572,
        "given up": 977,
    }


@pytest.mark.given_data
def test_peoples_games_are_read_as_they_were_played(played: list[tuple[str, Pente]]) -> None:
    """The whole board shows the same end that the last move showed."""
    for _, position in played:
        assert Pente.read(str(position)) == position
