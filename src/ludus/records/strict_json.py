"""Reads untrusted JSON, field by field: errors name fields that are missing, unexpected or of the wrong type.

A reader takes a value and its place (`players[0].name`) and returns what it means, or raises `BadRecord`.

Python's own reader takes `NaN`, the last of several equal keys, and numbers of any length; this one does not. The work is
linear in the length of the text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import TypeVar

from ludus.errors import LudusError
from ludus.text import quote

T = TypeVar("T", covariant=True)
Reader = Callable[[object, str], T]

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


def read_object(value: object, where: str, readers: Mapping[str, Reader[object]]) -> dict[str, object]:
    """Read the fields of a JSON object: each of these must be there, and no other."""
    content = as_object(value, where)
    found = {}
    for key, read in readers.items():
        if key not in content:
            raise BadRecord(_join(where, key), "this field", "none")
        found[key] = read(content[key], _join(where, key))
    for key in content:
        if key not in readers:
            raise BadRecord(_join(where, quote(key)), "no such field", "one")
    return found


def object_of(make: Callable[..., T], **readers: Reader[object]) -> Reader[T]:
    """Read an object with these fields, and make a value of them."""
    return lambda value, where: make(**read_object(value, where, readers))


def list_of(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Read a list."""

    def read_list(value: object, where: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise BadRecord(where, "a list", describe_value(value))
        return tuple(read(each, f"{where}[{number}]") for number, each in enumerate(value))

    return read_list


def optional(read: Reader[T]) -> Reader[T | None]:
    """Read a value that may be null."""
    return lambda value, where: None if value is None else read(value, where)


def one_of(*choices: str) -> Reader[str]:
    """Read one of a few texts."""

    def read_choice(value: object, where: str) -> str:
        text = as_text(value, where)
        if text not in choices:
            raise BadRecord(where, f"one of {', '.join(choices)}", quote(text))
        return text

    return read_choice


def whole_from(least: int) -> Reader[int]:
    """Read a whole number that is not smaller."""

    def read_whole(value: object, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise BadRecord(where, f"a whole number from {least}", describe_value(value))
        return value

    return read_whole


as_whole = whole_from(0)


def as_object(value: object, where: str) -> dict[str, object]:
    """Read an object."""
    if not isinstance(value, dict):
        raise BadRecord(where or "record", "an object", describe_value(value))
    return value


def as_texts(value: object, where: str) -> tuple[tuple[str, str], ...]:
    """Read an object of texts."""
    content = as_object(value, where).items()
    return tuple((as_text(key, where), as_text(each, _join(where, key))) for key, each in content)


def as_text(value: object, where: str) -> str:
    """Read a text; it must be one that can be written again."""
    if not isinstance(value, str):
        raise BadRecord(where, "a string", describe_value(value))
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadRecord(where, "a string in Unicode", quote(value))
    return value


def as_flag(value: object, where: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise BadRecord(where, "true or false", describe_value(value))
    return value


def as_number(value: object, where: str) -> float:
    """Read a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadRecord(where, "a number", describe_value(value))
    return value


def as_seconds(value: object, where: str) -> float:
    """Read a time."""
    seconds = as_number(value, where)
    if not 0 <= seconds < MOST_SECONDS:
        raise BadRecord(where, f"seconds from 0 to {MOST_SECONDS:g}", describe_value(value))
    return seconds


def describe_value(value: object) -> str:
    """Describe a value briefly."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return "an object"
    return f"a list of {len(value)}" if isinstance(value, list) else json.dumps(value)


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


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
