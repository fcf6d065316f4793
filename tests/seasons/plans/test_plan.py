"""The plan of a season: what it may say, and what is wrong with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.seasons.plans.plan import SeasonPlan, parse_season_plan, read_season_plan
from ludus.seasons.sources import Branch, Inbox, PlainSource
from ludus.tournaments.plans.plan import list_courses
from ludus.tournaments.plans.table import BadPlan, PlanFile

SOURCES = 'sources = [{ inbox = "handed-in" }]\n'


def read(folder: Path, text: str) -> SeasonPlan:
    path = folder / "season.toml"
    path.write_text(text, encoding="utf-8")
    return read_season_plan(path)


def describe_refusal(folder: Path, text: str) -> str:
    with pytest.raises(BadPlan) as caught:
        read(folder, text)
    return f"{caught.value} / {caught.value.hint}"


def test_a_game_and_an_inbox_are_a_plan(tmp_path: Path) -> None:
    plan = read(tmp_path, f'game = "pente"\n{SOURCES}')
    assert plan.title == "season"
    assert plan.sources == (Inbox(tmp_path / "handed-in"),)
    assert plan.references == ()
    assert plan.folder == tmp_path / "season"
    assert plan.site == tmp_path / "season" / "site"


@pytest.mark.parametrize("contest", list_courses())
def test_the_reference_programs_of_a_contest_play_along(contest: str, tmp_path: Path) -> None:
    plan = read(tmp_path, f'contest = "{contest}"\n{SOURCES}')
    assert plan.references == list_courses()[contest].players
    assert read(tmp_path, f'contest = "{contest}"\nreferences = false\n{SOURCES}').references == ()


def test_sources_are_inboxes_branches_and_places_relative_to_the_plan(tmp_path: Path) -> None:
    sources = """sources = [
        { inbox = "handed-in", names = { team-1 = "Lions" } },
        { key = "team-2", git = "https://example.org/bot", branch = "work" },
        { key = "team-3", source = "late.zip", name = "Late" },
    ]"""
    plan = read(tmp_path, f'game = "pente"\n{sources}\n')
    assert plan.sources == (
        Inbox(tmp_path / "handed-in", {"team-1": "Lions"}),
        Branch("team-2", "https://example.org/bot", "work"),
        PlainSource("team-3", str(tmp_path / "late.zip"), "Late"),
    )
    assert plan.list_nicknames() == {"team-1": "Lions", "team-3": "Late"}


def test_times_have_zones_and_periods_have_units(tmp_path: Path) -> None:
    times = """
        evaluate = { when = "planned", at = [2026-11-02T08:00:00+01:00, 2026-11-01T08:00:00Z], every = "1d" }
        deadline = 2026-12-01T18:00:00Z
        final = 2026-12-02T09:00:00Z"""
    calendar = read(tmp_path, f'game = "pente"\n{SOURCES}{times}').calendar
    assert calendar.at == (datetime(2026, 11, 1, 8, tzinfo=UTC), datetime(2026, 11, 2, 7, tzinfo=UTC))
    assert calendar.every == timedelta(days=1)
    assert calendar.deadline == datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert calendar.final == datetime(2026, 12, 2, 9, tzinfo=UTC)


def test_without_a_deadline_the_final_freezes_the_versions(tmp_path: Path) -> None:
    calendar = read(tmp_path, f'game = "pente"\n{SOURCES}final = 2026-12-02T09:00:00Z').calendar
    assert calendar.deadline == calendar.final


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "season.toml: sources: expected a list of sources, found none / like sources = ["),
        (
            SOURCES + 'evaluate = { when = "planned", at = [2026-12-01T18:00:00Z], every = "0s" }',
            "line 3: evaluate.every: expected a period of some length, found '0s' / evaluations would never end",
        ),
        ('sources = [{ inbox = "season" }]', "folder: expected a folder outside the sources, found 'season'"),
        ('folder = "in/anna"\nsources = [{ inbox = "in" }]', "line 2: folder: expected a folder outside the sources"),
        ('sources = [{ inbox = "in" }]\nsite = "../in/site"', "line 3: site: expected a folder outside the sources"),
        ('sources = [{ key = "a", source = "bot" }]\nfolder = "bot"', "line 3: folder: expected a folder outside"),
        ("sources = []", "line 2: sources: expected a list of sources, found none"),
        ("sources = [3]", "line 2: sources[1]: expected a table with inbox, git or source"),
        ('sources = [\n  { key = "a" },\n]', "line 3: sources[1]: expected one of inbox, git, source, found none of them"),
        ('sources = [{ inbox = "" }]', "sources[1].inbox: expected a folder of folders and archives, found ''"),
        ('sources = [{ git = "x" }]', "sources[1].key: expected a key of letters, digits"),
        ('sources = [{ key = "../x", source = "x" }]', "sources[1].key: expected a key of letters, digits, '.', '_' and '-', up to 40 characters, found '../x'"),
        ('sources = [\n  { key = "a", git = "x" },\n  { key = "A", source = "x" },\n]', "line 4: sources[2].key: expected every key once, found 'A' again"),
        ('sources = [{ key = "a", git = "x", branc = "y" }]', "sources[1].branc: there is no such key / did you mean branch?"),
        (f"{SOURCES}entrants = []", "line 3: entrants: a season has sources, and no list of entrants"),
        (f"{SOURCES}deadline = 2026-12-01T18:00:00", "line 3: deadline: expected a time with its zone, like 2026-12-01T18:00:00Z"),
        (f"{SOURCES}deadline = 2026-12-01T18:00:00Z\nfinal = 2026-11-01T18:00:00Z", "line 4: final: expected a time after the deadline"),
        (f'{SOURCES}evaluate = {{ when = "planned" }}', "line 3: evaluate.when: expected times in at, or a period in every, found none"),
        (f'{SOURCES}evaluate = {{ when = "often" }}', "line 3: evaluate.when: expected 'new' or 'planned', found 'often'"),
        (f'{SOURCES}look = ""', "line 3: look: expected a number with s, m, h, d or w, up to ten years, like"),
        (f'{SOURCES}evaluate = {{ every = "" }}', "evaluate.every: expected a number with s, m, h, d or w"),
        (f'{SOURCES}evaluate = {{ every = "1 day" }}', "evaluate.every: expected a number with s, m, h, d or w"),
        (f"{SOURCES}evaluate = {{ at = [2026-11-01T18:00:00Z] }}", "evaluate.at: times are for evaluations that are planned"),
        (f"{SOURCES}deadline = 9999-12-31T23:59:59-12:00", "line 3: deadline: expected a time with its zone"),
        (f'{SOURCES}look = "999999w"', "line 3: look: expected a number with s, m, h, d or w, up to ten years"),
        (f"{SOURCES}weights = [1, -1]", "line 3: weights: expected a number from 0 to 1000, found -1"),
        (f'{SOURCES}late = "never"', "line 3: late: expected 'first' or 'zero', found 'never'"),
        (f"{SOURCES}anonymous = 1", "line 3: anonymous: expected true or false, found a whole number (1)"),
        (f"{SOURCES}references = true", "line 3: references: the plan names no contest that has any"),
        (f'{SOURCES}references = ["minmax"]', "references: no player is called 'minmax' in pente / did you mean minimax?"),
        (f"{SOURCES}anonymos = true", "line 3: anonymos: there is no such key / did you mean anonymous?"),
        (f'{SOURCES}clock = "fast"', "line 3: clock: "),
        (f'{SOURCES}folder = "season.toml"', "line 3: folder: expected a folder beside the plan, found the plan itself"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_line_key_and_hint(text: str, told: str, tmp_path: Path) -> None:
    assert told in describe_refusal(tmp_path, f'game = "pente"\n{text}\n')


def test_a_plan_that_is_not_there_points_to_a_new_one(tmp_path: Path) -> None:
    with pytest.raises(BadPlan) as caught:
        read_season_plan(tmp_path / "season.toml")
    assert "ludus season --new" in caught.value.hint


KEYS = [
    "game", "contest", "sources", "references", "evaluate", "when", "at", "every", "deadline", "final", "weights",
    "late", "anonymous", "folder", "site", "look", "quiet", "inbox", "names", "key", "git", "branch", "source", "name",
]  # fmt: skip
WORDS = """
1 -3 2.5 true "pente" "pente-course" "1d" "999999w" "" 1979-05-27 nan "\\u0000" "planned" "."
2026-12-01T18:00:00Z 9999-12-31T23:59:59-12:00 0001-01-01T00:00:00+12:00 2026-12-01T18:00:00
"""
VALUES = st.recursive(
    st.sampled_from(WORDS.split()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda values: f"[{', '.join(values)}]"),
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=8,
)
LINES = st.tuples(st.sampled_from(KEYS), VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}")


@given(st.lists(LINES, max_size=6).map("\n".join))
def test_whatever_a_plan_says_it_is_followed_or_refused_in_one_line(text: str) -> None:
    told = ""
    try:
        parse_season_plan(PlanFile(Path("/nowhere/season.toml"), f'game = "pente"\n{SOURCES}{text}'))
        parse_season_plan(PlanFile(Path("/nowhere/season.toml"), text))
    except BadPlan as error:
        told = str(error)
    assert told.isprintable()


def test_code_of_ones_own_is_no_reference_of_a_season(tmp_path: Path) -> None:
    refusal = describe_refusal(tmp_path, f'game = "pente"\nreferences = ["player:my_agent.py"]\n{SOURCES}')
    assert "expected players of Ludus in a season, found code of your own: 'player:my_agent.py'" in refusal
