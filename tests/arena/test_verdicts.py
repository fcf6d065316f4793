"""Every verdict, each earned by a tiny real program in a real contest; and what offences do where a game goes on."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.arena.referee import play_game
from ludus.arena.replay import check
from ludus.contests import CONTESTS
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.intake.folder import hash_content
from ludus.players.base import BadForm, Crash, Forbidden, Misconduct, OutOfTime, Player, Silence
from ludus.players.baseline import First
from ludus.players.program import make_program_player
from ludus.records.events import Ended, Event, Offence, Played
from ludus.records.record_json import read, write
from ludus.records.time_control import TimeControl
from ludus.sandbox.allowance import MEMORY
from ludus.sandbox.reply_text import TAIL
from ludus.turn import Choice, Turn
from tests.arena.recording import record_game
from tests.machines import OPEN
from tests.programs.folders import entry_folder, processes_of

STARTS: dict[str, dict[str, object]] = {"amazons": {"size": "4x4", "amazons": 1, "seed": 3}}
PLIES = 6
WALL = "game=0.5,wall"
CPU = "game=0.3"
"""Less than a program needs that only burns; those that sleep are killed in its double."""


class Table:
    """Seats a program against a player that plays the first move, and looks after what they leave behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rooms = folder / "rooms"
        self.rooms.mkdir()

    def play(
        self,
        game: str,
        program: str,
        seat: int = 0,
        control: str = "game=20",
        slack: float = 0.2,
        memory: int = MEMORY,
    ) -> list[Event]:
        entry = entry_folder(self.folder, game, program)
        before = hash_content(entry)
        start = GAMES[game].start(**STARTS.get(game, {}))
        players: list[Player] = [First() for _ in range(start.seats)]
        players[seat] = make_program_player(entry, GAMES[game], OPEN, slack=slack, memory=memory)
        try:
            events = list(play_game(start, players, TimeControl.read(control), PLIES))
        finally:
            players[seat].close()
        assert hash_content(entry) == before
        self.check_record(start, players, control, events)
        return events

    def check_record(self, start: Position, players: list[Player], control: str, events: list[Event]) -> None:
        """See to it that every such game can be written down and judged again."""
        record = record_game(events, start, players, TimeControl.read(control), PLIES)
        line = write(record)
        assert line.isprintable()
        check(read(line), GAMES)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(table.rooms))
    yield table
    OPEN.close_kept()
    assert list(table.rooms.iterdir()) == []
    assert processes_of(tmp_path) == []


def verdict_on(events: list[Event], game: str, seat: int) -> tuple[str, str]:
    """Tell the kind and the reason of the program's one fault, and check all that must follow from it."""
    *before, ended = events
    assert isinstance(ended, Ended)
    played = [event for event in before if isinstance(event, Played)]
    offences = [event for event in before if isinstance(event, Offence)]
    if GAMES[game].name == "amazons":
        # The game goes on without the turns that were rolled back.
        assert {offence.seat for offence in offences} == {seat}
        assert {event.seat for event in played} == {1 - seat}
        assert ended.verdict.out == (seat,)
        return offences[0].kind, offences[0].reason
    # The opponent moved if it came first, the fault ended the game, and the opponent has won.
    assert [event.seat for event in played] == [0] * seat
    assert offences == []
    assert ended.verdict.seat == seat
    assert ended.verdict.scores == tuple(float(other != seat) for other in (0, 1))
    assert ended.plies == len(played)
    return ended.verdict.kind, ended.verdict.reason


every_contest = pytest.mark.parametrize("game", CONTESTS)
both_seats = pytest.mark.parametrize("seat", [0, 1])


@every_contest
@both_seats
def test_a_good_program_plays_on(table: Table, game: str, seat: int) -> None:
    *before, ended = table.play(game, "good", seat)
    assert isinstance(ended, Ended)
    assert ended.verdict.kind in ("cut", "outcome")
    own = [event for event in before if isinstance(event, Played) and event.seat == seat]
    assert len(own) >= 2
    assert all(event.note == "exit code 0" and event.seconds > 0 for event in own)
    assert ended.used[seat] == pytest.approx(sum(event.seconds for event in own))


@every_contest
@both_seats
@pytest.mark.parametrize(
    ("program", "kind", "reason"),
    [
        ("form", "format", "(exit code 0: I meant well)"),
        ("illegal", "illegal", "(exit code 0)"),
        ("crash", "crash", r"exit code 3: \x1b[31mI have lost\nmy marbles"),
        ("signalled", "crash", "killed by signal 11"),
        ("garbled", "format", ""),
        ("wrong_code", "crash", "exit code 5"),
        ("silent", "silence", "it exited with code 0 but wrote nothing ("),
    ],
)
def test_misconduct_gets_its_verdict(
    table: Table, game: str, seat: int, program: str, kind: str, reason: str
) -> None:
    found, told = verdict_on(table.play(game, program, seat), game, seat)
    assert found == kind
    assert reason in told
    assert told.isprintable()


