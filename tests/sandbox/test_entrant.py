"""Entrants: folders, archives and git addresses; what is in them is kept, what is wrong with them does no harm.

Attacks are shown twice: done bare, in a bounded form, they work; on the way in they are refused.
"""

from __future__ import annotations

import gzip
import io
import os
import random
import stat
import subprocess
import tarfile
import time
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ludus.games.base import harmless
from ludus.sandbox import archive, tree
from ludus.sandbox.cache import Cache
from ludus.sandbox.entrant import Entrant, take_in
from ludus.sandbox.git import is_git_address, read_address
from ludus.sandbox.tree import BadEntrant, Planting, content_hash
from ludus.sandbox.words import LONGEST_NAME, clean_name

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """Give a folder with a program in it."""
    folder = tmp_path / "agent"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "run").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (folder / "run").chmod(0o755)
    (folder / "deep" / "er" / "book.txt").write_text("e4", encoding="utf-8")
    (folder / "link").symlink_to("deep/er/book.txt")
    return folder


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
        take_in(source, cache)
    text = str(caught.value)
    assert text == harmless(text)
    assert list(cache.root.glob("entrants/*")) == []


# The same program, however it comes


SHAPES: dict[str, Callable[[Path, Path], Path]] = {
    "zip": lambda agent, path: _packed(agent, path, "zip"),
    "tar": lambda agent, path: _packed(agent, path, "tar"),
    "tar.gz": lambda agent, path: _packed(agent, path, "gztar"),
    "tar.xz": lambda agent, path: _packed(agent, path, "xztar"),
    "tar.bz2": lambda agent, path: _packed(agent, path, "bztar"),
}


def _packed(agent: Path, path: Path, form: str) -> Path:
    path.unlink(missing_ok=True)
    if form == "zip":
        with zipfile.ZipFile(path, "w") as file:
            for child in sorted(agent.rglob("*")):
                info = zipfile.ZipInfo(f"agent/{child.relative_to(agent).as_posix()}")
                info.external_attr = child.lstat().st_mode << 16
                if child.is_symlink():
                    file.writestr(info, str(child.readlink()))
                elif child.is_file():
                    file.writestr(info, child.read_bytes())
        return path
    mode = {"tar": "w", "gztar": "w:gz", "xztar": "w:xz", "bztar": "w:bz2"}[form]
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]  # the mode is one of them
        tar.add(agent, "agent")
    return path


@pytest.mark.parametrize("shape", SHAPES)
def test_an_archive_is_the_same_entrant_as_its_folder(
    agent: Path, tmp_path: Path, cache: Cache, shape: str
) -> None:
    """An archive whose one top folder holds everything is entered; executable bits and links are kept."""
    packed = SHAPES[shape](agent, tmp_path / f"Zeno.{shape}")
    first, second = take_in(agent, cache), take_in(packed, cache)
    assert first.hash == second.hash
    assert first.folder == second.folder
    assert (first.name, second.name) == ("agent", "Zeno")
    assert files_in(second.folder) == {"deep/er/book.txt": False, "link": False, "run": True}
    assert (second.folder / "link").readlink() == Path("deep/er/book.txt")


def test_a_commit_is_the_same_entrant_as_its_folder(agent: Path, cache: Cache) -> None:
    """Without what git keeps for itself, in the folder and in the clone."""
    plain = take_in(agent, cache)
    commit = committed(agent)
    (agent / "later").write_text("not yet committed", encoding="utf-8")
    for address in (f"{agent}#{commit}", f"file://{agent}#{commit}"):
        assert take_in(address, cache).hash == plain.hash
    (agent / "later").unlink()
    assert take_in(agent, cache).hash == plain.hash


def test_a_commit_is_fetched_once(agent: Path, cache: Cache, tmp_path: Path) -> None:
    address = f"{agent}#{committed(agent)}"
    first = take_in(address, cache)
    agent.rename(tmp_path / "moved")
    (agent / "objects").mkdir(parents=True)
    assert take_in(address, cache) == first


def test_an_archive_without_a_top_folder_is_taken_as_it_is(tmp_path: Path, cache: Cache) -> None:
    entrant = take_in(zip_file(tmp_path / "a.zip", ("run", b"x"), ("lib/help.py", b"y")), cache)
    assert files_in(entrant.folder) == {"lib/help.py": False, "run": False}


