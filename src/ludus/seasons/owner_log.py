"""Writes the log of a contestant: every version, what became of it and why, and what was wrong with the source.

It follows from the rows of the season, and is written again whenever one is added.
"""

from __future__ import annotations

from ludus.atomic_file import write_atomically
from ludus.seasons.plan import SeasonPlan
from ludus.seasons.rows import SeasonRows, StoredVersion
from ludus.text import make_printable

LOG = "log.txt"


def write_logs(plan: SeasonPlan, rows: SeasonRows) -> None:
    """Write the logs in which something has changed."""
    keys = dict.fromkeys((*rows.list_keys(), *(one.key for one in rows.notices)))
    for key in keys:
        path = plan.contestants / key / LOG
        text = "".join(f"{line}\n" for line in list_lines(rows, key))
        if not path.exists() or path.read_text(encoding="utf-8", errors="replace") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text)


def describe_last(rows: SeasonRows, key: str) -> str:
    """Describe in one line what happened last to a contestant."""
    entries = _list_entries(rows, key)
    return entries[-1][0] if entries else ""


def list_lines(rows: SeasonRows, key: str) -> list[str]:
    """List the lines of a log in the order of time."""
    return [line for entry in _list_entries(rows, key) for line in entry]


def _list_entries(rows: SeasonRows, key: str) -> list[list[str]]:
    found: list[tuple[str, list[str]]] = []
    good = 0
    for one in rows.versions:
        if one.version.key == key:
            found.append((one.version.taken_in, _describe(one, good)))
            good = one.version.number if one.version.accepted else good
    found += [
        (one.written, [f"{one.written}  not taken in: {make_printable(one.text)}"])
        for one in rows.notices
        if one.key == key
    ]
    return [lines for _, lines in sorted(found, key=lambda entry: entry[0])]


def _describe(one: StoredVersion, good: int) -> list[str]:
    version = one.version
    head = f"{version.taken_in}  version {version.number} ({version.hash[:23]}, {version.name})"
    if version.accepted:
        return [f"{head}: accepted; it plays from the next evaluation on"]
    what = f"version {good} goes on playing" if good else "nothing of yours plays yet"
    log = [f"    {make_printable(line)}" for line in one.build_log.splitlines()]
    return [f"{head}: refused, {make_printable(version.reason)}; {what}", *log]
