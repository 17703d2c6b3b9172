"""Pages without scripts: a whole evening by forms, names shown as names, and polite limits."""

import re
from html import unescape

import pytest
from django.test import Client

from games import limits
from games.models import Game, LoggedAction, Message, Player, Room, User
from games.services import rooms, talk
from tests.games.builders import (
    a_game,
    a_person,
    a_room,
    a_sealed_round,
    bid,
    everything,
    play_on,
)
from tests.games.test_people import HOSTILE
from tests.web.visitors import Form, Visitor, part, text_of, url

pytestmark = pytest.mark.django_db

ACCOUNT = {"username": "duchess", "password1": "a fine evening", "password2": "a fine evening"}


def visitors_of(here):
    return [Visitor(player) for player in here.people]


def moves_of(form, state):
    """What the page offers, as a browser would send it: the cheapest bid, else what there is."""
    move = {"version": form.version, "type": form.types[0]}
    match move["type"]:
        case "discard":
            return move | {"card": form.luxuries[0]}
        case "commit":
            return move | {"cards": [form.cards[-1]]}
    if not state.highest and "bid" in form.types and form.cards:
        return move | {"type": "bid", "cards": form.cards[-1:]}
    return move | {"type": "pass"}


@pytest.mark.parametrize(
    ("edition", "advanced"),
    [("osprey-2018", ""), ("allplay-2025", "gambling excursions yacht-club")],
)
def test_a_whole_game_can_be_played_with_forms_alone(edition, advanced):
    here = a_game("luxury-3", edition=edition, advanced=advanced)
    visitors = visitors_of(here)
    played = 0
    while not (state := here.state()).is_over:
        limits.forget()
        visitor = visitors[state.seats_to_act[0]]
        form = Form(visitor.page(here.room))
        assert form.version == str(played)

        response = visitor.client.post(form.action, moves_of(form, state))
        if response.status_code == 409:
            move = {"version": form.version, "type": "pass"}
            response = visitor.client.post(form.action, move)
        assert response.status_code == 302
        assert response["Location"] == url("room", here.room)
        played += 1

    for visitor in [*visitors, Visitor()]:
        page = visitor.page(here.room)
        assert "The game is over." in page
        assert part(page, "scores")
        assert not Form(page).types
    assert LoggedAction.objects.count() == played
    assert Game.objects.get().result


def test_an_evening_from_the_front_door_to_a_rematch():
    """Each only knows what the pages say: the link, the code, the forms."""
    ann, bob, cid, eve = (Client(enforce_csrf_checks=True) for _ in range(4))

    def send(client, page, path, **data):
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', client.get(page).content.decode())
        answer = client.post(path, {"csrfmiddlewaretoken": token[1], **data})
        assert answer.status_code == 302, answer.content
        return answer["Location"]

    room = send(ann, "/", "/rooms/", name="Ann")
    code = re.search(r"<b[^>]*>([A-Z0-9]{8})</b>", ann.get(room).content.decode())[1]
    assert send(bob, "/", "/join/", code=code.lower()) == room
    send(bob, room, f"{room}sit/", name="Bob")
    send(cid, room, f"{room}sit/", name="Cid")
    send(eve, room, f"{room}watch/", name="Eve")
    send(ann, room, f"{room}start/")
    for name in ("Ann", "Bob", "Cid", "Eve"):
        assert f"{name}</bdi>" in eve.get(room).content.decode()

    page = ann.get(room).content.decode()
    assert "to bid or pass" in part(page, "turn")
    send(bob, room, f"{room}talk/", text="Good luck")
    assert "Good luck" in eve.get(room).content.decode()
    send(ann, room, f"{room}break-off/")
    send(ann, room, f"{room}start/")
    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 1


def test_a_refused_move_says_why_and_shows_the_table():
    here = a_game()
    here.do(bid(0, 12))
    before = everything()
    bob = Visitor(here.people[1])
    low = {"version": 1, "type": "bid", "cards": ["12000"]}

    response = bob.post("play", here.room, low)

    assert response.status_code == 409
    page = response.content.decode()
    assert "A bid of 12 does not beat 12." in part(page, "alert")
    assert Form(page).version == "1"
    assert everything() == before


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "bid"},
        {"type": "bid", "version": "1", "cards": ["5000"]},
        {"type": "bid", "version": "1", "cards": ["1000", "1000"]},
        {"type": "bid", "version": "1", "cards": ["-1000"]},
        {"type": "bid", "version": "1", "cards": ["1e999"]},
        {"type": "bid", "version": "1", "cards": ["NaN"]},
        {"type": "bid", "version": "1", "cards": ["9" * 5000]},
        {"type": "bid", "version": "1", "cards": ["١"]},
        {"type": "bid", "version": "x", "cards": ["25000"]},
        {"type": "bid", "version": "-1", "cards": ["25000"]},
        {"type": "bid", "version": ["1", "1"], "cards": ["25000"]},
        {"type": ["bid", "pass"], "version": "1", "cards": ["25000"]},
        {"type": "commit", "version": "1", "cards": ["25000"]},
        {"type": "commit", "version": "1"},
        {"type": "discard", "version": "1", "card": "luxury-7"},
        {"type": "discard", "version": "1", "card": "\x00"},
        {"type": "start", "version": "1"},
        {"type": "pass", "version": "0"},
        {"type": "pass", "version": "2"},
        {"type": "pass", "version": "999999999"},
    ],
)
def test_moves_that_no_page_sends_are_refused_with_a_sentence(move):
    here = a_game()
    here.do(bid(0, 12))
    before = everything()

    for headers in ({}, {"HX-Request": "true"}):
        response = Visitor(here.people[1]).post("play", here.room, move, headers=headers)
        assert response.status_code == 409
        assert re.search(
            r'role="alert"[^>]*>(?:<h1>.*</h1>\s*<p>)?[^<]+', response.content.decode()
        )
    assert everything() == before


