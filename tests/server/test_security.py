"""What others cannot do: pages of other origins, false names, large bodies, strange JSON, too much of anything."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

import pytest

from ludus.server.http.security import HEADERS
from tests.server.browsers import PATIENCE, Browser, make_settings, serving, watching

MADE = {"game": "checkers", "seats": [{"kind": "me"}, {"kind": "me"}]}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "games.store") as found:
        yield found


def send_raw(port: int, request: bytes) -> bytes:
    """Send bytes, and read until the server closes the connection."""
    with closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as connection:
        connection.sendall(request)
        received = b""
        while part := connection.recv(65536):
            received += part
        return received


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_a_page_of_another_origin_can_change_nothing(port: int, headers: dict[str, str]) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    sent = {"seat": 0, "ply": 0, "move": "A6-B5"}
    for path, body in ((f"{game}/moves", sent), ("/api/games", MADE), (f"{game}/resign", {"seat": 0})):
        assert ann.ask("POST", path, body, headers).status == HTTPStatus.FORBIDDEN
    assert ann.get(game)["number"] == 0


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_can_send_is_refused(port: int, kind: str) -> None:
    answer = Browser(port).ask("POST", "/api/games", MADE, {"content-type": kind})
    assert answer.status == HTTPStatus.UNSUPPORTED_MEDIA_TYPE


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.168.1.1", "localhost@evil", "::1]"],
)
def test_a_false_name_gets_nothing(port: int, host: str) -> None:
    """A page that has its own name resolve to this machine could read everything otherwise."""
    answer = Browser(port).ask("GET", "/api/catalogue", headers={"host": host})
    assert answer.status in (HTTPStatus.FORBIDDEN, HTTPStatus.BAD_REQUEST)
    assert b"games" not in answer.body


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1", "[::1]:8080"])
def test_loopback_has_several_names(port: int, host: str) -> None:
    assert Browser(port).ask("GET", "/api/catalogue", headers={"host": host}).status == HTTPStatus.OK


def test_two_hosts_are_refused(port: int) -> None:
    head = (
        b"GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    )
    assert b" 400 " in send_raw(port, head).partition(b"\r\n")[0]


def test_the_secret_is_in_a_cookie_that_scripts_and_other_sites_cannot_use(port: int) -> None:
    answer = Browser(port).ask("POST", "/api/games", MADE)
    words = answer.headers["set-cookie"].split("; ")
    secret = words[0].partition("=")[2]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(words)
    assert secret not in answer.body.decode()
    assert len(secret) == 43


def test_the_secret_is_never_sent_again_or_shown(port: int) -> None:
    ann = Browser(port)
    game = ann.begin()
    secret = ann.cookie.partition("=")[2]
    for path in (game, f"{game}/record", f"/games/{game.rpartition('/')[2]}"):
        answer = ann.ask("GET", path)
        assert secret not in answer.body.decode() + str(answer.headers)


@pytest.mark.parametrize(
    "cookie", ["", "ludus_browser=", "ludus_browser=x", "ludus_browser=\xff", "x" * 5000]
)
def test_without_the_secret_nobody_moves(port: int, cookie: str) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    stranger = Browser(port, cookie)
    sent = {"seat": 0, "ply": 0, "move": "A6-B5"}
    assert stranger.ask("POST", f"{game}/moves", sent).status == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize(
    "other", ['a={"b": 1}', "a[b]=c", "a b=c", '"', "x=" + "y" * 5000, "ludus_browser=fixed"]
)
def test_the_secret_is_found_among_strange_cookies_of_other_servers_on_this_machine(
    port: int, other: str
) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    ann.cookie = f"{other}; {ann.cookie}"
    assert ann.get(game)["seats"][0]["yours"]


@pytest.mark.parametrize(
    "path", ["/", "/api/catalogue", "/nothing", "/assets/nothing.js", "/api/games/xxxxxxxxxxxx", "/games/x"]
)
def test_every_answer_carries_the_headers(port: int, path: str) -> None:
    answer = Browser(port).ask("GET", path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_refusals_and_nonsense_carry_the_headers_as_well(port: int) -> None:
    refused = Browser(port).ask("POST", "/api/games", MADE, {"origin": "http://evil.example"})
    wrong = Browser(port).ask("DELETE", "/", headers={"content-type": "application/json"})
    for answer in (refused, wrong):
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert set(answer.json) <= {"error", "hint"}
    nonsense = send_raw(port, b"\x16\x03\x01 no http\r\n\r\n")
    assert b" 400 " in nonsense.partition(b"\r\n")[0]
    assert HEADERS["content-security-policy"].encode() in nonsense


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../game_info.py",
        "/assets/..%2fgame_info.py",
        "/assets/%2e%2e/game_info.py",
        "/assets//etc/passwd",
        "/assets/..%5c..%5cx.js",
        "/assets/core/..%00.js",
        "/assets/.hidden.js",
        f"/assets/{'x' * 300}.js",
    ],
)
def test_no_path_leads_out_of_the_folder_of_files(port: int, path: str) -> None:
    assert Browser(port).ask("GET", path).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"game": "checkers"}',
        b'{"game": "checkers", "game": "pente", "seats": []}',
        b'{"game": "checkers", "seats": NaN}',
        b'{"game": "checkers", "seats": [], "more": 1}',
        b'{"game": 1e999, "seats": []}',
        b'{"game": "checkers", "seats": ' + b"[" * 15_000 + b"]" * 15_000 + b"}",
        b'{"game": "\\ud800", "seats": []}',
        b'{"game": "checkers", "seats": [{"kind": "me"}, {"kind": "level", "level": 11}]}',
        b'{"game": "checkers", "seats": [{"kind": "me"}, {"kind": "program", "program": "program:/tmp"}]}',
        b'{"game": "checkers", "seats": [{"kind": "me"}]}',
        b'{"game": "../x", "seats": []}',
        b'{"game": "amazons", "options": {"size": "900x900"}, "seats": [{"kind": "me"}, {"kind": "me"}]}',
        b'{"game": "amazons", "options": {"cls": "1"}, "seats": [{"kind": "me"}, {"kind": "me"}]}',
        b'{"game": "checkers", "position": "8/8/8/8/8/8/8/8 b", "seats": [{"kind": "me"}, {"kind": "me"}]}',
        b'{"game": "checkers", "clock": {"seconds": 0}, "seats": [{"kind": "me"}, {"kind": "me"}]}',
        b'{"game": "checkers", "clock": {"seconds": 0.0004}, "seats": [{"kind": "me"}, {"kind": "me"}]}',
        b'{"game": "checkers", "clock": {"seconds": 1e9}, "seats": [{"kind": "me"}, {"kind": "me"}]}',
        b"\xff\xfe",
    ],
    ids=range(21),
)
def test_strange_json_is_refused_in_one_line(port: int, body: bytes) -> None:
    answer = Browser(port).ask("POST", "/api/games", body)
    assert answer.status == HTTPStatus.BAD_REQUEST
    assert "\n" not in answer.json["error"]
    assert len(answer.json["error"]) < 500


def test_a_large_body_is_refused_whether_or_not_it_says_its_length(port: int) -> None:
    large = json.dumps({"game": "x" * 40_000, "seats": []})
    assert Browser(port).ask("POST", "/api/games", large).status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    chunks = b"2000\r\n" + b" " * 0x2000 + b"\r\n"
    answer = send_raw(port, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks * 5 + b"0\r\n\r\n")
    assert b" 413 " in answer.partition(b"\r\n")[0]


def test_a_request_with_two_lengths_is_no_request(port: int) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    answer = send_raw(port, head + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}")
    assert b" 400 " in answer.partition(b"\r\n")[0]


def test_a_request_with_two_ends_is_refused(port: int) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    both = b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert b" 400 " in send_raw(port, head + both).partition(b"\r\n")[0]


def test_no_other_page_may_read_anything(port: int) -> None:
    ann = Browser(port)
    game = ann.begin()
    for path in (game, "/api/catalogue", "/", f"{game}/record"):
        answer = ann.ask("GET", path, headers={"origin": "http://evil.example"})
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_a_long_head_is_refused(port: int) -> None:
    answer = send_raw(
        port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: " + b"x" * 40_000 + b"\r\n\r\n"
    )
    assert answer.partition(b"\r\n")[0].split()[1] in (b"400", b"431")
    assert Browser(port).ask("GET", "/?" + "x" * 17_000).status == 431


def test_hostile_names_are_shortened_and_cannot_write_into_a_terminal(port: int) -> None:
    ann = Browser(port)
    name = "\x1b[2J\u202e<script>alert(1)</script>" + "x" * 100
    game = ann.begin(seats=[{"kind": "me", "name": name}, {"kind": "me"}])
    shown = ann.get(game)["seats"][0]["name"]
    assert shown.isprintable()
    assert len(shown) <= 40


def test_a_client_has_only_so_many_requests_writes_games_and_streams(tmp_path: Path) -> None:
    limits = make_settings(writes=1e-6, requests=1e-6, streams=2)
    with serving(tmp_path / "games.store", limits) as port:
        ann = Browser(port)
        game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
        with watching(port, game), watching(port, game):
            answer = ann.ask("GET", f"{game}/events")
            assert (answer.status, answer.headers["retry-after"]) == (HTTPStatus.TOO_MANY_REQUESTS, "5")
        refused = [ann.ask("POST", f"{game}/undo", {"action": "offer"}).status for _ in range(210)]
        assert refused[-1] == HTTPStatus.TOO_MANY_REQUESTS
        assert ann.ask("GET", game).status == HTTPStatus.OK
        assert [ann.ask("GET", "/api/catalogue").status for _ in range(800)][
            -1
        ] == HTTPStatus.TOO_MANY_REQUESTS


def test_a_client_has_only_so_many_new_games_and_connections(tmp_path: Path) -> None:
    with serving(tmp_path / "games.store", make_settings(creations=1e-6, connections=3)) as port:
        ann = Browser(port)
        made = [ann.ask("POST", "/api/games", MADE).status for _ in range(101)]
        assert (made[99], made[100]) == (HTTPStatus.CREATED, HTTPStatus.TOO_MANY_REQUESTS)
        held = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(3)]
        more = socket.create_connection(("127.0.0.1", port), PATIENCE)
        assert more.recv(100).startswith(b"HTTP/1.1 429 ")
        for each in (*held, more):
            each.close()


def test_addresses_count_as_names_only_where_the_server_is_for_others(tmp_path: Path) -> None:
    settings = replace(make_settings(), any_address=True, hosts=("games.example",))
    with serving(tmp_path / "games.store", settings) as port:
        for host, status in (("192.168.1.7", 200), ("games.example", 200), ("evil.example", 403)):
            assert Browser(port).ask("GET", "/api/catalogue", headers={"host": host}).status == status


@pytest.mark.parametrize(
    ("where", "begun"),
    [
        ("ludus.server.http.connection.HEAD_SECONDS", b"GET / HTTP/1.1\r\nHost: local"),
        (
            "ludus.server.http.service.BODY_SECONDS",
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 20\r\nConnection: close\r\n\r\n{",
        ),
    ],
    ids=["head", "body"],
)
def test_who_dribbles_a_request_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, begun: bytes
) -> None:
    monkeypatch.setattr(where, 0.2)
    with serving(tmp_path / "games.store") as port:
        assert send_raw(port, begun).partition(b"\r\n")[0] in (b"", b"HTTP/1.1 400 Bad Request")


def test_a_fault_of_ours_is_told_without_its_insides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("some insides")

    monkeypatch.setattr("ludus.server.http.reads.describe_table", fail)
    with serving(tmp_path / "games.store") as port:
        ann = Browser(port)
        answer = ann.ask("GET", ann.begin())
    assert answer.status == HTTPStatus.INTERNAL_SERVER_ERROR
    assert "insides" not in answer.body.decode()
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "some insides" in capfd.readouterr().err
