"""How strong the engines are: repeats every claim that they make, and tells which of them hold.

    .venv/bin/python bench/strength.py --list
    .venv/bin/python bench/strength.py pente checkers-tables
    .venv/bin/python bench/strength.py pente --games 20          fewer games, to see that it works
    .venv/bin/python bench/strength.py                           all of them: hours

The games are kept in a folder of their own for each build of the native core. Stopped and started again, it goes on; asked
for more games, it plays only those that are missing. Engines have CPU time, so other work on the machine does them no harm,
but speed and start-up want a quiet one. The openings (bench/openings) were drawn for this alone: nothing is tuned on them.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludus import engine
from ludus.cli.bench import make_bench_positions
from ludus.games.checkers import PIECES, Checkers
from ludus.score import WIN
from ludus.turn import Limits

BENCH = Path(__file__).parent
LUDUS = (sys.executable, "-m", "ludus")
NEW = "engine:seconds=0.1"
BARS = 1.96
"""Standard errors on each side of a result: 95 % of cases lie between."""


@dataclass(frozen=True, slots=True)
class Run:
    """What the claims are to be measured with."""

    folder: Path
    games: int | None
    """So many instead of those that a claim asks for."""
    workers: int

    def choose_games(self, games: int) -> int:
        """Choose how many games a claim gets."""
        return games if self.games is None else min(games, self.games)

    def keep(self, name: str, text: str) -> Path:
        """Write a file into the folder."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a claim."""

    text: str
    is_met: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that must hold, and how it is measured."""

    goal: str
    measure: Callable[[Run], Finding]


def main() -> None:
    """Measure the claims that were named, one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="which claims (default: all)")
    parser.add_argument("--list", action="store_true", help="list the claims, and measure nothing")
    parser.add_argument("--games", type=int, metavar="N", help="N games or positions for a claim at most")
    parser.add_argument("--workers", type=int, default=1, metavar="K", help="play K games at a time")
    parser.add_argument("--folder", type=Path, default=Path("build/strength"), help="where games are kept")
    options = parser.parse_args()
    unknown = [name for name in options.claims if name not in CLAIMS]
    if unknown:
        parser.error(f"no claim is called {unknown[0]!r}; there are {', '.join(CLAIMS)}")
    chosen = options.claims or list(CLAIMS)
    if options.list:
        print("\n".join(f"{name:20} {CLAIMS[name].goal}" for name in chosen))
        return
    run = Run((options.folder / name_core()).resolve(), options.games, options.workers)
    run.folder.mkdir(parents=True, exist_ok=True)
    try:
        missed = [name for name in chosen if not report(name, run)]
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(bool(missed))


def name_core() -> str:
    """Name the build of the native core: the games of another one say nothing about it."""
    core = find_spec("ludus._native")
    assert core is not None
    assert core.origin is not None
    return hashlib.sha256(Path(core.origin).read_bytes()).hexdigest()[:12]


def report(name: str, run: Run) -> bool:
    """Measure one claim and print its line."""
    claim = CLAIMS[name]
    found = claim.measure(run)
    print(f"{'met' if found.is_met else 'NOT MET':8} {name}: {found.text} (goal: {claim.goal})", flush=True)
    return found.is_met


# Matches


def play(run: Run, name: str, game: str, players: Sequence[str], games: int, *words: str) -> dict[str, Any]:
    """Play a match, or what is missing of it, and return its results."""
    command = (*LUDUS, "match", game, *players, "--games", str(run.choose_games(games)), "--json")
    kept = ("--records", str(run.folder / f"{name}.jsonl"), "--workers", str(run.workers))
    found: dict[str, Any] = json.loads(call(*command, *kept, *words))
    return found


