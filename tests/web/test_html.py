"""Markup that is written by function calls: nobody's text becomes part of it."""

from __future__ import annotations

from ludus.web.html import Html, escape_html, join, tag, write_lines

HOSTILE = "<script>alert(1)</script>\"'&\x1b[2J\u202e"


def test_text_is_escaped_and_markup_of_ours_is_not() -> None:
    assert tag("p", "a < b", tag("b", "c & d")) == "<p>a &lt; b<b>c &amp; d</b></p>"
    assert join("<", [Html("<br>"), ["&"]]) == "&lt;<br>&amp;"


def test_attributes_are_escaped_and_named_as_in_html() -> None:
    assert tag("td", class_="a", aria_label='"<', data_x=1, title=None) == (
        '<td class="a" aria-label="&quot;&lt;" data-x="1"></td>'
    )
    assert tag("meta", name="viewport", content="x") == '<meta name="viewport" content="x">'


def test_nothing_of_a_text_can_act_on_a_page_or_a_terminal() -> None:
    text = escape_html(HOSTILE)
    assert not any(letter in text for letter in "<>\"'\x1b\u202e")


def test_lines_stay_lines_where_they_are_wanted() -> None:
    assert write_lines("a\n<b>\r\nc") == "a\n&lt;b&gt;\nc"
    assert escape_html("a\nb") == "a\\nb"
