"""The native core against the Python rules, which decide; and what its search promises."""

from __future__ import annotations

import ast
import math
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from ludus import engine
from ludus.contests import CONTESTS
from ludus.games import GAMES, Position
from ludus.games.base import BadPosition
from ludus.games.checkers import Checkers
from ludus.games.grid import write_rows
from ludus.score import Score
from ludus.search import alphabeta as search
from ludus.turn import Limits, Thought
from tests.conftest import ROOT
from tests.tolerance import AGAINST_HANGING, LITTLE

GAMES_EACH = 25
"""Random games a kernel is compared on, in the quick run."""


def test_every_kernel_has_its_rules_and_every_contest_its_kernel() -> None:
    assert set(CONTESTS) <= set(engine.list_kernels()) <= set(GAMES)


def start_of(name: str, seed: int) -> Position:
    """Set up a start; Amazons boards differ in size, seats and artifacts."""
    rng = random.Random(seed)
    if name == "pente":
        return GAMES[name].start(second_stone=rng.choice(("at-most-3", "exactly-3", "at-least-3", "free")))
    if name != "amazons":
        return GAMES[name].start()
    return GAMES[name].start(
        size=rng.choice(("1x1", "1x9", "3x4", "6x5", "8x8", "10x10", "20x20")),
        players=rng.randint(1, 8),
        amazons=rng.randint(1, 3),
        seed=seed,
        artifacts=rng.choice(((0.8, 0.05, 0.1, 0.05), (0.3, 0.3, 0.2, 0.2))),
    )


def near_moves(position: Position, rng: random.Random) -> str:
    """Prefer moves that take something: where stones are placed at random, hardly anything ever happens."""
    moves = position.moves()
    tried = rng.sample(list(moves), min(len(moves), 12))
    before = sum(position.standing())
    taking = [move for move in tried if sum(position.play(move).standing()) != before]
    return rng.choice(taking or tried)


def games(name: str, count: int) -> Iterator[tuple[Position, str, Position]]:
    """Play random games and give every position with its move and what comes of it."""
    for seed in range(count):
        rng, position = random.Random(seed), start_of(name, seed)
        for _ in range(150):
            if not position.moves():
                assert engine.moves(position) == []
                break
            move = near_moves(position, rng) if seed % 2 else rng.choice(position.moves())
            following = position.play(move)
            yield position, move, following
            position = following


def compare(name: str, count: int) -> Counter[str]:
    """Compare the kernel with the rules, and count what was seen."""
    seen: Counter[str] = Counter()
    rng = random.Random(name)
    for position, move, following in games(name, count):
        natively = engine.moves(position)
        expected = position.moves()
        if name == "checkers":
            assert natively == list(expected)
        assert sorted(natively) == sorted(expected), position
        assert engine.play(position, move) == str(following), (position, move)
        if rng.random() < 0.01:
            for each in expected if len(expected) < 400 else rng.sample(list(expected), 400):
                assert engine.play(position, each) == str(position.play(each)), (position, each)
        seen.update(events(name, position, move, following))
        seen["positions"] += 1
    return seen


def events(name: str, position: Position, move: str, following: Position) -> Iterator[str]:
    """Name what a move did that is easily got wrong."""
    before, after = "".join(map("".join, position.rows())), "".join(map("".join, following.rows()))
    if following.outcome() is not None:
        yield "ends"
    if name == "pente" and sum(following.standing()) > sum(position.standing()):
        yield "captures"
    if name == "checkers":
        yield "captures" if before.count(".") != after.count(".") else "steps"
        if before.count("B") + before.count("W") < after.count("B") + after.count("W"):
            yield "towers"
    if name == "chezz":
        yield {"*": "shots", "^": "flings"}.get(move[2], "steps")
        is_promoted = after[square(move[-2:])] in "Zz" and before[square(move[:2])] in "Pp" and move[2] == "-"
        if is_promoted:
            yield "promotions"
        if after.lower().count("z") > before.lower().count("z") + is_promoted:
            yield "contagions"
        if len(before.replace(".", "")) > len(after.replace(".", "")):
            yield "captures"
    if name == "amazons":
        yield (
            "spears"
            if "*" in move
            else "arrows"
            if "/" in move
            else "broken arrows"
            if "-" in move
            else "placements"
        )
        if "+" in str(following).rsplit(" ", 1)[-1]:
            yield "horses"


def square(name: str) -> int:
    """Find a square of a board of eight rows in its rows put together."""
    return (8 - int(name[1])) * 8 + "abcdefgh".index(name[0])


