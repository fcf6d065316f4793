"""Adding a contest takes a format and a record: an untrusted program then plays it, and is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.arena.match import MatchSettings
from ludus.contests import CONTESTS
from ludus.exams.check import check
from ludus.exams.finding import GOOD
from ludus.intake.entrant import import_entrant
from ludus.turn import Turn
from tests.arena.matches import games_of, played, resolved
from tests.conftest import ROOT
from tests.contests import connect_four
from tests.contests.connect_four import ConnectFour
from tests.games.every_game import random_game
from tests.machines import MACHINE

DROP = """\
#!/bin/sh
# Stacks up one column after the other.
all=$(cat)
for column in {columns}; do
  for row in 1 2 3 4 5 6; do
    case " $(echo $all) " in *" $column$row "*) ;; *) echo "$column$row"; exit 0;; esac
  done
done
"""


@pytest.fixture(autouse=True)
def contest(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = MACHINE.explain_no_containment()
    if missing is not None:
        pytest.skip(str(missing))
    monkeypatch.setitem(CONTESTS, ConnectFour.name, connect_four.CONTEST)


def program(folder: Path, columns: str) -> Path:
    folder.mkdir()
    (folder / "drop").write_text(DROP.format(columns=columns), encoding="utf-8")
    (folder / "drop").chmod(0o755)
    return folder


def test_foreign_programs_play_a_made_up_contest(tmp_path: Path) -> None:
    settings = MatchSettings(ConnectFour.name, (str(ROOT / "examples" / "connect_four.py"),))
    texts = [
        f"program:{program(tmp_path / name, columns)}"
        for name, columns in (("left", "a b c d e f g"), ("right", "g f e d c b a"))
    ]
    results = played(games_of(settings, resolved(settings, *texts, "drunkard"), 6))
    assert len(results) == 6
    assert {result.record.verdict.kind for result in results} == {"outcome"}
    meeting = next(result for result in results if "drunkard" not in result.pairing.keys)
    assert meeting.record.verdict.reason == "four in a line"


def test_a_program_of_a_made_up_contest_is_checked(tmp_path: Path) -> None:
    folder = str(program(tmp_path / "left", "a b c d e f g"))
    findings = list(check(import_entrant(folder, MACHINE.best_box), ConnectFour, box=MACHINE.best_box))
    assert [finding.key for finding in findings[:3]] == ["folder", "first", "high"]
    assert {finding.state for finding in findings} == {GOOD}


@pytest.mark.parametrize("seed", range(3))
def test_the_made_up_format_keeps_both_laws(seed: int) -> None:
    turn = Turn(ConnectFour.start())
    for _, move in random_game(ConnectFour.start(), seed):
        if move is None:
            return
        assert connect_four.read_request(connect_four.write_request(turn)) == connect_four.as_transmitted(
            turn
        )
        assert connect_four.read_reply(turn, connect_four.write_reply(turn, (move,))) == (move,)
        turn = turn.after(move)
