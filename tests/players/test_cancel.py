"""A move that nobody waits for any more: `choose` ends soon and raises what it was cancelled by."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.players.alphabeta import DEEPEST, AlphaBeta, EnginePlayer
from ludus.players.base import Interruption, Leave, Player, TakeBack
from ludus.players.baseline import Greedy
from ludus.players.engine_process import EngineProcess
from ludus.players.montecarlo import MonteCarlo
from ludus.players.program import make_program_player
from ludus.players.references.amazons_territory import Territory
from ludus.players.references.pente_minimax import PenteMinimax
from ludus.players.references.reference_agents import CheckersMinimax
from ludus.terminal.lines import LineReader
from ludus.terminal.play import TerminalPerson
from ludus.turn import Limits, Turn
from tests.machines import OPEN
from tests.programs.folders import entry_folder, processes_of

ENDLESS, FEW = Limits(nodes=10**15), Limits(nodes=50)
LONG = 50.0
"""Seconds that would be far too long; every player here would think, or sleep, for more."""
SERVE = """\
import os
import sys
from ludus.games.checkers import Checkers
from ludus.engine_server import serve
from ludus.sandbox.capabilities import Machine
serve(Checkers, Machine(), sys.stdin.buffer, lambda line: print(line, flush=True))
"""
DEAF = """\
import sys, time
for line in sys.stdin:
    if line.strip() == "ludus": print("ludusok", flush=True)
    if line.strip() == "isready": print("readyok", flush=True)
    if line.startswith("go"): time.sleep(600)
"""


SEARCHES = ("alphabeta", "engine", "montecarlo", "checkers-minimax", "pente-minimax", "greedy", "territory")
CHECKERS, PENTE = Checkers.start(), Pente.start().play("10K")
WIDE = Amazons.start(size="60x60", amazons=1).play("a1").play("h30")
"""So many moves that even a look one move ahead takes long."""


@contextmanager
def cancelled_after(seconds: float, player: Player, why: Interruption) -> Iterator[None]:
    """Cancel from another thread, and see that what is inside does not take long."""
    timer = threading.Timer(seconds, player.cancel, [why])
    timer.start()
    began = time.monotonic()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        player.close()
    assert time.monotonic() - began < LONG


@pytest.mark.parametrize(
    ("make", "position"),
    [
        (lambda: AlphaBeta(ENDLESS), CHECKERS),
        (lambda: EnginePlayer(ENDLESS), CHECKERS),
        (lambda: MonteCarlo(ENDLESS), CHECKERS),
        (lambda: CheckersMinimax(DEEPEST), CHECKERS),
        (lambda: PenteMinimax(DEEPEST), PENTE),
        (Greedy, WIDE),
        (Territory, WIDE),
    ],
    ids=SEARCHES,
)
def test_a_search_that_is_cancelled_ends(make: Callable[[], Player], position: Position) -> None:
    player, why = make(), TakeBack()
    with cancelled_after(0.3, player, why), pytest.raises(TakeBack) as raised:
        player.choose(Turn(position))
    assert raised.value is why


@pytest.mark.parametrize(
    ("make", "position"),
    [
        (lambda: AlphaBeta(FEW), CHECKERS),
        (lambda: EnginePlayer(FEW), CHECKERS),
        (lambda: MonteCarlo(FEW), CHECKERS),
        (CheckersMinimax, CHECKERS),
        (PenteMinimax, PENTE),
        (Greedy, CHECKERS),
        (lambda: Territory(own=FEW), WIDE),
    ],
    ids=SEARCHES,
)
def test_cancelling_before_the_turn_cancels_that_turn_alone(
    make: Callable[[], Player], position: Position
) -> None:
    player = make()
    player.cancel(Leave())
    with pytest.raises(Leave):
        player.choose(Turn(position))
    assert player.choose(Turn(position)).moves


def engine_process(folder: Path, script: str, margin: float) -> EngineProcess:
    path = folder / "engine.py"
    path.write_text(script, encoding="utf-8")
    return EngineProcess([sys.executable, str(path)], Checkers, own=ENDLESS, margin=margin)


def test_an_engine_process_that_is_cancelled_stops_and_can_be_asked_again(tmp_path: Path) -> None:
    player = engine_process(tmp_path, SERVE, margin=LONG)
    with cancelled_after(0.5, player, TakeBack()):
        with pytest.raises(TakeBack):
            player.choose(Turn(Checkers.start()))
        first = player.pid
        player.cancel(Leave())
        with pytest.raises(Leave):
            player.choose(Turn(Checkers.start()))
        assert player.pid == first
        assert first is not None


def test_an_engine_process_that_minds_no_stop_is_ended(tmp_path: Path) -> None:
    player = engine_process(tmp_path, DEAF, margin=1.0)
    with cancelled_after(0.5, player, Leave()), pytest.raises(Leave):
        player.choose(Turn(Checkers.start()))
    assert player.pid is None


def test_a_program_that_is_cancelled_is_killed(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "sleep")
    player = make_program_player(folder, Pente, OPEN)
    with cancelled_after(1.0, player, Leave()), pytest.raises(Leave):
        player.choose(Turn(Pente.start()))
    assert processes_of(player.work) == []


def test_a_person_at_a_terminal_who_is_cancelled_is_asked_no_longer() -> None:
    keyboard, terminal = os.openpty()
    said: list[str] = []
    with os.fdopen(terminal, encoding="utf-8") as typed, os.fdopen(keyboard, "wb"):
        person = TerminalPerson(LineReader(typed).ask, said.append, colour=False)
        with cancelled_after(0.3, person, TakeBack()), pytest.raises(TakeBack):
            person.choose(Turn(Checkers.start()))
