"""The Amazons state file: what is read over, and the place of every fault."""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.amazons import Amazons
from ludus.games.amazons_board import Contestant, write_fields, write_players
from ludus.protocols.amazons_file import LIMIT, BadState, State, find_next_digit, read_state, write_state

GOOD = b"3 3\n001 000 200\n000 110 000\n002 000 329\nann 1 0\nbob 2 5\n"
STATE = read_state(GOOD)


def place(data: bytes) -> tuple[str, int, int]:
    """Read a faulty file and give the cause, line and field of its fault."""
    with pytest.raises(BadState) as caught:
        read_state(data)
    error = caught.value
    where = f"line {error.line}, field {error.field}:" if error.field else f"line {error.line}:"
    assert str(error).startswith(where)
    assert len(str(error)) < 250
    return error.cause, error.line, error.field


def changed(line: int, text: str) -> bytes:
    """Replace a line of the good file."""
    lines = GOOD.decode().splitlines()
    lines[line - 1] = text
    return "".join(f"{each}\n" for each in lines).encode()


def test_a_file_is_read_and_written_byte_for_byte() -> None:
    """'Writing: single spaces, LF, no trailing spaces.'"""
    assert STATE.width == STATE.height == 3
    assert STATE.fields[:5] == ("001", "000", "200", "000", "110")
    assert STATE.fields[8] == "329"
    assert STATE.players == (Contestant("ann", "1", 0), Contestant("bob", "2", 5))
    assert write_state(STATE) == GOOD


@pytest.mark.parametrize(
    "data",
    [
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.replace(b"\n", b"   \n"),
        GOOD.replace(b"\n", b" \r\n"),
        GOOD.replace(b"\n", b"\r \n"),
        GOOD[:-1],
        GOOD + b"\n\n\n",
        GOOD + b"   \n \r\n  ",
        GOOD.replace(b"\n", b" " * 70_000 + b"\n"),
        GOOD.replace(b"3 3", b"03 0003").replace(b"bob 2 5", b"bob 2 0005"),
    ],
)
def test_spaces_line_ends_and_blank_lines_at_the_end_do_not_matter(data: bytes) -> None:
    """'Any number of trailing spaces on any line (70,000 too), CRLF, trailing blank lines, a missing last LF.'"""
    assert read_state(data) == STATE


