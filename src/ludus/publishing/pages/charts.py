"""Small drawings in SVG: ratings with their error bars, results as bars, scores over evaluations.

Colours come from the style sheet, so that each drawing has a light and a dark form. What a drawing says stands beside it
as text or is its label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludus.tournaments.standings import Standing
from ludus.web.html import Content, Html, join, tag

WIDE, HIGH = 120, 14
LEVELS = 8
"""The colours of a share: from 0, nothing, to this, everything."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where numbers are on a line."""

    low: float
    high: float

    def find(self, value: float, length: float = WIDE, margin: float = 5) -> float:
        """Return the place of a number, in units of the drawing."""
        share = (value - self.low) / (self.high - self.low or 1)
        return round(margin + share * (length - 2 * margin), 1)


def choose_scale(lines: Sequence[Standing]) -> Scale | None:
    """Choose the scale for the ratings of a table; None where nothing is rated.

    A bar that is far longer than the others (somebody has won or lost everything) must not squeeze them.
    """
    rated = [(line.rating, line.error or 0) for line in lines if line.rating is not None]
    if not rated:
        return None
    widest = 3 * sorted(error for _, error in rated)[len(rated) // 2]
    low = min(rating - min(error, widest) for rating, error in rated)
    high = max(rating + min(error, widest) for rating, error in rated)
    return Scale(low, max(high, low + 1))


def draw_interval(value: float, error: float, scale: Scale) -> Html:
    """Draw a rating as a dot, with a whisker over its 95 % interval."""
    middle, place = HIGH / 2, scale.find(value)
    left, right = max(scale.find(value - error), 1), min(scale.find(value + error), WIDE - 1)
    whisker = f"M{left} {middle}H{right}M{left} {middle - 2.5}v5M{right} {middle - 2.5}v5"
    return tag(
        "svg",
        _draw_zero(scale),
        tag("path", class_="whisker", d=whisker),
        tag("circle", class_="dot", cx=place, cy=middle, r=2.8),
        class_="interval",
        viewBox=f"0 0 {WIDE} {HIGH}",
        aria_hidden="true",
    )


def draw_results(won: float, drawn: float, lost: float) -> Html:
    """Draw games won, drawn and lost as one bar."""
    total, place, parts = won + drawn + lost, 0.0, list[Html]()
    for share, name in ((won, "won"), (drawn, "drawn"), (lost, "lost")):
        width = round(100 * share / total, 2) if total else 0
        if width:
            parts.append(tag("rect", class_=name, x=round(place, 2), width=width, height=8))
        place += width
    return tag(
        "svg", parts, class_="results", viewBox="0 0 100 8", preserveAspectRatio="none", aria_hidden="true"
    )


def draw_sparkline(shares: Sequence[float | None]) -> Html:
    """Draw shares from 0 to 1 as a thin line; the text beside it says them."""
    scale, wide = Scale(0, max(len(shares) - 1, 1)), 90
    places = [
        None if share is None else (scale.find(number, wide, 5), round(4 + 16 * (1 - share), 1))
        for number, share in enumerate(shares)
    ]
    last = next((place for place in reversed(places) if place), None)
    return tag(
        "svg",
        tag("path", class_="line", d=_connect(places)),
        tag("circle", class_="dot", cx=last[0], cy=last[1], r=2.5) if last else "",
        class_="sparkline",
        viewBox=f"0 0 {wide} 24",
        aria_hidden="true",
    )


def draw_history(
    shares: Sequence[float | None], names: Sequence[str], changed: Sequence[bool], label: str
) -> Html:
    """Draw the shares of one contestant over evaluations; a ring marks a new version."""
    wide, high, left = 640, 200, 40
    scale = Scale(0, max(len(shares) - 1, 1))

    def find_x(number: int) -> float:
        return left + scale.find(number, wide - left, 24)

    def find_y(share: float) -> float:
        return round(14 + (high - 44) * (1 - share), 1)

    grid = [
        join(
            tag("path", class_="grid", d=f"M{left} {find_y(share)}H{wide}"),
            tag("text", f"{share:.0%}", x=left - 6, y=find_y(share), class_="left"),
        )
        for share in (0, 0.5, 1)
    ]
    places = [
        None if share is None else (find_x(number), find_y(share)) for number, share in enumerate(shares)
    ]
    every = max(1, len(names) // 12 + 1)
    marks = [
        tag("text", name, x=find_x(number), y=high - 10)
        for number, name in enumerate(names)
        if number % every == 0
    ]
    dots = [
        tag(
            "circle",
            tag("title", f"{name}: {share:.1%}"),
            class_="ring" if new else "dot",
            cx=place[0],
            cy=place[1],
            r=5,
        )
        for place, name, share, new in zip(places, names, shares, changed, strict=True)
        if place and share is not None
    ]
    line = tag("path", class_="line", d=_connect(places))
    return tag(
        "svg",
        grid,
        marks,
        line,
        dots,
        class_="history",
        viewBox=f"0 0 {wide} {high}",
        role="img",
        aria_label=label,
    )


def draw_axis(scale: Scale, form: str = "{:+.0f}") -> Html:
    """Draw the head of a column of intervals: its ends, and the average."""
    ends: list[Content] = []
    for value, anchor in ((scale.low, "start"), (scale.high, "end")):
        place = 0 if anchor == "start" else WIDE
        ends.append(tag("text", form.format(value).replace("-", "−"), x=place, y=9, text_anchor=anchor))
    zero = scale.find(0)
    if scale.low < 0 < scale.high and WIDE * 0.25 < zero < WIDE * 0.75:
        ends.append(tag("text", "0", x=zero, y=9, text_anchor="middle"))
    return tag("svg", ends, class_="axis", viewBox=f"0 0 {WIDE} 12", aria_hidden="true")


def choose_level(share: float) -> int:
    """Choose the colour of a share."""
    return max(0, min(LEVELS, round(share * LEVELS)))


def _draw_zero(scale: Scale) -> Content:
    if not scale.low < 0 < scale.high:
        return ""
    return tag("path", class_="zero", d=f"M{scale.find(0)} 0V{HIGH}")


def _connect(places: Sequence[tuple[float, float] | None]) -> str:
    """Connect neighbouring places by lines; a gap stays a gap."""
    steps = []
    for before, place in pairwise([None, *places]):
        if place:
            steps.append(f"{'L' if before else 'M'}{place[0]} {place[1]}")
    return "".join(steps)