def test_htmx_gets_nothing_for_a_deed_and_a_sentence_for_a_refusal():
    here = a_room(3)
    host, htmx = Visitor(here.people[0]), {"HX-Request": "true"}

    done = host.post("lock", here.room, {"locked": "yes"}, headers=htmx)
    refused = host.post("break-off", here.room, headers=htmx)
    page = host.get("room", here.room, headers=htmx)
    left = host.post("leave", here.room, headers=htmx)

    assert (done.status_code, done.content) == (204, b"")
    assert refused.status_code == 409
    assert refused.content.decode().startswith('<p id="alert"')
    assert page.content.decode().startswith('<div id="room"')
    assert left["HX-Redirect"] == "/"


PAGES = ["home", "my-games", "sign-up", "login", "rules"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_words_are_shown_as_they_are(name):
    here = a_game()
    Player.objects.filter(pk=here.people[0].pk).update(name=name[:20])
    here.game.seats.filter(number=0).update(name=name[:20])
    talk.say(here.room.pk, here.people[1], name)
    said = Message.objects.get().text

    for visitor in (Visitor(here.people[0]), Visitor(here.people[1]), Visitor()):
        page = visitor.page(here.room)
        assert f"<bdi>{said}</bdi>" in unescape(page)
        assert name[:20] in unescape(part(page, "place-0"))
        assert name[:20] in unescape(part(page, "people"))
        for harm in ("<script>alert", "<img src=x", "</bdi></script>"):
            assert harm not in page
    for page in PAGES[:2]:
        html = Visitor(here.people[0]).get(page).content.decode()
        assert name[:20] in unescape(html)
        assert "<img src=x" not in html


def test_a_hostile_name_goes_through_the_front_door():
    visitor = Visitor()

    visitor.post("open-room", data={"name": "<b>\u202eAnn</b>"})

    assert visitor.player.name == "<b>Ann</b>"
    assert "&lt;b&gt;Ann&lt;/b&gt;" in visitor.page(Room.objects.get())


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "\u202e"])
def test_a_name_that_is_none_opens_no_room(name):
    before = everything()

    response = Visitor().post("open-room", data={"name": name})

    assert response.status_code == 400
    assert everything() == before


@pytest.mark.parametrize("name", PAGES)
def test_pages_let_in_no_foreign_code(name):
    response = Visitor(a_person()).get(name)

    policy = response["Content-Security-Policy"]
    for rule in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert rule in policy
    assert "unsafe" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    for attribute in (" onclick=", " onload=", "javascript:", " style="):
        assert attribute not in response.content.decode()


def test_a_room_s_page_holds_no_inline_code():
    here = a_sealed_round()
    for visitor in [*visitors_of(here), Visitor()]:
        page = visitor.page(here.room)
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"\s(on\w+|style)=", page)


def test_sitting_down_and_opening_a_room_change_the_session_key():
    here = a_room(2)
    visitor = Visitor()
    keys = [visitor.session_key]

    for deed in (
        lambda: visitor.post("sit", here.room, {"name": "Zoe"}),
        lambda: visitor.post("open-room", data={"name": "Zoe"}),
        lambda: visitor.post("watch", here.room, {"name": "Zoe"}),
        lambda: visitor.post("sign-up", data=ACCOUNT),
        lambda: visitor.post("logout"),
        lambda: visitor.post("login", data={"username": "duchess", "password": "a fine evening"}),
    ):
        assert deed().status_code == 302
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


def test_nobody_is_sent_elsewhere_after_logging_in():
    Visitor().post("sign-up", data=ACCOUNT)
    account = {"username": "duchess", "password": "a fine evening"}

    response = Visitor().client.post("/login/?next=https://example.org/", account)

    assert response["Location"] == "/"


def too_fast(response):
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 60
    assert "a little fast" in response.content.decode()


