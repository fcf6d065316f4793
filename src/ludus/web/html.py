"""Writes HTML and SVG as nested function calls. Whatever is not markup of ours is escaped, because its type says so."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ludus.text import make_printable


class Html(str):
    """Markup; a plain `str` is text and nothing else."""

    __slots__ = ()


Content = str | Html | Iterable["Content"]
Attribute = str | int | float | None
LINE_END = Html("\n")
"""Between elements: for people who read the source."""
_VOID = frozenset(("meta", "link", "input", "br", "hr"))
"""Elements without content."""


def escape_html(text: str) -> Html:
    """Escape untrusted text: no tags, no control characters, nothing that changes the direction of writing."""
    return Html(escape(make_printable(text)))


def tag(name: str, /, *content: Content, **attributes: Attribute) -> Html:
    """Write an element; `aria_label` becomes aria-label, `class_` class, and an attribute that is None is left out."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape_html(f"{value}")}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{words}>" if name in _VOID else f"<{name}{words}>{join(*content)}</{name}>")


def join(*content: Content) -> Html:
    """Join pieces of content; texts among them are escaped."""
    return Html("".join(map(_write, content)))


def write_lines(text: str) -> Html:
    """Write text of several lines for an element that keeps them."""
    return Html("\n".join(map(escape_html, text.splitlines())))


def _write(content: Content) -> str:
    if isinstance(content, Html):
        return content
    return escape_html(content) if isinstance(content, str) else join(*content)
