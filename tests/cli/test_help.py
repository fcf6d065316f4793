"""What the help says, and what it costs to start."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import ludus.cli
from ludus.cli import COMMANDS, GROUPS, main, name_module
from tests.cli.snapshots import FOLDER, KEPT, output_of

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", KEPT)
def test_the_output_is_the_one_that_is_kept(name: str) -> None:
    """`make golden` writes it again."""
    assert output_of(KEPT[name]) == (FOLDER / name).read_text(encoding="utf-8")


def test_ludus_alone_lists_all_commands_in_groups(capsys: Captured) -> None:
    assert main([]) == main(["--help"]) == 0
    printed = capsys.readouterr().out
    for title, commands in GROUPS.items():
        assert f"\n{title}\n" in printed
        assert all(f"\n  {name} " in printed for name in commands)
    assert max(map(len, printed.splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_each_commands_help_teaches_by_example_and_fits_80_columns(command: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    printed = capsys.readouterr().out
    assert f"\nexamples:\n  ludus {command}" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_every_module_with_a_command_is_listed() -> None:
    folder = Path(ludus.cli.__file__).parent
    modules = [import_module(f"ludus.cli.{path.stem}") for path in folder.glob("[!_]*.py")]
    found = {module.__name__.rpartition(".")[2] for module in modules if hasattr(module, "run")}
    assert found == {name_module(name) for name in COMMANDS}


@pytest.mark.parametrize("words", ["'--version'", "'--help'", ""])
def test_what_needs_no_command_imports_none(words: str) -> None:
    """So `ludus --version` costs little more than Python itself; bench/startup.py measures it."""
    script = (
        f"import sys; from ludus.cli import main; main([{words}]); "
        "print(*(name for name in sys.modules if name.startswith(('ludus.', 'argparse', 'pathlib', 'typing'))))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.splitlines()[-1].split()) <= {"ludus.cli", "ludus.errors"}
