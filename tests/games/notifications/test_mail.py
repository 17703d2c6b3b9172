"""E-mails: to verified addresses, about games over days, one an hour or one a day, in two parts."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import async_to_sync
from django.core.mail import get_connection
from django.utils import timezone

from games.accounts import people
from games.accounts.erasure import erase
from games.models import CORRESPONDENCE, Game, Letter, MailAddress, Player, User
from games.notifications import addresses, deciding, links, mailing
from games.play.position import forget_positions
from tests.support.builders import a_game, bid
from tests.support.mail_server import MailServer, html_of, text_of
from tests.support.notifying import everybody_leaves, time_passes
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)
ORIGIN, PASSWORD = "https://play.example", "a fine evening"


@pytest.fixture
def post(settings):
    """A site that sends e-mails, and the server that takes them."""
    with MailServer() as server:
        settings.EMAIL_URL = "smtp://"
        settings.SITE_ORIGINS = [ORIGIN]
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        assert get_connection()
        yield server


def deliver():
    """Look at the games and send the letters that are due."""
    deciding.decide_due()
    while async_to_sync(mailing.send_due)():
        pass


def later(**time):
    """Let so much time pass for letters."""
    for letter in Letter.objects.all():
        for name in ("due_at", "sent_at"):
            if moment := getattr(letter, name):
                setattr(letter, name, moment - timedelta(**time))
        letter.save()


def an_account(player, address="bob@example.com", **more):
    user = User.objects.create_user("bob", password=PASSWORD)
    player.user = user
    player.save()
    facts = {"verified_at": timezone.now(), "language": "en"} | more
    return MailAddress.objects.create(player=player, address=address, **facts)


def a_table(**more):
    """A game over days in which the turn has come to somebody with an account, who is away."""
    here = a_game(clock=CORRESPONDENCE)
    address = an_account(here.people[1], **more)
    everybody_leaves(here)
    here.do(bid(0, 3))
    time_passes()
    return here, address


def link_in(letter, word):
    """The path of the link with this word in it."""
    found = re.search(rf"{ORIGIN}(/\S*{word}\S*)", text_of(letter))
    return found[1]


def test_a_turn_in_a_game_over_days_is_written(post):
    here, _address = a_table()
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
    a_table(**more)
    deliver()

    assert post.letters == []


@pytest.mark.usefixtures("post")
def test_without_a_mail_server_nothing_is_written(settings):
    settings.EMAIL_URL = ""
    a_table()
    deliver()

    assert not Letter.objects.exists()


def test_at_most_one_an_hour_for_a_game_and_only_what_is_still_true(post):
    here, _address = a_table()
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
    here, _address = a_table(wish="digest")
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
    here, _address = a_table(wish="digest")
    deliver()
    here.do(bid(1, 4))
    later(days=1)
    deliver()

    assert post.letters == []


def test_a_mail_program_ends_the_letters_with_one_click(post):
    _here, address = a_table()
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
    a_table(language="de")
    deliver()

    assert post.last["Subject"] == "Du bist dran"
    assert 'lang="de"' in html_of(post.last)


def test_what_a_mail_server_does_not_take_is_tried_again_with_the_same_id(post):
    a_table()
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
    here, _address = a_table()
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


def test_a_reminder_takes_the_place_of_a_letter_that_was_not_sent(post):
    """The mail server was away for hours: two about one turn would come at once."""
    _here, _address = a_table()
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
    _here, _address = a_table(zone="Asia/Kolkata")
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
    a_table(wish="digest", zone=zone)
    deliver()

    due = Letter.objects.get().due_at.astimezone(ZoneInfo(zone))
    assert (due.hour, due.minute) == (8, 0)
    assert timedelta(0) < due - timezone.now() <= timedelta(days=1)


def test_a_digest_comes_every_day_on_which_a_game_waits(post):
    here, _address = a_table(wish="digest")
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
    here, address = a_table()
    deciding.decide_due()
    player = Player.objects.get(pk=here.people[1].pk)
    addresses.set_address(player, address.address, "digest", "")
    deliver()
    assert post.letters == []
    later(days=1)
    deliver()

    assert [letter["Subject"] for letter in post.letters] == ["1 game waits for you"]


def test_an_account_that_was_deactivated_gets_no_letter(post):
    a_table()
    User.objects.filter(username="bob").update(is_active=False)
    deliver()

    assert post.letters == []


def test_nobody_fills_another_s_mailbox_with_links(post, settings):
    settings.RATES = settings.RATES | {"mail": (3, 3_600), "account": None}
    here = a_game()
    an_account(here.people[1])
    for _ in range(6):
        assert Visitor().post("forgotten", data={"who": "bob"}).status_code == 302
    deliver()
    assert len(post.letters) == 3

    statuses = []
    for number, player in enumerate((*here.people[::2], *a_game().people[:2])):
        player.user = User.objects.create_user(f"user{number}", password=PASSWORD)
        player.save()
        form = {"address": "Victim@example.com", "wish": "turns", "password": PASSWORD}
        statuses.append(Visitor(player).post("email", data=form).status_code)
    deliver()
    assert statuses == [302, 302, 302, 429]
    assert [letter["To"] for letter in post.letters[3:]] == ["Victim@example.com"] * 3
    assert MailAddress.objects.filter(address="Victim@example.com").count() == 3


def test_a_username_that_is_another_s_address_takes_no_link_from_them(post):
    here = a_game()
    an_account(here.people[1])
    here.people[0].user = User.objects.create_user("bob@example.com", password=PASSWORD)
    here.people[0].save()
    MailAddress.objects.create(
        player=here.people[0], address="thief@example.com", verified_at=timezone.now(),
        language="en",
    )  # fmt: skip
    Visitor().post("forgotten", data={"who": "bob@example.com"})
    deliver()

    assert sorted(letter["To"] for letter in post.letters) == [
        "bob@example.com", "thief@example.com",
    ]  # fmt: skip
    assert "for bob." in text_of(next(each for each in post.letters if each["To"][0] == "b"))


@pytest.mark.parametrize("step", ["password", "address", "everywhere", "login", "deactivated"])
def test_a_link_for_a_new_password_is_void_after(post, step):
    here = a_game()
    address = an_account(here.people[1])
    addresses.send_password_links("bob")
    deliver()
    path = link_in(post.last, "password")
    player = Player.objects.get(pk=here.people[1].pk)
    match step:
        case "password":
            player.user.set_password("another evening")
            player.user.save()
        case "address":
            addresses.remove_address(player)
        case "everywhere":
            people.log_out_everywhere(player)
        case "login":
            Visitor().post("login", data={"username": "bob", "password": PASSWORD})
        case "deactivated":
            User.objects.update(is_active=False)

    assert address.address == "bob@example.com"
    assert Visitor().client.get(path).status_code == 404


@pytest.mark.usefixtures("post")
def test_a_link_that_proves_an_address_ends_after_two_days(monkeypatch):
    here = a_game()
    address = an_account(here.people[1], verified_at=None)
    path = urlsplit(links.verify_link(address)).path
    assert timedelta(days=2).total_seconds() == links.VERIFY_SECONDS
    monkeypatch.setattr(links, "VERIFY_SECONDS", -1)

    assert Visitor().client.post(path).status_code == 404
    assert MailAddress.objects.get().verified_at is None


@pytest.mark.usefixtures("post")
@pytest.mark.parametrize(
    "address",
    [
        "bob@example.com\nBcc: all@example.com",
        "bob@example.com\r\n\r\nHello",
        "Bob <bob@example.com>",
        "a@example.com, b@example.com",
        "bob@example.com\x00",
        f"{'b' * 300}@example.com",
    ],
)
def test_an_address_with_more_in_it_is_refused(address):
    here = a_game()
    user = User.objects.create_user("bob", password=PASSWORD)
    Player.objects.filter(pk=here.people[1].pk).update(user=user)
    visitor = Visitor(Player.objects.get(pk=here.people[1].pk))
    form = {"address": address, "wish": "turns", "password": PASSWORD}

    assert visitor.post("email", data=form).status_code == 400
    assert not MailAddress.objects.exists()


@pytest.mark.usefixtures("post")
def test_a_zone_that_there_is_not_is_refused_and_a_good_one_kept():
    here = a_game()
    user = User.objects.create_user("bob", password=PASSWORD)
    Player.objects.filter(pk=here.people[1].pk).update(user=user)
    visitor = Visitor(Player.objects.get(pk=here.people[1].pk))
    form = {"address": "bob@example.com", "wish": "turns", "password": PASSWORD}

    for zone in ("Europe/Atlantis", "../../etc/passwd", "UTC\n"):
        assert visitor.post("email", data=form | {"zone": zone}).status_code == 400
    assert visitor.post("email", data=form | {"zone": "Europe/Berlin"}).status_code == 302
    assert MailAddress.objects.get().zone == "Europe/Berlin"
    page = visitor.get("account").content.decode()
    assert '<option value="Europe/Berlin" selected>' in page


@pytest.mark.usefixtures("post")
def test_a_mailbox_that_is_no_more_gets_no_second_try():
    a_table(address="refused@example.com")
    deliver()

    assert not Letter.objects.exists()


def test_an_address_is_proved_by_the_link_that_was_sent_there(post):
    here = a_game()
    user = User.objects.create_user("bob", password=PASSWORD)
    Player.objects.filter(pk=here.people[1].pk).update(user=user)
    visitor = Visitor(Player.objects.get(pk=here.people[1].pk))
    form = {"address": "bob@example.com", "wish": "turns", "password": PASSWORD}

    assert visitor.post("email", data=form | {"password": "wrong"}).status_code == 400
    assert visitor.post("email", data=form | {"address": "nobody"}).status_code == 400
    assert not MailAddress.objects.exists()
    assert visitor.post("email", data=form).status_code == 302
    deliver()
    path = link_in(post.last, "verify")
    assert Visitor().client.get(path).status_code == 200
    assert MailAddress.objects.get().verified_at is None
    assert Visitor().client.post(path).status_code == 302
    assert MailAddress.objects.get().verified_at is not None

    assert visitor.post("email", data=form | {"address": "new@example.com"}).status_code == 302
    assert MailAddress.objects.get().verified_at is None
    assert Visitor().client.post(path).status_code == 404
    assert visitor.post("email-remove").status_code == 302
    assert not MailAddress.objects.exists()


def test_a_verified_address_sets_a_new_password_once_and_ends_all_sessions(post):
    here = a_game()
    an_account(here.people[1])
    logged_in = Visitor(Player.objects.get(pk=here.people[1].pk))
    stranger = Visitor()

    assert stranger.post("forgotten", data={"who": "BOB"}).status_code == 302
    deliver()
    path = link_in(post.last, "password")
    new = {"new_password1": "another evening", "new_password2": "another evening"}
    assert stranger.client.get(path).status_code == 200
    assert stranger.client.post(path, new).status_code == 302

    assert logged_in.player is None
    assert stranger.client.post(path, new).status_code == 404
    login = stranger.post("login", data={"username": "bob", "password": "another evening"})
    assert login.status_code == 302


def test_who_asks_for_a_link_learns_nothing_about_accounts(post):
    here = a_game()
    an_account(here.people[1], verified_at=None)
    answers = [
        Visitor().client.post("/password/forgotten/", {"who": who}, follow=True).content
        for who in ("bob", "nobody", "bob@example.com", "nobody@example.com")
    ]
    deliver()

    texts = {
        re.sub(rb'(value|nonce|content)="[^"]*"|\{"X-CSRF[^}]*\}', b"", each) for each in answers
    }
    assert len(texts) == 1
    assert post.letters == []


@pytest.mark.usefixtures("post")
def test_a_person_who_is_forgotten_leaves_no_address():
    here, _address = a_table()
    deliver()
    erase(Player.objects.get(pk=here.people[1].pk))

    assert not MailAddress.objects.exists()
    assert not Letter.objects.exists()


def test_a_letter_holds_no_money_no_hand_and_no_secret(post):
    here = a_game(clock=CORRESPONDENCE)
    an_account(here.people[1])
    everybody_leaves(here)
    here.do(bid(0, 25))
    time_passes()
    deliver()

    text = text_of(post.last) + re.sub(r"<[^>]*>", "", html_of(post.last))
    for secret in ("25", here.game.seed, here.game.salt, "Cid"):
        assert secret not in re.sub(r"https://\S+|\d+:\d+|20\d\d", "", text)
