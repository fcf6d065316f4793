"""Writes HTML and SVG as nested function calls. Whatever is not markup of ours is escaped, because its type says so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape

from ludus.text import make_printable


class Html(str):
    """Markup; a plain `str` is text and nothing else."""

    __slots__ = ()


Content = str | Html | Iterable["Content"]
Attribute = str | int | float | None
LINE_END = Html("\n")
"""Between elements: for people who read the source."""
_SPECIAL = re.compile("[&<>\"']")
_VOID = frozenset(("meta", "link", "input", "br", "hr"))
"""Elements without content."""


def escape_html(text: str) -> Html:
    """Escape untrusted text: no tags, no control characters, nothing that changes the direction of writing."""
    printable = make_printable(text)
    return Html(escape(printable) if _SPECIAL.search(printable) else printable)


def tag(name: str, /, *content: Content, **attributes: Attribute) -> Html:
    """Write an element; `aria_label` becomes aria-label, `class_` class, and an attribute that is None is left out."""
    words = name
    for key, value in attributes.items():
        if value is not None:
            words += f' {_name_attribute(key)}="{escape_html(value) if isinstance(value, str) else value}"'
    return Html(f"<{words}>" if name in _VOID else f"<{words}>{join(*content)}</{name}>")


@cache
def _name_attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def join(*content: Content) -> Html:
    """Join pieces of content; texts among them are escaped."""
    return Html("".join([each if isinstance(each, Html) else _write(each) for each in content]))


def write_lines(text: str) -> Html:
    """Write text of several lines for an element that keeps them."""
    return Html("\n".join(map(escape_html, text.splitlines())))


def _write(content: Content) -> Html:
    return escape_html(content) if isinstance(content, str) else join(*content)
