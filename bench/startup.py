"""What an entry costs before it thinks: its CPU (user + system) beside an empty script of the same interpreter.

Both run with the same flags, in turn, many times. The ratios are of the least and of the median time.
The goals: at most 1.3 for Pente and Chezz, at most 1.6 for the others, and at most 0.2 for Chezz without an interpreter
(`native`), as its `compile` leaves it.

The same for the `ludus` command when there is nothing to do: at most 3 times a bare interpreter for `ludus --version`.

And what a Pente entry that is told to search half a second of CPU time costs beyond that: its start, its table, its end.
"""

from __future__ import annotations

import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from ludus.contests import CONTESTS
from ludus.entries.export import write_folder
from ludus.games import GAMES
from ludus.turn import Clock, Turn

ROUNDS = 60
FLAGS = ("-I", "-S")
GOALS = {"pente": 1.3, "chezz": 1.3, "checkers": 1.6, "amazons": 1.6}
NATIVE = "native"
NATIVE_GOAL = 0.2
SCRIPT = {"pente": "homework.py", "chezz": "run", "checkers": "checkers", "amazons": "game"}

COMMAND_GOALS = {"--version": 3.0}

ONE_SHOT, ONE_SHOT_ROUNDS, ONE_SHOT_GOAL = 0.5, 12, 0.020
"""Seconds of search, how often, and how many more they may cost."""

Run = Callable[[], float]


def measure_start(words: list[str], folder: Path, stdin: bytes, before: Callable[[], None]) -> float:
    """Run a program and return the CPU seconds that the system charged it."""
    before()
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        started = subprocess.Popen(
            words, cwd=folder, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode != 0:
        raise SystemExit(f"{' '.join(words)} ended with {started.returncode}")
    return usage.ru_utime + usage.ru_stime


def make_unhurried_request(name: str) -> tuple[bytes, tuple[str, ...], dict[str, bytes]]:
    """Word a first turn for which the entry must not search: no time is left, or no command is given."""
    position = GAMES[name].start()
    if name == "checkers":
        return b"G6-F5\nH3-G4\n", (), {}
    if name == "amazons":
        while position.moves() and "placement" in str(position):
            position = position.play(position.moves()[0])
    request = CONTESTS[name].format.write_request(Turn(position, clock=Clock(59.99, 60)))
    extra = ("time=0",) if name == "amazons" else ()
    return request.stdin, (*extra, *request.arguments), dict(request.files)


def entry(name: str, place: Path) -> Run:
    """Make the run of one entry, from an exported folder."""
    folder = place / name
    write_folder(name, folder)
    stdin, arguments, files = make_unhurried_request(name)
    if name == "amazons":
        (folder / "name").write_text("player1\n")
    words = [sys.executable, *FLAGS, str(folder / SCRIPT[name]), *arguments]

    def lay_out() -> None:
        for file, content in files.items():
            (folder / file).write_bytes(content)

    return lambda: measure_start(words, folder, stdin, lay_out)


def native_entry(place: Path) -> Run:
    """Make the run of the native Chezz program, after its `compile`."""
    folder = place / NATIVE
    write_folder("chezz", folder)
    subprocess.run([folder / "compile"], check=True)
    stdin, _, _ = make_unhurried_request("chezz")
    return lambda: measure_start([str(folder / SCRIPT["chezz"])], folder, stdin, lambda: None)


def one_shot(place: Path) -> None:
    """Tell what a search of so many seconds costs beyond them."""
    folder = place / "one-shot"
    write_folder("pente", folder)
    script = folder / SCRIPT["pente"]
    text = script.read_text(encoding="utf-8")
    told = (
        "import ludus.entries.pente\nfrom ludus.entries.time_budget import Budget\n"
        "ludus.entries.pente.plan_search = lambda *_: Budget(9, {})\n_exit("
    )
    script.write_text(text.replace("_exit(main())", f"{told.format(ONE_SHOT)}main())"))
    position = GAMES["pente"].start().play("10K").play("9L").play("10N")
    files = CONTESTS["pente"].format.write_request(Turn(position, clock=Clock(0, 300))).files

    def lay_out() -> None:
        for file, content in files.items():
            (folder / file).write_bytes(content)

    words = [sys.executable, *FLAGS, str(script)]
    more = [measure_start(words, folder, b"", lay_out) - ONE_SHOT for _ in range(ONE_SHOT_ROUNDS)]
    print(
        f"pente, told to search {ONE_SHOT} s of CPU: {statistics.median(more) * 1000:.1f} ms more "
        f"({min(more) * 1000:.1f} to {max(more) * 1000:.1f}; goal {ONE_SHOT_GOAL * 1000:.0f})"
    )


def main() -> None:
    """Measure all entries in turn with the empty script."""
    with tempfile.TemporaryDirectory() as place:
        empty = Path(place) / "empty.py"
        empty.write_text("")
        runs: dict[str, Run] = {
            "empty": lambda: measure_start(
                [sys.executable, *FLAGS, str(empty)], Path(place), b"", lambda: None
            )
        }
        runs |= {name: entry(name, Path(place)) for name in GOALS}
        runs[NATIVE] = native_entry(Path(place))
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(ROUNDS):
            for name, run in runs.items():
                times[name].append(run())
        one_shot(Path(place))
        goals = GOALS | {NATIVE: NATIVE_GOAL}
        missed = print_table(times, goals) + print_table(command_times(Path(place)), COMMAND_GOALS)
    sys.exit(bool(missed))


def command_times(place: Path) -> dict[str, list[float]]:
    """Measure the command when it has nothing to do, in turn with a bare interpreter (which loads `site`, too)."""
    ludus = str(Path(sys.executable).with_name("ludus"))
    lines = {
        "python": [sys.executable, "-c", "pass"],
        "--version": [ludus, "--version"],
        "--help": [ludus, "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in lines}
    for _ in range(ROUNDS):
        for name, words in lines.items():
            times[name].append(measure_start(words, place, b"", lambda: None))
    return times


def print_table(times: dict[str, list[float]], goals: dict[str, float]) -> list[str]:
    """Print each time beside the first one; return those whose least ratio is above its goal."""
    missed = []
    print(f"{'':10}{'least ms':>10}{'ratio':>7}{'median ms':>11}{'ratio':>7}{'goal':>6}")
    first = next(iter(times.values()))
    least, median = min(first), statistics.median(first)
    for name, found in times.items():
        low, mid = min(found), statistics.median(found)
        goal = f"{goals[name]:>6}" if name in goals else ""
        print(f"{name:10}{low * 1000:>10.1f}{low / least:>7.2f}{mid * 1000:>11.1f}{mid / median:>7.2f}{goal}")
        if low / least > goals.get(name, math.inf):
            missed.append(name)
    return missed


if __name__ == "__main__":
    main()
