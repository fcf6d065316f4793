"""Links of a folder are followed as the kernel follows them, in little time whatever they look like."""

from __future__ import annotations

import errno
import os
import random
import string
import tarfile
import time
from pathlib import Path

import pytest

from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.intake.links import MOST_LINKS, check_links, drop_links
from ludus.intake.tree import BadEntrant
from tests.intake.entrants import member, refuse, tar_file
from tests.machines import MACHINE

NOWHERE = f"expected a link that leads somewhere, found one that passes more than {MOST_LINKS} links"
SECONDS = 10
"""CPU time for what used to take minutes, on any machine."""


def test_a_link_that_leads_through_itself_many_times_is_refused_at_once(tmp_path: Path, cache: Cache) -> None:
    """A few hundred bytes used to keep the referee busy for two seconds a link."""
    links = (member(name, tarfile.SYMTYPE, "/".join([name] * 500)) for name in string.ascii_letters[:21])
    packed = tar_file(tmp_path / "a.tar.gz", *((link, b"") for link in links))
    started = time.process_time()
    refuse(packed, cache, NOWHERE)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("part", ["deep/..", "way/..", "missing", "."])
def test_thousands_of_links_with_hundreds_of_parts_are_followed_in_linear_time(
    tmp_path: Path, part: str
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "way").symlink_to("deep")
    for number in range(1000):
        target = "/".join([part] * (MOST_LINKS - 2 if "way" in part else 900 // len(part)))
        (tmp_path / f"link{number}").symlink_to(target)
    started = time.process_time()
    check_links(tmp_path, "program")
    assert time.process_time() - started < SECONDS


def test_links_that_lead_through_each_other_are_each_followed_once(tmp_path: Path) -> None:
    """Following every one to its end by itself would take more than a million million steps."""
    (tmp_path / "0").mkdir()
    for number in range(1, 40):
        (tmp_path / f"{number}").symlink_to("/".join(["x/.."] * 200 + [f"{number - 1}"]))
    started = time.process_time()
    check_links(tmp_path, "program")
    assert time.process_time() - started < SECONDS


def test_links_that_are_all_bad_are_each_followed_once(tmp_path: Path) -> None:
    """A program that has made a long chain of them keeps nobody waiting after its move."""
    for number in range(1500):
        (tmp_path / f"{number}").symlink_to("/".join(["x/.."] * 180 + [f"{number + 1}"]))
    started = time.process_time()
    drop_links(tmp_path, "program")
    assert time.process_time() - started < SECONDS
    assert len(list(tmp_path.iterdir())) == MOST_LINKS


def test_forty_links_in_a_row_are_followed_and_one_more_is_not(agent: Path, cache: Cache) -> None:
    (agent / "1").symlink_to("run")
    for number in range(2, MOST_LINKS + 1):
        (agent / f"{number}").symlink_to(f"{number - 1}")
    assert (agent / f"{MOST_LINKS}").exists()
    assert import_entrant(agent, MACHINE.best_box, cache).name == "agent"
    (agent / "more").symlink_to(f"{MOST_LINKS}")
    with pytest.raises(OSError, match="symbolic links") as caught:
        (agent / "more").stat()
    assert caught.value.errno == errno.ELOOP
    with pytest.raises(BadEntrant, match=f"'more': {NOWHERE}"):
        import_entrant(agent, MACHINE.best_box, cache)


@pytest.mark.parametrize("targets", [("a",), ("b", "a"), ("./a/x",), ("b/x", "../x/a")])
def test_links_that_go_round_in_circles_are_refused(
    agent: Path, cache: Cache, targets: tuple[str, ...]
) -> None:
    for name, target in zip("ab", targets, strict=False):
        (agent / name).symlink_to(target)
    refuse(agent, cache, f"{NOWHERE}|that stays inside")


def test_a_link_to_what_is_not_there_yet_may_stay(agent: Path, cache: Cache) -> None:
    """A build may make it."""
    (agent / "later").symlink_to("deep/built/../program")
    assert import_entrant(agent, MACHINE.best_box, cache).folder.joinpath("later").is_symlink()


def test_random_links_lead_where_the_kernel_finds_them(tmp_path: Path) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    accepted = 0
    for number in range(300):
        root = tmp_path / f"{number}" / "root"
        (root / "a" / "b").mkdir(parents=True)
        for name in ("l", "m", "a/l", "a/b/l"):
            steps = chance.choices(("a", "b", "l", "m", ".."), k=chance.choice((1, 1, 2, 3)))
            (root / name).symlink_to("/".join(steps))
        try:
            check_links(root, "program")
        except BadEntrant:
            continue
        accepted += 1
        for path in (root / "l", root / "m", root / "a" / "l", root / "a" / "b" / "l"):
            assert Path(os.path.realpath(path)).is_relative_to(root)
    assert accepted
