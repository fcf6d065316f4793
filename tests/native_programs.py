"""The programs in C++ that tests run: each is compiled once for its sources, and kept in `build/tests`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT

NATIVE = ROOT / "native"
KEPT = ROOT / "build" / "tests"


def find_compiler(name: str) -> str:
    """Find a compiler, or skip the test."""
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


def compile_program(compiler: str, source: str, options: Sequence[str], more: Path | None = None) -> Path:
    """Compile a program of `tests/native` without a warning, unless it was compiled from the same sources before.

    Headers come from `native`, and from one further folder.
    """
    path, command = ROOT / "tests" / "native" / source, [find_compiler(compiler), *options]
    folders = [NATIVE, more] if more else [NATIVE]
    name = f"{path.stem}-{Path(compiler).name}-"
    program = KEPT / f"{name}{_hash_sources(command, [path, *_list_headers(folders)])}"
    if not program.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        draft = program.with_name(f"{program.name}.{os.getpid()}")
        includes = [f"-I{folder}" for folder in folders]
        built = subprocess.run(
            [*command, *includes, str(path), "-o", str(draft)], capture_output=True, text=True, check=False
        )
        assert (built.returncode, built.stderr) == (0, "")
        draft.rename(program)
        # Those of earlier sources; what another process is just compiling has a full stop in its name.
        for old in KEPT.glob(f"{name}*"):
            if old != program and "." not in old.name:
                old.unlink(missing_ok=True)
    return program


def _list_headers(folders: Sequence[Path]) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.rglob("*.hpp"))]


def _hash_sources(command: Sequence[str], sources: Sequence[Path]) -> str:
    digest = hashlib.sha256(subprocess.run([command[0], "--version"], capture_output=True, check=True).stdout)
    for part in (" ".join(command).encode(), *(path.read_bytes() for path in sources)):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:16]
