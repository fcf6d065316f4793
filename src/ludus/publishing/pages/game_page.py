"""The page of one game: a board to step through, the moves, and how it ended.

Without scripts the last board and all moves are there; a script reads from the attributes of the moves what they change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.games.base import Position
from ludus.publishing.game_replay import ReplayedGame
from ludus.publishing.pages.document import Page, count, write_facts, write_section
from ludus.publishing.pages.standings_page import ENDINGS
from ludus.publishing.tournament_view import TournamentView
from ludus.records.events import CUT_SHORT, Offence
from ludus.records.record import DECISION, TOLD, Record
from ludus.records.results import GameResult
from ludus.web.board import choose_colour
from ludus.web.html import LINE_END, Content, Html, join, tag, write_lines

BUTTONS = (
    ("first", "«", "First position"),
    ("back", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "One move back"),
    ("forward", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", "One move forward"),
    ("last", "»", "Last position"),
)


def write_game(
    page: Page, view: TournamentView, result: GameResult, record: Record | None, replayed: ReplayedGame | None
) -> str:
    """Write the page from what may be seen of the record; None where the game was settled without being played."""
    back = (view.name_page("index.html"), view.title) if page.site.has_contestants else None
    head = [tag("h1", *_name_players(page, result)), _write_result(page, result, replayed)]
    if record is None:
        words = f"This game was not played; the organiser has settled it: {result.reason}"
        return page.write(*head, tag("p", words), back=back)
    facts = write_section("About this game", write_facts(_list_facts(page, result, record)))
    moves = write_section("Moves", _write_moves(record, replayed), id_="moves")
    board = _write_board(record, replayed) if replayed else ""
    return page.write(
        *head,
        tag("div", board, tag("div", moves, class_="beside"), class_="game"),
        facts,
        scripts=("board.js",) if replayed else (),
        back=back,
    )


def _name_players(page: Page, result: GameResult) -> Sequence[Content]:
    return [each for key in result.keys for each in (page.call(key), " – ")][:-1]


def _write_result(page: Page, result: GameResult, replayed: ReplayedGame | None) -> Html:
    rows = [
        tag(
            "li",
            _draw_seat(replayed.last if replayed else None, seat),
            tag("span", _name_seat(replayed, seat), class_="soft"),
            tag("span", page.call(key)),
            tag("strong", f"{points:.3g}"),
        )
        for seat, (key, points) in enumerate(zip(result.keys, result.points, strict=True))
    ]
    return join(tag("ol", rows, class_="seats"), tag("p", describe_ending(result), class_="verdict"))


def describe_ending(result: GameResult) -> str:
    """Say how a game ended, and after how many moves."""
    if result.kind == CUT_SHORT:
        return result.reason
    kind = f"{ENDINGS[result.kind]}: " if result.kind == TOLD else ""
    return f"{kind}{result.reason}, after {count(result.plies, 'move')}"


def _name_seat(replayed: ReplayedGame | None, seat: int) -> str:
    sides = replayed.last.sides if replayed else ()
    return sides[seat] if seat < len(sides) else f"seat {seat + 1}"


def _draw_seat(position: Position | None, seat: int) -> Content:
    if position is None:
        return ""
    dot = tag("circle", cx=8, cy=8, r=6.5, fill=choose_colour(position, seat))
    return tag("svg", dot, class_="seat", viewBox="0 0 16 16", aria_hidden="true")


def _list_facts(page: Page, result: GameResult, record: Record) -> Mapping[str, Content]:
    names = [page.site.names.call(key) for key in result.keys]
    used = ", ".join(f"{name} {seconds:.3f} s" for name, seconds in zip(names, record.used, strict=True))
    programs = [
        f"{name}: {one.tier}, metered by {one.meter}"
        for name, one in zip(names, record.players, strict=True)
        if one.tier
    ]
    facts = {
        "Game": "" if page.site.names.is_anonymous else result.id,
        "Round": str(record.round) if record.round else "",
        "Began": "" if page.site.names.is_anonymous else record.started,
        "Clock": record.clock,
        "Opening": record.opening,
        "Options": " ".join(f"{key}={value}" for key, value in record.options),
        "Time used": used,
        "Programs": "; ".join(programs),
        "Decision": result.reason if DECISION in dict(record.tags) else "",
    }
    return {name: value for name, value in facts.items() if value}


def _write_board(record: Record, replayed: ReplayedGame) -> Html:
    text = tag(
        "details",
        tag("summary", "Board as text"),
        tag("pre", write_lines(replayed.drawing.write_text(replayed.last))),
    )
    return tag("div", replayed.board, _write_controls(len(record.moves)), text, class_="board-side")


def _write_controls(moves: int) -> Html:
    buttons = [
        tag("button", sign, type="button", data_step=step, aria_label=label, title=label)
        for step, sign, label in BUTTONS
    ]
    slider = tag("input", type="range", min=0, max=moves, value=moves, step=1, aria_label="Move")
    return tag(
        "div",
        tag(
            "div",
            *buttons,
            tag("button", "Play", type="button", data_step="play"),
            tag("button", "Flip", type="button", data_step="flip"),
            class_="buttons",
        ),
        slider,
        tag("p", "", role="status"),
        tag("p", "Keys: ← → one move, ↑ ↓ first and last", class_="note"),
        class_="controls",
        hidden="",
    )


def _write_moves(record: Record, replayed: ReplayedGame | None) -> Html:
    items: list[Content] = []
    offences = list(record.offences)
    attributes = replayed.attributes if replayed else [{}] * len(record.moves)
    notes = record.notes or ("",) * len(record.moves)
    found = zip(record.moves, record.seconds, notes, attributes, strict=True)
    for number, (move, seconds, note, own) in enumerate(found, start=1):
        while offences and offences[0].ply <= number:
            items.append(_write_offence(offences.pop(0)))
        items.append(_write_move(number, move, seconds, note, own))
    items += map(_write_offence, offences)
    return tag("ol", items, class_="moves") if items else tag("p", "Nobody made a move.")


def _write_move(number: int, move: str, seconds: float, note: str, attributes: Mapping[str, str]) -> Html:
    return tag(
        "li",
        tag("a", tag("span", f"{number}. ", class_="soft"), move, href=f"#move-{number}"),
        tag("span", _write_seconds(seconds), class_="soft"),
        tag("pre", write_lines(note), class_="output") if note else "",
        LINE_END,
        id=f"move-{number}",
        **attributes,
    )


def _write_seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def _write_offence(offence: Offence) -> Html:
    return tag("li", f"a turn was lost: {offence.reason}", class_="offence")
