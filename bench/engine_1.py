"""Builds engine-1, the engine as it was at one commit, to play against: strength is measured from there.

    .venv/bin/python bench/engine_1.py pente --seconds 0.1      builds it if need be, and prints the player
    ludus match pente engine:seconds=0.1 "$(.venv/bin/python bench/engine_1.py pente --seconds 0.1)" --unsafe

The sources come out of git, the tools are those of .venv, and everything goes to build/engine-1. It is a program of its
own that speaks the engine protocol, so both engines have their own core, and each its own CPU clock.
"""

from __future__ import annotations

import argparse
import io
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = "engine-1"
COMMIT = "dfd196b342d88157c11fa3f086ccef696af66c97"
"""By its hash: not every clone brings tags along."""
GAMES = ("pente", "chezz", "checkers", "amazons")


def main() -> None:
    """Build the engine once, and print it as a player of the match."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=GAMES)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", help="CPU seconds a move")
    limit.add_argument("--nodes", help="positions a move")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / NAME, help="where it is built")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if not (folder / "ready").exists():
        build(folder)
    given = {"seconds": options.seconds, "nodes": options.nodes}
    settings = "".join(f"{key}={value}," for key, value in given.items() if value is not None)
    print(f"process:{settings}command={sys.executable} -S {folder / 'play.py'} engine {options.game}")


def build(folder: Path) -> None:
    """Take the sources of the commit out of git and build its core beside its package."""
    shutil.rmtree(folder, ignore_errors=True)
    sources, built, package = folder / "sources", folder / "build", folder / "package"
    archive = run("git", "-C", str(ROOT), "archive", COMMIT)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(sources, filter="data")
    cmake = (sys.executable, "-m", "cmake")
    tools = (
        f"-DCMAKE_MAKE_PROGRAM={Path(sys.executable).parent / 'ninja'}",
        f"-DPython_EXECUTABLE={sys.executable}",
    )
    run(*cmake, "-S", str(sources), "-B", str(built), "-G", "Ninja", *tools)
    run(*cmake, "--build", str(built))
    shutil.copytree(sources / "src" / "ludus", package / "ludus")
    (core,) = built.glob("_native*.so")
    shutil.copy(core, package / "ludus")
    (folder / "play.py").write_text(
        f"import sys\nsys.path.insert(0, {str(package)!r})\nfrom ludus.cli import main\nsys.exit(main())\n"
    )
    (folder / "ready").touch()


def run(*command: str) -> bytes:
    """Run a command and return what it prints; stop with what it complains of."""
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(
            f"error: {' '.join(command)}\n{(done.stdout + done.stderr).decode(errors='replace')[-2000:]}"
        )
    return done.stdout


if __name__ == "__main__":
    main()
