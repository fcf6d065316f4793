"""Treasure Amazons, rule by rule. Each test cites the sentence of rules/amazons.md that it proves."""

from __future__ import annotations

import pytest

from ludus.games import IllegalMove
from ludus.games.amazons import Amazons
from ludus.games.base import Outcome, squares_of

ANN_AND_BOB = "ann:1:0;bob:2:0"
THREE = "ann:1:0;bob:2:0;cem:3:0"


def board(drawing: str, players: str = ANN_AND_BOB, turn: str = "1", phase: str = "movement") -> Amazons:
    """Read a drawn board: three-digit fields, the first row on top, `...` for 000."""
    rows = [",".join(line.split()).replace("...", "000") for line in drawing.strip().splitlines()]
    return Amazons.read(f"{'/'.join(rows)} {players} {phase} {turn}")


def fields(position: Amazons) -> list[str]:
    """Give the rows of fields as drawn."""
    return str(position).split()[0].replace(",", " ").split("/")


def landings(position: Amazons, amazon: str) -> set[str]:
    """List where an amazon may move."""
    return {squares_of(move)[1] for move in position.moves() if move.startswith(f"{amazon}-")}


def shots(position: Amazons, step: str) -> set[str]:
    """List where the shot after a step may end."""
    return {squares_of(move)[2] for move in position.moves() if move.startswith((f"{step}/", f"{step}*"))}


def refuses(position: Amazons, move: str) -> bool:
    """Tell whether a move is neither listed nor played."""
    with pytest.raises(IllegalMove):
        position.play(move)
    return move not in position.moves()


# Placement


def test_placing_puts_one_amazon_on_the_field_and_passes_the_turn() -> None:
    """'Placement: one amazon a turn.'"""
    after = board("... ...\n... ...", phase="placement:2").play("b1")
    assert after == board("... 001\n... ...", phase="placement:2", turn="2")


def test_placing_is_allowed_on_any_field_with_occupation_0() -> None:
    """'... on any field with occupation 0': whatever treasure or artifact lies there."""
    position = board("... 500 010\n530 001 009\n002 ... 219", phase="placement:3")
    assert position.moves() == ("a1", "b1", "c1", "a2", "b3")
    for taken in ("b2", "c2", "a3", "c3"):
        assert refuses(position, taken)


@pytest.mark.parametrize("found", ["500", "010", "020", "030", "310", "530"])
def test_treasure_and_artifact_are_removed_in_placement_and_not_collected(found: str) -> None:
    """'Treasure and artifact there are removed, not collected.' A horse does not give another turn either."""
    after = board(f"{found} ...\n... ...", phase="placement:1").play("a1")
    assert after == board("001 ...\n... ...", phase="placement:1", turn="2")
    assert after.standing() == (0, 0)


def test_seats_place_in_the_order_of_their_rows_not_of_their_ids() -> None:
    """'Placement: one amazon a turn'; seats take turns as their rows stand in the file."""
    position = board("... ... ... ... ...", "cem:3:0;ann:1:0;bob:2:0", "3", "placement:2")
    for move in ("a1", "b1", "c1", "d1"):
        position = position.play(move)
    assert fields(position) == ["003 001 002 003 000"]
    assert position.to_move == 1


def test_a_seat_with_all_its_amazons_is_passed_over() -> None:
    """'All N placed': who has nothing to place is passed over, and the others go on."""
    position = board("001 001 ...\n002 ... ...\n... ... ...", turn="2", phase="placement:2").play("c3")
    assert (position.to_move, position.placement) == (0, 0)
    behind = board("001 001 ...\n... ... ...\n... ... ...", turn="2", phase="placement:2").play("c3")
    assert (behind.to_move, behind.placement) == (1, 2)


def test_movement_begins_with_the_first_row_whoever_placed_last() -> None:
    """'Placement until all answer 1, movement until all answer 1': each loop starts at the first program."""
    position = board("001 ...\n... ...", phase="placement:1", turn="2").play("b2")
    assert position == board("001 ...\n... 002", turn="1")
    late = board("... 002\n... ...", phase="placement:1", turn="1").play("a1")
    assert (late.to_move, late.placement) == (0, 0)


