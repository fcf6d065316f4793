"""The format of the Pente contest: what it writes, what it reads, what it refuses."""

from __future__ import annotations

import gzip
import itertools
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.base import IllegalMove
from ludus.games.pente import NAMES, SECOND_STONE, Pente
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.protocols.pente import (
    INPUT_LIMIT,
    as_transmitted,
    read_reply,
    read_request,
    write_reply,
    write_request,
)
from ludus.turn import Clock, Reply, Request, Turn

EMPTY_ROW = "." * 19
SAMPLE = "\n".join(
    [
        "BLACK",
        "100.0",
        "0,0",
        *[EMPTY_ROW] * 7,
        ".........w.........",
        "..........b........",
        ".........w.bw......",
        *[EMPTY_ROW] * 9,
        "",
    ]
).encode()


def played(*moves: str, second_stone: str = "at-most-3") -> Pente:
    position = Pente.start(second_stone=second_stone)
    for move in moves:
        position = position.play(move)
    return position


def sample_turn() -> Turn:
    return Turn(played("10K", "11L", "10N", "10M", "12K"), clock=Clock(0, 100.0))


def heard(content: bytes) -> tuple[str, ...]:
    return read_reply(sample_turn(), Reply(files={"output.txt": content}))


def read(data: bytes, warnings: list[str] | None = None) -> Turn:
    return read_request(
        Request(files={"input.txt": data}), warn=ignore if warnings is None else warnings.append
    )


def with_line(number: int, text: str) -> bytes:
    """Replace a line of the sample."""
    lines = SAMPLE.decode().split("\n")
    lines[number - 1] = text
    return "\n".join(lines).encode("latin-1")


def board(side: str, counts: str, rows: list[str]) -> bytes:
    """Write an input whose board begins with these rows."""
    return "\n".join([side, "10.0", counts, *rows, *[EMPTY_ROW] * (19 - len(rows)), ""]).encode()


def stones(white: int, black: int) -> list[str]:
    """Lay out so many stones, none beside its own, so that nobody has won."""
    cells = [EMPTY_ROW] * 19
    for letter, count, top in (("w", white, 0), ("b", black, 9)):
        for number in range(count):
            row, col = top + 2 * (number // 9), 2 * (number % 9)
            cells[row] = cells[row][:col] + letter + cells[row][col + 1 :]
    return cells


# What is asked


def test_the_published_sample_is_written_byte_for_byte() -> None:
    """'The published sample is the position White 10K 10N 12K, Black 11L 10M, Black to move, 100.0 s, `0,0`'"""
    assert write_request(sample_turn()).files == {"input.txt": SAMPLE}


def test_captures_are_written_in_stones_white_first() -> None:
    """'`a,b` = **stones** (not pairs) captured by White, then by Black'"""
    black_has_captured = played("10K", "10H", "10J", "10L")
    lines = write_request(Turn(black_has_captured, clock=Clock(0, 1.0))).files["input.txt"].split(b"\n")
    assert lines[0] == b"WHITE"
    assert lines[2] == b"0,2"


@given(st.floats(min_value=0, exclude_min=True, allow_infinity=False))
def test_the_seconds_left_are_read_as_the_very_number_that_was_written(left: float) -> None:
    """'(2) seconds left, a float > 0'"""
    clock = read(write_request(Turn(Pente.start(), clock=Clock(0, left))).files["input.txt"]).clock
    assert clock is not None
    assert (clock.used, clock.left) == (0, left)


@pytest.mark.parametrize("clock", [None, Clock(0, 0.0), Clock(2, 1), Clock(0, float("inf"))])
def test_without_time_on_a_clock_nothing_can_be_asked(clock: Clock | None) -> None:
    with pytest.raises(BadRequest, match="clock: expected the seconds left"):
        write_request(Turn(Pente.start(), clock=clock))


def test_after_the_end_nothing_can_be_asked() -> None:
    line = ["10K", "1A", "10L", "1B", "10M", "1D", "10N", "1E", "10O"]
    with pytest.raises(BadRequest, match="the game is over, five in a line"):
        write_request(Turn(played(*line), clock=Clock(0, 1.0)))


# What a program understands


def test_the_sample_is_understood() -> None:
    turn = read(SAMPLE)
    assert turn == Turn(sample_turn().position, (), Clock(0, 100.0), 5)


@pytest.mark.parametrize(
    "variant",
    [
        SAMPLE.replace(b"\n", b"\r\n"),
        SAMPLE.replace(b"\n", b"  \t\n"),
        SAMPLE.removesuffix(b"\n"),
        SAMPLE.replace(b"\n", b" \r\n").removesuffix(b"\n"),
        SAMPLE + b"  ",
        SAMPLE.replace(b"100.0", b"100"),
        SAMPLE.replace(b"100.0", b"1e2"),
        SAMPLE.replace(b"0,0", b"00,0"),
    ],
)
def test_line_ends_and_trailing_spaces_do_not_matter(variant: bytes) -> None:
    """'Readers are tolerant of CRLF, trailing spaces and a missing last newline'"""
    assert read(variant) == read(SAMPLE)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *[(1, text) for text in ("", "black", "Black", " BLACK", "WHITE BLACK", "b", "\xef\xbb\xbfBLACK", "BLACK\0")],
        *[(2, text) for text in ("", "0", "0.0", "-1", "-0.0", "nan", "inf", "-inf", "Infinity", "1e400", "1e-400")],
        *[(2, text) for text in ("1_0", "0x10", "0x1p3", " 100", "1,5", "100 s", "1e", ".", "1.2.3", "--1", "\xb2")],
        *[(3, text) for text in ("", "0", "0,", ",0", "0, 0", "0 0", "0,0,0", "-1,0", "+1,0", "0.0,0", "a,b", "\xb2,0")],
        *[(3, text) for text in ("4294967296,0", "0,99999999999999999999", "0x1,0", "1_0,0")],
        *[(4, text) for text in ("", "." * 18, "." * 20, "W" + "." * 18, "." * 18 + "o", " " + "." * 19, "\0" * 19)],
        (22, "." * 18 + "x"),
        (23, EMPTY_ROW),
        (23, "hello"),
    ],
)  # fmt: skip
def test_wrong_input_is_named_by_file_and_line_with_what_was_expected_and_found(
    number: int, text: str
) -> None:
    """'anything else wrong is one clear line on stderr naming file, line, expected and found'"""
    with pytest.raises(BadRequest) as caught:
        read(with_line(number, text))
    message = str(caught.value)
    assert caught.value.line == number
    assert message.startswith(f"input.txt line {number}: expected ")
    assert f", found {text!r}" in message
    assert "\n" not in message


