"""Who is here: sockets and pages say so, and whoever comes back has the seat at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, LoggedAction, Member
from games.play.automation import bots_from
from games.process.db_threads import in_thread
from games.rooms import presence
from tests.support.builders import a_game, everything
from tests.support.heartbeats import heartbeat
from tests.support.sockets import Party, frame, until
from tests.support.visitors import Visitor, part

pytestmark = pytest.mark.django_db(transaction=True)


def long_away(here, *chairs):
    moment = timezone.now() - timedelta(minutes=9)
    people = [here.people[chair] for chair in chairs]
    Member.objects.filter(room=here.room, player__in=people).update(seen_at=moment)


def test_somebody_who_has_just_sat_down_is_here():
    here = a_game()

    assert presence.add_stand_ins() == 0
    assert bots(here) == {}


def bots(here):
    return bots_from(Game.objects.get(pk=here.game.pk).bot_seats)


def test_a_page_without_scripts_is_present():
    here = a_game()
    long_away(here, 0, 1)

    assert Visitor(here.people[0]).get("room", here.room).status_code == 200

    absent = presence.absent_in([here.room.pk])[here.room.pk]
    assert absent == {here.people[1].pk}


def test_a_move_by_form_takes_the_seat_back_from_the_bot():
    here = a_game()
    long_away(here, 0, 2)
    presence.add_stand_ins()
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

    await heartbeat()

    seat = part(await frame(sockets[0]), "tag-2")
    assert "away" in seat
    assert "data-since" in seat
    await party.close()


def test_the_host_is_asked_what_to_do_about_who_is_away():
    here = a_game(grace=300)
    host, bob = Visitor(here.people[0]), Visitor(here.people[1])
    assert 'id="absent-title"' not in host.page(here.room)
    long_away(here, 2)

    asked = part(host.page(here.room), "hosting")

    assert "Cid" in asked
    assert 'value="bot"' in asked
    assert 'value="wait"' in asked
    assert 'id="absent-title"' not in bob.page(here.room)


def test_without_scripts_the_host_chooses_a_bot_and_then_to_wait():
    here = a_game(grace=300)
    long_away(here, 2)
    host = Visitor(here.people[0])

    assert host.post("absent", here.room, {"seat": 2, "choice": "bot"}).status_code == 302
    assert bots(here) == {2: "regular"}
    assert 'value="bot"' not in part(host.page(here.room), "hosting")

    host.post("absent", here.room, {"seat": 2, "choice": "wait"})
    assert bots(here) == {}
    asked = part(host.page(here.room), "hosting")
    assert "the table waits" in asked
    assert 'value="wait"' not in asked


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"seat": "1", "choice": "bot"}, 409),
        ({"seat": "2", "choice": "mallet"}, 400),
        ({"seat": "two", "choice": "bot"}, 400),
        ({"choice": "bot"}, 400),
        ({"seat": "²", "choice": "wait"}, 400),
    ],
)
def test_a_choice_that_makes_no_sense_gets_a_sentence(data, status):
    here = a_game()
    long_away(here, 2)
    host, before = Visitor(here.people[0]), everything()

    assert host.post("absent", here.room, data).status_code == status
    assert everything() == before


@pytest.mark.usefixtures("hub")
async def test_the_hosts_choice_shows_at_once_at_every_seat(party):
    sockets = await party.open(0, 1)
    await in_thread(lambda: long_away(party.here, 2))

    host = party.visitors[0]
    await in_thread(lambda: host.post("absent", party.room, {"seat": 2, "choice": "bot"}))

    for socket in sockets:
        assert "a bot plays" in part(await until(socket, "tag-2"), "tag-2")
    await party.close()