def test_movement_begins_when_no_field_is_free_to_place_on() -> None:
    """'Nothing to do (placement: all N placed, or no free field).' Here the board is too small for all."""
    after = board("001 002 ...", phase="placement:4").play("c1")
    assert after == board("001 002 001")
    assert after.outcome() == Outcome((0, 0), "no amazon can move")


def test_a_placement_text_with_all_amazons_placed_is_a_movement() -> None:
    """'Placement: all N placed' leaves nothing to place, more than N even less."""
    assert board("001 ... 002", phase="placement:1") == board("001 ... 002")
    assert board("001 001 ... 002", phase="placement:1") == board("001 001 ... 002")


# A step: the move


OPEN = """
    ... ... ... ... ...
    ... ... ... ... ...
    ... ... 001 ... ...
    ... ... ... ... ...
    ... ... ... ... ...
"""


def test_an_amazon_moves_along_the_eight_lines_of_a_queen() -> None:
    """'Move 1+ fields in a queen line over free fields.'"""
    lines = "a1 b2 c1 c2 e1 d2 a3 b3 d3 e3 a5 b4 c5 c4 d4 e5"
    assert landings(board(OPEN), "c3") == set(lines.split())
    assert refuses(board(OPEN), "c3-d1/c3")
    assert refuses(board(OPEN), "c3-c3/c4")


def test_moves_are_listed_by_amazon_then_by_line_then_nearest_first() -> None:
    """The module's docstring: N, NE, E, SE, S, SW, W, NW, the nearest first, the shots in the same order."""
    order = dict.fromkeys(squares_of(move)[1] for move in board(OPEN).moves())
    assert " ".join(order) == "c2 c1 d2 e1 d3 e3 d4 e5 c4 c5 b4 a5 b3 a3 b2 a1"
    # Eastern shots come before western ones, whichever way the amazon moved.
    assert " ".join(board("001 ... ... 001").moves()) == (
        "a1-b1/c1 a1-b1/a1 a1-c1/b1 a1-c1/a1 d1-c1/d1 d1-c1/b1 d1-b1/c1 d1-b1/d1"
    )


@pytest.mark.parametrize("obstacle", ["001", "002", "009", "329"])
def test_obstacles_are_amazons_arrows_and_spears(obstacle: str) -> None:
    """'Obstacles are amazons, arrows, spears': neither entered nor passed. Treasure is none."""
    position = board(f"001 ... {obstacle} ...")
    assert landings(position, "a1") == {"b1"}
    assert refuses(position, "a1-c1/b1")
    assert refuses(position, "a1-d1/c1")


def test_treasure_and_artifacts_do_not_stop_an_amazon() -> None:
    """'Obstacles are amazons, arrows, spears', nothing else; she collects only where she lands."""
    after = board("001 530 510 ... ...").play("a1-d1/e1")
    assert fields(after) == ["000 530 510 001 009"]
    assert after.standing() == (0, 0)


def test_every_line_is_blocked_by_what_stands_on_it() -> None:
    """'... over free fields', on each of the eight lines."""
    ring = """
        ... ... ... ... ...
        ... 009 002 009 ...
        ... 002 001 ... ...
        ... 009 001 009 ...
        ... ... ... ... ...
    """
    assert landings(board(ring), "c3") == {"d3", "e3"}


def test_a_line_does_not_run_around_the_edge() -> None:
    """'A queen line' ends at the edge: the end of a row is not next to the beginning of another."""
    position = board("... ... 001\n... ... ...")
    assert landings(position, "c1") == {"a1", "b1", "c2", "b2"}
    assert refuses(position, "c1-a2/a1")
    assert refuses(board("... ... ...\n001 ... ..."), "a2-c1/b2")


