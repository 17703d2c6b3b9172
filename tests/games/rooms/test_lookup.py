"""How a room is found, what the database says of it, and that its changes are told."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Game, Member, Player, Room
from games.play import announcements
from games.rooms import hosting, lookup, starting
from games.text.errors import NoSuchRoom, RoomIsPlaying, TooFewPlayers
from tests.support.builders import a_game, a_person, a_room, play_on
from tests.support.rooms import refused

pytestmark = pytest.mark.django_db


def test_the_database_itself_allows_one_running_game_in_a_room():
    here = a_game()
    here.game.pk = None
    here.game.code = "ANOTHER1"

    with pytest.raises(IntegrityError), transaction.atomic():
        here.game.save(force_insert=True)
    assert Game.objects.count() == 1


def test_the_database_itself_allows_one_person_on_a_chair():
    here = a_room(3)

    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(room=here.room, player=a_person("Zoe"), chair=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(room=here.room, player=here.people[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.filter(chair=1).update(is_removed=True)


@pytest.mark.parametrize("wrong", [{"seats": 2}, {"seats": 6}, {"edition": "chess"}, {"clock": 17}])
def test_the_database_itself_knows_what_a_room_can_be(wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Room.objects.create(**wrong)


def test_the_code_is_for_gathering_and_not_for_a_running_game(rng):
    here = a_room(3)
    code = here.room.code
    spoken = f" {code[:4].lower()}-{code[4:].lower()} "
    assert lookup.room_by_code(spoken) == here.room

    here.game = starting.start(here.room.pk, here.people[0])
    refused(RoomIsPlaying, lookup.room_by_code, code)
    assert lookup.room_by_code(code, here.people[1]) == here.room
    play_on(here, rng)
    assert lookup.room_by_code(code) == here.room


@pytest.mark.parametrize(
    "code",
    ["", " ", "AAAAAAAA", "0", "É" * 8, "A" * 5000, "A\x00B", "%", "_"],
)
def test_no_room_is_behind_a_code_that_was_never_given(code):
    a_room(1)

    refused(NoSuchRoom, lookup.room_by_code, code)


@pytest.mark.parametrize("invite", ["", "nobody-knows-this", "\x00", "x" * 5000])
def test_no_room_is_behind_a_link_that_was_never_given(invite):
    a_room(1)

    refused(NoSuchRoom, lookup.room_by_invite, invite, None)
    refused(NoSuchRoom, lookup.room_by_invite, invite, Player.objects.get())


def test_every_change_counts_and_is_announced_after_the_commit(
    django_capture_on_commit_callbacks, monkeypatch
):
    told = []
    monkeypatch.setattr(announcements, "listeners", [told.append])
    here = a_room(3)
    changes = here.room.changes

    with django_capture_on_commit_callbacks(execute=True):
        hosting.set_lock(here.room.pk, here.people[0], is_locked=True)
        assert told == []

    assert [(news.room_id, news.move) for news in told] == [(here.room.pk, None)]
    assert Room.objects.get().changes == changes + 1


def test_a_refusal_is_not_announced(django_capture_on_commit_callbacks):
    here = a_room(2)

    with django_capture_on_commit_callbacks() as waiting:
        refused(TooFewPlayers, starting.start, here.room.pk, here.people[0])

    assert waiting == []
