"""“Find me a game”: who is seated where, and who is not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Member, Mute, Player, Room, Seat
from games.open_tables import blocks, joining, matching, waiting
from games.open_tables.matching import Wish, find
from games.rooms import hosting, open_rooms, seating
from games.text.errors import (
    Banned,
    BotsComeLater,
    MutedAtOpenTables,
    NotSeated,
    RatedIsForAccounts,
    TooManyLeaves,
)
from tests.support.builders import a_person, a_room
from tests.support.clocks import away
from tests.support.open_tables import QUICK, an_account, an_open_game, an_open_table, many
from tests.support.rooms import chairs, refused

pytestmark = pytest.mark.django_db


def test_the_first_opens_a_table_and_the_next_sit_down_at_it():
    ann, bob = a_person("Ann"), a_person("Bob")

    room = find(ann, QUICK)

    assert (room.is_open, room.clock, room.edition, room.host) == (True, 60, "osprey-2018", ann)
    assert find(bob, QUICK) == room
    assert chairs(room) == {"Ann": 0, "Bob": 1}


def test_the_last_chair_deals():
    rooms = {find(each, QUICK) for each in many(4)}

    game = Game.objects.get(room=rooms.pop())
    assert not rooms
    assert (game.is_open, game.is_rated, game.clock, game.seats.count()) == (True, False, 60, 4)


def test_somebody_who_presses_again_is_brought_back():
    ann = a_person("Ann")

    assert find(ann, QUICK) == find(ann, replace(QUICK, clock=30))
    assert Member.objects.filter(player=ann).count() == 1


def test_somebody_who_plays_is_brought_back_to_the_game():
    here = an_open_game()

    assert find(here.people[1], QUICK) == here.room


def test_a_game_over_days_keeps_nobody_from_another():
    here = an_open_game(clock=CORRESPONDENCE)

    assert find(here.people[1], QUICK) != here.room


@pytest.mark.parametrize(
    "other",
    [
        {"clock": 30},
        {"edition": "classic"},
        {"is_rated": True},
        {"is_locked": True},
        {"is_open": False},
        {"advanced": ["gambling"]},
        {"closed_at": timezone.now()},
    ],
)
def test_a_table_that_does_not_fit_is_left_alone(other):
    here = an_open_table()
    Room.objects.filter(pk=here.room.pk).update(**other)

    assert find(a_person("Zoe"), QUICK) != here.room


def test_a_private_room_is_never_found():
    here = a_room(2)
    Room.objects.update(clock=60)

    assert find(a_person("Zoe"), QUICK) != here.room


def test_the_fullest_table_is_filled_first():
    an_open_table(1)
    fuller = a_room_of("Kit", "Liv")

    assert find(a_person("Zoe"), QUICK) == fuller


def a_room_of(*names: str) -> Room:
    people = [a_person(name) for name in names]
    room = seating.open_room(people[0])
    open_rooms.open_to_all(room.pk, people[0], is_rated=False)
    for each in people[1:]:
        joining.sit(room.pk, each)
    return room


def test_nobody_is_sent_to_a_table_that_was_deserted():
    here = an_open_table()
    away(here, 0)

    assert find(a_person("Zoe"), QUICK) != here.room


def test_who_takes_any_edition_waits_for_somebody_who_wants_one():
    ann, bob = a_person("Ann"), a_person("Bob")
    room = find(ann, Wish(clock=60))

    assert find(bob, Wish(clock=60, edition="classic")) == room
    room.refresh_from_db()
    assert (room.edition, room.any_edition) == ("classic", False)
    assert find(a_person("Cid"), QUICK) != room
    assert find(a_person("Dora"), Wish(clock=60)) == room


def test_accounts_find_rated_tables():
    ann, bob = an_account("Ann"), an_account("Bob")
    rated = replace(QUICK, is_rated=True)

    room = find(ann, rated)

    assert room.is_rated
    assert find(bob, rated) == room
    assert find(an_account("Cid"), QUICK) != room


def test_a_guest_finds_no_rated_table():
    refused(RatedIsForAccounts, find, a_person("Ann"), replace(QUICK, is_rated=True))


@pytest.mark.parametrize(
    ("column", "refusal"), [("banned_until", Banned), ("silent_until", MutedAtOpenTables)]
)
def test_banned_and_muted_people_find_no_table(column, refusal):
    ann = a_person("Ann")
    Player.objects.update(**{column: timezone.now() + timedelta(days=1)})

    refused(refusal, find, ann, QUICK)


def test_too_many_leaves_are_remembered_for_a_day(settings):
    here, ann = an_open_game(), a_person("Zoe")
    now = timezone.now()
    for number in range(settings.MOST_LEAVES):
        Seat.objects.filter(number=number).update(player=ann if number == 0 else None)
    seat = here.game.seats.first()
    others = [an_open_game_elsewhere(number) for number in range(2)]
    Seat.objects.filter(pk=seat.pk).update(left_at=now - timedelta(hours=20))
    for number, other in enumerate(others):
        other.seats.filter(number=0).update(player=ann, left_at=now - timedelta(hours=number))

    refused(TooManyLeaves, find, ann, QUICK)

    Seat.objects.filter(pk=seat.pk).update(left_at=now - timedelta(hours=25))
    assert find(ann, QUICK)


def an_open_game_elsewhere(number: int) -> Game:
    people = [a_person(f"{name} {number}") for name in ("Max", "Ned", "Ola")]
    room = seating.open_room(people[0])
    Room.objects.filter(pk=room.pk).update(seats=3)
    open_rooms.open_to_all(room.pk, people[0], is_rated=False)
    for each in people[1:]:
        joining.sit(room.pk, each)
    return Game.objects.get(room=room)


@pytest.mark.parametrize("is_mine", [True, False])
def test_a_blocked_pair_is_never_seated_together(is_mine):
    ann, bob = a_person("Ann"), a_person("Bob")
    blocks.block(*((ann, bob.pk) if is_mine else (bob, ann.pk)))

    assert find(ann, QUICK) != find(bob, QUICK)


def test_who_mutes_somebody_is_not_seated_with_them():
    ann, bob = a_person("Ann"), a_person("Bob")
    Mute.objects.create(player=ann, muted=bob)

    assert find(bob, QUICK) != find(ann, QUICK)


def test_a_name_that_is_taken_there_leads_to_another_table():
    room = find(a_person("Ann"), QUICK)

    assert find(a_person("Ann"), QUICK) != room


def test_a_table_nobody_sits_at_any_more_is_closed():
    ann = a_person("Ann")
    room = find(ann, QUICK)

    seating.leave(room.pk, ann)

    room.refresh_from_db()
    assert room.closed_at is not None
    assert find(ann, QUICK) != room


def test_bots_are_offered_after_half_a_minute():
    ann = a_person("Ann")
    room = find(ann, QUICK)
    refused(BotsComeLater, waiting.fill_with_bots, room.pk, ann)
    assert waiting.offer_bots() == 0

    later = timezone.now() + timedelta(seconds=31)
    assert waiting.offer_bots(later) == 1
    assert waiting.offer_bots(later) == 0

    game = waiting.fill_with_bots(room.pk, ann)
    assert game.seats.exclude(player__bot="").count() == 3
    assert (game.is_open, game.clock) == (True, 60)


def test_whoever_watches_cannot_fill_the_table():
    here = an_open_table()
    zoe = a_person("Zoe")
    seating.watch(here.room.pk, zoe)
    waiting.offer_bots(timezone.now() + timedelta(minutes=1))

    refused(NotSeated, waiting.fill_with_bots, here.room.pk, zoe)


def test_matching_goes_by_what_the_host_has_chosen():
    here = an_open_table()
    options = {"edition": "classic", "clock": 30}
    hosting.choose(here.room.pk, here.people[0], **options)

    assert find(a_person("Zoe"), QUICK) != here.room
    assert find(a_person("Yan"), Wish(clock=30, edition="classic")) == here.room


def test_a_place_is_found_again():
    here = an_open_table()

    assert matching.place_of(here.people[0]) == here.room
    assert matching.place_of(a_person("Zoe")) is None
