"""A game seen again: at every moment each seat sees what it saw when the game was played."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games import screens
from games.archive.importing import archive
from games.engine.actions import Pass
from games.engine.cards import ADVANCED
from games.engine.editions import EDITIONS
from games.engine.events import Ended, TimeIsUp
from games.engine.history import BY_CLOCK
from games.engine.state import Phase
from games.models import Game, Room
from games.play.moves import Move, play
from games.replays.replay import (
    charts_at,
    moment_from,
    moments_of,
    parts_of,
    replay_of,
    scores_of,
    sight_from,
    table_context,
)
from games.rooms import ending
from games.text.errors import NoSuchMoment, NoSuchSight
from tests.support.builders import a_game, a_sealed_round, bid, commit, import_record, play_on
from tests.support.played_records import played, without_seed
from tests.support.strategies import some_action

pytestmark = pytest.mark.django_db

STARS = " ".join(card.id for card in ADVANCED)
HOUSES = [
    (edition.id, 3 + number % 3, STARS if edition.has_advanced else "")
    for number, edition in enumerate(EDITIONS.values())
]


ONLY_LIVE = {
    "clock",
    "version",
    "hand",
    "controls",
    "call",
    "auto-bid",
    "guide",
    "extra",
    "standing",
    "steps",
    "moment",
    "bot-report",
}


def replay(here):
    return replay_of(Game.objects.get(pk=here.game.pk))


def live_parts(here):
    """What everybody's page holds at this moment, and the page of somebody who only looks on."""
    snapshot = screens.load(Room.objects.get(pk=here.room.pk))
    viewers = {
        sight: screens.viewer_of(snapshot, player, "http://testserver")
        for sight, player in (*enumerate(here.people), ("table", None))
    }
    return {sight: screens.table_parts(snapshot, viewer) for sight, viewer in viewers.items()}


@pytest.mark.parametrize(("edition", "people", "advanced"), HOUSES)
def test_every_seat_sees_at_every_moment_what_it_saw_live(edition, people, advanced):
    chance = Random(edition)
    here = a_game("luxury-3", people=people, edition=edition, advanced=advanced)
    here.room.members.update(seen_at=timezone.now() + timedelta(days=1))  # nobody is away
    seen = [live_parts(here)]
    while not (state := here.state()).is_over:
        here.do(some_action(state, chance, 0.6))
        seen.append(live_parts(here))

    again = replay(here)

    assert again.last == len(seen) - 1
    for ply, then in enumerate(seen):
        for sight, live in then.items():
            parts = parts_of(again, ply, sight, None if sight == "table" else sight)
            same = parts.keys() - {"turn"}  # a live page says "Your turn" beside it, in its call
            assert {name: live[name] for name in same} == {name: parts[name] for name in same}
            assert set(live) - set(parts) <= ONLY_LIVE
            assert ("hand" in parts) == (sight != "table")


def test_the_last_lot_is_the_one_that_was_sold_before_that_moment():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 6), *passes(1, 2), bid(0, 1))

    again = replay(here)

    assert "last-lot" not in parts_of(again, 2, 0)
    assert "Luxury 7" in parts_of(again, 3, 0)["last-lot"]


def passes(*seats):
    return [Pass(seat) for seat in seats]


def test_all_open_shows_every_hand_and_what_was_spent():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 25), *passes(1, 2))

    parts = parts_of(replay(here), 3, "open")

    assert ">25</li>" not in parts["hand-0"]
    assert ">25</li>" in parts["hand-1"]
    assert "spent 25" in parts["hand-0"]
    assert "spent" not in parts["hand-1"]
    assert "hand" not in parts


def test_a_card_that_lies_face_down_is_seen_by_its_owner_and_where_all_is_open():
    here = a_sealed_round()
    here.do(commit(1, 25))
    again = replay(here)

    assert "coin--laid" in parts_of(again, 1, 1)["hand"]
    assert "coin--laid" in parts_of(again, 1, "open")["hand-1"]
    for sight in (0, 2, "table"):
        assert "coin--laid" not in str(parts_of(again, 1, sight))


