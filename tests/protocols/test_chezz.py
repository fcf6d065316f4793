"""The Chezz format: what is read, what is written, and how a wrong board is explained."""

from __future__ import annotations

import gzip
import json
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games import IllegalMove
from ludus.games.chezz import Chezz
from ludus.games.chezz_rules import Rules
from ludus.protocols import chezz
from ludus.protocols.base import BadReply, BadRequest
from ludus.text import quote
from ludus.turn import Clock, Reply, Request, Turn
from tests.games.every_game import random_game

START = """\
w 0 60000 0
{
  a1: 'wF',
  a2: 'wP',
  a7: 'bP',
  a8: 'bF',
  b1: 'wN',
  b2: 'wP',
  b7: 'bP',
  b8: 'bN',
  c1: 'wC',
  c2: 'wP',
  c7: 'bP',
  c8: 'bC',
  d1: 'wQ',
  d2: 'wP',
  d7: 'bP',
  d8: 'bQ',
  e1: 'wK',
  e2: 'wZ',
  e7: 'bZ',
  e8: 'bK',
  f1: 'wB',
  f2: 'wP',
  f7: 'bP',
  f8: 'bB',
  g1: 'wN',
  g2: 'wP',
  g7: 'bP',
  g8: 'bN',
  h1: 'wR',
  h2: 'wP',
  h7: 'bP',
  h8: 'bR'
}
"""
# The contest's own sample ends in another spacing and with a brace too many.
HEAD, _, TAIL = START.partition("  g1")
SAMPLE = HEAD + ("g1" + TAIL).replace("  ", "").replace(",\n", " ,  \n").replace("'bR'\n}\n", "'bR' }  \n}\n")
TURN = Turn(Chezz.start(), clock=Clock(0, 60))
GOOD = chezz.write_reply(TURN, ("e2-e3",)).stdout


def turn_of(text: str) -> Turn:
    return Turn(Chezz.read(text), clock=Clock(0, 60))


def board_file(rows: str, header: str = "anything") -> bytes:
    """Write a board by other means than the format's own, and in another order."""
    pieces = []
    for rank, row in zip("87654321", rows.split("/"), strict=True):
        for number in "12345678":
            row = row.replace(number, "." * int(number))
        for file, piece in zip("abcdefgh", row, strict=True):
            if piece != ".":
                pieces.append(f"{file}{rank}:'{'w' if piece.isupper() else 'b'}{piece.upper()}'")
    return f"{header}\n{{{','.join(pieces)}}}".encode()


def understood(text: str | bytes) -> Turn:
    return chezz.read_request(Request(text.encode() if isinstance(text, str) else text))


def refusal(text: str | bytes) -> BadRequest:
    with pytest.raises(BadRequest) as caught:
        understood(text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"line {caught.value.line}: ")
    assert len(message) < 400
    return caught.value


def objection(turn: Turn, stdout: bytes) -> str:
    with pytest.raises(IllegalMove) as caught:
        chezz.read_reply(turn, Reply(stdout))
    return str(caught.value)


# Writing


def test_the_start_is_written_as_the_contest_shows_it() -> None:
    """'`{`; two-space indent, sorted squares, no comma after the last; `}`; LF.'"""
    assert chezz.write_request(TURN).stdin.decode() == START


def test_the_answer_names_the_other_side_and_counts_the_move() -> None:
    """'Writing: the other side's letter, used ms, total ms, plies + 1'"""
    turn = Turn(Chezz.start(), clock=Clock(1.2345, 60), ply=12)
    assert chezz.write_request(turn).stdin.startswith(b"w 1234 60000 12\n{\n")
    reply = chezz.write_reply(turn, ("e2-e3",))
    assert reply.stdout.startswith(b"b 1234 60000 13\n{\n")
    assert b"  e3: 'wZ',\n" in reply.stdout
    assert b"e2" not in reply.stdout
    assert reply.exit_code == 0


def test_a_missing_clock_is_told_as_the_contests_minute() -> None:
    """'Total time 60,000 ms unless told otherwise'"""
    assert chezz.write_request(Turn(Chezz.start())).stdin == START.encode()
    assert chezz.as_transmitted(Turn(Chezz.start())).clock == Clock(0, 60)


@given(used=st.floats(-1, 1e6), total=st.floats(0, 1e6), ply=st.integers(0, 10**6))
def test_any_clock_comes_back_as_carried(used: float, total: float, ply: int) -> None:
    turn = Turn(Chezz.start(), clock=Clock(used, total), ply=ply)
    assert chezz.read_request(chezz.write_request(turn)) == chezz.as_transmitted(turn)


