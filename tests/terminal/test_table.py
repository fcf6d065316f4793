"""Tables and paragraphs fit 80 columns."""

from __future__ import annotations

from ludus.terminal.table import WIDTH, fit_table, measure, reflow, set_table, shorten, wrap

HEAD = ["", "player", "points", "seconds"]


def test_names_stand_left_and_numbers_right() -> None:
    assert set_table([["", "player", "points"], ["1", "ann", "10"]]).splitlines() == [
        "   player  points",
        "1  ann         10",
    ]


def test_a_long_name_is_shortened_until_the_table_fits() -> None:
    shown = set_table(fit_table([HEAD, ["1", "x" * 100, "3/4", "0.5"]], flexible=1))
    assert [measure(line) for line in shown.splitlines()] == [WIDTH, WIDTH]
    assert "xxx…  " in shown


def test_optional_columns_go_before_a_name_becomes_unreadable() -> None:
    wide = ["1", "x" * 100, "3" * 30, "5" * 30]
    assert fit_table([HEAD, wide], 1, optional=[[3]])[0] == ["", "player", "points"]
    assert fit_table([HEAD, ["1", "ann", "3" * 30, "5" * 30]], 1, optional=[[3]])[0] == HEAD


def test_letters_that_take_two_columns_are_counted_twice() -> None:
    assert measure("名前") == 4
    assert measure("e\u0301") == 1
    assert shorten("名前名前", 5) == "名前…"
    assert set_table([["", "名前", "1"], ["", "abcd", "2"]]).splitlines() == ["  名前  1", "  abcd  2"]


def test_a_long_text_is_wrapped_and_nothing_of_it_is_lost() -> None:
    text = "crash: " + "word " * 40 + "end"
    lines = wrap(text, 4).splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])
    assert " ".join(" ".join(lines).split()) == text


def test_rules_are_broken_anew_and_drawings_stay() -> None:
    text = f"""\
Title.

- One {"word " * 20}
  and more.
- Two.
1. {"word " * 20}
2. Four.

    w . b
    . b .
"""
    lines = reflow(text).splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    starts = [
        "Title.",
        "",
        "- One ",
        "  word",
        "- Two.",
        "1. wor",
        "   wor",
        "2. Fou",
        "",
        "    w ",
        "    . ",
    ]
    assert [line[:6] for line in lines] == starts


def test_rules_that_fit_are_left_alone() -> None:
    assert reflow("a b\nc d\n\n. w\nb .") == "a b\nc d\n\n. w\nb ."
