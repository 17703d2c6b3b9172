"""E-mails: who is written to, what stands in a letter, and what a mail server refuses."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from games.models import CORRESPONDENCE, Game, Letter, MailAddress, Player, User
from games.notifications import deciding
from games.play.position import forget_positions
from tests.support.builders import a_game, bid
from tests.support.mail_server import html_of, text_of
from tests.support.mailing import ORIGIN, PASSWORD, a_mail_table, an_account, deliver, later
from tests.support.notifying import everybody_leaves, time_passes
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_in_a_game_over_days_is_written(post):
    here, _address = a_mail_table()
    deliver()

    letter = post.last
    assert letter["To"] == "bob@example.com"
    assert letter["Subject"] == "Your turn"
    assert f"{ORIGIN}/r/{here.room.invite}/" in text_of(letter)
    assert f"{ORIGIN}/r/{here.room.invite}/" in html_of(letter)
    assert "Ann’s room · Luxury 7" in text_of(letter)
    assert letter["Auto-Submitted"] == "auto-generated"
    assert "noreply@play.example" in letter["From"]


def test_nothing_is_written_of_games_without_days_or_to_who_is_there(post):
    here = a_game(clock=60)
    an_account(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    deliver()
    assert post.letters == []

    Game.objects.update(clock=CORRESPONDENCE, notify_at=timezone.now())
    everybody_leaves(here, 1)
    deliver()
    assert post.letters == []


@pytest.mark.parametrize("more", [{"verified_at": None}, {"wish": "off"}])
def test_nothing_is_written_to_an_address_that_is_not_proved_or_not_wanted(post, more):
    a_mail_table(**more)
    deliver()

    assert post.letters == []


@pytest.mark.usefixtures("post")
def test_without_a_mail_server_nothing_is_written(settings):
    settings.EMAIL_URL = ""
    a_mail_table()
    deliver()

    assert not Letter.objects.exists()


def test_a_mail_program_ends_the_letters_with_one_click(post):
    _here, address = a_mail_table()
    deliver()
    letter = post.last
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = urlsplit(letter["List-Unsubscribe"].strip(" <>")).path
    stranger = Visitor(enforce_csrf_checks=True)

    page = stranger.client.get(path)
    assert "Stop these e-mails" in page.content.decode()
    assert MailAddress.objects.get().wish == "turns"
    answer = stranger.client.post(path, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    address.refresh_from_db()
    assert address.wish == "off"


def test_letters_speak_the_language_of_their_reader(post):
    a_mail_table(language="de")
    deliver()

    assert post.last["Subject"] == "Du bist dran"
    assert 'lang="de"' in html_of(post.last)


def test_what_a_mail_server_does_not_take_is_tried_again_with_the_same_id(post):
    a_mail_table()
    post.is_busy = True
    deliver()
    assert post.letters == []
    assert Letter.objects.get().attempts == 1

    post.is_busy = False
    later(hours=1)
    deliver()
    later(hours=1)
    deliver()

    assert len(post.letters) == 1
    letter = Letter.objects.get()
    assert post.last["Message-ID"].startswith(f"<{letter.pk}.{letter.created_at.timestamp():.0f}@")


def test_a_letter_that_cannot_be_made_or_sent_keeps_no_other_waiting(post):
    here, _address = a_mail_table()
    other = a_game(clock=CORRESPONDENCE)
    user = User.objects.create_user("cid", password=PASSWORD)
    Player.objects.filter(pk=other.people[1].pk).update(user=user)
    facts = {"verified_at": timezone.now(), "language": "en"}
    MailAddress.objects.create(player=other.people[1], address="cid@example.com", **facts)
    everybody_leaves(other)
    other.do(bid(0, 3))
    time_passes()
    deciding.decide_due()
    assert Letter.objects.count() == 2
    Game.objects.filter(pk=here.game.pk).update(edition="lost")
    forget_positions()
    deliver()
    assert [letter["To"] for letter in post.letters] == ["cid@example.com"]

    MailAddress.objects.filter(address="cid@example.com").update(address="cid\n@example.com")
    Letter.objects.all().delete()
    other.game.refresh_from_db()
    for address in MailAddress.objects.all():
        Letter.objects.create(address=address, kind="reset", due_at=timezone.now())
    deliver()
    assert [letter["To"] for letter in post.letters[1:]] == ["bob@example.com"]


def test_an_account_that_was_deactivated_gets_no_letter(post):
    a_mail_table()
    User.objects.filter(username="bob").update(is_active=False)
    deliver()

    assert post.letters == []


@pytest.mark.usefixtures("post")
def test_a_mailbox_that_is_no_more_gets_no_second_try():
    a_mail_table(address="refused@example.com")
    deliver()

    assert not Letter.objects.exists()


def test_a_letter_holds_no_money_no_hand_and_no_secret(post):
    here = a_game(clock=CORRESPONDENCE)
    an_account(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 25))
    time_passes()
    # A day and a time without the digits of the bid; addresses may hold any.
    Game.objects.update(deadline=datetime(2031, 3, 4, 20, 40, tzinfo=UTC))
    deliver()

    text = text_of(post.last) + re.sub(r"<[^>]*>", "", html_of(post.last))
    assert "March 4, 2031" in text
    for secret in ("25", here.game.seed, here.game.salt, "Cid"):
        assert secret not in re.sub(r"https://\S+", "", text)
