"""Building entrants: in the sandbox, in every language of the contests, once, with a log that stays."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludus.contests import CONTESTS
from ludus.errors import MachineFault
from ludus.intake import build as building
from ludus.intake import cache as cache_module
from ludus.intake.build import Built, build
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.recipe import LANGUAGES
from ludus.intake.tree import BadEntrant, BuildFailed, MissingTool, TreeWriter
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.run import run
from ludus.turn import Request
from tests.machines import MACHINE
from tests.tolerance import PATIENCE

CPP = """\
#include <fstream>
int main() { std::ofstream("%s") << "%s" << std::endl; }
"""
JAVA = """\
import java.nio.file.*;
public class %s {
    public static void main(String[] words) throws Exception {
        Files.writeString(Path.of("%s"), "%s\\n");
    }
}
"""
PYTHON = "open(%r, 'w').write('%s\\n')\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "agent"
    folder.mkdir()
    return folder


@pytest.fixture
def walls() -> Box:
    """Give a box that keeps a program in."""
    if (missing := MACHINE.explain_no_containment()) is not None:
        pytest.skip(str(missing))
    return MACHINE.best_box


def write(folder: Path, name: str, text: str, mode: int = 0o644) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    (folder / name).chmod(mode)


def test_whoever_watches_is_told_of_each_step_as_long_as_it_runs(folder: Path, cache: Cache) -> None:
    write(folder, "homework.py", "")
    write(folder, "calibrate.cpp", CPP % ("calibration.txt", "x"))
    told: list[str] = []

    @contextlib.contextmanager
    def watch(who: str, step: str) -> Iterator[None]:
        told.append(f"{who}: {step} begins")
        yield
        told.append(f"{who}: {step} ends")

    box = MACHINE.best_box
    build(import_entrant(folder, box, cache), CONTESTS["pente"].make_recipe, box, cache, watch)
    steps = ("building, calibrate.cpp", "building, calibrate")
    assert told[2:] == [f"agent: {step} {when}" for step in steps for when in ("begins", "ends")]
    assert "waiting for another process" in told[0]


def script(folder: Path, name: str, *lines: str) -> None:
    write(folder, name, "\n".join(("#!/bin/sh", *lines, "")), 0o755)


def source(folder: Path, name: str, ending: str, file: str, text: str) -> None:
    """Write a program in one of the languages that writes a line into a file."""
    texts = {".py": PYTHON % (file, text), ".cpp": CPP % (file, text), ".java": JAVA % (name, file, text)}
    write(folder, name + ending, texts[ending])


def built(folder: Path, game: str, cache: Cache, box: Box | None = None) -> Built:
    box = box or MACHINE.best_box
    return build(import_entrant(folder, box, cache), CONTESTS[game].make_recipe, box, cache)


def play(made: Built, room: Path, *arguments: str) -> Path:
    """Start what was built in a copy of its folder, as a move does, and give the copy."""
    shutil.copytree(made.folder, room, symlinks=True)
    reply = run(made.command, Request(b"", arguments), room, Allowance(wall=60, cpu=30), box=MACHINE.best_box)
    assert (reply.exit_code, reply.stderr) == (0, b"")
    return room


def log_of(made: Built) -> str:
    assert made.log is not None
    return made.log.read_text(encoding="utf-8")


# What the contests know


@pytest.mark.parametrize("ending", LANGUAGES)
def test_a_pente_program_in_any_language_is_built_calibrated_and_played(
    folder: Path, cache: Cache, tmp_path: Path, ending: str
) -> None:
    """'"py" for python, "cpp" for C++11, and "java" for Java'; 'calibrate.xxx (same extension conventions)'"""
    for tool in LANGUAGES[ending].compiling[:1]:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here; install Debian's package {building.PACKAGES[tool]}")
    source(folder, "homework", ending, "output.txt", "10K")
    source(folder, "calibrate", ending, "calibration.txt", "fast")
    made = built(folder, "pente", cache)
    work = play(made, tmp_path / "work")
    assert (work / "output.txt").read_text(encoding="utf-8") == "10K\n"
    assert (work / "calibration.txt").read_text(encoding="utf-8") == "fast\n"
    assert log_of(made).count("exit code 0") == (1 if ending == ".py" else 3)


def test_cpp_is_built_as_the_contest_says(folder: Path, cache: Cache) -> None:
    """'"cpp" for C++11'"""
    write(folder, "homework.cpp", "int main() { auto f = [](auto x) { return x; }; return f(0); }\n")
    with pytest.raises(BuildFailed, match=r"homework\.cpp failed, exit code 1: homework\.cpp:1:\d+: error: "):
        built(folder, "pente", cache)


def test_a_calibration_that_is_a_file_too_many_is_refused(
    folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that a build leaves may keep a game from beginning: that would be nobody's loss."""
    write(folder, "other", "")
    script(folder, "homework", "")
    script(folder, "calibrate", "rm other && echo 1 > calibration.txt")
    limits = {"spell": str, "most_bytes": 1000, "most_files": 3}
    monkeypatch.setattr(TreeWriter.__init__, "__kwdefaults__", limits)
    with pytest.raises(BadEntrant, match="expected at most 3 files, found more"):
        built(folder, "pente", cache)


