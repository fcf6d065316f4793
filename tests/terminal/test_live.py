"""The live view of a tournament: lines that change on a terminal, plain lines elsewhere, nothing if quiet."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from itertools import count

import pytest

from ludus.arena.match import MatchSettings
from ludus.players.participant import Participant
from ludus.records.results import GameResult
from ludus.terminal.live import LiveView, describe_progress
from ludus.tournaments.meeting import GameCount
from ludus.tournaments.progress import SUSPICIOUS, TournamentProgress
from tests.arena.matches import events_of, games_of, participants

PEOPLE = [Participant("anna", "Anna", "1", "random"), Participant("eve", "\x1b[2JEve", "1", "random")]


class Terminal(io.StringIO):
    """A terminal that keeps what is written."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Screen:
    """Draws what a terminal of some width would show, as far as the live view needs it."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[str] = []

    def write(self, text: str) -> None:
        for part in text.replace("\x1b[J", "\x1b[J\n").split("\n"):
            if part.startswith("\x1b[") and part.endswith("F\x1b[J"):
                del self.rows[len(self.rows) - int(part[2:-4]) :]
            elif part:
                self.rows += [part[place : place + self.width] for place in range(0, len(part), self.width)]


def results(number: int, points: tuple[float, float] = (1.0, 0.0), plies: int = 9) -> Iterator[GameResult]:
    for place in range(number):
        yield GameResult(
            f"{place:05}-0", 1, place, ("anna", "eve"), points, points, "outcome", "", plies=plies
        )


def make_progress(games: list[GameResult], most: int | None = 20) -> TournamentProgress:
    clock = count(0.0, 10.0)
    return TournamentProgress(PEOPLE, GameCount(20, most), games, now=lambda: next(clock))


def test_it_says_what_is_done_and_what_runs() -> None:
    assert describe_progress(make_progress(list(results(3)))) == "3 of 20 games done, 0 running"
    assert describe_progress(make_progress(list(results(3)), None)) == "3 games done, 0 running"


def test_events_count_what_runs_what_is_done_and_the_time_left() -> None:
    pairings = games_of(MatchSettings("checkers", ply_cap=5), participants("random", "greedy"), 2)
    progress = TournamentProgress(
        participants("random", "greedy"), GameCount(4, 4), (), now=count(0.0, 10.0).__next__
    )
    for event in events_of(pairings, 0):
        progress.add(event)
    assert describe_progress(progress) == "2 of 4 games done, 0 running, 10 s left"


def test_a_knockout_that_ended_early_has_no_time_left() -> None:
    pairings = games_of(MatchSettings("checkers", ply_cap=5), participants("random", "greedy"), 2)
    progress = TournamentProgress(
        participants("random", "greedy"), GameCount(2, 6), (), now=count(0.0, 10.0).__next__
    )
    for event in events_of(pairings, 0):
        progress.add(event)
    assert describe_progress(progress) == "2 of 2 to 6 games done, 0 running"


def test_on_a_terminal_the_lines_are_drawn_over_and_names_do_no_harm() -> None:
    terminal = Terminal()
    view = LiveView(terminal, "cup", now=count(0.0, 1.0).__next__)
    progress = make_progress(list(results(2)))
    view.show(progress)
    view.show(progress)
    screen = Screen(80)
    screen.write(terminal.getvalue())
    assert screen.rows == [
        "cup",
        "2 of 20 games done, 0 running",
        "  1. Anna        2 of 2",
        "  2. \\x1b[2JEve  0 of 2",
    ]


def test_it_is_drawn_only_a_few_times_in_a_second() -> None:
    terminal = Terminal()
    view = LiveView(terminal, "cup", now=count(0.0, 0.01).__next__)
    for _ in range(60):
        view.show(make_progress(list(results(2))))
    assert terminal.getvalue().count("cup") <= 5


def test_a_window_that_was_made_narrower_keeps_no_old_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    view = LiveView(terminal, "a title of some length", now=count(0.0, 1.0).__next__)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 24)))
    view.show(make_progress(list(results(2))))
    before = len(terminal.getvalue())
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((12, 24)))
    view.show(make_progress(list(results(2))))
    screen = Screen(12)
    screen.write(terminal.getvalue()[:before])
    screen.write(terminal.getvalue()[before:])
    assert screen.rows == ["a title of…", "2 of 20 ga…", "  1. Anna…", "  2. \\x1b[…"]


def test_a_note_stays_above_the_lines() -> None:
    terminal = Terminal()
    view = LiveView(terminal, "cup", now=count(0.0, 1.0).__next__)
    view.show(make_progress(list(results(2))))
    view.note("warning: a game is void")
    screen = Screen(80)
    screen.write(terminal.getvalue())
    assert screen.rows[:2] == ["warning: a game is void", "cup"]


def test_elsewhere_plain_lines_come_now_and_then() -> None:
    stream = io.StringIO()
    view = LiveView(stream, "cup", now=count(0.0, 1.0).__next__)
    for number in range(40):
        view.show(make_progress(list(results(number))))
    view.end(make_progress(list(results(5))))
    assert stream.getvalue().splitlines() == [
        "0 of 20 games done, 0 running",
        "30 of 20 games done, 0 running",
        "5 of 20 games done, 0 running",
    ]


def test_quiet_shows_only_what_is_wrong() -> None:
    stream = io.StringIO()
    view = LiveView(stream, "cup", quiet=True)
    view.show(make_progress(list(results(SUSPICIOUS, plies=0))))
    view.end(make_progress(list(results(SUSPICIOUS, plies=0))))
    assert stream.getvalue() == f"warning: nobody has made a legal move in any of the {SUSPICIOUS} games\n"


@pytest.mark.parametrize("colour", [True, False])
def test_when_every_game_is_drawn_it_says_so_at_the_top(
    colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "" if colour else "1")
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    LiveView(terminal, "cup").show(make_progress(list(results(SUSPICIOUS, (0.5, 0.5)))))
    first = terminal.getvalue().splitlines()[0]
    text = f"WARNING: all {SUSPICIOUS} games are draws"
    assert first == (f"\x1b[1;33m{text}\x1b[0m" if colour else text)


def test_a_few_drawn_games_are_no_warning() -> None:
    assert make_progress(list(results(SUSPICIOUS - 1, (0.5, 0.5)))).warning == ""
    assert make_progress([*results(SUSPICIOUS, (0.5, 0.5)), *results(1)]).warning == ""
