"""The wall clock is set back an hour: what was to come in a moment does not come an hour late."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import password_limits
from games.accounts.password_limits import Guess
from games.background import clock_skew
from games.engine.actions import Pass
from games.models import (
    Delivery,
    Game,
    Letter,
    LoginTries,
    MailAddress,
    Member,
    Player,
    PushSubscription,
    Review,
    Room,
)
from games.notifications import deciding, sending
from games.play import clock, deadlines
from games.play.outbox import queue
from games.reviews import jobs
from games.rooms import absence, expiry, presence
from games.text.errors import TooManyTries
from tests.support.builders import a_game, a_past_game, a_person, a_room
from tests.support.clocks import SECOND, answer, here_now, on_time, stored, whose, with_bots
from tests.support.push_service import Phone

pytestmark = pytest.mark.django_db(transaction=True)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def set_back(seconds=0):
    """What the clock shows so many seconds after it was set back an hour."""
    return timezone.now() - HOUR + seconds * SECOND


def a_bots_turn(**options):
    here = with_bots(**options)
    while whose(here) == (0,):
        here.do(Pass(0))
    return here


def test_bots_do_not_stand_for_an_hour():
    here = a_bots_turn()
    here_now(here, at=set_back())
    assert clock.due_questions(set_back(5)) == []

    assert clock_skew.correct_times(set_back()) == 1

    (question,) = clock.due_questions(set_back(5))
    assert answer(question).version == question.version + 1


def test_neither_does_a_game_by_letter():
    here = a_bots_turn(clock=86_400)

    clock_skew.correct_times(set_back())

    assert len(clock.due_questions(set_back(5))) == 1
    assert stored(here).clock == 86_400


def test_a_lease_from_before_ends():
    here = a_bots_turn()
    assert len(clock.due_questions(timezone.now() + 5 * SECOND)) == 1
    here_now(here, at=set_back())

    clock_skew.correct_times(set_back())

    assert len(clock.due_questions(set_back(5))) == 1


def test_a_turn_has_its_own_time_and_not_an_hour_more():
    here = on_time()
    changes = Room.objects.get().changes

    assert clock_skew.correct_times(set_back()) == 1

    game = stored(here)
    assert game.deadline == game.due_at
    assert set_back(20) < game.deadline < set_back(31)
    assert Room.objects.get().changes > changes
    here_now(here, at=set_back(40))
    assert len(clock.due_questions(set_back(40))) == 1


def test_nothing_is_touched_while_the_clock_goes_right():
    here = on_time()
    a_bots_turn(clock=120)
    a_room()
    for _ in range(3):
        deadlines.extend(here.game.pk, 0)
    Review.objects.create(
        game=a_past_game([a_person(name) for name in ("Ann", "Bob", "Cid")]), format=1, total=9
    )
    before = list(Game.objects.values_list("due_at", "deadline"))

    assert clock_skew.correct_times() == 0
    assert list(Game.objects.values_list("due_at", "deadline")) == before


def test_who_was_seen_in_the_future_is_not_here():
    a_bots_turn()
    clock_skew.correct_times(set_back())
    assert clock.due_questions(set_back(5)) == []

    presence.mark_seen(Member.objects.values_list("pk", flat=True), set_back(5))

    assert len(clock.due_questions(set_back(5))) == 1


def all_but(here, chair):
    """Those whose pages are open after the clock was set back."""
    return Member.objects.filter(room=here.room).exclude(chair=chair).values_list("pk", flat=True)


def test_a_bot_sits_in_for_who_left_before():
    here = a_game(grace=30)
    clock_skew.correct_times(set_back())
    presence.mark_seen(all_but(here, 1), set_back(60))

    assert presence.add_stand_ins(set_back(60)) == 1


def test_a_host_who_left_before_is_relieved():
    here = a_game()
    clock_skew.correct_times(set_back())
    presence.mark_seen(all_but(here, 0), set_back(600))

    assert absence.relieve_hosts(set_back(600)) == 1
    assert Room.objects.get().host == here.people[1]


def test_wrong_passwords_do_not_shut_anybody_out_for_longer():
    guess = Guess("duchess", "192.0.2.1")
    for _ in range(10):
        password_limits.count(guess)
    with pytest.raises(TooManyTries):
        password_limits.count(guess)
    LoginTries.objects.update(until=timezone.now() + timedelta(days=365))

    password_limits.count(guess)

    assert all(
        tries.until < timezone.now() + timedelta(days=2) for tries in LoginTries.objects.all()
    )
    LoginTries.objects.update(until=timezone.now() + timedelta(days=365))
    assert password_limits.clear_old() == 3


def test_reviews_go_on_and_rooms_are_looked_at():
    review = Review.objects.create(
        game=a_past_game([a_person(), a_person("Bob"), a_person("Cid")]), format=1, total=9
    )
    Review.objects.update(due_at=timezone.now() + jobs.LEASE)
    here = a_room()
    year = timedelta(days=365)

    clock_skew.correct_times(set_back() - year)

    review.refresh_from_db()
    assert review.due_at < timezone.now() - year
    assert expiry.close_deserted(set_back() - year) == 0
    assert Room.objects.get(pk=here.room.pk).expires_at < timezone.now() - year + 15 * 24 * HOUR


def test_bans_and_silences_stay_as_they_are():
    moment = timezone.now() + timedelta(days=5)
    Player.objects.create(name="Eve", banned_until=moment, silent_until=moment)

    clock_skew.correct_times(set_back())

    assert Player.objects.filter(banned_until=moment, silent_until=moment).exists()


def test_whom_a_game_waits_for_is_told_now_and_the_reminder_stays_where_it_is():
    a_game(clock=86_400)
    at = set_back()
    Game.objects.update(notify_at=timezone.now(), deadline=at + DAY)
    clock_skew.correct_times(at)
    assert Game.objects.get().notify_at == at

    reminder = at + DAY - deciding.REMINDER
    Game.objects.update(notify_at=reminder)
    clock_skew.correct_times(at)
    assert Game.objects.get().notify_at == reminder


def test_notifications_and_letters_are_due_now_and_a_digest_the_next_day():
    here = a_game(clock=86_400)
    Phone("https://push.example/1").subscribe(here.people[0])
    address = MailAddress.objects.create(
        player=here.people[0], address="ann@example.com", language="en"
    )
    ahead = timezone.now()
    at = ahead - 3 * DAY
    queue("test", PushSubscription.objects.all(), None, due_at=ahead)
    kept = {"address": address, "game": here.game}
    sent = Letter.objects.create(kind="turn", version=1, sent_at=ahead, **kept)
    turn = Letter.objects.create(kind="turn", version=2, due_at=ahead, **kept)
    digest = Letter.objects.create(kind="digest", version=3, due_at=ahead, address=address)

    clock_skew.correct_times(at)

    assert Delivery.objects.get().due_at == at
    for letter in (sent, turn, digest):
        letter.refresh_from_db()
    assert sent.sent_at == turn.due_at == digest.due_at == at


def test_what_is_put_off_for_good_reason_stays_so():
    here = a_game(clock=86_400)
    Phone("https://push.example/1").subscribe(here.people[0])
    address = MailAddress.objects.create(
        player=here.people[0], address="ann@example.com", language="en"
    )
    now = timezone.now()
    pause = timedelta(seconds=sending.LONGEST_PAUSE)
    queue("test", PushSubscription.objects.all(), None, due_at=now + pause)
    Letter.objects.create(address=address, kind="digest", due_at=now + DAY)
    Letter.objects.create(address=address, kind="turn", due_at=now + HOUR, game=here.game)

    clock_skew.correct_times(now)

    assert Delivery.objects.get().due_at == now + pause
    waiting = Letter.objects.order_by("due_at").values_list("due_at", flat=True)
    assert list(waiting) == [now + HOUR, now + DAY]
