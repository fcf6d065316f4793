"""The audit of the Amazons program: it names what cannot have come about, and never costs a move."""

from __future__ import annotations

import posix
import sys
from pathlib import Path

import pytest

from ludus.entries import amazons as entry
from ludus.entries.amazons_audit import audit, keep
from ludus.protocols.amazons import make_own_turn
from ludus.protocols.amazons_file import State, read_state, write_state

MOVEMENT = -1
ME = "ME"
OURS = b"3 4\n001 000 200 009\n000 110 000 000\n002 000 030 000\nME 1 3\nfoe 2 5\n"
THREE = OURS + b"third 3 0\n"

Captured = pytest.CaptureFixture[str]


def findings(
    folder: Path, before: bytes, after: bytes, was: int = MOVEMENT, now: int = MOVEMENT
) -> list[str]:
    board = str(folder / "board.txt")
    keep(board, ME, read_state(before), was)
    return audit(board, ME, read_state(after), now)


def changed(data: bytes, *pairs: tuple[bytes, bytes]) -> bytes:
    for old, new in pairs:
        assert old in data
        data = data.replace(old, new, 1)
    return data


def test_every_legal_turn_of_an_opponent_passes(tmp_path: Path) -> None:
    position = make_own_turn(read_state(OURS), "foe", 0)
    for move in position.moves():
        after = position.play(move)
        if after.bound is None:
            told = write_state(State(after.fields, after.width, after.players))
            assert findings(tmp_path, OURS, told) == [], move


def test_an_opponent_who_passed_is_nobody_to_blame(tmp_path: Path) -> None:
    assert findings(tmp_path, OURS, OURS) == []


@pytest.mark.parametrize(
    ("pairs", "place"),
    [
        ([(b"009", b"000")], "line 2, field 4: expected the obstacle 009"),
        ([(b"001 000", b"000 001")], "line 2, field 1: expected own amazons where they were"),
        ([(b"000 110", b"000 310")], "line 3, field 2: expected no more than 110"),
        ([(b"000 030", b"010 030")], "line 4, field 2: expected no more than 000"),
        ([(b"200", b"100")], "line 2, field 3: expected no more than 200"),
        ([(b"030", b"000"), (b"110", b"100")], "line 3, field 2: expected 110 as before, or 000"),
        ([(b"ME 1 3", b"ME 1 2")], "line 5, field 3: expected the score 3, found 2"),
        ([(b"ME 1 3", b"ME 1 4"), (b"200", b"000")], "line 5, field 3: expected the score 3, found 4"),
        ([(b"foe 2 5", b"foe 2 4")], "line 6, field 3: expected the score 5, found 4"),
        ([(b"foe 2 5", b"foe 2 8"), (b"200", b"000")], "line 6, field 3: expected at most 2 more points"),
        ([(b"030 000", b"030 002")], "line 6, field 2: expected 1 amazons of player 2, found 2"),
        ([(b"foe 2 5\n", b"foe 2 5\nlate 3 0\n")], "line 7: expected no new player"),
    ],
)
@pytest.mark.parametrize("before", [OURS, THREE], ids=["one opponent", "two opponents"])
def test_what_the_rules_forbid_is_named_with_its_place(
    pairs: list[tuple[bytes, bytes]], place: str, before: bytes, tmp_path: Path
) -> None:
    if before == THREE and b"late" in pairs[0][1]:
        pairs, place = [(b"third 3 0\n", b"third 3 0\nlate 4 0\n")], "line 8: expected no new player"
    found = findings(tmp_path, before, changed(before, *pairs))
    assert any(finding.startswith(place) for finding in found), found


def test_with_one_opponent_a_turn_that_is_not_legal_is_found(tmp_path: Path) -> None:
    """A knight's move with an arrow: nothing else is wrong with it."""
    after = changed(OURS, (b"002 000 030", b"000 000 030"), (b"000 110 000 000", b"000 110 002 009"))
    (finding,) = findings(tmp_path, OURS, after)
    assert "expected a legal turn of foe" in finding
    assert "\n" not in finding


def test_a_turn_longer_than_our_arena_allows_is_nobody_to_blame(tmp_path: Path) -> None:
    """Another game master may have no bound, so that the turn can be legal there."""
    before = f"1 28\n002 {'010 ' * 24}000 000 001\nME 1 0\nfoe 2 0\n".encode()
    after = f"1 28\n{'009 ' * 25}002 000 001\nME 1 0\nfoe 2 0\n".encode()
    assert findings(tmp_path, before, after) == []


