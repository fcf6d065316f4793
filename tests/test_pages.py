"""Every command that the README and the other pages show is run, page by page and in order."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.contests import CONTESTS
from tests.conftest import ROOT
from tests.machines import MACHINE

PAGES = sorted(str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
FENCE = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"^Save this as `([\w.]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
SANDBOXED = ("program:", "ludus check", "ludus ask", "ludus grade", "ludus season")
"""What runs untrusted programs."""
BY_DAY = {
    "ludus check ": "--only memory",
    "ludus grade pente ": "--clock game=0.5",
    "ludus analyse ": "--nodes 2000",
    "ludus match kayles ": "--games 2",
    "ludus match pente program:my-agent ": "--clock game=0.3",
    "ludus match chezz program:zenobia ": "--clock game=1 --ply-cap 4",
    "ludus think chezz ": "--time 0.2",
    "ludus openings amazons ": "--count 1",
}
"""What is added to commands by day, so that they do less of the same."""
FOR_A_SHELL = re.compile(r"[|<>$&;*]")
OTHER_END = re.compile(r"  # exit code (\d)")
"""A command that is not to succeed says so."""
NAMED_FILE = re.compile(r"[\w/*]+\.(?:py|hpp|cpp)\b")
NAMED_CODE = re.compile(r"\b((?:[a-z_]+/)+[a-z_]+)\.([A-Za-z_]{4,})")
LINK = re.compile(r"\]\(([^)#:]+)[^):]*\)")


def commands(page: str) -> list[str]:
    """Collect the command lines of a page."""
    return "".join(FENCE.findall((ROOT / page).read_text(encoding="utf-8"))).splitlines()


def files(page: str) -> dict[str, str]:
    """Collect the files that the reader of a page is asked to save."""
    return dict(SAVED.findall((ROOT / page).read_text(encoding="utf-8")))


def test_the_readme_shows_the_two_commands() -> None:
    shown = {" ".join(line.split()[:2]) for line in commands("README.md")}
    assert {"make demo", "make test"} <= shown


def run_line(line: str, folder: Path) -> tuple[int, str]:
    """Run a command line as a reader does; return the exit code and what was said about errors."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    return done.returncode, done.stderr


def shorten(line: str) -> str:
    """Add to a command what makes it short, before whatever is for the shell."""
    more = next((more for command, more in BY_DAY.items() if line.startswith(command)), "")
    command, shell, rest = re.fullmatch(r"([^>#]*)([>#]?)(.*)", line).groups()  # type: ignore[union-attr]  # it fits all
    return f"{command.rstrip()} {more} {shell}{rest}" if more else line


def test_shorter_commands_are_those_of_the_page_with_an_option_more() -> None:
    assert shorten("ludus check pente x > y") == "ludus check pente x --only memory > y"
    assert shorten("ludus check pente x  # z") == "ludus check pente x --only memory # z"
    assert shorten("ludus games") == "ludus games"


@pytest.mark.parametrize(
    "is_day", [True, pytest.param(False, marks=pytest.mark.nightly)], ids=["by day", "whole"]
)
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_work(
    page: str,
    is_day: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In a folder that looks like the repository, so that what they write does not land there."""
    missing = MACHINE.explain_no_containment()
    if missing is not None and any(word in line for word in SANDBOXED for line in commands(page)):
        pytest.skip(str(missing))
    for name, text in files(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for path in ROOT.iterdir():
        if not path.name.startswith(".") and path.name != "build":
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    for line in map(shorten, commands(page)) if is_day else commands(page):
        words = shlex.split(line, comments=True)
        if line.startswith("make "):
            # `make test` would run this test inside itself; that make knows the target is what can rot.
            code, errors = run_line(line.replace("make ", "make --dry-run ", 1), ROOT)
        elif words[0] == "ludus" and not FOR_A_SHELL.search(shlex.join(words)):
            # In this process, because an interpreter takes longer to start than most commands do.
            monkeypatch.setattr("sys.stdin", StringIO())
            code, errors = main(words[1:]), capsys.readouterr().err
        else:
            code, errors = run_line(line, tmp_path)
        wanted = OTHER_END.search(line)
        assert code == (int(wanted[1]) if wanted else 0), f"{line}: {errors}"


def test_only_the_page_about_the_sandbox_shows_how_to_do_without() -> None:
    """And once, with its warning: every other example runs untrusted programs in the sandbox."""
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
    assert {page: text.count("--unsafe") for page, text in texts.items() if "--unsafe" in text} == {
        "docs/sandbox.md": 1
    }


def test_a_student_comes_from_nothing_to_the_debugger_in_ten_commands() -> None:
    sections = (ROOT / "docs/student.md").read_text(encoding="utf-8").split("\n## ")
    shown = {section.partition("\n")[0].lower(): "".join(FENCE.findall(section)) for section in sections}
    for contest in CONTESTS:
        lines = shown[contest].splitlines()
        assert len(lines) <= 10
        assert [f"ludus {word} " in shown[contest] for word in ("match", "analyse", "replay", "ask")] == [
            True
        ] * 4
        assert lines[-1] == f"sh ask-{contest}/debug.sh"


def test_the_list_of_all_pages_in_the_index_is_complete() -> None:
    text = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    linked = set(LINK.findall(text.partition("\n## All pages\n")[2]))
    assert {page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")} - linked == {"index.md"}


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [link for link in LINK.findall(text) if not (ROOT / page).parent.joinpath(link).exists()]
    assert missing == []


def test_files_and_functions_that_the_architecture_names_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = [ROOT / name for name in ("src/ludus", "native", "bench")]
    paths = [path for folder in folders for path in folder.rglob("*.*p*")]
    assert [name for name in NAMED_FILE.findall(text) if not any(path.match(name) for path in paths)] == []
    for module, name in set(NAMED_CODE.findall(text)):
        scripts = (ROOT / "src/ludus/web/assets").rglob(f"{Path(module).name}.js")
        files = [ROOT / f"src/ludus/{module}.py", *(path for path in scripts if path.match(f"{module}.js"))]
        source = "".join(path.read_text(encoding="utf-8") for path in files if path.is_file())
        defined = rf"^ *(?:export )?(?:(?:async )?def|class|(?:async )?function) {name}\b"
        assert re.search(defined, source, re.MULTILINE), f"{module}.{name}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in (ROOT / page).read_text(encoding="utf-8")]
)
def test_the_python_session_of_a_page_is_true(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder with a store that the commands of the page about records make before."""
    monkeypatch.chdir(tmp_path)
    if page == "docs/records.md":
        assert main(shlex.split("match checkers greedy random --games 6 --records match.store --quiet")) == 0
    failures, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > 3
    assert failures == 0
