"""Describes a game as JSON for a page: what it is called, its board, its options and its rules."""

from __future__ import annotations

from ludus.arena.openings import list_start_options
from ludus.games.base import Game, Position
from ludus.games.registry import read_rules
from ludus.search.native import has_native
from ludus.web.position_view import list_looks

Json = dict[str, object]


def describe_game(game: Game) -> Json:
    """Describe a game by its usual start.

    `hasCore` says whether the native core can search that start; `legend` explains the cells that are on its board.
    """
    start = game.start()
    rules = read_rules(game)
    return {
        "name": game.name,
        "title": rules.partition("\n")[0].rstrip(".") or game.name,
        "sides": list(game.sides),
        "seats": game.seats,
        "ground": game.ground,
        "hasCore": has_native(start),
        "start": str(start),
        "squares": list_squares(start),
        "options": [_describe_option(name, default) for name, default in list_start_options(game).items()],
        "rules": rules,
        "legend": [{"cell": cell, **look} for cell, look in list_looks(start).items()],
    }


def list_squares(position: Position) -> list[list[str]]:
    """Name the cells of a board, row by row from the top."""
    return [list(row) for row in position.squares()]


def spell_default(default: object) -> str:
    """Write the usual value of an option as a user would."""
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return str(default).lower() if isinstance(default, bool) else "" if default is None else str(default)


def _describe_option(name: str, default: object) -> Json:
    described: Json = {"name": name, "default": spell_default(default)}
    return described | {"values": ["false", "true"]} if isinstance(default, bool) else described
