"""Matches: fair pairings, the same games for any number of workers, and workers that die."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from ludus.arena.match import MatchSettings, Pairing, Result, play, round_robin
from ludus.arena.openings import START, BadSuite, Opening
from ludus.arena.replay import check
from ludus.arena.runner import Finished, InOrder, Listed, Moved, Scored, Started, Voided, play_schedule
from ludus.arena.summary import Ending, Summary
from ludus.arena.workers import make_local_pool
from ludus.contests import find_conduct
from ludus.contests.base import Conduct
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.games.foreign import BadGame
from ludus.players.baseline import First
from ludus.records.events import Played
from ludus.records.time_control import TimeControl
from ludus.seeds import derive_seed
from ludus.turn import Choice, Turn
from tests.arena.matches import events_of, games_of, participants, played
from tests.games.every_game import EXAMPLES
from tests.machines import MACHINE
from tests.tolerance import AGAINST_HANGING

CHECKERS = MatchSettings("checkers", ply_cap=40)
OPENINGS = [Opening.read("G6-F5"), Opening.read("C6-D5"), Opening.read("A6-B5 B3-A4")]


def schedule(
    games: int,
    players: tuple[str, ...] = ("random", "greedy"),
    settings: MatchSettings = CHECKERS,
    seed: int = 1,
) -> list[Pairing]:
    return games_of(settings, participants(*players), games, OPENINGS if settings is CHECKERS else [], seed)


# Who meets whom


def test_two_players_play_each_opening_both_ways() -> None:
    games = schedule(6)
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.block == second.block
        assert first.opening == second.opening
        assert (first.keys, second.keys) == (("random", "greedy"), ("greedy", "random"))
    assert {game.opening for game in games} == set(OPENINGS)


def test_openings_begin_again_when_all_were_played() -> None:
    games = schedule(12)
    assert [game.opening for game in games[:6]] == [game.opening for game in games[6:]]
    assert len({game.seed for game in games}) == 12


def test_another_seed_plays_the_openings_in_another_order() -> None:
    orders = {tuple(str(game.opening) for game in schedule(6, seed=seed)) for seed in range(20)}
    assert len(orders) > 3


def test_more_players_than_seats_meet_in_a_round_robin() -> None:
    games = schedule(12, ("a", "b", "c", "d"))
    assert Counter(game.keys for game in games) == Counter(
        (one, other) for one in "abcd" for other in "abcd" if one != other
    )
    assert len({game.opening for game in games}) == 1
    assert schedule(24, ("a", "b", "c", "d"))[12].opening != games[0].opening


def test_at_a_table_of_three_everyone_sits_everywhere() -> None:
    settings = MatchSettings("amazons", options=(("players", "3"), ("size", "6x6")))
    games = schedule(6, ("a", "b", "c"), settings)
    for block in (games[:3], games[3:]):
        for seat in range(3):
            assert {game.keys[seat] for game in block} == {"a", "b", "c"}
    # And in the next block everyone has another neighbour to the left.
    assert games[0].keys == ("a", "b", "c")
    assert games[3].keys == ("a", "c", "b")


def test_ids_tell_all_games_of_all_matches_apart() -> None:
    slower = MatchSettings("checkers", ply_cap=40, control=TimeControl.read("move=2"))
    matches = [schedule(6), schedule(6, seed=2), schedule(6, ("greedy", "random"))]
    matches.append(games_of(slower, participants("random", "greedy"), 6, OPENINGS))
    assert len({game.id for match in matches for game in match}) == 24


def test_a_longer_match_begins_like_the_shorter_one() -> None:
    assert schedule(20)[:6] == schedule(6)


def test_seeds_are_the_same_for_every_python() -> None:
    """Written down once; a change would make every recorded match unrepeatable."""
    assert derive_seed(1, "game", 0) == 73196884105217
    assert [game.seed for game in schedule(2)] == [derive_seed(1, "game", 0), derive_seed(1, "game", 1)]
    assert derive_seed("1", "game", 0) != derive_seed(1, "game", 0) != derive_seed(1, "game0")


@pytest.mark.parametrize("players", [(), ("random",)])
def test_a_seat_without_a_player_is_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(BadOption, match="expected two or more players for the 2 seats of checkers"):
        schedule(2, players)


def test_an_opening_that_does_not_fit_the_match_is_refused_before_it_begins() -> None:
    settings = MatchSettings("amazons", options=(("size", "4x4"),))
    with pytest.raises(ValueError, match="illegal move 'n14'"):
        next(round_robin(settings, participants("random", "random"), [Opening.read("a1 n14")], 1))
    with pytest.raises(BadSuite, match="size=6x6"):
        next(round_robin(settings, participants("random", "random"), [Opening.read("size=6x6 | a1")], 1))


# One game


def test_a_game_begins_after_its_opening_and_is_recorded() -> None:
    pairing = schedule(1)[0]
    result = play(pairing, MACHINE)
    record = result.record
    assert record.id == pairing.id
    assert record.start == str(pairing.opening.make_position(GAMES["checkers"]))
    assert record.opening == str(pairing.opening)
    assert tuple(seated.name for seated in record.players) == pairing.keys
    assert len(record.seeds) == 2
    assert sum(result.turns) == len(record.moves)
    assert sum(result.points) == 1
    check(record, GAMES)


def test_a_player_is_told_the_moves_of_the_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some contests tell the whole game so far."""
    seen: list[tuple[str, ...]] = []

    def choose(self: First, turn: Turn) -> Choice:
        seen.append(turn.moves)
        return Choice((turn.position.moves()[0],))

    monkeypatch.setattr(First, "choose", choose)
    settings = MatchSettings("checkers", ply_cap=2)
    opening = Opening(moves=("G6-F5", "B3-A4"))
    result = play(next(round_robin(settings, participants("first", "first"), (opening,), 0)), MACHINE)
    assert seen == [opening.moves, (*opening.moves, result.record.moves[0])]
    assert len(result.record.moves) == 2