def test_a_clock_without_end_is_told_as_a_very_long_one() -> None:
    turn = Turn(Chezz.start(), clock=Clock(0, float("inf")))
    assert chezz.write_request(turn).stdin.startswith(b"w 0 999999999999 0\n")
    assert chezz.read_request(chezz.write_request(turn)) == chezz.as_transmitted(turn)


def test_other_rules_are_not_told_but_may_be_known() -> None:
    position = Chezz.start(fling_king=False)
    turn = Turn(position, clock=Clock(0, 60))
    request = chezz.write_request(turn)
    assert chezz.as_transmitted(turn).position == Chezz.start()
    assert chezz.read_request(request).position == Chezz.start()
    assert chezz.read_request(request, rules=Rules(fling_king=False)).position == position


# Reading


def test_the_contests_sample_is_read() -> None:
    """'`'bR' }` on one line, trailing lines of junk after `}`'; the sample has a second brace."""
    assert "g7: 'bP' ,  \n" in SAMPLE
    assert SAMPLE.endswith("h8: 'bR' }  \n}\n")
    warnings: list[str] = []
    turn = chezz.read_request(Request(SAMPLE.encode()), warn=warnings.append)
    assert turn == Turn(Chezz.start(), (), Clock(0, 60), 0)
    assert warnings == []


def shuffled(text: str) -> str:
    lines = text.replace("'bR'", "'bR',").splitlines()
    body = lines[2:-1]
    random.Random(5).shuffle(body)
    return "\n".join([*lines[:2], *body, lines[-1]])


@pytest.mark.parametrize(
    "text",
    [
        shuffled(START),
        START.replace("  ", "\t"),
        START.replace("  ", "").replace(": ", ":"),
        START.replace(": ", " \t:\t "),
        START.replace("'bR'", "'bR',"),
        START.replace("\n", "\r\n"),
        START.replace("\n", "\n\n"),
        START.replace("w 0 60000 0", " w\t0  60000 000  "),
        START.replace("'bR'\n}\n", "'bR' }"),
        START.replace("{\n", "{").replace(",\n", ","),
        START + "hello\n  a1: 'wQ',\n}\n\0",
        START[:-1],
    ],
)
def test_reading_is_tolerant(text: str) -> None:
    """'Reading is tolerant: any order, tabs or spaces, last comma or none, CRLF ...'"""
    assert understood(text) == Turn(Chezz.start(), (), Clock(0, 60), 0)


