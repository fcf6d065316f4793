"""Finds the line of a value in the text of a plan, for error messages: `tomllib` tells no lines of keys.

It is a scan, not a parser: where the text is laid out oddly, the line of the table or list around a value is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Place = tuple[str | int, ...]
"""Where a value stands: keys, and numbers from 0 in lists."""
_HEAD = re.compile(r"""\s*(\[\[?)\s*([\w."'\s-]+?)\s*\]\]?\s*(?:#.*)?$""")
_ELEMENT = re.compile(r"""\s*["'{\[\d]""")


@dataclass(frozen=True, slots=True)
class _Section:
    """A table with a head of its own: its place, and its lines, from the head on."""

    place: Place
    first: int
    last: int


def find_line(text: str, place: Place) -> int | None:
    """Find the line of a value, or else of what is around it; None if nothing of it is in the text."""
    lines = text.splitlines()
    fitting = [each for each in _list_sections(lines) if place[: len(each.place)] == each.place]
    section = max(fitting, key=lambda each: len(each.place))
    found = section.first or None
    here = section.first
    for part in place[len(section.place) :]:
        line = (
            _find_element(lines, here, part)
            if isinstance(part, int)
            else _find_key(lines, max(here, 1), section.last, part)
        )
        if line is None:
            break
        found = here = line
    return found


def _list_sections(lines: Sequence[str]) -> list[_Section]:
    heads = [(number, head) for number, line in enumerate(lines, 1) if (head := _HEAD.match(line))]
    begins = [0, *(number for number, _ in heads)]
    ends = [*(number - 1 for number, _ in heads), len(lines)]
    places: list[Place] = [()]
    seen: Counter[Place] = Counter()
    for _, head in heads:
        names: Place = tuple(part.strip(" \t\"'") for part in head[2].split("."))
        places.append((*names, seen[names]) if head[1] == "[[" else names)
        seen[names] += 1
    return [_Section(*each) for each in zip(places, begins, ends, strict=True)]


def _find_key(lines: Sequence[str], first: int, last: int, key: str) -> int | None:
    """Find `key =`, `other.key =` or `{ key =` in these lines."""
    pattern = re.compile(rf"""(?:^|[{{,.])\s*["']?{re.escape(key)}["']?\s*(?:\.[^=]*)?=""")
    return next((number for number in range(first, last + 1) if pattern.search(lines[number - 1])), None)


def _find_element(lines: Sequence[str], here: int, index: int) -> int:
    """Find an element of a list with one element a line; otherwise stay where the list begins."""
    if not lines[here - 1].rstrip().endswith("["):
        return here
    rows = [number for number in range(here + 1, len(lines) + 1) if _ELEMENT.match(lines[number - 1])]
    return rows[index] if index < len(rows) else here
