"""Addresses for e-mails: proved by a link, one address and a zone that exists."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from games.accounts.erasure import erase
from games.models import Letter, MailAddress, Player, User
from games.notifications import links
from tests.support.builders import a_game
from tests.support.mailing import PASSWORD, a_mail_table, an_account, deliver, link_in
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


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
def test_a_person_who_is_forgotten_leaves_no_address():
    here, _address = a_mail_table()
    deliver()
    erase(Player.objects.get(pk=here.people[1].pk))

    assert not MailAddress.objects.exists()
    assert not Letter.objects.exists()
