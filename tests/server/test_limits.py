"""What one client may use, by a clock of the test's own."""

from __future__ import annotations

import resource

import pytest

from ludus.server.limits import BURSTS, Clients, Limits, name_client
from ludus.server.refusal import Refused
from ludus.server.run import allow_files


class Watch:
    """A clock that is moved by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    watch = Watch()
    clients = Clients(Limits(writes=2.0), watch)
    for _ in range(int(BURSTS["writes"])):
        clients.spend("ann", "writes")
    with pytest.raises(Refused) as caught:
        clients.spend("ann", "writes")
    assert caught.value.status == 429
    clients.spend("bob", "writes")
    watch.now = 0.5
    clients.spend("ann", "writes")
    with pytest.raises(Refused):
        clients.spend("ann", "writes")


def test_thinking_is_charged_afterwards_and_waited_for() -> None:
    watch = Watch()
    clients = Clients(Limits(engine=0.5), watch)
    clients.charge("ann", "engine", BURSTS["engine"] + 10.0)
    assert clients.count_left("ann") == -10.0
    watch.now = 20.0
    assert clients.count_left("ann") == 0.0
    assert clients.count_left("bob") == BURSTS["engine"]


def test_what_is_open_is_counted_for_each_client_and_for_all() -> None:
    clients = Clients(Limits())
    with clients.hold("ann", "streams", 1, 2), clients.hold("bob", "streams", 1, 2):
        for client in ("ann", "carol"):
            with pytest.raises(Refused), clients.hold(client, "streams", 1, 2):
                pass
    with clients.hold("ann", "streams", 1, 2):
        pass


def test_a_client_that_has_left_before_its_address_was_read_is_counted_once() -> None:
    clients = Clients(Limits())
    with clients.hold("ann", "streams", 2, 2):
        with clients.hold("", "streams", 2, 2), pytest.raises(Refused), clients.hold("bob", "streams", 2, 2):
            pass
        with clients.hold("bob", "streams", 2, 2):
            pass


def test_a_client_is_an_address_or_a_whole_network_of_ipv6() -> None:
    assert name_client("127.0.0.1") == "127.0.0.1"
    assert name_client("2001:db8::1") == name_client("2001:db8::ffff:1") == "2001:db8::/64"
    assert name_client("2001:db8:0:1::1") != name_client("2001:db8::1")
    assert name_client("fe80::1%eth0") == "fe80::/64"


def test_the_server_may_open_as_many_files_as_the_system_lets_it() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
        allow_files(soft)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)
        allow_files(10)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
