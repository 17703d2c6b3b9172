"""The table: every move once, in order, in a log that can be folded at any moment."""

import json
from datetime import UTC
from random import Random

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from games import selectors
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
from games.engine.wire import action_dict, action_from
from games.models import Game, LoggedAction
from games.refusals import NoGameIsRunning, TableMovedOn
from games.services import announcing, rooms, table
from games.services.table import chained, forget_positions
from tests.games.builders import (
    a_game,
    a_sealed_round,
    bid,
    commit,
    everything,
    play_on,
)

pytestmark = pytest.mark.django_db


def refused(refusal, here, version, action):
    """The move is refused with a sentence; log, game and memory are as they were."""
    before, position = everything(), here.position()
    with pytest.raises(refusal) as no:
        table.play(here.game.pk, version, action)
    assert str(no.value)
    assert everything() == before
    assert here.position() == position


def from_the_log(here):
    forget_positions()
    return here.position()


def test_a_game_begins_at_version_0_with_an_empty_log():
    here = a_game("luxury-7", first=1)

    position = here.position()

    assert (position.version, position.state.lot, position.state.turn) == (0, Card.LUXURY_7, 1)
    assert not LoggedAction.objects.exists()


def test_a_move_is_appended_once():
    here = a_game()

    after = table.play(here.game.pk, 0, bid(0, 3, 1))

    line = LoggedAction.objects.get()
    assert (line.number, line.seat) == (0, 0)
    assert line.payload == '{"cards":[1000,3000],"seat":0,"type":"bid"}'
    assert (after.version, after.state.highest) == (1, 4_000)
    assert Game.objects.get().version == 1


def test_each_line_holds_the_hash_of_the_one_before(rng):
    here = a_game()
    play_on(here, rng, 12)

    previous = Game.objects.get().commitment
    lines = list(LoggedAction.objects.all())
    assert [line.number for line in lines] == list(range(12))
    for line in lines:
        at = line.at.astimezone(UTC)
        assert line.hash == chained(previous, line.number, line.seat, line.payload, at)
        previous = line.hash
    assert here.position().hash == previous


@pytest.mark.parametrize("column", ["number", "seat", "payload", "at", "previous"])
def test_the_hash_covers_every_column(column):
    here = a_game()
    here.do(bid(0, 3))
    line = LoggedAction.objects.get()
    facts = {
        "previous": here.game.commitment,
        "number": line.number,
        "seat": line.seat,
        "payload": line.payload,
        "at": line.at,
    }
    assert chained(**facts) == line.hash

    other = {"at": line.at.replace(year=2001), "number": 7, "seat": 2}
    facts[column] = other.get(column, "something else")

    assert chained(**facts) != line.hash


@pytest.mark.parametrize("version", [0, 1, 3, 4, 10**8])
def test_a_move_for_another_version_is_refused(version):
    here = a_game()
    here.do(bid(0, 3), bid(1, 4))

    refused(TableMovedOn, here, version, bid(2, 6))
    table.play(here.game.pk, 2, bid(2, 6))


def test_the_same_move_again_is_refused():
    here = a_game()
    table.play(here.game.pk, 0, bid(0, 3))

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
        table.play(here.game.pk, 0, commit(seat, thousands))

    position = here.position()
    assert (position.version, position.state.phase) == (5, Phase.AUCTION)
    assert position.state.players[4].claimed == (Card.YACHT_CLUB,)
    assert position == from_the_log(here)


def test_a_sealed_card_is_final():
    here = a_sealed_round()
    table.play(here.game.pk, 0, commit(0, 25))

    for version in (0, 1):
        refused(AlreadyCommitted, here, version, commit(0, 25))
        refused(AlreadyCommitted, here, version, commit(0, 1))
    refused(SealedRound, here, 1, bid(1, 25))
    refused(TableMovedOn, here, 2, commit(1, 25))


def test_after_the_sealed_round_its_versions_are_old():
    here = a_sealed_round()
    for seat in range(3):
        table.play(here.game.pk, 0, commit(seat, (6, 8, 10)[seat]))

    for version in (0, 1, 2):
        refused(TableMovedOn, here, version, commit(0, 25))


def test_only_sealed_cards_may_answer_an_older_version():
    here = a_sealed_round()
    table.play(here.game.pk, 0, commit(0, 25))

    refused(TableMovedOn, here, 0, Pass(1))


@pytest.mark.parametrize("seed", range(2))
def test_memory_may_be_lost_at_any_moment(seed):
    chance = Random(seed)
    stars = "gambling excursions yacht-club"
    here = a_game("luxury-2", people=3 + seed, edition="allplay-2025", advanced=stars)
    while not here.state().is_over:
        play_on(here, chance, 1, boldness=0.3)
        remembered = here.position()
        if chance.random() < 0.5:
            assert from_the_log(here) == remembered


def test_the_log_alone_gives_the_whole_story(rng):
    here = a_game()
    play_on(here, rng)
    told = here.position()

    record = selectors.record_of(Game.objects.get())

    assert record.final == told.state
    assert len(record.actions) == told.version
    assert from_the_log(here).story == told.story


