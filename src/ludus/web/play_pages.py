"""The pages on which people play: shells of HTML that a script fills, the same from a server and from a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ludus.web.html import LINE_END, Content, Html, join, tag

TITLE = "Ludus"
NEEDS_SCRIPTS = "The boards need JavaScript: the rules and the engine run in your browser."


def write_home_page(catalogue: Mapping[str, object], assets: str = "/assets/") -> str:
    """Write the page on which a game of a server is begun."""
    foot = join(write_data("catalogue", catalogue), _run(f"{assets}home/main.js"))
    return write_shell(TITLE, _link_assets(assets), foot, assets=assets)


def write_game_page(game: str, assets: str = "/assets/") -> str:
    """Write the page of one game of a server, given its id."""
    foot = join(write_data("game", {"id": game}), _run(f"{assets}game/main.js"))
    return write_shell(f"{TITLE}: a game", _link_assets(assets), foot, assets=assets)


def write_site_page(catalogue: Mapping[str, object], policy: str, assets: str = "assets/") -> str:
    """Write the one page of a site without a server."""
    head = join(
        write_policy(policy),
        _link_assets(assets),
        tag("link", rel="manifest", href="manifest.webmanifest"),
    )
    foot = join(write_data("catalogue", catalogue), _run(f"{assets}site/main.js"))
    return write_shell(TITLE, head, foot, assets=assets)


def write_data(name: str, value: object) -> Html:
    """Write a value for the scripts of a page; it is no script, and nothing in it can end its element."""
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return tag("script", Html(text), type="application/json", id=name)


def write_policy(policy: str) -> Html:
    """Write what a page may load, for hosts that say nothing about it."""
    return tag("meta", http_equiv="Content-Security-Policy", content=policy)


def write_shell(title: str, head: Content, foot: Content, *, assets: str) -> str:
    """Write a page whose content comes from its script."""
    written_head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="theme-color", content="#14532d"),
        tag("title", title),
        head,
    )
    body = tag(
        "body",
        tag("a", "Skip to the content", href="#content", class_="skip"),
        tag("header", tag("nav", "", id="navigation", aria_label="Ludus"), class_="top"),
        tag("main", tag("noscript", NEEDS_SCRIPTS), id="content", tabindex=-1),
        foot,
    )
    page = tag("html", written_head, LINE_END, body, lang="en", data_assets=assets)
    return f"<!doctype html>\n{page}\n"


def _link_assets(assets: str) -> Html:
    return join(
        tag("link", rel="icon", href=f"{assets}icons/icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href=f"{assets}app.css"),
        tag("link", rel="stylesheet", href=f"{assets}board/board.css"),
    )


def _run(script: str) -> Html:
    return tag("script", "", type="module", src=script)
