"""Games on the server: two people, spectators, engines, taking back, resigning, another game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.arena.replay import check
from ludus.errors import MachineFault
from ludus.records.record_json import read
from ludus.server.tables.store import WebStore
from tests.server.browsers import Browser, list_games, serving, wait_for, watching

BLACK, WHITE = 0, 1


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "games.store") as found:
        yield found


def test_two_people_play_by_one_link_and_a_third_watches(port: int) -> None:
    ann, bob, carol = Browser(port), Browser(port), Browser(port)
    game = ann.begin()
    assert ann.get(game)["status"] == "waiting"
    bob.post(f"{game}/join", {"seat": WHITE, "name": "Bob"})
    with watching(port, game, after=0) as events:
        assert next(events)["kind"] == "joined"
        assert ann.play(game, BLACK, "A6-B5").status == 200
        assert bob.play(game, WHITE, "B3-A4").status == 200
        seen = [next(events), next(events)]
    assert [(event["seat"], event["move"]) for event in seen] == [(BLACK, "A6-B5"), (WHITE, "B3-A4")]
    assert seen[-1]["view"]["text"] == carol.get(game)["view"]["text"]
    assert [seat["yours"] for seat in carol.get(game)["seats"]] == [False, False]
    assert [seat["name"] for seat in carol.get(game)["seats"]] == ["Ann", "Bob"]


def test_an_illegal_move_is_refused_in_the_words_of_the_rules_and_changes_nothing(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    before = ann.get(game)
    answer = ann.play(game, BLACK, "A6-A5")
    assert answer.status == 422
    assert answer.json["error"].startswith("illegal move 'A6-A5': ")
    assert "position" not in answer.json["error"]
    assert ann.get(game) | {"clock": None} == before | {"clock": None}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("moves", {"seat": 0, "ply": 0, "move": "A6-B5"}),
        ("undo", {"action": "offer"}),
        ("resign", {"seat": 0}),
        ("hint", {}),
        ("takeover", {"seat": 1}),
        ("rematch", {}),
    ],
)
def test_who_only_watches_changes_nothing(port: int, path: str, body: object) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "where": "page"}])
    assert bob.ask("POST", f"{game}/{path}", body).status == 403
    bob.begin()
    assert bob.ask("POST", f"{game}/{path}", body).status == 403
    assert ann.get(game)["number"] == 0


def test_a_late_a_doubled_and_a_foreign_move_are_refused(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin()
    bob.post(f"{game}/join", {"seat": WHITE})
    sent = {"seat": BLACK, "ply": 0, "move": "A6-B5"}
    assert bob.ask("POST", f"{game}/moves", sent).status == 403
    assert ann.ask("POST", f"{game}/moves", sent).status == 200
    assert ann.ask("POST", f"{game}/moves", sent).status == 409
    assert ann.ask("POST", f"{game}/moves", sent | {"ply": 1}).status == 409
    assert len(ann.get(game)["moves"]) == 1


def test_moves_come_by_touched_squares_and_by_typing(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    assert ann.get(f"{game}/targets?ply=0&touched=A6") == {"next": ["B5"], "move": None}
    assert ann.get(f"{game}/targets?ply=0&touched=A6,B5") == {"next": [], "move": "A6-B5"}
    ann.post(f"{game}/moves", {"seat": BLACK, "ply": 0, "touched": ["A6", "B5"]})
    ann.post(f"{game}/moves", {"seat": WHITE, "ply": 1, "typed": "b3 a4"})
    assert [move["move"] for move in ann.get(game)["moves"]] == ["A6-B5", "B3-A4"]


def test_an_engine_of_the_server_answers(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "level": 2, "where": "server"}])
    ann.play(game, BLACK)
    wait_for(lambda: len(ann.get(game)["moves"]) == 2)
    assert ann.get(game)["moves"][1]["seat"] == WHITE


def test_the_engine_of_a_page_is_moved_by_the_browser_that_made_the_game(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "level": 2, "where": "page"}])
    ann.play(game, BLACK)
    assert bob.play(game, WHITE).status == 403
    assert ann.play(game, WHITE).status == 200


def test_taking_back_against_an_engine_happens_at_once(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "where": "page"}])
    assert ann.ask("POST", f"{game}/undo", {"action": "offer"}).status == 409
    ann.play(game, BLACK)
    ann.play(game, WHITE)
    ann.post(f"{game}/undo", {"action": "offer"})
    assert ann.get(game)["moves"] == []


def test_taking_back_between_people_needs_both(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin()
    bob.post(f"{game}/join", {"seat": WHITE})
    ann.play(game, BLACK)
    ann.post(f"{game}/undo", {"action": "offer"})
    assert ann.get(game)["offer"] == {"kind": "undo", "seat": BLACK}
    assert ann.ask("POST", f"{game}/undo", {"action": "accept"}).status == 403
    bob.post(f"{game}/undo", {"action": "decline"})
    assert (len(ann.get(game)["moves"]), ann.get(game)["offer"]) == (1, None)
    bob.play(game, WHITE)
    ann.post(f"{game}/undo", {"action": "offer"})
    bob.post(f"{game}/undo", {"action": "accept"})
    assert ann.get(game)["moves"] == []


def test_with_three_people_both_others_must_agree_to_taking_back(port: int) -> None:
    ann, bob, carol = Browser(port), Browser(port), Browser(port)
    options = {"size": "5x5", "players": "3", "amazons": "1"}
    game = ann.begin("amazons", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], options=options)
    bob.post(f"{game}/join", {"seat": 1})
    carol.post(f"{game}/join", {"seat": 2})
    ann.play(game, 0)
    ann.post(f"{game}/undo", {"action": "offer"})
    bob.post(f"{game}/undo", {"action": "accept"})
    assert bob.ask("POST", f"{game}/undo", {"action": "accept"}).status == 403
    assert (len(ann.get(game)["moves"]), ann.get(game)["offer"]["seat"]) == (1, 0)
    carol.post(f"{game}/undo", {"action": "accept"})
    assert (len(ann.get(game)["moves"]), ann.get(game)["offer"]) == (0, None)


def test_a_finished_game_has_a_record_that_the_referee_confirms_and_a_rematch(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin("connect-four")
    bob.post(f"{game}/join", {"seat": 1})
    players, ply = (ann, bob), 0
    # The result comes in an event of its own, a moment after the last move.
    while ann.get(f"{game}/moves")["moves"]:
        assert players[ply % 2].play(game, ply % 2).status == 200
        ply += 1
    wait_for(lambda: ann.get(game)["status"] != "playing")
    assert ann.get(game)["verdict"]["kind"] == "outcome"
    record = read(ann.ask("GET", f"{game}/record").body.decode())
    check(record, list_games())
    again = bob.post(f"{game}/rematch")
    assert ann.post(f"{game}/rematch") == again
    seats = ann.get(f"/api/games/{again['id']}")["seats"]
    assert [seat["yours"] for seat in seats] == [False, True]


def test_who_has_missed_too_much_is_told_to_load_the_game_again(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    with watching(port, game, last="7") as events:
        assert next(events) == {"number": 0, "kind": "reload"}
    assert ann.ask("GET", f"{game}/events?after=x").status == 400


def test_a_move_that_cannot_be_kept_is_not_acknowledged(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    ann.play(game, BLACK)
    with monkeypatch.context() as broken:
        broken.setattr(WebStore, "add_event", fail_to_write)
        assert ann.play(game, WHITE, "B3-A4").status == 503
    assert len(ann.get(game)["moves"]) == 1
    assert ann.play(game, WHITE, "B3-A4").status == 200


def fail_to_write(*_: object) -> None:
    raise MachineFault("the disk is full")


def test_resigning_ends_the_game_for_everybody(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin()
    bob.post(f"{game}/join", {"seat": WHITE})
    assert bob.ask("POST", f"{game}/resign", {"seat": BLACK}).status == 403
    assert ann.ask("POST", f"{ann.begin()}/resign", {"seat": BLACK}).json == {
        "error": "the game has not begun"
    }
    bob.post(f"{game}/resign", {"seat": WHITE})
    assert ann.get(game)["verdict"]["reason"] == "White resigned"
    assert ann.play(game, BLACK, "A6-B5").status == 409


def test_a_seat_is_taken_only_once(port: int) -> None:
    ann, bob, carol = Browser(port), Browser(port), Browser(port)
    game = ann.begin()
    bob.post(f"{game}/join", {"seat": WHITE})
    assert carol.ask("POST", f"{game}/join", {"seat": WHITE}).status == 409
    assert bob.ask("POST", f"{game}/join", {"seat": WHITE}).status == 200
    assert carol.ask("POST", f"{game}/join", {"seat": 7}).status == 400


def test_a_hint_is_given_only_where_nobody_else_plays(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "where": "page"}])
    assert ann.post(f"{game}/hint")["move"] in ann.get(f"{game}/moves")["moves"]
    assert bob.ask("POST", f"{game}/hint").status == 403
    with_bob = ann.begin()
    bob.post(f"{with_bob}/join", {"seat": WHITE})
    assert ann.ask("POST", f"{with_bob}/hint").status == 403
