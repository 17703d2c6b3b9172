"""Pages without scripts: a whole evening by forms, and moves that no page sends."""

import re

import pytest
from django.test import Client

from games.models import Game, LoggedAction
from tests.support.builders import a_game, a_room, bid, everything
from tests.support.memory import forget_limits
from tests.support.visitors import Form, Visitor, part, url, visitors_of

pytestmark = pytest.mark.django_db


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
        forget_limits()
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
    code = re.search(r"<b[^>]*>([A-Z0-9]{6})</b>", ann.get(room).content.decode())[1]
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
    assert "A bid of 12 doesn’t beat 12. Add more, or pass." in part(page, "alert")
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


def test_htmx_gets_nothing_for_what_is_done_and_a_sentence_for_a_refusal():
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