def call(*command: str) -> str:
    """Run a command and return what it prints; what it says on the way is for the user."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 130:
        raise KeyboardInterrupt
    # 1 is no failure of the command: it is what `ludus grade` thinks of a program.
    if done.returncode > 1 or not done.stdout:
        sys.exit(f"error: {' '.join(command)} ended with {done.returncode}")
    return done.stdout


def choose_openings(game: str) -> tuple[str, str]:
    """Name the openings of a game that nothing was tuned on."""
    return "--openings", str(BENCH / "openings" / f"{game}.txt")


def draw_boards(run: Run, size: str, count: int) -> tuple[str, str]:
    """Write a suite of boards of Amazons, on which the players place their amazons themselves."""
    boards = "\n".join(f"size={size} seed={16_200 + number} |" for number in range(count))
    return "--openings", str(
        run.keep(f"boards-{size}.txt", f"# game: amazons\n# edition: 1\n# made by: {__file__}\n{boards}\n")
    )


def compute_score(line: dict[str, Any]) -> float:
    """Return the share of the points that a player made."""
    return float(line["points"] / line["games"])


def describe(line: dict[str, Any]) -> str:
    """Write the result of a player."""
    return f"{line['points']:g}/{line['games']}, {line['elo']:+.0f} ± {line['error']:.0f} Elo"


def describe_share(count: int, total: int) -> str:
    """Write a share of games with its error bars, which take in two games won and two lost (Agresti and Coull)."""
    mean = (count + 2) / (total + 4)
    return f"{count}/{total}, {count / total:.0%} ± {BARS * math.sqrt(mean * (1 - mean) / (total + 4)):.0%}"


def beat_engine_1(game: str, elo: float, run: Run) -> Finding:
    """Play against engine-1 at 0.1 s a move."""
    old = call(sys.executable, str(BENCH / "engine_1.py"), game, "--seconds", "0.1").strip()
    first, _ = play(run, game, game, (NEW, old), 200, *choose_openings(game), "--unsafe")["players"]
    return Finding(describe(first), first["elo"] >= elo and first["elo"] > first["error"])


def beat_reference(run: Run) -> Finding:
    """Play against the evaluation that never changes at depth 6, with as much CPU time on average.

    It is searched by engine-1: the plain search of `reference` looks at all squares, and takes 20 s for depth 4.
    A few games tell what it takes, and a few more how much of a limit our engine uses: proven wins end a search early.
    """
    old = call(sys.executable, str(BENCH / "engine_1.py"), "pente").strip()
    old = f"{old} --player engine:evaluation=reference,depth=6"
    words = (*choose_openings("pente"), "--unsafe")

    def try_out(name: str, limit: str) -> list[float]:
        lines = play(run, f"pente-reference-{name}", "pente", (f"engine:{limit}", old), 12, *words)["players"]
        return [line["seconds_per_move"] for line in lines]

    _, wanted = try_out("tried", "nodes=20000")
    used, _ = try_out("used", f"seconds={wanted:.3f}")
    players = f"engine:seconds={wanted * wanted / used:.3f}", old
    first, second = play(run, "pente-reference", "pente", players, 100, *words)["players"]
    ours, theirs = (line["seconds_per_move"] for line in (first, second))
    text = f"{describe(first)}; {ours:.3f} s a move, the reference {theirs:.3f} s"
    return Finding(text, compute_score(first) >= 0.95 and ours <= theirs * 1.1)


def take_course(run: Run) -> Finding:
    """Let the course grade the entry of Pente, three times in a row."""
    entry = run.folder / "pente-entry"
    if not entry.exists():
        call(*LUDUS, "entry", "pente", str(entry))
    grade = (*LUDUS, "grade", "pente", str(entry), "--json", "--workers", str(run.workers))
    found: list[tuple[int, int]] = []
    for seed in range(1, run.choose_games(3) + 1):
        kept = ("--records", str(run.folder / f"pente-course-{seed}.jsonl"))
        sheet = json.loads(call(*grade, "--seed", str(seed), *kept))
        found += [(against["won"], against["games"]) for against in sheet["opponents"]]
    return Finding(
        ", ".join(f"{won}/{games}" for won, games in found), all(won == games for won, games in found)
    )


def lead_four_seats(run: Run) -> Finding:
    """Sit at one board with three territory players."""
    players = (NEW, *["territory"] * 3)
    first, *_ = play(run, "amazons-four-seats", "amazons", players, 40, *draw_boards(run, "14x14", 10))[
        "players"
    ]
    won = sum(seat["won"] for seat in first["seats"])
    return Finding(f"first in {describe_share(won, first['games'])}", won >= 0.6 * first["games"])


def beat_on_large_board(size: str, other: str, games: int, plies: int, goal: float, run: Run) -> Finding:
    """Play Amazons on large boards; who is ahead in treasure when a game is cut has won it."""
    boards = (*draw_boards(run, size, games // 2), "--ply-cap", str(plies))
    first, _ = play(
        run, f"amazons-{size}-{other.partition(':')[0]}", "amazons", (NEW, other), games, *boards
    )["players"]
    return Finding(describe(first), compute_score(first) >= goal)


# Endgame tables


def use_tables(pieces: int, run: Run) -> Finding:
    """Play endings that the tables cover against a perfect opponent, as the side that is not lost."""
    count = run.choose_games(1000)
    file = run.folder / f"checkers-{pieces}.tables"
    if not file.exists():
        file.write_bytes(engine.make_tables("checkers", pieces, lambda done, total: None))
    tables = engine.Tables("checkers", file.read_bytes())
    kept = run.folder / "checkers-tables.txt"
    done = dict(line.split(": ") for line in kept.read_text().splitlines()) if kept.exists() else {}
    results = []
    with kept.open("a") as lines:
        for position in itertools.islice(draw_endings(tables, pieces), count):
            text = str(position)
            if text not in done:
                done[text] = play_ending(tables, position)
                print(f"{text}: {done[text]}", file=lines, flush=True)
            results.append(done[text])
    counts = {word: results.count(word) for word in ("won", "held", "missed", "lost")}
    text = ", ".join(f"{number} {word}" for word, number in counts.items())
    return Finding(text, counts["missed"] == counts["lost"] == 0)


def draw_endings(tables: engine.Tables, pieces: int) -> Iterator[Checkers]:
    """Draw endings that are won or drawn for the side to move, always the same, from the squares that are played on."""
    chance = random.Random(16_004)
    squares = [square for square in range(64) if (square // 8 + square % 8) % 2 == 1]
    while True:
        board = ["."] * 64
        for square in chance.sample(squares, chance.randint(2, pieces)):
            board[square] = chance.choice("".join(PIECES))
        position = Checkers("".join(board), chance.randrange(2))
        value = tables.look_up(position)
        if value is not None and position.moves() and (value.unit != WIN or value.value > 0):
            yield position


def play_ending(tables: engine.Tables, position: Checkers, plies: int = 60) -> str:
    """Let the engine play the side to move; tell what came of a win or a draw."""
    native = engine.Engine("checkers")
    native.use_tables(tables)
    seat, value = position.to_move, tables.look_up(position)
    assert value is not None
    is_won = value.unit == WIN
    history: list[Checkers] = []
    for _ in range(int(value.value) if is_won else plies):
        if not position.moves():
            break
        if position.to_move == seat:
            past = [each for each in history if each.to_move == seat]
            move = native.analyse(position, Limits(nodes=300), history=past)[0].move
        else:
            move = min(position.moves(), key=partial(rank_after, tables, position))
        history.append(position)
        position = position.play(move)
    if is_won:
        return "won" if not position.moves() and position.to_move != seat else "missed"
    value = tables.look_up(position)
    return "held" if value is not None and value.unit != WIN else "lost"


def rank_after(tables: engine.Tables, position: Checkers, move: str) -> float:
    """Tell what a move leaves to the other side."""
    value = tables.look_up(position.play(move))
    assert value is not None
    return value.rank


# Speed and size

SPEED = """\
import sys, time
sys.path.insert(0, sys.argv[1])
from ludus import engine
from ludus.games import GAMES
from ludus.turn import Limits
nodes, seconds = 0, 0.0
for line in sys.stdin:
    position = GAMES[sys.argv[2]].read(line.strip())
    began = time.process_time()
    nodes += engine.think(position, Limits(nodes=200_000)).nodes
    seconds += time.process_time() - began
