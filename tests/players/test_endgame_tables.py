"""Endgame tables on the disk: found by every engine, refused when they are not whole, never needed."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from ludus import engine
from ludus.cli import main
from ludus.games.checkers import Checkers
from ludus.players.alphabeta import EnginePlayer
from ludus.players.endgame_tables import keep_tables, list_tables
from ludus.players.level import LevelPlayer
from ludus.score import Score
from ludus.turn import Choice, Limits, Turn

WON = "1B6/8/8/8/8/8/8/W7 b"
DATA = engine.make_tables("checkers", 2, lambda done, total: None)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def choose(player: EnginePlayer, text: str = WON) -> Choice:
    return player.choose(Turn(Checkers.read(text)))


def make_player() -> EnginePlayer:
    return EnginePlayer(Limits(nodes=100))


def knows_the_end(choice: Choice) -> bool:
    assert choice.thought is not None
    return str(choice.thought.score) == "win in 11"


def test_an_engine_plays_by_tables_once_they_are_made() -> None:
    assert not knows_the_end(choose(make_player()))
    keep_tables("checkers", 2, DATA)
    assert knows_the_end(choose(make_player()))


def test_levels_and_what_strength_is_measured_by_never_use_tables() -> None:
    keep_tables("checkers", 2, DATA)
    limits = Limits(nodes=100)
    players = (LevelPlayer(1), EnginePlayer(limits, plain=True), EnginePlayer(limits, reference=True))
    assert not any(knows_the_end(choose(player)) for player in players)


def test_tables_are_not_opened_while_there_are_many_pieces() -> None:
    keep_tables("checkers", 2, b"no tables")
    assert choose(make_player(), str(Checkers.start())).note == ""
    assert choose(make_player()).note != ""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cannot mmap an empty file"),
        (b"something else", "expected endgame tables, found something else"),
        (DATA[:100], "found damaged ones|expected \\d+ bytes, found 100"),
        (DATA[:-1], f"expected {len(DATA)} bytes, found {len(DATA) - 1}"),
        (DATA + b"\0", f"expected {len(DATA)} bytes, found {len(DATA) + 1}"),
        (DATA[:8] + b"\2" + DATA[9:], "expected endgame tables of version 1"),
        (DATA.replace(b"checkers", b"draughts"), "expected endgame tables of checkers"),
    ],
)
def test_tables_that_are_not_whole_are_refused_in_one_line_and_the_game_goes_on(
    data: bytes, why: str
) -> None:
    path = keep_tables("checkers", 2, data)
    choice = choose(make_player())
    assert choice.moves
    assert choice.note.startswith(str(path))
    assert re.search(why, choice.note)
    assert "\n" not in choice.note


def test_a_change_of_any_byte_is_noticed() -> None:
    for at in (*range(0, len(DATA), 37), len(DATA) - 1):
        damaged = bytearray(DATA)
        damaged[at] ^= 0x10
        with pytest.raises(ValueError, match="expected"):
            engine.Tables("checkers", bytes(damaged))


def checksum(data: bytes | bytearray) -> int:
    """Compute the checksum of native/endings/file.hpp."""
    sums = [1, 2, 3, 4]

    def add(lane: int, word: int) -> None:
        mixed = (sums[lane] ^ word) * 0x9E3779B97F4A7C15 % 2**64
        sums[lane] = mixed ^ mixed >> 32

    whole = len(data) // 32 * 32
    for at in range(0, whole, 8):
        add(at // 8 % 4, int.from_bytes(data[at : at + 8], "little"))
    for byte in data[whole:]:
        add(0, byte)
    for lane in (1, 2, 3):
        add(0, sums[lane])
    return sums[0] ^ len(data)


def forge(change: Callable[[bytearray], None]) -> bytes:
    """Change every part of whole tables, and write the checksums that belong to what came of them."""
    data = bytearray(DATA)
    parts = int.from_bytes(data[40:48], "little")
    head = 56 + 24 * parts
    for at in range(56, head, 24):
        place, length, _ = struct.unpack_from("<QQQ", data, at)
        part = data[place : place + length]
        change(part)
        data[place : place + length] = part
        struct.pack_into("<Q", data, at + 16, checksum(part))
    struct.pack_into("<Q", data, head, checksum(data[:head]))
    return bytes(data)


def put_lengths(part: bytearray, lengths: dict[int, int]) -> None:
    """Say how many bits the code of each number has."""
    part[:256] = bytes(lengths.get(number, 0) for number in range(256))


WILD_LENGTHS: list[dict[int, int]] = [
    {7: 1},
    {3: 1, 255: 1},
    dict.fromkeys(range(256), 8),
    {number: min(number + 1, 15) for number in range(16)},
    {0: 15},
]
TOWERS = [
    Checkers.read(f"{'8/' * row}{col or ''}B{7 - col or ''}/{'8/' * (6 - row)}{other}W{7 - other} b")
    for row in range(7)
    for col in range(8)
    for other in range(1, 7)
    if (row + col) % 2 and other % 2 == 0
]


@pytest.mark.parametrize("lengths", WILD_LENGTHS)
@pytest.mark.parametrize("seed", range(3))
def test_forged_tables_are_read_within_their_bounds(lengths: dict[int, int], seed: int) -> None:
    """Codes and their places are any numbers at all; whatever is read, the search plays a legal move."""
    chance = random.Random(seed)

    def change(part: bytearray) -> None:
        part[256:] = chance.randbytes(len(part) - 256)
        put_lengths(part, lengths)

    tables = engine.Tables("checkers", forge(change))
    for position in TOWERS:
        tables.look_up(position)
        native = engine.Engine("checkers")
        native.use_tables(tables)
        assert native.analyse(position, Limits(nodes=200))[0].move in position.moves()


def test_forged_tables_with_a_draw_that_no_move_holds_still_give_a_move() -> None:
    chance = random.Random(5)

    def change(part: bytearray) -> None:
        # Of 2, a loss, and 255, a draw, each has one bit; the places of the codes end before this byte.
        put_lengths(part, {2: 1, 255: 1})
        part[320:] = bytes(chance.choice((0, 0, 0, 1, 2, 4, 8)) for _ in part[320:])

    tables = engine.Tables("checkers", forge(change))
    native = engine.Engine("checkers")
    native.use_tables(tables)
    contradictions = 0
    for position in TOWERS:
        after = [tables.look_up(position.play(move)) for move in position.moves()]
        contradictions += tables.look_up(position) == Score.points(0) and Score.points(0) not in after
        assert native.analyse(position, Limits(nodes=200))[0].move in position.moves()
    assert contradictions > 0


@pytest.mark.parametrize("lengths", [{}, {1: 16}, {1: 255}, {1: 1, 2: 1, 3: 1}])
def test_lengths_that_no_code_has_are_refused(lengths: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="expected endgame tables of 2 to 5 pieces, found others"):
        engine.Tables("checkers", forge(lambda part: put_lengths(part, lengths)))


def test_the_tables_with_most_pieces_that_are_whole_are_used() -> None:
    keep_tables("checkers", 2, DATA)
    keep_tables("checkers", 4, b"damaged")
    keep_tables("checkers", 10, b"damaged")
    assert [path.name for path in list_tables("checkers")] == [
        "checkers-10.ludusend",
        "checkers-4.ludusend",
        "checkers-2.ludusend",
    ]
    assert knows_the_end(choose(make_player()))


def test_the_command_makes_tables_where_engines_find_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "checkers", "--pieces", "2", "--quiet"]) == 0
    (path,) = list_tables("checkers")
    assert capsys.readouterr().out == f"{path}  {len(DATA):,} bytes\n"
    assert main(["think", "checkers", WON, "--nodes", "100"]) == 0
    assert "win in 11" in capsys.readouterr().out


def test_the_command_says_which_games_and_sizes_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "pente"]) == 2
    assert "expected checkers, the only game with endgame tables, found 'pente'" in capsys.readouterr().err
    assert main(["tables", "checkers", "--pieces", "6"]) == 2
    assert "--pieces: expected 2 to 5, found 6" in capsys.readouterr().err