def test_what_file_managers_add_is_left_out(tmp_path: Path, cache: Cache) -> None:
    members = [("bot/run", b"#!/bin/sh\n"), ("__MACOSX/bot/._run", b"x"), ("bot/.DS_Store", b"y")]
    assert files_in(take_in(zip_file(tmp_path / "a.zip", *members), cache).folder) == {"run": False}


def test_an_archive_from_elsewhere_than_unix_can_hold_scripts(tmp_path: Path, cache: Cache) -> None:
    infos = [zipfile.ZipInfo(name) for name in ("run", "engine", "notes")]
    for info in infos:
        info.create_system = 0
    packed = zip_file(tmp_path / "a.zip", *zip(infos, (b"#!/bin/sh\n", b"\x7fELF...", b"hello"), strict=True))
    with zipfile.ZipFile(packed) as file:
        assert all(info.external_attr >> 16 in (0, 0o600) for info in file.infolist())
    # The writer of the standard library sets rights of its own, so they are taken out by hand.
    data = packed.read_bytes().replace((0o600 << 16).to_bytes(4, "little"), bytes(4))
    packed.write_bytes(data)
    assert files_in(take_in(packed, cache).folder) == {"engine": True, "notes": False, "run": True}


def test_hard_links_within_an_archive_become_copies(tmp_path: Path, cache: Cache) -> None:
    packed = tar_file(
        tmp_path / "a.tar", (member("run"), b"data"), (member("again", tarfile.LNKTYPE, "run"), b"")
    )
    folder = take_in(packed, cache).folder
    assert (folder / "again").read_bytes() == b"data"
    assert (folder / "again").stat().st_nlink == 1


def test_an_entrant_is_a_copy_that_later_changes_do_not_reach(agent: Path, cache: Cache) -> None:
    before = take_in(agent, cache)
    (agent / "run").write_text("changed", encoding="utf-8")
    after = take_in(agent, cache)
    assert (before.folder / "run").read_text(encoding="utf-8").startswith("#!/bin/sh")
    assert after.hash != before.hash
    assert before.version == before.hash[:23]


def test_what_has_been_damaged_in_the_cache_is_taken_in_again(agent: Path, cache: Cache) -> None:
    first = take_in(agent, cache)
    (first.folder / "run").unlink()
    again = take_in(agent, cache)
    assert again == first
    assert content_hash(again.folder) == first.hash


def test_the_cache_is_for_us_alone_and_keeps_no_drafts(agent: Path, cache: Cache) -> None:
    take_in(agent, cache)
    assert stat.S_IMODE(cache.root.stat().st_mode) == 0o700
    assert len(list(cache.root.glob("entrants/*"))) == 1
    assert list(cache.root.glob("entrants/.draft*")) == []


def test_the_cache_follows_the_standard_for_such_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "here"))
    assert Cache().root == tmp_path / "here" / "ludus"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Cache().root == tmp_path / ".cache" / "ludus"


def test_a_cache_that_cannot_be_used_is_named(tmp_path: Path, agent: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadEntrant, match=r"cannot be used: .* name another by XDG_CACHE_HOME"):
        take_in(agent, Cache(tmp_path / "file" / "ludus"))


def test_the_hash_knows_names_contents_bits_links_and_empty_folders(agent: Path) -> None:
    def changed(change: Callable[[], object]) -> bool:
        before = content_hash(agent)
        change()
        return content_hash(agent) != before

    assert changed(lambda: (agent / "run").write_text("other", encoding="utf-8"))
    assert changed(lambda: (agent / "run").chmod(0o644))
    assert changed(lambda: (agent / "run").rename(agent / "walk"))
    assert changed(lambda: (agent / "empty").mkdir())
    assert changed(lambda: (agent / "link").unlink())
    assert not changed(lambda: (agent / "walk").touch())


def test_files_cannot_be_shifted_into_each_other_under_one_hash(tmp_path: Path) -> None:
    hashes = set()
    for number, files in enumerate(({"a": "bc"}, {"ab": "c"}, {"a": "b", "c": ""}, {"a": "", "b": "c"})):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        hashes.add(content_hash(folder))
    assert len(hashes) == 4


# What is no entrant


