"""What happened in a season: who took part with which versions, which evaluations were held, what was decided.

A contestant is its key, which stands for a source; its name may change from version to version. Evaluations are tournaments
with stores of their own, and everything about their games is read from there. `reader.SeasonReader` reads a history:

    with SeasonReader(Path("season.toml")) as reader:
        season = reader.read()          # a Season
        scores = reader.read_scores()   # its table, a tuple of SeasonScore
        reader.plan.site                # the folder of the public pages
        reader.plan.contestants         # a folder for each contestant, by make_path_name(key)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

EVALUATION, FINAL = "evaluation", "final"
"""The kinds of evaluations."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a contestant's program: what was found in its source at some time."""

    key: str
    number: int
    """From 1, for each contestant."""
    hash: str
    name: str
    """What it was called at that time."""
    taken_in: str
    accepted: bool
    """Whether it could be built and passed the short check; otherwise the last one that did goes on playing."""
    reason: str = ""
    """Why it was refused: for its owner and the organiser only."""


@dataclass(frozen=True, slots=True)
class Member:
    """A contestant."""

    key: str
    name: str
    """Its nickname, or what its last version is called."""
    joined: int
    """The number of its first evaluation; 0 if it has not played yet."""
    versions: tuple[Version, ...]
    exclusion: str = ""
    """Why the organiser has excluded it; empty for who takes part."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A tournament of the season."""

    number: int
    kind: str
    began: str
    ended: str
    """Empty while it is being played."""
    store: Path
    """The games; it need not be there yet."""
    options: tuple[tuple[str, str], ...]
    """The options of the game in this evaluation: rules may change from one to the next."""
    rules: Mapping[str, str]
    """All that its games depend on: clock, schedule, seed and so on, as texts."""
    weight: float
    """How much it counts in the score of the season."""
    versions: Mapping[str, int]
    """The number of the version that plays, by the key of the contestant."""


@dataclass(frozen=True, slots=True)
class SeasonDecision:
    """Something that the organiser has decided, and why."""

    number: int
    written: str
    kind: str
    key: str
    """The contestant that it is about; empty if it is about none."""
    evaluation: int
    """The evaluation that it is about; 0 if it is about none."""
    reason: str
    game: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class Season:
    """A season so far."""

    title: str
    game: str
    contest: str
    anonymous: bool
    """Whether nobody but the organiser may learn who is who."""
    members: tuple[Member, ...]
    evaluations: tuple[Evaluation, ...]
    """One for each number: where one was played again, the last that has ended."""
    decisions: tuple[SeasonDecision, ...]


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """One line of the table of a season."""

    place: int
    key: str
    name: str
    score: float
    """From 0 to 1."""
    shares: tuple[float | None, ...]
    """Points per game in each evaluation that has ended, in their order; None where it took no part."""
