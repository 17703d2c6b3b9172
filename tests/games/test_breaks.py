"""People come and go: time stands still, seats wait, and no table is left without a host."""

import pickle
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.accounts import guest_merging
from games.archive.verifying import faults_of
from games.engine.actions import Pass
from games.engine.violations import BidTooLow
from games.models import CORRESPONDENCE, Game, Member, Room, Seat, User
from games.play import clock, deadlines, moves
from games.play.position import forget_positions
from games.rooms import absence, presence, seating, starting
from games.text.errors import GameIsRunning
from tests.support.builders import a_game, a_person, a_room, bid, commit
from tests.support.clocks import away, here_now, later, on_time, stored, whose, with_bots

pytestmark = pytest.mark.django_db(transaction=True)


def has_left(here, seconds, since):
    """Whether a turn had so many seconds left at some moment since then."""
    left = timedelta(seconds=seconds)
    return since + left <= stored(here).deadline <= timezone.now() + left


def test_while_all_are_away_nobodys_time_runs():
    here = on_time(seconds=30)
    begin = timezone.now()
    Member.objects.update(seen_at=begin - timedelta(seconds=100))
    Game.objects.update(deadline=begin - timedelta(seconds=80))

    presence.arrive(here.room.pk, here.people[1].pk)

    assert has_left(here, 20, begin)
    assert stored(here).due_at == stored(here).deadline
    assert clock.due_questions() == []


def test_who_comes_second_stops_no_time():
    here = on_time(seconds=30)
    away(here, 1, 100)
    before = stored(here).deadline

    presence.arrive(here.room.pk, here.people[1].pk)

    assert stored(here).deadline == before


def test_a_game_by_letters_waits_for_nobody():
    here = on_time(seconds=CORRESPONDENCE)
    for chair in range(3):
        away(here, chair, 100)
    before = stored(here).deadline

    presence.arrive(here.room.pk, here.people[1].pk)

    assert stored(here).deadline == before


def test_a_bot_that_sits_down_elsewhere_leaves_the_time_that_runs():
    here = on_time(seconds=30)
    deadlines.extend(here.game.pk, 0)
    before = stored(here).deadline

    presence.set_stand_ins(here.game.pk, {2: "regular"})
    presence.set_stand_ins(here.game.pk, {2: ""})

    assert stored(here).deadline == before
    presence.set_stand_ins(here.game.pk, {0: "regular"})
    assert stored(here).deadline is None
    begin = timezone.now()
    presence.set_stand_ins(here.game.pk, {0: ""})
    assert has_left(here, 30, begin)


def test_more_time_in_a_sealed_round_keeps_no_bot_waiting():
    here = a_game("yacht-club", edition="allplay-2025", advanced="gambling yacht-club", clock=120)
    here_now(here)
    presence.set_stand_ins(here.game.pk, {2: "regular"})
    before = stored(here).due_at

    deadlines.extend(here.game.pk, 0)

    assert stored(here).due_at < before + timedelta(seconds=5)
    here.do(commit(1, 1))


def test_who_is_here_gets_the_seat_back_at_the_next_heartbeat():
    here = with_bots(people=2, bots=2)
    presence.set_stand_ins(here.game.pk, {0: "regular"})
    members = Member.objects.filter(room=here.room, player=here.people[1])

    presence.remove_stand_ins_of(members.values_list("pk", flat=True))
    assert 0 in moves.bots_from(stored(here).bot_seats)
    presence.remove_stand_ins_of(Member.objects.values_list("pk", flat=True))

    assert sorted(moves.bots_from(stored(here).bot_seats)) == [2, 3]


def test_a_bot_sits_in_where_a_seat_belongs_to_nobody_any_more():
    here = a_game()
    here_now(here)
    user = User.objects.create_user("bob")
    guest_merging.merge_guest(here.people[1], user)
    guest_merging.merge_guest(here.people[0], user)
    assert Seat.objects.get(number=0).player is None

    assert presence.add_stand_ins() == 1
    assert 0 in moves.bots_from(stored(here).bot_seats)


def test_who_has_left_a_running_game_comes_back_to_the_seat():
    here = a_game()
    seating.leave(here.room.pk, here.people[1])
    here_now(here, 0)
    assert presence.add_stand_ins() == 1

    with pytest.raises(GameIsRunning):
        seating.sit(here.room.pk, a_person("Dora"))
    assert seating.sit(here.room.pk, here.people[1]) == 1
    presence.arrive(here.room.pk, here.people[1].pk)

    assert stored(here).bot_seats == ""


def host_of(here):
    return Room.objects.get(pk=here.room.pk).host


def test_the_role_of_an_absent_host_passes_to_somebody_who_is_here():
    here = a_game()
    here_now(here, 2)
    away(here, 1)
    away(here, 0, 100)
    assert absence.relieve_hosts() == 0

    away(here, 0, 400)

    assert absence.relieve_hosts() == 1
    assert host_of(here) == here.people[2]
    assert absence.relieve_hosts() == 0


@pytest.mark.parametrize("options", [{"clock": CORRESPONDENCE}, {}], ids=["letters", "nobody here"])
def test_nobody_takes_a_role_that_nobody_waits_for(options):
    here = a_game(**options)
    for chair in range(3):
        away(here, chair, 400)
    if options:
        here_now(here, 2)

    assert absence.relieve_hosts() == 0
    assert host_of(here) == here.people[0]


def test_a_room_without_people_has_no_host_to_relieve():
    a_room(1)

    assert absence.relieve_hosts(later(10_000)) == 0


def test_no_more_is_taken_than_can_be_answered():
    for _ in range(3):
        here = with_bots(people=1)
        while whose(here) == (0,):
            here.do(Pass(0))

    assert clock.due_questions(later(), 0) == []
    assert len(clock.due_questions(later(), 2)) == 2
    assert len(clock.due_questions(later())) == 1


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(caplog):
    tables = [with_bots(people=1) for _ in range(2)]
    for here in tables:
        while whose(here) == (0,):
            here.do(Pass(0))
    Game.objects.filter(pk=tables[0].game.pk).update(seed="nonsense")
    forget_positions()

    (question,) = clock.due_questions(later())

    assert question.game_id == tables[1].game.pk
    assert f"The game {tables[0].game.code} cannot be played on." in caplog.text


def test_of_a_start_that_failed_nothing_is_remembered():
    here = a_room(3, clock=30)
    with transaction.atomic():
        failed = starting.start(here.room.pk, here.people[0])
        transaction.set_rollback(True)

    here.game = starting.start(here.room.pk, here.people[0])
    here.do(bid(here.state().turn, 1))

    assert faults_of(Game.objects.get()) == []
    assert failed.seed != here.game.seed


def test_a_violation_is_the_same_in_another_process():
    violation = BidTooLow(total=3_000, highest=4_000)

    again = pickle.loads(pickle.dumps(violation))

    assert (type(again), str(again)) == (BidTooLow, str(violation))


def test_an_arrival_says_whether_it_changes_what_is_shown():
    here = on_time(seconds=30)

    assert not presence.arrive(here.room.pk, here.people[1].pk)

    away(here, 1, 100)
    assert presence.arrive(here.room.pk, here.people[1].pk)
    assert not presence.arrive(here.room.pk, here.people[1].pk)

    presence.set_stand_ins(stored(here).pk, {1: "regular"})
    assert presence.arrive(here.room.pk, here.people[1].pk)