def test_only_the_calibration_stays_of_what_calibrating_wrote(folder: Path, cache: Cache) -> None:
    """'save this into a single file called calibration.txt'; 'everything else is removed before a game'"""
    script(folder, "homework", "exit 0")
    script(folder, "calibrate", "echo 1 | tee calibration.txt playdata.txt other > homework")
    made = built(folder, "pente", cache)
    assert sorted(path.name for path in made.folder.iterdir()) == ["calibrate", "calibration.txt", "homework"]
    assert (made.folder / "homework").read_text(encoding="utf-8").startswith("#!/bin/sh")


def test_a_calibration_may_be_in_another_form_than_the_program(folder: Path, cache: Cache) -> None:
    source(folder, "homework", ".py", "output.txt", "10K")
    script(folder, "calibrate", "echo fast > calibration.txt")
    made = built(folder, "pente", cache)
    assert made.command[-1] == "homework.py"
    assert (made.folder / "calibration.txt").read_text(encoding="utf-8") == "fast\n"


def test_a_calibration_that_is_no_plain_file_is_not_followed(
    folder: Path, cache: Cache, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    script(folder, "homework", "exit 0")
    script(folder, "calibrate", f"ln -s {tmp_path}/secret calibration.txt")
    assert not (built(folder, "pente", cache).folder / "calibration.txt").exists()


def test_a_cache_must_be_somewhere_and_let_programs_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache_module, "is_noexec", lambda _: True)
    with pytest.raises(MachineFault, match="found one mounted noexec; set XDG_CACHE_HOME to another folder"):
        Cache(tmp_path / "cache").folder("built")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", _nobody)
    with pytest.raises(MachineFault, match="expected a home folder, found none"):
        Cache()


def _nobody(user: int) -> None:
    raise KeyError(user)


def test_a_calibration_takes_the_place_of_a_folder(folder: Path, cache: Cache) -> None:
    script(folder, "homework", "exit 0")
    script(folder, "calibrate", "rm -r calibration.txt; echo fast > calibration.txt")
    (folder / "calibration.txt").mkdir()
    write(folder, "calibration.txt/inner", "")
    made = built(folder, "pente", cache)
    assert (made.folder / "calibration.txt").read_text(encoding="utf-8") == "fast\n"


def test_a_chezz_program_is_compiled_and_keeps_what_that_made(
    folder: Path, cache: Cache, tmp_path: Path
) -> None:
    script(
        folder, "compile", "echo working", "echo warned >&2", "mkdir out", "cp template run", "chmod +x run"
    )
    write(folder, "template", "#!/bin/sh\necho played > diary\n")
    made = built(folder, "chezz", cache)
    assert (play(made, tmp_path / "work") / "diary").read_text(encoding="utf-8") == "played\n"
    assert [line for line in log_of(made).splitlines() if "CPU" not in line] == [
        "$ ./compile",
        "working",
        "warned",
    ]
    assert not (folder / "run").exists()


