"""How the cost of a tournament grows with its workers: where one coordinator becomes the limit.

    .venv/bin/python bench/scale.py                       the table and the curve, a few minutes
    .venv/bin/python bench/scale.py --picture FILE        where the curve goes (default: docs/pictures/scale.svg)
    .venv/bin/python bench/scale.py --profile             what the coordinator does in its time

1, 10, 100 and 1,000 workers are simulated, the rest is real: runner, schedule, store on this disk, pickled messages. Games
of our own players are recorded first; each simulated game has the moves and the record of one of them, and lasts as long
as its moves take. Whatever the coordinator needs in truth passes in simulated time as well, so that workers wait for it.
"""

from __future__ import annotations

import argparse
import cProfile
import heapq
import math
import pickle
import pstats
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ludus.arena.match import MatchSettings, Pairing, Result, play, round_robin
from ludus.arena.openings import load_built_in_suite
from ludus.arena.runner import Finished, Moved, Voided
from ludus.games import GAMES
from ludus.players.participant import resolve_all
from ludus.records.events import Played
from ludus.sandbox.capabilities import Machine
from ludus.store.store import Store
from ludus.tournaments.coordinator import open_tournament
from ludus.tournaments.plans.plan import read_plan
from ludus.tournaments.progress import TournamentProgress

