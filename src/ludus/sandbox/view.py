"""What a contained program sees of the system: tools and libraries, a bare Python, and the folders that the organiser shows.

Nothing of Ludus is visible, wherever it is installed, because a program that finds Ludus could use its engine:

    /usr, /usr/local   only the usual folders, and in these no site-packages or dist-packages of any Python
    python3            the Python that Ludus was installed for, without what was installed into it
    Ludus              its package, its environment and its sources, if they lie in one of these folders, are covered

What is covered appears as an empty folder. Shown folders come on top, and are in Python's module path.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PATHS = ("/ludus/bin", "/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games")
"""Where a contained program finds its tools; its Python is in the first."""
PACKAGE = Path(__file__).resolve().parents[1]
_SYSTEM = (Path("/usr"), Path("/usr/local"))
_LINKED = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Links into `/usr` today, folders on older systems."""
_ARRANGED = ("/usr", "/usr/local", "/etc", "/proc", "/dev/shm", "/tmp", "/play", "/ludus", *_LINKED)
_USUAL = ("bin", "etc", "games", "include", "lib*", "local", "man", "sbin", "share")
_INSTALLED = ("site-packages", "dist-packages")


def make_view_options(shown: tuple[str, ...]) -> tuple[str, ...]:
    """Make bubblewrap's options for all this; later options cover earlier ones."""
    python = find_python()
    unusual = [path for prefix in _SYSTEM for path in _find_unusual_folders(prefix)]
    covered = list(
        _drop_nested(path for path in (*_find_installed(), *find_own_places()) if _is_visible(path))
    )
    words = ["--ro-bind", "/usr", "/usr", *_repeat_option("--tmpfs", unusual)]
    for path in (*map(Path, _LINKED), *find_libraries()):
        words += _make_bind_options(path)
    if not _is_visible(python):
        words += _make_bind_options(python)
    words += _repeat_option("--tmpfs", covered)
    for command in _find_own_commands():
        words += ("--ro-bind", os.devnull, str(command))
    for name in shown:
        words += ("--ro-bind", name, name)
    words += _repeat_option("--remount-ro", [*unusual, *covered])
    for name in ("python", "python3"):
        words += ("--symlink", str(python), f"{PATHS[0]}/{name}")
    return tuple(words)


def find_python() -> Path:
    """Find the interpreter that our environment was made from, or that runs us where there is no environment."""
    return Path(getattr(sys, "_base_executable", "") or sys.executable).resolve()


def find_libraries() -> tuple[Path, ...]:
    """List the folders of that interpreter's libraries, where they lie apart from the system's."""
    return tuple(path for prefix in _find_prefixes() for path in sorted(prefix.glob("lib*")) if path.is_dir())


def find_own_places() -> tuple[Path, ...]:
    """List where this Ludus is: its package, its metadata, its sources, its environment."""
    places = [PACKAGE, *PACKAGE.parent.glob("*ludus*.dist-info")]
    if (PACKAGE.parents[1] / "pyproject.toml").is_file():
        places.append(PACKAGE.parents[1])
    if sys.prefix != sys.base_prefix:
        places.append(Path(sys.prefix).resolve())
    if sys.pycache_prefix is not None:
        places.append(Path(sys.pycache_prefix).resolve())
    return tuple(places)


def explain_hidden(folder: Path, cache: Path) -> str:
    """Say why programs may not be shown a folder, empty if they may; `cache` is where we keep all programs."""
    real = folder.resolve()
    if not real.is_dir():
        return "found none there"
    if any(place.is_relative_to(real) for place in map(Path, _ARRANGED)):
        return "found a part of the sandbox itself"
    if cache.is_relative_to(real) or real.is_relative_to(cache):
        return "found the programs of all contestants in it"
    if real.is_relative_to(PACKAGE) or any(place.is_relative_to(real) for place in find_own_places()):
        return "found Ludus in it"
    copies = (path for path, names, _ in os.walk(real) if "ludus" in names and _is_ludus(Path(path, "ludus")))
    return next((f"found Ludus in it ({path})" for path in copies), "")


def _is_ludus(folder: Path) -> bool:
    return (folder / "turn.py").is_file() or any(folder.glob("_native*"))


def _find_prefixes() -> tuple[Path, ...]:
    """List the places of our Python, apart from the system's."""
    own = (Path(name).resolve() for name in (sys.base_prefix, sys.base_exec_prefix))
    return tuple(path for path in dict.fromkeys(own) if path not in (*_SYSTEM, Path("/")))


def _find_unusual_folders(prefix: Path) -> Iterator[Path]:
    for path in sorted(prefix.glob("*")):
        if not path.is_symlink() and not any(map(path.match, _USUAL)) and _is_worth_covering(path):
            yield path


def _find_installed() -> Iterator[Path]:
    """Find what was installed into any Python here; links are resolved."""
    for prefix in (*_SYSTEM, *_find_prefixes()):
        for name in _INSTALLED:
            yield from (path.resolve() for path in sorted(prefix.glob(f"lib*/*/{name}")) if path.is_dir())


def _find_own_commands() -> Iterator[Path]:
    for path in dict.fromkeys(Path(folder, "ludus").resolve() for folder in PATHS[1:]):
        if path.is_file() and _is_visible(path):
            yield path


def _is_visible(path: Path) -> bool:
    """Tell whether a path is visible to programs."""
    if any(path.is_relative_to(folder) for folder in (*map(Path, _LINKED), *find_libraries())):
        return True
    for prefix in reversed(_SYSTEM):
        if path.is_relative_to(prefix):
            inner = path.relative_to(prefix).parts[:1]
            return any(Path(*inner).match(usual) for usual in _USUAL)
    return False


def _drop_nested(paths: Iterable[Path]) -> Iterator[Path]:
    """Leave out paths that lie in another one."""
    wanted = dict.fromkeys(paths)
    for path in wanted:
        if not any(above in wanted for above in path.parents) and _is_worth_covering(path):
            yield path


def _is_worth_covering(path: Path) -> bool:
    """Tell whether a path is a folder with content: each cover costs every move a fifth of a millisecond."""
    try:
        return path.is_dir() and any(path.iterdir())
    except OSError:
        return True


def _make_bind_options(path: Path) -> tuple[str, ...]:
    if path.is_symlink():
        return ("--symlink", str(path.readlink()), str(path))
    return ("--ro-bind", str(path), str(path)) if path.exists() else ()


def _repeat_option(option: str, paths: Iterable[Path]) -> list[str]:
    return [word for path in paths for word in (option, str(path))]
