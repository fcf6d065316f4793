"""Entrants: the same program however it comes, folders that hold what does not belong there, and names.

Attacks are shown twice: done bare, in a bounded form, they work; on the way in they are refused.
"""

from __future__ import annotations

import io
import os
import random
import resource
import stat
import tarfile
import zipfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from ludus.errors import MachineFault
from ludus.intake import archive, unpacker
from ludus.intake.cache import Cache
from ludus.intake.entrant import Entrant, import_entrant
from ludus.intake.folder import hash_content
from ludus.intake.tree import BadEntrant, BadSource, TreeWriter
from ludus.sandbox.reply_text import LONGEST_NAME, clean_name
from ludus.text import make_printable
from tests.intake.entrants import committed, files_in, member, refuse, tar_file, zip_file
from tests.machines import MACHINE

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
    first, second = (
        import_entrant(agent, MACHINE.best_box, cache),
        import_entrant(packed, MACHINE.best_box, cache),
    )
    assert first.hash == second.hash
    assert first.folder == second.folder
    assert (first.name, second.name) == ("agent", "Zeno")
    assert files_in(second.folder) == {"deep/er/book.txt": False, "link": False, "run": True}
    assert (second.folder / "link").readlink() == Path("deep/er/book.txt")


def test_a_commit_is_the_same_entrant_as_its_folder(agent: Path, cache: Cache) -> None:
    """Without what git keeps for itself, in the folder and in the clone."""
    plain = import_entrant(agent, MACHINE.best_box, cache)
    commit = committed(agent)
    (agent / "later").write_text("not yet committed", encoding="utf-8")
    for address in (f"{agent}#{commit}", f"file://{agent}#{commit}"):
        assert import_entrant(address, MACHINE.best_box, cache).hash == plain.hash
    (agent / "later").unlink()
    assert import_entrant(agent, MACHINE.best_box, cache).hash == plain.hash


def test_a_commit_is_fetched_once(agent: Path, cache: Cache, tmp_path: Path) -> None:
    address = f"{agent}#{committed(agent)}"
    first = import_entrant(address, MACHINE.best_box, cache)
    agent.rename(tmp_path / "moved")
    (agent / "objects").mkdir(parents=True)
    assert import_entrant(address, MACHINE.best_box, cache) == first


def test_an_archive_without_a_top_folder_is_taken_as_it_is(tmp_path: Path, cache: Cache) -> None:
    entrant = import_entrant(
        zip_file(tmp_path / "a.zip", ("run", b"x"), ("lib/help.py", b"y")), MACHINE.best_box, cache
    )
    assert files_in(entrant.folder) == {"lib/help.py": False, "run": False}


def test_what_file_managers_add_is_left_out(tmp_path: Path, cache: Cache) -> None:
    members = [("bot/run", b"#!/bin/sh\n"), ("__MACOSX/bot/._run", b"x"), ("bot/.DS_Store", b"y")]
    assert files_in(
        import_entrant(zip_file(tmp_path / "a.zip", *members), MACHINE.best_box, cache).folder
    ) == {"run": False}


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
    assert files_in(import_entrant(packed, MACHINE.best_box, cache).folder) == {
        "engine": True,
        "notes": False,
        "run": True,
    }


def test_hard_links_within_an_archive_become_copies(tmp_path: Path, cache: Cache) -> None:
    packed = tar_file(
        tmp_path / "a.tar", (member("run"), b"data"), (member("again", tarfile.LNKTYPE, "run"), b"")
    )
    folder = import_entrant(packed, MACHINE.best_box, cache).folder
    assert (folder / "again").read_bytes() == b"data"
    assert (folder / "again").stat().st_nlink == 1


def test_an_entrant_is_a_copy_that_later_changes_do_not_reach(agent: Path, cache: Cache) -> None:
    before = import_entrant(agent, MACHINE.best_box, cache)
    (agent / "run").write_text("changed", encoding="utf-8")
    after = import_entrant(agent, MACHINE.best_box, cache)
    assert (before.folder / "run").read_text(encoding="utf-8").startswith("#!/bin/sh")
    assert after.hash != before.hash
    assert before.version == before.hash[:23]


