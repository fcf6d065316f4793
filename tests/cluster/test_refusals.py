"""A cluster that is open to others, set up otherwise or of another version is refused in one line that says so."""

from __future__ import annotations

import json
import re
import socket
import sys
from contextlib import closing
from pathlib import Path

import dask
import pytest

from ludus.cli import main
from ludus.cluster.connection import check_pages
from ludus.cluster.game_processes import make_machine
from ludus.cluster.keys import make_keys
from ludus.cluster.members import Member, find_problem
from ludus.cluster.settings import ENCRYPTION
from ludus.cluster.worker import describe_versions, list_tools
from ludus.errors import BadOption
from tests.cluster.clusters import Cluster, open_cluster

PLAN = 'game = "checkers"\nentrants = [{ player = "first" }, { player = "last" }]\n'


@pytest.fixture
def plan(tmp_path: Path) -> str:
    (tmp_path / "cup.toml").write_text(PLAN)
    return str(tmp_path / "cup.toml")


def refuse(capsys: pytest.CaptureFixture[str], plan: str, *options: str) -> str:
    """Try to play, and return the line that says why not."""
    assert main(["tournament", plan, "--quiet", *options]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len([line for line in lines if line.startswith("error: ")]) == 1
    return next(line for line in lines if line.startswith("error: "))


# Without any cluster


@pytest.mark.parametrize("address", ["tcp://192.0.2.1:8786", "tcp://0.0.0.0:8786", "tcp://[2001:db8::1]"])
def test_an_open_address_is_refused_before_anything_else(
    address: str, plan: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "open address" in refuse(capsys, plan, "--cluster", address)
    assert not Path(plan).with_suffix(".standings.json").exists()


def test_an_encrypted_address_needs_keys(plan: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected --keys DIR" in refuse(capsys, plan, "--cluster", "tls://127.0.0.1:1")


def test_keys_need_a_cluster(plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected together with --cluster" in refuse(capsys, plan, "--keys", str(tmp_path))


def test_the_number_of_workers_is_the_cluster_s_own_affair(
    plan: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--workers" in refuse(capsys, plan, "--workers", "2", "--cluster", "tls://127.0.0.1:1")


def test_programs_are_not_shown_the_keys(
    plan: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_keys(tmp_path / "course/keys")
    options = ("--cluster", "tls://127.0.0.1:1", "--keys", str(tmp_path / "course/keys"))
    assert "found the keys in it" in refuse(capsys, plan, *options, "--show", str(tmp_path / "course"))
    monkeypatch.setenv("LUDUS_WORKER_SHOW", str(tmp_path / "course"))
    with (
        dask.config.set({"distributed.comm.tls.worker.key": str(tmp_path / "course/keys/key.pem")}),
        pytest.raises(BadOption, match="found the keys of the cluster"),
    ):
        make_machine()


def test_what_is_missing_can_be_installed(
    plan: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("ludus.cluster.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["tournament", plan, "--cluster", "tls://127.0.0.1:1"]) == 2
    assert "pip install 'ludus[cluster]'" in capsys.readouterr().err


# What members of a cluster say of themselves


def describe_worker(**changes: object) -> bytes:
    facts = {
        **describe_versions(),
        "pages": [],
        "listens": ["tls://192.0.2.1:1"],
        "sandbox": "",
        "tools": list_tools(),
        "settings": dict(ENCRYPTION),
        "daemon": False,
    }
    return json.dumps({**facts, **changes}).encode()


MEMBER = Member("tls://192.0.2.1:1", 1)


def test_a_worker_like_this_coordinator_can_be_used() -> None:
    assert find_problem(MEMBER, describe_worker(tools=[*list_tools(), "more"])) == ""


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"Ludus": "0.0.9"}, r"it has Ludus 0\.0\.9, this coordinator"),
        ({"Python": "3.1"}, r"it has Python 3\.1, this coordinator"),
        ({"Dask": "2020.1"}, r"it has Dask 2020\.1, this coordinator"),
        ({"sandbox": "bubblewrap: it does not work here"}, "it has no sandbox: bubblewrap"),
        ({"settings": {}}, "require-encryption is None"),
        ({"settings": None}, "says nothing of its settings"),
        ({"daemon": True}, "--no-nanny"),
        ({"listens": ["tcp://0.0.0.0:1"]}, "the worker is open to others"),
        ({"pages": ["0.0.0.0"]}, "serves pages on"),
    ],
)
def test_another_worker_is_not_used(changes: dict[str, object], problem: str) -> None:
    assert re.search(problem, find_problem(MEMBER, describe_worker(**changes)))


def test_a_worker_that_lacks_a_tool_of_the_coordinator_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that cannot be built or started there would lose its games by a fault of the machine."""
    facts = describe_worker(tools=[])
    monkeypatch.setattr("ludus.cluster.members.list_tools", lambda: ["java"])
    assert "it has no java" in find_problem(MEMBER, facts)


def test_a_worker_that_answers_nonsense_is_not_used() -> None:
    for data in (b"", b"[]", b"{", None, b"\xff", b"[" * 10_000):
        assert "says of itself" in find_problem(MEMBER, data)


def test_pages_for_everybody_are_refused_and_some_on_loopback_are_not() -> None:
    check_pages({"pages": ["127.0.0.1", "::1"]}, "the scheduler")
    with pytest.raises(BadOption, match="serves pages on 0"):
        check_pages({"pages": ["127.0.0.1", "0.0.0.0"]}, "the scheduler")


# Real schedulers


@pytest.mark.slow
def test_a_scheduler_with_other_keys_is_refused(
    plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_keys(tmp_path / "other")
    with open_cluster(tmp_path / "cluster") as cluster:
        said = refuse(capsys, plan, "--cluster", cluster.address, "--keys", str(tmp_path / "other"))
    assert "certificate verify failed" in said


@pytest.mark.slow
def test_a_scheduler_whose_own_address_is_open_is_refused(
    plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Although it was named by an address on loopback."""
    port = find_free_port()
    with closing(Cluster(tmp_path / "cluster")) as cluster:
        cluster.start_scheduler(
            *("--no-dashboard", "--protocol", "tcp"),
            port=port,
            DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION="False",
            DASK_DISTRIBUTED__SCHEDULER__CONTACT_ADDRESS=f"tcp://192.0.2.1:{port}",
        )
        said = refuse(capsys, plan, "--cluster", f"tcp://127.0.0.1:{port}")
    assert "192.0.2.1" in said
    assert "the scheduler is open to others" in said


@pytest.mark.slow
def test_a_scheduler_that_was_set_up_otherwise_is_refused(
    plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Cluster(tmp_path / "cluster")) as cluster:
        cluster.start_scheduler(DASK_DISTRIBUTED__SCHEDULER__WORK_STEALING="True")
        said = refuse(capsys, plan, "--cluster", cluster.address, "--keys", str(cluster.keys))
    assert "distributed.scheduler.work-stealing is True, expected False" in said


def find_free_port() -> int:
    with socket.socket() as spare:
        spare.bind(("127.0.0.1", 0))
        port: int = spare.getsockname()[1]
        return port