@every_contest
def test_exit_code_1_is_a_refusal_in_amazons_and_a_crash_elsewhere(table: Table, game: str) -> None:
    """'1 - program can not make any move'; a 1 from a seat that could is a skipped turn."""
    events = table.play(game, "exit_one")
    if game != "amazons":
        assert verdict_on(events, game, 0)[0] == "crash"
        return
    *before, ended = events
    assert {event.kind for event in before if isinstance(event, Offence)} == {"refusal"}
    assert {event.seat for event in before if isinstance(event, Played)} == {1}
    assert isinstance(ended, Ended)
    assert ended.verdict.out == ()


@every_contest
def test_a_program_that_sleeps_is_killed_whatever_it_ignores(table: Table, game: str) -> None:
    kind, reason = verdict_on(table.play(game, "sleep", control=WALL), game, 0)
    assert kind == "time"
    assert "it had to be killed" in reason


def test_a_program_that_sleeps_is_late_on_a_cpu_clock_too(table: Table) -> None:
    kind, _ = verdict_on(table.play("checkers", "sleep", control=CPU), "checkers", 0)
    assert kind == "time"


@pytest.mark.slow
@pytest.mark.parametrize(("control", "moves"), [("game=1,patience=1", 0), ("game=1", 1)])
def test_a_program_that_sleeps_in_every_move_and_answers_well_runs_out_of_wall_clock_time(
    table: Table, control: str, moves: int
) -> None:
    """It is never killed: 2 * left + 1.6 s is just within what one move may take."""
    *before, ended = table.play("chezz", "stall", control=control, slack=2.5)
    assert isinstance(ended, Ended)
    assert len([event for event in before if isinstance(event, Played) and event.seat == 0]) == moves
    assert (ended.verdict.kind, ended.verdict.seat) == ("time", 0)
    assert "s of wall-clock time for the game" in ended.verdict.reason
    assert ended.used[0] < 1


@every_contest
def test_a_program_that_burns_cpu_time_is_late(table: Table, game: str) -> None:
    kind, reason = verdict_on(table.play(game, "burn", control=CPU), game, 0)
    assert kind == "time"
    assert "s of CPU time were used" in reason


def test_a_program_that_answers_well_but_late_is_late(table: Table) -> None:
    """The clock is looked at before the move: a good one does not help."""
    kind, reason = verdict_on(table.play("pente", "good", control="game=0.001", slack=9), "pente", 0)
    assert kind == "time"
    assert "0.001 s were allowed for the game" in reason
    assert reason.endswith("(exit code 0)")


def test_in_pente_nobody_minds_what_a_program_prints(table: Table) -> None:
    """'Anything you write to stdout or stderr will be ignored.'"""
    *_, ended = table.play("pente", "talker")
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "cut"


@pytest.mark.parametrize("game", ["chezz", "checkers"])
def test_where_the_answer_is_printed_nothing_else_may_be(table: Table, game: str) -> None:
    kind, reason = verdict_on(table.play(game, "talker"), game, 0)
    assert kind == "format"
    assert len(reason) < 200 + TAIL


@every_contest
def test_a_flood_of_output_ends_with_the_time(table: Table, game: str) -> None:
    kind, _ = verdict_on(table.play(game, "flood", control=CPU), game, 0)
    assert kind == "time"


@every_contest
def test_a_child_left_behind_is_killed_and_keeps_nobody_waiting(table: Table, game: str) -> None:
    *before, ended = table.play(game, "parent")
    assert isinstance(ended, Ended)
    assert ended.verdict.kind in ("cut", "outcome")
    assert not [event for event in before if isinstance(event, Offence)]


with_files = pytest.mark.parametrize("game", [game for game in CONTESTS if game not in ("chezz", "checkers")])


@with_files
@pytest.mark.parametrize("program", ["link", "pipe"])
def test_an_answer_must_be_a_plain_file(table: Table, game: str, program: str) -> None:
    kind, reason = verdict_on(table.play(game, program), game, 0)
    assert kind == "format"
    assert "expected a plain file, found something else" in reason


@every_contest
def test_a_program_that_takes_its_folder_away_gets_a_new_one(table: Table, game: str) -> None:
    *before, ended = table.play(game, "vandal", seat=1)
    assert isinstance(ended, Ended)
    if not [event for event in before if isinstance(event, Played) and event.seat == 1]:
        assert verdict_on([*before, ended], game, 1)[0] == "silence"