def test_only_own_amazons_move() -> None:
    """'A turn is a chain of steps by one amazon' of the player."""
    position = board("001 ... 002")
    assert refuses(position, "c1-b1/c1")
    assert refuses(position, "b1-c1/b1")
    assert all(move.startswith("a1-") for move in position.moves())


# A step: collecting


@pytest.mark.parametrize("treasure", range(6))
def test_the_treasure_of_the_landing_field_is_collected(treasure: int) -> None:
    """'Collect treasure and artifact of the landing field.'"""
    after = board(f"001 {treasure}00 ... ... 002", "ann:1:7;bob:2:4").play("a1-b1/a1")
    assert after == board("009 001 ... ... 002", f"ann:1:{7 + treasure};bob:2:4", "2")
    assert after.standing() == (7 + treasure, 4)


def test_the_second_player_collects_for_himself() -> None:
    """'Collect treasure': into the row of the seat that moved."""
    after = board("001 ... 500 002", turn="2").play("d1-c1/d1")
    assert after.standing() == (0, 5)


# A step: the arrow


def test_the_arrow_flies_in_queen_lines_from_the_landing_field() -> None:
    """'The arrow flies 1+ free fields in a queen line from the landing field.'"""
    position = board(OPEN)
    lines = "c1 d1 d2 e2 d3 e4 c3 c4 c5 b3 a4 b2 a2 b1"
    assert shots(position, "c3-c2") == set(lines.split())
    assert refuses(position, "c3-c2/a3")
    assert refuses(position, "c3-c2/c2")


def test_the_field_just_left_is_free_for_the_arrow() -> None:
    """'The field just left is free': the arrow may land on it and fly through it."""
    position = board("... 001 ... 009")
    assert shots(position, "b1-c1") == {"a1", "b1"}
    assert fields(position.play("b1-c1/b1")) == ["000 009 001 009"]
    assert fields(position.play("b1-c1/a1")) == ["009 000 001 009"]


@pytest.mark.parametrize("obstacle", ["001", "002", "009", "529"])
def test_the_arrow_neither_crosses_nor_enters_an_obstacle(obstacle: str) -> None:
    """'The arrow flies 1+ free fields.'"""
    position = board(f"001 ... {obstacle} ...")
    assert shots(position, "a1-b1") == {"a1"}
    assert refuses(position, "a1-b1/c1")
    assert refuses(position, "a1-b1/d1")


def test_an_arrow_must_be_shot() -> None:
    """'A step: move ...; collect ...; shoot.'"""
    position = board("001 ... ...")
    assert refuses(position, "a1-b1")
    assert refuses(position, "a1-b1*a1")


def test_a_shot_always_exists() -> None:
    """'A shot always exists (the field just left).'"""
    assert board("009 009 009\n009 001 ...\n009 009 009").moves() == ("b2-c2/b2",)


@pytest.mark.parametrize("hit", ["500", "010", "020", "030", "330"])
def test_an_arrow_destroys_treasure_and_artifact(hit: str) -> None:
    """'Arrow or spear landing on treasure or an artifact destroys it: write 009.' Nobody gets it."""
    after = board(f"001 ... {hit} 002").play("a1-b1/c1")
    assert fields(after) == ["000 001 009 002"]
    assert after.standing() == (0, 0)


def test_a_field_hit_earlier_keeps_its_digits() -> None:
    """'Accept xy9 when reading.' Only a field hit now becomes 009."""
    after = board("001 ... ... 539 419\n... ... ... ... 002").play("a1-b1/c1")
    assert fields(after)[0] == "000 001 009 539 419"


# Broken arrow


def test_a_broken_arrow_means_no_shot_in_this_step() -> None:
    """'Broken arrow = no shot in this step.' It is used up, its treasure collected, and the turn passes."""
    position = board("001 320 ... 002")
    assert position.moves()[0] == "a1-b1"
    assert position.play("a1-b1") == board("... 001 ... 002", "ann:1:3;bob:2:0", "2")


