"""Records: a game taken down, written, read, and played again; and what is refused on the way."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import pickle
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus import __version__
from ludus.arena.recorder import Recorder
from ludus.arena.referee import play_game
from ludus.arena.replay import check, replay
from ludus.contests.base import Conduct
from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.players.base import Crash, OutOfTime, Player, Refusal
from ludus.players.baseline import First, Last, Random
from ludus.records import files as record_module
from ludus.records.events import Ended, Event, Offence, Played, Verdict
from ludus.records.files import append, read_file
from ludus.records.record import Analysis, Evaluation, Record, Seated, Variation
from ludus.records.record_json import read, write
from ludus.records.strict_json import BadRecord
from ludus.records.time_control import TimeControl
from ludus.score import NUMBER, Score
from ludus.turn import Choice, Thought, Turn
from tests.arena.recording import record_game
from tests.games.every_game import EVERY_GAME
from tests.tolerance import AGAINST_HANGING

CONTROL = TimeControl.read("game=60+0.5")


class Scripted(Player):
    """Does what it is told, one thing a turn: a move, nothing (the first move), or misconduct."""

    def __init__(self, name: str, *script: str | BaseException | None, thought: float | None = None) -> None:
        self.name = name
        self.version = "1.2"
        self._script: Iterator[str | BaseException | None] = iter(script)
        self._score = thought

    def choose(self, turn: Turn) -> Choice:
        step = next(self._script, None)
        if isinstance(step, BaseException):
            raise step
        move = step or turn.position.moves()[0]
        thought = None if self._score is None else Thought(move, Score.points(self._score), 3, 99)
        return Choice((move,), 0.25, thought)


def played(start: Position, *players: Player, ply_cap: int = 12, control: TimeControl = CONTROL) -> Record:
    events = play_game(start, players, control, ply_cap)
    record = record_game(events, start, players, control, ply_cap)
    options = (("size", "5x5"),)
    return dataclasses.replace(record, id="7-a", options=options, opening="first", seeds=(3, 4))


@cache
def checkers() -> Record:
    return played(Checkers.start(), Scripted("ann", thought=1.5), Scripted("bob"))


@cache
def amazons() -> Record:
    """Play three seats of which one crashes itself out, one skips a turn, and one is good."""
    start = Amazons.start(size="5x5", players=["ann", "bob", "eve"], amazons=1, seed=5)
    crashes = [Crash("exit code 1")] * 3
    players = [Scripted("ann"), Scripted("bob", None, *crashes), Scripted("eve", None, Refusal("no"))]
    return played(start, *players, ply_cap=400)


# Taking down


def test_a_record_tells_the_whole_game() -> None:
    record = checkers()
    assert record == Record(
        id="7-a",
        game="checkers",
        options=(("size", "5x5"),),
        start=str(Checkers.start()),
        opening="first",
        players=(Seated("ann", "1.2"), Seated("bob", "1.2")),
        seeds=(3, 4),
        clock="game=60+0.5",
        ply_cap=12,
        conduct=Conduct(),
        moves=record.moves,
        seconds=(0.25,) * 12,
        evaluations=(Evaluation(Score.points(1.5), 3, 99), None) * 6,
        notes=(),
        offences=(),
        verdict=Verdict("cut", (0.5, 0.5), "12 plies were played"),
        used=(1.5, 1.5),
        software=f"ludus {__version__}",
    )
    assert len(record.moves) == 12


def test_events_can_be_watched_while_they_are_taken_down() -> None:
    start, players = Checkers.start(), [First(), Last()]
    recorder = Recorder(start, players, None, 4)
    seen: list[Event] = []
    for event in recorder.follow(play_game(start, players, ply_cap=4)):
        seen.append(event)
        if not isinstance(event, Ended):
            with pytest.raises(ValueError, match="the game is not over"):
                recorder.record()
    assert [type(event) for event in seen] == [Played] * 4 + [Ended]
    assert recorder.record().moves == tuple(event.move for event in seen if isinstance(event, Played))


def test_offences_and_who_is_out_are_taken_down() -> None:
    record = amazons()
    assert [(offence.seat, offence.kind, offence.is_out) for offence in record.offences] == [
        (1, "crash", False),
        (2, "refusal", False),
        (1, "crash", False),
        (1, "crash", True),
    ]
    assert record.verdict.out == (1,)


def test_where_no_player_gives_evaluations_there_are_none() -> None:
    assert played(Checkers.start(), Scripted("ann"), Scripted("bob")).evaluations == ()


def test_an_evaluation_that_json_cannot_say_is_left_out() -> None:
    record = played(Checkers.start(), Scripted("ann", thought=math.inf), Scripted("bob", thought=-2.0))
    assert record.evaluations == (None, Evaluation(Score.points(-2.0), 3, 99)) * 6


def test_names_are_kept_without_what_would_hurt_a_terminal() -> None:
    record = played(Checkers.start(), Scripted("\x1b[31mann\n"), Scripted("b\udcffb\u202e"))
    assert [seat.name for seat in record.players] == [r"\x1b[31mann\n", r"b\udcffb\u202e"]
    line = write(record)
    assert line.isascii()
    assert line.isprintable()


# Writing and reading


@pytest.mark.parametrize("make", [checkers, amazons])
def test_what_is_written_reads_back(make: Callable[[], Record]) -> None:
    record = make()
    assert read(write(record)) == record
    assert write(read(write(record))) == write(record)


def test_a_line_is_strict_json_with_its_fields_in_order() -> None:
    line = write(checkers())
    assert "\n" not in line
    assert list(json.loads(line)) == [
        "format",
        "id",
        "game",
        "options",
        "start",
        "opening",
        "round",
        "block",
        "started",
        "players",
        "seeds",
        "clock",
        "ply_cap",
        "conduct",
        "moves",
        "seconds",
        "evaluations",
        "notes",
        "offences",
        "verdict",
        "points",
        "tie_break",
        "used",
        "tags",
        "analysis",
        "variations",
        "software",
    ]
    with pytest.raises(ValueError, match="not JSON compliant"):
        write(dataclasses.replace(checkers(), used=(math.nan, 0)))


def as_second_format(record: Record) -> dict[str, Any]:
    """Write a record as format 2 had it."""
    fields: dict[str, Any] = json.loads(write(record)) | {
        "format": 2,
        "offence_cap": record.conduct.offence_cap,
    }
    for key in (
        "round",
        "block",
        "started",
        "conduct",
        "points",
        "tie_break",
        "tags",
        "analysis",
        "variations",
    ):
        del fields[key]
    for player in fields["players"]:
        del player["key"]
    for found in filter(None, fields["evaluations"]):
        found["score"] = found.pop("points")
    return fields


@pytest.mark.parametrize("make", [checkers, amazons])
def test_a_record_of_the_second_format_can_be_read(make: Callable[[], Record]) -> None:
    record = make()
    # Nobody knows what its scores counted.
    evaluations = tuple(
        found and Evaluation(Score(NUMBER, found.score.value), found.depth, found.nodes)
        for found in record.evaluations
    )
    # And a turn had any number of moves then.
    conduct = dataclasses.replace(record.conduct, turn_cap=0)
    expected = dataclasses.replace(record, evaluations=evaluations, conduct=conduct)
    assert read(json.dumps(as_second_format(record))) == expected
    check(expected, EVERY_GAME)


def test_a_record_of_the_first_format_can_be_read() -> None:
    fields = as_second_format(checkers()) | {"format": 1}
    del fields["notes"]
    for player in fields["players"]:
        del player["tier"]
    assert read(json.dumps(fields)).notes == ()


def test_a_record_has_room_for_what_comes_later() -> None:
    """Rounds, points, tags, an analysis and variations are written and read back."""
    game = checkers()
    later = dataclasses.replace(
        game,
        round=3,
        block=7,
        started="2026-11-16T09:30:00Z",
        points=(1.0, 0.0),
        tie_break="time",
        tags=(("course", "autumn"),),
        analysis=Analysis("engine", (Evaluation(Score.end_in(3, is_won=False), 9, 1000),) * 12),
        variations=(Variation(4, ("A6-B5", "B3-C4"), "better"),),
    )
    assert read(write(later)) == later
    check(later, EVERY_GAME)


def changed(**fields: object) -> str:
    return json.dumps(json.loads(write(checkers())) | fields)


VERDICT = {"kind": "cut", "scores": [0.5, 0.5], "reason": "", "seat": None, "out": []}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "record: expected JSON, found a fault at character 1 (Expecting value)"),
        ('{"format": 1', "record: expected JSON, found a fault at character 13"),
        ("{} {}", "record: expected JSON, found a fault at character 4 (Extra data)"),
        ("[]", "record: expected an object, found a list of 0"),
        ("[" * 100_000, "record: expected JSON of a few levels, found very many levels"),
        ("{}", "format: expected this field, found none"),
        ('{"a": 1, "a": 1}', "'a': expected each field once, found it twice"),
        ('{"format": NaN}', "record: expected JSON, found 'NaN'"),
        ('{"format": -Infinity}', "record: expected JSON, found '-Infinity'"),
        ('{"format": 1e999}', "record: expected numbers that a float can hold, found '1e999'"),
        ('{"format": ' + "9" * 100_000 + "}", "record: expected whole numbers of at most 18 digits"),
        (changed(format=4), "format: expected 1 to 3, found 4"),
        (changed(format=True), "format: expected 1 to 3, found true"),
        (changed(more=1), "'more': expected no such field, found one"),
        (changed(id=7), "id: expected a string, found 7"),
        (changed(game="x\ud800"), r"game: expected a string in Unicode, found 'x\ud800'"),
        (changed(options=[]), "options: expected an object, found a list of 0"),
        (changed(options={"size": 5}), "options.size: expected a string, found 5"),
        (changed(players="two"), "players: expected a list, found 'two'"),
        (changed(players=[7, 8]), "players[0]: expected an object, found 7"),
        (
            changed(players=[{"key": "", "name": "ann"}]),
            "players[0].version: expected this field, found none",
        ),
        (changed(players=[]), "verdict.scores: expected 0 values, as there are players, found 2"),
        (changed(seeds=[1.5]), "seeds[0]: expected a whole number from 0, found 1.5"),
        (changed(clock="soon"), "clock: expected a time control like game=300, found 'soon'"),
        (changed(clock="game=060"), "clock: expected 'game=60', found 'game=060'"),
        (changed(ply_cap=-1), "ply_cap: expected a whole number from 0, found -1"),
        (
            changed(conduct={"rolls_back": True, "offence_cap": 0}),
            "conduct.offence_cap: expected a whole number from 1, found 0",
        ),
        (
            changed(started="now"),
            "started: expected a time like 2026-11-16T09:30:00Z, or nothing, found 'now'",
        ),
        (changed(points=[1]), "points: expected 2 values, as there are players, found 1"),
        (changed(tie_break="luck"), "tie_break: expected nothing or time, found 'luck'"),
        (changed(tags={"a": 1}), "tags.a: expected a string, found 1"),
        (
            changed(analysis={"by": "me", "evaluations": []}),
            "analysis.evaluations: expected 12 values, as there are moves, found 0",
        ),
        (
            changed(variations=[{"ply": 99, "moves": [], "note": ""}]),
            "variations: expected plies from 1 to 13, found 99",
        ),
        (changed(moves=["A6-B5", None]), "moves[1]: expected a string, found null"),
        (changed(moves=[]), "seconds: expected 0 values, as there are moves, found 12"),
        (changed(seconds=[True] * 12), "seconds[0]: expected a number, found true"),
        (changed(evaluations=[None]), "evaluations: expected 12 values, as there are moves, found 1"),
        (
            changed(evaluations=[{"points": "+1", "depth": 1, "nodes": 1}]),
            "evaluations[0].points: expected a number, found '+1'",
        ),
        (
            changed(evaluations=[{"score": 1, "depth": 1, "nodes": 1}]),
            "evaluations[0].score: expected one of points, win, chance, number, found none",
        ),
        (
            changed(offences=[{"ply": 1, "seat": 0, "kind": "cut", "reason": "", "out": False}]),
            "offences[0].kind: expected one of time, crash, silence, format, illegal, refusal, absent, found 'cut'",
        ),
        (
            changed(offences=[{"ply": 1, "seat": 2, "kind": "crash", "reason": "", "out": False}]),
            "seat: expected a seat from 0 to 1, found 2",
        ),
        (
            changed(offences=[{"ply": 1, "seat": 0, "kind": "crash", "reason": "", "out": 0}]),
            "offences[0].out: expected true or false, found 0",
        ),
        (
            changed(verdict=VERDICT | {"kind": "luck"}),
            "verdict.kind: expected one of outcome, cut, told, time",
        ),
        (changed(verdict=VERDICT | {"seat": True}), "verdict.seat: expected a seat or null, found true"),
        (changed(verdict=VERDICT | {"seat": -1}), "seat: expected a seat from 0 to 1, found -1"),
        (changed(verdict=VERDICT | {"out": [5]}), "seat: expected a seat from 0 to 1, found 5"),
        (changed(verdict=VERDICT | {"why": ""}), "verdict.'why': expected no such field, found one"),
        (changed(used=[0]), "used: expected 2 values, as there are players, found 1"),
        (changed(used=[-1, 0]), "used[0]: expected seconds from 0 to 1e+09, found -1"),
        (changed(used=[0, 1e300]), "used[1]: expected seconds from 0 to 1e+09, found 1e+300"),
        (
            changed(seconds=[0.25] * 11 + [-0.25]),
            "seconds[11]: expected seconds from 0 to 1e+09, found -0.25",
        ),
        (changed(seconds=[10**17] * 12), "seconds[0]: expected seconds from 0 to 1e+09, found 1000000"),
        (changed(moves=["A6-B5"] * 20_000), "moves: expected at most 10000 of them, found 20000"),
    ],
)
def test_a_text_that_is_no_record_is_refused_precisely(text: str, complaint: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(text)
    assert str(caught.value).startswith(complaint)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(st.sampled_from(sorted(json.loads(write(checkers())))), JSON)
def test_whatever_stands_in_a_field_is_read_or_refused(field: str, value: object) -> None:
    try:
        record = read(changed(**{field: value}))
    except BadRecord:
        return
    assert read(write(record)) == record


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read(text)


@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"a":' * 200_000, '{"id":' + "[" * 99_999 + "]" * 99_999 + "}"]
)
def test_deep_nesting_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadRecord, match=r"record: expected JSON of a few levels, found very many levels"):
        read(text)


def test_a_long_line_is_read_in_linear_time() -> None:
    keys = [f'"{number}":0' for number in range(40_000)]
    began = time.monotonic()
    with pytest.raises(BadRecord, match=r"'39999': expected each field once, found it twice"):
        read("{" + ",".join([*keys, keys[-1]]) + "}")
    assert time.monotonic() - began < AGAINST_HANGING


@pytest.mark.parametrize("number", ["9" * 1_000_000, "0." + "1" * 1_000_000, "1e" + "9" * 1_000_000])
def test_numbers_of_any_length_are_read_or_refused_in_linear_time(number: str) -> None:
    began = time.monotonic()
    with pytest.raises(BadRecord):
        read(f'{{"format":{number}}}')
    assert time.monotonic() - began < AGAINST_HANGING


def test_a_bad_record_travels_between_processes() -> None:
    error = BadRecord("moves[3]", "a legal move", "'x'", 17)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert str(error) == "line 17: moves[3]: expected a legal move, found 'x'"


# Playing again


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("seed", range(2))
def test_every_recorded_game_replays(name: str, seed: int) -> None:
    start = EVERY_GAME[name].start()
    players = [Random(seed + seat) for seat in range(start.seats)]
    events = list(play_game(start, players, ply_cap=60))
    record = read(write(record_game(events, start, players, ply_cap=60)))
    positions = [start, *(event.position for event in events if isinstance(event, Played))]
    assert list(replay(record, EVERY_GAME)) == positions


@pytest.mark.parametrize(
    "misconduct", [Crash("exit code 1"), OutOfTime("too slow"), Refusal("no")], ids=lambda error: error.kind
)
def test_a_game_lost_by_misconduct_replays(misconduct: BaseException) -> None:
    record = played(Checkers.start(), Scripted("ann"), Scripted("bob", None, misconduct))
    assert (len(record.moves), record.verdict.seat, record.verdict.scores) == (3, 1, (1, 0))
    check(record, EVERY_GAME)


def test_a_game_with_offences_replays() -> None:
    record = amazons()
    *_, last = replay(record, EVERY_GAME)
    assert last.standing() == record.verdict.scores
    assert any(offence.is_out for offence in record.offences)


def lie(record: Record, **fields: object) -> Record:
    return dataclasses.replace(record, **fields)  # type: ignore[arg-type]  # lies come in all types


LOST = Verdict("crash", (1, 0), "Black: exit code 1", 1)


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        (lie(checkers(), game="chess"), "game: expected one of pente, chezz"),
        (lie(checkers(), start="8/8 b"), "start: expected a position of checkers, found rows: expected 8"),
        (lie(checkers(), players=(Seated("a"),) * 3), "players: expected 2, one per seat, found 3"),
        (
            lie(checkers(), moves=("A6-B5",) * 12),
            "moves[1]: expected a legal move, found White: illegal move 'A6-B5'",
        ),
        (
            lie(checkers(), moves=checkers().moves[:9]),
            "moves: expected moves to the end of the game, found 9",
        ),
        (
            lie(checkers(), ply_cap=11),
            "moves[11]: expected the end of the game (11 plies were played), found",
        ),
        (
            lie(checkers(), verdict=Verdict("cut", (1, 0), "")),
            "verdict.scores: expected (0.5, 0.5) (12 plies were played), found '(1, 0)'",
        ),
        (
            lie(checkers(), verdict=Verdict("outcome", (0.5, 0.5), "agreed")),
            "verdict.kind: expected cut (12 plies were played), found 'outcome'",
        ),
        (lie(checkers(), verdict=LOST, ply_cap=99), "verdict.seat: expected 0, whose turn it is, found '1'"),
        (
            lie(checkers(), verdict=Verdict("crash", (1, 0), "", 0), ply_cap=99),
            "verdict.scores: expected (0.0, 1.0)",
        ),
        (lie(checkers(), used=(1.5, 1.4)), "used[1]: expected at least 1.4999"),
        (lie(checkers(), used=(9.0, 1.5)), "used[0]: expected at most 1.5000"),
        (
            lie(checkers(), seconds=(0.25,) * 10 + (70.0, 0.25), used=(71.25, 1.5)),
            "seconds[10]: expected a move in time, found 71.250 s used",
        ),
        (
            lie(checkers(), clock="move=0.2"),
            "seconds[0]: expected a move in time, found the move took 0.250 s, 0.2 s were allowed",
        ),
        (
            lie(checkers(), offences=(Offence(99, 0, "crash", "", False),)),
            "offences: expected none after the end of the game, found 1",
        ),
        (
            lie(checkers(), offences=(Offence(1, 0, "crash", "", False),)),
            "offences: expected none in a game that cannot go on after one, found crash",
        ),
        (lie(amazons(), offences=amazons().offences[1:]), "offences: expected seat "),
        (lie(amazons(), conduct=Conduct(True, 9, True)), "offences: expected out to be false, found 'True'"),
        (
            lie(amazons(), verdict=dataclasses.replace(amazons().verdict, out=())),
            "verdict.out: expected (1,)",
        ),
    ],
)
def test_a_record_that_lies_is_refused(record: Record, complaint: str) -> None:
    with pytest.raises(BadRecord) as caught:
        check(record, EVERY_GAME)
    assert str(caught.value).startswith(complaint)


WON = lie(checkers(), verdict=Verdict("told", (1, 0), "given up"), ply_cap=99)
DECIDED = {"tags": (("decision", "the disk was full"),)}


@pytest.mark.parametrize(
    "record",
    [
        lie(checkers(), points=(1.0, 0.0)),
        lie(checkers(), points=(1.0, 1.0)),
        lie(WON, points=(1e300, -5.0)),
        lie(WON, points=(0.5, 0.5)),
        lie(WON, points=(0.0, 1.0), tie_break="time"),
        lie(WON, points=(1.5, -0.5), **DECIDED),
        lie(WON, points=(1.0, 1.0), **DECIDED),
    ],
)
def test_points_that_do_not_follow_from_the_verdict_are_refused(record: Record) -> None:
    with pytest.raises(BadRecord, match="points: expected"):
        check(record, EVERY_GAME)


def test_points_follow_from_the_verdict_from_time_or_from_a_decision() -> None:
    check(lie(checkers(), points=(0.5, 0.5)), EVERY_GAME)
    check(lie(checkers(), points=(1.0, 0.0), tie_break="time"), EVERY_GAME)
    check(lie(WON, points=(0.0, 1.0), **DECIDED), EVERY_GAME)


def test_a_result_that_is_only_told_is_accepted_unless_the_rules_deny_it() -> None:
    told = Verdict("told", (1, 0), "given up")
    game = checkers()
    check(lie(game, verdict=told, ply_cap=99), EVERY_GAME)
    with pytest.raises(BadRecord, match=r"verdict\.kind: expected cut"):
        check(lie(game, verdict=told), EVERY_GAME)


# Files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def test_a_file_holds_one_record_a_line(path: Path) -> None:
    games = [checkers(), amazons(), checkers()]
    for game in games:
        append(path, game)
    assert path.read_bytes() == b"".join(f"{write(game)}\n".encode() for game in games)
    assert list(read_file(path, strict=True)) == games


def test_a_killed_writer_spoils_one_line_and_no_other(path: Path) -> None:
    append(path, checkers())
    with path.open("ab") as file:
        file.write(write(amazons()).encode()[:100])
    errors: list[BadRecord] = []
    assert list(read_file(path, report=errors.append)) == [checkers()]
    assert [error.line for error in errors] == [2]

    append(path, amazons())
    errors.clear()
    assert list(read_file(path, report=errors.append)) == [checkers(), amazons()]
    assert [error.line for error in errors] == [2]


def test_a_strict_reader_stops_at_a_broken_line(path: Path) -> None:
    path.write_text(f"{write(checkers())}\n\n{{\n{write(checkers())}\n", encoding="utf-8")
    records = read_file(path, strict=True)
    assert next(records) == checkers()
    with pytest.raises(BadRecord, match=r"^line 3: record: expected JSON"):
        next(records)


def test_a_skipped_line_is_told_on_standard_error(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(b'{"id": "\x1b[31m\xff"}\r\n' + write(checkers()).encode() + b"\r\n")
    assert list(read_file(path)) == [checkers()]
    printed = capsys.readouterr()
    assert printed.err == "warning: line 1: record: expected UTF-8, found byte 0xFF; skipped\n"
    assert printed.out == ""


def test_a_line_without_end_is_never_held_in_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "LINE_LIMIT", 10_000)
    with path.open("wb") as file:
        file.write(b"[" * 95_000 + b"\n")
        file.write(f"{write(checkers())}\n".encode())
        file.write(b" " * 20_000)
    errors: list[BadRecord] = []
    assert list(read_file(path, report=errors.append)) == [checkers()]
    assert [(error.line, error.expected) for error in errors] == [
        (1, "at most 10000 bytes"),
        (3, "at most 10000 bytes"),
    ]


def test_writers_side_by_side_do_not_mix_their_lines(path: Path) -> None:
    game = checkers()
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            for _ in range(50):
                append(path, game)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert list(read_file(path, strict=True)) == [game] * 200
