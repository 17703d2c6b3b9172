"""People who mean no good at open tables, and accidents that look like them."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.accounts.erasure import erase
from games.models import CORRESPONDENCE, Game, Member, Player, RatedSeat, Room, Seat
from games.open_tables import blocks, joining
from games.open_tables.matching import Wish, find, place_of
from games.ratings.counting import count_waiting
from games.ratings.flags import frequent_leavers, frequent_pairs, shared_browsers
from games.rooms import ending, hosting, leaves, open_rooms, rematch, seating, starting
from games.text.errors import (
    Banned,
    GameIsRunning,
    PlayedToTheEnd,
    RatedIsForAccounts,
    SeatedElsewhere,
    TooManyLeaves,
)
from tests.support.builders import Table, a_person, a_room, play_on
from tests.support.clocks import SECOND, away, here_now
from tests.support.open_tables import (
    QUICK,
    an_account,
    an_open_game,
    an_open_table,
    many,
    people_at_tables,
    steady,
)
from tests.support.races import at_once
from tests.support.rated import a_rated_game
from tests.support.rooms import chairs, refused
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db
LATELY = timezone.now() - timedelta(days=1)


def a_full_table(*people: Player) -> Room:
    """These people find each other and are dealt to."""
    rooms = {find(each, QUICK) for each in people}
    assert len(rooms) == 1
    return rooms.pop()


def left_at(room: Room) -> list[str]:
    seats = Seat.objects.filter(game__room=room, left_at__isnull=False)
    return sorted(seats.values_list("name", flat=True))


def elsewhere(number: int, **options: object) -> Room:
    """One more open table, whose host waits there."""
    room = seating.open_room(a_person(f"Host {'ABCDEFGH'[number]}"))
    Room.objects.filter(pk=room.pk).update(**options)
    open_rooms.open_to_all(room.pk, room.host, is_rated=False)
    return Room.objects.get(pk=room.pk)


def finish(game: Game) -> None:
    """The game is played to its end, and counted."""
    play_on(Table(game.room, [], game), Random(4))
    count_waiting()


# Two places at once


def test_nobody_keeps_a_chair_at_two_tables():
    one, other, zoe = an_open_table(1), elsewhere(1), a_person("Zoe")
    joining.sit(one.room.pk, zoe)

    refused(SeatedElsewhere, joining.sit, other.pk, zoe)

    assert Member.objects.filter(player=zoe, chair__isnull=False).count() == 1
    seating.leave(one.room.pk, zoe)
    joining.sit(other.pk, zoe)


def test_who_plays_at_a_table_does_not_sit_down_at_another():
    here, other = an_open_game(), elsewhere(1)

    refused(SeatedElsewhere, joining.sit, other.pk, here.people[1])

    assert find(here.people[1], QUICK) == here.room
    seating.leave(here.room.pk, here.people[1])
    joining.sit(other.pk, here.people[1])


def test_nobody_fills_the_list_with_tables_of_their_own():
    here = an_open_table(1)
    rooms = [seating.open_room(here.people[0]) for _ in range(3)]

    for room in rooms:
        refused(SeatedElsewhere, open_rooms.open_to_all, room.pk, here.people[0], is_rated=False)

    assert Room.objects.filter(is_open=True).count() == 1


def test_a_table_for_games_over_days_and_one_for_minutes_do_not_exclude_each_other():
    days, minutes, zoe = elsewhere(1, clock=CORRESPONDENCE), elsewhere(2), a_person("Zoe")
    joining.sit(days.pk, zoe)

    assert find(zoe, Wish(clock=60)) == minutes
    assert find(zoe, Wish(clock=CORRESPONDENCE)) == days
    assert place_of(zoe) == minutes


def test_who_waits_elsewhere_is_not_ready_for_a_rematch():
    here = an_open_game()
    finish(here.game)
    rematch.start(here.room.pk, here.people[0])
    other = elsewhere(1)
    joining.sit(other.pk, here.people[1])

    refused(SeatedElsewhere, rematch.answer, here.room.pk, here.people[1], is_ready=True)

    seating.leave(other.pk, here.people[1])
    rematch.answer(here.room.pk, here.people[1], is_ready=True)
    refused(SeatedElsewhere, joining.sit, other.pk, here.people[1])


def test_a_table_of_the_host_does_not_become_a_second_one_of_minutes():
    days, minutes = elsewhere(1, clock=CORRESPONDENCE), elsewhere(2)
    joining.sit(minutes.pk, days.host)

    refused(SeatedElsewhere, hosting.choose, days.pk, days.host, clock=60)

    assert Room.objects.get(pk=days.pk).clock == CORRESPONDENCE


def test_nobody_gets_a_second_seat_by_what_the_host_of_another_table_does():
    days, minutes = elsewhere(1, clock=CORRESPONDENCE), elsewhere(2)
    zoe, yan = a_person("Zoe"), a_person("Yan")
    for person in (zoe, yan):
        joining.sit(days.pk, person)
    joining.sit(minutes.pk, zoe)

    hosting.choose(days.pk, days.host, clock=60)

    assert chairs(days) == {"Host B": 0, "Zoe": None, "Yan": 2}
    assert place_of(zoe) == minutes
    refused(SeatedElsewhere, joining.sit, days.pk, zoe)
    refused(SeatedElsewhere, joining.sit, minutes.pk, yan)


def test_nobody_gets_a_second_seat_when_the_room_of_a_friend_is_opened():
    minutes, zoe = elsewhere(1), a_person("Zoe")
    friend = seating.open_room(a_person("Friend"))
    seating.sit(friend.pk, zoe)
    joining.sit(minutes.pk, zoe)

    open_rooms.open_to_all(friend.pk, friend.host, is_rated=False)

    assert chairs(friend) == {"Friend": 0, "Zoe": None}
    assert place_of(zoe) == minutes


def test_a_chair_where_a_game_was_broken_off_is_a_seat_too():
    """The next game there is dealt without asking anybody whether they are ready."""
    here = a_room(3)
    starting.start(here.room.pk, here.people[0])
    ending.break_off(here.room.pk, here.people[0])
    open_rooms.open_to_all(here.room.pk, here.people[0], is_rated=False)

    refused(SeatedElsewhere, joining.sit, elsewhere(1).pk, here.people[1])


def test_a_table_over_days_that_changes_its_pace_keeps_everybody():
    days, minutes, zoe = elsewhere(1, clock=CORRESPONDENCE), elsewhere(2), a_person("Zoe")
    joining.sit(days.pk, zoe)
    joining.sit(minutes.pk, zoe)

    hosting.choose(days.pk, days.host, clock=2 * CORRESPONDENCE)

    assert chairs(days) == {"Host B": 0, "Zoe": 1}


@pytest.mark.django_db(transaction=True)
def test_one_person_who_joins_many_tables_at_once_sits_at_one():
    tables, zoe = [elsewhere(number) for number in range(6)], a_person("Zoe")

    at_once(*[lambda room=room: joining.sit(room.pk, zoe) for room in tables])

    assert Member.objects.filter(player=zoe, chair__isnull=False).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_a_crowd_with_enemies_and_banned_people_everybody_welcome_sits_once_and_apart():
    people = many(24)
    enemies = [(people[number], people[number + 12]) for number in range(4)]
    for one, other in enemies:
        blocks.block(one, other.pk)
    banned = people[10:12]
    tomorrow = timezone.now() + timedelta(days=1)
    Player.objects.filter(pk__in=[each.pk for each in banned]).update(banned_until=tomorrow)

    answers = at_once(*[lambda who=who: find(who, QUICK) for who in [*people, *people[:6]]])

    assert sum(isinstance(each, Banned) for each in answers) == len(banned)
    tables = people_at_tables().values()
    seated = Counter(name for names in tables for name in names)
    assert seated == Counter(each.name for each in people if each not in banned)
    for one, other in enemies:
        assert not [names for names in tables if {one.name, other.name} <= set(names)]


# The same browser


def found_in(browser: Visitor, name: str) -> Player:
    """Somebody finds a game in this browser."""
    answer = browser.post("find-game", data={"name": name, "clock": "60"})
    assert answer.status_code == 302, answer.content
    return browser.player


def test_one_browser_pressed_again_and_again_is_one_person_at_one_table():
    browser = Visitor()

    assert len({found_in(browser, "Ann").pk for _ in range(5)}) == 1

    assert people_at_tables() == {Room.objects.get().pk: ["Ann"]}


def test_two_accounts_of_one_browser_play_but_moderators_see_it():
    browser, others = Visitor(), [an_account(name) for name in ("Cid", "Dora")]
    pair = [an_account("Ann"), an_account("Bob")]
    for each in pair:
        login = {"username": each.user.username, "password": "pears and plums"}
        assert browser.post("login", data=login).status_code == 302
        assert browser.post("find-game", data={"clock": "60", "rated": "yes"}).status_code == 302
        assert browser.post("logout").status_code == 302
    rated = Wish(clock=60, is_rated=True)
    for each in others:
        find(each, rated)
    game = Game.objects.get(is_rated=True)

    finish(game)

    [flagged] = shared_browsers()
    assert {flagged.one, flagged.other} == set(pair)
    assert RatedSeat.objects.exclude(mu=None).count() == 4  # and nothing else happens


# Closing a tab


def test_who_closes_the_tab_as_they_are_seated_is_off_the_chair_after_a_minute_without_a_leave():
    steady()
    ann, ghost = a_person("Ann"), a_person("Ghost")
    room = find(ann, QUICK)
    find(ghost, QUICK)
    Member.objects.filter(player=ghost).update(seen_at=timezone.now() - 61 * SECOND)

    leaves.give_up_places()

    assert chairs(room) == {"Ann": 0}
    assert not Seat.objects.filter(player=ghost).exists()
    a_full_table(*(a_person(name) for name in ("Bob", "Cid", "Dora")))
    assert Game.objects.get(room=room).seats.count() == 4


def test_who_closes_the_tab_as_the_last_chair_is_taken_is_played_for_by_a_bot_and_has_left():
    steady()
    people = [a_person(name) for name in ("Ann", "Bob", "Cid", "Ghost")]
    room = a_full_table(*people)
    here = Table(room, people, Game.objects.get(room=room))
    here_now(here, 0, 1, 2)
    away(here, 3, seconds=room.grace + 1)

    leaves.give_up_places()

    assert left_at(room) == ["Ghost"]
    assert Game.objects.get().status == Game.Status.RUNNING
    assert find(people[3], QUICK) != room


# Leaving to avoid a loss


def a_rated_open_game() -> Table:
    here = an_open_game(is_rated=True)
    play_on(here, Random(5), actions=20)
    return here


WAYS_OUT = {
    "leaving": lambda here, who: seating.leave(here.room.pk, who),
    "erasing oneself": lambda _, who: erase(who),
    "going away": lambda here, who: (
        away(here, here.people.index(who), here.room.grace + 1),
        leaves.give_up_places(),
    ),
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_every_way_out_of_a_rated_game_is_a_last_place(way):
    steady()
    here = a_rated_open_game()
    here.room.refresh_from_db()

    WAYS_OUT[way](here, here.people[0])
    finish(here.game)

    rows = RatedSeat.objects.filter(game=here.game)
    others = rows.exclude(seat__number=0).values_list("mu", flat=True)
    lost = [row.mu for row in rows.filter(seat__number=0)]
    assert len(others) == 2
    # Who erases oneself has no rating any more; the others have beaten somebody all the same.
    assert all(mu < min(others) for mu in lost)
    assert len(lost) == (way != "erasing oneself")
    assert Seat.objects.get(game=here.game, number=0).left_at is not None


def test_no_host_takes_a_rated_game_back_or_the_loser_s_rivals_out_of_it():
    here = a_rated_open_game()
    host, rival = here.people[:2]

    refused(PlayedToTheEnd, ending.break_off, here.room.pk, host)
    refused(GameIsRunning, open_rooms.make_private, here.room.pk, host)
    refused(GameIsRunning, hosting.choose, here.room.pk, host, clock=30)
    refused(GameIsRunning, hosting.remove, here.room.pk, host, rival.pk)

    assert Game.objects.get(pk=here.game.pk).is_rated


def test_who_has_left_neither_comes_back_to_the_seat_nor_joins_open_tables_for_ever(settings):
    settings.MOST_LEAVES = 1
    here = an_open_game()
    seating.leave(here.room.pk, here.people[0])

    refused(GameIsRunning, joining.sit, here.room.pk, here.people[0])
    refused(TooManyLeaves, find, here.people[0], QUICK)
    refused(TooManyLeaves, joining.sit, elsewhere(1).pk, here.people[0])
    refused(
        TooManyLeaves,
        open_rooms.open_to_all,
        seating.open_room(here.people[0]).pk,
        here.people[0],
        is_rated=False,
    )


# Helping each other


def test_a_pair_that_pushes_one_of_them_up_is_flagged_and_one_that_met_by_chance_is_not():
    ann, bob = an_account("Ann"), an_account("Bob")
    others = [an_account(f"Other{letter}") for letter in "abcdefgh"]
    for number in range(15):
        third = others[number % 8]
        a_rated_game([ann, third, bob], LATELY + number * SECOND, is_counted=False)
        for fourth in range(3):
            rest = [others[(number + each + fourth) % 8] for each in (1, 2, 3)]
            a_rated_game(rest, LATELY + (100 * fourth + number) * SECOND, is_counted=False)

    assert [{pair.one, pair.other} for pair in frequent_pairs()] == [{ann, bob}]


def test_who_leaves_whenever_they_are_losing_is_flagged():
    ann, others = an_account("Ann"), [an_account(name) for name in ("Bob", "Cid")]
    for number in range(9):
        is_left = number % 3 == 0
        a_rated_game(
            [*others, ann], LATELY + number * SECOND, [ann] if is_left else [], is_counted=False
        )

    [flagged] = frequent_leavers()

    assert (flagged.player, flagged.left, flagged.of) == (ann, 3, 9)


def test_a_guest_is_no_second_player_at_a_rated_table():
    here = an_open_table(1, is_rated=True)

    refused(RatedIsForAccounts, joining.sit, here.room.pk, a_person("Zoe"))
    refused(RatedIsForAccounts, find, a_person("Yan"), Wish(clock=60, is_rated=True))
