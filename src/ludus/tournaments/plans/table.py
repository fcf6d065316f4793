"""Reads the tables of a plan file: each value with its type, and each mistake with line, key and a hint.

LudusError
└── BadPlan       a plan that cannot be followed
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from ludus.errors import LudusError
from ludus.text import make_printable, quote
from ludus.tournaments.plans.lines import Place, find_line

LONGEST = 4_000_000
"""Characters that a plan may have."""
_TYPES = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)")


class BadPlan(LudusError):
    """A plan that cannot be followed."""


class PlanTable:
    """One table of a plan; each value is taken once, and what is left at the end is unknown."""

    def __init__(self, file: PlanFile, place: Place, values: Mapping[str, object]) -> None:
        self._file = file
        self._place = place
        self._values = dict(values)
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._values))

    def take(self, key: str) -> object | None:
        """Take a value of any type; None if the plan does not have it."""
        self._known.append(key)
        return self._values.pop(key, None)

    def take_text(self, key: str, usual: str = "") -> str:
        """Take a text."""
        value = self.take(key)
        if value is None:
            return usual
        if not isinstance(value, str):
            raise self.make_type_error(key, "a string", value)
        self._check_text(key, value)
        return value

    def take_choice(self, key: str, choices: Collection[str], usual: str = "") -> str:
        """Take one of a few words."""
        value = self.take_text(key, usual)
        if value not in choices:
            error = self.make_error(key, f"expected {_list_choices(choices)}, found {quote(value)}")
            error.hint = _suggest(value, choices) or error.hint
            raise error
        return value

    def take_number(self, key: str, usual: int, least: int, most: int) -> int:
        """Take a whole number."""
        value = self.take(key)
        if value is None:
            return usual
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.make_type_error(key, f"a whole number from {least} to {most}", value)
        if not least <= value <= most:
            raise self.make_error(key, f"expected a whole number from {least} to {most}, found {value}")
        return value

    def take_truth(self, key: str) -> bool:
        """Take true or false; false if the plan does not have it."""
        value = self.take(key)
        if not isinstance(value, bool | None):
            raise self.make_type_error(key, "true or false", value)
        return bool(value)

    def take_texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts."""
        values = self.take(key)
        if values is None:
            return ()
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.make_type_error(key, "a list of strings", values)
        for value in values:
            self._check_text(key, value)
        return tuple(values)

    def take_table(self, key: str) -> PlanTable:
        """Take a table; an empty one if the plan does not have it."""
        values = self.take(key)
        if values is None:
            values = {}
        if not isinstance(values, dict):
            raise self.make_type_error(key, "a table", values)
        return PlanTable(self._file, (*self._place, key), values)

    def check_end(self) -> None:
        """Refuse a key that nobody has taken."""
        for key in self._values:
            error = self.make_error(key, "there is no such key")
            close = get_close_matches(key, self._known, n=1)
            error.hint = (
                f"did you mean {close[0]}?" if close else f"there are {', '.join(self._known) or 'none'}"
            )
            raise error

    def _check_text(self, key: str, text: str) -> None:
        # No path can have one, and the system refuses it only where the path is used.
        if "\0" in text:
            raise self.make_error(key, f"expected a string without null characters, found {quote(text)}")

    def make_type_error(self, key: str, expected: str, value: object) -> BadPlan:
        """Make the error for a value of another type."""
        return self.make_error(key, f"expected {expected}, found {describe_value(value)}")

    def make_error(self, key: str, message: str, hint: str = "") -> BadPlan:
        """Make the error about the value of a key."""
        return self._file.make_error((*self._place, *((key,) if key else ())), message, hint)


class PlanFile:
    """The text of a plan and where it came from."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.folder = path.resolve().parent

    @classmethod
    def read(cls, path: Path, new: str = "tournament") -> PlanFile:
        """Read the file; `new` is the command that writes a new one."""
        if path.exists() and not path.is_file():
            raise BadPlan(f"{path}: expected a file, found something else")
        try:
            with path.open(encoding="utf-8-sig") as file:
                text = file.read(LONGEST + 1)
        except OSError as error:
            raise _describe_unreadable(path, error, new) from error
        except UnicodeDecodeError as error:
            raise BadPlan(f"{path}: expected a text in UTF-8, found {error}") from error
        if len(text) > LONGEST:
            raise BadPlan(f"{path}: expected a plan of at most {LONGEST} characters")
        return cls(path, text)

    def parse(self) -> PlanTable:
        """Parse the text."""
        try:
            return PlanTable(self, (), tomllib.loads(self.text))
        except tomllib.TOMLDecodeError as error:
            found = _SYNTAX.fullmatch(str(error))
            what, line = (found[1], found[2]) if found else (str(error), None)
            where = f" line {line}" if line else ", at its end" if found else ""
            wrong = BadPlan(f"{self.path}{where}: {make_printable(what)}")
            wrong.hint = "a plan is in TOML: strings need quotation marks, and a table begins with a line like [schedule]"
            raise wrong from error
        except ValueError as error:
            raise BadPlan(f"{self.path}: a number in it has too many digits") from error
        except RecursionError as error:
            raise BadPlan(f"{self.path}: its tables and lists are nested too deeply") from error

    def make_error(self, place: Place, message: str, hint: str = "") -> BadPlan:
        """Make an error that names the line and the key of a value."""
        line = find_line(self.text, place)
        key = "".join(
            f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place
        ).removeprefix(".")
        error = BadPlan(f"{self.path}{f' line {line}' if line else ''}: {make_printable(key)}: {message}")
        error.hint = hint
        return error


def describe_value(value: object) -> str:
    """Describe a value of a plan."""
    kind = _TYPES.get(type(value), "a date or a time")
    return (
        f"{kind} ({quote(value) if isinstance(value, str) else str(value)[:60]})"
        if value not in ([], {})
        else kind
    )


def _list_choices(choices: Collection[str]) -> str:
    return " or ".join(map(quote, choices)) if len(choices) < 3 else f"one of {', '.join(choices)}"


def _suggest(value: str, choices: Collection[str]) -> str:
    close = get_close_matches(value, choices, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else ""


def _describe_unreadable(path: Path, error: OSError, new: str) -> BadPlan:
    wrong = BadPlan(f"{path}: the plan cannot be read: {error.strerror}")
    if isinstance(error, FileNotFoundError):
        wrong.hint = f"to write a new plan: ludus {new} --new pente-course {path}"
    return wrong
