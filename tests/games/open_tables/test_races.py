"""Many people at once: full tables, nobody twice, nobody forgotten."""

from collections import Counter

import pytest

from games.models import Block, Game, Member, Room
from games.open_tables import blocks, joining, waiting
from games.open_tables.matching import Wish, find
from games.rooms import open_rooms, seating
from tests.support.builders import a_person
from tests.support.open_tables import QUICK, an_open_table, many, people_at_tables
from tests.support.races import at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def test_50_people_who_press_at_once_sit_at_full_tables():
    people = many(50)

    answers = at_once(*[lambda who=who: find(who, QUICK) for who in people])

    assert kinds(answers) == {Room: 50}
    here = people_at_tables()
    assert sorted(map(len, here.values())) == [2, *[4] * 12]
    assert Counter(name for names in here.values() for name in names) == Counter(
        each.name for each in people
    )
    assert Game.objects.filter(is_open=True).count() == 12


def test_somebody_who_presses_in_many_tabs_sits_once():
    ann = a_person("Ann")

    answers = at_once(*[lambda: find(ann, QUICK)] * 8)

    assert len({room.pk for room in answers}) == 1
    assert Member.objects.filter(player=ann).count() == 1


def test_people_with_different_wishes_find_each_other():
    people = many(24)
    wishes = [QUICK, Wish(clock=60), Wish(clock=30)]

    answers = at_once(
        *[lambda n=n, who=who: find(who, wishes[n % 3]) for n, who in enumerate(people)]
    )

    assert kinds(answers) == {Room: 24}
    assert sum(map(len, people_at_tables().values())) == 24
    assert Game.objects.filter(clock=30).count() == 2
    assert Game.objects.filter(clock=60).count() >= 3


def test_people_come_by_the_list_and_by_matching_at_once():
    here = an_open_table(1)
    people = many(12)

    answers = at_once(
        *[lambda who=who: joining.sit(here.room.pk, who) for who in people[:6]],
        *[lambda who=who: find(who, QUICK) for who in people[6:]],
    )

    assert len(people_at_tables()[here.room.pk]) == 4
    assert here.room.games.count() == 1
    assert all(isinstance(each, Room) for each in answers[6:])
    seated = [name for names in people_at_tables().values() for name in names]
    assert max(Counter(seated).values()) == 1


def test_a_block_and_a_seat_at_once_never_end_at_one_table():
    here = an_open_table(2)
    zoe = a_person("Zoe")

    at_once(
        lambda: blocks.block(here.people[1], zoe.pk),
        lambda: joining.sit(here.room.pk, zoe),
    )

    assert Block.objects.count() == 1
    assert not {"Bob", "Zoe"} <= set(people_at_tables()[here.room.pk])


def test_bots_and_a_person_come_for_the_last_chair_at_once():
    here = an_open_table(3)
    zoe = a_person("Zoe")
    Room.objects.update(bots_due_at=None)

    at_once(
        lambda: waiting.fill_with_bots(here.room.pk, here.people[1]),
        lambda: joining.sit(here.room.pk, zoe),
    )

    game = Game.objects.get()
    assert game.seats.count() == 4


def test_a_table_is_made_private_while_somebody_is_seated():
    here = an_open_table(1)
    zoe = a_person("Zoe")

    at_once(
        lambda: open_rooms.make_private(here.room.pk, here.people[0]),
        lambda: find(zoe, QUICK),
    )

    assert Member.objects.filter(player=zoe, chair__isnull=False).count() == 1


def test_everybody_leaves_while_others_come():
    people = many(8)
    room = find(people[0], QUICK)

    at_once(
        lambda: seating.leave(room.pk, people[0]),
        *[lambda who=who: find(who, QUICK) for who in people[1:]],
    )

    seated = [name for names in people_at_tables().values() for name in names]
    assert sorted(seated) == sorted(each.name for each in people[1:])
