"""E-mails: one an hour or one a day, and only of what is still true."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Letter, MailAddress, Player
from games.notifications import addresses, deciding
from tests.support.builders import a_game, bid
from tests.support.mail_server import text_of
from tests.support.mailing import ORIGIN, a_mail_table, deliver, later
from tests.support.notifying import everybody_leaves, time_passes

pytestmark = pytest.mark.django_db(transaction=True)


def test_at_most_one_an_hour_for_a_game_and_only_what_is_still_true(post):
    here, _address = a_mail_table()
    deliver()
    here.do(bid(1, 4), bid(2, 6), bid(0, 4))
    time_passes()
    deliver()
    assert len(post.letters) == 1

    later(hours=1)
    deliver()
    assert len(post.letters) == 2

    here.do(bid(1, 6), bid(2, 8), bid(0, 10))
    time_passes()
    deliver()
    here.do(bid(1, 12))
    later(hours=1)
    deliver()
    assert len(post.letters) == 2


def test_a_digest_comes_once_a_day_for_all_games(post):
    here, _address = a_mail_table(wish="digest")
    other = a_game(clock=CORRESPONDENCE)
    other.game.seats.filter(number=1).update(player=here.people[1])
    everybody_leaves(other)
    other.do(bid(0, 3))
    time_passes()
    deliver()
    assert post.letters == []
    assert Letter.objects.count() == 1

    later(days=1)
    deliver()

    assert len(post.letters) == 1
    assert post.last["Subject"] == "2 games wait for you"
    assert text_of(post.last).count(f"{ORIGIN}/r/") == 2


def test_a_digest_of_nothing_is_not_sent(post):
    here, _address = a_mail_table(wish="digest")
    deliver()
    here.do(bid(1, 4))
    later(days=1)
    deliver()

    assert post.letters == []


def test_a_reminder_takes_the_place_of_a_letter_that_was_not_sent(post):
    """The mail server was away for hours: two about one turn would come at once."""
    _here, _address = a_mail_table()
    post.is_busy = True
    deliver()
    soon = timezone.now() + timedelta(hours=3)
    Game.objects.update(deadline=soon, notify_at=timezone.now())
    post.is_busy = False
    deliver()
    later(hours=2)
    deliver()

    assert [letter["Subject"] for letter in post.letters] == ["Your turn ends in 4 hours"]


def test_times_are_those_of_the_reader_s_zone(post):
    _here, _address = a_mail_table(zone="Asia/Kolkata")
    at = datetime(2031, 3, 5, 20, 45, tzinfo=UTC)
    Game.objects.update(deadline=at)
    deliver()
    assert "until March 6, 2031, 2:15 a.m. IST" in text_of(post.last)

    for zone, words in (("America/Sao_Paulo", "5:45 p.m. UTC-03"), ("", "8:45 p.m. UTC")):
        MailAddress.objects.update(zone=zone)
        Letter.objects.update(sent_at=None, due_at=timezone.now())
        deliver()
        assert f"March 5, 2031, {words}" in text_of(post.last)


@pytest.mark.usefixtures("post")
def test_a_digest_comes_at_eight_where_its_reader_lives():
    zone = "Pacific/Auckland"
    a_mail_table(wish="digest", zone=zone)
    deliver()

    due = Letter.objects.get().due_at.astimezone(ZoneInfo(zone))
    assert (due.hour, due.minute) == (8, 0)
    assert timedelta(0) < due - timezone.now() <= timedelta(days=1)


def test_a_digest_comes_every_day_on_which_a_game_waits(post):
    here, _address = a_mail_table(wish="digest")
    deliver()
    for day in (1, 2):
        later(days=1)
        Letter.objects.filter(sent_at=None).update(version=day)
        deliver()
        assert len(post.letters) == day
    here.do(bid(1, 4))
    later(days=1)
    deliver()

    assert len(post.letters) == 2
    assert not Letter.objects.filter(sent_at=None).exists()


def test_who_changes_from_each_turn_to_a_digest_gets_what_waits_with_the_next(post):
    here, address = a_mail_table()
    deciding.decide_due()
    player = Player.objects.get(pk=here.people[1].pk)
    addresses.set_address(player, address.address, "digest", "")
    deliver()
    assert post.letters == []
    later(days=1)
    deliver()

    assert [letter["Subject"] for letter in post.letters] == ["1 game waits for you"]
