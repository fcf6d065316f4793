"""The workers of a cluster as the coordinator knows them: who joins, who can play, who leaves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ludus.arena.runner import ATTEMPTS
from ludus.cluster.address import TLS, check_contact
from ludus.cluster.connection import check_pages, compare_versions
from ludus.cluster.messages import BadAnswer, read_facts
from ludus.cluster.settings import ENCRYPTION, compare
from ludus.cluster.worker import list_tools
from ludus.errors import LudusError, MachineFault
from ludus.text import make_printable

NO_WORKERS, REMINDER = 3600.0, 60.0
"""Seconds without any worker after which we give up, and between two lines that say that we wait."""
BAD_GAMES = ATTEMPTS - 1
"""A worker with this many void games in a row is not used any more, so that a game it has spoiled has a try elsewhere."""


@dataclass(eq=False, slots=True)
class Member:
    """One worker."""

    address: str
    threads: int
    is_ready: bool = False
    """Whether it has told what it is like, and can play."""
    problem: str = ""
    """Why it is not used."""
    running: int = 0
    """How many batches and other orders it has."""
    parcels: int = 0
    """How many programs are on their way to it; no batch is sent meanwhile."""
    sent: set[str] = field(default_factory=set)
    """The programs that it was sent."""
    voids: int = 0
    """How many of its games in a row were void."""
    has_left: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether it can play."""
        return self.is_ready and not self.problem and not self.has_left

    @property
    def free(self) -> int:
        """How many batches it could play now."""
        return max(0, self.threads - self.running) if self.is_usable and not self.parcels else 0


class Members:
    """All workers."""

    def __init__(self, tell: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._now = now
        self._known: dict[str, Member] = {}
        self._told: set[Member] = set()
        self._alone_since = self._reminded = now()

    def __iter__(self) -> Iterator[Member]:
        return iter(list(self._known.values()))

    def count_threads(self) -> int:
        """Count the threads that can play."""
        return sum(member.threads for member in self if member.is_usable)

    def update(self, found: Mapping[str, int]) -> tuple[list[Member], list[Member]]:
        """Note who is there now; return who has joined and who has left."""
        joined = [
            Member(address, threads) for address, threads in found.items() if address not in self._known
        ]
        left = [member for member in self if member.address not in found]
        for member in joined:
            self._known[member.address] = member
        for member in left:
            member.has_left = True
            del self._known[member.address]
        self._report()
        return joined, left

    def drop(self, member: Member, problem: str) -> None:
        """Use a worker no longer, and say why."""
        if not member.problem and not member.has_left:
            member.problem = problem
            self._tell(f"warning: worker {member.address} is not used: {make_printable(problem)}")

    def note_game(self, member: Member, reason: str) -> None:
        """Note a game of a worker: void for a reason, or finished if there is none."""
        member.voids = member.voids + 1 if reason else 0
        if member.voids >= BAD_GAMES:
            self.drop(member, f"{member.voids} games in a row were void on it, the last one because {reason}")

    def _report(self) -> None:
        """Tell in one line who has come and gone; say again and again, and not for ever, that nobody is there."""
        usable = {member for member in self if member.is_usable}
        joined, left = len(usable - self._told), len(self._told - usable)
        self._told = usable
        if joined or left:
            changes = [f"{joined} joined"] * bool(joined) + [f"{left} left"] * bool(left)
            now = f"workers: {len(usable)}, games at a time: {self.count_threads()}"
            self._tell(f"cluster: {', '.join(changes)}; {now}")
        if usable:
            self._alone_since = self._reminded = self._now()
        elif self._now() - self._alone_since > NO_WORKERS:
            raise MachineFault(f"no worker of the cluster could play for {NO_WORKERS / 60:.0f} minutes")
        elif self._now() - self._reminded > REMINDER:
            self._reminded = self._now()
            self._tell("cluster: waiting for a worker that can play")


def find_problem(member: Member, data: object) -> str:
    """Read what a worker says of itself, and say why it cannot be used; empty if it can."""
    try:
        facts = read_facts(data)
        check_contact(member.address, "the worker")
        listens = facts.get("listens")
        for address in listens if isinstance(listens, list) else []:
            check_contact(str(address), "the worker")
        check_pages(facts, "it")
    except LudusError as error:
        return str(error)
    settings, tools = facts.get("settings"), facts.get("tools")
    if not isinstance(settings, dict) or not isinstance(tools, list):
        return str(BadAnswer("it says nothing of its settings"))
    missing = [tool for tool in list_tools() if tool not in tools]
    problems = (
        compare_versions(facts),
        compare(settings, ENCRYPTION if member.address.startswith(TLS) else {}),
        "its nanny does not let it start processes; use DASK_CONFIG or --no-nanny"
        if facts.get("daemon")
        else "",
        f"it has no sandbox: {facts.get('sandbox')}" if facts.get("sandbox") else "",
        f"it has no {', '.join(missing)}, unlike this coordinator" if missing else "",
    )
    return next(filter(None, problems), "")