print(nodes / seconds)
"""
"""Searches positions with the package in a folder, and prints how many positions a second it looked at."""


def compare_speed(run: Run) -> Finding:
    """Search the positions of the bench by both engines in turn, and compare the best rounds."""
    call(sys.executable, str(BENCH / "engine_1.py"), "pente")
    packages = BENCH.parent / "src", BENCH.parent / "build" / "engine-1" / "package"
    ratios = {}
    for game in engine.list_kernels():
        texts = "\n".join(str(position) for position in make_bench_positions(game))
        rates: list[list[float]] = [[], []]
        for number in range(2 * run.choose_games(5)):
            side = number % 2
            words = (sys.executable, "-S", "-c", SPEED, str(packages[side]), game)
            done = subprocess.run(words, input=texts, stdout=subprocess.PIPE, text=True, check=True)
            rates[side].append(float(done.stdout))
        ratios[game] = max(rates[0]) / max(rates[1])
    text = ", ".join(f"{game} {ratio:.2f}" for game, ratio in ratios.items())
    return Finding(text, all(ratio >= 0.85 for ratio in ratios.values()))


def measure_memory(run: Run) -> Finding:
    """Think some seconds about each game, and look at the most memory and at the CPU time that it took."""
    seconds = str(run.choose_games(20))
    sizes, is_single = {}, True
    for game in engine.list_kernels():
        began = time.monotonic()
        words = (*LUDUS, "think", game, "--time", seconds, "--after", "10K 9L" if game == "pente" else "")
        started = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        if started.returncode != 0:
            sys.exit(f"error: {' '.join(words)} ended with {started.returncode}")
        sizes[game] = usage.ru_maxrss / 1024
        is_single &= usage.ru_utime + usage.ru_stime <= time.monotonic() - began
    text = ", ".join(f"{game} {size:.0f} MiB" for game, size in sizes.items())
    return Finding(
        f"{text}; {'one thread' if is_single else 'several threads'}", is_single and max(sizes.values()) < 512
    )


def measure_start(_run: Run) -> Finding:
    """Run bench/startup.py."""
    done = subprocess.run((sys.executable, str(BENCH / "startup.py")), check=False)
    return Finding("see above", done.returncode == 0)


AGAINST_1 = "Elo against engine-1 at 0.1 s a move, 200 games, lower bound above 0"
CLAIMS = {
    "pente": Claim(f"+150 {AGAINST_1}", partial(beat_engine_1, "pente", 150)),
    "chezz": Claim(f"+80 {AGAINST_1}", partial(beat_engine_1, "chezz", 80)),
    "amazons": Claim(f"+80 {AGAINST_1}", partial(beat_engine_1, "amazons", 80)),
    "checkers-tables": Claim(
        "all wins won and all draws held, of 1,000 endings with up to 5 pieces", partial(use_tables, 5)
    ),
    "pente-reference": Claim(
        "95 % against the reference evaluation at depth 6 at equal CPU time, 100 games", beat_reference
    ),
    "pente-course": Claim("10/10 and 10/10 in the course's grading, three times in a row", take_course),
    "amazons-four-seats": Claim("first in 60 % of 40 games against three territory players", lead_four_seats),
    "amazons-40-greedy": Claim(
        "95 % of 20 games against greedy on 40x40",
        partial(beat_on_large_board, "40x40", "greedy", 20, 3000, 0.95),
    ),
    "amazons-40-territory": Claim(
        "95 % of 20 games against territory on 40x40, both with 0.1 s a move",
        partial(beat_on_large_board, "40x40", "territory:seconds=0.1", 20, 3000, 0.95),
    ),
    "amazons-100": Claim(
        "ahead of greedy in treasure in 4 of 4 games on 100x100, cut after 400 moves",
        partial(beat_on_large_board, "100x100", "greedy", 4, 400, 1.0),
    ),
    "speed": Claim("nodes a second, 0.85 of engine-1's or more unless a match is worth it", compare_speed),
    "memory": Claim("below 512 MiB in each game, one thread", measure_memory),
    "start": Claim("the ratios of bench/startup.py", measure_start),
}


if __name__ == "__main__":
    main()
