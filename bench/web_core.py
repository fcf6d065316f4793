"""The core as WebAssembly beside the native one, in Node and in Chromium: CPU time of the same searches.

Both search the positions of `ludus bench` in turn, in short rounds. The ratio is the median over the rounds, so other work on
the machine changes it little.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from ludus import engine
from ludus.cli.bench import make_bench_positions
from ludus.games import Position
from ludus.turn import Limits

FOLDER = Path(__file__).parent
WASM = FOLDER.parent / "src" / "ludus" / "web" / "assets" / "core" / "core.wasm"
GOAL = 1.5

Search = Callable[[Position, int], tuple[int, float]]
"""Searches so many positions; tells how many it saw, and how many seconds of CPU it took."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what can be chosen."""
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--nodes", type=int, default=100_000, help="of each search")
    parser.add_argument("--games", nargs="*", default=engine.list_kernels())
    parser.add_argument("--wasm", type=Path, default=WASM, help="another build to measure")


def measure_core(options: argparse.Namespace) -> int:
    """Print the ratio of each game, in each machine that there is for pages."""
    if not options.wasm.exists():
        print(f"error: expected {options.wasm}\nhint: make wasm", file=sys.stderr)
        return 2
    for name, start in {"node": search_in_node, "chromium": search_in_chromium}.items():
        path = shutil.which(name)
        if path is None:
            print(f"{name} is not installed")
            continue
        with start(path, options.wasm) as search:
            print(
                f"{name:10}{'native M/s':>12}{'page M/s':>10}{'ratio':>8}{'least':>8}{'most':>8}   goal {GOAL}"
            )
            for game in options.games:
                print(compare(game, search, options.nodes, options.rounds), flush=True)
    return 0


def compare(name: str, search: Search, nodes: int, rounds: int) -> str:
    """Search the positions of a game natively and in the page, in turn, and write the ratio of their times."""
    positions = make_bench_positions(name)
    native: list[float] = []
    paged: list[float] = []
    seen = 0
    for number in range(rounds + 1):
        pairs = [(search_natively(position, nodes), search(position, nodes)) for position in positions]
        assert all(one[0] == other[0] for one, other in pairs), "the two searches differ"
        # The first round is for the compiler of WebAssembly, which makes fast code of what has run for a while.
        if number > 0:
            seen = sum(one[0] for one, _ in pairs)
            native.append(sum(one[1] for one, _ in pairs))
            paged.append(sum(other[1] for _, other in pairs))
    ratios = [other / one for one, other in zip(native, paged, strict=True)]
    return (
        f"{name:10}{seen / min(native) / 1e6:12.2f}{seen / min(paged) / 1e6:10.2f}"
        f"{statistics.median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}"
    )


def search_natively(position: Position, nodes: int) -> tuple[int, float]:
    """Search with a new engine."""
    began = time.process_time()
    thought = engine.think(position, Limits(nodes=nodes))
    return thought.nodes, time.process_time() - began


@contextmanager
def search_in_node(node: str, wasm: Path) -> Generator[Search]:
    """Run the page's core in Node."""
    with subprocess.Popen(
        [node, FOLDER / "web_node.mjs", wasm], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        given, told = process.stdin, process.stdout

        def search(position: Position, nodes: int) -> tuple[int, float]:
            print(json.dumps([position.name, str(position), nodes]), file=given, flush=True)
            seen, seconds = json.loads(told.readline())
            return seen, seconds

        yield search
        given.close()


@contextmanager
def search_in_chromium(chromium: str, wasm: Path) -> Generator[Search]:
    """Run the page's core in the thread of a page, whose CPU time the browser tells."""
    script = (FOLDER / "web_search.mjs").read_text()
    bytes_ = base64.b64encode(wasm.read_bytes()).decode()
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=chromium).new_page()
        page.add_script_tag(content=f"{script}\nwindow.startSearch = startSearch;", type="module")
        page.evaluate(
            "async (text) => { window.search = await startSearch(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))) }",
            bytes_,
        )
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")

        def read_used() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return next(float(metric["value"]) for metric in metrics if metric["name"] == "ThreadTime")

        def search(position: Position, nodes: int) -> tuple[int, float]:
            before = read_used()
            seen = page.evaluate("(given) => search(...given)", [position.name, str(position), nodes])
            return seen, read_used() - before

        yield search