@pytest.mark.parametrize("text", ["missing", "notes.txt", "", "-rf", "--upload-pack=touch x", "a\0b"])
def test_what_is_no_entrant_is_told_what_one_is(
    tmp_path: Path, cache: Cache, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    refuse(text, cache, "expected a folder, an archive")


def test_an_empty_folder_is_no_entrant(tmp_path: Path, cache: Cache) -> None:
    (tmp_path / "empty").mkdir()
    refuse(tmp_path / "empty", cache, "expected a program, found no file")
    refuse(zip_file(tmp_path / "a.zip"), cache, "expected a program, found no file")


@pytest.mark.parametrize("ending", archive.ARCHIVES)
def test_a_damaged_archive_is_named(tmp_path: Path, cache: Cache, ending: str) -> None:
    whole = tmp_path / f"whole{ending}"
    if ending == ".zip":
        zip_file(whole, ("run", os.urandom(5000)))
    else:
        with tarfile.open(whole, {"z": "w:gz", "x": "w:xz", "b": "w:bz2"}.get(_packer(ending), "w")) as tar:  # type: ignore[call-overload]  # the mode is one of them
            info = tarfile.TarInfo("run")
            info.size = 5000
            tar.addfile(info, io.BytesIO(os.urandom(5000)))
    data = whole.read_bytes()
    for number, damaged in enumerate((b"", b"hello", data[: len(data) // 3], os.urandom(3000))):
        path = tmp_path / f"{number}{ending}"
        path.write_bytes(damaged)
        refuse(path, cache, r"expected a sound \.|found no file")


def _packer(ending: str) -> str:
    return {".tar.gz": "z", ".tgz": "z", ".tar.xz": "x", ".txz": "x", ".tar.bz2": "b", ".tbz2": "b"}.get(
        ending, ""
    )


@pytest.mark.parametrize("ending", [".zip", ".tar", ".tar.gz", ".tar.xz", ".tar.bz2"])
def test_archives_with_wrong_bytes_are_unpacked_or_refused(agent: Path, tmp_path: Path, ending: str) -> None:
    """Random bytes are changed, cut out and doubled; whatever comes of that, nothing but a refusal comes back."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    whole = SHAPES[ending.removeprefix(".")](agent, tmp_path / f"whole{ending}").read_bytes()
    complaints = []
    for number in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 2, 9))):
            place = chance.randrange(len(data))
            piece = data[chance.randrange(len(data)) :][: chance.choice((0, 1, 4, 700))]
            data[place : place + chance.choice((0, 1, 4, 700))] = piece or bytes([chance.randrange(256)])
        (path := tmp_path / f"damaged{ending}").write_bytes(data)
        (root := tmp_path / f"{number}").mkdir()
        try:
            archive.unpack(path, Planting(root, "program"))
        except BadEntrant as error:
            complaints.append(str(error))
    assert complaints
    assert complaints == list(map(harmless, complaints))


# Folders that hold what does not belong there


def test_a_folder_with_a_link_out_of_it_is_refused(agent: Path, tmp_path: Path, cache: Cache) -> None:
    """Bare, a plain look into the folder reads somebody's secret."""
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    for target in (str(tmp_path / "secret"), "../secret", "deep/../../secret"):
        (agent / "run").unlink()
        (agent / "run").symlink_to(target)
        assert (agent / "run").read_text(encoding="utf-8") == "secret"
        refuse(agent, cache, "'run': expected a link that stays inside")


def test_links_cannot_lead_out_through_each_other(agent: Path, tmp_path: Path, cache: Cache) -> None:
    """By their letters all of these stay inside."""
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (agent / "deep" / "er" / "up").symlink_to("../..")
    (agent / "deep" / "er" / "out").symlink_to("up/../secret")
    assert os.path.normpath("deep/er/up/../secret") == "deep/er/secret"
    assert (agent / "deep" / "er" / "out").read_text(encoding="utf-8") == "secret"
    refuse(agent, cache, "'deep/er/out': expected a link that stays inside")


def test_pipes_and_sockets_are_refused_and_not_waited_for(agent: Path, cache: Cache) -> None:
    os.mkfifo(agent / "pipe")
    refuse(agent, cache, "'pipe': expected files, folders and links, found a pipe")


def test_a_folder_without_end_is_refused(agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Planting.__init__, "__kwdefaults__", {"spell": str, "most_bytes": 1000, "most_files": 5}
    )
    (agent / "big").write_bytes(bytes(2000))
    refuse(agent, cache, "expected at most 1000 bytes in all, found more")
    (agent / "big").unlink()
    for number in range(5):
        (agent / f"{number}").touch()
    refuse(agent, cache, "expected at most 5 files, found more")


def test_a_huge_hollow_file_is_not_copied(agent: Path, cache: Cache) -> None:
    with (agent / "hollow").open("wb") as file:
        file.truncate(1 << 40)
    refuse(agent, cache, "'hollow': expected at most")


def test_names_that_our_own_disk_tells_apart_may_stay(agent: Path, cache: Cache) -> None:
    (agent / "RUN").write_text("another", encoding="utf-8")
    assert {"run", "RUN"} <= files_in(take_in(agent, cache).folder).keys()


# Archives that hold what does not belong there


OUTSIDE = ["../evil", "a/../../evil", "./../evil", "a/b/../../../evil"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_members_that_climb_out_are_refused(tmp_path: Path, cache: Cache, name: str) -> None:
    packed = tar_file(tmp_path / "a.tar", (member(name), b"evil"))
    bare = tmp_path / "bare"
    for path in (bare, bare / "a" / "b"):
        path.mkdir(parents=True)
    extract_bare(packed, bare)
    assert (tmp_path / "evil").read_bytes() == b"evil"
    (tmp_path / "evil").unlink()
    refuse(packed, cache, "expected a path inside the program's folder")
    refuse(
        zip_file(tmp_path / "a.zip", (name, b"evil")), cache, "expected a path inside the program's folder"
    )
    assert list(tmp_path.rglob("evil")) == []


def test_members_with_absolute_paths_are_refused(tmp_path: Path, cache: Cache) -> None:
    evil = tmp_path / "evil"
    packed = tar_file(tmp_path / "a.tar", (member(str(evil)), b"evil"))
    extract_bare(packed, tmp_path / "bare")
    assert evil.read_bytes() == b"evil"
    evil.unlink()
    refuse(packed, cache, "expected a path inside the program's folder")
    refuse(zip_file(tmp_path / "a.zip", (str(evil), b"")), cache, "expected a path inside")
    refuse(zip_file(tmp_path / "b.zip", ("C:\\evil", b"")), cache, "a backslash")
    assert not evil.exists()


def test_nothing_is_written_through_a_link(tmp_path: Path, cache: Cache) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    packed = tar_file(
        tmp_path / "a.tar",
        (member("way", tarfile.SYMTYPE, str(outside)), b""),
        (member("way/evil"), b"evil"),
    )
    extract_bare(packed, tmp_path / "bare")
    assert (outside / "evil").read_bytes() == b"evil"
    (outside / "evil").unlink()
    refuse(packed, cache, "'way': expected every name once")
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("target", ["/etc/passwd", "../../secret", "deep/../../../x"])
def test_links_out_of_an_archive_are_refused(tmp_path: Path, cache: Cache, target: str) -> None:
    packed = tar_file(
        tmp_path / "a.tar", (member("run"), b"x"), (member("link", tarfile.SYMTYPE, target), b"")
    )
    refuse(packed, cache, "'link': expected a link that stays inside")
    info = zipfile.ZipInfo("link")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    refuse(zip_file(tmp_path / "a.zip", (info, target.encode()), ("run", b"x")), cache, "that stays inside")


def test_links_out_of_the_folder_that_is_entered_are_refused(tmp_path: Path, cache: Cache) -> None:
    """What is beside the top folder while we unpack is not there any more when the program runs."""
    packed = tar_file(
        tmp_path / "a.tar",
        (member("top/run"), b"x"),
        (member("top/link", tarfile.SYMTYPE, "../../files/top/run"), b""),
    )
    refuse(packed, cache, "'link': expected a link that stays inside")


def test_a_hard_link_to_somebody_elses_file_is_refused(tmp_path: Path, cache: Cache) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    packed = tar_file(tmp_path / "a.tar", (member("mine", tarfile.LNKTYPE, str(secret)), b""))
    extract_bare(packed, tmp_path / "bare")
    (tmp_path / "bare" / "mine").write_text("overwritten", encoding="utf-8")
    assert secret.read_text(encoding="utf-8") == "overwritten"
    refuse(packed, cache, "expected a path inside the program's folder")
    packed = tar_file(tmp_path / "b.tar", (member("mine", tarfile.LNKTYPE, "other"), b""))
    refuse(packed, cache, "expected a hard link to an earlier file of its own")


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.GNUTYPE_SPARSE])
def test_devices_and_pipes_are_refused(tmp_path: Path, cache: Cache, kind: bytes) -> None:
    packed = tar_file(tmp_path / "a.tar", (member("thing", kind), b""))
    refuse(packed, cache, "expected files, folders and links|expected a sound")


def test_a_device_in_a_zip_is_refused(tmp_path: Path, cache: Cache) -> None:
    info = zipfile.ZipInfo("thing")
    info.external_attr = (stat.S_IFBLK | 0o666) << 16
    refuse(zip_file(tmp_path / "a.zip", (info, b"")), cache, "found a device")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("run", "RUN"),
        ("run", "run"),
        ("Lib/a", "lib/b"),
        ("caf\u00e9", unicodedata.normalize("NFD", "caf\u00e9")),
        ("stra\u00dfe", "STRASSE"),
        ("\ufb01le", "file"),
        ("run", "run/in"),
        ("run/in", "run"),
    ],
)
def test_names_that_some_systems_take_for_the_same_are_refused(
    tmp_path: Path, cache: Cache, first: str, second: str
) -> None:
    packed = tar_file(tmp_path / "a.tar", (member(first), b"1"), (member(second), b"2"))
    refuse(packed, cache, "expected every name once, in any spelling")


@pytest.mark.parametrize(
    "name", ["a\x1b[2Jb", "a\nb", "a\u202eb", "a\udcffb", "x" * 300, "/".join("x" * 40), "a\\b"]
)
def test_names_that_no_program_needs_are_refused(tmp_path: Path, cache: Cache, name: str) -> None:
    refuse(tar_file(tmp_path / "a.tar", (member(name), b"")), cache, "expected (a path|names|at most)")


def test_a_path_that_is_too_long_is_told_from_a_name_that_is(tmp_path: Path, cache: Cache) -> None:
    path = "/".join(["x" * 150] * 8)
    refuse(
        tar_file(tmp_path / "a.tar", (member(path), b"")),
        cache,
        "a path of at most 1000 letters, found one of 1207",
    )


def test_a_name_cut_off_by_a_nul_byte_is_refused(tmp_path: Path, cache: Cache) -> None:
    packed = zip_file(tmp_path / "a.zip", ("run_evil", b"x"))
    packed.write_bytes(packed.read_bytes().replace(b"run_evil", b"run\0evil"))
    refuse(packed, cache, "NUL byte|expected a sound")


def test_encrypted_and_odd_members_are_refused(tmp_path: Path, cache: Cache) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_LZMA) as file:
        file.writestr("run", b"x" * 100)
    refuse(tmp_path / "a.zip", cache, "expected a member that is stored or deflated")


