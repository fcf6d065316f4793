"""What the pages cost: the core as WebAssembly beside the native one, and what the server carries.

    core      CPU time of the same searches, as a ratio to native; the goal is at most 1.5 in each game
    load      spectators, people and engines at once; see web_load.py

In `core` both search the positions of `ludus bench` in turn, in short rounds after one that warms up the compiler of WebAssembly.
The ratio is the median over the rounds, so other work on the machine changes it little.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import web_load

from ludus import engine
from ludus.cli.bench import make_bench_positions
from ludus.games import Position
from ludus.turn import Limits

FOLDER = Path(__file__).parent
WASM = FOLDER.parent / "src" / "ludus" / "web" / "assets" / "core" / "core.wasm"
GOAL = 1.5


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    core = commands.add_parser("core", help="the core as WebAssembly beside the native one")
    core.add_argument("--rounds", type=int, default=7)
    core.add_argument("--nodes", type=int, default=100_000, help="of each search")
    core.add_argument("--games", nargs="*", default=engine.list_kernels())
    core.add_argument("--wasm", type=Path, default=WASM, help="another build to measure")
    core.set_defaults(measure=measure_core)
    load = commands.add_parser("load", help="what the server carries")
    web_load.add_arguments(load)
    load.set_defaults(measure=web_load.measure_load)
    options = parser.parse_args()
    measured: int = options.measure(options)
    return measured


def measure_core(options: argparse.Namespace) -> int:
    """Print the ratio of each game."""
    node = shutil.which("node")
    if node is None or not options.wasm.exists():
        print(f"error: expected node, and {options.wasm} (make wasm)", file=sys.stderr)
        return 2
    with subprocess.Popen(
        [node, FOLDER / "web_core.mjs", options.wasm],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as page:
        print(
            f"{'game':10}{'native M/s':>12}{'page M/s':>10}{'ratio':>8}{'least':>8}{'most':>8}   goal {GOAL}"
        )
        for name in options.games:
            print(compare(name, page, options.nodes, options.rounds), flush=True)
        assert page.stdin is not None
        page.stdin.close()
    return 0


def compare(name: str, page: subprocess.Popen[str], nodes: int, rounds: int) -> str:
    """Search the positions of a game natively and in the page, in turn, and write the ratio of their times."""
    positions = make_bench_positions(name)
    native: list[float] = []
    paged: list[float] = []
    for number in range(rounds + 1):
        times = [(search_natively(each, nodes), search_in_page(each, page, nodes)) for each in positions]
        if number > 0:
            native.append(sum(one for one, _ in times))
            paged.append(sum(other for _, other in times))
    ratios = [other / one for one, other in zip(native, paged, strict=True)]
    found = engine_nodes(positions, nodes) / 1e6
    return (
        f"{name:10}{found / min(native):12.2f}{found / min(paged):10.2f}"
        f"{statistics.median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}"
    )


def search_natively(position: Position, nodes: int) -> float:
    """Search and return the seconds of CPU that it took."""
    began = time.process_time()
    engine.think(position, Limits(nodes=nodes))
    return time.process_time() - began


def search_in_page(position: Position, page: subprocess.Popen[str], nodes: int) -> float:
    """Do the same search in the page's core."""
    assert page.stdin is not None
    assert page.stdout is not None
    print(
        json.dumps({"game": position.name, "text": str(position), "nodes": nodes}),
        file=page.stdin,
        flush=True,
    )
    seconds: float = json.loads(page.stdout.readline())["seconds"]
    return seconds


def engine_nodes(positions: list[Position], nodes: int) -> int:
    """Count the positions that the searches look at."""
    return sum(engine.think(position, Limits(nodes=nodes)).nodes for position in positions)


if __name__ == "__main__":
    sys.exit(main())
