"""The files of the pages: scripts, styles, pictures, the core as WebAssembly; kept in memory, packed once."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "web" / "assets"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
LONGEST_NAME = 200
"""No file of ours has a longer path; a file system may refuse to look for one."""
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*")
_PACKED_ALREADY = (".png", ".ico")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    content: bytes
    packed: bytes
    """The same, compressed; empty where that gains nothing."""
    type: str
    tag: str
    """The hash of its content, by which a browser asks whether its copy is still good."""


class Assets:
    """The files of one folder; a file that has changed on the disk is read again."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._read: dict[str, tuple[int, int, Asset]] = {}

    def find(self, name: str) -> Asset | None:
        """Find a file by its path below the folder; None for anything else."""
        kind = TYPES.get(Path(name).suffix)
        if kind is None or len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
            return None
        path = self._folder / name
        # A link may lead elsewhere, so what counts is where it leads.
        if not path.resolve().is_relative_to(self._folder) or not path.is_file():
            return None
        found = path.stat()
        kept = self._read.get(name)
        if kept is None or kept[:2] != (found.st_mtime_ns, found.st_size):
            kept = self._read[name] = found.st_mtime_ns, found.st_size, _read_asset(path, kind)
        return kept[2]


def _read_asset(path: Path, kind: str) -> Asset:
    content = path.read_bytes()
    packed = b"" if path.suffix in _PACKED_ALREADY else gzip.compress(content, mtime=0)
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return Asset(content, packed if len(packed) < len(content) else b"", kind, tag)
