"""Time controls by their texts, and what each of them charges."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.arena.clock import GameClock
from ludus.arena.referee import play_game
from ludus.errors import BadOption
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.players.base import OutOfTime, Player, Refusal
from ludus.players.baseline import First
from ludus.records.events import Ended, Offence
from ludus.records.time_control import TimeControl
from ludus.turn import Choice, Clock, Turn

# Texts


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl()),
        ("game=300", TimeControl(game=300)),
        ("game=60+0.5", TimeControl(game=60, increment=0.5)),
        ("move=2", TimeControl(move=2)),
        ("nodes=20000", TimeControl(nodes=20000)),
        ("wall", TimeControl(watch="wall")),
        ("game=60,move=5,grace=0.02,wall", TimeControl(game=60, move=5, grace=0.02, watch="wall")),
        ("game=60,patience=1.5", TimeControl(game=60, patience=1.5)),
    ],
)
def test_a_time_control_is_named_by_its_text(text: str, control: TimeControl) -> None:
    assert TimeControl.read(text) == control
    assert str(control) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("game=300,cpu", "game=300"),
        ("patience=3,game=300", "game=300"),
        ("wall,move=2.50,game=007", "game=7,move=2.5,wall"),
        ("game=12345678", "game=12345678"),
        ("game=1234.56789+0.00001", "game=1234.56789+0.00001"),
    ],
)
def test_a_text_is_written_plainly_and_without_loss(text: str, plain: str) -> None:
    assert str(TimeControl.read(text)) == plain


SECONDS = st.floats(1e-9, 9.9e8)


@given(
    game=st.just(math.inf) | SECONDS,
    increment=st.just(0.0) | SECONDS,
    move=st.none() | SECONDS,
    nodes=st.none() | st.integers(1, 10**12 - 1),
    watch=st.sampled_from(["cpu", "wall"]),
    grace=st.just(0.0) | SECONDS,
    patience=SECONDS,
)
def test_every_time_control_reads_back(
    game: float,
    increment: float,
    move: float | None,
    nodes: int | None,
    watch: str,
    grace: float,
    patience: float,
) -> None:
    control = TimeControl(game, increment if game < math.inf else 0.0, move, nodes, watch, grace, patience)
    assert TimeControl.read(str(control)) == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "300",
        "game",
        "game=",
        "game=0",
        "game=-1",
        "game=1e3",
        "game=inf",
        "game=nan",
        "game=60+",
        "game=60+0",
        "game=1,game=2",
        "game=1.2.3",
        "move=",
        "nodes=0",
        "nodes=2.5",
        "nodes=1234567890123",
        "nodes=00000000000011234567890123",
        "nodes=\u0665",
        "wall=1",
        "patience",
        "patience=0",
        "patience=1,patience=2",
        "cpu,wall",
        "none,wall",
        "blitz",
        "game=60 ",
        "game=9999999999",
    ],
)
def test_any_other_text_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadOption, match="expected words like game=300"):
        TimeControl.read(text)


# Charges


def clock(text: str, seats: int = 2) -> GameClock:
    return GameClock(TimeControl.read(text), seats)


def test_a_game_budget_counts_down_for_each_seat_alone() -> None:
    table = clock("game=10")
    table.charge(0, 4)
    table.charge(1, 1)
    table.charge(0, 5)
    assert table.read(0) == Clock(9, 10)
    assert table.read(1) == Clock(1, 10)


def test_who_reaches_zero_has_lost() -> None:
    table = clock("game=10")
    table.charge(0, 9.5)
    with pytest.raises(OutOfTime, match=r"10\.000 s used, 10 s were allowed for the game"):
        table.charge(0, 0.5)


def test_an_increment_is_added_after_each_move_that_was_in_time() -> None:
    table = clock("game=10+2")
    table.charge(0, 9)
    assert table.read(0) == Clock(9, 12)
    with pytest.raises(OutOfTime):
        table.charge(0, 3)
    assert table.read(0) == Clock(12, 12)


def test_a_move_may_take_its_whole_limit_and_not_more() -> None:
    table = clock("move=2")
    for _ in range(100):
        table.charge(0, 2)
    assert table.read(0) == Clock(200, math.inf, 2)
    with pytest.raises(OutOfTime, match=r"the move took 2\.001 s, 2 s were allowed"):
        table.charge(0, 2.001)


def test_game_and_move_limits_bind_together() -> None:
    table = clock("game=3,move=2")
    table.charge(0, 2)
    with pytest.raises(OutOfTime, match="for the game"):
        table.charge(0, 1)


def test_the_grace_of_each_move_is_not_charged() -> None:
    table = clock("game=1,grace=0.25")
    table.charge(0, 0.2)
    assert table.read(0) == Clock(0, 1)
    table.charge(0, 0.75)
    assert table.read(0) == Clock(0.5, 1)


def test_nodes_are_shown_and_time_is_counted_but_never_up() -> None:
    table = clock("nodes=500")
    table.charge(1, 1e6)
    assert table.read(1) == Clock(1e6, math.inf, None, 500)


def test_nobody_is_timed_without_a_clock() -> None:
    table = clock("none")
    table.charge(0, 1e6)
    assert table.read(0) == Clock(1e6, math.inf)


def test_a_program_has_three_times_its_clock_and_a_second_a_move_on_the_wall() -> None:
    table = clock("game=10")
    table.charge(0, 0, wall=31)
    table.charge(0, 0, wall=1)
    table.charge(1, 0, wall=20)
    words = r"used 33\.1 s of wall-clock time for the game, 33 s were allowed"
    with pytest.raises(OutOfTime, match=words):
        table.charge(0, 0, wall=1.1)


@pytest.mark.parametrize(
    ("control", "allowed"),
    [("game=10,patience=1", 11), ("game=10+2", 31), ("game=10,grace=5", 36), ("game=10,patience=100", 1001)],
)
def test_the_time_on_the_wall_follows_the_clock(control: str, allowed: float) -> None:
    clock(control).charge(0, 0, wall=allowed)
    with pytest.raises(OutOfTime, match="wall-clock time"):
        clock(control).charge(0, 0, wall=allowed + 0.1)


def test_increments_count_on_the_wall_too() -> None:
    table = clock("game=10+2")
    table.charge(0, 0, wall=31)
    table.charge(0, 0, wall=7)


@pytest.mark.parametrize("control", ["none", "move=1", "nodes=500"])
def test_without_time_for_the_game_nothing_bounds_it_on_the_wall(control: str) -> None:
    clock(control).charge(0, 0, wall=1e6)


# At the table


class Sleeper(Player):
    """Sleeps before each move; says what it was metered to have used, if that is given."""

    name = "sleeper"

    def __init__(self, seconds: float, metered: float | None = None) -> None:
        self._seconds = seconds
        self._metered = metered
        self.clocks: list[Clock | None] = []

    def choose(self, turn: Turn) -> Choice:
        self.clocks.append(turn.clock)
        time.sleep(self._seconds)
        return Choice((turn.position.moves()[0],), self._metered)


class Burner(Player):
    """Burns CPU before each move."""

    name = "burner"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def choose(self, turn: Turn) -> Choice:
        began = time.thread_time()
        while time.thread_time() - began < self._seconds:
            pass
        return Choice((turn.position.moves()[0],))


def end_of(players: list[Player], control: str, plies: int = 6) -> Ended:
    *_, ended = play_game(Checkers.start(), players, TimeControl.read(control), plies)
    assert isinstance(ended, Ended)
    return ended


def test_cpu_time_does_not_charge_sleep() -> None:
    ended = end_of([Sleeper(0.05), First()], "game=0.1")
    assert ended.verdict.kind == "cut"
    assert ended.used[0] < 0.1


def test_cpu_time_charges_work() -> None:
    ended = end_of([Burner(0.06), First()], "game=0.1")
    assert (ended.verdict.kind, ended.verdict.seat, ended.plies) == ("time", 0, 2)


def test_wall_time_charges_sleep() -> None:
    ended = end_of([First(), Sleeper(0.4)], "game=0.7,wall")
    assert (ended.verdict.kind, ended.verdict.seat) == ("time", 1)
    assert ended.used[1] >= 0.7
    assert ended.verdict.scores == (1, 0)


def test_what_a_player_was_metered_counts_instead_of_our_watch() -> None:
    """A program works in another process, where the referee's own watch sees nothing."""
    ended = end_of([Sleeper(0, metered=2.5), First()], "game=6")
    assert (ended.verdict.kind, ended.plies, ended.used[0]) == ("time", 4, 7.5)


