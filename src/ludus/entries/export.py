"""Writes a contest folder that runs where Ludus is not installed.

The folder holds the contest's scripts, the part of the package that they import (the sources, and compiled in
one file, see bundle_loader.py), the native module if they use it, and a stamp that says what it is, with the checksums of the
scripts. It can be copied anywhere. In Chezz a native program lies beside the script, and `compile` puts it in the script's place on machines on which it
plays; everywhere else, and without that step, the script plays.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import marshal
import os
import py_compile
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludus import __version__
from ludus.entries.bundle_loader import make_head
from ludus.errors import BadOption
from ludus.games.amazons_board import is_name
from ludus.text import quote

PACKAGE = Path(__file__).resolve().parents[1]
STARTER = PACKAGE / "entries" / "bundle_loader.py"
STAMP, BUNDLE = "LUDUS.txt", "ludus.bundle"


@dataclass(frozen=True, slots=True)
class Script:
    """One file that the contest runs: what it calls, and its description."""

    module: str
    function: str
    about: str


SCRIPTS: dict[str, dict[str, Script]] = {
    "pente": {
        "homework.py": Script("ludus.entries.pente", "main", "The Pente contest's agent"),
        "calibrate.py": Script(
            "ludus.entries.pente", "calibrate", "Measures the machine for the Pente agent"
        ),
    },
    "chezz": {"run": Script("ludus.entries.chezz", "main", "The Chezz contest's program")},
    "checkers": {"checkers": Script("ludus.entries.checkers", "main", "The Checkers contest's program")},
    "amazons": {"game": Script("ludus.entries.amazons", "main", "The Amazons contest's program")},
}
_COMPILE = """\
#!/bin/sh
# `run` needs no building. Where the native program beside it plays a move on this machine, a copy of that takes its place,
# because it starts in a tenth of the time; what it does not understand it leaves to run.py.
exec >/dev/null 2>&1
CDPATH= cd -- "$(dirname -- "$0")" || exit 0
program=run.py
native=run.$(uname -s)-$(uname -m)
# It knows the standard rules alone, so a script that may have been given others is not replaced by it: one whose checksum
# is not in the stamp.
is_as_exported() {
  sum=$(sha256sum <"$1") && grep -qx "run ${sum%% *}" LUDUS.txt
}
if is_as_exported run.py; then
  if [ "$(head -c 2 run)" = "#!" ] && ! is_as_exported run; then
    program=
  elif [ -x "$native" ]; then
    answer=$("./$native" <<END
w 0 1 0
{ a1: 'wK', h8: 'bK' }
END
    )
    case $answer in "b 0 1 1"*) program=$native ;; esac
    rm -f history.txt
  fi
fi
if [ -f "$program" ]; then
  rm -f run.new && cp "$program" run.new && chmod 755 run.new && mv -f run.new run || rm -f run.new
fi
# One start with no board makes Python keep the compiled modules, where it may, so that no move pays for that.
./run </dev/null
exit 0
"""
PLAIN_FILES = {"chezz": {"compile": _COMPILE}}
NATIVE_PROGRAMS = {"chezz": PACKAGE / "_chezz_program"}
"""The contests with a program that needs no interpreter, where it was built."""
NAMED = ("chezz", "amazons")
"""The contests in which a program has a name: a file beside the script holds it."""


class BadFolder(BadOption):
    """A folder that cannot be written, or that is not ours to write into."""


def write_script(script: Script, package: str, *, bundled: bool) -> str:
    """Write the small file that the contest runs; `package` is the path from its folder to the package's."""
    bundle = (
        f'    from ludus_bundle_loader import use_bundle\n\n    use_bundle(here + "/{BUNDLE}")\n'
        if bundled
        else ""
    )
    return f'''\
#!/usr/bin/env -S python3 -I -S
"""{script.about}; {script.module.replace(".", "/")}.py does the work."""

import sys
from posix import _exit, readlink

if sys.version_info < (3, 11):
    sys.exit("error: Ludus needs Python 3.11 or newer, this is " + sys.version.split()[0])
here = __file__.rpartition("/")[0]
try:
    link = readlink(__file__)
    here = (link if link[0] == "/" else here + "/" + link).rpartition("/")[0]
except OSError:
    pass  # not a link, so the package is where this file is
sys.path.insert(0, here + "{package}")
try:
{bundle}    from {script.module} import {script.function}
except ImportError as error:
    sys.exit(f"error: {{__file__}}: expected the folder ludus where this file looks for it: {{error}}")

# Without the interpreter's last rites: they are CPU time, and the contest charges it.
_exit({script.function}())
'''