@pytest.mark.parametrize(
    ("data", "cause", "line", "field"),
    [
        (b"", "empty", 1, 0),
        (b" \r\n\n  ", "empty", 1, 0),
        (b"\xef\xbb\xbf" + GOOD, "byte", 1, 0),
        (b"\xff\xfe" + GOOD, "byte", 1, 0),
        (changed(3, "000 1\0" + "10 000"), "byte", 3, 0),
        (changed(3, "000 \x1b10 000"), "byte", 3, 0),
        (changed(3, "000 110\r000"), "byte", 3, 0),
        (changed(5, "ann\u00a01 0"), "byte", 5, 0),
        (GOOD.replace(b"bob", b"b\xf6b"), "byte", 6, 0),
        (b"\n" + GOOD, "dimensions", 1, 1),
        (changed(1, "3"), "dimensions", 1, 1),
        (changed(1, "3 3 3"), "dimensions", 1, 1),
        (changed(1, " 3 3"), "dimensions", 1, 1),
        (changed(1, "3  3"), "dimensions", 1, 1),
        (changed(1, "3\t3"), "dimensions", 1, 1),
        (changed(1, "0 3"), "dimensions", 1, 1),
        (changed(1, "3 0"), "dimensions", 1, 2),
        (changed(1, "-3 3"), "dimensions", 1, 1),
        (changed(1, "+3 3"), "dimensions", 1, 1),
        (changed(1, "3 3.0"), "dimensions", 1, 2),
        (changed(1, "\u0663 3"), "dimensions", 1, 1),
        (changed(1, "99999999999999999999 3"), "dimensions", 1, 1),
        (changed(1, "3 99999999999999999999"), "dimensions", 1, 2),
        (changed(1, "60000 60000"), "dimensions", 1, 1),
        (changed(1, "999999999 1"), "dimensions", 1, 1),
        (b"3 3\n", "rows", 1, 0),
        (b"3 3\n001 000 200\n000 1", "rows", 3, 0),
        (b"5 3\n001 000 200\n\n\n", "rows", 2, 0),
        (changed(1, "4 3"), "field", 5, 1),
        (changed(3, "000 110"), "columns", 3, 2),
        (changed(3, "000 110 000 000"), "columns", 3, 4),
        (changed(3, "000 110 000 000 000 000"), "columns", 3, 4),
        (changed(3, ""), "field", 3, 1),
        (changed(3, " 000 110 000"), "field", 3, 1),
        (changed(3, "000  110 000"), "field", 3, 2),
        (changed(3, "000\t110 000"), "field", 3, 1),
        (changed(3, "000 110 000\t"), "field", 3, 3),
        (changed(3, "000 11 000"), "field", 3, 2),
        (changed(3, "000 1100 000"), "field", 3, 2),
        (changed(3, "000 1x0 000"), "field", 3, 2),
        (changed(3, "000 -10 000"), "field", 3, 2),
        (changed(3, "000 \u0661\u0661\u0660 000"), "field", 3, 2),
        (changed(3, "000 610 000"), "treasure", 3, 2),
        (changed(3, "609 110 000"), "treasure", 3, 1),
        (changed(3, "000 140 000"), "artifact", 3, 2),
        (changed(3, "000 110 049"), "artifact", 3, 3),
        (changed(3, "000 301 000"), "amazon_on_treasure", 3, 2),
        (changed(3, "000 012 000"), "amazon_on_treasure", 3, 2),
        (changed(3, "000 003 000"), "amazon_without_row", 3, 2),
        (GOOD[: GOOD.index(b"ann")], "amazon_without_row", 2, 1),
        (changed(5, ""), "player_row", 5, 1),
        (changed(6, "bob 2"), "player_row", 6, 2),
        (changed(6, "bob"), "player_row", 6, 1),
        (changed(6, "bob 2 5 7"), "player_row", 6, 4),
        (changed(6, "bob 2 5 7 9"), "player_row", 6, 4),
        (changed(6, " bob 2 5"), "player_row", 6, 1),
        (changed(6, "bob  2 5"), "player_row", 6, 2),
        (changed(6, "bob\t2 5"), "player_row", 6, 2),
        (changed(6, "abcdefghijklmnop 2 5"), "name_length", 6, 1),
        (changed(6, '"bob" 2 5'), "name_quote", 6, 1),
        (changed(6, "b'ob 2 5"), "name_quote", 6, 1),
        (changed(6, "b\tob 2 5"), "name_quote", 6, 1),
        (changed(6, "bob 0 5"), "player_id", 6, 2),
        (changed(6, "bob 9 5"), "player_id", 6, 2),
        (changed(6, "bob x 5"), "player_id", 6, 2),
        (changed(6, "bob 02 5"), "player_id", 6, 2),
        (changed(6, "bob -2 5"), "player_id", 6, 2),
        (changed(6, "bob \u00b2 5"), "player_id", 6, 2),
        (changed(6, "ann 2 5"), "name_duplicate", 6, 1),
        (changed(6, "bob 1 5"), "id_duplicate", 6, 2),
        (changed(6, "bob 2 -5"), "score", 6, 3),
        (changed(6, "bob 2 5.0"), "score", 6, 3),
        (changed(6, "bob 2 many"), "score", 6, 3),
        (changed(6, "bob 2 99999999999999999999"), "score", 6, 3),
        (changed(6, "bob 2 999999999"), "score", 6, 3),
        (GOOD + b"\ncem 3 0\n", "player_row", 7, 1),
        (GOOD + b"hello\n", "player_row", 7, 1),
    ],
)
def test_a_fault_has_a_cause_a_line_and_a_field(data: bytes, cause: str, line: int, field: int) -> None:
    """'Errors to name, each with line and field.'"""
    assert place(data) == (cause, line, field)


def test_a_ninth_row_repeats_an_id() -> None:
    """'ID 1-8': more than eight players cannot all have one."""
    rows = "".join(f"p{number} {number % 8 + 1} 0\n" for number in range(9))
    assert place(b"1 1\n000\n" + rows.encode()) == ("id_duplicate", 11, 2)


def test_a_score_is_refused_only_if_the_treasure_left_would_make_it_too_large() -> None:
    assert read_state(b"1 2\n001 500\nann 1 999999994\n").players[0].score == 999_999_994
    assert place(b"1 2\n001 500\nann 1 999999995\n") == ("score", 3, 3)


def test_names_may_have_any_letters() -> None:
    """'name (1-15 characters, no spaces, no quotation marks)': fifteen letters, however many bytes."""
    name = "Łódź-Żółw;ąę:%7"
    assert len(name) == 15
    state = read_state(f"1 1\n000\n{name} 8 0\n".encode())
    assert state.players == (Contestant(name, "8", 0),)
    assert read_state(write_state(state)) == state