def test_equal_players_in_both_seats_have_seeds_of_their_own() -> None:
    record = play(schedule(1, ("random", "random"))[0], MACHINE).record
    assert record.seeds[0] != record.seeds[1]


def test_misconduct_is_a_result_like_any_other() -> None:
    settings = MatchSettings("checkers", control=TimeControl.read("move=0.000000001"))
    result = play(schedule(1, settings=settings)[0], MACHINE)
    assert (result.record.verdict.kind, result.record.verdict.seat) == ("time", 0)
    assert result.points == (0, 1)


def test_pente_gives_a_draw_to_the_seat_with_more_time() -> None:
    settings = MatchSettings("pente", control=TimeControl.read("game=100"), ply_cap=6)
    result = play(schedule(1, ("random", "alphabeta:depth=1"), settings)[0], MACHINE)
    assert result.record.verdict.kind == "cut"
    assert list(result.points) == [1, 0]
    untimed = MatchSettings("pente", ply_cap=6)
    assert play(schedule(1, ("random", "alphabeta:depth=1"), untimed)[0], MACHINE).points == (0.5, 0.5)


# Workers


def moves_of(results: list[Result]) -> list[tuple[str, ...]]:
    return [result.record.moves for result in results]


def test_the_moves_are_the_same_for_any_number_of_workers() -> None:
    settings = MatchSettings("checkers", control=TimeControl.read("nodes=20"), ply_cap=16)
    games = schedule(12, ("random", "montecarlo"), settings)
    alone = played(games, 0)
    assert len({result.record.moves for result in alone}) == 12
    for workers in (1, 2, 3):
        assert moves_of(played(games, workers)) == moves_of(alone)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_from_a_file_is_played_by_workers(name: str) -> None:
    settings = MatchSettings(name, (EXAMPLES[name],))
    games = schedule(4, settings=settings)
    assert moves_of(played(games, 2)) == moves_of(played(games, 0))


def test_no_games_need_no_workers() -> None:
    assert events_of([], 2) == []


