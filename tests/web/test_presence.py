"""Who is here: sockets and pages say so, and whoever comes back has the seat at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.company import bots_from
from games.live import hub as the_hub
from games.models import Game, LoggedAction, Member
from games.services import presence
from games.threads import in_thread
from tests.games.builders import a_game
from tests.web.test_sockets import Party, frame
from tests.web.visitors import Visitor, part

pytestmark = pytest.mark.django_db(transaction=True)


def long_away(here, *chairs):
    moment = timezone.now() - timedelta(minutes=9)
    people = [here.people[chair] for chair in chairs]
    Member.objects.filter(room=here.room, player__in=people).update(seen_at=moment)


def test_somebody_who_has_just_sat_down_is_here():
    here = a_game()

    assert presence.sit_in() == 0
    assert bots(here) == {}


def bots(here):
    return bots_from(Game.objects.get(pk=here.game.pk).bots)


def test_a_page_without_scripts_is_present():
    here = a_game()
    long_away(here, 0, 1)

    assert Visitor(here.people[0]).get("room", here.room).status_code == 200

    absent = presence.absent_in([here.room.pk])[here.room.pk]
    assert absent == {here.people[1].pk}


def test_a_move_by_form_takes_the_seat_back_from_the_bot():
    here = a_game()
    long_away(here, 0, 2)
    presence.sit_in()
    assert bots(here) == {0: "regular", 2: "regular"}

    Visitor(here.people[0]).post("play", here.room, {"type": "pass", "version": 0})

    assert bots(here) == {2: "regular"}
    assert LoggedAction.objects.get().by == ""


@pytest.fixture
def party():
    return Party(a_game())


@pytest.mark.usefixtures("hub")
async def test_the_others_see_who_is_away_and_since_when(party):
    sockets = await party.open()
    await sockets[2].disconnect()
    await in_thread(lambda: long_away(party.here, 2))

    await the_hub.look_round()

    seat = part(await frame(sockets[0]), "seat-2")
    assert "away" in seat
    assert "data-since" in seat
    await party.close()
