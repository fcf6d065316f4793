"""The core of the pages, run by Node and asked from here."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.conftest import ROOT

CORE = ROOT / "src" / "ludus" / "web" / "assets" / "core"
WASM = CORE / "core.wasm"
_ANSWER = ROOT / "tests" / "web" / "node" / "answer.mjs"


def find_node() -> str:
    """Find Node, or skip the test."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    return node


def require_wasm() -> None:
    """Skip the test where the core was not built for pages; fail where it is older than its sources."""
    if not WASM.exists():
        pytest.skip("core.wasm is not built: make wasm")
    native = ROOT / "native"
    newest = max(path.stat().st_mtime for path in [native / "wasm.cpp", *native.rglob("*.hpp")])
    assert WASM.stat().st_mtime >= newest, "core.wasm is older than its sources: make wasm"


class Refusal(Exception):
    """What the core rejected a question with."""


class NodeCore:
    """The `Core` of core.js."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    # The answers are JSON of many shapes.
    def ask(self, method: str, *values: object) -> Any:
        """Call a method with these arguments."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([method, *values]), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise Refusal(answer["error"])
        return answer.get("answer")


@contextmanager
def start_core() -> Generator[NodeCore]:
    """Run the core in Node."""
    node = find_node()
    require_wasm()
    with subprocess.Popen(
        [node, _ANSWER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield NodeCore(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=10)
