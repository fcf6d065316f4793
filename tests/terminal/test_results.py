"""The results of a match in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ludus.arena.match import MatchSettings, Result
from ludus.arena.summary import Summary
from ludus.records.events import Offence, Verdict
from ludus.terminal.results import as_json, label_players, write_progress, write_table
from tests.arena.matches import games_of, participants, played


def summary_of(games: int, settings: MatchSettings, players: tuple[str, ...]) -> Summary:
    summary = Summary(participants(*players), len(players))
    for result in played(games_of(settings, participants(*players), games)):
        summary.add(result)
    return summary


def test_a_table_of_three_has_a_column_for_each_seat_and_no_pairs() -> None:
    options = (("players", "3"), ("size", "5x5"), ("amazons", "1"))
    summary = summary_of(3, MatchSettings("amazons", options=options), ("random", "greedy", "first"))
    shown = write_table(summary, ["north", "east", "south"])
    assert shown.splitlines()[0].split()[-4:] == ["north", "east", "south", "ms/move"]
    assert "pairs" not in shown
    for line in shown.splitlines()[1:4]:
        won, drawn, lost = zip(*(cell.split("-") for cell in line.split()[-4:-1]), strict=True)
        assert sum(map(int, won + drawn + lost)) == 3


def test_nobody_does_anything_to_the_terminal_by_a_name() -> None:
    summary = Summary(participants("\x1b[2Jevil", "random"), 2)
    assert "\x1b" not in write_table(summary, ["Black", "White"])
    assert "\\x1b[2Jevil" in write_table(summary, ["Black", "White"])


def test_games_that_stayed_void_are_told() -> None:
    summary = Summary(participants("first", "random"), 2)
    summary.void = 2
    assert "2  void" in write_table(summary, ["Black", "White"])
    assert as_json(summary, ["Black", "White"])["void"] == 2


SNAPSHOT = Path(__file__).parent / "table.txt"


def test_the_table_is_the_one_that_is_kept() -> None:
    """Of a three-player match with an offender; the cost of a move is made up, because it differs each time."""
    names = {"first": "Bot", "random:seed=1": "random:seed=1", "last": LONG}
    players = [replace(one, name=names[one.key]) for one in participants(*names)]
    summary = Summary(players, 2)
    for result in played(games_of(CHECKERS, players, 12)):
        summary.add(crashed(result))
    for line in summary.players:
        line.seconds = line.turns / 1000
    shown = f"{write_table(summary, ['Black', 'White'])}\n"
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert shown == SNAPSHOT.read_text(encoding="utf-8")


CHECKERS = MatchSettings("checkers", ply_cap=60)
LONG = "The program with the longest name of all"
CRASH = "White: exit code 1: IndexError: list index out of range, which comes from the program itself"


def crashed(result: Result) -> Result:
    """Let the one with the long name crash in the end."""
    seats = [seat for seat, player in enumerate(result.record.players) if player.name == LONG]
    if not seats:
        return result
    points = tuple(float(seat not in seats) for seat in range(2))
    verdict = Verdict("crash", points, CRASH, seats[0])
    return replace(result, points=points, record=replace(result.record, verdict=verdict))


def test_players_go_by_their_keys_only_where_their_names_are_equal() -> None:
    players = [replace(one, name="Bot") for one in participants("Bot", "Bot#2")]
    summary = Summary([*players, *participants("random")], 2)
    assert label_players(summary.players) == ["Bot", "Bot#2", "random"]


def test_offences_and_disqualifications_are_shown() -> None:
    summary = summary_of(1, MatchSettings("amazons", options=SMALL), ("first", "last"))
    assert "offences" not in write_table(summary, ["north", "east"])
    (result,) = played(games_of(AMAZONS, participants("first", "last"), 1))
    offences = tuple(Offence(ply, 1, "crash", "east: exit code 1: ValueError", ply == 7) for ply in (3, 5, 7))
    verdict = replace(result.record.verdict, out=(1,))
    summary.add(replace(result, record=replace(result.record, offences=offences, verdict=verdict)))
    lines = write_table(summary, ["north", "east"]).splitlines()
    assert lines[0].split()[-2:] == ["offences", "disqualified"]
    assert {line.split()[1]: line.split()[-2:] for line in lines[1:3]} == {
        "first": ["0", "0"],
        "last": ["3", "1"],
    }
    assert lines[-2:] == ["offences", "     3  crash: last: exit code 1: ValueError"]


def test_the_reason_of_misconduct_names_no_seat_as_players_change_seats() -> None:
    """The first such game is the example for all others, in which the player may have sat elsewhere."""
    players = participants("first", "last")
    summary = Summary(players, 2)
    for result, side in zip(played(games_of(CHECKERS, players, 2)), ("Black", "White"), strict=True):
        seat = result.pairing.keys.index("last")
        verdict = Verdict("crash", (1.0, 0.0), f"{side}: exit code 1", seat)
        summary.add(replace(result, record=replace(result.record, verdict=verdict)))
    assert "     2  crash: lost by last: exit code 1" in write_table(summary, ["Black", "White"]).splitlines()


SMALL = (("size", "5x5"), ("amazons", "1"))
AMAZONS = MatchSettings("amazons", options=SMALL)


def test_a_match_of_many_seats_fits_80_columns() -> None:
    summary = Summary(participants(*(f"player-{number}-with-a-name" for number in range(8))), 8)
    shown = write_table(summary, ["north-east"] * 8)
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "player-7-with-a-name" in shown


def test_progress_of_many_players_names_the_leader() -> None:
    summary = Summary(participants("a", "x" * 50, "c"), 2)
    summary.players[1].add(0, 0, 1.0)
    assert write_progress(summary, 10, 1.0).startswith(f"game 0 of 10: {'x' * 15}… 1, Elo +")


def test_progress_says_who_leads() -> None:
    summary = summary_of(2, MatchSettings("checkers", ply_cap=4), ("first", "last"))
    assert write_progress(summary, 10, 1.0).startswith("game 2 of 10: first 1 : last 1, Elo +0 ± ")
