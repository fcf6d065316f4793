"""Reads a site as the tests need it: its files, its links, its text."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path


class PageReader(HTMLParser):
    """Collects what a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.handlers: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        values = dict(attrs)
        self.links += [value for key in ("href", "src") if (value := values.get(key)) is not None]
        self.ids += [value] if (value := values.get("id")) else []
        self.handlers += [key for key in values if key.startswith("on") or key == "style"]

    def handle_data(self, data: str) -> None:
        self.words += data


def read_site(folder: Path) -> dict[str, str]:
    """Read all files of a site, by their paths."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def read_pages(folder: Path) -> dict[str, PageReader]:
    """Read the pages of a site."""
    return {path: PageReader(text) for path, text in read_site(folder).items() if path.endswith(".html")}


def find_broken_links(folder: Path) -> list[str]:
    """Find links that lead nowhere, or out of the site."""
    pages = read_pages(folder)
    broken = []
    for path, page in pages.items():
        for link in page.links:
            target, _, part = link.partition("#")
            place = (folder / path).parent / target if target else folder / path
            found = str(place.resolve().relative_to(folder.resolve()))
            is_there = place.is_file() and (
                not part or not found.endswith(".html") or part in pages[found].ids
            )
            broken += [] if is_there else [f"{path}: {link}"]
    return broken
