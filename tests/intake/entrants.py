"""Makes folders, archives and commits for tests, and sees that a source is refused."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.tree import BadEntrant
from ludus.text import make_printable
from tests.machines import MACHINE

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def tar_file(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as tar:
        for member, data in members:
            member.size = len(data) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(data))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def extract_bare(packed: Path, room: Path) -> None:
    """Unpack an archive as everybody did until Python began to look at the members."""
    with tarfile.open(packed) as tar:
        tar.extraction_filter = lambda member, _: member
        tar.extractall(room)


def zip_file(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for info, data in members:
            file.writestr(info, data)
    return path


def git(*arguments: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *map(str, arguments)],
        cwd=cwd,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout.strip()


def committed(folder: Path) -> str:
    git("init", "--quiet", cwd=folder)
    git("add", "--all", cwd=folder)
    git("commit", "--quiet", "--message", "first", cwd=folder)
    return git("rev-parse", "HEAD", cwd=folder)


def files_in(folder: Path) -> dict[str, bool]:
    """List the files of a folder, and which can be executed."""
    return {
        path.relative_to(folder).as_posix(): bool(path.stat().st_mode & 0o111)
        for path in sorted(folder.rglob("*"))
        if not path.is_dir()
    }


def refuse(source: str | Path, cache: Cache, match: str) -> None:
    """See that a source is refused in one harmless line, and that nothing of it stays."""
    with pytest.raises(BadEntrant, match=match) as caught:
        import_entrant(source, MACHINE.best_box, cache)
    text = str(caught.value)
    assert text == make_printable(text)
    assert list(cache.root.glob("entrants/*")) == []
