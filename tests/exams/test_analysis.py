"""The engine goes over games, and finds what went wrong in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from ludus.exams.analysis import BETTER, Analyst, Assessment, add_analysis, analyse
from ludus.games.base import Position
from ludus.records.record import Record
from ludus.records.record_json import read, write
from ludus.score import Score
from ludus.turn import Limits, Turn
from tests.arena.recording import record_moves
from tests.games.every_game import EVERY_GAME


@dataclass(frozen=True, slots=True)
class Planted:
    """A game with one blunder in it."""

    game: str
    position: str
    """Where it begins; empty for the usual start."""
    moves: str
    ply: int
    """The blunder."""
    better: tuple[str, ...]
    """How the better line may begin."""

    def record(self) -> Record:
        game = EVERY_GAME[self.game]
        return record_moves(game.read(self.position) if self.position else game.start(), self.moves)


BLUNDERS = (
    # White threatens an open four, and Black plays into the corner.
    Planted("pente", "", "10K 9L 10G 9H 10H 1A 10J 10F 10L", 6, ("10J", "10F", "10L")),
    # The queen goes where a rook takes her.
    Planted("chezz", "5r1k/6pp/8/8/8/8/PP6/K1Q5 w", "a2-a3 h7-h6 c1-f4 f8-f4", 3, ()),
    # A piece was taken, and could have been won back.
    Planted("checkers", "", "G6-F5 B3-C4 C6-D5 D3-E4 F5-D3 C4-B5 B7-C6", 6, ("C2-E4",)),
    # The only treasure is in reach, and the amazon walls herself in. Whatever is shot after taking it, the game is won.
    Planted(
        "amazons",
        "000,000,000,000,000/000,001,000,000,500/000,000,000,000,000/000,000,002,000,000/000,000,000,000,000"
        " ann:1:0;bob:2:0 movement 1",
        "b2-a1/b1 c4-e2/b2",
        1,
        ("b2-e2/",),
    ),
    # Three in a column are not stopped.
    Planted("connect-four", "", "d1 a1 d2 b1 d3 a2 d4", 6, ("d4",)),
)


def go_over(record: Record, limits: Limits | None = None) -> list[Assessment]:
    return list(analyse(record, EVERY_GAME, Analyst(limits)))


@pytest.mark.parametrize("planted", BLUNDERS, ids=lambda planted: planted.game)
def test_a_planted_blunder_is_found_with_the_better_move(planted: Planted) -> None:
    found = go_over(planted.record())
    assert [each.ply for each in found] == list(range(1, len(found) + 1))
    worst = max(found, key=lambda each: each.lost)
    assert worst.ply == planted.ply
    assert worst.is_mistake
    assert not planted.better or worst.line[0].startswith(planted.better)
    assert worst.line[0] != worst.move


@pytest.mark.parametrize("planted", BLUNDERS, ids=lambda planted: planted.game)
def test_an_analysis_is_kept_in_the_record_and_read_again(planted: Planted) -> None:
    found = go_over(planted.record(), Limits(nodes=300))
    kept = add_analysis(planted.record(), found, "somebody")
    assert read(write(kept)) == kept
    assert kept.analysis is not None
    assert [each and each.score for each in kept.analysis.evaluations] == [
        each.thought.score for each in found
    ]
    assert {variation.ply for variation in kept.variations} == {each.ply for each in found if each.is_mistake}
    assert add_analysis(kept, found, "somebody") == kept
    assert all(variation.note.startswith(BETTER) for variation in kept.variations)


def test_the_same_game_is_judged_the_same() -> None:
    record = BLUNDERS[0].record()
    one, other = (
        [(each.best, each.worth, each.line) for each in go_over(record, Limits(nodes=3000))] for _ in range(2)
    )
    assert one == other


def test_the_move_of_the_engine_loses_nothing() -> None:
    analyst = Analyst()
    turn = Turn(EVERY_GAME["checkers"].start())
    best = analyst.assess(turn, turn.position.moves()[0]).thought.move
    assert analyst.assess(turn, best).lost == 0


def test_a_win_that_was_thrown_away_is_the_whole_game() -> None:
    start = EVERY_GAME["connect-four"].start()
    record = record_moves(start, "d1 a1 d2 a2 d3 a3 e1 a4")
    missed = go_over(record)[6]
    assert (missed.best, missed.worth, missed.line) == (
        Score.end_in(1, is_won=True),
        Score.end_in(2, is_won=False),
        ("d4",),
    )
    assert missed.lost == 1


def play_on(start: Position, plies: int) -> str:
    """List moves from the middle of the list, which are neither clever nor always the same piece's."""
    moves: list[str] = []
    position = start
    for _ in range(plies):
        listed = position.moves()
        moves.append(listed[len(listed) // 2])
        position = position.play(moves[-1])
    return " ".join(moves)


@pytest.mark.parametrize("players", ["1", "3"])
def test_games_of_more_or_fewer_than_two_are_judged_too(players: str) -> None:
    start = EVERY_GAME["amazons"].start(players=players, size="8x8", amazons="1")
    found = go_over(record_moves(start, play_on(start, 9)), Limits(nodes=2000))
    assert [each.seat for each in found][:3] == ([0, 1, 2] if players == "3" else [0, 0, 0])
    assert all(0 <= each.lost <= 1 for each in found)


def test_a_game_of_three_that_no_kernel_knows_is_judged_by_what_the_seats_have() -> None:
    start = EVERY_GAME["amazons"].start(players="3", size="3x121", amazons="1")
    found = go_over(record_moves(start, play_on(start, 3)), Limits(nodes=20))
    assert [(each.seat, each.is_bound) for each in found] == [(0, False), (1, False), (2, False)]


def test_a_board_that_no_kernel_knows_is_searched_in_python() -> None:
    start = EVERY_GAME["chezz"].start(promotion="Q")
    analyst = Analyst(Limits(nodes=50))
    assert "search in Python" in analyst.describe(start)
    assert analyst.assess(Turn(start), "d2-d3").thought.nodes <= 50


def test_a_game_without_moves_has_nothing_to_judge() -> None:
    record = replace(BLUNDERS[0].record(), moves=(), seconds=())
    assert go_over(record) == []


def test_an_only_move_is_told_and_looked_at_further_than_play_would() -> None:
    analyst = Analyst(Limits(nodes=2000))
    only = analyst.assess(Turn(EVERY_GAME["checkers"].read("1B6/W7/8/8/8/8/1W3W2/4W3 b")), "B1-C2")
    assert only.is_only
    assert only.thought.depth > 2
    assert not analyst.assess(Turn(EVERY_GAME["checkers"].start()), "A6-B5").is_only
