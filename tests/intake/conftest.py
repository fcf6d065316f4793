"""A cache of its own for each test, and a folder with a program in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.intake.cache import Cache


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """Give a folder with a program in it."""
    folder = tmp_path / "agent"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "run").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (folder / "run").chmod(0o755)
    (folder / "deep" / "er" / "book.txt").write_text("e4", encoding="utf-8")
    (folder / "link").symlink_to("deep/er/book.txt")
    return folder