def test_every_good_state_is_a_position_of_the_rules() -> None:
    text = f"{write_fields(STATE.fields, STATE.width)} {write_players(STATE.players)} movement 1"
    assert Amazons.read(text).fields == STATE.fields


FLOODS = {
    "absurd dimensions": lambda: b"60000 60000\n" + GOOD,
    "a board that is too large": lambda: b"1 16000000\n" + b"000 " * 16_000_000,
    "a row of many fields": lambda: b"3 3\n" + b"0 " * 20_000_000,
    "many blank lines": lambda: b"3 3\n" + b"\n" * 40_000_000 + b"x",
    "many player rows": lambda: b"1 1\n000\n" + b"x\n" * 20_000_000,
    "a long name": lambda: b"1 1\n000\n" + b"x" * 40_000_000 + b" 1 0\n",
    "spaces": lambda: b"1 1\n000" + b" " * 40_000_000 + b"\n",
    "one long word": lambda: b"9" * 40_000_000,
    "a huge number": lambda: b"1" + b"0" * 20_000_000 + b" 1\n",
    "many zeros": lambda: b"0" * 20_000_000 + b"1 1\n000\n",
    "no text": lambda: b"\xff" * 40_000_000,
    "more than the limit": lambda: b" " * (LIMIT + 1),
}


def outcome(data: bytes) -> State | BadState:
    """Read a file and give the state, or the fault."""
    try:
        return read_state(data)
    except BadState as error:
        return error


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_needs_little_more_memory_than_itself(flood: str) -> None:
    """'Absurd against the file's size (check before allocating).'"""
    data = FLOODS[flood]()
    tracemalloc.start()
    read = outcome(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(read, BadState) == (flood not in ("spaces", "many zeros"))
    assert len(str(read)) < 250
    assert peak < 3 * len(data) + (1 << 20)


def test_a_board_of_a_million_fields_is_read_in_seconds() -> None:
    data = b"1000 1000\n" + (b"000 " * 1000 + b"\n") * 1000
    began = time.process_time()
    assert len(read_state(data).fields) == 1_000_000
    assert time.process_time() - began < 3
    assert place(b"1000 1001\n" + (b"000 " * 1001 + b"\n") * 1000) == ("dimensions", 1, 1)


def test_the_id_of_a_newcomer_is_the_largest_and_one() -> None:
    """'Append it with ID max+1'; where that is 9, any that is free; none for a ninth player."""
    rows = [Contestant(name, digit, 0) for name, digit in zip("abcdefgh", "13245678", strict=True)]
    assert find_next_digit(()) == "1"
    assert find_next_digit(rows[:2]) == "4"
    assert find_next_digit(rows[3:]) == "1"
    assert find_next_digit(rows) is None


def is_kept_or_placed(data: bytes) -> bool:
    """Tell whether a file is read and can be written again, or refused with a line that it has."""
    read = outcome(data)
    if isinstance(read, BadState):
        return 1 <= read.line <= data.count(b"\n") + 1
    return read_state(write_state(read)) == read


@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert is_kept_or_placed(data)


@given(
    at=st.integers(0, len(GOOD)),
    cut=st.integers(0, 6),
    patch=st.one_of(st.binary(max_size=6), st.sampled_from([b" ", b"\n", b"0", b"9", b"bob 2 5\n", b"\r\n"])),
)
def test_a_damaged_file_is_read_or_refused(at: int, cut: int, patch: bytes) -> None:
    assert is_kept_or_placed(GOOD[:at] + patch + GOOD[at + cut :])


@pytest.mark.given_data
def test_every_given_fault_is_found_where_it_is(data: Path) -> None:
    """'error = cause/line/field the message should identify.'"""
    cases = json.loads((data / "amazons" / "states.json").read_text(encoding="utf-8"))["cases"]
    assert len(cases) == 58
    for case in cases:
        content = case["content_latin1"].encode("latin-1")
        if "error" in case:
            error = case["error"]
            assert place(content) == (error["cause"], error["line"], error["field"]), case["file"]
        else:
            assert read_state(content).fields, case["file"]


@pytest.mark.given_data
def test_every_real_board_is_read(data: Path) -> None:
    for path in sorted((data / "amazons" / "course-boards").glob("*.txt")):
        content = path.read_bytes()
        state = read_state(content)
        assert write_state(state).split() == content.split()
