"""Seeds for everything in a match, made from its one seed; the same in every process and for every Python."""

from __future__ import annotations

from hashlib import sha256

BITS = 48
"""Seeds stay exact where a JSON reader keeps numbers as doubles."""


def derive_seed(*parts: int | str) -> int:
    """Make a seed from a seed and the names or numbers of what it is for."""
    text = "\0".join(f"{type(part).__name__}:{part}" for part in parts)
    return int.from_bytes(sha256(text.encode()).digest()[: BITS // 8])
