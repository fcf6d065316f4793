"""`ludus serve`: its address, its end, and what it refuses before it listens."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ludus.cli import main
from tests.machines import MACHINE
from tests.server.browsers import Browser, wait_for, watching
from tests.tolerance import AGAINST_HANGING
from tests.tournaments.class_programs import PROGRAMS, write_program

PATIENCE = 60.0


@contextmanager
def start(store: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "ludus", "serve", "--port", "0", "--store", str(store), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield server
        finally:
            server.kill()  # Nothing is left to kill, unless the test has failed.


@contextmanager
def closing_down(server: subprocess.Popen[str]) -> Iterator[None]:
    """End the server whatever happens meanwhile."""
    try:
        yield
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=PATIENCE)


def ask(address: str, path: str) -> int:
    host = address.removeprefix("http://").partition("/")[0]
    with closing(http.client.HTTPConnection(host, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 143)])
def test_it_prints_its_address_and_ends_in_order_with_a_stream_open(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    with start(tmp_path / "games.store") as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        port = int(address.rstrip("/").rpartition(":")[2])
        assert address == f"http://127.0.0.1:{port}/"
        with watching(port, Browser(port).begin()):
            server.send_signal(number)
            said = server.communicate(timeout=PATIENCE)[1]
    assert server.returncode == code
    assert "Traceback" not in said
    assert [path.name for path in tmp_path.iterdir()] == ["games.store"]


def test_for_others_it_warns(tmp_path: Path) -> None:
    with start(tmp_path / "games.store", "--host", "0.0.0.0", "--allow-host", "games.example") as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert ask(address, "/") == 200
        server.send_signal(signal.SIGINT)
        said = server.communicate(timeout=PATIENCE)[1]
    assert "warning: everybody who can reach this machine can play here" in said


@pytest.mark.slow
def test_a_program_reads_in_games_what_is_shown_to_it(tmp_path: Path) -> None:
    if (missing := MACHINE.explain_no_containment()) is not None:
        pytest.skip(str(missing))
    (tmp_path / "course").mkdir()
    book = tmp_path / "course" / "book.txt"
    book.write_text("10K", encoding="utf-8")
    agent = write_program(tmp_path / "agent", "pente") / PROGRAMS["pente"][0]
    agent.write_text(f"{agent.read_text(encoding='utf-8')}open({str(book)!r})\n", encoding="utf-8")
    words = ["--program", f"pente/reader=program:{agent.parent}", "--show", str(book.parent)]
    with start(tmp_path / "games.store", *words) as server, closing_down(server):
        assert server.stdout is not None
        ann = Browser(int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2]))
        seats = [{"kind": "me"}, {"kind": "program", "program": "pente/reader"}]
        game = ann.begin("pente", seats, clock={"seconds": AGAINST_HANGING})
        ann.play(game, 0, "10K")
        wait_for(lambda: len(ann.get(game)["moves"]) == 2 or ann.get(game)["verdict"])
        assert ann.get(game)["verdict"] is None


def refuse(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["serve", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 2
    return said


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    assert "hint: pip install 'ludus[web]'" in refuse(capsys)


def test_an_address_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        said = refuse(capsys, "--port", port, "--store", str(tmp_path / "games.store"))
    assert "the address cannot be used: Address already in use" in said


def test_a_file_that_is_no_store_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann" * 100)
    assert str(path) in refuse(capsys, "--port", "0", "--store", str(path))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--program", "pente"], "expected GAME/NAME=PLAYER"),
        (["--program", "no-game/x=greedy"], "expected GAME/NAME=PLAYER"),
        (["--program", "pente/x=nobody"], "no player is called"),
        (["--limit", "streams"], "expected KEY=N"),
        (["--limit", "nothing=3"], "expected KEY=N"),
        (["--limit", "streams=-1"], "expected KEY=N"),
        (["--port", "70000"], "the address cannot be used"),
    ],
)
def test_a_wrong_option_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    assert expected in refuse(capsys, "--store", str(tmp_path / "games.store"), "--port", "0", *words)
