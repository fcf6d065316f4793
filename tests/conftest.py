"""Shared by all tests: the games they run on, the given data, and what a skip means in CI."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from ludus.sandbox.capabilities import all_boxes, best_box

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"

settings.register_profile("ludus", deadline=None, print_blob=True)
settings.load_profile("ludus")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, where shells let Ctrl-C be ignored; some tests press it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def data() -> Path:
    """Give the folder of real cases that lies beside the repository where its owners keep it."""
    if not DATA.is_dir():
        pytest.skip("the given data is not part of the repository and is not here")
    return DATA


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Generator[None, None, None]:
    """Keep what tests take in and build away from the cache of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def no_tools(monkeypatch: pytest.MonkeyPatch) -> Generator[None, None, None]:
    """Hide every program, bubblewrap and compilers among them, and have the machine looked at again."""
    looks = (best_box, all_boxes)
    monkeypatch.setenv("PATH", "/nowhere")
    for look in looks:
        look.cache_clear()
    yield
    for look in looks:
        look.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where LUDUS_NO_SKIP is set, as CI does."""
    report = yield
    if report.skipped and os.environ.get("LUDUS_NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and LUDUS_NO_SKIP is set: {report.longrepr}"
    return report