def test_after_a_broken_arrow_a_shot_is_refused() -> None:
    """'Broken arrow = no shot.'"""
    position = board("001 020 ... 002")
    assert refuses(position, "a1-b1/c1")
    assert refuses(position, "a1-b1*c1")
    assert refuses(position, "a1-b1/a1")


def test_a_broken_arrow_only_counts_where_the_amazon_lands() -> None:
    """'Artifact of this step' is that of the landing field."""
    assert refuses(board("001 020 ... 002"), "a1-c1")


# Spear


SPEAR = """
    ... 009 ... 009 ...
    009 009 009 009 009
    ... 002 001 030 ...
    009 009 009 009 009
    100 ... ... ... ...
"""


def test_a_spear_flies_over_everything_onto_free_fields() -> None:
    """'Spear ... on any of the 8 lines, flying over everything, landing on a field with occupation 0.'"""
    position = board(SPEAR)
    assert shots(position, "c3-d3") == {"e3", "d5", "b5", "c3", "a3"}
    assert refuses(position, "c3-d3*b3")
    assert refuses(position, "c3-d3*d4")
    assert refuses(position, "c3-d3*a1")
    assert refuses(position, "c3-d3*d3")


def test_a_spear_flies_over_own_and_foreign_amazons() -> None:
    """'Flying over everything.'"""
    position = board("001 030 001 002 009 519 ...")
    assert shots(position, "a1-b1") == {"a1", "g1"}


def test_a_spear_leaves_an_obstacle_and_passes_the_turn() -> None:
    """'Instead of the arrow a spear.'"""
    after = board(SPEAR).play("c3-d3*a3")
    assert fields(after)[2] == "009 002 000 001 000"
    assert after.to_move == 1


def test_the_field_just_left_is_free_for_the_spear() -> None:
    """'The field just left is free.'"""
    assert board("009 001 030 009").moves() == ("b1-c1*b1",)
    assert fields(board("009 001 030 009").play("b1-c1*b1")) == ["009 009 001 009"]


def test_a_spear_destroys_treasure_and_artifact() -> None:
    """'Arrow or spear landing on treasure or an artifact destroys it.'"""
    after = board("001 030 002 510").play("a1-b1*d1")
    assert fields(after) == ["000 001 002 009"]


def test_after_a_spear_an_arrow_is_refused() -> None:
    """'Instead of the arrow a spear.'"""
    position = board("001 030 ... 002")
    assert refuses(position, "a1-b1/c1")
    assert refuses(position, "a1-b1")


# Horse


def test_after_a_horse_the_same_amazon_makes_another_full_step() -> None:
    """'After this step's shot the same amazon makes another full step.' Both collect and shoot."""
    position = board("001 210 400 ...\n001 ... ... 002").play("a1-b1/a1")
    assert position == board("009 001 400 ...\n001 ... ... 002", "ann:1:2;bob:2:0", "1+b1")
    assert position.to_move == 0
    after = position.play("b1-c1/d1")
    assert after == board("009 ... 001 009\n001 ... ... 002", "ann:1:6;bob:2:0", "2")


def test_a_horse_binds_the_turn_to_its_amazon() -> None:
    """'A turn is a chain of steps by one amazon.'"""
    position = board("... 001 ... ...\n001 ... ... 002", turn="1+b1")
    assert {squares_of(move)[0] for move in position.moves()} == {"b1"}
    assert position.targets() == ("b1",)
    assert position.targets(["a2"]) == ()
    with pytest.raises(IllegalMove, match="the horse carries on the amazon on b1"):
        position.play("a2-b2/a2")


def test_the_chain_goes_on_while_the_amazon_lands_on_horses() -> None:
    """'And so on while it lands on horses.'"""
    position = board("001 110 110 110 ... ... 002")
    for move, turn in (("a1-b1/a1", "1+b1"), ("b1-c1/b1", "1+c1"), ("c1-d1/c1", "1+d1")):
        position = position.play(move)
        assert str(position).split()[3] == turn
    position = position.play("d1-e1/d1")
    assert position == board("009 009 009 009 001 ... 002", "ann:1:3;bob:2:0", "2")


