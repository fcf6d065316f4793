"""Draws meetings as the tables in books do, and plays whole tournaments by chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random

from ludus.tournaments.meeting import Form, Meeting, Met

Judge = Callable[[Meeting], tuple[float, ...]]


def draw_rounds(meetings: Iterable[Meeting]) -> list[str]:
    """One line for each round: its pairs in order, whoever moves first in front."""
    rounds: dict[int, list[str]] = defaultdict(list)
    for meeting in sorted(meetings, key=lambda meeting: meeting.number):
        rounds[meeting.round].append("-".join(meeting.seats))
    return [f"{number}: {' '.join(pairs)}" for number, pairs in sorted(rounds.items())]


def name(count: int) -> tuple[str, ...]:
    """Keys from 1 on, the strongest first."""
    return tuple(str(number) for number in range(1, count + 1))


def toss(seed: int) -> Judge:
    """Let chance decide each game, the same way whenever it is played."""

    def judge(meeting: Meeting) -> tuple[float, ...]:
        if len(meeting.seats) == 1:
            return (1.0,)
        won = Random(f"{seed} {meeting.number} {meeting.seats}").choice((0.0, 0.0, 0.5, 1.0, 1.0))
        return (won, 1.0 - won, *(0.5 for _ in meeting.seats[2:]))

    return judge


def let_the_stronger_win(meeting: Meeting) -> tuple[float, ...]:
    """The smaller number wins."""
    first, second = map(int, meeting.seats)
    return (1.0, 0.0) if first < second else (0.0, 1.0)


def hold(form: Form, judge: Judge, most: int = 10**9) -> list[Met]:
    """Play a tournament to its end, or until this many games are over."""
    met: dict[int, Met] = {}
    while True:
        news = [meeting for meeting in form.next(list(met.values())) if meeting.number not in met]
        if not news or len(met) >= most:
            return list(met.values())
        for meeting in news[: most - len(met)]:
            met[meeting.number] = Met(meeting, judge(meeting))