def test_what_follows_the_board_is_warned_of() -> None:
    warnings: list[str] = []
    chezz.read_request(Request(START.encode() + b"}\n\nhello\0\n" + b"x" * 999), warn=warnings.append)
    assert warnings == [r"line 38: ignored after the board: 'hello\x00'"]


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("  c2: 'wP'", "  i2: 'wP'", 12, "expected a square from a1 to h8, ':' and a piece like 'wP'"),
        ("  c2: 'wP'", "  c9: 'wP'", 12, "found \"c9: 'wP'\""),
        ("  c2: 'wP'", "  C2: 'wP'", 12, "expected a square"),
        ("  c2: 'wP'", "  c2 'wP'", 12, "expected a square"),
        ("  c2: 'wP'", "", 12, "expected a square from a1 to h8, ':' and a piece like 'wP', found ''"),
        ("  c2: 'wP'", "  c2: 'wX'", 12, "expected a piece: w or b and one of KQRBNPZCF, in single quotes"),
        ("  c2: 'wP'", "  c2: 'WP'", 12, "found \"'WP'\""),
        ("  c2: 'wP'", "  c2: 'wp'", 12, "expected a piece"),
        ("  c2: 'wP'", "  c2: wP", 12, "expected a piece"),
        ("  c2: 'wP'", '  c2: "wP"', 12, "expected a piece"),
        ("  c2: 'wP'", "  c2:\n 'w'", 13, "expected a piece"),
        ("  c2: 'wP'", "  c2:", 12, "expected a piece"),
        ("  c2: 'wP',", "  c2: 'wP'", 13, "expected ',' or '}' after a piece, found \"c7: 'bP'\""),
        ("  c2: 'wP'", "  c1: 'wP'", 12, "expected one piece on c1, found \"c1: 'wP'\""),
        ("  c2: 'wP'", "  c1: 'wC'", 12, "expected one piece on c1"),
        ("  c2: 'wP'", "  c2: 'wK'", 19, "expected one king of White, found \"e1: 'wK'\""),
        ("  h7: 'bP'", "  h7: 'bK'", 33, "expected one king of Black, found \"h7: 'bK'\""),
        ("  e1: 'wK',\n", "", 34, "expected a king of White before the end of the board, found '}'"),
        ("  e8: 'bK',\n", "", 34, "expected a king of Black before the end of the board"),
        ("{\n", "", 2, "expected '{' on the line after the first, found \"a1: 'wF',\""),
        ("\n}\n", "", 34, "expected '}' after the last piece, found ''"),
        ("w 0", "W 0", 1, "expected w|b USED TOTAL PLIES (three whole numbers of at most 12 digits)"),
        ("w 0", "white 0", 1, "found 'white 0 60000 0'"),
        ("w 0", "w -1", 1, "expected w|b"),
        ("w 0", "w +1", 1, "expected w|b"),
        ("w 0", "w 1.0", 1, "expected w|b"),
        ("w 0", "w ¹", 1, "expected w|b"),
        ("w 0", "w\xa00", 1, "expected w|b"),
        ("w 0", "w 1000000000000", 1, "expected w|b"),
        ("w 0", "w " + "9" * 10_000, 1, "characters)"),
        ("60000 0", "60000", 1, "expected w|b"),
        ("60000 0", "60000 -1", 1, "expected w|b"),
        ("60000 0", "60000 0 0", 1, "expected w|b"),
        ("60000 0\n", "60000 0 ", 1, "expected w|b"),
        ("w 0", "\nw 0", 1, "expected w|b"),
        ("w 0", "\ufeffw 0", 1, "expected w|b"),
        (START, "", 1, "expected w|b"),
        (START, "w 0 60000 0", 1, "expected '{' on the line after the first, found ''"),
    ],
)
def test_rejecting_is_precise(old: str, new: str, line: int, complaint: str) -> None:
    """'unknown square or piece, two pieces on one square, no or two kings of a colour, bad header: one line'"""
    assert START.count(old) == 1
    error = refusal(START.replace(old, new))
    assert error.line == line
    assert complaint in str(error)


def test_a_used_up_clock_is_read() -> None:
    """The verdict on time is the referee's; whoever is asked moves."""
    assert understood(START.replace("w 0", "b 70000")).clock == Clock(70, 60)


def test_other_encodings_are_refused() -> None:
    assert refusal(START.encode("utf-16")).line == 1
    assert "\\x00" in str(refusal(START.replace("'wQ'", "'w\0Q'")))


def test_a_game_that_is_over_is_refused() -> None:
    """'A side without any legal move loses (option).'"""
    error = refusal(board_file("PP5k/PP6/PP6/PP6/PP6/PP6/PP6/KP6", "w 0 60000 99"))
    assert str(error) == "line 1: the game is over: White cannot move"
    assert understood(board_file("PP5k/PP6/PP6/PP6/PP6/PP6/PP6/KP6", "b 0 60000 99")).ply == 99


# Hearing


@pytest.mark.parametrize("seed", range(4))
def test_the_answer_to_every_move_is_heard(seed: int) -> None:
    for position, _ in random_game(Chezz.start(), seed):
        turn = Turn(position, clock=Clock(0, 60))
        for move in position.moves():
            (heard,) = chezz.read_reply(turn, chezz.write_reply(turn, (move,)))
            assert position.play(heard) == position.play(move)


def test_the_first_line_may_say_anything_but_must_be_there() -> None:
    """'The answer's first line must exist, its content is ignored.'"""
    for first in (b"", b"{", b"}", b"\0\xff", b"x" * 1000, b"w"):
        assert chezz.read_reply(TURN, Reply(first + GOOD[GOOD.index(b"\n") :])) == ("e2-e3",)
    with pytest.raises(
        BadReply, match=r"standard output line 2: expected '{' on the line after the first, found"
    ):
        chezz.read_reply(TURN, Reply(GOOD[GOOD.index(b"{") :]))


