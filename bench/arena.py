"""What the arena costs: workers beside bare burners, overhead per move, memory over many games, the sandbox, and hurry.

Takes about six minutes; nothing else should run on the machine meanwhile. `bench/arena.py sandbox` measures that alone.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from burners import keep_cores_busy

import ludus
from ludus.arena.match import MatchSettings, Pairing, Result, play, round_robin
from ludus.arena.openings import Opening, load_built_in_suite
from ludus.arena.runner import Finished, Listed, play_schedule
from ludus.arena.summary import Summary
from ludus.arena.workers import make_local_pool
from ludus.entries.export import write_folder
from ludus.games import GAMES
from ludus.players.participant import resolve_all
from ludus.records.time_control import TimeControl
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.run import measure_overhead, run
from ludus.sandbox.workspace import open_empty_workspace
from ludus.turn import Request

ENOUGH = Allowance(wall=60, cpu=30)
ROUNDS = 3
WARM_UP, MEASURED = 4, 100
BURNER_LOOPS = 120_000_000
GAMES_FOR_OVERHEAD = 40
GAMES_FOR_MEMORY = 10_000
SANDBOXED_MOVES = 60
FAIR_ROUNDS = 18
FAIR_NODES = 500_000
HURRIED_GAMES, HURRIED_PLIES, HURRIED_CLOCK = 200, 10, "game=1"
GOALS = {"workers": 0.95, "overhead": 0.2, "memory": 1.02, "sandbox": 15, "fairness": 0.05}


def main() -> None:
    """Measure all of it, or what is named."""
    parts = {"workers": workers, "overhead": overhead, "memory": memory, "sandbox": sandbox, "hurry": hurry}
    for name in sys.argv[1:] or parts:
        parts[name]()


def workers() -> None:
    """Compare two workers with twice one worker, and two burners with twice one burner, in turn."""
    rates: dict[str, list[float]] = {"one burner": [], "two burners": [], "one worker": [], "two workers": []}
    for _ in range(ROUNDS):
        rates["one burner"].append(_rate(lambda: _burn(1), 1))
        rates["one worker"].append(_match_rate(1))
        rates["two burners"].append(_rate(lambda: _burn(2), 2))
        rates["two workers"].append(_match_rate(2))
    found = {name: statistics.median(values) for name, values in rates.items()}
    burners = found["two burners"] / found["one burner"] / 2
    both = found["two workers"] / found["one worker"] / 2
    print(f"two workers / twice one worker   {both:.3f}   (goal {GOALS['workers']})")
    print(f"two burners / twice one burner   {burners:.3f}")
    print(f"workers beside burners           {both / burners:.3f}")


def _rate(run: Callable[[], object], amount: float) -> float:
    began = time.perf_counter()
    run()
    return amount / (time.perf_counter() - began)


def _match_rate(size: int) -> float:
    """Count games a second, always of the same games; the first ones only warm the workers up."""
    settings = MatchSettings("checkers", ply_cap=60)
    schedule = _schedule(settings, ("alphabeta:depth=3", "alphabeta:depth=3"), WARM_UP + MEASURED)
    finished = [time.perf_counter() for _ in _results(schedule, size)]
    return MEASURED / (finished[-1] - finished[WARM_UP - 1])


def _schedule(settings: MatchSettings, players: tuple[str, str], games: int) -> list[Pairing]:
    participants = resolve_all(players, GAMES[settings.game], Machine())
    return list(islice(round_robin(settings, participants, _suite(settings.game), 1), games))


def _results(schedule: list[Pairing], workers: int) -> Iterator[Result]:
    events = play_schedule(Listed(schedule), make_local_pool(workers, Machine()))
    return (event.result for event in events if isinstance(event, Finished))


def _burn(size: int) -> None:
    burners = [multiprocessing.get_context("fork").Process(target=_spin) for _ in range(size)]
    for burner in burners:
        burner.start()
    for burner in burners:
        burner.join()


def _spin() -> None:
    number = BURNER_LOOPS
    while number:
        number -= 1


def overhead() -> None:
    """Measure what a move costs beside the players' own time: rules, referee, clock and record."""
    for name in ("checkers", "chezz"):
        settings = MatchSettings(name)
        schedule = _schedule(settings, ("first", "first"), GAMES_FOR_OVERHEAD)
        machine = Machine()
        play(schedule[0], machine)
        began = time.process_time()
        results = [play(pairing, machine) for pairing in schedule]
        total = time.process_time() - began
        own = sum(sum(result.seconds) for result in results)
        moves = sum(sum(result.turns) for result in results)
        cost = (total - own) / moves * 1000
        print(f"overhead a move, {name:15} {cost:.3f} ms   (goal {GOALS['overhead']}; {moves} moves)")


