"""`ludus serve`: games in the browser, for you or for everybody who can reach this machine."""

from __future__ import annotations

import argparse
import contextlib
import sys
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.arguments import add_game_files, add_list, add_number, add_sandbox, open_machine
from ludus.errors import BadOption
from ludus.games.registry import list_games
from ludus.text import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludus.games.base import Game
    from ludus.sandbox.capabilities import Machine
    from ludus.server.limits import Limits
    from ludus.server.tables.seating import AllowedProgram

LOOPBACK = "127.0.0.1"
USUAL_PORT = 8080
EXAMPLES = """\
  ludus serve --open                       play in your browser
  ludus serve --port 0                     on any free port
  ludus serve --game examples/connect_four.py
  ludus serve --program pente/zenobia=program:my-agent
  ludus serve --host 0.0.0.0 --allow-host games.example.org   for others, too"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say where to listen, where games are kept, and who may be played against."""
    parser.add_argument(
        "--host", metavar="HOST", default=LOOPBACK, help=f"the address to listen on (default: {LOOPBACK})"
    )
    add_number(parser, "--port", USUAL_PORT, "the port to listen on; 0: any that is free")
    add_list(parser, "--allow-host", "NAME", "a name under which browsers may address this server", "names")
    parser.add_argument(
        "--store", metavar="FILE", help="keep the games in this file (default: one in your state folder)"
    )
    add_list(
        parser, "--program", "GAME/NAME=PLAYER", "let people play against this player, see 'ludus players'"
    )
    add_list(parser, "--limit", "KEY=N", "change a per-client limit, see docs/serve.md")
    add_game_files(parser)
    parser.add_argument("--open", action="store_true", help="open the page in your browser")
    add_sandbox(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    _require_libraries()
    from ludus.server.app import Settings, make_app
    from ludus.server.run import listen, serve, write_address
    from ludus.server.tables.store import WebStore, name_usual_file

    games = list_games(tuple(options.files), warn=_warn)
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    settings = Settings(
        games,
        tuple(str(Path(file).resolve()) for file in options.files),
        _allow_programs(options, games, machine),
        _list_hosts(options),
        any_address=not _is_loopback(options.host),
        limits=_read_limits(options.limit),
        make_machine=partial(type(machine), machine.unsafe, machine.shown),
    )
    with contextlib.closing(listen(options.host, options.port)) as listening:
        store = WebStore.open(Path(options.store) if options.store else name_usual_file())
        with contextlib.closing(store):
            store.forget_old_games()
            serve(make_app(store, settings), listening, lambda: _announce(options, write_address(listening)))
    print("ended; all games are kept", file=sys.stderr)
    return 0


def _require_libraries() -> None:
    try:
        import starlette
        import uvicorn
    except ImportError as error:
        bad = BadOption("'ludus serve' needs the extra [web], which is not installed")
        bad.hint = "pip install 'ludus[web]'"
        raise bad from error
    del starlette, uvicorn


def _warn(broken: str) -> None:
    print(f"warning: {broken}", file=sys.stderr)


def _announce(options: argparse.Namespace, address: str) -> None:
    print(address, flush=True)
    if not _is_loopback(options.host):
        _warn("everybody who can reach this machine can play here; put a server with TLS in front of it")
    print("Ctrl-C ends the server; games are kept", file=sys.stderr, flush=True)
    if options.open:
        import webbrowser

        webbrowser.open(address)


def _list_hosts(options: argparse.Namespace) -> list[str]:
    from ludus.server.http.security import LOOPBACK as LOCAL

    return [*LOCAL, options.host, *options.names]


def _is_loopback(host: str) -> bool:
    return host in (LOOPBACK, "::1", "localhost") or host.startswith("127.")


def _read_limits(words: list[str]) -> Limits:
    from ludus.server.limits import Limits

    limits = Limits()
    kinds = {field.name: type(getattr(limits, field.name)) for field in fields(Limits)}
    for word in words:
        key, _, value = word.partition("=")
        if key not in kinds or not value.replace(".", "", 1).isdigit() or not 0 < float(value) < 1e6:
            raise BadOption(f"--limit {quote(word)}: expected KEY=N, with KEY one of {', '.join(kinds)}")
        limits = replace(limits, **{key: kinds[key](float(value))})
    return limits


def _allow_programs(
    options: argparse.Namespace, games: Mapping[str, Game], machine: Machine
) -> dict[str, AllowedProgram]:
    """Import the programs once, before the first game; one that cannot sit down is refused at once."""
    from ludus.players.participant import resolve_all
    from ludus.server.tables.seating import AllowedProgram

    allowed: dict[str, AllowedProgram] = {}
    for word in options.program:
        key, equals, spec = word.partition("=")
        name, slash, label = key.partition("/")
        if not equals or not slash or not label or name not in games or key in allowed:
            error = BadOption(f"--program {quote(word)}: expected GAME/NAME=PLAYER, each name once")
            error.hint = f"GAME is one of {', '.join(games)}"
            raise error
        (participant,) = resolve_all([spec], games[name], machine)
        if participant.absence:
            raise BadOption(f"--program {quote(word)}: {participant.absence}")
        allowed[key] = AllowedProgram(key, games[name], replace(participant, name=label))
    return allowed
