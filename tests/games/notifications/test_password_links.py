"""Links for a new password: for whom they are, and when they end."""

import re

import pytest
from django.utils import timezone

from games.accounts import people
from games.models import MailAddress, Player, User
from games.notifications import addresses
from tests.support.builders import a_game
from tests.support.mail_server import text_of
from tests.support.mailing import PASSWORD, an_account, deliver, link_in
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


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
