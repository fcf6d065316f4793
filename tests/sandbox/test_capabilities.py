"""What is found out about a machine, and what is said where programs cannot be run."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from ludus.sandbox import box, capabilities
from ludus.sandbox.box import RLIMITS, Unavailable
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.workspace import open_workspace


@pytest.mark.usefixtures("contained")
def test_a_machine_finds_its_facts_once_and_another_finds_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    box, compiler = machine.best_box, machine.read_version("g++")
    monkeypatch.setenv("PATH", "/nowhere")
    assert (machine.best_box, machine.read_version("g++")) == (box, compiler)
    other = Machine()
    assert (other.best_box.tier, other.read_version("g++")) == (RLIMITS, "missing")


def test_a_machine_that_is_closed_removes_what_programs_have_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    machine = Machine()
    workspace = open_workspace(next(box for box in machine.boxes if box.tier == RLIMITS))
    workspace.folder.mkdir()
    machine.kept[tmp_path].append(workspace)
    machine.close()
    assert list(tmp_path.iterdir()) == []


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
        Machine().best_box  # noqa: B018  # it is looked for
    assert str(error.value) == f"programs cannot be run here: {why.format(launcher)}"


@pytest.mark.usefixtures("no_tools")
def test_a_missing_place_for_temporary_files_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with pytest.raises(Unavailable, match=r"^programs cannot be run here: /nowhere/\S+: No such file"):
        Machine().best_box  # noqa: B018  # it is looked for
