"""The frame of every page: its head, the way back, and links that work from a folder as well as from a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludus.publishing.identities import Identities
from ludus.web.html import LINE_END, Attribute, Content, Html, join, tag

POLICY = "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'"
"""A page loads its own style and scripts, and nothing else; not every browser counts files of a disk as its own."""


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages of a site share."""

    title: str
    names: Identities
    links: Mapping[str, str] = field(default_factory=dict)
    """The pages that every page leads to, by their path within the site."""
    has_contestants: bool = True
    """Whether each contestant has a page."""


class Page:
    """A page that is being written."""

    def __init__(self, site: Site, path: str, title: str, folder: str = "") -> None:
        """`path` is its place within the site, `folder` where the pages of contestants are to which it links."""
        self.site = site
        self.path = path
        self.title = title
        self._folder = folder
        self._root = "../" * path.count("/")

    def link(self, path: str, *text: Content, **attributes: Attribute) -> Html:
        """Link to another page of the site."""
        return tag("a", *text, href=f"{self._root}{path}", **attributes)

    def call(self, key: str) -> Html:
        """Name a contestant, with a link to its page."""
        page, name = self.site.names.find_page(key), self.site.names.call(key)
        path = f"{self._folder}{page}"
        has_page = bool(page) and self.site.has_contestants and path != self.path
        return tag("bdi", self.link(path, name) if has_page else name)

    def write(self, *body: Content, scripts: Sequence[str] = (), back: tuple[str, str] | None = None) -> str:
        """Write the page; `back` is the path and the name of the page above it."""
        title = self.title if self.title == self.site.title else f"{self.title} · {self.site.title}"
        head = tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("meta", name="referrer", content="no-referrer"),
            tag("title", title),
            tag("link", rel="icon", href=f"{self._root}assets/favicon.svg", type="image/svg+xml"),
            tag("link", rel="stylesheet", href=f"{self._root}assets/site.css"),
            [tag("script", src=f"{self._root}assets/{name}", defer="") for name in scripts],
        )
        skip = tag("a", "Skip to the content", href="#content", class_="skip")
        main = tag("main", self._write_back(back), *body, id="content")
        body_ = tag("body", skip, LINE_END, self._write_header(), LINE_END, main, LINE_END)
        page = tag("html", head, LINE_END, body_, lang="en")
        return f"<!doctype html>\n{page}\n"

    def _write_header(self) -> Content:
        if self.path == "index.html" and not self.site.links:
            return ""
        links = [
            self.link(path, name, aria_current="page" if path == self.path else None)
            for path, name in self.site.links.items()
        ]
        home = self.link("index.html", self.site.title, class_="home")
        return tag("header", home, tag("nav", *links, aria_label="Site") if links else "")

    def _write_back(self, back: tuple[str, str] | None) -> Content:
        if back is None or back[0] == "index.html":
            return ""  # The header leads there.
        path, name = back
        return tag("p", self.link(path, "← ", name), class_="back")


def write_section(title: Content, *content: Content, id_: str | None = None) -> Html:
    """Write a part of a page under its heading."""
    return tag("section", tag("h2", title, id=id_), *content)


def write_facts(facts: Mapping[str, Content]) -> Html:
    """Write a short list of names and values."""
    return tag(
        "dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in facts.items()], class_="facts"
    )


def write_table(
    caption: str, head: Sequence[Content], rows: Sequence[Content], **attributes: Attribute
) -> Html:
    """Write a table of written cells; its caption is for those who do not see the heading above it."""
    return tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *head)),
        LINE_END,
        tag("tbody", join(*(join(row, LINE_END) for row in rows))),
        **attributes,
    )


def write_filter(table: str, label: str) -> Html:
    """Write the field that shows only some rows of a table; without scripts it stays hidden."""
    field_ = tag("input", type="search", data_table=table, autocomplete="off")
    return tag("p", tag("label", f"{label} ", field_), " ", tag("output", ""), class_="filter", hidden="")


def count(number: float, noun: str) -> str:
    """Write a number of things."""
    return f"{number:,.6g} {noun if number == 1 else noun + 's'}"
