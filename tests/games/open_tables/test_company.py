"""Blocks, favourites and invitations: stored once, bounded, and gone with a person."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import erasure, guest_merging
from games.archive.personal_data import facts_about
from games.background import cleanup
from games.models import (
    Block,
    Delivery,
    Device,
    Favourite,
    Invitation,
    NotificationKind,
    Player,
    PushSubscription,
    User,
)
from games.notifications.messages import words_of
from games.open_tables import blocks, favourites
from games.rooms import hosting, seating
from games.text.errors import NoSuchMember, NotInThisRoom, RoomIsLocked, TooManyBlocks
from tests.support.builders import a_person, a_room
from tests.support.open_tables import an_open_game, an_open_table
from tests.support.rooms import chairs, refused

pytestmark = pytest.mark.django_db


def a_subscription(player: Player) -> PushSubscription:
    device = Device.objects.create(player=player)
    return PushSubscription.objects.create(device=device, digest="x", language="en")


def test_a_block_is_stored_once_and_taken_back():
    ann, bob = a_person("Ann"), a_person("Bob")

    blocks.block(ann, bob.pk)
    blocks.block(ann, bob.pk)
    assert Block.objects.count() == 1

    blocks.unblock(ann, bob.pk)
    assert not Block.objects.exists()


def test_nobody_blocks_themselves_or_a_bot():
    ann, bot = a_person("Ann"), Player.objects.create(name="Octavia", bot="octavia")

    refused(NoSuchMember, blocks.block, ann, ann.pk)
    refused(NoSuchMember, blocks.block, ann, bot.pk)
    refused(NoSuchMember, blocks.block, ann, 0)


def test_lists_are_bounded(settings):
    settings.MOST_BLOCKS = 1
    ann, bob, cid = (a_person(name) for name in ("Ann", "Bob", "Cid"))
    blocks.block(ann, bob.pk)
    favourites.add_favourite(ann, cid.pk)

    refused(TooManyBlocks, blocks.block, ann, cid.pk)
    refused(TooManyBlocks, favourites.add_favourite, ann, a_person("Dora").pk)


def test_who_blocks_gives_up_the_chair_beside_them():
    here = an_open_table(3)

    blocks.block(here.people[2], here.people[1].pk)

    assert chairs(here.room) == {"Ann": 0, "Bob": 1}


def test_a_game_that_both_play_goes_on():
    here = an_open_game()

    blocks.block(here.people[2], here.people[1].pk)

    assert here.game.seats.filter(left_at=None).count() == 3


def test_who_is_blocked_is_no_favourite_any_more():
    ann, bob = a_person("Ann"), a_person("Bob")
    favourites.add_favourite(ann, bob.pk)

    blocks.block(ann, bob.pk)

    assert not Favourite.objects.exists()
    refused(NoSuchMember, favourites.add_favourite, ann, bob.pk)


def test_only_favourites_are_invited_and_only_by_who_is_there():
    here, zoe = a_room(2), a_person("Zoe")

    refused(NoSuchMember, favourites.invite, here.room.pk, here.people[0], zoe.pk)
    favourites.add_favourite(zoe, here.people[0].pk)
    refused(NotInThisRoom, favourites.invite, here.room.pk, zoe, here.people[0].pk)
    favourites.add_favourite(here.people[0], zoe.pk)
    hosting.set_lock(here.room.pk, here.people[0], is_locked=True)
    refused(RoomIsLocked, favourites.invite, here.room.pk, here.people[0], zoe.pk)


def test_a_favourite_is_told_of_the_invitation_in_whose_room_it_is():
    here, zoe = a_room(2), a_person("Zoe")
    a_subscription(zoe)
    favourites.add_favourite(here.people[0], zoe.pk)

    favourites.invite(here.room.pk, here.people[0], zoe.pk)

    row = Delivery.objects.get(kind=NotificationKind.INVITE)
    words = words_of(row)
    assert (words["body"], words["url"]) == ("Ann’s room", f"/r/{here.room.invite}/")
    seating.sit(here.room.pk, zoe)
    assert words_of(row) is None


def test_who_has_blocked_somebody_is_not_told_of_their_invitation():
    here, zoe = a_room(2), a_person("Zoe")
    a_subscription(zoe)
    favourites.add_favourite(here.people[0], zoe.pk)
    blocks.block(zoe, here.people[0].pk)

    favourites.invite(here.room.pk, here.people[0], zoe.pk)

    assert not Delivery.objects.exists()


def test_lists_go_with_a_guest_who_logs_in():
    guest, other = a_person("Guest"), a_person("Other")
    user = User.objects.create_user("duchess")
    account = Player.objects.create(user=user, name="Duchess")
    blocks.block(guest, other.pk)
    blocks.block(other, guest.pk)
    favourites.add_favourite(a_person("Fan"), guest.pk)

    guest_merging.merge_guest(guest, user)

    assert set(Block.objects.values_list("player", "blocked")) == {
        (account.pk, other.pk),
        (other.pk, account.pk),
    }
    assert Favourite.objects.get().favourite == account


def test_a_guest_who_blocked_their_own_account_blocks_nobody():
    guest = a_person("Guest")
    user = User.objects.create_user("duchess")
    account = Player.objects.create(user=user, name="Duchess")
    blocks.block(guest, account.pk)

    guest_merging.merge_guest(guest, user)

    assert not Block.objects.exists()


def test_lists_are_part_of_the_data_about_a_person_and_go_with_them():
    here, zoe = a_room(2), a_person("Zoe")
    ann = here.people[0]
    favourites.add_favourite(ann, zoe.pk)
    favourites.invite(here.room.pk, ann, zoe.pk)
    blocks.block(ann, here.people[1].pk)

    facts = facts_about(ann)
    assert (facts["blocks"], facts["favourites"]) == (["Bob"], ["Zoe"])
    assert facts_about(zoe)["invitations"] == [here.room.code]

    erasure.erase(ann)
    assert not Block.objects.exists()
    assert not Favourite.objects.exists()
    assert not Invitation.objects.exists()


def test_what_nobody_is_shown_any_more_is_deleted():
    here, zoe = a_room(2), a_person("Zoe")
    favourites.add_favourite(here.people[0], zoe.pk)
    favourites.invite(here.room.pk, here.people[0], zoe.pk)
    Block.objects.create(player_id=123_456, blocked=zoe)

    cleanup.delete_unneeded(timezone.now() + timedelta(hours=13))

    assert not Invitation.objects.exists()
    assert not Block.objects.exists()
    assert Favourite.objects.exists()