def test_artifacts_of_later_steps_count_as_well() -> None:
    """'Another full step': with the artifact of its own landing field."""
    position = board("001 010 020 ... 002").play("a1-b1/a1").play("b1-c1")
    assert position == board("009 ... 001 ... 002", turn="2")
    thrown = board("001 010 030 002 ...").play("a1-b1/a1").play("b1-c1*e1")
    assert fields(thrown) == ["009 000 001 002 009"]


def test_the_horse_comes_after_the_shot_of_its_step() -> None:
    """'After this step's shot': the field just hit is already an obstacle for the next step."""
    position = board("009 001 010 ... 002").play("b1-c1/d1")
    assert position.moves() == ("c1-b1/c1",)


def test_a_horse_without_a_way_on_just_ends_the_turn() -> None:
    """'If it then cannot move, the turn just ends (a legal turn).' Her sister may not move instead."""
    after = board("001 110 009 001 ...\n009 009 009 009 002").play("a1-b1/a1")
    assert after == board("009 001 009 001 ...\n009 009 009 009 002", "ann:1:1;bob:2:0", "2")


def test_a_text_whose_bound_amazon_cannot_move_is_the_next_players_turn() -> None:
    """'If it then cannot move, the turn just ends.'"""
    position = board("009 001 009 001 ...\n009 009 009 009 002", turn="1+b1")
    assert (position.to_move, position.bound) == (1, None)


def test_the_turn_comes_back_when_nobody_else_can_move_after_a_dead_end() -> None:
    """'The turn is skipped' for all others, so that the sister of the stuck amazon moves after all."""
    after = board("001 010 009 001 ... 009 002").play("a1-b1/a1")
    assert (after.to_move, after.bound) == (0, None)
    assert after.targets() == ("d1",)


# Skipping and the end


def test_a_player_without_a_free_neighbour_is_skipped() -> None:
    """'Exactly when none of the player's amazons has a free neighbour: the turn is skipped.'"""
    after = board("001 ... ... ... 009 002").play("a1-b1/a1")
    assert after.to_move == 0
    assert after.outcome() is None


def test_a_player_with_any_free_neighbour_is_not_skipped() -> None:
    """'None of the player's amazons has a free neighbour': one is enough, in any of the eight directions."""
    for place in range(9):
        around = ["002" if n == 4 else "009" for n in range(9)]
        if place == 4:
            continue
        around[place] = "000"
        rows = [
            "009 " + " ".join(around[n : n + 3]) + f" 009 {edge}"
            for n, edge in ((0, "001"), (3, "000"), (6, "009"))
        ]
        assert board("\n".join(rows), turn="2").to_move == 1, place


def test_seats_move_in_the_order_of_their_rows_and_blocked_ones_are_skipped() -> None:
    """'The turn is skipped': three seats, the middle one shut in."""
    after = board("001 ... ... 009 009\n009 009 009 009 002\n003 ... ... 009 009", THREE).play("a1-b1/a1")
    assert after.to_move == 2
    assert after.play("a3-b3/a3").to_move == 0


def test_the_order_of_rows_decides_not_the_ids() -> None:
    """'Row order differs from ID order': the seats follow the rows."""
    position = board("001 ... ... 003 ... ... 002", "cem:3:0;ann:1:0;bob:2:0", "3")
    order = []
    for move in ("d1-e1/d1", "a1-b1/a1", "g1-f1/g1"):
        order.append(str(position).split()[3])
        position = position.play(move)
    assert order == ["3", "1", "2"]


def test_a_text_that_names_a_blocked_seat_is_the_turn_of_the_next() -> None:
    """'The turn is skipped', on reading as in play."""
    position = board("001 009 ... 003 009 002", THREE, "1")
    assert position.to_move == 2
    assert str(position).endswith(" 3")


