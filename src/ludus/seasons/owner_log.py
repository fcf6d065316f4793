"""Writes the log of each contestant: every version, what became of it and why, and what was wrong with the source.

It follows from the rows of the season, and is written again whenever one is added.
"""

from __future__ import annotations

from collections import defaultdict

from ludus.atomic_file import write_atomically
from ludus.seasons.plans.plan import SeasonPlan
from ludus.seasons.rows import Notice, SeasonRows, StoredVersion
from ludus.text import make_printable

LOG = "log.txt"


def write_logs(plan: SeasonPlan, rows: SeasonRows) -> None:
    """Write the logs in which something has changed."""
    for key, entries in _list_entries(rows).items():
        path = plan.contestants / key / LOG
        text = "".join(f"{line}\n" for entry in entries for line in entry)
        if not path.exists() or path.read_text(encoding="utf-8", errors="replace") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text)


def list_last(rows: SeasonRows) -> dict[str, str]:
    """List what happened last to each contestant, in one line."""
    return {key: entries[-1][0] for key, entries in _list_entries(rows).items()}


def list_troubles(rows: SeasonRows) -> dict[str, str]:
    """List whose source could not be imported when it was last looked at, or whose last version was refused."""
    last = list_last(rows)
    accepted = {one.version.key: one.version.accepted for one in rows.versions}
    return {key: line for key, line in last.items() if _NOT_TAKEN_IN in line or not accepted.get(key)}


_NOT_TAKEN_IN = "  not imported: "


def _list_entries(rows: SeasonRows) -> dict[str, list[list[str]]]:
    """List the lines of every event, in the order of time, by key."""
    found: defaultdict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    good: defaultdict[str, int] = defaultdict(int)
    for one in rows.versions:
        version = one.version
        found[version.key].append((version.taken_in, _describe_version(one, good[version.key])))
        if version.accepted:
            good[version.key] = version.number
    for notice in rows.notices:
        found[notice.key].append((notice.written, [_describe_notice(notice)]))
    return {
        key: [lines for _, lines in sorted(entries, key=lambda entry: entry[0])]
        for key, entries in found.items()
    }


def _describe_notice(notice: Notice) -> str:
    return f"{notice.written}{_NOT_TAKEN_IN}{make_printable(notice.text)}"


def _describe_version(one: StoredVersion, good: int) -> list[str]:
    version = one.version
    head = f"{version.taken_in}  version {version.number} ({version.hash[:23]}, {version.name})"
    if version.accepted:
        return [f"{head}: accepted; it plays from the next evaluation on"]
    what = f"version {good} keeps playing" if good else "you have no accepted version yet"
    log = [f"    {make_printable(line)}" for line in one.build_log.splitlines()]
    return [f"{head}: refused, {make_printable(version.reason)}; {what}", *log]