def memory() -> None:
    """Play many short games and see how the memory of the match and of its workers grows."""
    settings = MatchSettings("checkers", ply_cap=20)
    schedule = _schedule(settings, ("random", "random"), GAMES_FOR_MEMORY)
    summary = Summary(schedule[0].seats, 2)
    sizes: dict[int, int] = {}
    for number, result in enumerate(_results(schedule, 2), start=1):
        summary.add(result)
        if number % (GAMES_FOR_MEMORY // 5) == 0:
            sizes[number] = _resident()
    early, *later = sizes.values()
    last = max(later)
    print(
        f"memory, game {GAMES_FOR_MEMORY} / game {min(sizes)}   {last / early:.3f}   "
        f"(goal {GOALS['memory']}; {early >> 10} to {last >> 10} KiB, match and workers)"
    )


def sandbox() -> None:
    """Compare moves in the sandbox with bare ones, and what is charged with and without burners on all cores."""
    box = Machine(shown=(str(Path(ludus.__file__).parents[1]),)).best_box
    print(
        f"sandbox: tier {box.tier}, meter {box.meter}, {measure_overhead(box) * 1000:.1f} ms after the start are not charged"
    )
    _play_sandboxed(box)
    _fairness(box)


def _play_sandboxed(box: Box) -> None:
    words = ["-I", "-S", "-c", "pass"]
    spent: dict[str, list[tuple[float, float]]] = {"bare": [], "boxed": []}
    with tempfile.TemporaryDirectory() as room, open_empty_workspace(box) as workspace:
        for _ in range(SANDBOXED_MOVES):
            spent["bare"].append(
                _measure_work(
                    lambda: subprocess.run(
                        [sys.executable, *words], cwd=room, capture_output=True, check=True
                    )
                )
            )
            spent["boxed"].append(
                _measure_work(lambda: run(["python3", *words], Request(), workspace, ENOUGH, box=box))
            )
    middle = {
        name: [statistics.median(column) * 1000 for column in zip(*pairs, strict=True)]
        for name, pairs in spent.items()
    }
    wall, cpu = (boxed - bare for bare, boxed in zip(middle["bare"], middle["boxed"], strict=True))
    print(
        f"a sandboxed move beyond a bare one   {cpu:.1f} ms of CPU, {wall:.1f} ms of time   (goal {GOALS['sandbox']})"
    )


def _measure_work(act: Callable[[], object]) -> tuple[float, float]:
    """Measure the time, and the CPU time of this process and of those that it has waited for."""
    before, began = _read_cpu(), time.perf_counter()
    act()
    return time.perf_counter() - began, _read_cpu() - before


def _read_cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _fairness(box: Box) -> None:
    """Let the engine look at as many positions each time, in turn on a quiet machine and on one that burns.

    Beside each run in the sandbox there is a bare one: what both of them pay more is the machine's doing.
    """
    code = f"from ludus import engine, games, turn; engine.think(games.GAMES['chezz'].start(), turn.Limits(nodes={FAIR_NODES}))"
    charged: dict[str, list[float]] = {"quiet": [], "quiet again": [], "burning": []}
    bare: dict[str, list[float]] = {name: [] for name in charged}
    with open_empty_workspace(box) as workspace:
        for number in range(FAIR_ROUNDS):
            # In a fixed order the second quiet run was charged 12 % more than the first, so each comes first in turn.
            shift = number % len(charged)
            for name in (*list(charged)[shift:], *list(charged)[:shift]):
                with keep_cores_busy(len(os.sched_getaffinity(0)) if name == "burning" else 0):
                    reply = run(["python3", "-c", code], Request(), workspace, ENOUGH, box=box)
                    _, seconds = _measure_work(
                        lambda: subprocess.run([sys.executable, "-c", code], check=True)
                    )
                assert reply.exit_code == 0, reply
                charged[name].append(reply.cpu_seconds)
                bare[name].append(seconds)
    quiet, again, burning = (statistics.median(seconds) for seconds in charged.values())
    noise = abs(again / quiet - 1)
    print(f"charged, quiet again / quiet     {again / quiet:.3f}   ({quiet * 1000:.0f} ms each)")
    print(
        f"charged, burning / quiet         {burning / quiet:.3f}   (goal {1 + noise + GOALS['fairness']:.3f})"
    )
    quiet, again, burning = (statistics.median(seconds) for seconds in bare.values())
    print(f"the same of bare programs        {again / quiet:.3f}, {burning / quiet:.3f}")


def hurry() -> None:
    """Let our Pente program play against itself with little time, on all cores, while all of them burn."""
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as place, keep_cores_busy(cores):
        folder = Path(place, "entry")
        write_folder("pente", folder)
        settings = MatchSettings("pente", control=TimeControl.read(HURRIED_CLOCK), ply_cap=HURRIED_PLIES)
        players = (f"program:{folder}", f"program:{folder}")
        schedule = _schedule(settings, players, HURRIED_GAMES)
        kinds = Counter(result.record.verdict.kind for result in _results(schedule, cores))
        kinds["void"] = HURRIED_GAMES - kinds.total()
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"time losses while all cores burn   {kinds['time']}   (goal 0; {kinds.total()} games: {told})")


def _resident() -> int:
    """Add up the memory that this process and its workers hold."""
    pids = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


def _suite(name: str) -> tuple[Opening, ...]:
    suite = load_built_in_suite(GAMES[name])
    assert suite is not None
    return suite.openings


if __name__ == "__main__":
    main()