def write_folder(game: str, folder: Path, name: str = "") -> list[str]:
    """Write the entry for a game into a new or empty folder; return the names of the contest's files."""
    if game not in SCRIPTS:
        raise BadFolder(f"no contest is known for {quote(game)}; there are {', '.join(SCRIPTS)}")
    _check_name(game, name)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadFolder(f"{folder}: expected a new or an empty folder")
        folder = folder.resolve()
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Next to its final place, so that it can be renamed there atomically.
        made = Path(tempfile.mkdtemp(prefix=".ludus-entry-", dir=folder.parent))
        try:
            names = _fill(game, made, name or "Ludus")
            _open_to_all(made)
            if folder == Path.cwd():
                # The current folder cannot be replaced, but the content can be moved into it.
                for child in made.iterdir():
                    child.replace(folder / child.name)
                made.rmdir()
            else:
                made.replace(folder)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
    except OSError as error:
        raise BadFolder(f"{folder}: cannot be written: {error.strerror or error}") from error
    return names


def _open_to_all(folder: Path) -> None:
    """Let every user read the folder, whatever the umask: a contest may run it as another."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def _check_name(game: str, name: str) -> None:
    if name and game not in NAMED:
        raise BadFolder(f"--name: programs of the {game} contest have no names")
    if not name.isprintable() or len(name) > 60 or (name and not name.strip()):
        raise BadFolder(f"--name: expected one line of up to 60 printable characters, found {quote(name)}")
    if game == "amazons" and name and not is_name(name):
        raise BadFolder(
            f"--name: expected up to 15 characters, no spaces, no quotation marks, found {quote(name)}"
        )


def _fill(game: str, folder: Path, name: str) -> list[str]:
    modules = sorted({path for script in SCRIPTS[game].values() for path in find_needed_files(script.module)})
    for path in modules:
        copy = folder / path.relative_to(PACKAGE.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    shutil.copyfile(STARTER, folder / "ludus_bundle_loader.py")
    (folder / BUNDLE).write_bytes(bundle([path for path in modules if path.suffix == ".py"]))
    _compile(folder / "ludus_bundle_loader.py", folder)
    scripts = {file: write_script(script, "", bundled=True) for file, script in SCRIPTS[game].items()}
    texts = scripts | PLAIN_FILES.get(game, {})
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
        (folder / file).chmod(0o755)
    native = _add_native_program(game, folder)
    if game in NAMED:
        (folder / "name").write_text(f"{name}\n", encoding="utf-8")
        texts["name"] = name
    (folder / STAMP).write_text(_make_stamp(game, modules + native, scripts), encoding="utf-8")
    return list(texts)


def _add_native_program(game: str, folder: Path) -> list[Path]:
    """Add the program that `compile` may put in the place of the script, and the script under the name by which it is then found."""
    program = NATIVE_PROGRAMS.get(game)
    if program is None or not program.is_file():
        return []
    system = os.uname()
    (file,) = SCRIPTS[game]
    shutil.copy(program, folder / f"{file}.{system.sysname}-{system.machine}")
    shutil.copy(folder / file, folder / f"{file}.py")
    return [program]


def _make_stamp(game: str, files: list[Path], scripts: dict[str, str]) -> str:
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    lines = [f"ludus {__version__}", f"game {game}", f"python {python}", f"sources {digest}"]
    lines += [f"{file} {hashlib.sha256(text.encode()).hexdigest()}" for file, text in scripts.items()]
    return "\n".join(lines) + "\n"


def bundle(modules: list[Path]) -> bytes:
    """Compile modules into one file, without docstrings, which only cost time."""
    codes = {}
    for path in modules:
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        tree = ast.parse(path.read_bytes())
        # The flag does what the import of __future__ would, and spares loading that module.
        tree.body = [node for node in tree.body if not _is_future(node)]
        flags = __future__.annotations.compiler_flag
        code = compile(tree, "/".join(parts) + ".py", "exec", flags=flags, dont_inherit=True, optimize=2)
        codes[name] = (is_package, marshal.dumps(code))
    data = marshal.dumps(codes)
    return make_head(data) + data


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _compile(copy: Path, folder: Path) -> None:
    py_compile.compile(
        str(copy),
        dfile=str(copy.relative_to(folder)),
        doraise=True,
        # Unchecked, because copying the folder may change file times.
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )


def find_needed_files(module: str) -> set[Path]:
    """Find every file of the package that a module imports, now or later, and those that these import."""
    found: set[Path] = set()
    waiting = [module]
    if not (PACKAGE.parent / f"{module.replace('.', '/')}.py").is_file():
        raise BadFolder(f"{module}: the package has no such module")
    while waiting:
        name = waiting.pop()
        for path in _find_files(name):
            if path not in found:
                found.add(path)
                if path.suffix == ".py":
                    waiting += _list_imports(path)
    return found


def _find_files(module: str) -> Iterator[Path]:
    """Yield the file of a module and of its parent packages; nothing for a name that is no module."""
    parts = module.split(".")
    for length in range(1, len(parts) + 1):
        place = PACKAGE.parent.joinpath(*parts[:length])
        yield from (path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file())
        yield from place.parent.glob(f"{place.name}.*.so")


def _list_imports(path: Path) -> Iterator[str]:
    for node in _run_time_nodes(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("ludus"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludus"):
            # What is imported from a package may be one of its modules.
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _run_time_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk the code without what only type checkers see and without the lists of all games and formats."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            continue
        yield node
        yield from _run_time_nodes(node)