@pytest.mark.parametrize(
    ("name", "data", "deeds"),
    [("open-room", {"name": "Zoe"}, 10), ("join", {"code": "AAAAAAAA"}, 10)],
)
@pytest.mark.usefixtures("clock")
def test_the_front_door_is_not_stormed(name, data, deeds):
    for _ in range(deeds):
        assert Visitor().post(name, data=data).status_code in {302, 404}
    before = everything()

    too_fast(Visitor().post(name, data=data))
    assert everything() == before


@pytest.mark.usefixtures("clock")
def test_a_room_is_not_stormed():
    here = a_room(1)
    for _ in range(20):
        assert Visitor().post("watch", here.room, {"name": "Zoe"}).status_code == 302
    before = everything()

    too_fast(Visitor().post("watch", here.room, {"name": "Zoe"}))
    too_fast(Visitor().post("sit", here.room, {"name": "Zoe"}))
    assert everything() == before


@pytest.mark.usefixtures("clock")
def test_nobody_talks_faster_than_others_can_read():
    here = a_room(2)
    ann, bob = visitors_of(here)
    for number in range(5):
        assert ann.post("talk", here.room, {"text": str(number)}).status_code == 302

    too_fast(ann.post("talk", here.room, {"text": "6"}))
    too_fast(ann.post("talk", here.room, {"remark": "thanks"}))
    assert bob.post("talk", here.room, {"text": "Hush"}).status_code == 302
    assert Message.objects.count() == 6


@pytest.mark.usefixtures("clock")
def test_nobody_moves_faster_than_a_hand():
    here = a_game(first=1)
    ann, move = Visitor(here.people[0]), {"type": "pass", "version": 0}
    for _ in range(30):
        answer = ann.post("play", here.room, move, headers={"HX-Request": "true"})
        assert answer.status_code == 409

    too_fast(ann.post("play", here.room, move))


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("is_behind_a_proxy", [False, True])
def test_a_made_up_address_gives_nobody_more_tries(settings, is_behind_a_proxy):
    """Behind our proxy its word counts, which comes last; without one nobody's does."""
    settings.HTTPS = is_behind_a_proxy

    def knock(number, address="10.0.0.1"):
        forwarded = {"X-Forwarded-For": f"192.0.2.{number}, {address}"}
        return Visitor().post("join", data={"code": "AAAAAAAA"}, headers=forwarded)

    for number in range(10):
        assert knock(number).status_code == 404

    too_fast(knock(11))
    assert knock(12, "10.0.0.2").status_code == (404 if is_behind_a_proxy else 429)


@pytest.mark.usefixtures("clock")
def test_accounts_are_not_made_by_the_dozen():
    for number in range(10):
        Visitor().post("sign-up", data=ACCOUNT | {"username": f"duke{number}"})

    too_fast(Visitor().post("sign-up", data=ACCOUNT))


@pytest.mark.usefixtures("clock")
def test_passwords_are_not_guessed_by_the_dozen():
    Visitor().post("sign-up", data=ACCOUNT)
    for _ in range(10):
        Visitor().post("login", data={"username": "duchess", "password": "wrong"})

    too_fast(Visitor().post("login", data={"username": "duchess", "password": "wrong"}))


def test_the_muted_are_not_on_the_page_until_unmuted():
    here = a_room(3)
    ann, bob, _ = here.people
    talk.say(here.room.pk, bob, "Boo")
    visitor = Visitor(ann)
    assert "Boo" in visitor.page(here.room)

    visitor.post("mute", here.room, {"player": bob.pk})
    assert "Boo" not in visitor.page(here.room)
    assert "Boo" in Visitor(bob).page(here.room)
    visitor.post("mute", here.room, {"player": bob.pk, "muted": "no"})
    assert "Boo" in visitor.page(here.room)


def test_the_host_alone_sees_the_host_s_forms():
    here = a_room(3)
    rooms.watch(here.room.pk, eve := a_person("Eve"))
    forms = [f'action="{url(name, here.room)}"' for name in ("start", "options", "lock", "remove")]

    host, *others = (Visitor(who) for who in (*here.people, eve, None))
    page = host.page(here.room)
    assert all(form in page for form in forms)
    for other in others:
        page = other.page(here.room)
        assert not any(form in page for form in forms)


def test_a_stranger_sees_no_invitation():
    here = a_room(3)

    assert url("qr", here.room) not in Visitor().page(here.room)
    assert url("qr", here.room) in Visitor(here.people[1]).page(here.room)


def test_the_qr_code_is_a_picture_of_the_link():
    here = a_room(1)

    response = Visitor(here.people[0]).get("qr", here.room)

    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.startswith(b"<svg") or b"<svg" in response.content[:200]


def test_rooms_are_in_no_list():
    here = a_room(3)

    page = Visitor().get("home").content.decode()

    assert here.room.code not in page
    assert here.room.invite not in page
