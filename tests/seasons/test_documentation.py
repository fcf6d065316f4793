"""The organiser's page: what cron and systemd would start is understood, and the table of keys is complete."""

from __future__ import annotations

import re

import pytest

from ludus.cli import COMMANDS, season
from ludus.cli.parser import parse_words
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "organiser.md").read_text(encoding="utf-8")
STARTED = re.findall(r"^(?:ExecStart=|.*&& ).*?bin/ludus season (.*?)(?: >>.*)?$", PAGE, re.MULTILINE)


def test_cron_and_systemd_start_the_season() -> None:
    assert len(STARTED) == 2


@pytest.mark.parametrize("line", STARTED)
def test_what_the_machine_starts_is_understood(line: str) -> None:
    options = parse_words("season", COMMANDS["season"], season, line.split())
    assert options.plan == "season.toml"


def test_the_table_of_keys_names_what_the_plan_of_a_season_has() -> None:
    """As the docstring of its module shows them."""
    from ludus.seasons.plans import plan

    shown = set(re.findall(r"^    (\w+) = ", plan.__doc__ or "", re.MULTILINE)) - {"anonymous"}
    listed = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert shown <= listed
