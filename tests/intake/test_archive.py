"""Archives that hold what does not belong there.

Attacks are shown twice: done bare, in a bounded form, they work; on the way in they are refused.
"""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import unicodedata
import zipfile
from pathlib import Path

import pytest

from ludus.intake import archive, tree
from ludus.intake.cache import Cache
from tests.intake.entrants import extract_bare, member, refuse, tar_file, zip_file

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
        "a path of at most 1000 bytes, found one of 1207",
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


def test_hard_links_do_not_make_a_bomb(tmp_path: Path, cache: Cache) -> None:
    """Each is a copy of twenty kilobytes."""
    links = ((member(f"{number}", tarfile.LNKTYPE, "first"), b"") for number in range(1500))
    packed = tar_file(tmp_path / "a.tar.gz", (member("first"), bytes(20_000)), *links)
    assert packed.stat().st_size < 20_000
    refuse(packed, cache, "unpacks to at most 200 times its size, found a bomb")


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
