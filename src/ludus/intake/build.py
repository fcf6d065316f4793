"""Builds entrants inside the sandbox, once for each content and each set of tools, and keeps the log.

The contest's recipe says what is to be done. What is built lies in our cache beside its log. Of what `calibrate`
writes, only `calibration.txt` is kept, as in the contest.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path

from ludus.intake.cache import Cache, move_into_place
from ludus.intake.entrant import Entrant
from ludus.intake.folder import copy_folder
from ludus.intake.links import check_links
from ludus.intake.recipe import Recipe, RecipeFor, check_program
from ludus.intake.tree import BuildFailed, MissingTool, TreeWriter, keep_spelling
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.files import make_readable, read_regular, write_file
from ludus.sandbox.reply_text import describe_end, quote_stderr
from ludus.sandbox.run import run
from ludus.sandbox.workspace import open_workspace
from ludus.text import make_printable, quote
from ludus.turn import Reply, Request

OnStep = Callable[[str, str], AbstractContextManager[None]]
"""Called with the name of an entrant and of a step; its context lasts as long as the step."""
EDITION = "2"
"""Changes when the same program would be built differently."""
BUILDING = Allowance(wall=300, cpu=300, file=256 << 20, files=1024)
"""What one step may use; five minutes are what the Pente contest gives `calibrate`."""
CALIBRATION = "calibration.txt"
LONGEST_ERROR = 200
PACKAGES = {"g++": "g++", "javac": "default-jdk-headless", "java": "default-jdk-headless", "make": "make"}
"""The Debian packages that bring the tools."""


@dataclass(frozen=True, slots=True)
class Built:
    """A program that can be started."""

    folder: Path
    """What each game begins with; never written to."""
    command: tuple[str, ...]
    """How it is started in a copy of that folder."""
    log: Path | None
    """The log of building it; None where nothing had to be done."""


def ignore_step(_who: str, _step: str) -> AbstractContextManager[None]:
    """Show no progress."""
    return nullcontext()


def build(
    entrant: Entrant,
    make_recipe: RecipeFor,
    box: Box,
    cache: Cache | None = None,
    on_step: OnStep = ignore_step,
) -> Built:
    """Build an entrant for a contest, unless that has been done; raise `BadEntrant` where it cannot play, `MissingTool` where we cannot build it."""
    recipe = make_recipe(entrant.folder, _describe(entrant))
    if not recipe.steps and not recipe.calibrating:
        check_program(entrant.folder, recipe.starting, _describe(entrant), has_sources=recipe.has_sources)
        return Built(entrant.folder, recipe.starting, None)
    cache = cache or Cache()
    key = _hash_inputs(entrant, recipe, box)
    done = cache.folder("built") / key
    built = Built(done / "files", recipe.starting, done / "log")
    with ExitStack() as stack:
        stack.enter_context(cache.recognise_faults())
        with on_step(entrant.name, "waiting for another process that builds the same"):
            stack.enter_context(cache.lock(key))
        if not done.is_dir():
            failed = cache.folder("failed") / f"{key[:16]}.log"
            with cache.make_draft("built") as draft:
                with contextlib.closing(_BuildSite(draft, entrant, box, cache, failed, on_step)) as site:
                    site.build(recipe)
                move_into_place(draft / "done", done)
            failed.unlink(missing_ok=True)
    return built


def _describe(entrant: Entrant) -> str:
    return f"program {quote(make_printable(entrant.source))}"


# Building


class _BuildSite:
    """Where one entrant is built."""

    def __init__(
        self, draft: Path, entrant: Entrant, box: Box, cache: Cache, failed: Path, on_step: OnStep
    ) -> None:
        self._workspace = open_workspace(box)
        self._work = self._workspace.folder
        self._done = draft / "done"
        self._entrant = entrant
        self._where = _describe(entrant)
        self._on_step = on_step
        self._box = box
        self._cache = cache
        self._failed = failed
        self._log: list[str] = []

    def build(self, recipe: Recipe) -> None:
        """Run all steps in a copy, and keep the result."""
        shutil.copytree(self._entrant.folder, self._work, symlinks=True)
        for step in recipe.steps:
            self._run_step(step)
        files = self._done / "files"
        files.mkdir(parents=True)
        try:
            with self._cache.recognise_faults():
                make_readable(self._work)
                written = TreeWriter(files, self._where, spell=keep_spelling)
                copy_folder(self._work, written)
        except OSError as error:
            raise self._make_failure(f"what was built cannot be read: {error}") from error
        check_links(files, self._where)
        check_program(files, recipe.starting, self._where, has_sources=recipe.has_sources)
        if recipe.calibrating:
            check_program(files, recipe.calibrating, self._where)
            self._run_step(recipe.calibrating)
            data = read_regular(self._work / CALIBRATION)
            if data is not None:
                # With a file too many, no game could begin in a folder that holds no more.
                written.check_count(1)
                write_file(files, CALIBRATION, data)
        self._write_log(self._done / "log")

    def close(self) -> None:
        """Remove the copy."""
        self._workspace.close()

    def _run_step(self, command: tuple[str, ...]) -> None:
        """Run one step."""
        tool = command[0]
        if tool in PACKAGES and shutil.which(tool) is None:
            raise MissingTool(
                f"{self._where}: {tool} is needed and not installed; install Debian's package {PACKAGES[tool]}"
            )
        with self._on_step(self._entrant.name, f"building, {_name_step(command)}"):
            reply = run(command, Request(), self._workspace, BUILDING, box=self._box)
        self._log.append(f"$ {' '.join(command)}")
        self._log += (*_decode_lines(reply.stdout), *_decode_lines(reply.stderr))
        self._log.append(f"{describe_end(reply)}, {reply.cpu_seconds:.2f} s of CPU time")
        if reply.exit_code:
            raise self._make_failure(
                f"{_name_step(command)} failed, {describe_end(reply)}{_quote_failure(reply)}"
            )

    def _make_failure(self, why: str) -> BuildFailed:
        self._write_log(self._failed)
        error = BuildFailed(f"{self._where}: {why} (log: {self._failed})")
        error.log = self._failed
        return error

    def _write_log(self, path: Path) -> None:
        path.write_text("".join(f"{line}\n" for line in self._log), encoding="utf-8")


def _name_step(command: tuple[str, ...]) -> str:
    """Name a step by the entrant's file, or else by its tool."""
    names = [word for word in command if word.startswith(("homework.", "calibrate."))]
    return names[-1] if names else command[-1].removeprefix("./")


