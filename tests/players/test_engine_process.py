"""Programs that speak the engine protocol, well and badly: each is a tiny real program."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludus.arena.referee import play_game
from ludus.games import Game
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.players.base import Absent, BadForm, Crash, Misconduct, OutOfTime, Silence
from ludus.players.baseline import First, Random
from ludus.players.engine_process import EngineProcess
from ludus.players.named import make_player
from ludus.players.participant import resolve_all, seat
from ludus.records.events import Ended, Offence, Played
from ludus.records.time_control import TimeControl
from ludus.score import NUMBER, Score
from ludus.turn import Clock, Limits, Thought, Turn
from tests.machines import MACHINE
from tests.open_files import list_open_files
from tests.tolerance import AGAINST_HANGING, LITTLE, PATIENCE, near

GREETING = """\
import os, signal, sys, time
def say(line): print(line, flush=True)
moves = []
for line in sys.stdin:
    words = line.split()
    if words == ["ludus"]:
        say("id name tiny"); say("id version 7"); say("ludusok")
    elif words == ["isready"]:
        say("readyok")
    elif words[0] == "go":
        GO
    elif words[0] == "quit":
        QUIT
"""
FIRST = "say('bestmove A6-B5')"
SERVE = """\
import sys
from ludus.games.registry import find_game
from ludus.engine_server import serve
from ludus.sandbox.capabilities import Machine
serve(find_game(sys.argv[1]), Machine(), sys.stdin.buffer, lambda line: print(line, flush=True), *sys.argv[2:3])
"""

Make = Callable[..., EngineProcess]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Make]:
    """Make players of programs, and end them all after the test; none may be left, nor a pipe."""
    made: list[EngineProcess] = []
    before = list_open_files()

    def make(
        go: str = FIRST,
        farewell: str = "break",
        script: str = GREETING,
        game: Game = Checkers,
        own: Limits | None = None,
        clock: str = "cpu",
        patience: float = AGAINST_HANGING,
        margin: float = 0.3,
    ) -> EngineProcess:
        path = tmp_path / f"program{len(made)}.py"
        path.write_text(script.replace("GO", go).replace("QUIT", farewell))
        command = [sys.executable, "-I", str(path)]
        made.append(EngineProcess(command, game, 0, own, clock, patience, margin))
        return made[-1]

    yield make
    pids = [player.pid for player in made if player.pid]
    for player in made:
        player.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert list_open_files() <= before


def served(game: Game, player: str, own: Limits | None = None) -> EngineProcess:
    return EngineProcess([sys.executable, "-c", SERVE, game.name, player], game, own=own)


def fault_of(player: EngineProcess, clock: Clock | None = None) -> Misconduct:
    """Ask for a move that does not come, and see that the program is gone."""
    with pytest.raises(Misconduct) as caught:
        player.choose(Turn(Checkers.start(), (), clock))
    assert player.pid is None
    return caught.value


# Well behaved


def test_a_good_program_plays_move_after_move(engine: Make) -> None:
    player = engine()
    turn = Turn(Checkers.start())
    assert player.choose(turn).moves == ("A6-B5",)
    pid = player.pid
    assert player.choose(turn).moves == ("A6-B5",)
    assert player.pid == pid
    assert (player.version, player.meter) == ("tiny 7", "process clock")


def test_what_it_found_is_handed_on(engine: Make) -> None:
    player = engine("say('info depth 1 nodes 9'); say('info depth 4 score -1.5 nodes 77 pv x'); " + FIRST)
    assert player.choose(Turn(Checkers.start())).thought == Thought("A6-B5", Score(NUMBER, -1.5), 4, 77)


@pytest.mark.parametrize("game", [Checkers, Pente, Amazons])
def test_our_own_engine_plays_as_it_does_at_the_table(game: Game) -> None:
    """The same limits find the same moves, on this side of the pipe and on the other."""
    process = served(game, "alphabeta", own=Limits(nodes=300))
    inside = make_player("alphabeta:nodes=300", game, MACHINE)
    games = []
    try:
        for player in (process, inside):
            events = play_game(game.start(), [player, Random(3)], ply_cap=10)
            games.append([(event.move, event.thought) for event in events if isinstance(event, Played)])
    finally:
        process.close()
    assert games[0] == games[1]


def test_two_engines_meet_and_the_clock_is_kept() -> None:
    players = [served(Checkers, "engine"), served(Checkers, "montecarlo")]
    try:
        *played, ended = play_game(Checkers.start(), players, TimeControl.read("game=0.6"), ply_cap=12)
    finally:
        for player in players:
            player.close()
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "cut"
    assert all(isinstance(event, Played) and event.seconds < 0.1 + LITTLE for event in played)
    assert min(ended.used) > 0.05


def test_a_clock_of_positions_is_passed_on() -> None:
    player = served(Checkers, "engine")
    try:
        thought = player.choose(Turn(Checkers.start(), (), Clock(0, float("inf"), None, 123))).thought
    finally:
        player.close()
    assert thought is not None
    assert thought.nodes == 123


def test_the_request_tells_limits_and_moves(engine: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = GREETING.replace(
        "words = line.split()", f"words = line.split(); open({str(log)!r}, 'a').write(line)"
    )
    player = engine("say('bestmove ' + ('A6-B5' if 'x' else ''))", script=script)
    start = Checkers.start()
    player.choose(Turn(start, (), Clock(0, 60)))
    player.choose(Turn(start, ("A6-B5", "B3-C4"), Clock(0, 60, 0.5)))
    odd = Checkers.read("8/8/8/8/8/B1w5/1w6/2b5 b")
    player.choose(Turn(odd, ply=2))
    player.choose(Turn(odd, ("C8-D7",)))
    assert log.read_text().splitlines() == [
        "ludus",
        "newgame seed 0",
        "isready",
        "position start",
        "go movetime 6000 cputime 2000",
        "position start moves A6-B5 B3-C4",
        "go movetime 450 cputime 400",
        f"position {odd}",
        "go",
        f"position {odd} moves C8-D7",
        "go",
    ]


def test_limits_of_its_own_come_before_the_clock(engine: Make) -> None:
    player = engine("say('info nodes ' + words[2]); " + FIRST, own=Limits(nodes=41))
    thought = player.choose(Turn(Checkers.start(), (), Clock(0, 60))).thought
    assert thought is not None
    assert thought.nodes == 41


# Metering


BURN = "end = time.process_time() + 0.2\n        while time.process_time() < end: pass\n        "


def test_cpu_time_is_charged_and_sleep_is_not(engine: Make) -> None:
    seconds = engine(f"time.sleep(0.3); {BURN}{FIRST}").choose(Turn(Checkers.start())).seconds
    assert seconds is not None
    assert seconds == near(0.2)


HELPER = """\
if os.fork() == 0:
            end = time.process_time() + 0.2
            while time.process_time() < end: pass
            os._exit(0)
        os.wait()
        """


def test_the_time_of_a_helper_that_is_waited_for_is_charged(engine: Make) -> None:
    seconds = engine(HELPER + FIRST).choose(Turn(Checkers.start())).seconds
    assert seconds is not None
    assert seconds == near(0.2)


def test_thinking_on_the_opponents_time_is_charged(engine: Make) -> None:
    player = engine(f"{FIRST}\n        if moves: continue\n        moves.append(words)\n        {BURN}")
    first = player.choose(Turn(Checkers.start())).seconds
    # It answers again when it has done so.
    second = player.choose(Turn(Checkers.start())).seconds
    assert first is not None
    assert second is not None
    # The first may have been read when the burning had begun.
    assert first + second == near(0.2)


def test_the_wall_is_charged_where_it_is_watched(engine: Make) -> None:
    seconds = engine(f"time.sleep(0.3); {FIRST}", clock="wall").choose(Turn(Checkers.start())).seconds
    assert seconds is not None
    assert 0.3 <= seconds < AGAINST_HANGING


# Badly behaved


def test_a_program_that_ends_has_crashed(engine: Make) -> None:
    fault = fault_of(engine("sys.exit('no more ideas')"))
    assert isinstance(fault, Crash)
    assert str(fault) == "the program has ended with exit code 1, saying 'no more ideas'"


def test_a_program_that_is_killed_has_crashed(engine: Make) -> None:
    fault = fault_of(engine("os.kill(os.getpid(), signal.SIGSEGV)"))
    assert isinstance(fault, Crash)
    assert "been ended by SIGSEGV" in str(fault)


@pytest.mark.parametrize("script", ["", "import sys; sys.exit(3)", "import os; os.close(0); os.close(1)"])
def test_a_program_that_ends_at_once_has_crashed(engine: Make, script: str) -> None:
    assert isinstance(fault_of(engine(script=script)), Crash)


def test_last_words_are_quoted(engine: Make) -> None:
    assert r"'\x1b[2Jboo'" in str(fault_of(engine("sys.exit('\\x1b[2Jboo')")))


def test_a_command_that_cannot_be_started_is_a_crash(tmp_path: Path) -> None:
    fault = fault_of(EngineProcess([str(tmp_path / "nothing")], Checkers))
    assert isinstance(fault, Crash)
    assert "cannot be started" in str(fault)


def test_an_error_in_answer_is_a_crash(engine: Make) -> None:
    fault = fault_of(engine("say('error out of memory')"))
    assert isinstance(fault, Crash)
    assert "'out of memory'" in str(fault)


def test_silence_ends(engine: Make) -> None:
    began = time.monotonic()
    assert isinstance(fault_of(engine("time.sleep(60)", patience=0.3)), Silence)
    assert time.monotonic() - began < AGAINST_HANGING


def test_silence_with_time_on_the_clock_is_still_silence(engine: Make) -> None:
    assert isinstance(fault_of(engine("time.sleep(60)"), Clock(0, 0.2)), Silence)


def test_a_program_that_never_greets_is_silent(engine: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.players.engine_process.START_SECONDS", 0.3)
    assert isinstance(fault_of(engine(script="import time; time.sleep(60)")), Silence)


def test_a_program_that_does_not_read_is_silent(engine: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its input fills up, and nobody waits for it."""
    monkeypatch.setattr("ludus.players.engine_process.START_SECONDS", 0.5)
    script = "import sys, time; print('ludusok', flush=True); print('readyok', flush=True); time.sleep(60)"
    player = engine(script=script, game=Amazons, patience=0.5)
    large = Amazons.start(size="200x200")
    assert len(str(large)) > 100_000
    with pytest.raises(Silence):
        player.choose(Turn(large))


