"""What a room's page shows of a rematch, and the forms that propose it and answer it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Member, Room, Seat
from games.rooms import rematch, seating, starting
from tests.support.builders import Table, a_game, a_person, play_on
from tests.support.visitors import Visitor, part, url, visitors_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(rng) -> Table:
    """Ann, Bob and Cid after their first game."""
    here = a_game()
    play_on(here, rng)
    return here


def hosting(visitor: Visitor, here: Table) -> str:
    return part(visitor.page(here.room), "hosting")


def test_the_score_stays_until_everybody_is_ready(here):
    ann, bob, cid = visitors_of(here)
    assert "Propose a rematch" in hosting(ann, here)
    assert "<bdi>Ann</bdi> can propose a rematch." in hosting(bob, here)
    assert url("ready", here.room) not in hosting(bob, here)

    ann.post("start", here.room)
    bob.post("ready", here.room, {"ready": "yes"})

    for visitor in (ann, bob, cid):
        page = visitor.page(here.room)
        assert part(page, "scores")
        assert url("replay", here.game.code) in page
        assert url("review", here.game.code) in page
        assert part(page, "people").count(">ready<") == 2
    assert "Waiting for <bdi>Cid</bdi>." in hosting(ann, here)
    assert "I’m not ready after all" in hosting(bob, here)
    assert "I’m ready" in hosting(cid, here)

    cid.post("ready", here.room, {"ready": "yes"})

    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 1
    assert not part(cid.page(here.room), "scores")


def test_after_a_minute_the_host_is_offered_bots_and_the_others_are_warned(here):
    ann, bob, cid = visitors_of(here)
    ann.post("start", here.room)
    bob.post("ready", here.room)
    assert ann.post("start", here.room).status_code == 409
    assert "Start with a bot" not in hosting(ann, here)

    Room.objects.update(rematch_due_at=timezone.now() - timedelta(seconds=1))

    assert "Start with a bot for Cid" in hosting(ann, here)
    assert "can start with a bot in your seat" in hosting(cid, here)
    ann.post("start", here.room)
    assert Member.objects.get(player=here.people[2]).chair is None
    assert "so a bot has your seat" in part(cid.page(here.room), "notice")
    assert "so a bot has your seat" not in part(bob.page(here.room), "notice")
    assert cid.post("ready", here.room).status_code == 409


def test_a_new_host_can_be_ready_and_start(here):
    Room.objects.update(seats=4)
    seating.sit(here.room.pk, a_person("Dora"))
    ann, bob, _cid = visitors_of(here)
    ann.post("start", here.room)
    ann.post("leave", here.room)

    assert "I’m ready" in hosting(bob, here)
    bob.post("ready", here.room)
    assert "Waiting for <bdi>Cid and Dora</bdi>." in hosting(bob, here)


def test_who_watches_is_not_asked(here):
    seating.watch(here.room.pk, eve := a_person("Eve"))
    rematch.start(here.room.pk, here.people[0])

    told = hosting(Visitor(eve), here)

    assert "<bdi>Ann</bdi> proposes a rematch." in told
    assert url("ready", here.room) not in told
    assert "I’m ready" not in part(Visitor().page(here.room), "hosting")


def test_the_wins_of_a_room_are_counted_by_name(here, rng):
    assert "Wins in this room" not in Visitor(here.people[0]).page(here.room)
    here.game = starting.start(here.room.pk, here.people[0])
    play_on(here, rng)
    Seat.objects.update(win=0)
    Seat.objects.filter(player=here.people[1]).update(win=1)
    Seat.objects.filter(game=here.game, number__in=(1, 2)).update(win=0.5)

    seen = [" ".join(_words(Visitor(who).page(here.room))) for who in (*here.people[:2], None)]

    assert seen == ["Bob 1.5 Cid 0.5 You 0", "You 1.5 Cid 0.5 Ann 0", "Bob 1.5 Cid 0.5 Ann 0"]


def test_games_without_a_result_do_not_count_as_wins(here, rng):
    here.game = starting.start(here.room.pk, here.people[0])
    play_on(here, rng)
    Game.objects.filter(pk=here.game.pk).update(voided_at=timezone.now())

    assert "Wins in this room" not in Visitor(here.people[0]).page(here.room)


def _words(page: str) -> list[str]:
    """Names and wins as they stand in the series."""
    series = page.split('<p class="series">')[1].split("</p>", maxsplit=1)[0].split("</span>", 1)[1]
    text = "".join(f" {each.split('>')[-1]}" for each in series.split("<"))
    return text.split()
