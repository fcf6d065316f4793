"""The results of a match in words."""

from __future__ import annotations

from itertools import islice

from ludus.arena.match import MatchSettings, pairings, play
from ludus.arena.openings import Opening
from ludus.arena.summary import Summary
from ludus.terminal.results import as_json, progress_line, table


def summary_of(games: int, terms: MatchSettings, players: tuple[str, ...]) -> Summary:
    summary = Summary(players, len(players))
    for pairing in islice(pairings(terms, players, [Opening()], 1), games):
        summary.add(play(pairing, terms))
    return summary


def test_a_table_of_three_has_a_column_for_each_seat_and_no_pairs() -> None:
    options = (("players", "3"), ("size", "5x5"), ("amazons", "1"))
    summary = summary_of(3, MatchSettings("amazons", options=options), ("random", "greedy", "first"))
    shown = table(summary, ["north", "east", "south"])
    assert shown.splitlines()[0].split()[-4:] == ["north", "east", "south", "ms/move"]
    assert "pairs" not in shown
    for line in shown.splitlines()[1:4]:
        won, drawn, lost = zip(*(cell.split("-") for cell in line.split()[-4:-1]), strict=True)
        assert sum(map(int, won + drawn + lost)) == 3


def test_nobody_does_anything_to_the_terminal_by_a_name() -> None:
    summary = Summary(("\x1b[2Jevil", "random"), 2)
    assert "\x1b" not in table(summary, ["Black", "White"])
    assert "\\x1b[2Jevil" in table(summary, ["Black", "White"])


def test_games_that_were_given_up_are_told() -> None:
    summary = Summary(("first", "random"), 2)
    summary.given_up = 2
    assert "2  given up" in table(summary, ["Black", "White"])
    assert as_json(summary, ["Black", "White"])["given_up"] == 2


def test_progress_says_who_leads() -> None:
    summary = summary_of(2, MatchSettings("checkers", ply_cap=4), ("first", "last"))
    assert progress_line(summary, 10, 1.0).startswith("game 2 of 10: first 1 : last 1, Elo +0 ± ")
