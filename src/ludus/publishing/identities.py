"""How contestants are called on a site, and what their pages and those of games are called.

On an anonymous site everybody has a pseudonym that stays the same from one evaluation to the next. It is made of the key
and a random secret that lies outside the site: without the secret nobody can try all names of a class. Games are called
and ordered by the same secret, because their numbers would tell the order of the entrants in the plan.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from ludus.errors import BadOption
from ludus.records.path_names import make_path_name

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""Without vowels, so that no pseudonym is a word, and without what looks like another."""
SHORT, LONG = 5, 10
"""How many letters a pseudonym has, and how many where two would be the same."""
SECRET_BYTES = 32
SHORTEST_HIDDEN = 3
"""Shorter names are part of too many other words to be replaced in a sentence."""


class Identities:
    """The contestants of a site, by key."""

    def __init__(self, names: Mapping[str, str], secret: bytes = b"", known: Collection[str] = ()) -> None:
        """With a secret everybody is anonymous but who is known, such as reference programs."""
        self._secret = secret
        self.is_anonymous = bool(secret)
        hidden = {key: name for key, name in names.items() if secret and key not in known}
        self._labels = {**_make_labels(names), **self._make_pseudonyms(hidden)}
        self._pages = _name_pages(self._labels if secret else {key: key for key in names})
        words_of = ((text, self._labels[key]) for key, name in hidden.items() for text in (key, name))
        self._hidden = {text: label for text, label in words_of if len(text) >= SHORTEST_HIDDEN}
        words = sorted(map(re.escape, self._hidden), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)") if words else None

    def call(self, key: str) -> str:
        """Say how a contestant is called."""
        return self._labels.get(key, "somebody" if self.is_anonymous else key)

    def find_page(self, key: str) -> str:
        """Return the path of a contestant's page within the site; empty for who has none."""
        name = self._pages.get(key)
        return f"contestants/{name}.html" if name else ""

    def name_game(self, game: str) -> str:
        """Name a game: its pages are called so, and games are listed in this order."""
        return self._mix(f"game {game}")[:16] if self.is_anonymous else make_path_name(game, ("",))

    def anonymise_number(self, number: object) -> str:
        """Replace a number that would tell something on an anonymous site by one that nobody can guess."""
        return self._mix(f"number {number}") if self.is_anonymous else str(number)

    def hide(self, text: str) -> str:
        """Replace names and keys in somebody's sentence by pseudonyms, if the site is anonymous."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._hidden[found.group()], text)

    def _make_pseudonyms(self, names: Mapping[str, str]) -> dict[str, str]:
        words = {key: self._spell(key) for key in names}
        counts = Counter(word[:SHORT] for word in words.values())
        return {
            key: f"Entrant {word[: SHORT if counts[word[:SHORT]] == 1 else LONG]}"
            for key, word in words.items()
        }

    def _spell(self, key: str) -> str:
        number, letters = int(self._mix(f"key {key}"), 16), ""
        for _ in range(LONG):
            number, letter = divmod(number, len(ALPHABET))
            letters += ALPHABET[letter]
        return letters

    def _mix(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(errors="surrogatepass"), "sha256").hexdigest()


def load_secret(path: Path) -> bytes:
    """Read the secret behind the pseudonyms, or make it the first time; only its owner may read the file."""
    if not path.exists():
        made = path.with_name(f".{path.name}.{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(SECRET_BYTES), encoding="ascii")
        made.replace(path)
    secret = path.read_bytes()
    if len(secret) < SECRET_BYTES:
        raise BadOption(f"{path}: expected {2 * SECRET_BYTES} random letters, found {len(secret)}")
    return secret


def _make_labels(names: Mapping[str, str]) -> dict[str, str]:
    """Call everybody by name, and with the key where two have the same name."""
    counts = Counter(names.values())
    return {key: name if counts[name] == 1 else f"{name} ({key})" for key, name in names.items()}


def _name_pages(texts: Mapping[str, str]) -> dict[str, str]:
    pages: dict[str, str] = {}
    taken = {""}
    for key, text in texts.items():
        pages[key] = make_path_name(text, taken)
        taken.add(pages[key].lower())
    return pages