SAMPLE = 60
"""Games that are recorded."""
LENGTHS = (1.0, 10.0, 60.0)
"""Seconds of a game, on average."""
WORKERS = (1, 10, 100, 1000)
ENTRANTS = {1: 45, 10: 45, 100: 45, 1000: 101}
"""So many that there are five games for each worker, or more."""
MANY = 200
ONCE = "{ games = 1 }"
ROUNDS = ('{ kind = "swiss", rounds = 8, games = 2 }', '{ kind = "knockout", games = 2 }')
"""Schedules in which nobody goes on before the last game of a round is over."""
STEADY = (0.2, 0.8)
"""The part of the games in which the rate is measured: neither the beginning nor the end."""
QUICKEST = 0.1
"""Seconds of games that are too quick for one coordinator."""
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 370" role="img" font-family="sans-serif" font-size="12">
<title>Games a second over the number of workers</title>
<style>
svg {{ --ink: #222; --faint: #ddd; --line: #0b62b5; --limit: #b3261e; background: #fff }}
@media (prefers-color-scheme: dark) {{ svg {{ --ink: #eee; --faint: #444; --line: #7db8f0; --limit: #f2a19b; background: #1b1b1b }} }}
text {{ fill: var(--ink) }} .middle {{ text-anchor: middle }} .end {{ text-anchor: end }}
.grid {{ stroke: var(--faint) }} polyline {{ fill: none; stroke: var(--line); stroke-width: 2 }} circle {{ fill: var(--line) }}
.limit {{ stroke: var(--limit); stroke-width: 2; stroke-dasharray: 6 4 }}
</style>
{content}
<text x="295" y="358" class="middle">workers</text>
<text x="16" y="170" transform="rotate(-90 16 170)" class="middle">games a second</text>
</svg>
"""
INTERVAL = 0.25
"""Seconds of a game between two messages of its moves, as local workers send them."""


class SimulatedPool:
    """Workers that finish their games in simulated time; the time of everybody else passes as it really does."""

    def __init__(self, size: int, sample: Sequence[Result], length: float, *, listens: bool = False) -> None:
        self.size = size
        self.now, self.ends = 0.0, list[float]()
        self.played = 0.0
        """What all games together have lasted."""
        self.busy, self.cpu = 0.0, 0.0
        """What the coordinator has used, as time and as CPU time."""
        self._running: list[tuple[float, int, Pairing, Result]] = []
        self._sample = sample
        self._pace = length / statistics.mean(len(result.record.moves) for result in sample)
        self._chance = random.Random(1)
        self._listens = listens
        self._count = 0
        self._mark()

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Start a game; it lasts as long as its moves take."""
        pickle.dumps((pairing, attempt))
        self._let_pass()
        template = self._chance.choice(self._sample)
        length = len(template.record.moves) * self._pace
        self.played += length
        heapq.heappush(self._running, (self.now + length, self._count, pairing, template))
        self._count += 1
        self._mark()

    def wait(self) -> Iterator[Moved | Finished | Voided]:
        """Go on to the end of the next game; other results may have arrived while the coordinator was busy."""
        self._let_pass()
        self.now = max(self.now, self._running[0][0])
        arrived = []
        while self._running and self._running[0][0] <= self.now:
            _, _, pairing, template = heapq.heappop(self._running)
            arrived.append((pairing, self._write_messages(_seat(template, pairing))))
            self.ends.append(self.now)
        self._mark()
        for pairing, (*moves, result) in arrived:
            for batch in moves:
                yield from (Moved(pairing, 1, what) for what in pickle.loads(batch))
            yield Finished(pickle.loads(result))

    def close(self) -> None:
        """End the simulation."""
        self._let_pass()

    def _mark(self) -> None:
        self._since = time.perf_counter(), time.process_time()

    def _let_pass(self) -> None:
        """Let the time pass that the coordinator has used since."""
        used = time.perf_counter() - self._since[0]
        self.busy += used
        self.now += used
        self.cpu += time.process_time() - self._since[1]

    def _write_messages(self, result: Result) -> list[bytes]:
        """Write what a worker sends: moves, if somebody listens, and the result."""
        moves = result.record.moves if self._listens else ()
        position = GAMES[result.record.game].start()
        events = [Played(ply, ply % 2, move, self._pace, position) for ply, move in enumerate(moves)]
        each = max(1, round(INTERVAL / self._pace))
        batches = [events[at : at + each] for at in range(0, len(events), each)]
        return [*map(pickle.dumps, batches), pickle.dumps(result)]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a simulated tournament has cost."""

    workers: int
    length: float
    games: int
    busy: float
    """Seconds of the coordinator for a game, with waiting for the disk."""
    cpu: float
    """Its CPU seconds for a game."""
    rate: float
    """Games in a second."""
    use: float
    """How much of their time the workers play."""


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--picture", type=Path, default=Path("docs/pictures/scale.svg"))
    parser.add_argument("--profile", action="store_true", help="profile 1,000 workers, and draw nothing")
    options = parser.parse_args()
    sample = record_games()
    if options.profile:
        profile(lambda: simulate(1000, 10.0, sample))
        return
    print("workers    game   games     coordinator   of that CPU   games/s   workers play")
    found = [print_line(simulate(workers, length, sample)) for length in LENGTHS for workers in WORKERS]
    print_line(simulate(1000, 10.0, sample, MANY), "a larger tournament")
    for text in ROUNDS:
        print_line(simulate(100, 10.0, sample, 128, text), f"schedule = {text}")
    print_line(simulate(100, 10.0, sample, listens=True), "with every move sent, as on one machine")
    limit = print_line(simulate(1000, QUICKEST, sample), "more than it can do").rate
    print(f"one coordinator is the limit at {limit:.0f} games a second:")
    for length in (1, 10, 60, 300):
        print(f"  games of {length:3} s: {round(limit * length, -1):,.0f} workers")
    options.picture.write_text(draw(found, limit), encoding="utf-8")


def print_line(one: Measured, note: str = "") -> Measured:
    """Print what was measured, and return it."""
    print(
        f"{one.workers:7} {one.length:5.1f} s {one.games:7} {one.busy * 1000:7.2f} ms/game {one.cpu * 1000:10.2f} ms"
        f" {one.rate:9.1f} {one.use:14.1%}  {note}"
    )
    return one


def record_games() -> list[Result]:
    """Play a few games of our own players: their lengths and records are those of the simulated ones."""
    settings = MatchSettings("checkers")
    participants = resolve_all(("greedy", "random", "alphabeta:nodes=200"), GAMES["checkers"], Machine())
    suite = load_built_in_suite(GAMES["checkers"])
    assert suite is not None
    games = round_robin(settings, participants, suite.openings, 1)
    machine = Machine()
    return [play(pairing, machine) for pairing, _ in zip(games, range(SAMPLE), strict=False)]


def simulate(
    workers: int,
    length: float,
    sample: Sequence[Result],
    entrants: int = 0,
    schedule: str = ONCE,
    *,
    listens: bool = False,
) -> Measured:
    """Hold a tournament with so many workers, by default a single round robin."""
    with TemporaryDirectory() as folder:
        plan_path = Path(folder) / "cup.toml"
        plan_path.write_text(write_plan(entrants or ENTRANTS[workers], schedule), encoding="utf-8")
        plan = read_plan(plan_path)
        with Store.open(plan.store) as store:
            tournament = open_tournament(plan, store, Machine(), lambda _: None)
            progress = TournamentProgress(tournament.players, tournament.form.count_games(), [], 0)
            pool = SimulatedPool(workers, sample, length, listens=listens)
            for event in tournament.play(pool):
                progress.add(event)
    games = len(pool.ends)
    first, last = (int(games * share) for share in STEADY)
    rate = (last - first) / (pool.ends[last] - pool.ends[first])
    use = rate * pool.played / games / workers
    return Measured(workers, length, games, pool.busy / games, pool.cpu / games, rate, use)


def write_plan(entrants: int, schedule: str) -> str:
    """Write the plan of a tournament."""
    players = ", ".join(
        f'{{ player = "random:seed={number}", name = "player {number}" }}' for number in range(entrants)
    )
    return f'game = "checkers"\nopenings = "suite"\nschedule = {schedule}\nentrants = [{players}]\n'


def _seat(result: Result, pairing: Pairing) -> Result:
    """Make the result of a recorded game that of another pairing."""
    players = tuple(
        replace(seated, key=one.key, name=one.name)
        for seated, one in zip(result.record.players, pairing.seats, strict=True)
    )
    record = replace(result.record, id=pairing.id, players=players, round=pairing.round, block=pairing.block)
    return replace(result, pairing=pairing, record=record)


def profile(act: Callable[[], object]) -> None:
    """Print what takes the time."""
    profiler = cProfile.Profile()
    profiler.runcall(act)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)


def draw(found: Sequence[Measured], limit: float) -> str:
    """Draw games a second over workers, both in powers of ten, a line for each length of games."""
    grid = [f'<path class="grid" d="M{_x(10**n)} {_y(1e3)}V{_y(0.01)}"/>' for n in range(4)]
    grid += [f'<path class="grid" d="M{_x(1)} {_y(10.0**n)}H{_x(1000)}"/>' for n in range(-2, 4)]
    names = [f'<text x="{_x(10**n)}" y="{_y(0.01) + 18}" class="middle">{10**n:,}</text>' for n in range(4)]
    names += [
        f'<text x="{_x(1) - 8}" y="{_y(10.0**n) + 4}" class="end">{10.0**n:g}</text>' for n in range(-2, 4)
    ]
    lines = []
    for length in LENGTHS:
        points = [(_x(one.workers), _y(one.rate)) for one in found if one.length == length]
        lines.append(f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}"/>')
        lines += [f'<circle cx="{x}" cy="{y}" r="4"/>' for x, y in points]
        x, y = points[-1]
        lines.append(f'<text x="{x + 10}" y="{y + 4}">games of {length:g} s</text>')
    at = _y(limit)
    lines.append(f'<path class="limit" d="M{_x(1)} {at}H{_x(1000)}"/>')
    lines.append(f'<text x="{_x(1) + 8}" y="{at - 6}">one coordinator: {limit:.0f} games a second</text>')
    return PICTURE.format(content="\n".join([*grid, *names, *lines]))


def _x(workers: float) -> float:
    return round(70 + 150 * math.log10(workers), 1)


def _y(rate: float) -> float:
    return round(200 - 60 * math.log10(rate), 1)


if __name__ == "__main__":
    main()