@pytest.mark.parametrize("ending", [".zip", ".tar.gz", ".tar.xz", ".tar.bz2"])
def test_bombs_are_refused_early(tmp_path: Path, cache: Cache, ending: str) -> None:
    """Bare, a few kilobytes become forty megabytes."""
    bomb = tmp_path / f"bomb{ending}"
    zeros = bytes(40 << 20)
    if ending == ".zip":
        zip_file(bomb, ("zeros", zeros))
        with zipfile.ZipFile(bomb) as file:
            unpacked = len(file.read("zeros"))
    else:
        with tarfile.open(bomb, f"w:{ending.removeprefix('.tar.')}") as tar:  # type: ignore[call-overload]  # as above
            info = tarfile.TarInfo("zeros")
            info.size = len(zeros)
            tar.addfile(info, io.BytesIO(zeros))
        with tarfile.open(bomb) as tar:
            content = tar.extractfile("zeros")
            assert content is not None
            unpacked = len(content.read())
    assert unpacked == len(zeros)
    assert bomb.stat().st_size < 1 << 20
    refuse(bomb, cache, "unpacks to at most 200 times its size, found a bomb")


def test_what_a_header_promises_is_not_believed(tmp_path: Path, cache: Cache) -> None:
    """A zip whose table says that a member is tiny, and a tar whose header says that a gigabyte follows."""
    bomb = zip_file(tmp_path / "a.zip", ("zeros", bytes(50 << 20)))
    lie = bomb.read_bytes().replace((50 << 20).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    bomb.write_bytes(lie)
    refuse(bomb, cache, "bomb|expected a sound")
    header = tarfile.TarInfo("run")
    header.size = 1 << 30
    (tmp_path / "a.tar").write_bytes(header.tobuf() + bytes(1024))
    refuse(tmp_path / "a.tar", cache, "expected a sound .tar archive")


def test_a_header_that_claims_to_be_long_is_not_read(tmp_path: Path, cache: Cache) -> None:
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, 1 << 24
    data = header.tobuf() + bytes(1 << 24) + tarfile.TarInfo("run").tobuf() + bytes(1024)
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(data))
    refuse(tmp_path / "a.tar.gz", cache, "bomb|a header of 16777216 bytes")


