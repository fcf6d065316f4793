"""What every request must keep to, and what every answer carries.

- The name by which the server was addressed must be one of its own: a page of somebody else's domain that has itself
  resolved to this machine gets nothing.
- What changes something must come from a page of this server (`Origin`, `Sec-Fetch-Site`) and be JSON, which no form of
  another page can send without being asked first.
- A browser is known by a secret in a cookie that no script can read and no other site can have sent. The secret is never
  stored or shown; what is stored is its fingerprint.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.server.http.answers import answer_refusal
from ludus.server.limits import Clients, name_client
from ludus.server.refusal import BAD, FORBIDDEN, LONG_HEAD, WRONG_TYPE, Refused
from ludus.text import quote

COOKIE = "ludus_browser"
COOKIE_SECONDS = 400 * 24 * 3600
LOOPBACK = ("localhost", "127.0.0.1", "::1")
READS = ("GET", "HEAD")
LARGEST_HEAD = 16 * 1024
"""Bytes that the head of a request may have."""
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; style-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


class Guard:
    """Stands before the app: checks requests, and adds the headers to all answers."""

    def __init__(self, app: ASGIApp, clients: Clients, hosts: Collection[str], *, any_address: bool) -> None:
        """`hosts` are the names of this server; with `any_address` every IP address in `Host` is taken for one.

        A browser that addresses an IP address has asked nobody for it, so there is no name that could have lied.
        """
        self._app = app
        self._clients = clients
        self._hosts = {host.lower().strip("[]") for host in hosts}
        self._any_address = any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        try:
            self._check(scope)
        except Refused as refusal:
            await answer_refusal(refusal)(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        _check_head(scope)
        self._check_host(headers)
        client = find_client(scope)
        self._clients.spend(client, "requests")
        if scope["method"] not in READS:
            _check_origin(headers)
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Refused(WRONG_TYPE, f"content type: expected application/json, found {quote(kind)}")
            self._clients.spend(client, "writes")

    def _check_host(self, headers: Headers) -> None:
        found = headers.getlist("host")
        name = split_host(found[0]) if len(found) == 1 else ""
        if name in self._hosts or (self._any_address and _is_address(name)):
            return
        shown = quote(found[0] if len(found) == 1 else "")
        raise Refused(
            FORBIDDEN if name else BAD,
            f"host: expected a name of this server, found {shown}",
            "whoever runs the server can allow the name: ludus serve --allow-host NAME",
        )


def _check_head(scope: Scope) -> None:
    """Refuse a long head, where it came at once, and one that says twice where the body ends."""
    size = sum(len(name) + len(value) for name, value in scope["headers"])
    size += len(scope.get("raw_path", b"")) + len(scope["query_string"])
    if size > LARGEST_HEAD:
        raise Refused(LONG_HEAD, f"head: expected at most {LARGEST_HEAD} bytes, found {size}")
    if {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}:
        # A server in front might see the end of the request elsewhere.
        raise Refused(BAD, "head: expected content-length or transfer-encoding, found both")


def _check_origin(headers: Headers) -> None:
    """Refuse what a page of another origin sends; a program that is no browser says nothing of either kind."""
    host = headers["host"].lower()
    origins = [origin.lower() for origin in headers.getlist("origin")]
    if any(origin not in (f"http://{host}", f"https://{host}") for origin in origins):
        raise Refused(FORBIDDEN, f"origin: expected a page of this server, found {quote(origins[0])}")
    sites = headers.getlist("sec-fetch-site")
    if any(site != "same-origin" for site in sites):
        raise Refused(FORBIDDEN, f"sec-fetch-site: expected same-origin, found {quote(sites[0])}")


def split_host(host: str) -> str:
    """Take the name out of a `Host` header, without its port; empty if it is none."""
    matched = re.fullmatch(r"(\[[0-9a-f:.%]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", host.lower())
    return matched.group(1).strip("[]").rstrip(".") if matched else ""


def find_client(scope: Scope) -> str:
    """Name the client of a request."""
    client = scope.get("client")
    return name_client(str(client[0])) if client else ""


def find_browser(request: Request) -> str:
    """Find the fingerprint of the browser that asks; empty if it is not known yet."""
    # Cookies are shared by all servers of one name, whatever their port, so those of others may stand beside ours.
    pairs = (word.strip().partition("=") for word in request.headers.get("cookie", "").split(";"))
    secrets_found = [value for name, _, value in pairs if name == COOKIE and _SECRET.fullmatch(value)]
    return hash_secret(secrets_found[0]) if secrets_found else ""


def make_secret() -> str:
    """Make the secret of a new browser."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """Make what is stored of a secret; it has 256 random bits, so a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def write_cookie(secret: str, *, is_https: bool) -> str:
    """Write the header that gives a browser its secret."""
    secure = "; Secure" if is_https else ""
    return f"{COOKIE}={secret}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Strict{secure}"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