def test_of_several_moves_to_one_board_the_first_is_heard() -> None:
    """'compare boards, not moves: different moves can give the same board'"""
    turn = turn_of("7k/8/8/8/8/8/3p4/K1C1C3 w")
    assert chezz.read_reply(turn, chezz.write_reply(turn, ("e1*d2",))) == ("c1*d2",)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("4k3/8/8/8/8/8/8/K3Q3 w", "e1-e8"),
        ("4k3/8/8/1K6/8/8/8/C7 b", "e8-e7"),
        ("7k/8/5K2/8/8/8/8/C7 w", "a1*b2"),
        ("k6p/8/8/8/8/8/1F6/K7 w", "a1^b2-h8"),
        ("7k/8/5K2/8/8/8/8/c7 b", "a1*b2"),
    ],
)
def test_a_board_without_kings_is_written_and_heard(text: str, move: str) -> None:
    """'Own king lost = loss; both kings hit by one shot = draw.'"""
    turn = turn_of(text)
    assert chezz.read_reply(turn, chezz.write_reply(turn, (move,))) == (move,)


def test_the_rules_in_force_decide() -> None:
    usual, nerfed = turn_of("k7/8/8/8/8/8/1F6/K7 w"), turn_of("k7/8/8/8/8/8/1F6/K7 w fling_king=false")
    flung = chezz.write_reply(usual, ("a1^b2-e5",))
    assert chezz.read_reply(usual, flung) == ("a1^b2-e5",)
    with pytest.raises(IllegalMove):
        chezz.read_reply(nerfed, flung)


def test_a_crash_is_a_bad_reply() -> None:
    with pytest.raises(BadReply, match="exit code: expected 0, found 139"):
        chezz.read_reply(TURN, Reply(GOOD, exit_code=139))


@pytest.mark.parametrize(
    ("stdout", "complaint"),
    [
        (b"", "standard output line 1: expected '{' on the line after the first, found ''"),
        (b"\n", "standard output line 2: expected '{'"),
        (b"Traceback (most recent call last):\n  File", "line 2: expected '{' .*, found 'File'"),
        (GOOD[: GOOD.index(b"}")], "line 35: expected '}' after the last piece"),
        (GOOD[:100], "line 10: expected '}'"),
        (GOOD.replace(b"e3", b"e0"), "line 20: expected a square"),
        (GOOD.replace(b"e3", b"e1"), "line 20: expected one piece on e1"),
        (GOOD.replace(b"'wZ'", b"'wz'"), "line 20: expected a piece"),
        (
            GOOD.replace(b"'wZ'", b"\xff\xfe"),
            "line 20: expected a piece.*found 'ÿþ'",
        ),
        (GOOD.replace(b"'wZ'", b"'w\0'"), "line 20: expected a piece"),
        (GOOD.decode().encode("utf-16"), "line 2: expected '{'"),
        (b"\0" * 100, "line 1: expected '{'"),
        (GOOD + b"x" * chezz.LIMIT, "expected at most 1048576 bytes, found 10"),
        (b"w\n" * 3_000_000, "expected at most 1048576 bytes, found 6000000"),
    ],
)
def test_output_out_of_form_is_pointed_at(stdout: bytes, complaint: str) -> None:
    with pytest.raises(BadReply, match=complaint) as caught:
        chezz.read_reply(TURN, Reply(stdout))
    assert len(str(caught.value)) < 250


def test_an_unchanged_board_is_illegal() -> None:
    """'the answer must be one of the legal successor boards'"""
    assert objection(TURN, START.encode()).startswith("illegal board: nothing has changed (position: fncq")


@pytest.mark.parametrize("over", ["8/8/8/8/8/8/8/R3K3 b", "PP5k/PP6/PP6/PP6/PP6/PP6/PP6/KP6 w"])
def test_nothing_is_heard_after_the_end(over: str) -> None:
    assert objection(turn_of(over), GOOD).startswith("illegal board: the game is over")


