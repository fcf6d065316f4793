"""The pages of `ludus serve`: shells whose scripts do the rest."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.web.html import Html, tag


def home_page(catalogue: Mapping[str, object]) -> Html:
    """Write the page on which a game is chosen."""
    return _write_page("Ludus", "home")


def game_page(game: str) -> Html:
    """Write the page of one game."""
    return _write_page("Ludus: a game", "game", data_game=game)


def _write_page(title: str, part: str, **data: str) -> Html:
    head = tag("head", tag("meta", charset="utf-8"), tag("title", title))
    script = tag("script", type="module", src=f"/assets/{part}/{part}.js")
    return Html(
        f"<!doctype html>\n{tag('html', head, tag('body', tag('main', id=part, **data), script), lang='en')}\n"
    )