def test_an_opponent_who_cannot_move_must_not(tmp_path: Path) -> None:
    before = b"2 3\n002 009 000\n009 009 001\nME 1 0\nfoe 2 0\n"
    (finding,) = findings(tmp_path, before, changed(before, (b"000", b"009")))
    assert "foe cannot move" in finding


def test_in_placement_others_gain_one_amazon_and_new_rows_come(tmp_path: Path) -> None:
    before = b"1 6\n001 000 300 000 000 000\nME 1 0\n"
    after = b"1 6\n001 002 003 000 000 000\nME 1 0\nfoe 2 0\nthird 3 0\n"
    for now in (2, MOVEMENT):
        assert findings(tmp_path, before, after, was=2, now=now) == []
    twice = changed(after, (b"000", b"002"))
    assert findings(tmp_path, before, twice, was=2, now=2) == [
        "line 4, field 2: expected 0 or 1 amazons of player 2, found 2"
    ]
    paid = changed(after, (b"foe 2 0", b"foe 2 3"))
    assert findings(tmp_path, before, paid, was=2, now=2) == [
        "line 4, field 3: expected the score 0, found 3"
    ]


@pytest.mark.parametrize(
    "after",
    [b"1 1\n000\n", b"3 4\n" + 3 * b"500 500 500 500\n", changed(OURS, (b"foe 2", b"fox 2"))],
    ids=["other size", "no rows", "other names"],
)
def test_another_game_is_not_compared(after: bytes, tmp_path: Path) -> None:
    assert findings(tmp_path, OURS, after) == []


def test_a_placement_after_a_movement_is_another_game(tmp_path: Path) -> None:
    assert findings(tmp_path, OURS, changed(OURS, (b"009", b"500")), now=4) == []


@pytest.mark.parametrize(
    "kept", [b"", b"movement\n", b"movement\n\xff", b"flying\n" + OURS, OURS, b"\0" * 9999]
)
def test_a_damaged_file_is_ignored(kept: bytes, tmp_path: Path) -> None:
    (tmp_path / ".ME.last").write_bytes(kept)
    assert audit(str(tmp_path / "board.txt"), ME, read_state(OURS), MOVEMENT) == []


def test_many_findings_are_cut_short(tmp_path: Path) -> None:
    assert len(findings(tmp_path, b"20 1\n" + 20 * b"009\n", b"20 1\n" + 20 * b"000\n")) == 9


# In the program


def run(folder: Path, data: bytes, *words: str) -> int:
    (folder / "board.txt").write_bytes(data)
    board = str(folder / "board.txt")
    before = sys.argv
    sys.argv = ["game", "phase=movement", "time=0.02", *words, board, board]
    try:
        return entry.main()
    finally:
        sys.argv = before


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setitem(posix.environ, b"LUDUS_NAME", b"ME")
    return monkeypatch


@pytest.mark.usefixtures("named")
def test_a_finding_is_a_warning_and_fatal_only_when_strict(tmp_path: Path, capfd: Captured) -> None:
    board = tmp_path / "board.txt"
    assert run(tmp_path, OURS) == 0
    cheated = changed(board.read_bytes(), (b"foe 2 5", b"foe 2 4"))
    assert run(tmp_path, cheated, "strict") == 2
    place = f"{board} line 6, field 3: expected the score 5, found 4\n"
    assert capfd.readouterr().err == f"error: {place}"
    assert board.read_bytes() == cheated
    assert run(tmp_path, cheated) == 0
    assert capfd.readouterr().err == f"warning: {place}"


@pytest.mark.usefixtures("named")
def test_who_must_pass_keeps_what_it_saw(tmp_path: Path) -> None:
    keep(str(tmp_path / "board.txt"), ME, read_state(OURS), MOVEMENT)
    blocked = b"2 2\n001 009\n009 009\nME 1 0\n"
    assert run(tmp_path, blocked) == 1
    assert (tmp_path / ".ME.last").read_bytes() == b"movement\n" + blocked


def test_a_file_that_cannot_be_kept_costs_nothing(
    tmp_path: Path, named: pytest.MonkeyPatch, capfd: Captured
) -> None:
    (tmp_path / ".ME.last").mkdir()
    assert run(tmp_path, OURS) == 0
    named.setitem(posix.environ, b"LUDUS_NAME", b"../ME")
    assert run(tmp_path, OURS.replace(b"ME", b"../ME")) == 0
    assert capfd.readouterr().err == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == [".ME.last", "board.txt"]
