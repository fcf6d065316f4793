"""The entrants of a plan: what it names, before anything is imported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from ludus.games.base import Game
from ludus.intake.archive import find_suffix
from ludus.intake.git import is_git_address
from ludus.players.named import list_player_names, runs_own_code
from ludus.text import quote
from ludus.tournaments.plans.table import BadPlan, PlanFile, PlanTable

LONGEST_NAME = 60
_KEYS = ("source", "player", "each")


class NoPrograms(BadPlan):
    """A folder of programs that is not there, or is empty."""


@dataclass(frozen=True, slots=True)
class EntrantText:
    """What a plan says about one entrant."""

    text: str
    """The path or address of a program, or the text of a player of ours."""
    is_program: bool
    name: str = ""
    """How it is to be shown; empty: as it calls itself."""
    key: str = ""
    """What tells it from all others; empty: its name, with a number where others have the same."""
    is_tried: bool = False
    """Whether the same content has passed the short check before; no plan can say so."""


def read_entrants(
    file: PlanFile, table: PlanTable, game: Game, *, has_begun: bool
) -> tuple[EntrantText, ...]:
    """Read the list of entrants; a folder of programs is listed now.

    A tournament that has begun does not need that folder any more.
    """
    values = table.take("entrants")
    if not isinstance(values, list):
        hint = 'like entrants = [{ source = "folder" }, { each = "submissions" }, { player = "random" }]'
        if values is None:
            raise table.make_error("entrants", "expected a list of entrants, found none", hint)
        raise table.make_type_error("entrants", "a list of entrants", values)
    found: list[EntrantText] = []
    for number, value in enumerate(values):
        given = {"source": value} if isinstance(value, str) else value
        place = ("entrants", number)
        if not isinstance(given, dict):
            raise file.make_error(place, "expected a table with source, player or each")
        try:
            read = list(_read_entrant(file, PlanTable(file, place, given), game))
        except NoPrograms:
            if not has_begun:
                raise
            continue
        if any(one.key and one.key in {other.key for other in found} for one in read):
            raise file.make_error(
                (*place, "key"), f"expected every key once, found {quote(read[0].key)} again"
            )
        found += read
    return tuple(found)


def _read_entrant(file: PlanFile, table: PlanTable, game: Game) -> Iterator[EntrantText]:
    chosen = [key for key in _KEYS if key in table]
    if len(chosen) != 1:
        found = " and ".join(chosen) or "none of them"
        table.take_text("name")
        table.take_text("key")
        if not chosen:
            for key in _KEYS:
                table.take(key)
            table.check_end()
        raise table.make_error("", f"expected one of {', '.join(_KEYS)}, found {found}")
    (key,) = chosen
    text = table.take_text(key)
    if not text:
        raise table.make_error(key, f"expected {_EXPECTED[key]}, found {quote(text)}")
    if key == "each":
        for other in _KEYS:
            table.take(other)
        table.check_end()
        yield from _list_programs(file, table, text)
        return
    name, own_key = read_name(table), read_name(table, "key")
    table.check_end()
    if key == "player":
        check_player(table, key, text, game)
        yield EntrantText(_resolve_player(file, text), False, name, own_key)
    else:
        yield EntrantText(resolve_source(file, text), True, name, own_key)


_EXPECTED = {
    "source": "a folder, an archive or ADDRESS#COMMIT",
    "player": "a player, see 'ludus players'",
    "each": "a folder of folders and archives",
}


def read_name(table: PlanTable, key: str = "name") -> str:
    """Take a name that can be shown; empty if the plan does not have it."""
    if key not in table:
        table.take(key)
        return ""
    name = table.take_text(key)
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        expected = f"one line of up to {LONGEST_NAME} printable characters"
        raise table.make_error(key, f"expected {expected}, found {quote(name)}")
    return name.strip()


def check_player(table: PlanTable, key: str, text: str, game: Game) -> None:
    """Check that a text under a key of the plan names a player of ours."""
    kind, known = text.partition(":")[0], [name for name in list_player_names(game) if name != "program"]
    if kind == "program":
        hint = f"write source = {quote(text.partition(':')[2])}"
        raise table.make_error(key, f"expected a player of ours, found {quote(text)}", hint)
    if kind not in known:
        close = get_close_matches(kind, known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"{game.name} has {', '.join(known)}"
        raise table.make_error(key, f"no player is called {quote(text)} in {game.name}", hint)


def resolve_source(file: PlanFile, text: str) -> str:
    """Make a path absolute, also that of a git repository; other addresses stay as they are."""
    if is_git_address(text):
        address, mark, commit = text.rpartition("#")
        path = file.folder / address
        return f"{path}#{commit}" if mark and path.is_dir() else text
    return str(file.folder / text)


def _resolve_player(file: PlanFile, text: str) -> str:
    """Make the path of an agent absolute; other players stay as they are."""
    kind, _, rest = text.partition(":")
    return f"{kind}:{file.folder / rest}" if runs_own_code(text) and "=" not in rest else text


def _list_programs(file: PlanFile, table: PlanTable, text: str) -> Iterator[EntrantText]:
    """List the folders and archives of a folder by name; hidden ones and other files are no programs."""
    folder = file.folder / text
    try:
        inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        message = f"expected {_EXPECTED['each']}, found {quote(text)}: {error.strerror}"
        raise NoPrograms(str(table.make_error("each", message))) from error
    programs = [path for path in inside if path.is_dir() or find_suffix(path.name) is not None]
    if not programs:
        message = f"expected {_EXPECTED['each']}, found none in {quote(text)}"
        raise NoPrograms(str(table.make_error("each", message)))
    for path in programs:
        yield EntrantText(str(path), True)
