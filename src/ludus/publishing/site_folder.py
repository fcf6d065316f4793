"""The folder of a site: pages that have not changed are not written again, and pages that are no longer meant go away.

`PAGES` lists the pages of ours, each with a hash of what it was made from where that saves making it again. A page is
listed before it is written, so that after a kill nothing is left that nobody knows of; what somebody else has put into
the folder is never touched. Every file is replaced as a whole.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.errors import BadOption

PAGES = ".pages.json"
ASSETS = ("site.css", "board.js", "tables.js", "favicon.svg")


class SiteFolder:
    """A folder of pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"{folder}: expected a folder that can be written: {error.strerror}") from error
        self._before = self._read_list()
        self._now: dict[str, str] = {}
        self._new: list[Path] = []

    @property
    def written(self) -> int:
        """The number of files that were written."""
        return len(self._new)

    def expect(self, pages: Mapping[str, str]) -> None:
        """List the pages that are about to be written, with their origins."""
        meant = {**pages, **dict.fromkeys((f"assets/{name}" for name in ASSETS), "")}
        changed = {path for path, origin in meant.items() if self._before.get(path) != origin}
        if changed:
            self._write_list({**self._before, **dict.fromkeys(changed, "")})

    def is_current(self, path: str, origin: str) -> bool:
        """Tell whether a page that was made from the same is there, and keep it."""
        if self._before.get(path) != origin or not (self.folder / path).is_file():
            return False
        self._now[path] = origin
        return True

    def write(self, path: str, text: str, origin: str = "") -> None:
        """Write a page, unless the same is there; `origin` is a hash of what it was made from."""
        place = self.folder / path
        self._now[path] = origin
        with suppress(OSError, UnicodeDecodeError):
            if place.read_text(encoding="utf-8") == text:
                return
        made = place.with_name(f".{place.name}.new")  # Whoever is killed here leaves it to the next run.
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(text, encoding="utf-8")
            made.replace(place)
        except OSError as error:
            # The errors of an open file do not name it.
            raise OSError(error.errno, error.strerror, str(place)) from error
        self._new.append(place)

    def finish(self) -> None:
        """Write what all pages share, and remove pages of ours that are no longer meant."""
        for name in ASSETS:
            text = files("ludus.publishing").joinpath("assets", name).read_text(encoding="utf-8")
            self.write(f"assets/{name}", text)
        for path in self._before.keys() - self._now.keys():
            (self.folder / path).unlink(missing_ok=True)
        self._sync()
        if self._now != self._before:
            self._write_list(self._now)

    def _sync(self) -> None:
        """Wait until all new pages are on the disk: all at once, which is many times faster than one by one."""
        for place in self._new:
            with place.open("rb") as file:
                os.fsync(file.fileno())

    def _read_list(self) -> dict[str, str]:
        with suppress(OSError, ValueError):
            found = json.loads((self.folder / PAGES).read_text(encoding="utf-8"))
            if isinstance(found, dict):
                return {path: str(origin) for path, origin in found.items() if _is_ours(path)}
        return {}

    def _write_list(self, pages: Mapping[str, str]) -> None:
        lines = [f"{json.dumps(path)}: {json.dumps(pages[path])}" for path in sorted(pages)]
        write_atomically(self.folder / PAGES, "{\n" + ",\n".join(lines) + "\n}\n")


def _is_ours(path: str) -> bool:
    """Tell whether a path stays inside the folder, whoever has written the list."""
    return not Path(path).is_absolute() and ".." not in Path(path).parts
