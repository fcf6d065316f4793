"""Answers in JSON: packed where the client can unpack and it is worth it, and one line for what went wrong."""

from __future__ import annotations

import gzip
import json

from starlette.requests import Request
from starlette.responses import Response

from ludus.server.refusal import TOO_MANY, Refused
from ludus.text import make_printable

WORTH_PACKING = 1500
"""Bytes that fit into one packet anyway."""


def answer_json(request: Request, content: object, status: int = 200) -> Response:
    """Answer with a JSON value."""
    body = json.dumps(content, separators=(",", ":"), allow_nan=False).encode()
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if len(body) > WORTH_PACKING and takes_gzip(request):
        body = gzip.compress(body, 4, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, "application/json")


def answer_refusal(refusal: Refused) -> Response:
    """Answer why a request is refused."""
    content = {"error": make_printable(str(refusal))}
    if refusal.hint:
        content["hint"] = make_printable(refusal.hint)
    headers = {"cache-control": "no-store"}
    if refusal.status == TOO_MANY:
        headers["retry-after"] = "5"
    return Response(json.dumps(content), refusal.status, headers, "application/json")


def takes_gzip(request: Request) -> bool:
    """Tell whether the client can unpack gzip."""
    words = request.headers.get("accept-encoding", "").lower().split(",")
    names = {
        word.partition(";")[0].strip() for word in words if "q=0" not in word.replace(" ", "").split(";")
    }
    return bool(names & {"gzip", "*"})