@pytest.mark.parametrize(
    ("game", "program"), [("checkers", "checkers"), ("amazons", "game"), ("chezz", "run")]
)
def test_a_makefile_is_followed(folder: Path, cache: Cache, tmp_path: Path, game: str, program: str) -> None:
    write(folder, "main.cpp", CPP % ("out", "made"))
    write(folder, "Makefile", f"{program}: main.cpp\n\t$(CXX) -o $@ $<\n")
    work = play(built(folder, game, cache), tmp_path / "work")
    assert (work / "out").read_text(encoding="utf-8") == "made\n"


@pytest.mark.parametrize("game", CONTESTS)
def test_an_executable_needs_nothing(folder: Path, cache: Cache, game: str) -> None:
    script(folder, CONTESTS[game].program, "exit 0")
    entrant = import_entrant(folder, MACHINE.best_box, cache)
    made = build(entrant, CONTESTS[game].make_recipe, MACHINE.best_box, cache)
    assert made == Built(entrant.folder, (f"./{CONTESTS[game].program}",), None)


# What cannot be built


def test_a_failure_names_the_log(folder: Path, cache: Cache) -> None:
    script(folder, "compile", "echo 'no\tcompiler\x1b[2J' >&2", "exit 7")
    with pytest.raises(BuildFailed, match=r"compile failed, exit code 7: no\\tcompiler") as caught:
        built(folder, "chezz", cache)
    log = Path(str(caught.value).partition("(log: ")[2].rstrip(")"))
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["$ ./compile", r"no\tcompiler\x1b[2J"]
    assert lines[2].startswith("exit code 7, 0.0")
    assert list(cache.root.glob("built/*")) == []
    assert list(cache.root.glob("built/.draft*")) == []


def test_a_program_must_be_there_when_all_is_built(folder: Path, cache: Cache) -> None:
    for game, name in ((game, contest.program) for game, contest in CONTESTS.items()):
        write(folder, "notes", game)
        with pytest.raises(BadEntrant, match=f"expected a program called {name} in it"):
            built(folder, game, cache)
    script(folder, "compile", "exit 0")
    with pytest.raises(BadEntrant, match="expected a program called run in it"):
        built(folder, "chezz", cache)


@pytest.mark.parametrize("name", ["run", "compile"])
def test_what_is_not_executable_is_told_how_to_become_so(folder: Path, cache: Cache, name: str) -> None:
    for file in ("run", "compile"):
        script(folder, file, "exit 0")
    (folder / name).chmod(0o644)
    with pytest.raises(BadEntrant, match=rf"expected {name} to be executable, .*: chmod \+x {name}"):
        built(folder, "chezz", cache)


def test_two_languages_are_one_too_many(folder: Path, cache: Cache) -> None:
    source(folder, "homework", ".py", "output.txt", "10K")
    source(folder, "homework", ".cpp", "output.txt", "10K")
    with pytest.raises(BadEntrant, match=r"expected one of .*, found homework\.py and homework\.cpp"):
        built(folder, "pente", cache)


def test_a_missing_tool_is_named_with_its_package(
    folder: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source(folder, "homework", ".java", "output.txt", "10K")
    box = Machine().best_box
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        MissingTool, match="javac is needed and not installed; install Debian's package default-jdk-headless"
    ):
        built(folder, "pente", cache, box)


# Once


STAMP = "cat /proc/sys/kernel/random/uuid > stamp"


def test_the_same_program_is_built_once(folder: Path, cache: Cache) -> None:
    script(folder, "run", "exit 0")
    script(folder, "compile", STAMP)
    first = built(folder, "chezz", cache)
    stamp = (first.folder / "stamp").read_bytes()
    assert built(folder, "chezz", cache) == first
    assert (first.folder / "stamp").read_bytes() == stamp
    write(folder, "more", "x")
    assert built(folder, "chezz", cache).folder != first.folder