def test_headers_on_headers_are_refused(tmp_path: Path, cache: Cache) -> None:
    header = tarfile.TarInfo("name")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 512
    data = (header.tobuf() + b"x" * 511 + b"\0") * 5000
    (tmp_path / "a.tar").write_bytes(data + tarfile.TarInfo("run").tobuf() + bytes(1024))
    refuse(tmp_path / "a.tar", cache, "expected a sound .tar archive, found RecursionError")


@pytest.mark.slow
def test_very_many_members_are_refused(tmp_path: Path, cache: Cache) -> None:
    packed = tar_file(
        tmp_path / "a.tar.gz", *((member(f"{number}"), b"") for number in range(tree.MOST_FILES + 1))
    )
    refuse(packed, cache, f"expected at most {tree.MOST_FILES} files, found more")


def test_a_table_of_contents_that_would_fill_the_memory_is_not_read(tmp_path: Path, cache: Cache) -> None:
    packed = zip_file(tmp_path / "a.zip", ("run", b"x"))
    data = bytearray(packed.read_bytes())
    place = data.rfind(b"PK\x05\x06")
    data[place + 12 : place + 16] = (tree.MOST_BYTES).to_bytes(4, "little")
    packed.write_bytes(data)
    refuse(packed, cache, "expected a table of contents of at most")
    packed.write_bytes(bytes(data[:place]) + b"PK\x06\x07" + bytes(16) + bytes(data[place:]))
    refuse(packed, cache, "zip64")


