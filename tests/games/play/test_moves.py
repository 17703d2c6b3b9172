"""Moves: appended once, for the version they answer, or refused without a trace."""

import json

import pytest

from games.engine.actions import Discard, Pass
from games.engine.cards import Card
from games.engine.state import Phase
from games.engine.violations import (
    AlreadyCommitted,
    BidTooLow,
    CardNotInHand,
    EmptyBid,
    GameIsOver,
    NoSuchSeat,
    NotASealedRound,
    NothingToDiscard,
    NotYourTurn,
    SealedRound,
)
from games.models import Game, LoggedAction
from games.play import announcements, moves
from games.play.position import forget_positions
from games.play.stored_records import record_of
from games.rooms import ending
from games.text.errors import NoGameIsRunning, TableMovedOn
from tests.support.builders import a_game, a_sealed_round, bid, commit, play_on
from tests.support.log_lines import from_the_log, refused

pytestmark = pytest.mark.django_db


def test_a_game_begins_at_version_0_with_an_empty_log():
    here = a_game("luxury-7", first=1)

    position = here.position()

    assert (position.version, position.state.lot, position.state.turn) == (0, Card.LUXURY_7, 1)
    assert not LoggedAction.objects.exists()


def test_a_move_is_appended_once():
    here = a_game()

    after = moves.play(moves.Move(here.game.pk, 0, bid(0, 3, 1)))

    line = LoggedAction.objects.get()
    assert (line.number, line.seat) == (0, 0)
    assert line.payload == '{"cards":[1000,3000],"seat":0,"type":"bid"}'
    assert (after.version, after.state.highest) == (1, 4_000)
    assert Game.objects.get().version == 1


@pytest.mark.parametrize("version", [0, 1, 3, 4, 10**8])
def test_a_move_for_another_version_is_refused(version):
    here = a_game()
    here.do(bid(0, 3), bid(1, 4))

    refused(TableMovedOn, here, version, bid(2, 6))
    moves.play(moves.Move(here.game.pk, 2, bid(2, 6)))


def test_the_same_move_again_is_refused():
    here = a_game()
    moves.play(moves.Move(here.game.pk, 0, bid(0, 3)))

    refused(TableMovedOn, here, 0, bid(0, 3))


@pytest.mark.parametrize(
    ("violation", "action"),
    [
        (BidTooLow, bid(1, 3)),
        (BidTooLow, bid(1, 2)),
        (EmptyBid, bid(1)),
        (CardNotInHand, bid(1, 5)),
        (NotYourTurn, bid(0, 25)),
        (NotYourTurn, Pass(2)),
        (NoSuchSeat, Pass(3)),
        (NotASealedRound, commit(1, 25)),
        (NothingToDiscard, Discard(1, Card.LUXURY_7)),
    ],
)
def test_an_illegal_move_changes_nothing(violation, action):
    here = a_game()
    here.do(bid(0, 3))

    refused(violation, here, 1, action)


def test_sealed_cards_do_not_cross():
    """All look at version 0 and put a card down; nobody is told that the table has moved on."""
    here = a_sealed_round(people=5)

    for seat, thousands in enumerate((6, 12, 12, 3, 25)):
        moves.play(moves.Move(here.game.pk, 0, commit(seat, thousands)))

    position = here.position()
    assert (position.version, position.state.phase) == (5, Phase.AUCTION)
    assert position.state.players[4].claimed == (Card.YACHT_CLUB,)
    assert position == from_the_log(here)


def test_a_sealed_card_is_final():
    here = a_sealed_round()
    moves.play(moves.Move(here.game.pk, 0, commit(0, 25)))

    for version in (0, 1):
        refused(AlreadyCommitted, here, version, commit(0, 25))
        refused(AlreadyCommitted, here, version, commit(0, 1))
    refused(SealedRound, here, 1, bid(1, 25))
    refused(TableMovedOn, here, 2, commit(1, 25))


def test_after_the_sealed_round_its_versions_are_old():
    here = a_sealed_round()
    for seat in range(3):
        moves.play(moves.Move(here.game.pk, 0, commit(seat, (6, 8, 10)[seat])))

    for version in (0, 1, 2):
        refused(TableMovedOn, here, version, commit(0, 25))


def test_only_sealed_cards_may_answer_an_older_version():
    here = a_sealed_round()
    moves.play(moves.Move(here.game.pk, 0, commit(0, 25)))

    refused(TableMovedOn, here, 0, Pass(1))


def test_the_end_is_written_into_the_game(rng):
    here = a_game()
    play_on(here, rng)

    game = Game.objects.get()
    record = record_of(game)
    assert (game.status, game.version) == (Game.Status.FINISHED, len(record.actions))
    assert game.result == json.loads(json.dumps(record.result))
    assert game.finished_at == LoggedAction.objects.last().at
    refused(GameIsOver, here, game.version, Pass(0))


def test_a_running_game_has_no_result(rng):
    here = a_game()
    play_on(here, rng, 5)

    game = Game.objects.get()
    assert (game.status, game.result, game.finished_at) == (Game.Status.RUNNING, None, None)


@pytest.mark.parametrize("edition", ["classic", "osprey-2018", "manual", "spec", "allplay-2025"])
def test_every_edition_can_be_played_to_its_end(edition, rng):
    here = a_game(edition=edition, people=4)
    play_on(here, rng, boldness=0.9)

    assert Game.objects.get().result["money"]


def test_a_game_that_was_broken_off_takes_no_moves():
    here = a_game()
    here.do(bid(0, 3))
    ending.break_off(here.room.pk, here.people[0])

    refused(NoGameIsRunning, here, 1, bid(1, 4))
    forget_positions()
    refused(NoGameIsRunning, here, 1, bid(1, 4))


def test_a_game_that_never_was_is_not_played():
    with pytest.raises(Game.DoesNotExist):
        moves.play(moves.Move(404, 0, Pass(0)))


def test_a_move_is_told_after_the_commit_and_a_refusal_is_not(
    django_capture_on_commit_callbacks, monkeypatch
):
    told = []
    monkeypatch.setattr(announcements, "listeners", [told.append])
    here = a_game()

    with django_capture_on_commit_callbacks(execute=True):
        after = moves.play(moves.Move(here.game.pk, 0, bid(0, 3)))
        with pytest.raises(TableMovedOn):
            moves.play(moves.Move(here.game.pk, 0, bid(0, 3)))
        with pytest.raises(BidTooLow):
            moves.play(moves.Move(here.game.pk, 1, bid(1, 2)))
        assert told == []

    assert [(news.room_id, news.move) for news in told] == [(here.room.pk, after)]


def test_what_other_processes_are_told_holds_no_card():
    here = a_sealed_round()
    after = moves.play(moves.Move(here.game.pk, 0, commit(1, 25)))

    message = announcements.News(room_id=here.room.pk, move=after).message()

    assert message == {
        "type": "room.changed",
        "room": here.room.pk,
        "game": here.game.pk,
        "version": 1,
    }