def test_who_cannot_sit_down_loses_its_games_by_absence_and_the_match_goes_on() -> None:
    games = schedule(12, ("random", "nobody", "greedy"))
    results = played(games, 2)
    assert len(results) == 12
    for result in results:
        verdict = result.record.verdict
        if "nobody" in result.pairing.keys:
            seat = result.pairing.keys.index("nobody")
            assert (verdict.kind, verdict.seat, result.points[seat]) == ("absent", seat, 0)
            assert "it cannot be built" in verdict.reason
            check(result.record, GAMES)
        else:
            assert verdict.kind != "absent"


def test_a_table_of_three_plays_on_without_who_is_absent() -> None:
    settings = MatchSettings("amazons", options=(("players", "3"), ("size", "6x6"), ("amazons", "1")))
    for result in played(schedule(3, ("random", "nobody", "greedy"), settings)):
        verdict, seat = result.record.verdict, result.pairing.keys.index("nobody")
        assert (verdict.kind, verdict.out, result.points[seat]) == ("outcome", (seat,), 0)
        assert len(result.record.moves) > 4
        check(result.record, GAMES)


def test_a_table_at_which_nobody_can_sit_down_is_left_out() -> None:
    absent = [replace(one, absence="it cannot be built") for one in participants("a", "b")]
    games = games_of(CHECKERS, [*absent, *participants("first", "last")], 10)
    met = {" ".join(sorted(game.keys)) for game in games}
    assert met == {"a first", "a last", "b first", "b last", "first last"}
    with pytest.raises(BadOption, match="nobody can sit down: it cannot be built"):
        games_of(CHECKERS, absent, 2)


def test_ids_contain_the_conduct_where_it_is_not_the_usual_one() -> None:
    players = participants("first", "greedy")
    conducts = [None, find_conduct("pente"), Conduct(draws_by_time=not find_conduct("pente").draws_by_time)]
    usual, same, other = (games_of(MatchSettings("pente", conduct=each), players, 1) for each in conducts)
    assert usual[0].id == same[0].id != other[0].id


def test_ids_contain_the_versions_and_seeds_do_not() -> None:
    old = participants("random", "greedy")
    new = [replace(old[0], version="2"), old[1]]
    for before, after in zip(games_of(CHECKERS, old, 4), games_of(CHECKERS, new, 4), strict=True):
        assert before.id != after.id
        assert before.seed == after.seed


def test_one_pool_plays_different_games_under_different_settings() -> None:
    chezz = MatchSettings("chezz", ply_cap=6)
    games = [*schedule(2), *games_of(chezz, participants("random", "first"), 2)]
    games = [replace(game, number=number) for number, game in enumerate(games)]
    assert [result.record.game for result in played(games, 2)] == ["checkers"] * 2 + ["chezz"] * 2


@pytest.mark.parametrize("workers", [0, 2])
def test_moves_of_games_that_take_a_while_are_told_where_somebody_listens(workers: int) -> None:
    games = schedule(2, ("alphabeta:seconds=0.1", "random"), replace(CHECKERS, ply_cap=16))
    events = events_of(games, workers, listens=True)
    for result in (event.result for event in events if isinstance(event, Finished)):
        what = [
            event.what for event in events if isinstance(event, Moved) and event.pairing == result.pairing
        ]
        moves = [each.move for each in what if isinstance(each, Played)]
        assert moves
        assert moves == list(result.record.moves[: len(moves)])
    assert [event.pairing for event in events if isinstance(event, Started)] == games


@pytest.mark.parametrize("workers", [0, 2])
def test_no_moves_are_told_where_nobody_listens(workers: int) -> None:
    assert not any(isinstance(event, Moved) for event in events_of(schedule(3), workers))


