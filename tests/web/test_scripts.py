"""The scripts of the pages: their types, and the tests of what needs no page."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.web.node_core import find_node, require_wasm

TSC = ROOT / "build" / "js" / "node_modules" / ".bin" / "tsc"
SEEN = ROOT / "build" / "js"
INCREMENTAL = ("--incremental", "--tsBuildInfoFile")
"""Only scripts that have changed since the last check are read anew, as in make check-js."""
TESTS = sorted((ROOT / "tests" / "web" / "js").glob("*.test.mjs"))


@pytest.mark.slow
@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.worker.json"])
def test_every_script_has_the_types_that_its_comments_tell(project: str) -> None:
    find_node()
    if not TSC.exists():
        pytest.skip("TypeScript is not installed: make check-js")
    checked = subprocess.run(
        [TSC, "--project", ROOT / project, *INCREMENTAL, SEEN / f"{project}.seen"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_scripts_keep_what_their_tests_promise(path: Path) -> None:
    node = find_node()
    if "start_core" in path.read_text():
        require_wasm()
    ran = subprocess.run(
        [node, "--test", "--test-reporter=spec", path],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
