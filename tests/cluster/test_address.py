"""Nobody is let into a cluster without a key, and nothing of it is open to others."""

from __future__ import annotations

import pytest

from ludus.cluster.address import BadAddress, check_contact, read_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("tls://192.0.2.1:8786", "tls://192.0.2.1:8786"),
        ("tls://head.example", "tls://head.example:8786"),
        ("tls://[2001:db8::1]:99", "tls://[2001:db8::1]:99"),
        ("tcp://127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
    ],
)
def test_encrypted_addresses_and_plain_ones_on_loopback_are_taken(text: str, address: str) -> None:
    assert read_address(text) == address


def test_a_name_of_this_machine_becomes_the_number_that_was_checked() -> None:
    assert read_address("tcp://localhost:8786") in ("tcp://127.0.0.1:8786", "tcp://[::1]:8786")


@pytest.mark.parametrize(
    "text",
    [
        "tcp://192.0.2.1:8786",
        "tcp://0.0.0.0:8786",
        "tcp://[::]:8786",
        "tcp://[2001:db8::1]:8786",
        "tcp://10.0.0.1",
    ],
)
def test_a_plain_address_beyond_loopback_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="open address"):
        read_address(text)


def test_a_plain_address_is_refused_if_any_number_of_its_host_is_beyond_loopback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = [(2, 1, 6, "", ("127.0.0.1", 0)), (2, 1, 6, "", ("192.0.2.7", 0))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: numbers)
    with pytest.raises(BadAddress, match=r"192\.0\.2\.7"):
        read_address("tcp://two-faced.example:8786")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8786",
        "ws://127.0.0.1",
        "inproc://x",
        "tls://",
        "tls://h:x",
        "tls://u@h",
        "tls://h/path",
        "tcp://:1",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="expected"):
        read_address(text)


@pytest.mark.parametrize(
    "text", ["tls://192.0.2.1:1", "tls://0.0.0.0:1", "tcp://127.0.0.1:1", "tcp://[::1]:1"]
)
def test_members_may_listen_encrypted_or_on_loopback(text: str) -> None:
    check_contact(text, "the worker")


@pytest.mark.parametrize(
    "text",
    ["tcp://192.0.2.1:1", "tcp://0.0.0.0:1", "tcp://[::]:1", "tcp://:1", "tcp://localhost:1", "ws://h:1"],
)
def test_members_that_listen_openly_are_refused(text: str) -> None:
    """Even if the address that was named is on loopback: the scheduler has several."""
    with pytest.raises(BadAddress, match="the worker is open to others"):
        check_contact(text, "the worker")
