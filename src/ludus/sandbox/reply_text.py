"""Texts about untrusted programs: their names, how they ended, what they wrote.

Names are shown in tables and on pages: they must not move the cursor, reverse the text direction, or be markup.
"""

from __future__ import annotations

import re
import signal
import unicodedata

from ludus.sandbox.allowance import LATE
from ludus.text import make_printable
from ludus.turn import Reply

LONGEST_NAME = 40
"""Characters of a name that are kept."""

TAIL = 300
"""Characters of the end of standard error that go into a reason."""

_ESCAPE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b.?"
)
_LOOK_ALIKES = str.maketrans({"<": "‹", ">": "›", "&": "＆", '"': "”", "'": "’", "`": "’"})  # noqa: RUF001  # they are meant
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")
"""Letters by their Unicode category that show as blanks."""


def clean_name(text: str) -> str:
    """Keep of a name what can be shown anywhere; empty where nothing visible is left.

    Only the first line counts. Characters with a meaning in HTML become their typographic look-alikes.
    """
    line = _ESCAPE.sub("", text).strip().partition("\n")[0]
    seen = unicodedata.normalize("NFC", line).translate(_BLANKS)
    kept = "".join(letter if letter.isprintable() else " " if letter.isspace() else "" for letter in seen)
    words = " ".join(_drop_stacked_accents(kept).translate(_LOOK_ALIKES).split())
    name = words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1].rstrip()}…"
    return name if any(letter.isalnum() for letter in name) else ""


def _drop_stacked_accents(text: str) -> str:
    """Leave each letter one accent: more of them overlap the neighbouring lines."""
    marks = [bool(unicodedata.combining(letter)) for letter in text]
    return "".join(
        letter for place, letter in enumerate(text) if not (marks[place] and (place == 0 or marks[place - 1]))
    )


# How a program ended, and what it wrote

_KILLED = {
    "time": "killed for time",
    "memory": "killed because it used too much memory",
    "folder": "killed because its folder held too much",
}


def describe_end(reply: Reply) -> str:
    """Say how a program ended."""
    code = reply.exit_code
    if reply.killed or code == LATE:
        return _KILLED[reply.killed or "time"]
    return f"exit code {code}" if code >= 0 else f"killed by signal {-code} ({signal.strsignal(-code)})"


def quote_stderr(reply: Reply) -> str:
    """Return the end of what a program has written to standard error; of a traceback, the exception."""
    text = reply.stderr.decode(errors="backslashreplace").strip()
    exception = _find_exception(text)
    if exception:
        return make_printable(exception[:TAIL])
    text = make_printable(text)
    return text if len(text) <= TAIL else f"...{text[-TAIL:]}"


def _find_exception(text: str) -> str:
    """Find the line that names the exception: in Python the first after the frames, in Java the one before them."""
    _, python, frames = text.rpartition("Traceback (most recent call last):\n")
    if python:
        return next((line for line in frames.splitlines() if line and not line[0].isspace()), "")
    heads = [line for line in text.splitlines() if line.startswith(("Exception in thread ", "Caused by: "))]
    return heads[-1] if heads else ""
