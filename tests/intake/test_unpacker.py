"""Archives are unpacked inside the sandbox: whoever takes over the script that does it has won nothing."""

from __future__ import annotations

import gzip
import random
import tarfile
import tracemalloc
from pathlib import Path

import pytest

from ludus.intake import archive, tree, unpacker
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.tree import BadEntrant, TreeWriter
from ludus.sandbox.box import RLIMITS
from tests.intake.entrants import files_in, refuse, zip_file
from tests.machines import MACHINE

FRAMES = """
def frame(data):
    return len(data).to_bytes(4, "big") + data
def write(*members):
    with open("members", "wb") as file:
        file.write(b"".join(map(frame, members)))
"""


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    return zip_file(tmp_path / "a.zip", ("run", b"x"))


def take_over(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    """Have other lines run where archives are unpacked, as if one had found a hole in the standard library."""
    script = folder / "script.py"
    script.write_text(f"{FRAMES}\n{lines}\n", encoding="utf-8")
    monkeypatch.setattr(unpacker, "__file__", str(script))


def test_headers_that_pile_up_do_not_fill_the_referees_memory(tmp_path: Path, cache: Cache) -> None:
    """Global headers stay for the rest of an archive, and each may bring new words."""
    pieces = []
    for number in range(200):
        words = b"".join(_pax_line(f"{number}x{word}") for word in range(900))
        header = tarfile.TarInfo("pax")
        header.type, header.size = tarfile.XGLTYPE, len(words)
        pieces += [header.tobuf(), words.ljust(-len(words) % 512 + len(words), b"\0")]
        pieces.append(tarfile.TarInfo(f".git/{number}").tobuf())
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(b"".join(pieces) + tarfile.TarInfo("run").tobuf() + bytes(1024)))
    tracemalloc.start()
    try:
        refuse(path, cache, "expected at most 100 words about the whole archive, found more")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 16 << 20


def _pax_line(key: str) -> bytes:
    line = f" {key}=1\n"
    return f"{len(line) + 2}{line}".encode()


def test_a_script_that_was_taken_over_sees_nothing_of_ours(
    packed: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not MACHINE.best_box.is_contained:
        pytest.skip("no sandbox here")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    lines = f"""
import os, socket
def tried(attempt):
    try:
        attempt()
    except (OSError, ImportError) as error:
        return b"no"
    return b"yes"
def load():
    import ludus
write(
    b"file\\0run\\0data", tried(lambda: open({str(tmp_path / "secret")!r})),
    tried(lambda: os.listdir({str(cache.root)!r})), tried(lambda: open({str(tmp_path / "new")!r}, "w")),
    tried(lambda: socket.create_connection(("127.0.0.1", 1), 1)), tried(load), b"", b"end",
)"""
    take_over(tmp_path, monkeypatch, lines)
    assert (import_entrant(packed, MACHINE.best_box, cache).folder / "run").read_bytes() == b"no" * 5
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        (r'b"file\0../evil\0data", b"evil", b"", b"end"', "expected a path inside the program's folder"),
        (r'b"file\0/evil\0data", b"evil", b"", b"end"', "expected a path inside the program's folder"),
        (r'b"link\0way\0/etc", b"end"', "expected a link that stays inside"),
        (r'b"link\0way\0.", b"file\0way/in\0data", b"", b"end"', "expected every name once"),
        (r'b"same\0mine\0other\0data", b"end"', "expected a hard link to an earlier file"),
        (r'b"file\0.git/config\0data", b"", b"end"', "does not come out whole"),
        (r'b"file\0run\0data", b"x"', "does not come out whole"),
        (r'b"folder\0lib"', "does not come out whole"),
        (r'b"odd\0member", b"end"', "does not come out whole"),
        (r'b"refused\0\x1b[2J\0\x1b]0;x\x07\0\x1bc"', r"expected \\x1b"),
        (r'b"broken\0" + b"\xff" * 50000', "expected a sound"),
    ],
)
def test_what_a_script_that_was_taken_over_has_written_is_not_believed(
    packed: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch, members: str, complaint: str
) -> None:
    take_over(tmp_path, monkeypatch, f"write({members})")
    refuse(packed, cache, complaint)
    assert list(tmp_path.rglob("evil")) == []


@pytest.mark.parametrize(
    "line", ["os.symlink({secret!r}, 'members')", "os.mkfifo('members')", "os.mkdir('members')", ""]
)
def test_a_file_of_members_that_is_none_is_neither_followed_nor_waited_for(
    packed: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes((3).to_bytes(4, "big") + b"end")
    take_over(tmp_path, monkeypatch, f"import os\n{line.format(secret=str(secret))}")
    refuse(packed, cache, "expected a sound .zip archive")


def test_a_script_that_never_ends_is_ended_by_the_deadline(
    packed: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_over(tmp_path, monkeypatch, "import os\nos.fork()\nwhile True: pass")
    monkeypatch.setattr(tree, "PATIENCE", 1.0)
    refuse(packed, cache, "expected a program that is imported within 1 s, found one that takes longer")


@pytest.mark.parametrize(
    "lines",
    [
        "data = [b'x' * (1 << 20) for _ in range(3000)]",
        "with open('members', 'wb') as file:\n    while True: file.write(bytes(1 << 20))",
        "raise SystemExit(7)",
    ],
)
def test_a_script_that_takes_more_than_it_may_is_stopped(
    packed: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch, lines: str
) -> None:
    take_over(tmp_path, monkeypatch, lines)
    refuse(
        packed,
        cache,
        "expected a .zip archive that can be unpacked, found that it was not, (killed|exit code)",
    )


def test_archives_are_unpacked_by_the_same_script_where_there_is_no_sandbox(
    packed: Path, cache: Cache
) -> None:
    box = next(box for box in MACHINE.boxes if box.tier == RLIMITS)
    assert files_in(import_entrant(packed, box, cache).folder) == {"run": False}


def test_members_with_wrong_bytes_are_planted_or_refused(tmp_path: Path) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    packed = zip_file(tmp_path / "a.zip", ("run", b"x" * 100), ("lib/a", b""), ("lib/b", b"y"))
    written = tmp_path / "members"
    with written.open("wb") as file:
        unpacker.unpack(packed, ".zip", archive.LIMITS, file)
    whole = written.read_bytes()
    complaints = 0
    for number in range(300):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 2, 5))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        written.write_bytes(data[: chance.choice((len(data), chance.randrange(len(data))))])
        (root := tmp_path / f"{number}").mkdir()
        try:
            archive.write_members(written, ".zip", len(whole), TreeWriter(root, "program"))
        except BadEntrant:
            complaints += 1
    assert complaints


def test_an_archive_that_changes_while_it_is_read_is_refused(
    packed: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else one program would be known under the hash of another."""
    other = zip_file(tmp_path / "b.zip", ("run", b"evil")).read_bytes()
    unpack = archive.unpack_file

    def changed(file: object, *rest: object) -> str:
        packed.write_bytes(other)
        return unpack(file, *rest)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(archive, "unpack_file", changed)
    refuse(packed, cache, "expected an archive that stays as it is")
