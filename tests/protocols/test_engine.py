"""The lines of the engine protocol: each means one thing, and the page about it is true."""

from __future__ import annotations

import contextlib
import queue
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus import __version__
from ludus.engine_server import Server
from ludus.games.checkers import Checkers
from ludus.protocols.engine import (
    HELLO,
    IS_READY,
    KNOWN,
    MOST,
    QUIT,
    READY,
    STOP,
    Answer,
    BadLine,
    BestMove,
    Command,
    Complaint,
    Go,
    Identity,
    Info,
    NewGame,
    Option,
    Set,
    SetPosition,
    read_answer,
    read_command,
)
from ludus.score import NUMBER, UNITS, Score
from ludus.turn import Limits
from tests.conftest import ROOT
from tests.games.every_game import EVERY_GAME, random_game
from tests.machines import MACHINE

PAGE = ROOT / "docs" / "engine-protocol.md"

words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=9)
texts = st.lists(words, min_size=1, max_size=3).map(" ".join)
counts = st.integers(0, MOST)
limits = st.none() | st.integers(1, MOST)
lines = st.lists(words, max_size=3).map(tuple)
places = st.builds(
    SetPosition, texts.filter(lambda text: text != "start" and "moves" not in text.split()), lines
)
commands: st.SearchStrategy[Command] = st.one_of(
    st.sampled_from([HELLO, IS_READY, STOP, QUIT]),
    st.builds(Set, words, texts),
    st.builds(NewGame, st.none() | counts),
    st.builds(SetPosition, st.none(), lines),
    places,
    st.builds(Go, limits, limits, limits, limits),
)
scores = st.builds(Score, st.sampled_from(UNITS), st.integers(-(10**6), 10**6).map(lambda n: n / 8))
answers: st.SearchStrategy[Answer] = st.one_of(
    st.sampled_from([KNOWN, READY]),
    st.builds(Identity, words, texts),
    st.builds(Option, words, texts),
    st.builds(Option, words, counts.map(str), st.tuples(counts, counts)),
    st.builds(Info, counts, scores, counts, counts, lines),
    st.builds(BestMove, st.none() | words.filter(lambda word: word != "none")),
    st.builds(Complaint, texts),
)


@given(commands)
def test_a_command_is_read_as_it_was_written(command: Command) -> None:
    assert read_command(str(command)) == command
    assert read_command(f"  {command} \r\n") == command


@given(answers)
def test_an_answer_is_read_as_it_was_written(answer: Answer) -> None:
    assert read_answer(str(answer)) == answer
    assert "\n" not in str(answer)


@given(st.text())
def test_any_other_line_is_refused_and_nothing_worse(line: str) -> None:
    for read in (read_command, read_answer):
        with contextlib.suppress(BadLine):
            assert read(line) is not None


@pytest.mark.parametrize("game", EVERY_GAME)
def test_positions_of_every_game_survive_the_way(game: str) -> None:
    for position, _ in random_game(EVERY_GAME[game].start(), seed=2):
        place = read_command(str(SetPosition(str(position), ("x",))))
        assert place == SetPosition(str(position), ("x",))


@pytest.mark.parametrize(
    "line",
    [
        "go nodes",
        "go nodes 0",
        "go nodes -1",
        "go nodes 1 nodes 2",
        "go nodes ²",
        "go nodes 99999999999999999999",
        "go far 3",
        "go 3",
        "position",
        "position moves A1",
        "newgame 3",
        "newgame seed",
        "newgame seed x",
        "set",
        "set seed",
        "isready now",
        "LUDUS",
        "uci",
    ],
)
def test_a_wrong_command_is_explained(line: str) -> None:
    with pytest.raises(BadLine, match="expected"):
        read_command(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "bestmove",
        "bestmove A1 B2",
        "id",
        "id name",
        "option name x",
        "info depth x",
        "info score nan",
        "hello",
    ],
)
def test_a_wrong_answer_is_explained(line: str) -> None:
    with pytest.raises(BadLine, match="expected"):
        read_answer(line)


NOTHING = Score(NUMBER, 0)


@pytest.mark.parametrize(
    ("words", "score"),
    [
        ("points 1.25", Score.points(1.25)),
        ("win 5", Score.end_in(5, is_won=True)),
        ("win -3", Score.end_in(3, is_won=False)),
        ("chance 0.62", Score.chance(0.62)),
        ("-17", Score(NUMBER, -17)),
    ],
)
def test_a_score_has_a_unit_or_is_a_number(words: str, score: Score) -> None:
    assert read_answer(f"info depth 2 score {words} nodes 7") == Info(2, score, 7, 0)
    again = read_answer(str(Info(2, score, 7, 0)))
    assert again == Info(2, score, 7, 0)


def test_an_info_line_may_say_less_or_more() -> None:
    assert read_answer("info nodes 7") == Info(0, NOTHING, 7, 0)
    assert read_answer("info nps 9 depth 3 hash full pv a b") == Info(3, NOTHING, 0, 0, ("a", "b"))
    assert read_answer("info string depth x") == Info(0, NOTHING, 0, 0)


def test_limits_are_worded_and_read_back() -> None:
    go = Go.within(Limits(nodes=5, depth=2, cpu=0.25, wall=1.5))
    assert str(go) == "go nodes 5 depth 2 movetime 1500 cputime 250"
    assert go.make_limits() == Limits(nodes=5, depth=2, cpu=0.25, wall=1.5)
    assert str(Go.within(Limits(cpu=0.0001))) == "go cputime 1"
    assert str(Go.within(Limits())) == "go"


def test_the_dialogue_on_the_page_is_true() -> None:
    (dialogue,) = re.findall(
        r"^```text\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    said: queue.Queue[str] = queue.Queue()
    server = Server(Checkers, MACHINE, said.put)
    goes_on = True
    for line in dialogue.splitlines():
        mark, text = line[:2], line[2:]
        if mark == "> ":
            assert said.empty(), said.get()
            goes_on = server.obey(text)
        else:
            assert mark == "< "
            assert timeless(said.get(timeout=10)) == timeless(text)
    assert not goes_on
    assert said.empty()
    server.close()


def timeless(line: str) -> str:
    """Leave out what differs from run to run or from version to version."""
    if line.startswith("id version"):
        assert line.split()[2] == __version__ or "." in line
        return "id version"
    return re.sub(r" time \d+", "", line)


@pytest.mark.parametrize("line", [*map(str, (HELLO, IS_READY, STOP, QUIT, KNOWN, READY)), "bestmove none"])
def test_the_page_names_every_line(line: str) -> None:
    assert f"`{line}`" in PAGE.read_text(encoding="utf-8")