def test_an_archive_that_is_too_large_is_not_opened(tmp_path: Path, cache: Cache) -> None:
    with (tmp_path / "a.tar").open("wb") as file:
        file.truncate(archive.MOST_PACKED + 1)
    refuse(tmp_path / "a.tar", cache, "expected an archive of at most")


# Git addresses


def test_git_addresses_are_understood() -> None:
    wanted = {
        f"https://example.org/a/bot.git#{COMMIT}": ("https", "bot"),
        f"https://example.org:8443/~a/bot#{COMMIT}": ("https", "bot"),
        f"ssh://git@example.org/a/bot#{COMMIT}": ("ssh", "bot"),
        f"git@example.org:a/bot.git#{COMMIT}": ("ssh", "bot"),
        f"git@example.org:bot#{COMMIT}": ("ssh", "bot"),
    }
    for text, (transport, name) in wanted.items():
        commit = read_address(text)
        assert (commit.transport, commit.name, commit.commit) == (transport, name, COMMIT)
        assert commit.address == text.removesuffix(f"#{COMMIT}")


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a whole commit behind a `#` always means git; a slash behind it names the folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("C#bot", "me@home:bot"):
        assert is_git_address(name)
        (tmp_path / name).mkdir()
        assert not is_git_address(name)
    assert is_git_address(f"bot#{COMMIT}")
    assert not is_git_address(f"bot#{COMMIT}/")


