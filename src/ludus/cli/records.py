"""`ludus records`: list the games of a store or a file, by player, result, reason and round."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from ludus.cli.file_arguments import add_file
from ludus.errors import BadOption
from ludus.records.results import ENDINGS, OUTCOMES, GameFilter, GameResult
from ludus.store.reader import StoreReader
from ludus.store.sources import GameSource, find_keys, open_source
from ludus.store.stored import RunningGame
from ludus.terminal.table import fit_table, set_table
from ludus.text import make_printable

VOID = "void"
LAST_MOVES = 3
"""How many moves of a running game are shown."""

EXAMPLES = """\
  ludus records pente.store                           all games that count
  ludus records pente.store --player ann --result loss
  ludus records pente.store --reason time --round 3   who ran out of time then
  ludus records pente.store --reason void             what could not be played
  ludus records pente.store --running                 what is being played now
  ludus record show pente.store 00012                 one of them"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which games."""
    add_file(parser, "a store, or a file of records")
    parser.add_argument("--player", metavar="NAME", help="games of this participant: a key or a name")
    parser.add_argument(
        "--result", choices=OUTCOMES, help="games with this result, for that player or anybody"
    )
    parser.add_argument(
        "--reason",
        metavar="KIND",
        help=f"games that ended this way: {', '.join(ENDINGS)} (outcome: by the rules, cut: at the cap on moves, told: resigned or left), or void (a fault of the machine or of Ludus)",
    )
    parser.add_argument("--round", metavar="N", type=int, help="games of this round")
    parser.add_argument(
        "--running", action="store_true", help="games that are being played, with their last moves"
    )
    parser.add_argument("--limit", metavar="N", type=int, help="list at most N games")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each game")


def run(options: argparse.Namespace) -> int:
    """Print the games, one on each line."""
    if options.limit is not None and options.limit < 1:
        raise BadOption(f"--limit: expected 1 or more, found {options.limit}")
    source = open_source(options.file)
    found = _list_running(source, options) if options.running else _list_results(source, options)
    shown = found[: options.limit]
    if options.json:
        for game in shown:
            print(json.dumps(asdict(game)))
    elif shown:
        print(_make_table(shown))
    if len(shown) < len(found) or not shown:
        print(f"{len(shown)} of {len(found)} games", file=sys.stderr)
    return 0


def _list_running(source: GameSource, options: argparse.Namespace) -> list[RunningGame]:
    if options.result is not None or options.reason is not None:
        raise BadOption("--running: expected no --result and no --reason, as the games are not over")
    if not isinstance(source, StoreReader):
        raise BadOption("--running: expected a store, as a file of records has only games that are over")
    keys = find_keys(options.player, source.list_names()) if options.player is not None else ()
    return [
        game
        for game in source.list_running()
        if (not keys or set(keys) & set(game.keys)) and options.round in (None, game.round)
    ]


def _list_results(source: GameSource, options: argparse.Namespace) -> list[GameResult]:
    keys = find_keys(options.player, source.list_names()) if options.player is not None else ()
    if options.reason != VOID:
        _check_kind(options.reason)
        return source.list_results(
            GameFilter(keys, options.result or "", options.reason or "", options.round)
        )
    if not isinstance(source, StoreReader):
        raise BadOption("--reason void: expected a store, as a file of records has no void games")
    wanted = GameFilter(keys, round=options.round)
    return [void.game for void in source.list_voids() if wanted.accepts(void.game)]


def _check_kind(kind: str | None) -> None:
    if kind is not None and kind not in ENDINGS:
        raise BadOption(f"--reason: expected one of {', '.join((*ENDINGS, VOID))}, found {kind!r}")


def _make_table(games: Sequence[GameResult | RunningGame]) -> str:
    is_over = all(isinstance(game, GameResult) for game in games)
    rows = [["game", "round", "players", "points", "plies", "reason" if is_over else "last moves"]]
    rows += [
        [
            make_printable(game.id),
            str(game.round),
            make_printable(" - ".join(game.keys)),
            *(_describe_result(game) if isinstance(game, GameResult) else _describe_moves(game)),
        ]
        for game in games
    ]
    return set_table(fit_table(rows, 2, [(4,), (1,)]), left=(0, 2, 5))


def _describe_result(result: GameResult) -> tuple[str, str, str]:
    points = "-".join(f"{points:.3g}" for points in result.points)
    reason = result.kind if result.culprit is None else f"{result.kind} ({result.culprit + 1})"
    return points, str(result.plies), reason


def _describe_moves(game: RunningGame) -> tuple[str, str, str]:
    return "", str(len(game.moves)), " ".join(make_printable(move) for _, move, _ in game.moves[-LAST_MOVES:])
