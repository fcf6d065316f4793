"""Writes the plan of one evaluation or challenge: an ordinary plan of a tournament, with everything in it that matters."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.tournaments.plans.plan import NO_OPENINGS, SUITE, Plan

Value = str | int | Sequence["Value"] | Mapping[str, "Value"]
HEAD = """\
# {title}
#
# Written by 'ludus season', which goes on with it; nothing in it may change any more.
# The table: ludus standings {store}
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One who takes part: a version of a contestant, or a player of ours."""

    key: str
    name: str
    folder: Path | None
    """Our copy of the version; None for a player of ours, whose text is its name."""


def write_plan_text(title: str, rules: Plan, entries: Sequence[Entry], folder: Path, store: str) -> str:
    """Write a plan that is to lie in this folder; paths in it are relative, so that all of the season can be moved."""
    openings = rules.openings
    if openings not in (NO_OPENINGS, SUITE):
        openings = _shorten(openings, folder)
    values: dict[str, Value] = {
        "contest": rules.contest,
        "game": rules.game,
        "files": [_shorten(path, folder) for path in rules.files],
        "clock": [str(clock) for clock in rules.clocks],
        "openings": openings,
        "boards": rules.boards,
        "seed": rules.seed,
        "ply_cap": rules.ply_cap,
        "absent": rules.absent,
        "persist": rules.persist,
        "workers": rules.workers,
        "anonymous": rules.anonymous,
        "store": store,
        "options": dict(rules.options),
        "schedule": {"kind": rules.schedule, **dict(rules.settings)},
    }
    lines = [f"{key} = {write_value(value)}" for key, value in values.items() if value or value == 0]
    entrants = [f"    {write_value(_describe(entry, folder))}," for entry in entries]
    text = "\n".join([*lines, "entrants = [", *entrants, "]"])
    return f"{HEAD.format(title=title, store=store)}{text}\n"


def _describe(entry: Entry, folder: Path) -> Mapping[str, Value]:
    if entry.folder is None:
        return {"key": entry.key, "player": entry.name}
    return {"key": entry.key, "name": entry.name, "source": _shorten(entry.folder, folder)}


def _shorten(path: str | Path, folder: Path) -> str:
    return os.path.relpath(Path(path).resolve(), folder.resolve())


def write_value(value: Value) -> str:
    """Write a value in TOML; its basic strings are those of JSON, but for one character."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {write_value(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, str | int):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"[{', '.join(map(write_value, value))}]"
