"""A stranger with the link: who only watches wakes no game, runs no clock and inherits no room."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import erasure, guest_merging
from games.engine.actions import Pass
from games.models import Game, Member, Room, User
from games.play import clock
from games.rooms import absence, expiry, hosting, presence, seating, starting
from games.text.errors import HostsOnly
from tests.support.builders import a_game, a_person, a_room, bid, play_on
from tests.support.clocks import away, here_now, later, on_time, stored, whose, with_bots

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 100_000


def a_watcher(here, name="Mallory"):
    """Somebody with the link who comes to watch, and is here now."""
    stranger = a_person(name)
    seating.watch(here.room.pk, stranger)
    presence.arrive(here.room.pk, stranger.pk)
    return stranger


def all_away(here, seconds=LONG):
    for chair in range(len(here.people)):
        away(here, chair, seconds)


def stays(stranger, seconds):
    """The stranger's page is still open after so many seconds."""
    Member.objects.filter(player=stranger).update(seen_at=later(seconds))


def host_of(here):
    return Room.objects.get(pk=here.room.pk).host


def over(here, rng):
    play_on(here, rng)
    return here


def test_a_watcher_neither_plays_for_the_absent_nor_becomes_host_nor_removes_the_owner():
    here = a_game(clock=30)
    here.do(bid(0, 3))
    all_away(here)

    mallory = a_watcher(here)
    for seconds in (10, 100, 400, 4_000):
        stays(mallory, seconds)
        now = later(seconds)
        assert presence.add_stand_ins(now) == 0
        assert clock.due_questions(now) == []
        assert absence.relieve_hosts(now) == 0

    assert stored(here).version == 1
    assert host_of(here) == here.people[0]
    with pytest.raises(HostsOnly):
        hosting.remove(here.room.pk, mallory, here.people[0].pk)


def test_a_watcher_does_not_wake_bots():
    here = with_bots()
    while whose(here) == (0,):
        here.do(Pass(0))
    all_away(here)

    a_watcher(here)

    assert clock.due_questions(later()) == []


def test_a_watcher_who_comes_does_not_let_the_time_run_or_stand():
    here = on_time()
    away(here, 0, 100)
    away(here, 1, 100)
    away(here, 2, 100)
    before = stored(here).deadline

    a_watcher(here)
    assert stored(here).deadline == before

    presence.arrive(here.room.pk, here.people[0].pk)
    assert stored(here).deadline - before > timedelta(seconds=99)


def test_one_player_who_is_here_lets_the_game_go_on():
    here = on_time()
    all_away(here)
    here_now(here, 1, at=later(31))

    assert presence.add_stand_ins(later(31)) == 2
    assert len(clock.due_questions(later(36))) == 1


def test_who_has_left_the_game_counts_again_when_back_without_a_chair():
    here = on_time(grace=0)
    seating.leave(here.room.pk, here.people[1])
    all_away(here)
    assert clock.due_questions(later(31)) == []

    seating.watch(here.room.pk, here.people[1])
    stays(here.people[1], LONG + 60)

    assert len(clock.due_questions(later(LONG + 60))) == 1


def test_who_comes_back_to_a_game_that_all_have_left_has_the_time_of_a_turn():
    here = on_time()
    for person in here.people:
        seating.leave(here.room.pk, person)
    Game.objects.update(deadline=later(-1_000), due_at=later(-1_000))

    seating.sit(here.room.pk, here.people[0])
    presence.arrive(here.room.pk, here.people[0].pk)

    assert clock.due_questions(later(20)) == []
    assert stored(here).deadline > later(20)


def test_a_player_and_no_watcher_relieves_the_host_of_a_running_game():
    here = a_game()
    all_away(here)
    stranger = a_watcher(here)
    here_now(here, 2)

    assert absence.relieve_hosts() == 1
    assert host_of(here) == here.people[2]
    assert stranger != host_of(here)


def hosts_away(games, monkeypatch, meanwhile):
    """Hosts of these games are found to be away, and then something happens before all else."""
    for here in games:
        all_away(here)
        here_now(here, 1)
    relieve, first = absence._relieve, [meanwhile]

    def late(*facts):
        if first:
            first.pop()()
        return relieve(*facts)

    monkeypatch.setattr(absence, "_relieve", late)


