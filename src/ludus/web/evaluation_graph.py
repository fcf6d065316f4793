"""The evaluation of a game over its moves as one SVG drawing, complete by itself: a file that any browser shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.web.html import Html, join, tag

WIDE, HIGH, LEFT, TOP = 720, 240, 90, 14
_STYLE = Html("""
svg { color: #222; background: #fff; font: 12px sans-serif } text { fill: currentColor }
.line { fill: none; stroke-width: 2 } .grid { stroke: currentColor; opacity: 0.25 } .mistake { stroke: #fff }
@media (prefers-color-scheme: dark) { svg { color: #eee; background: #181818 } .mistake { stroke: #181818 } }
""")
_COLOURS = ("#2878c8", "#d0662a", "#3a9a4a", "#b03a9a", "#8a7a20", "#20928a", "#777", "#c03a4a")


def draw_evaluations(
    shares: Mapping[int, Sequence[tuple[int, float]]],
    levels: tuple[str, str, str],
    mistakes: Mapping[int, str],
    label: str,
) -> Html:
    """Draw a line for each seat; `levels` name top, middle and bottom, `mistakes` tell by the move what went wrong."""
    last = max((ply for line in shares.values() for ply, _ in line), default=1)

    def find(ply: int, share: float) -> tuple[float, float]:
        x = LEFT + (ply - 1) / max(last - 1, 1) * (WIDE - LEFT - 14)
        return round(x, 1), round(TOP + (1 - share) * (HIGH - 2 * TOP - 16), 1)

    grid = [
        join(
            tag("path", class_="grid", d=f"M{LEFT} {find(1, share)[1]}H{WIDE - 14}"),
            tag("text", name, x=LEFT - 8, y=find(1, share)[1] + 4, text_anchor="end"),
        )
        for share, name in zip((1, 0.5, 0), levels, strict=True)
    ]
    lines, dots = list[Html](), list[Html]()
    for number, line in shares.items():
        colour = _COLOURS[number % len(_COLOURS)]
        places = [find(ply, share) for ply, share in line]
        path = "".join(f"{'L' if step else 'M'}{x} {y}" for step, (x, y) in enumerate(places))
        lines.append(tag("path", class_="line", stroke=colour, d=path))
        for (ply, _), (x, y) in zip(line, places, strict=True):
            if ply in mistakes:
                dots.append(
                    tag("circle", tag("title", mistakes[ply]), class_="mistake", cx=x, cy=y, r=5, fill=colour)
                )
    ends = [
        tag("text", f"{ply}", x=find(ply, 0)[0], y=HIGH - 8, text_anchor="middle")
        for ply in sorted({1, last})
    ]
    return tag(
        "svg",
        tag("style", _STYLE),
        grid,
        lines,
        dots,
        ends,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {HIGH}",
        role="img",
        aria_label=label,
    )
