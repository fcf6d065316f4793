"""One move is asked for as the referee asked for it, and can be repeated under a debugger."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ludus.arena.inputs import list_asked, make_inputs, trace_turns
from ludus.contests import CONTESTS
from ludus.errors import BadOption
from ludus.exams.ask import choose_asked, make_question
from ludus.exams.debug_script import write_debug_script
from ludus.exams.reproduce import write_case
from ludus.games import GAMES
from ludus.intake.recipe import Recipe
from ludus.players.base import Crash
from ludus.players.program import adapt_turn
from ludus.records.record import Record
from ludus.turn import Request
from tests.arena.test_inputs import Noting, play


def make_record(name: str, *faults: int) -> Record:
    """Play a few moves; the second player crashes at these turns of its own."""
    return play(GAMES[name], [Noting("ann"), Noting("bob", {turn: Crash("exit code 1") for turn in faults})])


@pytest.mark.parametrize("name", CONTESTS)
def test_a_program_is_given_again_just_what_it_was_given(name: str) -> None:
    record, contest = make_record(name), CONTESTS[name]
    for seat in (0, 1):
        for given in make_inputs(record, GAMES, seat)[0]:
            asked = choose_asked(record, GAMES[name], given.ply, None, "")
            question = make_question(record, GAMES[name], asked, from_start=False)
            told = adapt_turn(contest, question.turn, record.players[seat].name)
            assert (asked.seat, contest.format.write_request(told)) == (seat, given.request)
            assert str(question.control) == record.clock


def test_a_move_within_a_turn_belongs_to_the_turn() -> None:
    record = make_record("amazons")
    asked = list(list_asked(record, trace_turns(record, GAMES)[0]))
    firsts = {each.ply for each in asked}
    within = [ply for ply in range(1, len(record.moves) + 1) if ply not in firsts]
    assert within, "this game has a turn of several moves"
    for ply in within:
        found = choose_asked(record, GAMES["amazons"], ply, None, "")
        assert found.ply == max(first for first in firsts if first < ply)


def test_without_a_number_the_misconduct_is_meant() -> None:
    assert choose_asked(make_record("pente", 3), GAMES["pente"], None, None, "").ply == 6
    rolled_back = make_record("amazons", 2, 3)
    found = choose_asked(rolled_back, GAMES["amazons"], None, None, "")
    assert (found.kind, found.ply) == ("crash", rolled_back.offences[-1].ply)
    with pytest.raises(BadOption, match="no misconduct says which one is meant"):
        choose_asked(make_record("pente"), GAMES["pente"], None, None, "")


def test_of_several_who_were_asked_for_a_move_the_seat_can_be_chosen() -> None:
    record = make_record("amazons", 2)
    ply = record.offences[0].ply
    assert choose_asked(record, GAMES["amazons"], ply, None, "").seat == 1
    assert choose_asked(record, GAMES["amazons"], ply, 0, "").seat == 0
    with pytest.raises(BadOption, match="expected a move that somebody was asked for, 1 to"):
        choose_asked(record, GAMES["amazons"], 999, None, "")


def test_earlier_turns_are_those_of_the_same_seat() -> None:
    record = make_record("pente")
    asked = choose_asked(record, GAMES["pente"], 7, None, "")
    earlier = make_question(record, GAMES["pente"], asked, from_start=True).earlier
    assert [turn.ply for turn in earlier] == [0, 2, 4]


PROGRAM = """\
#!/usr/bin/env python3
import sys


def double(number):
    answer = 2 * number
    return answer


print(double(int(sys.stdin.readline())), sys.argv[1:], __name__)
"""


def write_program(folder: Path) -> Recipe:
    folder.mkdir()
    (folder / "run").write_text(PROGRAM, encoding="utf-8")
    (folder / "run").chmod(0o755)
    return Recipe((), (), ("./run",))


def start_script(path: Path, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", path], input=typed, capture_output=True, text=True, timeout=60, check=True)


def test_the_debugger_stops_in_the_program_and_leaves_it_its_standard_input(tmp_path: Path) -> None:
    recipe = write_program(tmp_path / "bot")
    request = Request(b"21\n", ("a", "b"))
    write_case(tmp_path, "case", request, tmp_path / "bot", recipe, ())
    script = write_debug_script(tmp_path / "case", request, tmp_path / "bot", recipe, tmp_path / "bot")
    done = start_script(script, "break double\ncontinue\nnext\np number\ncontinue\n")
    assert "\n(Pdb) 21\n" in done.stderr.replace("(Pdb) (Pdb)", "(Pdb)")
    assert done.stdout == "42 ['a', 'b'] __main__\n"
    assert start_script(script, "").returncode == 0


@pytest.mark.parametrize(
    ("starting", "content", "wanted"),
    [
        (("python3", "homework.py"), "", "python3 ../debug.py homework.py in out"),
        (("./game",), "\x7fELF", "gdb -q -ex 'start in out < ../stdin.txt' ./game"),
        (("java", "-Xmx1g", "-cp", ".", "homework"), "", "jdb -classpath . homework in out"),
        (("./run",), "#!/bin/sh\n", "sh -x ./run in out < ../stdin.txt"),
    ],
)
def test_each_kind_of_program_has_its_debugger(
    starting: tuple[str, ...], content: str, wanted: str, tmp_path: Path
) -> None:
    (tmp_path / starting[0]).write_text(content, encoding="utf-8")
    request = Request(b"x", ("in", "out"))
    script = write_debug_script(tmp_path, request, tmp_path, Recipe((), (), starting), tmp_path)
    assert script.read_text(encoding="utf-8").splitlines()[-1] == wanted