def test_a_process_that_is_behind_catches_up():
    """Another process has played on: this one still remembers an earlier position."""
    here = a_game()
    earlier = here.position()
    here.do(bid(0, 3), bid(1, 4), bid(2, 6))
    newest = here.position()
    table._positions[here.game.pk] = earlier

    assert here.position() == newest
    table._positions[here.game.pk] = earlier
    assert table.play(here.game.pk, 3, bid(0, 4)).version == 4


def test_a_move_from_a_process_that_is_behind_is_refused_and_heals_it():
    here = a_game()
    earlier = here.position()
    here.do(bid(0, 3))
    newest = here.position()
    table._positions[here.game.pk] = earlier

    before = everything()
    with pytest.raises(TableMovedOn):
        table.play(here.game.pk, 0, bid(0, 25))

    assert everything() == before
    assert table._positions[here.game.pk] == newest


def test_sealed_cards_laid_in_two_processes_are_all_taken():
    here = a_sealed_round()
    opening = here.position()
    for seat in range(3):
        table._positions[here.game.pk] = opening
        table.play(here.game.pk, 0, commit(seat, (6, 8, 10)[seat]))

    assert LoggedAction.objects.count() == 3
    assert here.position() == from_the_log(here)


def test_memory_never_goes_back():
    here = a_game()
    earlier = here.position()
    here.do(bid(0, 3))

    table._remember(earlier)

    assert here.position().version == 1


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(table, "MOST_POSITIONS", 2)
    for _ in range(4):
        here = a_game()
        here.position()

    assert len(table._positions) == 2
    assert here.game.pk in table._positions


def test_the_end_is_written_into_the_game(rng):
    here = a_game()
    play_on(here, rng)

    game = Game.objects.get()
    record = selectors.record_of(game)
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
    rooms.break_off(here.room.pk, here.people[0])

    refused(NoGameIsRunning, here, 1, bid(1, 4))
    forget_positions()
    refused(NoGameIsRunning, here, 1, bid(1, 4))


def test_a_game_that_never_was_is_not_played():
    with pytest.raises(Game.DoesNotExist):
        table.play(404, 0, Pass(0))


def a_line(here, **facts):
    row = {"number": 1, "seat": 0, "payload": "{}", "hash": "", "at": here.game.started_at}
    return LoggedAction(game=here.game, **(row | facts))


def test_the_database_itself_takes_one_action_for_a_number():
    here = a_game()
    here.do(bid(0, 3))

    with pytest.raises(IntegrityError), transaction.atomic():
        a_line(here, number=0).save()
    assert LoggedAction.objects.count() == 1


def test_a_line_written_behind_our_back_is_a_table_that_moved_on():
    """The row of the game says version 0, the log already has number 0."""
    here = a_game()
    here.position()
    payload = json.dumps(action_dict(bid(0, 3)))
    a_line(here, number=0, payload=payload, hash="x").save()

    before = everything()
    with pytest.raises(TableMovedOn):
        table.play(here.game.pk, 0, bid(0, 4))
    assert everything() == before


def test_the_database_itself_changes_and_deletes_no_line():
    here = a_game()
    here.do(bid(0, 3))
    before = everything()

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LoggedAction.objects.update(seat=1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LoggedAction.objects.all().delete()
    assert everything() == before


def test_the_database_itself_knows_seats_and_results():
    here = a_game()

    with pytest.raises(IntegrityError), transaction.atomic():
        a_line(here, seat=5).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(status=Game.Status.FINISHED)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(result={"money": []})


def test_a_move_is_told_after_the_commit_and_a_refusal_is_not(
    django_capture_on_commit_callbacks, monkeypatch
):
    told = []
    monkeypatch.setattr(announcing, "listeners", [told.append])
    here = a_game()

    with django_capture_on_commit_callbacks(execute=True):
        after = table.play(here.game.pk, 0, bid(0, 3))
        with pytest.raises(TableMovedOn):
            table.play(here.game.pk, 0, bid(0, 3))
        with pytest.raises(BidTooLow):
            table.play(here.game.pk, 1, bid(1, 2))
        assert told == []

    assert [(news.room_id, news.move) for news in told] == [(here.room.pk, after)]


def test_what_other_processes_are_told_holds_no_card():
    here = a_sealed_round()
    after = table.play(here.game.pk, 0, commit(1, 25))

    message = announcing.News(room_id=here.room.pk, move=after).message()

    assert message == {
        "type": "room.changed",
        "room": here.room.pk,
        "game": here.game.pk,
        "version": 1,
    }


def test_a_stored_payload_reads_back_as_the_action(rng):
    here = a_game()
    play_on(here, rng)

    for line in LoggedAction.objects.all():
        action = action_from(json.loads(line.payload))
        assert action.seat == line.seat
        assert json.dumps(action_dict(action), sort_keys=True, separators=(",", ":")) == (
            line.payload
        )