EVENTS = {
    "pente": {"captures", "ends"},
    "checkers": {"captures", "steps", "towers"},
    "chezz": {"shots", "flings", "steps", "contagions", "promotions", "captures", "ends"},
    "amazons": {"spears", "arrows", "broken arrows", "placements", "horses", "ends"},
}
"""What must have been seen of a game; of one that is not listed, that games end."""


@pytest.mark.parametrize("name", engine.list_kernels())
def test_kernel_and_rules_agree_on_random_games(name: str) -> None:
    seen = compare(name, GAMES_EACH)
    assert EVENTS.get(name, {"ends"}) <= set(seen), f"not everything was covered: {seen}"


@pytest.mark.nightly
def test_kernel_and_rules_agree_on_100_000_positions(capsys: pytest.CaptureFixture[str]) -> None:
    total = 0
    for name in engine.list_kernels():
        seen = compare(name, 200 if name == "pente" else 400)
        with capsys.disabled():
            print(
                f"\n{name}: {', '.join(f'{number:,} {event}' for event, number in sorted(seen.items()))}",
                end="",
            )
        assert EVENTS.get(name, {"ends"}) <= set(seen)
        total += seen["positions"]
    assert total >= 100_000


def make_up(name: str, rng: random.Random) -> str:
    """Write a board that no game leads to: empty or full, with few kinds or all, of one side or both."""
    density = rng.choice((0.03, 0.1, 0.3, 0.6, 0.95, 1))
    if name == "amazons":
        return make_up_amazons(density, rng)
    width = 19 if name == "pente" else 8
    kinds = rng.choice(
        {"pente": ("wb",), "checkers": ("bwBW", "BW", "bw"), "chezz": ("QRBNPZCF", "FZ", "CP")}[name]
    )
    cells = [rng.choice(kinds) if rng.random() < density else "." for _ in range(width * width)]
    if name == "chezz":
        cells = [cell.swapcase() if rng.random() < 0.5 else cell for cell in cells]
        for king, square in zip("Kk", rng.sample(range(64), rng.choice((1, 2, 2, 2, 2))), strict=False):
            cells[square] = king
    captures = f" {rng.randrange(11)},{rng.randrange(11)}" if name == "pente" else ""
    return f"{write_rows(''.join(cells), width)}{captures} {rng.choice('wb')}"


def make_up_amazons(density: float, rng: random.Random) -> str:
    height, width = rng.choice(((1, 1), (1, 7), (3, 3), (5, 4), (7, 9), (16, 3), (2, 17), (34, 2), (2, 40)))
    digits = rng.sample("12345678", rng.choice((1, 2, 2, 3, 8)))
    artifacts, standing = rng.choice(("0", "1", "3", "0123")), rng.choice((digits, [*digits, "9"], ["9"]))
    fields = [
        "00" + rng.choice(standing)
        if rng.random() < density
        else f"{rng.randrange(6)}{rng.choice(artifacts)}0"
        for _ in range(height * width)
    ]
    fields[rng.randrange(len(fields))] = "00" + digits[0]
    rows = "/".join(",".join(fields[start : start + width]) for start in range(0, len(fields), width))
    players = ";".join(f"p{digit}:{digit}:{rng.choice((0, 7, 999_990_000))}" for digit in digits)
    return f"{rows} {players} {rng.choice(('movement', 'movement', 'placement:3'))} {rng.choice(digits)}"


@pytest.mark.parametrize("name", ["pente", "chezz", "checkers", "amazons"])
def test_kernel_and_rules_agree_on_boards_that_no_game_leads_to(name: str) -> None:
    rng, compared = random.Random(name), 0
    for _ in range(120):
        position = GAMES[name].read(make_up(name, rng))
        if not engine.supports(position):
            continue
        compared += 1
        moves = position.moves()
        assert sorted(engine.moves(position)) == sorted(moves), position
        for move in rng.sample(list(moves), min(3, len(moves))):
            assert engine.play(position, move) == str(position.play(move)), (position, move)
        if moves:
            for thought in engine.analyse(position, Limits(nodes=100), lines=2):
                following = position
                for move in thought.line:
                    following = following.play(move)
    assert compared > 60


@pytest.mark.parametrize(
    ("name", "depth", "leaves"),
    [
        ("pente", 3, 17_232),
        ("pente", 4, 6_169_056),
        ("chezz", 5, 1_126_289),
        ("chezz", 6, 22_825_534),
        ("checkers", 0, 1),
        ("checkers", 8, 13_019_316),
        pytest.param("checkers", 9, 109_895_943, marks=pytest.mark.nightly),
    ],
)
def test_perft_from_the_start(name: str, depth: int, leaves: int) -> None:
    assert engine.perft(GAMES[name].start(), depth) == leaves


