"""Writes the results of a match: one line while it goes on, a table at the end, the same as JSON for scripts.

In the table the best score comes first, and players go by their names; where two have the same name, by their keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludus.arena.summary import Ending, PlayerResults, Summary
from ludus.ratings.statistics import Estimate
from ludus.terminal.table import fit_table, set_table, shorten, wrap
from ludus.text import make_printable

PAIRS = ("LL", "LD", "DD/WL", "WD", "WW")
"""The names of the five results of a pair of games."""
SHORT = 16
"""Columns of a name in the progress line."""


def write_progress(summary: Summary, games: int, seconds: float, earlier: int = 0) -> str:
    """Write the state of the match in one line: the points of two players, or the leader of more.

    `earlier` is how many of them were played before, not in these seconds.
    """
    labels = label_players(summary.players)
    best = _rank(summary)[0]
    shown = [best] if len(summary.players) > 2 else range(len(summary.players))
    points = " : ".join(f"{shorten(labels[each], SHORT)} {summary.players[each].points:g}" for each in shown)
    strength = f"Elo {describe_estimate(summary.players[shown[0]].estimate())}"
    pace = f", {max(0, summary.games - earlier) / seconds:.1f} games/s" if seconds > 0 else ""
    return f"game {summary.games} of {games}: {points}, {strength}{pace}"


def describe_estimate(found: Estimate) -> str:
    """Write an Elo difference with its error bar."""
    return f"{round(found.elo):+d} ± {found.error:.0f}"


def label_players(players: Sequence[PlayerResults]) -> list[str]:
    """Label the players: by name, by key where several have the same name."""
    names = Counter(player.name for player in players)
    return [make_printable(player.name if names[player.name] == 1 else player.key) for player in players]


def write_table(summary: Summary, sides: Sequence[str]) -> str:
    """Write the results as a table; `sides` are the displayed names of the seats."""
    labels, ranking = label_players(summary.players), _rank(summary)
    parts = [_write_rows(summary, sides, labels, ranking)]
    best = summary.players[ranking[0]]
    if len(sides) == 2 and any(best.blocks):
        parts.append(describe_pairs(best.blocks, labels[ranking[0]]))
    parts += [_list_endings(summary, labels), _list_offences(summary, labels)]
    return "\n\n".join(part for part in parts if part)


def describe_pairs(counts: Sequence[int], player: str) -> str:
    """Describe a player's pairs of games."""
    words = ", ".join(f"{name} {count}" for name, count in zip(PAIRS, counts, strict=True))
    return wrap(f"pairs of {player}: {words}", 2)


def as_json(summary: Summary, sides: Sequence[str]) -> dict[str, object]:
    """Return the results for scripts."""
    return {
        "games": summary.games,
        "void": summary.void,
        "players": [_player_as_json(player, sides) for player in summary.players],
        "endings": [
            {"kind": ending.kind, "reason": ending.reason, "player": ending.player, "games": count}
            for ending, count in _sort(summary.endings)
        ],
    }


def _rank(summary: Summary) -> list[int]:
    """Order the players by their score, the best first."""
    players = summary.players
    return sorted(range(len(players)), key=lambda each: -(players[each].points / max(players[each].games, 1)))


def _write_rows(summary: Summary, sides: Sequence[str], labels: Sequence[str], ranking: Sequence[int]) -> str:
    strength, last = ("points", "score", "Elo ± 95 %", "better"), ("ms/move", "offences", "disqualified")
    head = ["", "player", *strength, *sides, *last]
    rows = [
        _make_row(rank, labels[each], summary.players[each]) for rank, each in enumerate(ranking, start=1)
    ]
    for _ in ("disqualified", "offences"):
        if all(row[-1] == "0" for row in rows):
            head, rows = head[:-1], [row[:-1] for row in rows]
    better, seats, cost = [5], list(range(6, 6 + len(sides))), [6 + len(sides)]
    # With more than two seats their columns are the widest.
    optional = [cost, better, seats] if len(sides) == 2 else [seats, cost, better]
    return set_table(fit_table([head, *rows], 1, optional))


def _make_row(rank: int, label: str, player: PlayerResults) -> list[str]:
    found = player.estimate()
    return [
        str(rank),
        label,
        f"{player.points:g}/{player.games}",
        f"{player.points / player.games:.1%}" if player.games else "-",
        describe_estimate(found),
        f"{found.superiority:.1%}",
        *("-".join(map(str, results)) for results in player.by_seat),
        f"{player.seconds_a_move * 1000:.3g}",
        str(player.offences),
        str(player.disqualified),
    ]


def _list_endings(summary: Summary, labels: Sequence[str]) -> str:
    lines = [
        _align_count(count, _describe_ending(ending, summary, labels))
        for ending, count in _sort(summary.endings)
    ]
    if summary.void:
        lines.append(_align_count(summary.void, "void: a fault of the machine or of Ludus; not counted"))
    return "\n".join(["endings", *lines])


def _describe_ending(ending: Ending, summary: Summary, labels: Sequence[str]) -> str:
    if ending.player is None:
        return f"{ending.kind}: {ending.reason}"
    return f"{ending.kind}: lost by {labels[ending.player]}: {summary.examples[ending]}"


def _list_offences(summary: Summary, labels: Sequence[str]) -> str:
    """List the turns that were lost without losing the game."""
    lines = [
        _align_count(count, f"{offence.kind}: {labels[offence.player or 0]}: {summary.examples[offence]}")
        for offence, count in _sort(summary.offences)
    ]
    return "\n".join(["offences", *lines]) if lines else ""


def _align_count(count: int, text: str) -> str:
    return wrap(f"{count:6}  {make_printable(text)}", 8)


def _sort(endings: Counter[Ending]) -> list[tuple[Ending, int]]:
    """Sort by frequency; equal ones by name, so that the order does not depend on which game ended first."""
    return sorted(
        endings.items(),
        key=lambda found: (-found[1], found[0].kind, found[0].reason, found[0].player or 0),
    )


def _player_as_json(player: PlayerResults, sides: Sequence[str]) -> dict[str, object]:
    found = player.estimate()
    return {
        "player": player.key,
        "name": player.name,
        "games": player.games,
        "points": player.points,
        "elo": round(found.elo, 2),
        "error": round(found.error, 2),
        "superiority": round(found.superiority, 5),
        "blocks": player.blocks,
        "seats": [
            {"seat": side, "won": won, "drawn": drawn, "lost": lost}
            for side, (won, drawn, lost) in zip(sides, player.by_seat, strict=True)
        ],
        "offences": player.offences,
        "disqualified": player.disqualified,
        "seconds_per_move": round(player.seconds_a_move, 9),
    }
