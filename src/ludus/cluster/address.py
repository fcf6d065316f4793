"""Which addresses of a Dask cluster may be used: encrypted ones, and plain ones that never leave this machine.

Whoever reaches an open scheduler can run any code on it and on all its workers. So `tcp://` is refused beyond loopback,
for the address that was named and for every address that the scheduler and the workers give themselves.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from ludus.errors import BadOption, LudusError
from ludus.text import make_printable, quote

TLS, TCP = SCHEMES = ("tls", "tcp")
USUAL_PORT = 8786


class BadAddress(BadOption):
    """An address that is none, or that is open to others."""


def read_address(text: str) -> str:
    """Read the address of a scheduler; a plain one comes back as the number of the interface that was checked."""
    scheme, host, port = _split(text)
    if scheme == TLS:
        return f"{scheme}://{_write_host(host)}:{port}"
    numbers = _resolve(host, text)
    for number in numbers:
        if not ip_address(number).is_loopback:
            raise _refuse(text, f"{number} is not on loopback")
    return f"{scheme}://{_write_host(numbers[0])}:{port}"


def check_contact(text: str, whose: str) -> None:
    """Refuse an address by which a member of the cluster listens or lets itself be called, if it is open to others."""
    scheme, _, rest = text.partition("://")
    host = rest.rpartition(":")[0].strip("[]")
    if scheme != TLS and not is_loopback(host):
        raise _refuse(text, f"by it {whose} is open to others")


def is_loopback(host: str) -> bool:
    """Tell whether a host, given as a number, is this machine itself; a name or no host at all is not."""
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _split(text: str) -> tuple[str, str, int]:
    expected = f"tls://HOST or tls://HOST:PORT, usually {USUAL_PORT}"
    try:
        parts = urlsplit(text)
        port = parts.port or USUAL_PORT
    except ValueError:
        raise BadAddress(f"--cluster: expected {expected}, found {quote(make_printable(text))}") from None
    if (
        parts.scheme not in SCHEMES
        or not parts.hostname
        or parts.path.strip("/")
        or parts.query
        or "@" in text
    ):
        raise BadAddress(f"--cluster: expected {expected}, found {quote(make_printable(text))}")
    return parts.scheme, parts.hostname, port


def _resolve(host: str, text: str) -> list[str]:
    """Find the addresses of a host, so that what is checked is what will be connected to."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise BadAddress(f"--cluster {quote(text)}: the host is not known: {error}") from None
    return [str(address[0]).partition("%")[0] for *_, address in found]


def _write_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _refuse(text: str, why: str) -> LudusError:
    error = BadAddress(f"{quote(text)}: expected tls:// beyond this machine, found an open address: {why}")
    error.hint = "make keys by 'ludus cluster keys DIR' and start scheduler and workers with DASK_CONFIG=DIR"
    return error