def test_wall_time_is_always_read_from_our_own_watch() -> None:
    """What a program was metered is CPU time: one that sleeps would play for nothing."""
    ended = end_of([Sleeper(0.4, metered=0.0), First()], "game=0.7,wall")
    assert (ended.verdict.kind, ended.verdict.seat) == ("time", 0)


class Refuser(Player):
    """Would not move, and takes its time for that."""

    name = "refuser"

    def choose(self, turn: Turn) -> Choice:
        refusal = Refusal("no")
        refusal.wall = 2.5
        raise refusal


def test_turns_that_are_lost_take_their_time_on_the_wall() -> None:
    start = Amazons.start(size="6x6", seed=3)
    events = list(play_game(start, [Refuser(), First()], TimeControl.read("game=1"), 8))
    offences = [event for event in events if isinstance(event, Offence)]
    assert [(offence.kind, offence.is_out) for offence in offences] == [
        ("refusal", False),
        ("refusal", False),
        ("time", True),
    ]
    assert "used 7.5 s of wall-clock time for the game, 6 s were allowed" in offences[-1].reason


def test_players_see_their_own_clock() -> None:
    sleeper = Sleeper(0, metered=1.0)
    end_of([sleeper, Sleeper(0, metered=0.25)], "game=9+0.5,move=3", plies=5)
    assert sleeper.clocks == [Clock(0, 9, 3), Clock(1, 9.5, 3), Clock(2, 10, 3)]
