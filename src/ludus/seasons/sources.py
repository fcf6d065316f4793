"""The sources of a season, as its plan names them: where the programs of the contestants come from.

{ inbox = "handed-in" }                                  every folder and archive in it is a contestant
{ key = "team-3", git = "https://...", branch = "main" }
{ key = "late", source = "late.zip", name = "Latecomer" }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ludus.text import quote
from ludus.tournaments.plans.entrant_texts import read_name, resolve_source
from ludus.tournaments.plans.table import PlanFile, PlanTable

INBOX, GIT, SOURCE = KINDS = ("inbox", "git", "source")
MAIN = "main"
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", re.ASCII)
"""What the key of a contestant is like: the name of its folders, too."""
_EXPECTED = {
    INBOX: "a folder of folders and archives",
    GIT: "the address of a git repository",
    SOURCE: "a folder, an archive or ADDRESS#COMMIT",
}


@dataclass(frozen=True, slots=True)
class Inbox:
    """A folder in which every folder and archive belongs to a contestant of that name."""

    folder: Path
    names: Mapping[str, str] = field(default_factory=dict)
    """Nicknames, by key."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of a git repository."""

    key: str
    address: str
    branch: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class PlainSource:
    """A folder, an archive or a commit."""

    key: str
    text: str
    name: str = ""


Source = Inbox | Branch | PlainSource


def read_sources(file: PlanFile, table: PlanTable) -> tuple[Source, ...]:
    """Read the list of sources; nothing of it need be there yet."""
    values = table.take("sources")
    if not isinstance(values, list) or not values:
        hint = 'like sources = [{ inbox = "handed-in" }, { key = "team-3", git = "https://...", branch = "main" }]'
        raise table.make_error("sources", "expected a list of sources, found none", hint)
    found: list[Source] = []
    for number, value in enumerate(values):
        place = ("sources", number)
        if not isinstance(value, dict):
            raise file.make_error(place, "expected a table with inbox, git or source")
        source = _read_source(file, PlanTable(file, place, value))
        if not isinstance(source, Inbox) and source.key.lower() in _list_keys(found):
            message = f"expected every key once, found {quote(source.key)} again"
            raise file.make_error((*place, "key"), message)
        found.append(source)
    return tuple(found)


def _list_keys(sources: list[Source]) -> set[str]:
    """List the keys as a file system would compare them that does not tell case apart."""
    return {source.key.lower() for source in sources if not isinstance(source, Inbox)}


def _read_source(file: PlanFile, table: PlanTable) -> Source:
    chosen = [kind for kind in KINDS if kind in table]
    if len(chosen) != 1:
        found = " and ".join(chosen) or "none of them"
        raise table.make_error("", f"expected one of {', '.join(KINDS)}, found {found}")
    (kind,) = chosen
    text = table.take_text(kind)
    if not text:
        raise table.make_error(kind, f"expected {_EXPECTED[kind]}, found {quote(text)}")
    if kind == INBOX:
        names = table.take_table("names")
        source: Source = Inbox(file.folder / text, {key: read_name(names, key) for key in names})
    elif kind == GIT:
        branch = table.take_text("branch", MAIN)
        source = Branch(_read_key(table), _resolve_address(file, text), branch, read_name(table))
    else:
        source = PlainSource(_read_key(table), resolve_source(file, text), read_name(table))
    table.check_end()
    return source


def _read_key(table: PlanTable) -> str:
    key = table.take_text("key")
    if not KEY.fullmatch(key):
        expected = "a key of letters, digits, '.', '_' and '-', up to 40 characters"
        hint = 'a contestant is known by its key, whatever its program is called: key = "team-3"'
        raise table.make_error("key", f"expected {expected}, found {quote(key)}", hint)
    return key


def _resolve_address(file: PlanFile, text: str) -> str:
    """Make the path of a repository absolute; other addresses stay as they are."""
    path = file.folder / text
    return str(path) if path.is_dir() else text
