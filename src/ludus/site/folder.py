"""The folder of a site: every file appears whole, files of ours that are no longer meant go away, others stay."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.errors import BadOption

LIST = ".ludus-site.json"
"""Names the files of ours, so that the folder is known again."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the files by their paths below the folder; return how many have changed."""
    before = _check(folder)
    folder.mkdir(parents=True, exist_ok=True)
    # Listed before it is written: after a kill nothing is left that nobody knows of.
    write_atomically(folder / LIST, _write_list({*before, *files}))
    changed = [path for path, content in files.items() if _write(folder / path, content)]
    for path in before - set(files):
        (folder / path).unlink(missing_ok=True)
    write_atomically(folder / LIST, _write_list(files))
    return len(changed)


def _check(folder: Path) -> set[str]:
    """Return the files that an earlier site has left here; refuse a folder that holds something else."""
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise BadOption(f"{folder}: expected a folder that can be written: {error.strerror}") from error
    if LIST in names:
        return _read_list(folder / LIST)
    if names:
        raise BadOption(f"{folder}: expected an empty folder or a site of ours, found {min(names)!r} in it")
    return set()


def _read_list(path: Path) -> set[str]:
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, list):
            return {each for each in found if isinstance(each, str) and _is_inside(each)}
    return set()


def _is_inside(path: str) -> bool:
    """Tell whether a path stays in the folder, whoever has written the list."""
    return not Path(path).is_absolute() and ".." not in Path(path).parts


def _write_list(paths: set[str] | Mapping[str, bytes]) -> str:
    return json.dumps(sorted(paths), indent=0) + "\n"


def _write(place: Path, content: bytes) -> bool:
    with suppress(OSError):
        if place.read_bytes() == content:
            return False
    made = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with made.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        made.replace(place)
    except OSError as error:
        made.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(place)) from error
    return True