@pytest.mark.parametrize(
    "address",
    [
        "ext::sh -c touch% ran",
        "ext::sh",
        "fd::17",
        "http://example.org/bot",
        "git://example.org/bot",
        "ftp://example.org/bot",
        "https://name:password@example.org/bot",
        "https://-oProxyCommand=touch/bot",
        "https://example.org/bot --upload-pack=touch",
        "ssh://-oProxyCommand=touch ran/bot",
        "ssh://-oProxyCommand=x@example.org/bot",
        "-oProxyCommand=x@example.org:bot",
        "git@-oProxyCommand=touch:bot",
        "git@example.org:-bot",
        "--upload-pack=touch ran",
        "-u",
        "file://example.org/bot",
        "FILE::x",
        "https://example.org/\nbot",
        "https://example.org/b\u202eot",
    ],
)
def test_addresses_that_make_git_do_something_else_are_refused(
    tmp_path: Path, cache: Cache, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refuse(f"{address}#{COMMIT}", cache, "expected (https://HOST/PATH|a git repository|a folder, an archive)")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("commit", ["", "main", "HEAD", "abc1234", COMMIT.upper(), COMMIT + "0", "--all"])
def test_only_a_whole_commit_will_do(cache: Cache, commit: str) -> None:
    refuse(f"https://example.org/bot#{commit}", cache, r"expected ADDRESS#COMMIT with a whole commit")
    refuse("https://example.org/bot", cache, "found none as commit")


def test_an_address_that_runs_a_command_runs_none(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bare, git runs what an `ext::` address or an option names."""
    monkeypatch.chdir(tmp_path)
    bare = ["git", "-c", "protocol.ext.allow=always", "clone", "--quiet"]
    for words in (
        ["ext::sh -c touch% ran", "copy"],
        ["--upload-pack=touch ran;", f"file://{tmp_path}", "copy"],
    ):
        subprocess.run([*bare, *words], check=False, capture_output=True, timeout=60)
        assert (tmp_path / "ran").exists()
        (tmp_path / "ran").unlink()
        refuse(f"{words[0]}#{COMMIT}", cache, "expected")
        assert not (tmp_path / "ran").exists()


def test_hooks_and_filters_of_a_repository_are_not_run(
    agent: Path, tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bare, with a configuration that somebody has set up, a checkout runs the filter and the hook."""
    ran = tmp_path / "ran"
    settings = tmp_path / "settings"
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "post-checkout").write_text(f"#!/bin/sh\necho hook >> {ran}\n", encoding="utf-8")
    (hooks / "post-checkout").chmod(0o755)
    settings.write_text(
        f'[filter "evil"]\n\tsmudge = "echo filter >> {ran}; cat"\n[core]\n\thooksPath = {hooks}\n',
        encoding="utf-8",
    )
    (agent / ".gitattributes").write_text("run filter=evil\nlink export-ignore\n", encoding="utf-8")
    commit = committed(agent)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    git("clone", "--quiet", agent, tmp_path / "bare", cwd=tmp_path)
    assert sorted(ran.read_text(encoding="utf-8").split()) == ["filter", "hook"]
    ran.unlink()
    entrant = take_in(f"{agent}#{commit}", cache)
    assert not ran.exists()
    assert sorted(files_in(entrant.folder)) == [".gitattributes", "deep/er/book.txt", "link", "run"]


def test_submodules_are_not_fetched(agent: Path, tmp_path: Path, cache: Cache) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "file").write_text("x", encoding="utf-8")
    committed(other)
    committed(agent)
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub", cwd=agent)
    git("commit", "--quiet", "--message", "second", cwd=agent)
    entrant = take_in(f"{agent}#{git('rev-parse', 'HEAD', cwd=agent)}", cache)
    assert not (entrant.folder / "sub" / "file").exists()


def test_a_commit_is_read_as_carefully_as_an_archive(agent: Path, cache: Cache) -> None:
    (agent / "out").symlink_to("../../secret")
    refuse(f"{agent}#{committed(agent)}", cache, "'out': expected a link that stays inside")


def test_a_commit_that_is_not_there_is_told_by_git(agent: Path, cache: Cache) -> None:
    committed(agent)
    refuse(f"{agent}#{COMMIT}", cache, f"git fetch failed, exit code 128: .*{COMMIT}")


