"""What is said where programs cannot be run."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from ludus.sandbox import box, capabilities
from ludus.sandbox.box import Unavailable
from ludus.sandbox.capabilities import find_best_box


@pytest.mark.usefixtures("no_tools")
@pytest.mark.parametrize(
    ("mode", "text", "why"),
    [
        (None, "", "{} is missing; install Ludus again"),
        (
            0o644,
            "",
            "{} may not be executed; chmod +x it, or install Ludus where programs may be executed",
        ),
        (0o755, "#!/nowhere/sh\n", "{}: No such file or directory"),
        (0o755, "#!/bin/sh\necho out of order >&2\n", "the sandbox cannot be set up: out of order"),
    ],
)
def test_a_launcher_that_does_not_work_says_why(
    mode: int | None, text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = tmp_path / "launcher"
    if mode is not None:
        launcher.write_text(text, encoding="ascii")
        launcher.chmod(mode)
    for module in (box, capabilities):
        monkeypatch.setattr(module, "LAUNCHER", launcher)
    with pytest.raises(Unavailable) as error:
        find_best_box()
    assert str(error.value) == f"programs cannot be run here: {why.format(launcher)}"


@pytest.mark.usefixtures("no_tools")
def test_a_missing_place_for_temporary_files_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with pytest.raises(Unavailable, match=r"^programs cannot be run here: /nowhere/\S+: No such file"):
        find_best_box()