@pytest.mark.parametrize("kept", range(22))
def test_a_file_that_ends_early_is_named_by_the_line_that_is_missing(kept: int) -> None:
    with pytest.raises(
        BadRequest, match=rf"input.txt line {kept + 1}: .*found the end of the file"
    ) as caught:
        read(b"".join(SAMPLE.splitlines(keepends=True)[:kept]))
    assert caught.value.line == kept + 1


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BadRequest, match=r"input\.txt: expected this file, found none"):
        read_request(Request(files={"Input.txt": SAMPLE}))


def test_a_blank_line_after_the_board_is_not_part_of_the_format() -> None:
    with pytest.raises(BadRequest, match="line 23: expected the end of the file, found ''"):
        read(SAMPLE + b"\n\n")


@pytest.mark.parametrize(
    ("white", "black", "side", "counts", "captured"),
    [
        (5, 5, "WHITE", "0,0", (0, 0)),
        (6, 5, "BLACK", "0,0", (0, 0)),
        (5, 3, "WHITE", "2,0", (2, 0)),
        (4, 3, "BLACK", "0,0", (0, 0)),
        (6, 3, "BLACK", "2,0", (2, 0)),
        (6, 7, "BLACK", "0,2", (0, 2)),
        (5, 5, "WHITE", "2,2", (2, 2)),
    ],
)
def test_counts_that_fit_as_stones_are_stones(
    white: int, black: int, side: str, counts: str, captured: tuple[int, int]
) -> None:
    """'stones placed must fit `w + k*capB = b + k*capW (+1 right side if BLACK moves)` with k=1 (stones)'"""
    warnings: list[str] = []
    turn = read(board(side, counts, stones(white, black)), warnings)
    assert isinstance(turn.position, Pente)
    assert turn.position.captured == captured
    assert warnings == []
    assert turn.ply == white + black + sum(captured)