def test_a_move_of_the_other_side_is_named() -> None:
    wrong = chezz.write_reply(turn_of("fncqkbnr/ppppzppp/8/8/8/8/PPPPZPPP/FNCQKBNR b"), ("a7-a6",)).stdout
    assert "a7-a6 is a move of Black, but it is the turn of White" in objection(TURN, wrong)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (
            "4k3/8/8/8/8/8/8/R3K3 w",
            "4k3/8/8/3Q4/8/8/8/R3K3",
            "no move of White leads here: 'wQ' on d5 came from nowhere; the nearest, a1-a2, differs on "
            "a1 (nothing expected, 'wR' found), a2 ('wR' expected, nothing found), "
            "d5 (nothing expected, 'wQ' found)",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w",
            "8/4k3/8/8/8/8/R7/4K3",
            "'bK' of the opponent has come to e7; the nearest, a1-a2, differs on "
            "e7 (nothing expected, 'bK' found), e8 ('bK' expected, nothing found)",
        ),
        (
            "4k3/8/8/8/8/8/8/N3K3 w",
            "4k3/8/8/8/8/N7/8/4K3",
            "'wN' cannot go a1-a3; the nearest, a1-b3, differs on "
            "a3 (nothing expected, 'wN' found), b3 ('wN' expected, nothing found)",
        ),
        (
            "4k3/8/4p3/8/4Z3/8/8/4K3 w",
            "4k3/8/4p3/4Z3/8/8/8/4K3",
            "no move of White leads here; the nearest, e4-e5, differs on e6 ('wZ' expected, 'bP' found)",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w",
            "P3k3/8/8/8/8/8/8/4K3",
            "the nearest, a7-a8, differs on a8 ('wZ' expected, 'wP' found)",
        ),
        ("4k3/P7/8/8/8/8/8/4K3 w", "Q3k3/8/8/8/8/8/8/4K3", "'wQ' on a8 came from nowhere"),
        (
            "4k3/8/8/8/8/8/8/NN2K3 w",
            "4k3/8/8/8/8/1N6/8/4K3",
            "the nearest, a1-b3, differs on b1 ('wN' expected, nothing found)",
        ),
        ("4k3/8/8/8/8/8/8/R3K3 w", "k7/8/8/8/8/RNBQFCPZ/rnbqfcpz/K7", " more (position: "),
        ("4k3/8/8/8/8/8/8/R3K3 w", "8/8/8/8/8/8/8/8", "no move of White leads here; the nearest, "),
    ],
)
def test_an_unreachable_board_is_explained(before: str, after: str, why: str) -> None:
    assert why in objection(turn_of(before), board_file(after))


@given(seed=st.integers(0, 10**6), patch=st.binary(min_size=1, max_size=6), where=st.floats(0, 1))
def test_a_damaged_answer_is_refused_or_means_a_move(seed: int, patch: bytes, where: float) -> None:
    turn = Turn(random.Random(seed).choice([p for p, move in random_game(Chezz.start(), seed % 5) if move]))
    good = chezz.write_reply(turn, (random.Random(seed).choice(turn.position.moves()),)).stdout
    cut = int(where * len(good))
    try:
        (move,) = chezz.read_reply(turn, Reply(good[:cut] + patch + good[cut + len(patch) - 1 :]))
    except (BadReply, IllegalMove):
        return
    turn.position.play(move)


@given(data=st.binary(max_size=80))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadReply):
        chezz.read_reply(TURN, Reply(data))
    refusal(data)


@given(body=st.text(alphabet="abh18: ',{}\n\twbKZ", max_size=60))
def test_almost_boards_are_understood_or_refused(body: str) -> None:
    text = f"w 0 60000 0\n{{a1:'wK',h8:'bK'{body}"
    try:
        assert isinstance(understood(text).position, Chezz)
    except BadRequest:
        refusal(text)
    with pytest.raises((BadReply, IllegalMove)):
        chezz.read_reply(TURN, Reply(text.encode()))


@pytest.mark.parametrize("flood", [b" ", b"\n", b",", b"{", b"}", b":", b"'", b"a1: 'wP',", b"a", b"\0"])
def test_a_flood_is_refused_in_little_memory(flood: bytes) -> None:
    data = b"w 0 60000 0\n{a1:'wK'" + flood * (chezz.LIMIT // len(flood) - 20)
    assert len(data) <= chezz.LIMIT
    tracemalloc.start()
    try:
        refusal(data)
        with pytest.raises((BadReply, IllegalMove)):
            chezz.read_reply(TURN, Reply(data))
        assert tracemalloc.get_traced_memory()[1] < 8 * chezz.LIMIT
    finally:
        tracemalloc.stop()


# The given positions


def test_every_given_successor_is_heard_and_no_other_board(data: Path) -> None:
    """'the answer must be one of the legal successor boards'"""
    with gzip.open(data / "chezz" / "positions.jsonl.gz", "rt", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    assert len(cases) == 205
    strange = [successor for case in cases for successor in case["successors"][:1]]
    for number, case in enumerate(cases):
        turn = turn_of(case["fen"])
        for rows in case["successors"]:
            (move,) = chezz.read_reply(turn, Reply(board_file(rows)))
            assert str(turn.position.play(move)).startswith(f"{rows} "), case["id"]
        for rows in {*strange[number : number + 4], *case["fen"].split()[:1]} - {*case["successors"]}:
            assert "illegal board: " in objection(turn, board_file(rows)), quote(rows)
