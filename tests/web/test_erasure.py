"""Who wants to be forgotten leaves nothing behind but games that still verify."""

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.urls import reverse

from games.accounts import guest_merging, people
from games.accounts.erasure import erase
from games.archive.importing import import_for
from games.archive.listing import games_of
from games.archive.verifying import faults_of
from games.models import Device, Game, Player, Seat, User
from games.moderation import actions
from games.moderation.actions import Moderator
from games.rooms import chat, lookup, presence, seating
from games.text.errors import HasJudged
from tests.support.builders import a_game, a_person, everything, play_on, recorded
from tests.support.clocks import here_now, stored
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db
NAME, ACCOUNT, WORDS = "Xanthippe", "xanthos", "philosophers bore me"


def all_that_is_stored() -> str:
    rows = (str(list(model.objects.values_list())) for model in apps.get_models())
    decoded = (str(session.get_decoded()) for session in Session.objects.all())
    return "".join((*rows, *decoded)).casefold()


def somebody_at_a_table(rng, **game):
    here = a_game(**game)
    player = here.people[1]
    people.rename(player, NAME)
    Seat.objects.filter(player=player).update(name=NAME)
    chat.say(here.room.pk, player, WORDS)
    play_on(here, rng, 4)
    return here, player


def test_no_name_word_or_browser_stays_and_the_game_verifies(rng):
    here, player = somebody_at_a_table(rng)
    play_on(here, rng)
    import_for(player, recorded()[:1])
    Device.objects.create(player=player, agent="Xenix")
    visitor = Visitor(player)
    password = "a fine evening"
    User.objects.create_user(ACCOUNT, password=password)
    for given in ("wrong", password):
        visitor.post("login", data={"username": ACCOUNT, "password": given})

    answer = visitor.client.post(reverse("forget"), {"sure": "yes"})

    assert answer.status_code == 302
    stored_now = all_that_is_stored()
    for word in (NAME, ACCOUNT, WORDS, "Xenix", "127.0.0.1"):
        assert word.casefold() not in stored_now
    for game in Game.objects.all():
        assert faults_of(game) == []
    assert [seat.name for seat in here.game.seats.all()] == ["Ann", "Incognito", "Cid"]
    assert not User.objects.exists()
    assert visitor.client.get(reverse("my-games")).status_code == 302


def test_a_running_game_goes_on_with_a_bot_and_the_room_with_another_host(rng):
    here, _ = somebody_at_a_table(rng)
    host = here.people[0]

    erase(host)

    here_now(here, 2)
    here.room.refresh_from_db()
    assert here.room.host == here.people[1]
    assert '"0"' in stored(here).bot_seats
    assert presence.add_stand_ins() == 0
    play_on(here, rng)
    assert list(games_of(here.people[2])) == [here.game]


@pytest.mark.parametrize("options", [{"grace": 0}, {"clock": 86_400}, {}])
def test_nobody_waits_for_who_is_forgotten(options):
    here = a_game(**options)
    Seat.objects.filter(game=here.game, number=0).update(is_awaited=True)
    seating.leave(here.room.pk, here.people[0])

    erase(here.people[0])

    assert '"0"' in stored(here).bot_seats


@pytest.mark.parametrize("data", [{}, {"sure": "perhaps"}])
def test_nobody_is_forgotten_by_mistake(data):
    ann = a_person()
    visitor, before = Visitor(ann), everything()

    assert b"Incognito" in visitor.client.get(reverse("forget")).content
    assert visitor.client.post(reverse("forget"), data).status_code == 400
    assert everything() == before


def test_who_has_judged_stays_in_the_logs():
    user = User.objects.create_user("judge", password="a fine evening")
    judge = guest_merging.merge_guest(None, user)
    actions.silence(Moderator(user, {judge.pk}), a_person("Bob"), stamp(), "Rude")
    before = everything()

    with pytest.raises(HasJudged):
        erase(judge)
    assert everything() == before


def stamp():
    return Player.objects.latest("created_at").created_at


def test_who_is_forgotten_can_come_again_as_somebody_new():
    here = a_game()
    visitor = Visitor(here.people[2])
    visitor.client.post(reverse("forget"), {"sure": "yes"})

    visitor.client.post(reverse("watch", args=[here.room.invite]), {"name": "Zoe"})

    zoe = Player.objects.get(name="Zoe")
    assert zoe.pk != here.people[2].pk
    assert lookup.is_playing(here.room)