@pytest.mark.parametrize(
    ("white", "black", "side", "counts", "captured"),
    [
        (5, 3, "WHITE", "1,0", (2, 0)),
        (6, 3, "BLACK", "1,0", (2, 0)),
        (4, 7, "BLACK", "0,2", (0, 4)),
        (9, 7, "WHITE", "3,2", (6, 4)),
        # Level either way, but an odd number of stones cannot have been captured.
        (5, 5, "WHITE", "1,1", (2, 2)),
    ],
)
def test_counts_that_fit_only_as_pairs_are_pairs(
    white: int, black: int, side: str, counts: str, captured: tuple[int, int]
) -> None:
    """'A file whose capture line counts pairs can be recognised'"""
    warnings: list[str] = []
    turn = read(board(side, counts, stones(white, black)), warnings)
    assert isinstance(turn.position, Pente)
    assert turn.position.captured == captured
    assert len(warnings) == 1
    assert warnings[0].startswith(f"input.txt line 3: {counts} fits the board only as pairs")
    assert turn.ply == white + black + sum(captured)


@pytest.mark.parametrize(
    ("white", "black", "side", "counts"),
    [
        (0, 0, "BLACK", "0,0"),
        (1, 0, "WHITE", "0,0"),
        (9, 2, "WHITE", "2,0"),
        (6, 4, "WHITE", "3,1"),
        (5, 7, "BLACK", "0,1"),
    ],
)
def test_counts_that_fit_neither_are_warned_of_and_played(
    white: int, black: int, side: str, counts: str
) -> None:
    """'counts fitting neither: warn and play'"""
    warnings: list[str] = []
    turn = read(board(side, counts, stones(white, black)), warnings)
    assert "neither as stones nor as pairs" in warnings[0]
    assert turn.position.moves()
    assert f" {counts} " in str(turn.position)


