"""The words of a position text: those that a game must have, and the options that follow."""

from __future__ import annotations

from ludus.errors import BadOption
from ludus.games.base import BadPosition
from ludus.text import describe_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def take_words(text: str, *shape: str) -> tuple[list[str], list[str]]:
    """Split a position text into the words it must have and the rest, which are options."""
    words = text.split()
    if len(words) < len(shape):
        raise BadPosition(describe_mismatch("position", " ".join(shape), text))
    return words[: len(shape)], words[len(shape) :]


def read_options(words: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """Take apart the `key=value` words at the end of a position text."""
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in known or key in options:
            raise BadPosition(
                describe_mismatch(
                    "options", f"key=value, each key once, from {', '.join(known) or 'none'}", word
                )
            )
        options[key] = value
    return options


def one_of(option: str, value: object, choices: Sequence[str]) -> str:
    """Check an option that has a few named values."""
    if value not in choices:
        raise BadOption(describe_mismatch(option, f"one of {', '.join(choices)}", str(value)))
    return str(value)