def test_those_who_come_at_the_same_time_wait_for_one(folder: Path, cache: Cache) -> None:
    script(folder, "run", "exit 0")
    script(folder, "compile", "sleep 0.5", STAMP)
    code = f"""
from pathlib import Path
from ludus.contests import CONTESTS
from ludus.sandbox.capabilities import Machine
from ludus.intake.build import build
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
box, cache = Machine().best_box, Cache(Path({str(cache.root)!r}))
made = build(import_entrant({str(folder)!r}, box, cache), CONTESTS["chezz"].make_recipe, box, cache)
print((made.folder / "stamp").read_text())
"""
    builders = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    said = {one.communicate(timeout=60)[0] for one in builders}
    assert len(said) == 1
    assert said.pop().strip()
    assert len(list(cache.root.glob("built/*"))) == 1


def test_each_tier_builds_for_itself(folder: Path, cache: Cache) -> None:
    script(folder, "run", "exit 0")
    script(folder, "compile", STAMP)
    boxes = {box.tier: box for box in reversed(MACHINE.boxes)}
    assert len({built(folder, "chezz", cache, box).folder for box in boxes.values()}) == len(boxes)


def test_other_tools_build_anew(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    script(folder, "run", "exit 0")
    script(folder, "compile", STAMP)
    first = built(folder, "chezz", cache)
    monkeypatch.setattr(MACHINE, "read_version", lambda tool: "another")
    assert built(folder, "chezz", cache).folder != first.folder


def test_a_calibration_is_for_the_computer_that_made_it(
    folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(folder, "homework", "exit 0")
    script(folder, "calibrate", "echo fast > calibration.txt")
    first = built(folder, "pente", cache)
    monkeypatch.setattr(building, "_read_processor", lambda: "another")
    assert built(folder, "pente", cache).folder != first.folder


# Hostile builds


def bare(folder: Path) -> None:
    subprocess.run(["./compile"], cwd=folder, check=False, timeout=30)


def daemons(folder: Path) -> list[int]:
    """List the processes that name a folder and lead a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            number = int(path.parent.name)
            if b"daemon-" + bytes(folder) in path.read_bytes() and os.getsid(number) == number:
                found.append(number)
    return found


def wait_until(is_so: Callable[[], bool]) -> bool:
    """Give a busy machine some seconds."""
    deadline = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_so()


def test_compiling_writes_nothing_outside_its_folder(
    folder: Path, cache: Cache, tmp_path: Path, walls: Box
) -> None:
    """Bare it does: beside the folder, and over the file of somebody else."""
    other = tmp_path / "other"
    other.mkdir()
    write(other, "run", "the opponent's")
    script(folder, "run", "exit 0")
    script(folder, "compile", "echo evil > ../evil", f"echo evil > {other}/run", "exit 0")
    bare(folder)
    assert (tmp_path / "evil").read_text(encoding="utf-8") == "evil\n"
    assert (other / "run").read_text(encoding="utf-8") == "evil\n"
    (tmp_path / "evil").unlink()
    write(other, "run", "the opponent's")
    made = built(folder, "chezz", cache, walls)
    assert "evil" in log_of(made)
    assert list(tmp_path.rglob("evil")) == []
    assert (other / "run").read_text(encoding="utf-8") == "the opponent's"


def test_compiling_leaves_no_process(folder: Path, cache: Cache, tmp_path: Path, walls: Box) -> None:
    """Bare, it leaves one in a session of its own."""
    script(folder, "run", "exit 0")
    line = "setsid sh -c 'for i in 1 2 3 4 5 6 7 8 9; do sleep 5; done; : daemon-{}' </dev/null >/dev/null 2>&1 &"
    script(folder, "compile", line.format(tmp_path), "sleep 0.3")
    bare(folder)
    assert wait_until(lambda: len(daemons(tmp_path)) == 1)
    for daemon in daemons(tmp_path):
        os.killpg(daemon, signal.SIGKILL)
    assert wait_until(lambda: daemons(tmp_path) == [])
    built(folder, "chezz", cache, walls)
    assert daemons(tmp_path) == []


def test_compiling_has_no_network_and_does_not_see_others(
    folder: Path, cache: Cache, tmp_path: Path, walls: Box
) -> None:
    write(tmp_path, "secret", "secret")
    script(folder, "run", "exit 0")
    script(
        folder,
        "compile",
        f"cat {tmp_path}/secret > seen; ls {cache.root} >> seen; tail -n +3 /proc/net/dev | cut -d: -f1 > net",
        "exit 0",
    )
    bare(folder)
    assert (folder / "seen").read_text(encoding="utf-8") == "secret"
    for name in ("seen", "net"):
        (folder / name).unlink()
    made = built(folder, "chezz", cache, walls)
    assert (made.folder / "seen").read_text(encoding="utf-8") == ""
    assert (made.folder / "net").read_text(encoding="utf-8").split() == ["lo"]


def test_compiling_does_not_let_ludus_write_the_program(folder: Path, cache: Cache, walls: Box) -> None:
    script(folder, "compile", "ludus entry chezz entry || python3 -m ludus entry chezz entry && mv entry/* .")
    with pytest.raises(BuildFailed, match="No module named ludus") as failure:
        built(folder, "chezz", cache, walls)
    assert "not found" in str(failure.value) or "Permission denied" in str(failure.value)


def test_compiling_ends_in_time(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "BUILDING", Allowance(wall=0.5, cpu=0.5))
    script(folder, "run", "exit 0")
    for line in ("sleep 60", "while :; do :; done"):
        script(folder, "compile", line)
        with pytest.raises(BuildFailed, match="compile failed, killed for time"):
            built(folder, "chezz", cache)


def test_compiling_fills_no_disk(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "BUILDING", Allowance(wall=20, cpu=20, folder=4 << 20, folder_files=200))
    script(folder, "run", "exit 0")
    for line in (
        "for i in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > $i; done; sleep 5",
        "i=0; while [ $i -lt 2000 ]; do : > f$i; i=$((i+1)); done",
    ):
        script(folder, "compile", line)
        with pytest.raises(BuildFailed, match="killed because its folder held too much"):
            built(folder, "chezz", cache)
    assert list(cache.root.glob("built/*")) == []


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("mkfifo pipe", "'pipe': expected files, folders and links"),
        ("rm -rf ./* && touch x", "expected a program called run in it"),
        ("rm run && ln -s /bin/true run", "'run': expected a link that stays inside .* to '/bin/true'"),
        ("ln -s ../../../../etc/passwd x", "'x': expected a link that stays inside the program's folder"),
        ("mkdir a && ln -s . a/b && ln -s a/b/../.. x", "'x': expected a link that stays inside"),
        ("rm run && mkdir run", "expected a program called run in it"),
    ],
)
def test_what_is_built_is_looked_over(folder: Path, cache: Cache, line: str, match: str) -> None:
    script(folder, "run", "exit 0")
    script(folder, "compile", line)
    with pytest.raises(BadEntrant, match=match):
        built(folder, "chezz", cache)
    assert list(cache.root.glob("built/*")) == []


def test_rights_that_a_build_has_taken_away_keep_nobody_out(folder: Path, cache: Cache) -> None:
    script(folder, "run", "exit 0")
    script(
        folder,
        "compile",
        "mkdir -p deep/er",
        "echo x > deep/er/file",
        "chmod u+s run",
        "chmod 0 deep/er/file deep/er deep .",
    )
    made = built(folder, "chezz", cache)
    assert (made.folder / "deep" / "er" / "file").read_text(encoding="utf-8") == "x\n"
    assert (made.folder / "run").stat().st_mode & 0o7777 == 0o755