FULL = ["".join("wb"[(col // 2 + row) % 2] for col in range(19)) for row in range(19)]


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (board("WHITE", "0,0", ["wwwww" + "." * 14, "b.b.b.b.b" + "." * 10]), 4, "five in a line"),
        (board("BLACK", "10,0", stones(15, 4)), 3, "10,0"),
        (board("BLACK", "5,0", stones(15, 4)), 3, "5,0"),
        (board("WHITE", "0,4294967295", stones(3, 3)), 3, "0,4294967295"),
        (board("WHITE", "0,0", FULL), 4, "the board is full"),
    ],
)
def test_a_game_that_is_over_is_a_wrong_request(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(BadRequest, match="the game is over") as caught:
        read(data)
    assert caught.value.line == line
    assert repr(reason) in str(caught.value)


def test_the_format_carries_no_history_and_no_options() -> None:
    moves = ("10K", "11L", "1A")
    turn = Turn(Pente.start(second_stone="free"), moves, Clock(2.5, 10))
    usual = Pente.read(str(turn.position).removesuffix(" second_stone=free"))
    assert as_transmitted(turn) == Turn(usual, (), Clock(0, 7.5), 3)
    assert read_request(write_request(turn)) == as_transmitted(turn)


@pytest.mark.parametrize("edition", SECOND_STONE)
def test_captured_stones_count_as_moves_played(edition: str) -> None:
    turn = Turn(played("10K", "10H", "10G", "10L", second_stone=edition), clock=Clock(0, 1.0), ply=4)
    assert as_transmitted(turn).ply == 4
    captured = turn.after("13N").after("10J").after("1A").after("10M")
    assert as_transmitted(captured.with_clock(Clock(0, 1.0))).ply == captured.ply == 8


@pytest.mark.given_data
def test_positions_of_real_games_are_understood_as_they_were_asked(data: Path) -> None:
    """'9,667 human games from a public archive replay without an illegal move'"""
    with gzip.open(data / "pente" / "games.txt.gz", "rt", encoding="ascii") as lines:
        games = [line.split()[3:] for line in itertools.islice(lines, 0, None, 400)]
    for moves in games:
        turn = Turn(Pente.start(second_stone="free"))
        for number, move in enumerate(moves):
            asked = turn.with_clock(Clock(0.1 * number, 300))
            warnings: list[str] = []
            assert read_request(write_request(asked), warn=warnings.append) == as_transmitted(asked)
            assert (as_transmitted(asked).ply, warnings) == (number, [])
            turn = turn.after(move[1:] + move[0])
            if turn.position.outcome():
                break


# What the referee hears


@pytest.mark.parametrize("content", [b"9N\n", b"9N"])
def test_a_square_is_heard_with_or_without_a_line_end(content: bytes) -> None:
    """'The referee accepts the square with or without a final LF, and nothing else'"""
    assert heard(content) == ("9N",)


def test_our_answer_is_the_square_and_a_line_end() -> None:
    assert write_reply(sample_turn(), ("9N",)).files == {"output.txt": b"9N\n"}


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b"9n\n", b"9N\r\n", b"9N \n", b" 9N\n", b"9N\n\n", b"9N\n8N\n", b"\n9N", b"N9\n", b"09N\n", b"9 N\n",
        b"9N\0", b"\xef\xbb\xbf9N\n", b"9\x00N\x00", b"20A\n", b"0A\n", b"10I\n", b"10U\n", b"-1A\n", b"10\n", b"K\n",
        b'"9N"\n', b"9N,8N\n", b"\xd9\xa9N\n", b"\xef\xbc\x99N\n", b"\x1b[2J9N\n", b"9N" * 10_000,
    ],
)  # fmt: skip
def test_anything_else_is_a_bad_reply(content: bytes) -> None:
    """'and nothing else (no lower case, no spaces, no second line)'"""
    with pytest.raises(BadReply, match=r"output\.txt line 1: expected a square like 10K") as caught:
        heard(content)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_missing_output_is_a_bad_reply() -> None:
    """'no or malformed output'"""
    with pytest.raises(BadReply, match=r"output\.txt: expected this file, found none"):
        read_reply(sample_turn(), Reply(stdout=b"9N\n"))


@pytest.mark.parametrize("name", ["OuTpUt.TxT", "Output.txt", "output.txt ", "OUTPUT.TXT"])
def test_a_file_name_in_other_letters_is_told_to_the_program(name: str) -> None:
    """'file name must match exactly'"""
    with pytest.raises(BadReply, match=f"expected a file of exactly this name, found '{name}'"):
        read_reply(sample_turn(), Reply(files={name: b"9N\n"}))


def test_a_crash_is_a_bad_reply_whatever_was_written() -> None:
    """'Losses by conduct: time used up, no or malformed output ..., illegal move, crash.'"""
    for code in (1, 2, -9):
        with pytest.raises(BadReply, match=f"exit code: expected 0, found {code}"):
            read_reply(sample_turn(), Reply(exit_code=code, files={"output.txt": b"9N\n"}))


def test_an_occupied_square_is_an_illegal_move() -> None:
    with pytest.raises(IllegalMove, match="10K is not empty"):
        heard(b"10K\n")


def test_the_editions_own_opening_rule_is_applied() -> None:
    turn = Turn(played("10K", "11L", second_stone="exactly-3"), clock=Clock(0, 1.0))
    with pytest.raises(IllegalMove, match="exactly 3"):
        read_reply(turn, Reply(files={"output.txt": b"10L\n"}))
    assert read_reply(turn, Reply(files={"output.txt": b"10N\n"})) == ("10N",)


# Whatever comes


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Cut, repeat and overwrite a few pieces."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(data) + 1), rng.randint(0, 4)
        piece = rng.choice(
            [b"", rng.randbytes(2), data[at : at + 30], b"\n", b"\r", b"w", b"b", b",", b"9", b"e9"]
        )
        data = data[:at] + piece + data[at + length :]
    return data


@given(
    st.one_of(st.binary(max_size=600), st.builds(damaged, st.just(SAMPLE), st.randoms(use_true_random=False)))
)
def test_any_input_is_understood_or_refused_in_one_line(data: bytes) -> None:
    try:
        turn = read(data)
    except BadRequest as error:
        assert str(error).isprintable()  # noqa: PT017  either end is fine
    else:
        assert turn.position.moves()
        assert read(write_request(turn).files["input.txt"]) == turn


@given(
    st.one_of(
        st.binary(max_size=8),
        st.sampled_from(NAMES).map(str.encode),
        st.builds(damaged, st.sampled_from(NAMES).map(str.encode), st.randoms(use_true_random=False)),
    )
)
def test_any_output_is_heard_or_refused(content: bytes) -> None:
    try:
        moves = heard(content)
    except (BadReply, IllegalMove) as error:
        assert str(error).isprintable()  # noqa: PT017  either end is fine
    else:
        assert moves == (content.decode().removesuffix("\n"),)


def test_large_files_are_refused_without_a_copy() -> None:
    huge = b"9" * (100 * INPUT_LIMIT)
    tracemalloc.start()
    try:
        with pytest.raises(BadRequest, match="expected at most 65536 bytes"):
            read(huge)
        with pytest.raises(BadReply, match="found 6553600 bytes"):
            heard(huge)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_the_longest_input_within_the_bound_is_read_quickly() -> None:
    digits = with_line(2, "1" + "0" * (INPUT_LIMIT - 500) + "e-65036")
    with pytest.raises(BadRequest, match="line 2"):
        read(digits.replace(b"e-65036", b""))
    assert read(digits).clock is not None