@every_contest
def test_memory_is_bounded(table: Table, game: str) -> None:
    kind, reason = verdict_on(table.play(game, "hog", memory=256 << 20), game, 0)
    assert kind == "crash"
    assert "memory" in reason


# Where a game goes on without a seat


class Actor(Player):
    """Plays the first move unless its script says otherwise: one step of it a turn."""

    def __init__(
        self, name: str, *script: Misconduct | tuple[str, ...] | None, for_ever: bool = False
    ) -> None:
        self.name = name
        self._script = list(script)
        self._for_ever = for_ever
        self.turns: list[Turn] = []

    def choose(self, turn: Turn) -> Choice:
        self.turns.append(turn)
        step = self._script[0] if self._for_ever else self._script.pop(0) if self._script else None
        if isinstance(step, Misconduct):
            raise step
        return Choice((turn.position.moves()[0],) if step is None else step, 0.01)


def amazons(seats: int = 3, size: str = "8x8") -> Amazons:
    names = ["ann", "bob", "eve", "joe"][:seats]
    return Amazons.start(
        size=size, players=names, amazons=1, seed=4, treasure="1,0,0,0,0,0", artifacts="1,0,0,0"
    )


def game_of(*players: Player, control: str = "none", plies: int = 400) -> tuple[list[Event], Ended]:
    *before, ended = play_game(amazons(len(players)), players, TimeControl.read(control), plies)
    assert isinstance(ended, Ended)
    record = record_game([*before, ended], amazons(len(players)), players, TimeControl.read(control), plies)
    check(read(write(record)), GAMES)
    return before, ended


def told(events: list[Event], count: int) -> list[tuple[int, str]]:
    """Tell who did what: a move, or an offence with `!` when it was one too many."""
    return [
        (event.seat, "move" if isinstance(event, Played) else event.kind + "!" * event.is_out)
        for event in events[:count]
        if isinstance(event, Played | Offence)
    ]


@pytest.mark.parametrize(
    "misconduct",
    [Crash("exit code 3"), Silence("nothing"), BadForm("odd"), Forbidden("no such move")],
    ids=lambda misconduct: misconduct.kind,
)
def test_an_offence_is_rolled_back_and_the_third_sends_off(misconduct: Misconduct) -> None:
    """'Illegal output is rolled back and the turn lost; at the third offence the seat is out [...]'"""
    bad = Actor("bob", None, misconduct, misconduct, misconduct)
    events, ended = game_of(First(), bad, First())
    kind = misconduct.kind
    assert told(events, 9) == [
        *((0, "move"), (1, "move"), (2, "move")),
        *((0, "move"), (1, kind), (2, "move")),
        *((0, "move"), (1, kind), (2, "move")),
    ]
    assert told(events[9:], 4) == [(0, "move"), (1, f"{kind}!"), (2, "move"), (0, "move")]
    assert 1 not in [event.seat for event in events[11:] if isinstance(event, Played)]
    assert len(bad.turns) == 4
    assert (ended.verdict.kind, ended.verdict.out, ended.verdict.seat) == ("outcome", (1,), None)


def test_a_rolled_back_turn_leaves_the_board_as_it_was() -> None:
    bad, after = Actor("ann", None, Crash("ouch")), Actor("bob")
    game_of(bad, after, plies=6)
    before, following = bad.turns[1], after.turns[1]
    assert following.ply == before.ply
    assert following.position.rows() == before.position.rows()
    assert (before.position.to_move, following.position.to_move) == (0, 1)


def test_a_chain_that_ends_badly_is_rolled_back_as_a_whole() -> None:
    first = amazons(2).play("a1").play("h8").moves()[0]
    bad, after = Actor("ann", ("a1",), (first, first)), Actor("bob", ("h8",))
    events, _ = game_of(bad, after, plies=4)
    assert told(events, 4) == [(0, "move"), (1, "move"), (0, "illegal"), (1, "move")]
    assert after.turns[1].ply == 2
    offence = events[2]
    assert isinstance(offence, Offence)
    assert "comes after the end of the turn" in offence.reason


CORRIDOR = f"001,{'010,' * 24}000,002,000 ann:1:0;bob:2:0 movement 1"
"""Horses carry ann on from field to field."""


def steps_along(count: int) -> tuple[str, ...]:
    names = Amazons.read(CORRIDOR).squares()[0]
    return tuple(f"{names[at]}-{names[at + 1]}/{names[at]}" for at in range(count))


