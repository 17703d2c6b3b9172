"""A new secret key: with the old one as a fallback nobody loses a seat, a session or a form."""

import re

import pytest

from games.models import User
from games.process.db_threads import in_thread
from tests.support.builders import a_game
from tests.support.heartbeats import heartbeat
from tests.support.sockets import PATIENCE
from tests.support.visitors import ACCOUNT, Visitor, a_socket, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]
OLD, NEW = "an old key of fifty characters" * 2, "a new key of fifty characters" * 2


@pytest.fixture
def here(settings):
    settings.SECRET_KEY = OLD
    return a_game()


def rotate(settings, *fallbacks):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, list(fallbacks)


def holds_cards(html):
    return 'name="cards"' in part(html, "hand")


def test_guests_and_accounts_keep_their_seats(here, settings):
    ann, bob = (Visitor(player) for player in here.people[:2])
    ann.post("sign-up", data=ACCOUNT)
    rotate(settings, OLD)

    for visitor in (ann, bob):
        assert holds_cards(visitor.page(here.room))
        assert visitor.get("my-games").status_code == 200
        assert holds_cards(visitor.page(here.room))


def test_without_the_old_key_everybody_is_a_stranger(here, settings):
    bob = Visitor(here.people[1])
    rotate(settings)

    assert not holds_cards(bob.page(here.room))


@pytest.mark.parametrize("has_account", [False, True])
async def test_sockets_know_their_people(here, settings, has_account):
    ann = await in_thread(Visitor, here.people[0])
    if has_account:
        await in_thread(lambda: ann.post("sign-up", data=ACCOUNT))
    rotate(settings, OLD)

    socket = a_socket(here.room, ann)
    await socket.connect()

    assert holds_cards(await socket.receive_from(timeout=PATIENCE))
    await heartbeat()
    assert await socket.receive_nothing(timeout=0.05)
    await socket.disconnect()


def test_a_form_that_was_open_can_be_sent(here, settings):
    bob = Visitor(here.people[1], enforce_csrf_checks=True)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', bob.page(here.room))[1]
    rotate(settings, OLD)

    words = {"text": "Good evening", "csrfmiddlewaretoken": token}
    assert bob.post("talk", here.room, words).status_code == 302


def test_browsers_that_are_known_stay_known(here, settings):
    settings.LIMITS = "off"
    ann = Visitor(here.people[0])
    ann.post("sign-up", data=ACCOUNT)
    ann.post("logout")
    rotate(settings, OLD)
    login = {"username": "duchess", "password": "a fine evening"}
    for number in range(50):
        stranger = Visitor(REMOTE_ADDR=f"203.0.113.{number}")
        stranger.post("login", data=login | {"password": "wrong"})

    assert Visitor().post("login", data=login).status_code == 429
    assert ann.post("login", data=login).status_code == 302
    assert User.objects.count() == 1
