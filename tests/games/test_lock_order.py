"""People before rooms, rooms before seats, rooms in one order: nobody waits for each other."""

import time

import pytest
from django.db import transaction

from games.accounts import guest_merging, people
from games.models import Player, Room, User
from games.moderation import actions
from games.moderation.actions import Moderator
from games.open_tables import blocks, matching
from games.play import deadlines
from games.rooms import hosting, seating
from games.text.errors import NameIsTaken
from tests.support.builders import a_game, a_person, a_room
from tests.support.open_tables import QUICK
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
A_MOMENT = 0.3


def slow(monkeypatch, module, name):
    """A transaction that stays open a moment longer after this step."""
    step = getattr(module, name)

    def dawdle(*args, **kwargs):
        outcome = step(*args, **kwargs)
        time.sleep(A_MOMENT)
        return outcome

    monkeypatch.setattr(module, name, dawdle)


def test_a_moderator_gives_a_name_while_the_player_takes_more_time(monkeypatch):
    here = a_game(clock=30)
    judge = Moderator(User.objects.create_user("judge"))
    slow(monkeypatch, deadlines, "locked")
    slow(monkeypatch, people, "clean_text")

    answers = at_once(
        lambda: deadlines.extend(here.game.pk, 0),
        lambda: actions.rename(judge, here.people[0], "Tidy", "because"),
    )

    assert answers == [None, None]
    assert here.game.seats.get(number=0).name == "Tidy"


def test_two_people_change_rooms_crosswise_under_new_names(monkeypatch):
    one, other = a_room(), a_room()
    pia, quentin = a_person("Pia"), a_person("Quentin")
    seating.watch(one.room.pk, pia)
    seating.watch(other.room.pk, quentin)
    slow(monkeypatch, people, "check_name")

    @transaction.atomic
    def come_in(player, name, room):
        people.rename(player, name, room)
        seating.watch(room.pk, player)

    answers = at_once(
        lambda: come_in(pia, "Paula", other.room), lambda: come_in(quentin, "Quirin", one.room)
    )

    assert answers == [None, None]


def test_a_guest_logs_in_while_the_host_removes_them(monkeypatch):
    here = a_room()
    guest, user = here.people[2], User.objects.create_user("duchess")
    account = Player.objects.create(user=user, name="Duchess")
    slow(monkeypatch, guest_merging, "_carry_over")
    slow(monkeypatch, hosting, "check_host")

    came, _ = at_once(
        lambda: guest_merging.merge_guest(guest, user),
        lambda: hosting.remove(here.room.pk, here.people[0], guest.pk),
    )

    assert came == account


@pytest.mark.parametrize("name", ["Ann", "Аnn"])
def test_nobody_comes_in_while_they_take_the_name_of_somebody_there(monkeypatch, name):
    here, eve = a_room(), a_person("Eve")
    slow(monkeypatch, people, "check_name")
    slow(monkeypatch, seating, "check_name")

    answers = at_once(
        lambda: people.rename(Player.objects.get(pk=eve.pk), name),
        lambda: seating.watch(here.room.pk, Player.objects.get(pk=eve.pk)),
    )

    assert [type(answer) for answer in answers].count(NameIsTaken) == 1
    names = here.room.members.values_list("player__name", flat=True)
    assert name == "Ann" or name not in names
    assert list(names).count("Ann") == 1


def test_people_find_a_table_while_somebody_there_takes_another_name(monkeypatch):
    room = matching.find(a_person("Pia"), QUICK)
    slow(monkeypatch, people, "check_name")
    slow(monkeypatch, matching, "_lock_desk")
    pia, quentin, rose = room.host, a_person("Quentin"), a_person("Rose")

    answers = at_once(
        lambda: people.rename(pia, "Paula"),
        lambda: matching.find(quentin, QUICK),
        lambda: matching.find(rose, QUICK),
        lambda: blocks.block(pia, rose.pk),
    )

    assert [each for each in answers if isinstance(each, Exception)] == []
    assert isinstance(answers[1], Room)
    assert isinstance(answers[2], Room)
