"""Shared by all tests: their order, the given data, the browser, and what a skip means in CI."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"

SEED = "LUDUS_TEST_SEED"
"""Names the variable with the random seed for the order of the tests and for hypothesis."""
OWN_WISHES = "COLUMNS LINES NO_COLOR PYTHONUNBUFFERED GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE LUDUS_NAME LUDUS_TIME".split()
"""Variables by which whoever runs the tests, or the hook of a repository, changes what programs do."""
LONGEST_NAME = 60
"""So many characters of a parameter are part of a test's name."""
NOT_OFFERED = "the kernel does not offer "
"""Begins the reason of a skip that no installation could avoid, so that it is none of CI's failures."""

# How long an example takes says more about the machine than about the code.
settings.register_profile(
    "ludus", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ludus")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, where shells let Ctrl-C be ignored; some tests press it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run more tests at a time than there are cores: much of their time is waiting for programs that sleep."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores * 5 // 2)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw the seed, unless it is given; workers inherit it and so collect in the same order."""
    os.environ.setdefault(SEED, str(random.SystemRandom().randrange(1_000_000)))
    if hasattr(config.option, "hypothesis_seed"):
        config.option.hypothesis_seed = config.option.hypothesis_seed or os.environ[SEED]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle the files, and the tests in each; slow ones come first, so that no process waits for another's last."""
    chance = random.Random(os.environ[SEED])
    ranks: dict[Path, float] = {}
    items.sort(key=lambda item: (ranks.setdefault(item.path, chance.random()), chance.random()))
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Keep the names of tests short: they become part of the environment of every program that a test starts."""
    is_long = isinstance(val, str | bytes) and len(val) > LONGEST_NAME
    return ascii(val[:LONGEST_NAME]) if is_long else None  # type: ignore[index]  # it is a text then


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how to run the tests in this order again."""
    terminalreporter.write_line(f"random order: {SEED}={os.environ[SEED]}")


@pytest.fixture(scope="session")
def data() -> Path:
    """Give the folder of real cases that lies beside the repository where its owners keep it."""
    if not DATA.is_dir():
        pytest.skip("the given data is not part of the repository and is not here")
    return DATA


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium of the system, once; without it the tests of pages are skipped."""
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("Chromium is not here (Debian's package chromium)")
    from playwright.sync_api import sync_playwright

    # Compiling each page's core a second time, for speed, takes longer than all that these tests play with it.
    options = ["--js-flags=--no-wasm-tier-up"]
    # Chromium refuses to have its own sandbox under root, where some of our tests run; the pages are ours.
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=options)
        yield started
        started.close()


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Generator[None, None, None]:
    """Keep what tests import and build away from other runs and from whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def no_own_wishes() -> Generator[None, None, None]:
    """Let programs behave as they usually do, whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OWN_WISHES:
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def no_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide every program, bubblewrap and compilers among them."""
    monkeypatch.setenv("PATH", "/nowhere")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where LUDUS_NO_SKIP is set, as CI does."""
    report = yield
    is_ours = report.skipped and NOT_OFFERED not in str(report.longrepr)
    if is_ours and os.environ.get("LUDUS_NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and LUDUS_NO_SKIP is set: {report.longrepr}"
    return report
