"""Untrusted text inside our messages: quoted, shortened and made harmless; how complaints are worded; numbers."""

from __future__ import annotations


def quote(text: str) -> str:
    """Show an untrusted text safely and briefly inside a message."""
    return repr(text) if len(text) <= 60 else f"{text[:57]!r}... ({len(text)} characters)"


def make_printable(text: str) -> str:
    """Escape what would do something to a terminal or could not be written as text."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


def describe_mismatch(where: str, expected: str, found: str) -> str:
    """Word a complaint the way all of ours are worded."""
    return f"{where}: expected {expected}, found {quote(found)}"


def read_whole(text: str, least: int = 0, most: int = 10**18) -> int | None:
    """Read a whole number in plain digits; None if the text is something else, or the number out of bounds."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        return None
    return int(text) if least <= int(text) <= most else None


def describe_seconds(seconds: float) -> str:
    """Write how long something takes, for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
