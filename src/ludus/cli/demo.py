"""`ludus demo`: a small tournament in each of the four contests, by the commands that anybody would type, and a site.

One tournament is killed in the middle, so that the same command goes on with it. What is in the folder already is kept:
a demo that was stopped goes on, and one that is complete shows its results again.
"""

from __future__ import annotations

import argparse
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.cli import main
from ludus.cli.arguments import open_machine
from ludus.cli.tournament import UNDECIDED
from ludus.contests import CONTESTS
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.publishing.overview import publish_several
from ludus.sandbox.capabilities import Machine
from ludus.store.reader import StoreReader
from ludus.store.schema import BadStore
from ludus.terminal.table import wrap

EXAMPLES = """\
  ludus demo
  ludus demo ~/first-look"""
TITLE = "Ludus: four small tournaments"
UNFINISHED = "int main() { return 0 }\n"
"""A program that no compiler accepts."""
NUMBER_KILLED, GAMES_BEFORE = 3, 3
"""Which of the tournaments is killed, from 1, and after how many games."""
NEXT = """\
All of it is in {folder}; to begin anew, remove that folder. To look further:
  ludus records {folder}/{first}.store
  ludus record show {folder}/{killed}.store 00000
  ludus export {folder}/{first}.store --for unfinished {folder}/for-unfinished"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say where everything goes."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=Path("ludus-demo"),
        help="the folder for programs, plans, stores and the site (default: ludus-demo)",
    )


def run(options: argparse.Namespace) -> int:
    """Hold the tournaments, show the standings of one, and write the site."""
    folder: Path = options.folder
    _write_files(folder)
    # Without a sandbox this is acceptable, because these are our own programs.
    machine = open_machine(unsafe=True)
    note = _describe_conditions(machine)
    print(wrap(note, 0))
    guard = () if machine.explain_no_containment() is None else ("--unsafe",)
    games = list(list_plans())
    killed = games[min(NUMBER_KILLED, len(games)) - 1]
    for game in games:
        code = _hold(game, folder, guard, kill=game == killed)
        if code not in (0, UNDECIDED):
            return code
    _run("standings", f"{folder / killed}.store")
    stores = {game: folder / f"{game}.store" for game in games}
    path = publish_several(TITLE, note, stores, folder / "site", GAMES)
    print(
        f"\n{NEXT.format(folder=shlex.quote(str(folder)), first=games[0], killed=killed)}\n\nthe pages: {path.resolve()}"
    )
    return 0


def list_plans() -> dict[str, str]:
    """List the games of the demo, with their plans."""
    return {game: contest.demo for game, contest in CONTESTS.items() if contest.demo}


def _write_files(folder: Path) -> None:
    """Write the plans and the program that cannot be built, unless they are there."""
    files = {f"{game}.toml": text for game, text in list_plans().items()}
    try:
        for name, text in {**files, "entries/unfinished/homework.cpp": UNFINISHED}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                write_atomically(path, text)
    except OSError as error:
        raise BadOption(f"{folder}: expected a folder that can be written: {error.strerror}") from error


def _describe_conditions(machine: Machine) -> str:
    """Describe how programs run on this machine."""
    missing = machine.explain_no_containment()
    if missing is None:
        box = machine.best_box
        return f"Programs run in the sandbox ({box.tier}), their CPU time is metered by {box.meter}."
    return f"There is no sandbox here, so our own entries run with limits alone; untrusted programs would be refused. {missing}."


def _hold(game: str, folder: Path, guard: tuple[str, ...], *, kill: bool) -> int:
    """Write our entry, and play the tournament or what is left of it; return the exit code."""
    entry, store = folder / "entries" / game, folder / f"{game}.store"
    if not entry.exists():
        _run("entry", game, str(entry))
    words = ("tournament", f"{folder / game}.toml", *guard)
    if kill and not store.exists():
        _kill_in_the_middle(words, store)
    return _run(*words)


def _run(*words: str) -> int:
    """Show a command, and run it as if it had been typed."""
    _show(words)
    return main(list(words))


def _show(words: tuple[str, ...]) -> None:
    print(f"\n$ ludus {shlex.join(words)}", flush=True)


def _kill_in_the_middle(words: tuple[str, ...], store: Path) -> None:
    """Run a tournament in a process of its own, and kill that when some games are in the store."""
    _show(words)
    with subprocess.Popen([sys.executable, "-P", "-m", "ludus", *words]) as process:
        try:
            while process.poll() is None and _count_games(store) < GAMES_BEFORE:
                time.sleep(0.02)
        finally:
            process.kill()
    if process.returncode == -signal.SIGKILL:
        print(f"\nkilled (kill -9) after {_count_games(store)} games; the same command resumes:")


def _count_games(path: Path) -> int:
    # It may just be being made.
    with suppress(BadStore), StoreReader(path) as store:
        return len(store.list_results())
    return 0