def _decode_lines(data: bytes) -> Iterator[str]:
    return map(make_printable, data.decode(errors="backslashreplace").splitlines())


def _quote_failure(reply: Reply) -> str:
    """Quote the first error of a compiler, or else the end of what was written."""
    errors = (line for line in reply.stderr.decode(errors="replace").splitlines() if ": error: " in line)
    text = make_printable(next(errors, "")[:LONGEST_ERROR]) or quote_stderr(reply)
    return f": {text}" if text else ""


# What it was built with


def _hash_inputs(entrant: Entrant, recipe: Recipe, box: Box) -> str:
    """Hash everything that the result depends on."""
    tools = sorted({command[0] for command in (*recipe.steps, recipe.starting)} & PACKAGES.keys())
    # A script or a Makefile may call anything; a compiler is likely.
    if ("make",) in recipe.steps or ("./compile",) in recipe.steps:
        tools += ["g++"]
    parts = [EDITION, entrant.hash, repr(recipe), box.tier, *box.shown, platform.machine(), sys.version]
    parts += [f"{tool} {box.machine.read_version(tool)}" for tool in tools]
    if recipe.calibrating:
        # Calibration has measured this computer, and a cache may be shared with others.
        parts += [platform.node(), _read_processor()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _read_processor() -> str:
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            return next((line.strip() for line in file if line.startswith("model name")), "")
    except OSError:
        return ""