def test_a_turn_of_too_many_steps_is_rolled_back_as_a_whole() -> None:
    bad, after = Actor("ann", steps_along(25)), Actor("bob")
    events = list(play_game(Amazons.read(CORRIDOR), [bad, after], ply_cap=1))
    offence = events[0]
    assert isinstance(offence, Offence)
    assert offence.kind == "illegal"
    assert "a turn has at most 20 steps, found 25" in offence.reason
    assert after.turns[0].position.rows() == Amazons.read(CORRIDOR).rows()


def test_who_makes_each_step_by_itself_cannot_make_too_many_either() -> None:
    bad = Actor("ann", *((step,) for step in steps_along(25)))
    events = list(play_game(Amazons.read(CORRIDOR), [bad, Actor("bob")], ply_cap=21))
    assert told(events, 22) == [*[(0, "move")] * 20, (0, "illegal"), (1, "move")]
    offence = events[20]
    assert isinstance(offence, Offence)
    assert "a turn has at most 20 steps, found 21" in offence.reason


def test_who_is_out_of_time_is_out_at_once() -> None:
    events, ended = game_of(First(), Actor("bob", None, OutOfTime("too slow")), First())
    assert told(events, 6)[4:] == [(1, "time!"), (2, "move")]
    assert ended.verdict.out == (1,)


def test_the_clock_alone_sends_off_too() -> None:
    bad = Actor("bob")
    events, ended = game_of(First(), bad, First(), control="game=0.035")
    assert told(events, 13)[10] == (1, "time!")
    assert len(bad.turns) == 4
    assert ended.verdict.out == (1,)


def test_a_refusal_is_a_skipped_turn_and_no_offence() -> None:
    """'A 1 from a seat that could move is a skipped turn.'"""
    events, ended = game_of(First(), Actor("bob", None, (), (), (), ()), First())
    assert [kind for seat, kind in told(events, 99) if seat == 1][:7] == [
        *("move", "refusal", "refusal", "refusal", "refusal", "move", "move"),
    ]
    assert ended.verdict.out == ()


def test_the_game_ends_when_all_refuse() -> None:
    """'Movement until all answer 1.'"""
    players = [Actor(name, None, (), (), ()) for name in ("ann", "bob", "eve")]
    events, ended = game_of(*players)
    assert told(events, 9) == [
        (0, "move"),
        (1, "move"),
        (2, "move"),
        *((seat, "refusal") for seat in (0, 1, 2)),
    ]
    assert (ended.verdict.kind, ended.verdict.reason) == ("outcome", "nobody would move")
    assert ended.verdict.scores == (0, 0, 0)


def test_a_crash_among_refusals_is_no_refusal() -> None:
    """The round in which somebody crashed was not one in which all answered 1."""
    ann, eve = (Actor(name, None, *[()] * 9) for name in ("ann", "eve"))
    bob = Actor("bob", None, Crash("ouch"), None)
    events, _ = game_of(ann, bob, eve, plies=6)
    assert told(events, 8)[3:] == [
        *((0, "refusal"), (1, "crash"), (2, "refusal")),
        *((0, "refusal"), (1, "move")),
    ]


def test_who_is_out_need_not_refuse() -> None:
    bob = Actor("bob", None, OutOfTime("too slow"))
    ann, eve = (Actor(name, None, *[()] * 9) for name in ("ann", "eve"))
    events, ended = game_of(ann, bob, eve)
    assert told(events, 9)[3:] == [(0, "refusal"), (1, "time!"), (2, "refusal"), (0, "refusal")]
    assert ended.verdict.reason == "nobody would move"
    assert ended.verdict.out == (1,)


def test_the_game_ends_when_everybody_is_out() -> None:
    late = OutOfTime("too slow")
    events, ended = game_of(*(Actor(name, None, late) for name in ("ann", "bob", "eve")))
    assert told(events, 9)[3:] == [(0, "time!"), (1, "time!"), (2, "time!")]
    assert ended.verdict.out == (0, 1, 2)
    assert ended.verdict.reason == "nobody is left who can move"


def test_the_last_who_is_left_plays_on_alone() -> None:
    late = OutOfTime("too slow")
    events, ended = game_of(Actor("ann", None, late), Actor("bob", None, late), First())
    moved = [event.seat for event in events if isinstance(event, Played)]
    assert moved[3:] == [2] * (len(moved) - 3)
    assert len(moved) > 6
    assert ended.verdict.reason == "nobody is left who can move"
    assert ended.verdict.out == (0, 1)


@pytest.mark.parametrize("control", ["game=60", "game=60,wall"])
def test_a_turn_that_was_rolled_back_is_charged_too(control: str) -> None:
    class Slow(Actor):
        def choose(self, turn: Turn) -> Choice:
            sum(range(1_000_000))
            return super().choose(turn)

    _, ended = game_of(Slow("ann", *[Crash("ouch")] * 3), First(), control=control)
    assert ended.used[0] > 0.003
