"""Talk: who may speak, how much, how fast, and who hears it."""

import pytest

from games import screens
from games.accounts import limits, mutes, people
from games.models import Message
from games.rooms import chat, hosting, seating
from games.text.cleaning import clean_text
from games.text.errors import BadInput, NotInThisRoom, TooFast
from tests.support.builders import a_person, a_room, everything
from tests.support.hostile_names import HOSTILE

pytestmark = pytest.mark.django_db


def refused(refusal, call, *args):
    before = everything()
    with pytest.raises(refusal) as no:
        call(*args)
    assert str(no.value)
    assert everything() == before


def heard(here, player):
    snapshot = screens.load(here.room)
    return [message.text for message in screens.audible(snapshot, player)]


def test_what_is_said_is_kept_under_the_name_of_the_day():
    here = a_room(3)

    chat.say(here.room.pk, here.people[1], "  Good   evening ")
    people.rename(here.people[1], "Robert")

    message = Message.objects.get()
    assert (message.name, message.text, message.player) == ("Bob", "Good evening", here.people[1])


def test_300_characters_are_heard_and_301_are_not():
    here = a_room(3)

    chat.say(here.room.pk, here.people[0], "x" * 300)
    refused(BadInput, chat.say, here.room.pk, here.people[0], "x" * 301)


@pytest.mark.parametrize("nothing", ["", "  \n", "\u202e", "\x00", "\ud800"])
def test_nothing_is_no_message(nothing):
    here = a_room(3)

    refused(BadInput, chat.say, here.room.pk, here.people[0], nothing)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_kept_as_words(text):
    here = a_room(3)

    chat.say(here.room.pk, here.people[0], text)

    assert Message.objects.get().text == clean_text(text, 300)


def test_a_watcher_may_speak_and_a_stranger_may_not():
    here = a_room(3)
    eve = a_person("Eve")
    refused(NotInThisRoom, chat.say, here.room.pk, eve, "Hello")

    seating.watch(here.room.pk, eve)
    chat.say(here.room.pk, eve, "Hello")


def test_who_has_left_or_was_removed_is_silent():
    here = a_room(3)
    seating.leave(here.room.pk, here.people[1])
    hosting.remove(here.room.pk, here.people[0], here.people[2].pk)

    for gone in here.people[1:]:
        refused(NotInThisRoom, chat.say, here.room.pk, gone, "Hello")


@pytest.mark.parametrize("key", sorted(chat.REMARKS))
def test_a_remark_is_said_as_it_is_written(key):
    here = a_room(3)

    chat.remark(here.room.pk, here.people[0], key)

    assert Message.objects.get().text == chat.REMARKS[key]


@pytest.mark.parametrize("key", ["", "rude", "well-played ", "\x00"])
def test_other_remarks_are_not_said(key):
    here = a_room(3)

    refused(BadInput, chat.remark, here.room.pk, here.people[0], key)


def test_talk_is_heard_in_order_and_only_the_newest():
    here = a_room(3)
    for number in range(55):
        chat.say(here.room.pk, here.people[0], str(number))

    assert heard(here, here.people[1]) == [str(number) for number in range(35, 55)]


def test_the_muted_are_not_heard_by_who_muted_them():
    here = a_room(3)
    ann, bob, cid = here.people
    chat.say(here.room.pk, bob, "Boo")
    chat.say(here.room.pk, cid, "Hush")

    mutes.mute(here.room, ann, bob.pk)

    assert heard(here, ann) == ["Hush"]
    assert heard(here, bob) == heard(here, cid) == heard(here, None) == ["Boo", "Hush"]


def test_talk_stays_in_its_room():
    here, there = a_room(3), a_room(3)
    chat.say(here.room.pk, here.people[0], "Here")

    assert heard(there, there.people[0]) == []


def test_five_remarks_at_once_and_then_a_pause(clock):
    for _ in range(5):
        limits.check("chat", 1)

    with pytest.raises(TooFast) as no:
        limits.check("chat", 1)
    assert str(no.value) == "Too many requests. Try again in 2 s."
    limits.check("chat", 2)
    limits.check("move", 1)

    clock.now += 2
    limits.check("chat", 1)
    with pytest.raises(TooFast):
        limits.check("chat", 1)


def test_being_refused_costs_nothing_more(clock):
    for _ in range(5):
        limits.check("chat", 1)
    for _ in range(20):
        with pytest.raises(TooFast):
            limits.check("chat", 1)

    clock.now += 10
    for _ in range(5):
        limits.check("chat", 1)
