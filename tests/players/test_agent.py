"""Agents of one's own in Python: found, seeded, judged like every player, and seated by their owner alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.arena.referee import play_game
from ludus.cli import main
from ludus.games.checkers import Checkers
from ludus.players.base import BadPlayer, Player
from ludus.players.baseline import First
from ludus.players.named import make_player
from ludus.players.participant import resolve_all, seat
from ludus.records.events import Ended, Played, Verdict
from ludus.tournaments.entrants import import_entrants
from ludus.tournaments.plans.plan import read_plan
from tests.conftest import ROOT
from tests.machines import MACHINE

HEAD = "from ludus.players.agent import Agent\n"
LAST = (
    HEAD
    + """
class Last(Agent):
    def choose(self, turn):
        return turn.position.moves()[-1]
"""
)
DRAWN = (
    HEAD
    + """
class Drawn(Agent):
    name = "by lot"
    def choose(self, turn):
        return self.random.choice(turn.position.moves())
"""
)


def write(folder: Path, text: str) -> Path:
    path = folder / "my_agent.py"
    path.write_text(text, encoding="utf-8")
    return path


def make(path: Path | str, seed: int = 0) -> Player:
    return make_player(f"player:{path}", Checkers, MACHINE, seed, is_own=True)


def verdict_of(player: Player) -> Verdict:
    *_, end = play_game(Checkers.start(), [player, First()], ply_cap=4)
    assert isinstance(end, Ended)
    return end.verdict


def moves_of(player: Player) -> list[str]:
    events = play_game(Checkers.start(), [player, First()], ply_cap=20)
    return [event.move for event in events if isinstance(event, Played)]


def test_the_one_agent_of_a_file_plays_under_the_name_of_its_class(tmp_path: Path) -> None:
    player = make(write(tmp_path, LAST))
    assert player.name == "Last"
    assert moves_of(player)[0] == Checkers.start().moves()[-1]


def test_an_agent_may_have_a_name_and_its_seed_repeats_its_moves(tmp_path: Path) -> None:
    path = write(tmp_path, DRAWN)
    assert make(path).name == "by lot"
    assert moves_of(make(path, 3)) == moves_of(make(path, 3))
    assert len({tuple(moves_of(make(path, seed))) for seed in range(5)}) > 1


def test_of_two_agents_one_is_named_behind_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, LAST + DRAWN)
    assert make(f"{path}:Last").name == "Last"
    with pytest.raises(BadPlayer, match="or :CLASS behind the file, found Last, Drawn"):
        make(path)
    with pytest.raises(BadPlayer, match="expected First, found Last, Drawn"):
        make(f"{path}:First")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "x = 1\n",
            "expected one class derived from ludus.players.agent.Agent, or :CLASS behind the file, found none",
        ),
        ("x = 1 / 0\n", "the file does not load: ZeroDivisionError"),
        (
            LAST + "    def __init__(self, game, seed):\n        raise KeyError(seed)\n",
            "Last cannot be made: KeyError",
        ),
    ],
)
def test_a_file_without_an_agent_is_refused_with_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadPlayer, match=reason):
        make(write(tmp_path, text))


@pytest.mark.parametrize(
    ("file", "reason"), [("none.py", "found none"), ("agent.txt", "expected a Python file")]
)
def test_what_is_no_python_file_is_refused(tmp_path: Path, file: str, reason: str) -> None:
    with pytest.raises(BadPlayer, match=reason):
        make(tmp_path / file)


def test_a_module_beside_the_agent_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "beside_the_agent.py").write_text("INDEX = -1\n", encoding="utf-8")
    path = write(tmp_path, "from beside_the_agent import INDEX\n" + LAST.replace("[-1]", "[INDEX]"))
    assert moves_of(make(path))[0] == Checkers.start().moves()[-1]


def test_an_exception_is_a_crash_with_its_line(tmp_path: Path) -> None:
    verdict = verdict_of(make(write(tmp_path, LAST.replace("[-1]", "[999]"))))
    assert (verdict.kind, verdict.seat) == ("crash", 0)
    assert "IndexError" in verdict.reason
    assert "(my_agent.py, line 5)" in verdict.reason


def test_an_answer_that_is_no_move_is_a_fault_of_form(tmp_path: Path) -> None:
    verdict = verdict_of(make(write(tmp_path, LAST.replace("turn.position.moves()[-1]", "7"))))
    assert (verdict.kind, verdict.seat) == ("format", 0)


@pytest.mark.parametrize(
    "answer",
    [
        "Choice((5,))",
        "Choice('A1')",
        "Choice((move,), float('nan'))",
        "Choice((move,), -1.0)",
        "Choice((move,), 'long')",
        "Choice((move,), thought='deep')",
        "Choice((move,), note=7)",
    ],
)
def test_a_choice_that_holds_nonsense_is_a_fault_of_form(tmp_path: Path, answer: str) -> None:
    text = LAST.replace(
        "return turn.position.moves()[-1]", f"move = turn.position.moves()[-1]; return {answer}"
    )
    verdict = verdict_of(make(write(tmp_path, f"from ludus.turn import Choice\n{text}")))
    assert (verdict.kind, verdict.seat) == ("format", 0)


def test_an_agent_that_fails_after_its_game_changes_no_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, LAST + "    def close(self):\n        raise KeyError('no such file')\n")
    assert main(["match", "checkers", f"player:{path}", "first", "--games", "2", "--ply-cap", "4"]) == 0
    printed = capsys.readouterr()
    assert "cut" in printed.out
    assert "warning: Last: close() failed: KeyError: 'no such file' (my_agent.py, line 7)" in printed.err


def test_an_illegal_move_is_judged_like_everybodys(tmp_path: Path) -> None:
    verdict = verdict_of(make(write(tmp_path, LAST.replace("turn.position.moves()[-1]", "'A1-A2'"))))
    assert (verdict.kind, verdict.seat) == ("illegal", 0)


def test_a_file_that_changes_in_mid_match_does_not_play_on(tmp_path: Path) -> None:
    path = write(tmp_path, LAST)
    (participant,) = resolve_all([f"player:{path}"], Checkers, MACHINE)
    assert seat(participant, Checkers, MACHINE, 1).name == "Last"
    path.write_text(LAST.replace("[-1]", "[0]"), encoding="utf-8")
    verdict = verdict_of(seat(participant, Checkers, MACHINE, 1))
    assert verdict.kind == "absent"
    assert "has changed since the match began" in verdict.reason


def test_only_its_owner_seats_an_agent(tmp_path: Path) -> None:
    path = write(tmp_path, "raise SystemExit('this must not run')\n")
    with pytest.raises(BadPlayer, match="it sits only in matches and tournaments of your own"):
        make_player(f"player:{path}", Checkers, MACHINE)


def test_an_agent_plays_in_a_tournament_of_its_owner_by_a_path_beside_the_plan(tmp_path: Path) -> None:
    write(tmp_path, LAST)
    plan = tmp_path / "plan.toml"
    entrants = '[{ player = "player:my_agent.py" }, { player = "random" }]'
    plan.write_text(f'game = "checkers"\nentrants = {entrants}\n', encoding="utf-8")
    read = read_plan(plan)
    mine, _ = import_entrants(read, read.find_game(), MACHINE)
    assert (mine.key, mine.absence) == ("Last", "")


def test_the_example_plays_in_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    example = ROOT / "examples" / "agents" / "mobile.py"
    assert main(["match", "checkers", f"player:{example}", "random", "--games", "2", "--quiet"]) == 0
    assert "Mobile" in capsys.readouterr().out
