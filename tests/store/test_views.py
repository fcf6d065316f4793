"""Three views: everybody, a contestant, the organiser."""

from __future__ import annotations

from dataclasses import replace

from ludus.records.events import Offence
from ludus.records.record import KINDS, MISCONDUCT, Evaluation, Record
from ludus.records.record_json import write
from ludus.records.results import extract_result
from ludus.score import Score
from ludus.store.stored import StoredParticipant
from ludus.store.views import ORGANISER, PUBLIC, Viewer, view_participant, view_record, view_result
from tests.store.stored_games import play_games

ANN, BOB, EVE = Viewer(key="ann"), Viewer(key="bob"), Viewer(key="eve")


def make_private() -> tuple[Record, tuple[int, ...]]:
    """Make a game in which both have said something that the other may not see."""
    (record,) = play_games(1)
    seats = tuple(ply % 2 for ply in range(len(record.moves)))
    secrets = ("secret of ann", "secret of bob")
    return (
        replace(
            record,
            notes=tuple(f"exit code 0: {secrets[seat]}" for seat in seats),
            evaluations=tuple(Evaluation(Score.points(100 + seat), 1, 1) for seat in seats),
            offences=(Offence(1, 0, "format", "Black: expected a move, found 'secret of ann'", False),),
            tags=(("decision", "it stands"), ("room", "secret of the organiser")),
        ),
        seats,
    )


def test_the_public_sees_moves_times_and_verdicts_and_nothing_that_a_program_said() -> None:
    record, seats = make_private()
    for given in (seats, ()):
        shown = view_record(record, PUBLIC, given)
        assert "secret" not in write(shown)
        assert (shown.notes, shown.evaluations) == ((), ())
        assert (shown.moves, shown.seconds, shown.points, shown.used) == (
            record.moves,
            record.seconds,
            record.points,
            record.used,
        )
        assert (shown.verdict.kind, shown.verdict.seat) == ("crash", 1)
        assert shown.verdict.reason == "Bob: ended with an error"
        assert shown.offences[0].reason == "Ann: gave an answer that the contest cannot read"
        assert shown.tags == (("decision", "it stands"),)


def test_a_contestant_sees_its_own_things_and_of_others_what_everybody_sees() -> None:
    record, seats = make_private()
    ann, bob = write(view_record(record, ANN, seats)), write(view_record(record, BOB, seats))
    assert "secret of ann" in ann
    assert "secret of bob" not in ann
    assert "secret of bob" in bob
    assert "secret of ann" not in bob
    assert view_record(record, BOB, seats).verdict == record.verdict
    assert view_record(record, EVE, seats) == view_record(record, PUBLIC)
    shown = view_record(record, ANN, seats)
    assert [found is not None for found in shown.evaluations] == [seat == 0 for seat in seats]


def test_the_organiser_sees_everything() -> None:
    record, seats = make_private()
    assert view_record(record, ORGANISER, seats) == record


def test_a_result_shows_to_others_how_a_game_ended_and_not_what_the_program_said() -> None:
    result = extract_result(make_private()[0])
    assert view_result(result, PUBLIC).reason == "bob: ended with an error"
    assert view_result(result, BOB) == view_result(result, ORGANISER) == result


def test_every_kind_of_misconduct_has_public_words() -> None:
    result = extract_result(make_private()[0])
    for kind in KINDS:
        shown = view_result(replace(result, kind=kind, reason="secret"), PUBLIC)
        assert (shown.reason == "secret") == (kind not in MISCONDUCT)


def test_a_build_log_is_seen_by_its_owner_and_the_organiser_alone() -> None:
    bob = StoredParticipant(
        "bob", "Bob", "1", "program:x", "make failed: secret", "/home/bob", "copied?", "log"
    )
    public, own = view_participant(bob, PUBLIC), view_participant(bob, BOB)
    assert public == view_participant(bob, ANN)
    assert public == StoredParticipant("bob", "Bob", "1", absence="could not take part")
    assert (own.build_log, own.absence, own.notes, own.source) == ("log", "make failed: secret", "", "")
    assert view_participant(bob, ORGANISER) == bob
