"""People: names, guests who become accounts, and whom one does not want to read."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts import mutes
from games.accounts.guest_merging import merge_guest
from games.accounts.people import new_guest, rename
from games.archive.listing import games_of
from games.models import Member, Mute, Player, Room, Seat, User
from games.moderation import reports
from games.play import position
from games.rooms import chat, hosting, lookup, seating
from games.rooms.names import invented_name
from games.text.cleaning import clean_text
from games.text.errors import BadInput
from tests.support.builders import a_game, a_person, a_room, everything, play_on
from tests.support.hostile_names import HOSTILE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   of  Cleves ", "Ann of Cleves"),
        ("Ａｎｎ", "Ann"),
        ("ﬁne", "fine"),
        ("e\u0301", "é"),
        ("An\u202enA", "AnnA"),
        ("\u2066Ann\u2069", "Ann"),
        ("A\u200bn\u200dn\ufeff", "Ann"),
        ("Ann\x00\x07\x1b", "Ann"),
        ("An\u00adn", "Ann"),
        ("Ann\U000e0041", "Ann"),
        ("Ann\ud800", "Ann"),
        ("Ann\ue000", "Ann"),
        ("Ann\u3000B", "Ann B"),
        ("Ann\nof\tCleves", "Ann of Cleves"),
        ("\u200b Ann \u200b B", "Ann B"),
        ("x" * 20, "x" * 20),
        ("  " + "x" * 20 + "  ", "x" * 20),
    ],
)
def test_a_name_is_kept_in_its_normal_form(written, kept):
    assert clean_text(written, 20) == kept


@pytest.mark.parametrize(
    "written", ["", "   ", "\n\t", "\u202e\u200b", "\x00", "\ud800", "x" * 21, "ﷺﷺ", "x" * 100_000]
)
def test_a_name_of_nothing_or_too_much_is_refused(written):
    before = everything()

    with pytest.raises(BadInput) as no:
        new_guest(written)

    assert str(no.value)
    assert everything() == before


@pytest.mark.parametrize("name", [name for name in HOSTILE if len(name) <= 20])
def test_a_hostile_name_is_only_a_name(name):
    guest = new_guest(name)

    guest.refresh_from_db()
    assert guest.name == clean_text(name, 20)
    assert len(guest.name) <= 20


def test_invented_names_are_names():
    for _ in range(100):
        name = invented_name()
        assert clean_text(name, 20) == name


def test_a_new_name_holds_from_now_on_and_a_dealt_game_keeps_the_old_one():
    here = a_game()
    ann = here.people[0]

    rename(ann, " Anna ")

    assert Player.objects.get(pk=ann.pk).name == "Anna"
    assert Seat.objects.get(player=ann).name == "Ann"


def test_a_refused_name_leaves_the_old_one():
    ann = a_person("Ann")
    before = everything()

    with pytest.raises(BadInput):
        rename(ann, "x" * 21)

    assert everything() == before


def an_account(name="ann"):
    return User.objects.create_user(name, password="a fine evening")


def test_a_guest_who_signs_up_keeps_name_room_and_games(rng):
    here = a_game()
    play_on(here, rng)
    ann, user = here.people[0], an_account()

    player = merge_guest(ann, user)

    assert (player, player.user) == (ann, user)
    assert list(games_of(player)) == [here.game]
    assert Room.objects.get().host == player


def test_an_account_without_a_guest_gets_a_player_of_its_name():
    user = an_account("a" * 30)

    player = merge_guest(None, user)

    assert (player.name, player.user) == ("a" * 20, user)
    assert merge_guest(None, user) == player
    assert Player.objects.count() == 1


def test_what_a_guest_has_played_comes_along_on_log_in(rng):
    here = a_game()
    play_on(here, rng)
    user = an_account()
    account = merge_guest(None, user)
    ann = here.people[0]

    player = merge_guest(ann, user)

    assert player == account
    assert not Player.objects.filter(pk=ann.pk).exists()
    assert list(games_of(account)) == [here.game]
    assert [seat.name for seat in here.game.seats.all()] == ["Ann", "Bob", "Cid"]
    assert Room.objects.get().host == account
    assert lookup.membership(here.room, account).chair == 0


def test_an_account_is_seated_once_where_the_guest_sits_too(rng):
    here = a_game()
    user = an_account()
    account = merge_guest(here.people[1], user)

    player = merge_guest(here.people[0], user)

    assert player == account
    assert Member.objects.filter(room=here.room, player=account).count() == 1
    assert position.seat_of(here.game, account) == 1
    assert Room.objects.get().host == account
    assert here.game.seats.get(number=0).name == "Ann"
    play_on(here, rng, 3)


def test_who_was_removed_as_a_guest_stays_out_with_an_account():
    here = a_room(3)
    hosting.remove(here.room.pk, here.people[0], here.people[1].pk)
    user = an_account()
    merge_guest(None, user)

    account = merge_guest(here.people[1], user)

    assert account.pk in lookup.removed_from(here.room)


def test_one_account_does_not_swallow_another():
    ann, bob = an_account("ann"), an_account("bob")
    first, second = merge_guest(None, ann), merge_guest(None, bob)

    assert merge_guest(first, bob) == second
    assert Player.objects.get(user=ann) == first


def test_a_failed_merge_leaves_everything(monkeypatch):
    here = a_game()
    user = an_account()
    merge_guest(None, user)
    before = everything()

    def fail(_):
        raise IntegrityError

    monkeypatch.setattr(Player, "delete", fail)
    with pytest.raises(IntegrityError):
        merge_guest(here.people[0], user)
    assert everything() == before


def test_muting_hides_and_unmuting_shows_again():
    here = a_room(3)
    ann, bob, _ = here.people
    chat.say(here.room.pk, bob, "Good evening")

    mutes.mute(here.room, ann, bob.pk)
    mutes.mute(here.room, ann, bob.pk)
    assert chat.mutes_in(here.room) == {(ann.pk, bob.pk)}

    mutes.unmute(ann, bob.pk)
    mutes.unmute(ann, bob.pk)
    assert chat.mutes_in(here.room) == frozenset()


def test_nobody_mutes_themselves_or_nobody():
    here = a_room(3)
    ann = here.people[0]

    mutes.mute(here.room, ann, ann.pk)
    mutes.mute(here.room, ann, 10**17)
    mutes.mute(here.room, ann, a_person("Somebody elsewhere").pk)

    assert not Mute.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Mute.objects.create(player=ann, muted=ann)


def test_who_was_muted_elsewhere_is_not_loaded_with_a_room():
    here, elsewhere, eve = a_room(3), a_room(3), a_person("Eve")
    for room in (here.room, elsewhere.room):
        seating.watch(room.pk, eve)
    mutes.mute(elsewhere.room, eve, elsewhere.people[1].pk)

    assert chat.mutes_in(here.room) == frozenset()
    assert chat.mutes_in(elsewhere.room) == {(eve.pk, elsewhere.people[1].pk)}


def test_who_has_talked_and_left_stays_muted():
    here = a_room(3)
    ann, bob, _ = here.people
    chat.say(here.room.pk, bob, "Boo")
    seating.leave(here.room.pk, bob)

    mutes.mute(here.room, ann, bob.pk)

    assert chat.mutes_in(here.room) == {(ann.pk, bob.pk)}


def test_muting_twice_changes_a_room_once():
    here = a_room(3)
    ann, bob, _ = here.people
    mutes.mute(here.room, ann, bob.pk)
    changes = Room.objects.get(pk=here.room.pk).changes

    mutes.mute(here.room, ann, bob.pk)
    assert Room.objects.get(pk=here.room.pk).changes == changes
    mutes.unmute(ann, bob.pk)
    mutes.unmute(ann, bob.pk)
    assert Room.objects.get(pk=here.room.pk).changes == changes + 1


def test_every_person_has_a_name():
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="")


@pytest.mark.parametrize("written", ["e\u200d\u0301", "\u1100\u200d\u1161", "a\u00adﬁ\u200b\u0323"])
def test_a_name_that_was_cleaned_stays_as_it_is(written):
    assert clean_text(clean_text(written, 20), 20) == clean_text(written, 20)


def test_mutes_words_and_reports_come_along_on_log_in():
    here = a_room(3)
    guest, bob, cid = here.people
    account = merge_guest(None, an_account())
    chat.say(here.room.pk, guest, "Good evening")
    mutes.mute(here.room, guest, bob.pk)
    mutes.mute(here.room, cid, guest.pk)
    mutes.mute(here.room, account, bob.pk)
    about = reports.report(here.room, bob, "Rude", guest.pk)
    by = reports.report(here.room, guest, "Rude", bob.pk)

    merge_guest(guest, account.user)

    assert set(Mute.objects.values_list("player", "muted")) == {
        (account.pk, bob.pk),
        (cid.pk, account.pk),
    }
    assert here.room.messages.get().player == account
    about.refresh_from_db()
    by.refresh_from_db()
    assert (about.about, by.reporter) == (account, account)


def test_a_new_name_is_told_to_open_rooms_by_few_questions(django_assert_max_num_queries):
    ann = a_person("Ann")
    opened = [seating.open_room(ann) for _ in range(5)]
    Room.objects.filter(pk=opened[0].pk).update(closed_at=timezone.now())
    before = dict(Room.objects.values_list("pk", "changes"))

    with django_assert_max_num_queries(12):
        rename(ann, "Anna")

    after = dict(Room.objects.values_list("pk", "changes"))
    assert [after[room.pk] - before[room.pk] for room in opened] == [0, 1, 1, 1, 1]


def test_a_new_name_undoes_nothing_that_happened_meanwhile():
    ann = a_person("Ann")
    Player.objects.filter(pk=ann.pk).update(banned_until=timezone.now() + timedelta(days=1))

    rename(ann, "Anna")

    assert Player.objects.get().is_banned
