"""The sequential test of two players: play pairs of games until it is clear enough who is stronger.

H0 says the first player is `elo0` better, H1 says `elo1` (logistic Elo). After each pair the logarithm of the
likelihood ratio (LLR) is compared with two bounds that follow from `alpha` (the chance to accept H1 though H0 holds)
and `beta` (the reverse).

How often each result of a pair occurs is not part of the hypotheses, only its mean is. So this is the generalized
test: each hypothesis is given the distribution that explains the counts best among all with its mean
(maximum likelihood, solved exactly, no normal approximation). Pairs, not games, are the draws, because two games on
one opening are correlated. A result that has not occurred yet counts as 0.001.

A `Ledger` keeps which games are done, so that a test can be stopped and taken up again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.errors import BadOption, LudusError
from ludus.ratings.statistics import compute_expected_score, list_scores
from ludus.records.strict_json import BadRecord, as_text, as_texts, describe_value, load, read_object
from ludus.text import describe_mismatch, quote

H0, H1 = "H0", "H1"
PAIR = 5
"""How many results a pair of games can have: 0, 1/2, 1, 3/2 or 2 points."""
_UNSEEN = 1e-3
_FORMAT = "ludus sprt 1"
_LONGEST = 16 << 20
"""No state is longer: it has a letter for each game."""
LETTERS = {0.0: "L", 0.5: "D", 1.0: "W"}
VOID = "x"
"""A game that could not be played; its pair does not count."""
_OPEN = "-"
_POINTS = {letter: points for points, letter in LETTERS.items()}


class BadLedger(LudusError):
    """A file that holds no ledger, or that of another test."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The settings of a test."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 < self.elo0 < self.elo1 < 1000:
            raise BadOption(
                f"elo0, elo1: expected -1000 < elo0 < elo1 < 1000, found {self.elo0:g}, {self.elo1:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise BadOption(f"{name}: expected a chance between 0 and 0.5, found {value:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def compute_llr(self, counts: Sequence[int]) -> float:
        """Compare the hypotheses by the counts of pair results."""
        seen = [count or _UNSEEN for count in counts] if any(counts) else []
        if not seen:
            return 0.0
        return _fit(seen, compute_expected_score(self.elo1)) - _fit(seen, compute_expected_score(self.elo0))

    def decide(self, llr: float) -> str | None:
        """Name the hypothesis to accept, or None while it is too early."""
        lower, upper = self.bounds
        return H0 if llr <= lower else H1 if llr >= upper else None


@dataclass(slots=True)
class Tally:
    """A test as it goes on; once it is decided, more pairs change nothing."""

    sprt: Sprt
    counts: list[int] = field(default_factory=lambda: [0] * PAIR)
    llr: float = 0.0
    decision: str | None = None

    @property
    def is_decided(self) -> bool:
        """Whether a hypothesis was accepted."""
        return self.decision is not None

    def feed(self, pairs: Iterable[float]) -> None:
        """Add the points of more pairs, 0 to 2 each, in the order of the schedule."""
        for points in pairs:
            if self.is_decided:
                return
            self.counts[round(2 * points)] += 1
            self.llr = self.sprt.compute_llr(self.counts)
            self.decision = self.sprt.decide(self.llr)


@dataclass(slots=True)
class Ledger:
    """Which games of a test are done, in the order of the schedule; a letter for each."""

    settings: dict[str, str]
    """What is tested: a test can only be continued with the settings it began with."""
    games: list[str] = field(default_factory=list)

    def put(self, number: int, letter: str) -> None:
        """Note a game; the first has the number 0."""
        self.games.extend(_OPEN * (number + 1 - len(self.games)))
        self.games[number] = letter

    def is_done(self, number: int) -> bool:
        """Whether a game is finished."""
        return number < len(self.games) and self.games[number] != _OPEN

    def list_pairs(self, begin: int = 0) -> Iterator[tuple[int, float | None]]:
        """Yield number and points of the pairs from `begin` on, up to the first that is not complete.

        In the order of the schedule and never of completion: quick games would otherwise count first.
        """
        for number in range(begin, len(self.games) // 2):
            pair = self.games[2 * number : 2 * number + 2]
            if _OPEN in pair:
                return
            yield number, None if VOID in pair else sum(_POINTS[letter] for letter in pair)

    def save(self, path: Path) -> None:
        """Write the ledger atomically."""
        content = {"format": _FORMAT, "terms": self.settings, "games": "".join(self.games)}
        write_atomically(path, json.dumps(content, indent=1))

    @classmethod
    def load(cls, path: Path, settings: dict[str, str]) -> Ledger:
        """Read a ledger and check that it has these settings; make a new one if there is no file."""
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(_LONGEST + 1)
            kept, games = read_state(text)
        except FileNotFoundError:
            return cls(settings)
        except (OSError, ValueError) as error:
            raise BadLedger(f"{path}: expected the state of a test: {error}") from error
        for key in {**settings, **kept}:
            if kept.get(key) != settings.get(key):
                raise BadLedger(
                    describe_mismatch(f"{path}: {key}", str(kept.get(key)), str(settings.get(key)))
                )
        return cls(settings, list(games))


def read_state(text: str) -> tuple[dict[str, str], str]:
    """Read the settings of a test and the letters of its games."""
    if len(text) > _LONGEST:
        raise BadLedger(f"more than {_LONGEST} characters")
    readers = {"format": _check_format, "terms": as_texts, "games": as_text}
    _, settings, games = read_object(load(text), "", readers).values()
    assert isinstance(settings, tuple)
    assert isinstance(games, str)
    if not set(games) <= {*"LDWx-"}:
        raise BadRecord("games", "letters L, D, W, x and -", quote(games))
    return dict(settings), games


def _check_format(value: object, where: str) -> None:
    if value != _FORMAT:
        raise BadRecord(where, quote(_FORMAT), describe_value(value))


def _fit(counts: Sequence[float], mean: float) -> float:
    """Return the best log-likelihood of the counts under a distribution with this mean, up to a constant.

    The best distribution is `counts[i] / (1 + tilt * (value - mean))`, normalised, with the tilt that gives the mean.
    """
    offsets = [value - mean for value in list_scores(len(counts))]
    # The likelihood in the tilt is concave between these two, and its slope crosses zero once.
    low, high = -1 / offsets[-1], -1 / offsets[0]
    tilt = 0.0
    for _ in range(100):
        slope = curve = 0.0
        for count, offset in zip(counts, offsets, strict=True):
            part = offset / (1 + tilt * offset)
            slope += count * part
            curve += count * part * part
        low, high = (tilt, high) if slope > 0 else (low, tilt)
        following = tilt + slope / curve
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) < 1e-9:
            break
        tilt = following
    return -sum(count * math.log1p(tilt * offset) for count, offset in zip(counts, offsets, strict=True))
