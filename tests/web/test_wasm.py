"""The core of the pages against the native one, which decides: the same moves, the same searches, the same levels."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from ludus import engine
from ludus.games import GAMES, Position
from ludus.games.base import squares_of
from ludus.players.level import LevelPlayer
from ludus.turn import Limits, Thought, Turn
from tests.conftest import ROOT
from tests.games.every_game import random_game
from tests.web.node_core import WASM, NodeCore, Refusal, find_node, require_wasm, start_core

pytestmark = pytest.mark.xdist_group("wasm")
NATIVE = engine.list_kernels()
SEARCHES_EACH = 5
"""Searches of each game; twenty in all."""


@pytest.fixture(scope="module")
def core() -> Generator[NodeCore]:
    with start_core() as started:
        yield started


def start_of(name: str, seed: int) -> Position:
    """Set up a start; a small board of Amazons, and not always two seats."""
    if name != "amazons":
        return GAMES[name].start()
    return GAMES[name].start(size=("6x5", "8x8", "3x4")[seed % 3], players=seed % 3 + 1, amazons=2, seed=seed)


def some_positions(name: str, games: int, each: int) -> list[Position]:
    """Pick positions of random games, the last one of each among them."""
    found: list[Position] = []
    for seed in range(games):
        played = [position for position, _ in random_game(start_of(name, seed), seed)]
        found += [*random.Random(seed).sample(played, min(each, len(played))), played[-1]]
    return found


def as_page_sees(thought: Thought) -> dict[str, object]:
    """Write a thought as core.js does, without its time."""
    score = {"unit": thought.score.unit, "value": thought.score.value}
    return {
        "depth": thought.depth,
        "nodes": thought.nodes,
        "lines": [{"score": score, "moves": list(thought.line)}],
    }


@pytest.mark.parametrize("name", NATIVE)
def test_the_page_knows_the_same_moves_and_what_comes_of_them(core: NodeCore, name: str) -> None:
    for position in some_positions(name, games=3, each=8):
        text = str(position)
        moves = engine.moves(position)
        assert core.ask("moves", name, text) == moves, text
        for move in random.Random(text).sample(moves, min(3, len(moves))):
            assert core.ask("play", name, text, move) == engine.play(position, move), (text, move)
        if len(moves) < 500:
            assert core.ask("perft", name, text, 2) == engine.perft(position, 2), text


@pytest.mark.parametrize("name", NATIVE)
def test_a_hand_may_touch_what_the_rules_let_it_touch(core: NodeCore, name: str) -> None:
    for position in some_positions(name, games=3, each=4):
        moves = position.moves()
        for move in random.Random(str(position)).sample(list(moves), min(2, len(moves))):
            path = squares_of(move)
            for length in range(len(path) + 1):
                found = core.ask("targets", name, str(position), path[:length])
                assert sorted(found["next"]) == sorted(position.targets(path[:length]))
                whole = [other for other in moves if squares_of(other) == path[:length]]
                assert (found["move"] in whole) if whole else found["move"] is None


@pytest.mark.parametrize("name", NATIVE)
def test_the_page_knows_whose_turn_it_is_and_how_the_game_ended(core: NodeCore, name: str) -> None:
    for position in some_positions(name, games=4, each=3):
        outcome, status = position.outcome(), core.ask("status", name, str(position))
        assert status["toMove"] == position.to_move
        assert status["over"] == (outcome is not None)
        if outcome is None or position.seats == 1:
            assert status["result"] is None
        else:
            own = position.to_move in outcome.winners
            shared = own and len(outcome.winners) > 1
            assert status["result"] == (0 if shared else 1 if own else -1)


@pytest.mark.parametrize("name", NATIVE)
def test_fixed_searches_find_the_same(core: NodeCore, name: str) -> None:
    positions = [position for position in some_positions(name, games=5, each=4) if position.moves()]
    for position in positions[:SEARCHES_EACH]:
        native = engine.think(position, Limits(nodes=5_000))
        found = core.ask("think", name, str(position), {"nodes": 5_000})
        del found["seconds"]
        assert found == as_page_sees(native), str(position)
        core.ask("stop")


@pytest.mark.parametrize("name", NATIVE)
def test_a_level_plays_the_same_game_in_a_page(core: NodeCore, name: str) -> None:
    """It remembers from move to move, and its seed decides its errors, natively and here."""
    native = [LevelPlayer(7, seed=11), LevelPlayer(6, seed=12)]
    turn = Turn(GAMES[name].start() if name != "amazons" else start_of(name, 1))
    for ply in range(12):
        seat = turn.position.to_move % 2
        request = {
            "level": 7 - seat,
            "seed": 11 + seat,
            "player": str(seat),
            "past": [str(earlier) for earlier in turn.earlier],
        }
        found = core.ask("think", name, str(turn.position), request)
        del found["seconds"]
        assert found == as_page_sees(native[seat].think(turn, Limits(nodes=engine.LEVELS[6 - seat].nodes))), (
            ply
        )
        turn = turn.after(found["lines"][0]["moves"][0])
        if not turn.position.moves():
            break


def test_an_analysis_goes_on_after_an_only_move(core: NodeCore) -> None:
    start = GAMES["pente"].start()
    for is_analysis in (False, True):
        limits = Limits(nodes=2_000, is_analysis=is_analysis)
        found = core.ask("think", "pente", str(start), {"nodes": 2_000, "isAnalysis": is_analysis})
        assert found["nodes"] == engine.think(start, limits).nodes
        core.ask("stop")
    assert found["nodes"] == 2_000


def test_what_is_no_position_or_no_move_is_refused(core: NodeCore) -> None:
    start = str(GAMES["checkers"].start())
    assert not core.ask("supports", "checkers", "nonsense")
    assert not core.ask("supports", "connect-four", start)
    assert core.ask("supports", "checkers", start)
    for question in (
        ("play", "checkers", start, "C6-D6"),
        ("moves", "checkers", "nonsense"),
        ("moves", "checkers", f"{start}\n"),
        ("think", "checkers", "nonsense", {"nodes": 10}),
        ("think", "checkers", start, {"nodes": 10, "past": ["nonsense"]}),
    ):
        with pytest.raises(Refusal):
            core.ask(*question)


ASK_DIRECTLY = """
import { readFileSync } from "node:fs";
const page = { now: () => 0, report: () => {} };
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[1]), { page });
const core = instance.exports;
core._initialize();
for (const [lines, question, ...numbers] of JSON.parse(readFileSync(0, "utf8"))) {
  const bytes = new TextEncoder().encode(lines);
  const at = core.make_room(bytes.length);
  new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
  const [level, seed, ...rest] = numbers.map((number) => number ?? NaN);
  const isAnswered = question === "think" ? core.think(level, BigInt(seed), ...rest) : core[question](...numbers);
  const output = new Uint8Array(core.memory.buffer, core.output_at(), core.output_bytes());
  console.log(JSON.stringify([Boolean(isAnswered), new TextDecoder().decode(output)]));
}
"""


def ask_directly(*questions: tuple[str | int | float | None, ...]) -> list[tuple[bool, str]]:
    """Ask the core without core.js: lines, the name of a question, its numbers (None: NaN); was it answered, and how?"""
    node = find_node()
    require_wasm()
    words = [node, "--input-type=module", "-e", ASK_DIRECTLY, str(WASM)]
    done = subprocess.run(words, input=json.dumps(questions), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_lines_that_are_missing_or_too_long_are_refused_without_a_trap() -> None:
    start = str(GAMES["checkers"].start())
    numbers = {"perft": (2,), "think": (0, 0, 10, 3, 1, 0, 1)}
    questions = [
        (lines, question, *numbers.get(question, ()))
        for question in ("moves", "play", "perft", "status", "targets", "think")
        for lines in ("", "checkers", "\n", f"checkers\n{'8' * 1_000_000}", f"{'x' * 1_000_000}\n{start}")
    ]
    *refused, last = ask_directly(*questions, (f"checkers\n{start}", "perft", 1))
    assert not any(is_answered for is_answered, _ in refused)
    assert last == (True, "7 7")


def test_limits_that_make_no_sense_do_not_trap() -> None:
    lines = f"me\ncheckers\n{GAMES['checkers'].start()}"
    found = ask_directly(
        (lines, "think", 0, 0, None, 3, 1, 0, 1),
        (lines, "think", 0, 0, 10, 3, None, 0, 1),
        (lines, "think", 11, 0, 10, 3, 1, 0, 1),
        (lines, "think", 0, 0, 10, 3, 1, 0, 0),
        (lines, "think", 0, 0, -5, 3, 1, 0, 1),
        (lines, "think", 0, 0, 100, -(2**31), -1, 0, 10**9),
    )
    assert [is_answered for is_answered, _ in found] == [False, False, False, False, True, True]


def test_the_levels_are_the_native_ones(core: NodeCore) -> None:
    assert core.ask("levels") == [
        {"nodes": level.nodes, "noise": level.noise, "slips": level.slips} for level in engine.LEVELS
    ]


def test_without_its_tools_make_names_the_packages_in_one_line(tmp_path: Path) -> None:
    words = ["make", "--silent", "wasm", f"WASM={tmp_path / 'core.wasm'}", "WASM_CLANG=/nowhere/clang++"]
    made = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode != 0
    (error,) = [line for line in made.stderr.splitlines() if line.startswith("error")]
    assert "clang lld wasi-libc libc++-dev-wasm32 libclang-rt-dev-wasm32" in error
