"""Plans: what they say, what a course sets, and how mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.contests import CONTESTS
from ludus.errors import BadOption
from ludus.records.time_control import TimeControl
from ludus.tournaments.plans.new_plan import write_new_plan
from ludus.tournaments.plans.plan import Plan, list_courses, parse_plan, read_plan
from ludus.tournaments.plans.table import BadPlan, PlanFile

TWO = 'entrants = [{ player = "random" }, { player = "greedy" }]\n'


def read(folder: Path, text: str) -> Plan:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return read_plan(path)


def refuse(folder: Path, text: str) -> BadPlan:
    with pytest.raises(BadPlan) as caught:
        read(folder, text)
    return caught.value


def describe_refusal(folder: Path, text: str) -> str:
    """Return message and hint, without the folder."""
    error = refuse(folder, text)
    return f"{error} / {error.hint}".replace(f"{folder}/", "")


def test_a_game_and_two_players_are_a_plan(tmp_path: Path) -> None:
    plan = read(tmp_path, 'game = "checkers"\n' + TWO)
    assert (plan.game, plan.schedule, plan.settings) == ("checkers", "round-robin", (("games", 2),))
    assert plan.clocks == (TimeControl(),)
    assert [(each.text, each.is_program) for each in plan.entrants] == [("random", False), ("greedy", False)]


def test_the_store_lies_beside_the_plan_under_the_same_name(tmp_path: Path) -> None:
    assert read(tmp_path, 'game = "checkers"\n' + TWO).store == tmp_path / "plan.store"


@pytest.mark.parametrize("name", list_courses())
def test_a_course_sets_what_its_text_says(name: str, tmp_path: Path) -> None:
    course = list_courses()[name]
    players = ", ".join(f'{{ player = "{player}" }}' for player in course.players)
    plan = read(tmp_path, f'contest = "{name}"\nentrants = [{players}]\n')
    assert CONTESTS[plan.game].course is course
    assert {"kind": plan.schedule, **dict(plan.settings)}.items() >= dict(course.schedule).items()
    assert plan.clocks == (TimeControl.read(course.clock),)
    assert dict(plan.options).items() >= dict(course.options).items()
    assert (plan.boards, plan.ply_cap) == (course.boards, course.ply_cap)


def test_every_value_of_a_course_can_be_set_anew(tmp_path: Path) -> None:
    text = """
        contest = "amazons-course"
        clock = "game=5"
        boards = 3
        ply_cap = 50
        seed = 7
        schedule = { kind = "round-robin", games = 4 }
        options = { size = "6x6", amazons = 1, players = 2 }
        """
    plan = read(tmp_path, text + TWO)
    assert plan.clocks == (TimeControl(game=5),)
    assert (plan.schedule, plan.settings) == ("round-robin", (("games", 4),))
    assert dict(plan.options) == {"size": "6x6", "amazons": "1", "players": "2"}
    assert (plan.boards, plan.ply_cap, plan.seed) == (3, 50, 7)
    assert len(set(plan.load_openings())) == 3


def test_the_total_time_may_come_from_a_list_or_a_range(tmp_path: Path) -> None:
    listed = read(tmp_path, 'contest = "pente-course"\nclock = ["game=100", "game=300"]\n' + TWO)
    ranged = read(tmp_path, 'contest = "pente-course"\nclock = { from = 60, to = 120, step = 30 }\n' + TWO)
    assert [str(clock) for clock in listed.clocks] == ["game=100", "game=300"]
    assert [str(clock) for clock in ranged.clocks] == ["game=60", "game=90", "game=120"]


def test_paths_are_relative_to_the_plan_wherever_the_command_runs(tmp_path: Path) -> None:
    plan = read(tmp_path, 'game = "pente"\nentrants = ["a", { source = "b.zip", name = "Bee" }]\n')
    assert [each.text for each in plan.entrants] == [str(tmp_path / "a"), str(tmp_path / "b.zip")]
    assert [each.name for each in plan.entrants] == ["", "Bee"]


def test_each_lists_folders_and_archives_by_name_and_nothing_else(tmp_path: Path) -> None:
    for name in ("zoe", "adam", ".hidden"):
        (tmp_path / "all" / name).mkdir(parents=True)
    for name in ("berta.tar.gz", "notes.txt"):
        (tmp_path / "all" / name).touch()
    plan = read(tmp_path, 'game = "pente"\nentrants = [{ each = "all" }]\n')
    assert [Path(each.text).name for each in plan.entrants] == ["adam", "berta.tar.gz", "zoe"]


def test_a_git_address_stays_one(tmp_path: Path) -> None:
    (tmp_path / "repository").mkdir()
    commit = "0123456789" * 4
    text = f'game = "pente"\nentrants = ["https://example.org/a.git#{commit}", "repository#{commit}"]\n'
    assert [each.text for each in read(tmp_path, text).entrants] == [
        f"https://example.org/a.git#{commit}",
        f"{tmp_path}/repository#{commit}",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = \"checkers\"\nsede = 3\n", "plan.toml line 3: sede: there is no such key / did you mean seed?"),
        ("game = \"checkers\"\nseed = \"3\"\n", "plan.toml line 3: seed: expected a whole number from 0 to 281474976710656, found a string ('3') / "),
        ("game = \"chekers\"\n", "plan.toml line 2: game: no game is called 'chekers'; there are pente, chezz, checkers, amazons / "),
        ("contest = \"pente\"\n", "plan.toml line 2: contest: expected one of pente-course, chezz-course, amazons-course, found 'pente' / did you mean pente-course?"),
        ("game = \"checkers\"\n[schedule]\nkind = \"swis\"\n", "plan.toml line 4: schedule.kind: expected one of round-robin, gauntlet, swiss, knockout, tables, ladder, found 'swis' / did you mean swiss?"),
        ("game = \"checkers\"\n\n[schedule]\nround = 3\n", "plan.toml line 5: schedule.round: there is no such key / there are kind, games"),
        ("game = \"pente\"\nclock = \"5 minutes\"\n", "plan.toml line 3: clock: clock '5 minutes': expected words like game=300, game=60+0.5, move=2, nodes=20000, wall, grace=0.02, patience=3 / "),
        ("game = \"pente\"\nclock = { from = 9, to = 3 }\n", "plan.toml line 3: clock: expected a range of seconds like { from = 60, to = 300 }, found 9 to 3 / "),
        ("game = \"pente\"\n[options]\nsecond_stone = \"far\"\n", "plan.toml line 3: options: second_stone: expected one of at-most-3, exactly-3, at-least-3, free, found 'far'"),
        ("game = \"pente\"\nabsent = \"win\"\n", "plan.toml line 3: absent: expected 'out' or 'lose', found 'win' / "),
        ("game = \"pente\"\nseed = 1\nseed = 2\n", "plan.toml line 4: Cannot overwrite a value / a plan is in TOML"),
        ("game = pente\n", "plan.toml line 2: Invalid value / a plan is in TOML"),
        ("game = \"pente\"\nstore = \"a\\u0000b\"\n", "plan.toml line 3: store: expected a string without null characters, found 'a\\x00b' / "),
        ("game = \"pente\"\nopenings = \"\\u0000\"\n", "plan.toml line 3: openings: expected a string without null characters, found '\\x00' / "),
        ("game = \"pente\"\nfiles = [\"\\u0000.py\"]\n", "plan.toml line 3: files: expected a string without null characters, found '\\x00.py' / "),
        (f"game = \"pente\"\nseed = {'9' * 5000}\n", "plan.toml: a number in it has too many digits / "),
        ("game = \"checkers\"\n[options]\nsize = 3\n", "plan.toml line 4: options.size: there is no such key / there are none"),
        ("game = \"pente\"\nboards = 3\n", "plan.toml line 3: boards: pente has no random boards / "),
        ("game = \"amazons\"\n[options]\nplayers = 3\n", "schedule: it is for 2 seats, and amazons has 3 here / for other numbers than two: schedule = { kind = \"tables\", seats = 3 }"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_line_key_and_hint(text: str, told: str, tmp_path: Path) -> None:
    assert told in describe_refusal(tmp_path, TWO + text)


@pytest.mark.parametrize(
    ("entrants", "told"),
    [
        ('entrants = ["a"]', "plan.toml line 2: entrants: expected two or more entrants, found 1"),
        ("", "plan.toml: entrants: expected a list of entrants, found none"),
        ('entrants = "a"', "plan.toml line 2: entrants: expected a list of entrants, found a string ('a')"),
        ('entrants = [3, "b"]', "plan.toml line 2: entrants[1]: expected a table with source, player or each"),
        ('entrants = [\n  "a",\n  { nam = "b" },\n]', "plan.toml line 4: entrants[2].nam: there is no such key / did you mean name?"),
        ('entrants = [\n  "a",\n  { source = "b", player = "random" },\n]', "plan.toml line 4: entrants[2]: expected one of source, player, each, found source and player"),
        ('[[entrants]]\nsource = "a"\n[[entrants]]\nsource = "b"\nname = " "', "plan.toml line 6: entrants[2].name: expected one line of up to 60 printable characters, found ' '"),
        ('entrants = ["a", { source = "b", name = "\\u001b[2J" }]', "entrants[2].name: expected one line of up to 60 printable characters, found '\\x1b[2J'"),
        ('entrants = ["a", { player = "minmax" }]', "entrants[2].player: no player is called 'minmax' in pente / did you mean minimax?"),
        ('entrants = ["a", { player = "program:b" }]', "entrants[2].player: expected a player of ours, found 'program:b' / write source = 'b'"),
        ('entrants = [{ each = "nowhere" }]', "entrants[1].each: expected a folder of folders and archives, found 'nowhere': No such file or directory"),
        ('entrants = [{ source = "a", key = "x" }, { source = "b", key = "x" }]', "entrants[2].key: expected every key once, found 'x' again"),
        ('entrants = ["", "b"]', "entrants[1].source: expected a folder, an archive or ADDRESS#COMMIT, found ''"),
    ],
)  # fmt: skip
def test_a_mistake_among_the_entrants_is_told_with_its_number(
    entrants: str, told: str, tmp_path: Path
) -> None:
    assert told in describe_refusal(tmp_path, f'game = "pente"\n{entrants}\n')


def test_a_plan_may_begin_with_the_mark_that_windows_editors_write(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(f'game = "checkers"\n{TWO}', encoding="utf-8-sig")
    assert read_plan(path).game == "checkers"


def test_a_plan_that_is_not_there_points_to_a_new_one(tmp_path: Path) -> None:
    with pytest.raises(BadPlan, match="cannot be read: No such file") as caught:
        read_plan(tmp_path / "plan.toml")
    assert "--new" in caught.value.hint


@pytest.mark.parametrize("name", list_courses())
def test_the_new_plan_of_a_course_says_what_the_course_alone_says(name: str, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    write_new_plan(name, path)
    plan = read_plan(path)
    players = ", ".join(f'{{ player = "{player}" }}' for player in list_courses()[name].players)
    bare = read(tmp_path, f'contest = "{name}"\nentrants = [{players}]\n')
    assert plan.list_decisive() == bare.list_decisive()
    assert plan.entrants == bare.entrants


@pytest.mark.parametrize("name", list_courses())
def test_what_a_new_plan_shows_as_usual_is_what_is_usual(name: str, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    write_new_plan(name, path)
    usual = read_plan(path)
    settings = "absent clock seed ply_cap boards store [schedule] kind games seats rounds [options] size amazons".split()
    lines = path.read_text(encoding="utf-8").splitlines()
    said = [line[2:] if line[2:].split(" ")[0] in settings else line for line in lines]
    assert said != lines
    path.write_text("\n".join(said), encoding="utf-8")
    assert read_plan(path).list_decisive() == usual.list_decisive()
    assert read_plan(path).store == usual.store


def test_a_new_plan_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(BadOption, match="already exists"):
        write_new_plan("pente-course", path)
    assert path.read_text(encoding="utf-8") == "mine"


KEYS = [
    "game",
    "contest",
    "seed",
    "clock",
    "schedule",
    "entrants",
    "options",
    "boards",
    "kind",
    "each",
    "source",
    "name",
]
VALUES = st.recursive(
    st.sampled_from(
        [
            "1",
            "-3",
            "2.5",
            "true",
            '"pente"',
            '"pente-course"',
            '"game=5"',
            '""',
            "1979-05-27",
            "nan",
            '"\\u0000"',
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda values: f"[{', '.join(values)}]"),
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=8,
)
LINES = st.one_of(
    st.tuples(st.sampled_from(KEYS), VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
    st.sampled_from([f"[{key}]" for key in KEYS] + [f"[[{key}]]" for key in KEYS]),
    st.text(max_size=20),
)


@given(st.lists(LINES, max_size=8).map("\n".join))
def test_whatever_a_plan_says_it_is_followed_or_refused_in_one_line(text: str) -> None:
    told = ""
    try:
        parse_plan(PlanFile(Path("/nowhere/plan.toml"), text))
    except BadPlan as error:
        told = str(error)
    assert told.isprintable()
