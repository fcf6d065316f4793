"""File names for texts of others: a participant's name may be `../x`, a newline, an option, or 300 characters long."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

LONGEST = 60
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


def make_path_name(text: str, taken: Collection[str] = ()) -> str:
    """Make a plain file name of any text; `taken` are names in lower case, as some disks do not tell case apart.

    What had to be changed, and what collides with another name, gets a part of its hash.
    """
    plain = "".join(letter if letter in _PLAIN else "_" for letter in text).lstrip(".-")[:LONGEST]
    if plain == text and plain.lower() not in taken:
        return plain
    mark = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{plain or 'game'}-{mark}"