def test_a_player_without_amazons_is_skipped() -> None:
    """'None of the player's amazons has a free neighbour': also when there is none."""
    assert board("001 ... ...", THREE).play("a1-b1/a1").to_move == 0


def test_the_game_ends_when_no_player_can_move() -> None:
    """'The game ends when no player can move; most treasure wins.'"""
    after = board("001 500 002", "ann:1:1;bob:2:3").play("a1-b1/a1")
    assert after.moves() == ()
    assert after.targets() == ()
    outcome = after.outcome()
    assert outcome == Outcome((6, 3), "no amazon can move")
    assert outcome.winners == (0,)


def test_after_the_last_step_the_next_seat_would_have_come() -> None:
    """'to_move of a finished game: whose turn would have come.'"""
    after = board("001 500 002").play("a1-b1/a1")
    assert after.to_move == 1
    assert Amazons.read(str(after)) == after


def test_nobody_plays_on_when_the_game_is_over() -> None:
    """'The game ends when no player can move.'"""
    for move in ("a1-b1/a1", "c1-b1/c1", "b1", "a1"):
        assert refuses(board("001 009 002"), move)


def test_a_free_field_out_of_reach_does_not_prolong_the_game() -> None:
    """'Exactly when none of the player's amazons has a free neighbour.'"""
    assert board("001 009 ... ... 009 002").outcome() is not None


def test_equal_scores_share_the_place() -> None:
    """'Equal scores share the place.'"""
    outcome = board("001 009 002 009 003", "ann:1:8;bob:2:3;cem:3:8").outcome()
    assert outcome is not None
    assert outcome.winners == (0, 2)


def test_one_player_plays_alone_to_the_end() -> None:
    """'1 to 8 players.'"""
    position = Amazons.start(size="2x3", players=1, amazons=1, treasure="0,1,0,0,0,0", artifacts="1,0,0,0")
    position = position.play("a1")
    while position.outcome() is None:
        position = position.play(position.moves()[0])
        assert position.to_move == 0
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.scores == position.standing()


def test_eight_players_take_turns() -> None:
    """'1 to 8 players.'"""
    position = Amazons.start(size="9x9", players=8, amazons=1, artifacts=(1, 0, 0, 0))
    for square in ("a1", "c1", "e1", "g1", "a9", "c9", "e9", "g9"):
        position = position.play(square)
    order = []
    for _ in range(16):
        order.append(position.to_move)
        position = position.play(position.moves()[0])
    assert order == [*range(8), *range(8)]


def test_a_board_without_rows_seats_a_newcomer() -> None:
    """'No such rows at the start.' 'Own row missing in placement: append it with ID max+1 and score 0.'"""
    position = board("... 500", players="-", phase="placement:1")
    assert (position.seats, position.standing(), position.outcome()) == (1, (0,), None)
    assert position.play("b1") == board("... 001", players="player1:1:0")


def test_without_rows_nobody_moves() -> None:
    """'No own row/amazon': nothing to do in movement."""
    position = board("... 500", players="-")
    assert (position.seats, position.to_move, position.standing()) == (0, 0, ())
    assert position.outcome() == Outcome((), "no amazon can move")
    assert position.outcome().winners == ()  # type: ignore[union-attr]  # the line above has shown it
    assert position.moves() == ()
    assert refuses(position, "a1-b1/a1")
    assert Amazons.read(str(position)) == position


@pytest.mark.parametrize("drawing", ["009", "119"])
def test_a_newcomer_finds_no_field(drawing: str) -> None:
    """'Placement: no free field': nothing to do, and nobody sits down."""
    assert board(drawing, players="-", phase="placement:1") == board(drawing, players="-")


def test_the_smallest_board_takes_one_amazon() -> None:
    """'Any m x n board': 1x1."""
    after = board("530", phase="placement:1").play("a1")
    assert after == board("001")
    assert after.outcome() == Outcome((0, 0), "no amazon can move")