def test_the_reader_is_you_and_nobody_else_is():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 6))
    again = replay(here)

    mine, hers = parts_of(again, 1, 1, me=1), parts_of(again, 1, 0, me=1)
    for parts in (mine, hers):
        assert "Your turn: beat 6 or pass" in parts["turn"]
    assert "Your hand" in mine["hand"]
    assert "The hand of Ann" in hers["hand"]
    assert "Your hand" not in hers["hand"]
    assert ">You<" in parts_of(again, 1, "open", me=1)["hand-1"]
    assert "You" not in str(parts_of(again, 1, "open")["hand-1"])
    assert 'title="Bob">You<' in str(table_context(again, 1, 0, me=1)["seats"])


def test_moments_tell_what_happened_and_where_auctions_begin():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 6), *passes(1, 2), bid(0, 1))

    moments = moments_of(replay(here))

    assert [moment.ply for moment in moments] == [0, 1, 2, 3, 4]
    assert [moment.seat for moment in moments] == [None, 0, 1, 2, 0]
    assert [moment.auction for moment in moments] == [1, 1, 1, 2, 2]
    assert [moment.is_opening for moment in moments] == [True, False, False, True, False]
    assert moments[1].sentence == "Ann bids 6."
    assert moments[3].sentence.startswith("Cid passes. Ann buys Luxury 7 for 6.")


def test_the_story_is_the_one_that_was_told_live():
    here = a_game()
    play(Move(here.game.pk, 0, bid(0, 3), by=BY_CLOCK))
    play_on(here, Random(4))

    again = replay(here)

    assert again.position(again.last).story == here.position().story
    assert again.events[1][0] == TimeIsUp(0)


def test_only_the_last_moment_of_a_finished_game_has_scores_and_charts():
    here = a_game()
    play_on(here, Random(4))
    again = replay(here)

    assert isinstance(again.events[-1][-1], Ended)
    assert again.game.seed in scores_of(again, again.last)
    assert "<svg" in charts_at(again, again.last)
    for ply in range(again.last):
        assert scores_of(again, ply) == charts_at(again, ply) == ""


def test_a_game_that_was_broken_off_can_be_seen_until_there():
    here = a_game()
    here.do(bid(0, 6))
    ending.break_off(here.room.pk, here.people[0])

    again = replay(here)

    assert again.last == 1
    assert "Bob to bid or pass" in parts_of(again, 1, "table")["turn"]
    assert scores_of(again, 1) == charts_at(again, 1) == ""


@pytest.mark.parametrize("text", ["", "-1", "2", "9999", "9" * 30, "abc", "1e1", "²", "١", " 1"])
def test_a_moment_that_is_none_is_refused(text):
    here = a_game()
    here.do(bid(0, 6))

    assert moment_from(replay(here), "1") == 1
    with pytest.raises(NoSuchMoment):
        moment_from(replay(here), text)


@pytest.mark.parametrize("text", ["", "3", "9", "-1", "00", "Table", "all", "²", "0 ", "None"])
def test_a_sight_that_is_none_is_refused(text):
    again = replay(a_game())

    assert sight_from(again, "2") == 2
    assert sight_from(again, "open") == "open"
    with pytest.raises(NoSuchSight):
        sight_from(again, text)


def test_a_game_that_came_in_as_a_record_is_seen_like_any_other():
    record = without_seed(played(edition="allplay-2025", advanced="yacht-club"))
    again = replay_of(import_record(replace(record, names=("A", "B", "C")), archive()))

    assert again.record.states == record.states
    for ply in range(again.last + 1):
        for sight in (0, 1, 2, "table", "open"):
            assert parts_of(again, ply, sight)
    assert again.record.final.phase is Phase.OVER