def test_what_has_been_damaged_in_the_cache_is_imported_again(agent: Path, cache: Cache) -> None:
    first = import_entrant(agent, MACHINE.best_box, cache)
    (first.folder / "run").unlink()
    again = import_entrant(agent, MACHINE.best_box, cache)
    assert again == first
    assert hash_content(again.folder) == first.hash


def test_the_cache_is_for_us_alone_and_keeps_no_drafts(agent: Path, cache: Cache) -> None:
    import_entrant(agent, MACHINE.best_box, cache)
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


def test_a_machine_that_opens_no_more_files_is_at_fault_and_not_the_program(
    tmp_path: Path, cache: Cache
) -> None:
    (tmp_path / "deep" / "/".join("folders" for _ in range(30))).mkdir(parents=True)
    # Before the limit: the machine remembers its best box, and below the limit it would find a worse one, for all later tests.
    box = MACHINE.best_box
    used = {int(path.name) for path in Path("/proc/self/fd").iterdir()}
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The first limit that leaves twelve: each folder is open while those in it are read.
    limit = next(most for most in count(12) if most - sum(number < most for number in used) == 12)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
    try:
        with pytest.raises(MachineFault, match=r"cannot be filled: .*Too many open files"):
            import_entrant(tmp_path / "deep", box, cache)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_cache_that_cannot_be_used_is_named(tmp_path: Path, agent: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(MachineFault, match=r"cannot be used: .* set XDG_CACHE_HOME to another folder"):
        import_entrant(agent, MACHINE.best_box, Cache(tmp_path / "file" / "ludus"))


def test_the_hash_knows_names_contents_bits_links_and_empty_folders(agent: Path) -> None:
    def changed(change: Callable[[], object]) -> bool:
        before = hash_content(agent)
        change()
        return hash_content(agent) != before

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
        hashes.add(hash_content(folder))
    assert len(hashes) == 4


# What is no entrant


@pytest.mark.parametrize("text", ["missing", "notes.txt", "", "-rf", "--upload-pack=touch x", "a\0b"])
def test_what_is_no_entrant_is_told_what_one_is(
    tmp_path: Path, cache: Cache, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    refuse(text, cache, "expected a folder, an archive")


def test_a_path_to_another_file_is_a_wrong_path_and_no_bad_program(agent: Path, cache: Cache) -> None:
    with pytest.raises(BadSource, match=r"expected a folder, an archive .* found another file"):
        import_entrant(agent / "run", MACHINE.best_box, cache)


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
            with (tmp_path / "members").open("wb") as written:
                unpacker.unpack(path, ending, archive.LIMITS, written)
            archive.write_members(tmp_path / "members", ending, len(data), TreeWriter(root, "program"))
        except BadEntrant as error:
            complaints.append(str(error))
    assert complaints
    assert complaints == list(map(make_printable, complaints))


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


def test_a_path_that_would_be_too_long_elsewhere_is_refused(agent: Path, cache: Cache) -> None:
    """Few letters can be many bytes, and our cache may lie deep already."""
    part = "\N{DOMINO TILE HORIZONTAL-00-00}" * 49
    agent.joinpath(*[part] * 6).mkdir(parents=True)
    refuse(agent, cache, "expected a path of at most 1000 bytes, found one of 1181")


def test_a_folder_without_end_is_refused(agent: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        TreeWriter.__init__, "__kwdefaults__", {"spell": str, "most_bytes": 1000, "most_files": 5}
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
    assert {"run", "RUN"} <= files_in(import_entrant(agent, MACHINE.best_box, cache).folder).keys()


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
    assert import_entrant(agent, MACHINE.best_box, cache).name == "‹b›Zeno‹/b›�"  # noqa: RUF001  # look-alikes are meant
    (agent / "name").write_bytes(b"\x1b[2J\n")
    assert import_entrant(agent, MACHINE.best_box, cache).name == "agent"
    (agent / "name").unlink()
    (agent / "name").symlink_to("run")
    assert import_entrant(agent, MACHINE.best_box, cache).name == "agent"


def test_entrants_can_be_told_apart(agent: Path, cache: Cache) -> None:
    entrant = import_entrant(agent, MACHINE.best_box, cache)
    assert entrant == Entrant(str(agent), entrant.folder, hash_content(agent), "agent")