def test_perft_of_classic_amazons() -> None:
    rows = [["000"] * 10 for _ in range(10)]
    for player, squares in (("1", "a4 d1 g1 j4"), ("2", "a7 d10 g10 j7")):
        for square in squares.split():
            rows[int(square[1:]) - 1][ord(square[0]) - ord("a")] = f"00{player}"
    classic = GAMES["amazons"].read(f"{'/'.join(map(','.join, rows))} white:1:0;black:2:0 movement 1")
    assert (engine.perft(classic, 1), engine.perft(classic, 2)) == (2176, 4_307_152)


@pytest.mark.parametrize("seed", range(4))
def test_who_plays_alone_collects_all_there_is(seed: int) -> None:
    position = GAMES["amazons"].start(size="8x8", players=1, amazons=2, seed=seed)
    while "placement" in str(position):
        position = position.play(engine.think(position, Limits(nodes=500)).move)
    treasure = sum(int(field[0]) for field in re.split("[,/]", str(position).split()[0]))
    while position.moves():
        position = position.play(engine.think(position, Limits(nodes=2000)).move)
    assert position.standing() == (treasure,)


@pytest.mark.parametrize("seed", range(12))
def test_with_more_seats_all_others_are_taken_for_opponents(seed: int) -> None:
    """On a board small enough to be searched to the end, natively and in Python."""
    rng, position = random.Random(seed), GAMES["amazons"].start(size="3x3", players=3, amazons=1, seed=seed)
    while "placement" in str(position):
        position = position.play(rng.choice(position.moves()))
    if not position.moves():
        pytest.fail("the game is over: take another seed")
    ahead = search.think(position, lambda: False).score.value
    score = engine.think(position, Limits(depth=100)).score.value
    assert (score > 0, score < 0) == (ahead > 0, ahead < 0)