def test_thinking_past_the_clock_is_out_of_time(engine: Make) -> None:
    began = time.monotonic()
    assert isinstance(fault_of(engine("while True: pass", margin=30), Clock(0, 0.3)), OutOfTime)
    assert time.monotonic() - began < AGAINST_HANGING


def test_sleeping_in_every_move_runs_out_of_wall_clock_time(engine: Make) -> None:
    player = engine(f"time.sleep(1.2); {FIRST}", margin=30)
    control = TimeControl.read("game=0.5,patience=0.1")
    *_, ended = play_game(Checkers.start(), [player, First()], control, ply_cap=6)
    assert isinstance(ended, Ended)
    assert (ended.verdict.kind, ended.verdict.seat) == ("time", 0)
    assert "s of wall-clock time for the game" in ended.verdict.reason


def test_on_the_wall_sleep_is_out_of_time_too(engine: Make) -> None:
    assert isinstance(fault_of(engine("time.sleep(60)", clock="wall"), Clock(0, 0.3)), OutOfTime)


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "bestmove",
        "bestmove A6-B5 now",
        "info depth deep",
        "readyok",
        "id name again",
        "\\xff\\x00\\x1b[2J",
    ],
)
def test_garbage_is_bad_form(engine: Make, line: str) -> None:
    fault = fault_of(engine(f"say('{line}')"))
    assert isinstance(fault, BadForm)
    assert str(fault).isprintable()