def test_a_repository_of_somebody_else_is_not_looked_into(
    agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed(agent)
    monkeypatch.setattr(os, "geteuid", lambda: agent.stat().st_uid + 1)
    with pytest.raises(BadEntrant, match="expected a repository of your own, found one of user"):
        read_address(f"{agent}#{COMMIT}")


def test_a_repository_that_multiplies_itself_is_refused(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten objects, each a folder of ten times the one before: ten thousand million files in a checkout."""
    git("init", "--quiet", "--bare", "bomb", cwd=tmp_path)
    bomb = tmp_path / "bomb"

    def made(kind: str, text: bytes) -> str:
        done = subprocess.run(
            ["git", *(["hash-object", "-w", "--stdin"] if kind == "blob" else ["mktree"])],
            cwd=bomb,
            input=text,
            check=True,
            capture_output=True,
        )
        return done.stdout.decode().strip()

    inner = made("blob", b"boom")
    for level in range(10):
        kind = "100644 blob" if level == 0 else "040000 tree"
        inner = made("tree", "".join(f"{kind} {inner}\tf{number}\n" for number in range(10)).encode())
    commit = git("commit-tree", inner, "-m", "boom", cwd=bomb)
    assert sum(path.stat().st_size for path in (bomb / "objects").rglob("*") if path.is_file()) < 20_000
    monkeypatch.setattr("ludus.sandbox.git.PATIENCE", 3.0)
    refuse(f"{bomb}#{commit}", cache, "expected at most 10000 files|git archive (took|failed)")


def test_a_repository_without_end_is_not_fetched(
    agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    (agent / "noise").write_bytes(os.urandom(3 << 20))
    commit = committed(agent)
    monkeypatch.setattr("ludus.sandbox.git.MOST_BYTES", 1 << 20)
    refuse(f"{agent}#{commit}", cache, "git fetch failed")


def test_git_is_not_waited_for_without_end(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor what it has started: a server that does not answer keeps a transport waiting."""
    fake_git(tmp_path, monkeypatch, f"sleep 60 & echo $! > {tmp_path}/started; sleep 60")
    commit = made_to_look_committed(agent)
    monkeypatch.setattr("ludus.sandbox.git.PATIENCE", 0.5)
    refuse(f"{agent}#{commit}", cache, "git init took longer than")
    started = int((tmp_path / "started").read_text(encoding="utf-8"))
    deadline = time.monotonic() + 5
    while is_running(started) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(started)


def test_git_learns_nothing_of_our_environment(
    agent: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "secret")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_SSH_COMMAND", "touch ran")
    fake_git(tmp_path, monkeypatch, f"env > {tmp_path}/seen; exit 3")
    refuse(f"{agent}#{made_to_look_committed(agent)}", cache, "git init failed, exit code 3")
    seen = dict(
        line.partition("=")[::2] for line in (tmp_path / "seen").read_text(encoding="utf-8").splitlines()
    )
    assert not {"SECRET_TOKEN", "GIT_CONFIG_COUNT"} & seen.keys()
    assert seen["GIT_SSH_COMMAND"].startswith("ssh -oBatchMode=yes")
    assert (seen["GIT_ALLOW_PROTOCOL"], seen["GIT_TERMINAL_PROMPT"]) == ("file", "0")
    assert (seen["GIT_CONFIG_NOSYSTEM"], seen["GIT_CONFIG_GLOBAL"]) == ("1", "/dev/null")


def fake_git(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Put a script of this name before the real one."""
    (folder / "bin").mkdir()
    (folder / "bin" / "git").write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    (folder / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}/bin:{os.environ['PATH']}")


def made_to_look_committed(folder: Path) -> str:
    """Make a folder look like a repository; what the commit is does not matter to a git that is none."""
    (folder / ".git").mkdir()
    return COMMIT


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state not in (b"Z", b"X")


# Names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zenobia\n", "Zenobia"),
        ("Zeno\x1b[31m of\x1b[0m Elea\nmore", "Zeno of Elea"),
        ("\x1b]0;title\x07Zeno", "Zeno"),
        ("a\x9b31mb\x00\x07c\x1bcd", "abcd"),
        ("<script>alert('x')</script>", "‹script›alert(’x’)‹/script›"),  # noqa: RUF001  # look-alikes are meant
        ('" onload="x & y', "” onload=”x ＆ y"),  # noqa: RUF001  # as above
        ("evil\u202etxt.exe", "eviltxt.exe"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("  many   \t spaces  ", "many spaces"),
        ("\u3164\u2800", ""),
        ("!!!", ""),
        ("caf\u00e9", "caf\u00e9"),
        ("Z\u0351\u036b\u0343\u0301algo", "Z\u0351algo"),
        ("x" * 100, "x" * (LONGEST_NAME - 1) + "…"),
        ("\udcff\udcfe", ""),
        ("Тигр 虎", "Тигр 虎"),  # other scripts are welcome
    ],
)
def test_names_are_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert clean_name(name) == name


def test_an_entrant_goes_by_its_own_name_if_that_can_be_shown(agent: Path, cache: Cache) -> None:
    (agent / "name").write_bytes(b"\x1b[5m<b>Zeno</b>\xff\nsecond line")
    assert take_in(agent, cache).name == "‹b›Zeno‹/b›�"  # noqa: RUF001  # look-alikes are meant
    (agent / "name").write_bytes(b"\x1b[2J\n")
    assert take_in(agent, cache).name == "agent"
    (agent / "name").unlink()
    (agent / "name").symlink_to("run")
    assert take_in(agent, cache).name == "agent"


def test_entrants_can_be_told_apart(agent: Path, cache: Cache) -> None:
    entrant = take_in(agent, cache)
    assert entrant == Entrant(str(agent), entrant.folder, content_hash(agent), "agent")
