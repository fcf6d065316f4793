"""Reads untrusted JSON, field by field: errors name fields that are missing, unexpected or of the wrong type.

Python's own reader takes `NaN`, the last of several equal keys, and numbers of any length; this one does not. The work is
linear in the length of the text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from ludus.errors import LudusError
from ludus.text import quote

LONGEST_NUMBER = 18
"""The maximum number of digits of a whole number: enough for all we count, and quick to read."""
MOST_SECONDS = 1e9
"""The maximum of a time: thirty years."""


class BadRecord(LudusError):
    """A text that is no record, or a record that cannot be true; `line` 0 where the text is not part of a file."""

    def __init__(self, field: str, expected: str, found: str, line: int = 0) -> None:
        where = f"line {line}: " if line else ""
        super().__init__(f"{where}{field}: expected {expected}, found {found}")
        self.field = field
        self.expected = expected
        self.found = found
        self.line = line

    def on(self, line: int) -> BadRecord:
        """Add the line of the file to the error."""
        return BadRecord(self.field, self.expected, self.found, line)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.field, self.expected, self.found, self.line)


def load(text: str) -> object:
    """Read one JSON value, strictly."""
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_read_object,
            parse_int=_read_whole,
            parse_float=_read_real,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise BadRecord("record", "JSON", f"a fault at character {error.pos + 1} ({error.msg})") from None
    except RecursionError:
        raise BadRecord("record", "JSON of a few levels", "very many levels") from None
    return value


class Fields:
    """The fields of a JSON object; each must be taken once, and none may be left."""

    def __init__(self, value: object, where: str = "") -> None:
        if not isinstance(value, dict):
            raise BadRecord(where or "record", "an object", describe_value(value))
        self._fields: dict[str, object] = dict(value)
        self._where = where

    def name(self, key: str) -> str:
        """Name a field with its path, for errors."""
        return f"{self._where}.{key}" if self._where else key

    def has(self, key: str) -> bool:
        """Whether a field exists and is not taken yet."""
        return key in self._fields

    def take(self, key: str) -> object:
        """Take any value."""
        if key not in self._fields:
            raise BadRecord(self.name(key), "this field", "none")
        return self._fields.pop(key)

    def text(self, key: str) -> str:
        """Take a text."""
        return as_text(self.take(key), self.name(key))

    def flag(self, key: str) -> bool:
        """Take true or false."""
        value = self.take(key)
        if not isinstance(value, bool):
            raise BadRecord(self.name(key), "true or false", describe_value(value))
        return value

    def whole(self, key: str, least: int = 0) -> int:
        """Take a whole number."""
        return as_whole(self.take(key), self.name(key), least)

    def number(self, key: str) -> float:
        """Take a number."""
        return as_number(self.take(key), self.name(key))

    def items(self, key: str) -> Iterator[tuple[str, object]]:
        """Take a list: each value, with its path."""
        values = self.take(key)
        if not isinstance(values, list):
            raise BadRecord(self.name(key), "a list", describe_value(values))
        return ((f"{self.name(key)}[{number}]", value) for number, value in enumerate(values))

    def numbers(self, key: str) -> tuple[float, ...]:
        """Take a list of numbers."""
        return tuple(as_number(value, where) for where, value in self.items(key))

    def seconds(self, key: str) -> tuple[float, ...]:
        """Take a list of times."""
        return tuple(as_seconds(value, where) for where, value in self.items(key))

    def wholes(self, key: str) -> tuple[int, ...]:
        """Take a list of whole numbers."""
        return tuple(as_whole(value, where) for where, value in self.items(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts."""
        return tuple(as_text(value, where) for where, value in self.items(key))

    def end(self) -> None:
        """See to it that nothing is left."""
        for key in self._fields:
            raise BadRecord(self.name(quote(key)), "no such field", "one")


def as_text(value: object, where: str) -> str:
    """Check a text; it must be one that can be written again."""
    if not isinstance(value, str):
        raise BadRecord(where, "a text", describe_value(value))
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadRecord(where, "a text in Unicode", quote(value))
    return value


def as_number(value: object, where: str) -> float:
    """Check a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadRecord(where, "a number", describe_value(value))
    return value


def as_seconds(value: object, where: str) -> float:
    """Check a time."""
    seconds = as_number(value, where)
    if not 0 <= seconds < MOST_SECONDS:
        raise BadRecord(where, f"seconds from 0 to {MOST_SECONDS:g}", describe_value(value))
    return seconds


def as_whole(value: object, where: str, least: int = 0) -> int:
    """Check a whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadRecord(where, f"a whole number from {least}", describe_value(value))
    return value


def describe_value(value: object) -> str:
    """Describe a value briefly."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return "an object"
    return f"a list of {len(value)}" if isinstance(value, list) else json.dumps(value)


def _read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(quote(key), "each field once", "it twice")
        found[key] = value
    return found


def _read_whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadRecord("record", f"whole numbers of at most {LONGEST_NUMBER} digits", quote(digits))
    return int(digits)


def _read_real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadRecord("record", "numbers that a float can hold", quote(digits))
    return value


def _refuse_constant(word: str) -> float:
    raise BadRecord("record", "JSON", quote(word))