def test_a_schedule_is_asked_again_when_games_are_finished() -> None:
    games = schedule(6)

    class InPairs:
        asked: ClassVar[list[int]] = []
        is_fixed = False

        def next(self, finished: Sequence[Scored]) -> Sequence[Pairing]:
            self.asked.append(len(finished))
            return games[: len(finished) // 2 * 2 + 2]

    events = list(play_schedule(InPairs(), make_local_pool(2, MACHINE)))
    assert [event.pairing for event in events if isinstance(event, Started)] == games
    assert InPairs.asked[-1] == 6


def test_a_schedule_that_lists_all_games_at_once_is_asked_once() -> None:
    games = schedule(4)

    class AtOnce:
        asked: ClassVar[list[int]] = []
        is_fixed = True

        def next(self, finished: Sequence[Scored]) -> Sequence[Pairing]:
            self.asked.append(len(finished))
            return games

    events = list(play_schedule(AtOnce(), make_local_pool(0, MACHINE)))
    assert sum(isinstance(event, Finished) for event in events) == 4
    assert AtOnce.asked == [0]


def test_results_hold_the_games_of_the_schedule_and_no_copies() -> None:
    """Whoever keeps them, or asks a schedule by them, would keep all that belongs to a game twice."""
    games = schedule(3)
    finished = [
        e for e in play_schedule(Listed(games), make_local_pool(2, MACHINE)) if isinstance(e, Finished)
    ]
    assert {id(event.pairing) for event in finished} == set(map(id, games))


NIM = '''
"""Take one stone or two; a stone of a pile called `bomb` ends the process that touches it."""
import contextlib, os, signal, sys, time
from pathlib import Path
from ludus.games import Outcome, Position

class Nim(Position):
    __slots__ = ("left", "to_move")
    name = "nim"
    def __init__(self, left, to_move):
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "to_move", to_move)
    @classmethod
    def start(cls, *, left="5"):
        return cls(int(left), 0)
    @classmethod
    def read(cls, text):
        left, to_move = text.split()
        return cls(int(left), int(to_move))
    def __str__(self):
        return f"{self.left} {self.to_move}"
    def moves(self):
        HAPPENS
        return ("1", "2")[: self.left]
    def play(self, move):
        return type(self)(self.left - int(move), 1 - self.to_move)
    def outcome(self):
        return None if self.left else Outcome.win(1 - self.to_move, "took the last stone")
    def rows(self):
        return ((str(self.left),),)
    def squares(self):
        return (("1",),)
'''


def nim(folder: Path, happens: str) -> MatchSettings:
    """Write a game in which something happens whenever moves are listed."""
    path = folder / "nim.py"
    path.write_text(NIM.replace("HAPPENS", happens.replace("FOLDER", repr(str(folder)))))
    return MatchSettings("nim", (str(path),))


DIES_ONCE = """
        if self.left == 9:
            with contextlib.suppress(FileExistsError):
                Path(FOLDER, "died").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
"""
DIES = """
        if self.left == 9:
            os._exit(7)
"""
NINE = [Opening((("left", left),)) for left in ("3", "4", "9", "6", "7")]


def test_a_game_whose_worker_died_is_void_and_played_again(tmp_path: Path) -> None:
    games = games_of(nim(tmp_path, DIES_ONCE), participants("random", "random"), 10, NINE)
    events = events_of(games, 2)
    (void,) = [event for event in events if isinstance(event, Voided)]
    assert (void.attempt, void.is_final, void.reason) == (1, False, "its worker process ended with -9")
    assert str(void.pairing.opening) == "left=9 |"
    results = [event.result for event in events if isinstance(event, Finished)]
    assert sorted(result.pairing.number for result in results) == list(range(10))
    assert moves_of(sorted(results, key=lambda result: result.pairing.number)) == moves_of(played(games))


def test_a_game_that_always_kills_its_worker_stays_void_and_the_match_goes_on(tmp_path: Path) -> None:
    games = games_of(nim(tmp_path, DIES), participants("random", "random"), 10, NINE)
    events = events_of(games, 2)
    void = [(event.attempt, event.is_final) for event in events if isinstance(event, Voided)]
    assert sorted(void) == [(1, False)] * 2 + [(2, False)] * 2 + [(3, True)] * 2
    assert len([event for event in events if isinstance(event, Finished)]) == 8


def test_a_fault_of_our_own_is_void_and_told_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(self: First, turn: Turn) -> Choice:
        raise RuntimeError("our fault")

    monkeypatch.setattr(First, "choose", choose)
    events = events_of(schedule(6, ("first", "random", "last")), 0)
    void = [event for event in events if isinstance(event, Voided) and event.is_final]
    assert len(void) == 4
    assert void[0].reason == "RuntimeError: our fault"
    assert "test_match.py" in void[0].details
    assert len([event for event in events if isinstance(event, Finished)]) == 2


def test_a_fault_of_somebodys_game_is_void_with_its_error(tmp_path: Path) -> None:
    games = games_of(nim(tmp_path, "raise RuntimeError('their fault')"), participants("random", "random"), 1)
    voided = [event for event in events_of(games, 1) if isinstance(event, Voided)]
    assert [event.attempt for event in voided] == [1, 2, 3]
    assert all(isinstance(event.error, BadGame) for event in voided)
    assert all("RuntimeError: their fault" in event.reason for event in voided)


def test_a_reader_who_leaves_early_leaves_no_worker_behind(tmp_path: Path) -> None:
    happens = "Path(FOLDER, str(os.getpid())).touch(); time.sleep(0 if self.left < 9 else 60)"
    settings = nim(tmp_path, happens)
    games = games_of(settings, participants("random", "random"), 10, NINE)
    events = play_schedule(Listed(games), make_local_pool(3, MACHINE))
    while not isinstance(next(events), Finished):
        pass
    began = time.monotonic()
    events.close()
    assert time.monotonic() - began < AGAINST_HANGING
    workers = [int(path.name) for path in tmp_path.iterdir() if path.name.isdecimal()]
    assert workers
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_what_a_player_prints_does_not_land_in_our_data(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = nim(tmp_path, "print('chatter', flush=True)")
    played(games_of(settings, participants("random", "random"), 2, [START]), 1)
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "chatter" in captured.err


def test_fewer_than_no_workers_are_refused() -> None:
    with pytest.raises(BadOption, match="workers: expected 0 or more, found -1"):
        make_local_pool(-1, MACHINE)


# Order and sums


def test_events_are_put_back_into_the_order_of_the_schedule() -> None:
    games = schedule(5)
    events = [Finished(result) for result in played(games)]
    ordered = InOrder(games)
    given = [[event.pairing.number for event in ordered.put(events[number])] for number in (1, 0, 4)]
    assert given == [[], [0, 1], []]
    void = Voided(games[2], 3, "its worker process ended with -9")
    assert list(ordered.put(void)) == [void]
    assert [event.pairing.number for event in ordered.flush()] == [4]


def test_the_sums_of_a_match_are_those_of_its_games() -> None:
    results = played(schedule(10), 0)
    summary = Summary(participants("random", "greedy"), 2)
    for result in results:
        summary.add(result)
    random_line, greedy_line = summary.players
    assert random_line.points + greedy_line.points == random_line.games == 10
    assert sum(random_line.blocks) == 5
    assert random_line.blocks == greedy_line.blocks[::-1]
    assert random_line.by_seat[0] == greedy_line.by_seat[1][::-1]
    assert summary.endings.total() == 10
    assert random_line.turns + greedy_line.turns == sum(len(result.record.moves) for result in results)


def test_half_a_pair_counts_as_a_game_but_not_as_a_pair() -> None:
    summary = Summary(participants("random", "greedy"), 2)
    for result in played(schedule(3), 0):
        summary.add(result)
    assert summary.players[0].games == 3
    assert sum(summary.players[0].blocks) == 1


def test_misconduct_is_counted_by_player_and_not_by_its_words() -> None:
    settings = MatchSettings("checkers", control=TimeControl.read("move=0.000000001"))
    summary = Summary(participants("random", "greedy"), 2)
    for result in played(schedule(4, settings=settings), 0):
        summary.add(result)
    assert summary.endings == {Ending("time", "", 0): 2, Ending("time", "", 1): 2}