def test_another_game_is_bad_form(engine: Make) -> None:
    script = GREETING.replace('say("id version 7")', 'say("id game chezz")')
    assert "plays 'chezz', not checkers" in str(fault_of(engine(script=script)))


@pytest.mark.parametrize(
    "flood",
    [
        "while True: say('info depth 1')",
        "while True: sys.stdout.write(chr(10) * 1000)",
        "while True: sys.stdout.write('x' * 1000)",
        "while True: sys.stdout.write('x' * 1000 + chr(10))",
    ],
)
def test_a_flood_is_bad_form_and_soon_over(engine: Make, flood: str) -> None:
    began = time.monotonic()
    assert isinstance(fault_of(engine(flood, patience=60)), BadForm)
    assert time.monotonic() - began < AGAINST_HANGING


def test_a_flood_of_complaints_does_no_harm(engine: Make) -> None:
    player = engine(f"sys.stderr.write('x' * 3000000); {FIRST}", patience=20)
    assert player.choose(Turn(Checkers.start())).moves == ("A6-B5",)


def test_a_program_that_ignores_quit_is_ended(engine: Make) -> None:
    player = engine(farewell="time.sleep(60)")
    player.choose(Turn(Checkers.start()))
    gone(player)


def test_a_program_that_ignores_every_request_is_killed_with_its_helpers(
    engine: Make, tmp_path: Path
) -> None:
    helper = tmp_path / "helper"
    ignore = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n        "
    fork = f"pid = os.fork()\n        if pid == 0: time.sleep(60)\n        open({str(helper)!r}, 'w').write(str(pid))\n        "
    player = engine(f"{ignore}{fork}{FIRST}", farewell="time.sleep(60)")
    player.choose(Turn(Checkers.start()))
    gone(player)
    deadline = time.monotonic() + PATIENCE
    while alive(int(helper.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(int(helper.read_text()))


def gone(player: EngineProcess) -> None:
    pid = player.pid
    assert pid is not None
    began = time.monotonic()
    player.close()
    assert time.monotonic() - began < AGAINST_HANGING
    assert not Path(f"/proc/{pid}").exists()


def alive(pid: int) -> bool:
    """Tell whether a process still runs; one that waits to be counted does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_closing_twice_or_before_the_start_is_nothing(engine: Make) -> None:
    player = engine()
    player.close()
    player.choose(Turn(Checkers.start()))
    player.close()
    player.close()


# At the table


@pytest.mark.parametrize(
    ("go", "kind"),
    [
        (FIRST, "illegal"),
        ("say('bestmove none')", "refusal"),
        ("say('what?')", "format"),
        ("sys.exit(1)", "crash"),
        ("time.sleep(60)", "silence"),
        ("while True: pass", "time"),
    ],
)
def test_every_fault_is_a_verdict(engine: Make, go: str, kind: str) -> None:
    player = engine(go, margin=0.3 if kind == "silence" else 30)
    *_, ended = play_game(Checkers.start(), [player, Random()], TimeControl.read("game=0.5"))
    assert isinstance(ended, Ended)
    assert (ended.verdict.kind, ended.verdict.seat, ended.verdict.scores) == (kind, 0, (0.0, 1.0))


def test_where_the_game_goes_on_a_crashed_program_is_started_anew(engine: Make) -> None:
    start = Amazons.start(size="5x5", amazons=1)
    player = engine("sys.exit(1)", game=Amazons)
    *events, ended = play_game(start, [player, First()], ply_cap=6)
    offences = [event for event in events if isinstance(event, Offence)]
    assert [(event.kind, event.is_out) for event in offences] == [
        ("crash", False),
        ("crash", False),
        ("crash", True),
    ]
    assert isinstance(ended, Ended)


# Its name


def test_a_program_is_shown_by_its_own_name(engine: Make) -> None:
    player = engine()
    player.introduce()
    assert (player.name, player.version) == ("tiny", "tiny 7")
    assert player.pid is None


def test_a_program_without_a_name_goes_by_its_command(engine: Make) -> None:
    player = engine(script=GREETING.replace("id name", "id author"))
    player.introduce()
    assert player.name == "process"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("id game chezz", "it plays 'chezz', not checkers"),
        ("uciok", "expected an answer"),
        ("error no", "says error 'no'"),
    ],
)
def test_what_cannot_sit_down_is_absent_with_its_reason(engine: Make, line: str, reason: str) -> None:
    player = engine(script=GREETING.replace("id version 7", line))
    with pytest.raises(Absent, match=reason):
        player.introduce()
    assert player.pid is None


def test_another_version_in_mid_match_is_told(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(GREETING.replace("GO", FIRST).replace("QUIT", "break"))
    text = f"process:command={sys.executable} -I {path}"
    (participant,) = resolve_all([text], Checkers, MACHINE)
    assert participant.name == "tiny"
    path.write_text(path.read_text().replace("id version 7", "id version 8"))
    player = seat(participant, Checkers, MACHINE, 0)
    with pytest.raises(BadForm, match="it is 'tiny 8' now, and was 'tiny 7' before the first game"):
        player.choose(Turn(Checkers.start()))