def middle(name: str) -> Position:
    """Take a position from the middle of a random game."""
    visited = [
        position for position, _, _ in games(name, 2) if position.seats > 1 and len(position.moves()) > 5
    ]
    return visited[len(visited) // 2]


@pytest.mark.parametrize("name", engine.list_kernels())
def test_so_many_nodes_always_give_the_same_thought(name: str) -> None:
    position = middle(name)
    first, second = (engine.think(position, Limits(nodes=20_000)) for _ in range(2))
    assert (first.move, first.score, first.depth, first.nodes, first.line) == (
        second.move,
        second.score,
        second.depth,
        second.nodes,
        second.line,
    )
    assert first.nodes <= 20_000 + 1


@pytest.mark.parametrize("name", engine.list_kernels())
@pytest.mark.parametrize("nodes", [1, 2, 50, 3000])
def test_a_thought_is_a_legal_move_however_short_it_is(name: str, nodes: int) -> None:
    position = middle(name)
    thought = engine.think(position, Limits(nodes=nodes))
    assert thought.move in position.moves()
    for move in thought.line:
        position = position.play(move)


@pytest.mark.parametrize("name", engine.list_kernels())
def test_several_lines_are_different_and_sorted(name: str) -> None:
    found = engine.analyse(middle(name), Limits(depth=3), lines=3)
    assert len({thought.move for thought in found}) == len(found) == 3
    ranks = [thought.score.rank for thought in found]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("name", ["chezz", "checkers"])
def test_each_of_several_lines_has_the_score_that_its_move_has_alone(name: str) -> None:
    position = middle(name)
    found = engine.analyse(position, Limits(depth=3), lines=4, plain=True)
    alone = {
        move: -engine.analyse(position.play(move), Limits(depth=2), plain=True)[0].score.value
        for move in position.moves()
    }
    assert {thought.move: thought.score.value for thought in found}.items() <= alone.items()
    assert [thought.score.value for thought in found] == sorted(alone.values(), reverse=True)[:4]


@pytest.mark.parametrize("limits", [Limits(cpu=0.1), Limits(wall=0.1)], ids=str)
def test_either_clock_ends_the_search(limits: Limits) -> None:
    watch = time.thread_time if limits.cpu else time.monotonic
    taken = []
    for _ in range(3):
        began, cpu = watch(), time.thread_time()
        engine.think(GAMES["chezz"].start(), limits)
        taken.append(time.thread_time() - cpu)
        assert watch() - began >= 0.1
    # Neither limit lets it compute for longer, however busy the machine is.
    assert min(taken) < 0.1 + LITTLE


def test_a_short_search_ends_in_time_on_the_largest_board() -> None:
    """On 120x120 fields, where a single position takes long to evaluate."""
    size, chance = 120, random.Random(120)
    cells = chance.choices(["000", "100", "300", "010"], k=size * size)
    for square, player in zip(chance.sample(range(size * size), 6), ("001", "002") * 3, strict=True):
        cells[square] = player
    rows = "/".join(",".join(cells[start : start + size]) for start in range(0, size * size, size))
    position = GAMES["amazons"].read(f"{rows} a:1:0;b:2:0 movement 1")
    taken = []
    for _ in range(3):
        began = time.thread_time()
        engine.think(position, Limits(cpu=0.01))
        taken.append(time.thread_time() - began)
    assert min(taken) < 0.01 + LITTLE


def test_a_win_is_found_and_its_distance_told() -> None:
    five = GAMES["pente"].read(f"{'19/' * 9}9wwww6/{'19/' * 8}bbb16 0,0 w")
    thought = engine.think(five, Limits(depth=3))
    assert thought.score == Score.end_in(1, is_won=True)
    outcome = five.play(thought.move).outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a_search_that_is_stopped_claims_no_loss_while_a_move_is_untried() -> None:
    """Of a depth that is not finished 11H alone may be known, which loses in eight plies; 7H does not."""
    rows = "7w11/3w15/w18/19/16w2/13b5/14wb3/8w10/19/4w1bwbw9/5w1wbbbbw6/4b2ww10/5b3w9/10w8/1b7b1b7/9w9/19/8b10/19"
    position = GAMES["pente"].read(f"{rows} 4,2 b")
    for nodes in range(600, 1400, 10):
        thought = engine.think(position, Limits(nodes=nodes))
        assert thought.move == "7H", nodes
        assert "loss" not in str(thought.score), nodes


def test_each_finished_depth_is_told() -> None:
    depths: list[int] = []
    engine.think(Checkers.start(), Limits(depth=5), on_info=lambda found: depths.append(found[0].depth))
    assert depths == [1, 2, 3, 4, 5]


def test_a_flag_from_another_thread_ends_the_search() -> None:
    flag = engine.StopFlag()
    timer = threading.Timer(0.2, flag.raise_)
    timer.start()
    thought = engine.think(Checkers.start(), Limits(wall=60), stop=flag)
    assert thought.seconds < AGAINST_HANGING


def test_ctrl_c_ends_the_search() -> None:
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.think(Checkers.start(), Limits(wall=60))


def test_ctrl_c_ends_self_play() -> None:
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.selfplay(Checkers.start(), 1, 100_000_000, 1)
    assert time.monotonic() - began < AGAINST_HANGING


def test_two_searches_run_side_by_side() -> None:
    """One goes on until the other has ended; if they took turns, it would never hear of that."""
    limits = Limits(nodes=20_000)
    alone = engine.think(GAMES["chezz"].start(), limits)
    flag = engine.StopFlag()
    found: list[Thought] = []
    long = threading.Thread(
        target=lambda: found.append(engine.think(GAMES["chezz"].start(), Limits(wall=60), stop=flag))
    )
    long.start()
    beside = engine.think(GAMES["chezz"].start(), limits)
    flag.raise_()
    long.join()
    assert found[0].seconds < AGAINST_HANGING
    assert found[0].nodes > 0
    assert (beside.move, beside.score, beside.line) == (alone.move, alone.score, alone.line)


def test_the_position_that_it_came_from_is_not_gone_back_to() -> None:
    # A tower and a piece less: going back and forth for ever is the best that Black can do.
    behind = Checkers.read("8/8/2B5/8/5W2/8/1W1W4/8 b")
    fresh = engine.think(behind, Limits(depth=8))
    following = [
        behind.play(move).play(answer) for move in behind.moves() for answer in behind.play(move).moves()
    ]
    repeated = engine.think(behind, Limits(depth=8), history=following)
    assert fresh.score.value < 0
    assert repeated.score == Score.points(0)


@pytest.mark.parametrize("name", engine.list_kernels())
def test_self_play_is_a_real_game_and_always_the_same(name: str) -> None:
    start = GAMES[name].start(size="5x6", seed=3) if name == "amazons" else GAMES[name].start()
    games = engine.selfplay(start, 2, 200, 7, random_moves=4, most_moves=30)
    assert games == engine.selfplay(start, 2, 200, 7, random_moves=4, most_moves=30)
    assert games[0].moves != games[1].moves
    for game in games:
        position = start
        for ply, move in enumerate(game.moves):
            assert game.texts[ply] == str(position)
            assert (game.scores[ply] is None) == (ply < 4)
            position = position.play(move)
        outcome = position.outcome()
        if len(game.moves) < 30:
            assert outcome is not None
            assert game.result == (
                0 if len(outcome.winners) != 1 else 1 if outcome.winners[0] == start.to_move else -1
            )


def test_self_play_is_for_two_seats() -> None:
    with pytest.raises(ValueError, match="self-play of amazons: expected two seats, found 3"):
        engine.selfplay(GAMES["amazons"].start(players=3), 1, 100, 1)


@pytest.mark.parametrize("name", engine.list_kernels())
def test_features_are_named_and_told_for_every_position(name: str) -> None:
    texts = [text for game in engine.selfplay(GAMES[name].start(), 4, 100, 1) for text in game.texts]
    rows = engine.compute_features(name, texts)
    assert len(rows) == len(texts)
    names = engine.list_feature_names(name)
    assert {len(row) for row in rows} == {len(names)}
    always_alike = [names[i] for i, column in enumerate(zip(*rows, strict=True)) if len(set(column)) == 1]
    assert always_alike == (["to move"] if name == "checkers" else [])


@pytest.mark.parametrize("size", ["5x16", "7x7", "14x14", "15x16", "9x17", "12x32"])
def test_amazons_counts_treasure_and_fields_for_whoever_comes_first(size: str) -> None:
    chance = random.Random(size)
    position = GAMES["amazons"].start(size=size, amazons=3, seed=chance.randrange(10**6))
    for _ in range(46):
        position = position.play(chance.choice(position.moves()))
        if position.outcome() is not None:
            break
        (row,) = engine.compute_features("amazons", [str(position)])
        told = dict(zip(engine.list_feature_names("amazons"), row, strict=True))
        assert {name: told[name] for name in told if name.endswith(("treasure", "fields"))} == survey(
            position
        )


def survey(position: Position) -> dict[str, int]:
    """Count by queen moves, field by field, what the native core counts for all fields at once."""
    rows = [row.split(",") for row in str(position).split(" ")[0].split("/")]
    fields = {(y, x): field for y, row in enumerate(rows) for x, field in enumerate(row)}
    own = str(position.to_move + 1)
    distances = [
        queen_moves(fields, [at for at, field in fields.items() if field[2] in camp])
        for camp in (own, "12".replace(own, ""))
    ]
    found = dict.fromkeys(
        (
            "near treasure",
            "far treasure",
            "near fields",
            "far fields",
            "even near treasure",
            "even far treasure",
        ),
        0,
    )
    for at, field in fields.items():
        mine, theirs = (distance.get(at, math.inf) for distance in distances)
        soonest = min(mine, theirs)
        if field[2] != "0" or soonest == math.inf:
            continue
        kind = "near" if soonest == 1 else "far"
        if mine == theirs:
            found[f"even {kind} treasure"] += int(field[0])
        else:
            sign = 1 if mine < theirs else -1
            found[f"{kind} treasure"] += sign * int(field[0])
            found[f"{kind} fields"] += sign
    return found


def queen_moves(
    fields: dict[tuple[int, int], str], start: list[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Tell how many queen moves each free field is away from the nearest of some squares."""
    lines = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    found: dict[tuple[int, int], int] = {}
    wave, distance = start, 0
    while wave:
        distance += 1
        reached: list[tuple[int, int]] = []
        for y, x in wave:
            for down, right in lines:
                at = (y + down, x + right)
                while fields.get(at, "009")[2] == "0":
                    if at not in found:
                        found[at] = distance
                        reached.append(at)
                    at = (at[0] + down, at[1] + right)
        wave = reached
    return found


def test_stones_come_and_go_alike_with_patterns_and_without() -> None:
    assert engine.place_stones(20_000, patterns=True) == engine.place_stones(20_000, patterns=False)


def test_a_short_search_has_a_small_table() -> None:
    sizes = [
        engine.choose_table_bytes("pente", Limits(nodes=nodes)) for nodes in (1, 1000, 100_000, 10**6, 10**9)
    ]
    assert sizes == [1 << 19, 1 << 19, 1 << 21, 1 << 24, 1 << 26]
    assert engine.choose_table_bytes("checkers", Limits(nodes=10**6)) == 1 << 20
    for name in engine.list_kernels():
        assert (
            engine.choose_table_bytes(name, Limits(depth=9))
            == engine.choose_table_bytes(name, Limits(cpu=60))
            == 1 << 26
        )
    for seconds in (0.0, -1.0, -math.inf):
        assert engine.choose_table_bytes("chezz", Limits(wall=seconds)) == 1 << 19


@pytest.mark.parametrize("bytes_wanted", [0, 1, 63, 64, 100, 4096, 1 << 22])
def test_a_table_of_any_size_serves_a_search(bytes_wanted: int) -> None:
    """The build with sanitizers sees whether its entries lie where their type wants them."""
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    start, limits = GAMES["checkers"].start(), _native.Limits(nodes=2000)
    report = _native.Engine("checkers").search(str(start), limits, table_bytes=bytes_wanted)
    assert report.lines[0].moves[0] in start.moves()


def test_options_and_sizes_beyond_the_kernel_are_left_to_python() -> None:
    assert not engine.supports(GAMES["chezz"].start(fling_king=False))
    assert engine.supports(GAMES["amazons"].start(size="64x64"))
    assert not engine.supports(GAMES["amazons"].start(size="65x64")), "placement has too many moves there"
    assert not engine.supports(GAMES["amazons"].start(size="2x121"))


@pytest.mark.parametrize(("size", "players"), [("33x9", 2), ("9x33", 3), ("40x40", 2), ("120x34", 1)])
def test_boards_beyond_32_fields_agree_with_the_rules(size: str, players: int) -> None:
    chance = random.Random(size)
    position = GAMES["amazons"].start(size=size, players=players, amazons=2, seed=7)
    for ply in range(16):
        moves = position.moves()
        if ply % 8 == 7:
            assert engine.moves(position) == list(moves)
        move = chance.choice(moves)
        following = position.play(move)
        assert engine.play(position, move) == str(following)
        position = following
    assert position.play(engine.think(position, Limits(nodes=300)).move)


@pytest.mark.parametrize(("size", "least"), [("40x40", 6), ("100x100", 5)])
def test_wide_boards_with_plenty_of_treasure_are_searched_several_steps_deep(size: str, least: int) -> None:
    """There are hundreds of landings, each with hundreds of shots; all of them together would be depth 1."""
    position = GAMES["amazons"].start(size=size, seed=3)
    for square in ("c3", "x30", "aa20", "e6", "z7", "p30"):
        position = position.play(square)
    assert engine.think(position, Limits(nodes=20_000)).depth >= least
    assert len(engine.analyse(position, Limits(depth=1), lines=60)) == 60, "more than are compared in play"


def test_on_wide_boards_without_treasure_every_landing_is_compared() -> None:
    rows = ["/".join([",".join(["000"] * 40)] * 39), ",".join(["001", *["000"] * 38, "002"])]
    position = GAMES["amazons"].read(f"{'/'.join(rows)} ann:1:0;bob:2:0 movement 1")
    landings = position.targets(position.targets()[:1])
    assert len(landings) > 100
    assert engine.think(position, Limits(depth=1)).nodes >= len(landings)


def test_a_wide_board_with_little_room_is_played_as_a_small_one() -> None:
    """A clearing of 12x12 fields amid arrows, with treasure everywhere: each landing counts."""
    size, clearing = 33, range(10, 22)
    fields = [["009"] * size for _ in range(size)]
    for row in clearing:
        for col in clearing:
            fields[row][col] = "400"
    fields[12][12], fields[19][19] = "001", "002"
    rows = "/".join(",".join(row) for row in fields)
    position = GAMES["amazons"].read(f"{rows} ann:1:0;bob:2:0 movement 1")
    landings = position.targets(position.targets()[:1])
    assert len(landings) > 30
    assert engine.think(position, Limits(depth=1)).nodes >= len(landings)


def crowd(size: int, amazons: int, phase: str) -> str:
    """Set up a square board with so many amazons of one player from the top left on."""
    fields = ["001"] * amazons + ["000"] * (size * size - amazons)
    rows = "/".join(",".join(fields[start : start + size]) for start in range(0, size * size, size))
    return f"{rows} alone:1:0 {phase} 1"


@pytest.mark.parametrize(
    ("size", "amazons", "phase"),
    [(120, 120 * 120, "movement"), (64, 1700, "placement:4096"), (45, 2024, "placement:9999")],
)
def test_more_amazons_than_the_kernel_can_list_are_left_to_python(
    size: int, amazons: int, phase: str
) -> None:
    assert not engine.supports(GAMES["amazons"].read(crowd(size, amazons, phase)))


def test_as_many_amazons_as_the_kernel_can_list_are_placed_and_moved() -> None:
    placing = GAMES["amazons"].read(crowd(41, 41 * 41 - 2, "placement:1681"))
    assert engine.play(placing, "ao41") == str(placing.play("ao41"))
    moving = GAMES["amazons"].read(crowd(41, 41 * 41 - 2, "movement"))
    assert engine.moves(moving) == list(moving.moves())


def test_the_end_of_a_won_game_of_amazons_is_played_for_treasure() -> None:
    """The game is won either way; the amazon takes the larger treasure, which ends it no sooner. The shot matters no more."""
    won = GAMES["amazons"].read("500,001,100,009,002/009,009,009,009,009 a:1:9;b:2:0 movement 1")
    assert engine.think(won, Limits(depth=6)).move.startswith("b1-a1/")


@pytest.mark.parametrize("text", ["004,010 a:4:0 placement:5 4", "001,000,000 a:1:0 movement 1"])
def test_the_line_of_a_lone_seat_ends_with_the_game(text: str) -> None:
    for thought in engine.analyse(GAMES["amazons"].read(text), Limits(depth=9), lines=2):
        position = GAMES["amazons"].read(text)
        for move in thought.line:
            position = position.play(move)


@pytest.mark.parametrize("seconds", [0.0, -0.001, -math.inf])
def test_no_region_is_worked_out_once_time_is_up(seconds: float) -> None:
    """Two seats, each with fields of its own that nobody else reaches: far too many ways to take their treasure."""
    field = ",".join("300,100,200,500" for _ in range(4))
    own, other = f"001,{field}", f"002,{field}"
    wall = ",".join(["009"] * 17)
    position = GAMES["amazons"].read("/".join([own, own, wall, other, other]) + " a:1:0;b:2:0 movement 1")
    assert engine.think(position, Limits(cpu=seconds)).nodes < 2000


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_plain_search_takes_no_lone_seat_for_lost(depth: int) -> None:
    position = GAMES["amazons"].read("001,100,000 a:1:0 movement 1")
    (thought,) = engine.analyse(position, Limits(depth=depth), plain=True)
    assert str(thought.score) == "+1.00"


@pytest.mark.parametrize(
    "text",
    [
        "100,009,200,009,300,000/200,200,009,300,009,500/100,009,400,100,400,100/200,300,300,100,400,009/"
        "500,009,009,200,100,002/009,001,009,000,009,000 a:1:0;b:2:0 movement 1",
        "300,500,000,009,009,001/400,000,200,000,500,009/009,300,009,009,009,009/000,009,009,000,000,200/"
        "100,100,100,009,500,300/100,400,002,000,200,200 a:1:0;b:2:0 movement 1",
    ],
)
def test_the_only_step_is_searched_for_its_best_shot(text: str) -> None:
    position = GAMES["amazons"].read(text)
    assert len({move.partition("/")[0] for move in position.moves()}) == 1
    thought = engine.think(position, Limits(nodes=20_000))
    (analysed,) = engine.analyse(position, Limits(nodes=20_000, is_analysis=True))
    assert thought.depth > 5
    assert thought.move == analysed.move


def test_with_three_seats_the_expected_line_is_our_own_turn() -> None:
    """What the others do together is no line of the rules."""
    position = GAMES["amazons"].start(players=3, size="8x8", amazons=1, seed=3)
    for move in ("a1", "h8", "d4"):
        position = position.play(move)
    thought = engine.think(position, Limits(nodes=3000))
    following = position
    for move in thought.line:
        assert following.to_move == position.to_move
        following = following.play(move)


@pytest.mark.parametrize(
    "text",
    ["", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/9 b", "8/8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/bbbbbbbbb b", "é"],
)
@pytest.mark.parametrize("name", engine.list_kernels())
def test_a_bad_text_is_an_error_not_a_crash(name: str, text: str) -> None:
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    with pytest.raises(ValueError, match=name):
        _native.check(name, text)
    with pytest.raises(ValueError, match="no native game is called 'go'"):
        _native.moves("go", text)


@pytest.mark.parametrize(
    "rows", ["8/8/8/8/8/8/8/8/", "8/8/8/8/8/8/8/62", "/8/8/8/8/8/8/8/8", "8/8/8/8/8/8//8/8"]
)
@pytest.mark.parametrize("name", ["checkers", "chezz"])
def test_rows_that_the_rules_refuse_are_no_board_of_the_kernel_either(name: str, rows: str) -> None:
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    with pytest.raises(BadPosition):
        GAMES[name].read(f"{rows} w")
    with pytest.raises(ValueError, match=name):
        _native.check(name, f"{rows} w")


OVER = {
    "pente": f"{'19/' * 9}9wwwww5/{'19/' * 8}19 0,0 b ended",
    "chezz": "4k3/8/8/8/8/8/8/8 w ended",
    "checkers": "8/8/8/8/8/8/8/1b6 w",
    "amazons": "001,009,002 white:1:0;black:2:0 movement 1",
}


@pytest.mark.parametrize("name", engine.list_kernels())
def test_a_position_without_a_move_is_an_error_not_a_crash(name: str) -> None:
    if name in OVER:
        over = GAMES[name].read(OVER[name])
    else:
        over = next(after for _, _, after in games(name, 100) if after.outcome() is not None)
    assert list(over.moves()) == []
    with pytest.raises(ValueError, match=f"{name}: expected a position that has a move"):
        engine.think(over, Limits(depth=2))


def test_numbers_that_make_no_sense_are_an_error_not_a_crash() -> None:
    with pytest.raises(ValueError, match="lines: expected 1 or more, found 0"):
        engine.analyse(Checkers.start(), Limits(depth=2), lines=0)
    for depth in (-1, 1_000_000):
        with pytest.raises(ValueError, match=f"depth: expected 0 to 99, found {depth}"):
            engine.perft(Checkers.start(), depth)
    for limits in (Limits(cpu=math.nan), Limits(wall=math.nan)):
        with pytest.raises(ValueError, match="seconds: expected a number, found NaN"):
            engine.think(Checkers.start(), limits)


@pytest.mark.parametrize("limits", [Limits(nodes=100, depth=10**15), Limits(nodes=100, wall=math.inf)])
def test_limits_may_be_far_away(limits: Limits) -> None:
    assert engine.think(Checkers.start(), limits).nodes == 100


@pytest.mark.parametrize("width", [9, 40])
def test_the_deepest_search_stays_within_the_stack(width: int) -> None:
    """A lone seat rests when all is done, so few moves are searched as deep as can be; the longest lists come on wide boards."""
    text = f"001,000,000,000{',009' * (width - 4)} a:1:0 movement 1"
    script = f"""
from ludus import engine
from ludus.games import GAMES
from ludus.turn import Limits
thought = engine.think(GAMES["amazons"].read({text!r}), Limits(depth=1000, nodes=100_000))
print(thought.depth >= 48)
"""
    assert run_script(script) == "True\n"


def run_script(script: str) -> str:
    """Run a script in a process of its own, which may say nothing but its output."""
    # The build with sanitizers is found without site-packages, whose finder would give the ordinary one.
    flags = ["-S"] if sys.flags.no_site else []
    done = subprocess.run(
        [sys.executable, *flags, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    return done.stdout


def test_nothing_is_leaked() -> None:
    """The binding library counts what it made and says at the end of the process what was not freed."""
    script = """
from ludus import engine
from ludus.games import GAMES
from ludus.turn import Limits, Thought
told = []
for name in engine.list_kernels():
    start = GAMES[name].start()
    engine.analyse(start, Limits(nodes=500), 2, [start], told.append, engine.StopFlag())
    engine.perft(start, 1)
kept = engine.Engine("chezz")
kept.analyse(GAMES["chezz"].start(), Limits(nodes=500))
try:
    engine.think(start, Limits(nodes=500), on_info=lambda found: 1 / 0)
except ZeroDivisionError:
    print("done")
"""
    assert run_script(script) == "done\n"


def test_the_stub_tells_the_truth_about_the_native_module() -> None:
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    stub = ast.parse((ROOT / "src" / "ludus" / "_native.pyi").read_text(encoding="utf-8"))
    classes = [node for node in stub.body if isinstance(node, ast.ClassDef)]
    assert {node.name for node in classes} == {
        name for name, value in vars(_native).items() if isinstance(value, type)
    }
    assert arguments_in(stub.body) == arguments_of(_native)
    for node in classes:
        bound = getattr(_native, node.name)
        properties = {name for name, value in vars(bound).items() if isinstance(value, property)}
        promised = arguments_in(node.body)
        assert {name: promised[name] for name in promised if name not in properties} == arguments_of(bound)
        assert properties <= set(promised)


def arguments_in(body: list[ast.stmt]) -> dict[str, list[str]]:
    """Name the arguments of each function of a stub."""
    return {
        node.name: [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
        for node in body
        if isinstance(node, ast.FunctionDef)
    }


def arguments_of(owner: object) -> dict[str, list[str]]:
    """Name the arguments of each native function of a module or a class."""
    signatures = [
        value.__nb_signature__[0][0]
        for name, value in vars(owner).items()
        if hasattr(value, "__nb_signature__") and name != "__new__"
    ]
    return arguments_in(
        [ast.parse(f"{signature}: ...".replace("\\", "")).body[0] for signature in signatures]
    )
