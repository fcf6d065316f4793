"""What the arena costs: workers beside bare burners, overhead per move, memory over many games. Ratios, not seconds.

Takes about two minutes; nothing else should run on the machine meanwhile.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from ludus.arena.crew import play_match
from ludus.arena.match import Result, Terms, pairings, play
from ludus.arena.openings import Opening, built_in_suite
from ludus.arena.summary import Summary
from ludus.games import GAMES

ROUNDS = 3
WARM_UP, MEASURED = 4, 100
BURNER_LOOPS = 120_000_000
GAMES_FOR_OVERHEAD = 40
GAMES_FOR_MEMORY = 10_000
GOALS = {"workers": 0.95, "overhead": 0.2, "memory": 1.02}


def main() -> None:
    """Measure all three."""
    workers()
    overhead()
    memory()


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
    crew = found["two workers"] / found["one worker"] / 2
    print(f"two workers / twice one worker   {crew:.3f}   (goal {GOALS['workers']})")
    print(f"two burners / twice one burner   {burners:.3f}")
    print(f"workers beside burners           {crew / burners:.3f}")


def _rate(run: Callable[[], object], amount: float) -> float:
    began = time.perf_counter()
    run()
    return amount / (time.perf_counter() - began)


def _match_rate(size: int) -> float:
    """Count games a second, always of the same games; the first ones only warm the workers up."""
    terms = Terms("checkers", ply_cap=60)
    endless = pairings(terms, ("alphabeta:depth=3", "alphabeta:depth=3"), _suite("checkers"), 1)
    schedule = islice(endless, WARM_UP + MEASURED)
    finished = [time.perf_counter() for _ in play_match(schedule, terms, size)]
    return MEASURED / (finished[-1] - finished[WARM_UP - 1])


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
        terms = Terms(name)
        schedule = list(islice(pairings(terms, ("first", "first"), _suite(name), 1), GAMES_FOR_OVERHEAD))
        play(schedule[0], terms)
        began = time.process_time()
        results = [play(pairing, terms) for pairing in schedule]
        total = time.process_time() - began
        own = sum(sum(result.seconds) for result in results)
        moves = sum(sum(result.turns) for result in results)
        cost = (total - own) / moves * 1000
        print(f"overhead a move, {name:15} {cost:.3f} ms   (goal {GOALS['overhead']}; {moves} moves)")


def memory() -> None:
    """Play many short games and see how the memory of the match and of its workers grows."""
    terms = Terms("checkers", ply_cap=20)
    summary = Summary(("random", "random"), 2)
    schedule = islice(pairings(terms, ("random", "random"), _suite("checkers"), 1), GAMES_FOR_MEMORY)
    sizes: dict[int, int] = {}
    for number, event in enumerate(play_match(schedule, terms, 2), start=1):
        assert isinstance(event, Result)
        summary.add(event)
        if number % (GAMES_FOR_MEMORY // 5) == 0:
            sizes[number] = _resident()
    early, *later = sizes.values()
    last = max(later)
    print(
        f"memory, game {GAMES_FOR_MEMORY} / game {min(sizes)}   {last / early:.3f}   "
        f"(goal {GOALS['memory']}; {early >> 10} to {last >> 10} KiB, match and workers)"
    )


def _resident() -> int:
    """Add up the memory that this process and its workers hold."""
    pids = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


def _suite(name: str) -> tuple[Opening, ...]:
    suite = built_in_suite(GAMES[name])
    assert suite is not None
    return suite.openings


if __name__ == "__main__":
    main()
