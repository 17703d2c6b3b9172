"""Whose seat it is: sessions, accounts, and games that come along."""

import pytest

from games.models import Player, User
from tests.support.builders import a_game, a_person, a_room, everything, play_on
from tests.support.visitors import ACCOUNT, Visitor, part, text_of, visitors_of

pytestmark = pytest.mark.django_db


def test_sitting_down_and_opening_a_room_change_the_session_key():
    here = a_room(2)
    visitor = Visitor()
    keys = [visitor.session_key]

    for request in (
        lambda: visitor.post("sit", here.room, {"name": "Zoe"}),
        lambda: visitor.post("open-room", data={"name": "Zoe"}),
        lambda: visitor.post("watch", here.room, {"name": "Zoe"}),
        lambda: visitor.post("sign-up", data=ACCOUNT),
        lambda: visitor.post("logout"),
        lambda: visitor.post("login", data={"username": "duchess", "password": "a fine evening"}),
    ):
        assert request().status_code == 302
        keys.append(visitor.session_key)

    keys = [key for key in keys if key]
    assert len(keys) == 5
    assert len(set(keys)) == len(keys)
    assert Player.objects.filter(name="Zoe").count() == 1


def test_the_old_session_key_opens_nothing():
    here = a_room(2)
    zoe = Visitor(a_person("Zoe"))
    thief = Visitor()
    thief.client.cookies["sessionid"] = zoe.session_key
    assert thief.player == zoe.player

    zoe.post("sit", here.room, {"name": "Zoe"})

    assert zoe.player.name == "Zoe"
    assert thief.player is None


def test_a_seat_belongs_to_a_session_and_not_to_a_name():
    here = a_game()
    imposter = Visitor()

    imposter.post("watch", here.room, {"name": "Ann"})

    assert part(imposter.page(here.room), "hand").startswith('<div id="hand"')
    assert imposter.post("play", here.room, {"type": "pass", "version": 0}).status_code == 403


def test_a_guest_s_games_come_along_on_sign_up_and_log_in(rng):
    here = a_game()
    play_on(here, rng)
    ann, bob, _ = visitors_of(here)

    ann.post("sign-up", data=ACCOUNT)
    assert ann.player == here.people[0]
    assert ann.player.user.username == "duchess"
    assert "Osprey 2018" in ann.get("my-games").content.decode()
    ann.post("logout")
    assert ann.player is None
    assert ann.get("my-games").status_code == 302

    ann.post("login", data={"username": "duchess", "password": "a fine evening"})
    assert ann.player == here.people[0]
    ann.post("logout")

    other = Visitor()
    other.post("sign-up", data=ACCOUNT | {"username": "duke"})
    bob.post("login", data={"username": "duke", "password": "a fine evening"})
    assert bob.player == other.player
    assert "Osprey 2018" in other.get("my-games").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"password2": "another"},
        {"username": ""},
        {"username": "<b>"},
        {"username": "x" * 151},
        {"password1": "short", "password2": "short"},
        {"password1": "12345678", "password2": "12345678"},
        {"username": "a\x00b"},
    ],
)
def test_a_sign_up_that_does_not_fit_says_so(wrong):
    before = everything()

    response = Visitor().post("sign-up", data=ACCOUNT | wrong)

    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    assert everything() == before


def test_a_name_is_signed_up_once():
    Visitor().post("sign-up", data=ACCOUNT)

    assert Visitor().post("sign-up", data=ACCOUNT).status_code == 400
    assert User.objects.count() == 1


def test_a_wrong_password_opens_nothing():
    Visitor().post("sign-up", data=ACCOUNT)
    before = everything()
    visitor = Visitor()

    answers = [
        visitor.post("login", data={"username": name, "password": "wrong"})
        for name in ("duchess", "nobody")
    ]

    assert {response.status_code for response in answers} == {200}
    assert text_of(answers[0]).replace("duchess", "nobody") == text_of(answers[1])
    assert visitor.player is None
    assert everything() == before


def test_a_wrong_password_is_answered_in_words_of_ours():
    answer = text_of(Visitor().post("login", data={"username": "nobody", "password": "wrong"}))

    assert "Wrong username or password. Try again." in answer
    assert "case-sensitive" not in answer
    assert "Username:" not in answer


def test_nobody_is_sent_elsewhere_after_logging_in():
    Visitor().post("sign-up", data=ACCOUNT)
    account = {"username": "duchess", "password": "a fine evening"}

    response = Visitor().client.post("/login/?next=https://example.org/", account)

    assert response["Location"] == "/"


def test_the_login_page_says_what_to_do_about_a_forgotten_password(settings):
    ask = "Ask whoever runs this site: they can give you a link"
    assert ask in Visitor().get("login").content.decode()

    settings.EMAIL_URL = "smtp://"
    text = Visitor().get("login").content.decode()
    assert ask not in text
    assert 'href="/password/forgotten/"' in text
    assert ask in Visitor().get("forgotten").content.decode()