def test_a_host_who_is_back_at_the_last_moment_stays_host(monkeypatch):
    here = a_game()
    hosts_away([here], monkeypatch, lambda: presence.arrive(here.room.pk, here.people[0].pk))

    assert absence.relieve_hosts() == 0
    assert host_of(here) == here.people[0]


def test_who_leaves_at_the_last_moment_does_not_become_host(monkeypatch):
    here = a_game()
    hosts_away([here], monkeypatch, lambda: seating.leave(here.room.pk, here.people[1]))

    assert absence.relieve_hosts() == 0
    assert host_of(here) == here.people[0]


def test_a_room_that_is_closed_at_the_last_moment_keeps_no_other_waiting(monkeypatch):
    one, other = a_game(), a_game()
    closed = Room.objects.filter(pk=one.room.pk)
    hosts_away([one, other], monkeypatch, lambda: closed.update(closed_at=timezone.now()))

    assert absence.relieve_hosts() == 1
    assert host_of(other) == other.people[1]


def test_a_watcher_waits_for_those_who_sit_before_a_game():
    here = a_room(2)
    all_away(here)
    a_watcher(here)
    before = Room.objects.get().changes

    assert absence.relieve_hosts() == 0
    assert host_of(here) == here.people[0]
    assert Room.objects.get().changes == before


def test_a_watcher_waits_for_those_who_sat_after_a_game(rng):
    here = over(a_game(), rng)
    for person in here.people:
        seating.watch(here.room.pk, person)
    all_away(here)
    mallory = a_watcher(here)

    assert absence.relieve_hosts() == 0
    here_now(here, 1)
    assert absence.relieve_hosts() == 1
    assert host_of(here) == here.people[1]
    assert host_of(here) != mallory


def test_a_host_who_stood_up_stays_host():
    here = a_room(1)
    seating.watch(here.room.pk, here.people[0])
    all_away(here)
    a_watcher(here)

    assert absence.relieve_hosts() == 0
    here_now(here)
    seating.sit(here.room.pk, a_person("Zoe"))
    assert absence.relieve_hosts() == 0
    assert host_of(here) == here.people[0]


def test_a_host_who_only_watches_is_relieved_by_who_plays():
    here = a_room(4, seats=4)
    seating.watch(here.room.pk, here.people[0])
    starting.start(here.room.pk, here.people[0])
    assert absence.relieve_hosts() == 0

    all_away(here)
    here_now(here, 3)
    assert absence.relieve_hosts() == 1
    assert host_of(here) == here.people[3]


def test_a_room_that_all_who_sat_have_left_passes_to_a_watcher():
    here = a_room(2)
    mallory = a_watcher(here)
    for person in here.people:
        seating.leave(here.room.pk, person)

    assert host_of(here) == mallory


def test_a_host_who_leaves_hands_over_to_who_sat_and_not_to_who_watched_longer(rng):
    here = a_game()
    mallory = a_watcher(here)
    over(here, rng)
    for person in here.people[1:]:
        seating.watch(here.room.pk, person)
    Member.objects.filter(player=mallory).update(joined_at=later(-LONG))

    seating.leave(here.room.pk, here.people[0])

    assert host_of(here) == here.people[1]


@pytest.mark.parametrize("go", [seating.leave, lambda _room, player: erasure.erase(player)])
def test_a_running_game_without_players_has_no_host_until_one_is_back(go):
    here = a_game()
    first, *others = here.people
    a_watcher(here)
    for person in here.people:
        go(here.room.pk, person) if person != first else seating.leave(here.room.pk, person)
    assert host_of(here) is None

    a_watcher(here, "Trudy")
    assert absence.relieve_hosts() == 0
    assert host_of(here) is None

    seating.watch(here.room.pk, first)
    assert host_of(here) == first
    assert others


def test_an_account_takes_the_role_of_its_guest_along():
    here = a_game()
    user = User.objects.create_user("ann")
    player = guest_merging.merge_guest(here.people[0], user)
    all_away(here)
    a_watcher(here)

    assert absence.relieve_hosts() == 0
    assert host_of(here) == player


def test_a_watcher_does_not_keep_a_dead_game_alive():
    here = a_game()
    all_away(here, 31 * 86_400)
    a_watcher(here)
    Room.objects.update(expires_at=timezone.now())

    assert expiry.close_deserted() == 0

    assert stored(here).status == Game.Status.BROKEN_OFF
    assert Room.objects.get().closed_at is None
    assert Room.objects.get().expires_at > later(86_400)