def test_a_board_of_one_column() -> None:
    """'Any m x n board': 4x1."""
    position = board("...\n001\n300\n002")
    assert position.moves() == ("a2-a1/a2", "a2-a1/a3", "a2-a3/a2", "a2-a3/a1")
    assert position.play("a2-a3/a1").standing() == (3, 0)


def test_a_board_of_two_columns() -> None:
    """'A queen line' on the narrowest board with diagonals."""
    position = board("... 001\n... ...\n... ...")
    assert landings(position, "b1") == {"a1", "b2", "b3", "a2"}
    assert refuses(position, "b1-a3/b1")


def test_columns_past_z_are_named_aa_and_on() -> None:
    """'Columns a...z, aa, ab...'"""
    position = board(" ".join(["..."] * 25 + ["001", "...", "..."]))
    assert position.squares()[0][24:] == ("y1", "z1", "aa1", "ab1")
    after = position.play("z1-ab1/aa1")
    assert fields(after)[0].endswith("000 000 009 001")


def test_targets_know_the_artifacts() -> None:
    """'Whole turns are never enumerated': amazons, then landings, then shots as the landing field allows."""
    position = board("001 020 009 ...\n001 030 009 ...")
    assert position.targets() == ("a1", "a2")
    assert position.targets(("a1",)) == ("b1", "b2")
    assert position.targets(("a1", "b1")) == ()
    assert set(position.targets(("a1", "b2"))) == {"a1", "d2", "b1"}
    assert position.targets(("a1", "b2", "d2")) == ()
    for nonsense in (("b1",), ("a1", "d1"), ("a1", "a1"), ("zz9",), ("a1", ""), ("a1", "b1", "a1", "a1")):
        assert position.targets(nonsense) == ()


def test_targets_in_placement_are_the_free_fields() -> None:
    """'In placement a move is one square.'"""
    position = board("001 500 009\n... 002 ...", phase="placement:2")
    assert position.targets() == ("b1", "a2", "c2")
    assert position.targets(("b1",)) == ()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("c3", "expected squares of the board like a1-c3/d4"),
        ("a1-f1/b1", "expected squares of the board"),
        ("a1-b1/", "expected squares of the board"),
        ("a1-b1/c1*d1", "expected squares of the board"),
        ("A1-b1/c1", "expected squares of the board"),
        ("d2-d1/d2", "no amazon of player 1 stands on the first square"),
        ("b1-c1/b1", "no amazon of player 1 stands on the first square"),
        ("a1-d1/b1", "the amazon has no free queen line to there"),
        ("a1-b1", "an arrow follows, like a1-b1/d4"),
        ("a1-b1*a1", "an arrow follows, like a1-b1/d4"),
        ("a1-b1/d1", "the arrow has no free queen line to there"),
        ("a1-a2/a1", "a spear follows, like a1-a2\\*d4"),
        ("a1-a2*d1", "the spear flies in a queen line onto a free field"),
        ("a1-b2/a1", "a broken arrow lies there, so no shot follows"),
    ],
)
def test_an_illegal_step_says_why(move: str, why: str) -> None:
    position = board("001 ... 009 ...\n030 020 009 002")
    with pytest.raises(IllegalMove, match=why):
        position.play(move)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a9", "expected one square of the board like c4"),
        ("a1-a2/a1", "expected one square"),
        ("b1", "b1 is not free"),
    ],
)
def test_an_illegal_placement_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        board("... 009", phase="placement:1").play(move)


def test_rows_show_each_field_in_two_characters_at_most() -> None:
    """The scheme of `rows`: amazons A and their ID, obstacles #, treasure as digit, artifacts as letter."""
    position = board("... 001 002 009\n500 010 020 030\n110 220 330 539")
    assert position.rows() == (
        (".", "A1", "A2", "#"),
        ("5", "h", "b", "s"),
        ("1h", "2b", "3s", "#"),
    )


def test_seats_are_two_until_a_board_says_otherwise() -> None:
    """'1 to 8 players.'"""
    assert Amazons.seats == 2
    assert Amazons.start(players=5).seats == 5
    assert board("001 ... 003", THREE).seats == 3
