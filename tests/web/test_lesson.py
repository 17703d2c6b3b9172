"""The page of the lesson: played by forms without scripts, and what it answers to bad input."""

import re
from html import unescape

import pytest
from django.test import Client

from games.engine.actions import Bid
from games.lessons.script import STEPS
from games.lessons.steps import LAST
from tests.support.builders import a_person, everything
from tests.support.visitors import Visitor, ids, part, url

pytestmark = pytest.mark.django_db
NEXT = re.compile(r'href="(/learn/\?step=\d+)">')


def shown(response):
    return unescape(response.content.decode())


def ask(client, **data):
    return client.get(url("learn"), data)


def fields(number):
    """What a browser sends for the advised move of a step."""
    advice = STEPS[number - 1].advice
    if isinstance(advice, Bid):
        return {"step": number, "type": "bid", "cards": sorted(advice.money)}
    return {"step": number, "type": "pass"}


@pytest.fixture
def client():
    return Client()


def test_the_home_page_leads_to_the_lesson(client):
    assert 'href="/learn/"' in shown(client.get("/"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_lesson_can_be_played_with_forms_alone(client, language):
    client.cookies["django_language"] = language
    before = everything()
    response = ask(client)

    for number in range(1, LAST):
        html = shown(response)
        assert response.status_code == 200
        assert f">{number}/{LAST}<" in html
        assert "%(" not in html
        response = go_on(client, number, html)
    html = shown(response)

    assert 'id="scores"' in html
    assert 'action="/play/"' in html
    assert 'href="/rules/osprey-2018/"' in html
    assert everything() == before


def go_on(client, number, html):
    """The page after the advised move, or after the link of a step that is only read."""
    if STEPS[number - 1].advice is None:
        return client.get(NEXT.findall(html)[-1])
    response = ask(client, **fields(number))
    assert response.status_code == 302
    assert response["Location"] == f"/learn/?step={number + 1}"
    return client.get(response["Location"])


def test_every_step_offers_what_is_advised(client):
    for number, step in enumerate(STEPS, start=1):
        html = shown(ask(client, step=number))
        money = step.advice.money if isinstance(step.advice, Bid) else ()
        offered = set(re.findall(r'name="cards" value="(\d+)"', html))
        assert {str(value) for value in money} <= offered
        assert ('value="pass"' in html) == (step.advice is not None)


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_no_id_is_given_twice(client, number):
    html = shown(ask(client, step=number))
    found = re.findall(r'\sid="([^"]+)"', html)

    assert len(found) == len(set(found)) == len(ids(html))


def test_another_legal_move_is_answered_and_the_step_stays(client):
    response = ask(client, step=1, type="pass")

    assert response.status_code == 200
    assert response["HX-Push-Url"] == "false"
    assert "You may pass: you pay nothing" in shown(response)
    assert f">1/{LAST}<" in shown(response)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"type": "bid"}, "Choose at least one money card to bid."),
        ({"type": "bid", "cards": "1000"}, "A bid of 5 doesn’t beat 8. Add more, or pass."),
        ({"type": "bid", "cards": "4000"}, "That money card isn’t in your hand. Choose another."),
        ({"type": "bid", "cards": "7"}, "There is no such card in this game."),
        ({"type": "bid", "cards": ["3000", "3000"]}, "There is no such card in this game."),
        ({"type": "bid", "cards": "three"}, "That isn’t possible."),
        ({"type": "bid", "cards": "9" * 3_000}, "That isn’t possible."),
        ({"type": "bid", "cards": ["3000"] * 900}, "There is no such card in this game."),
        ({"type": "discard", "card": "luxury-8"}, "You don’t have to give up a card now."),
        ({"type": "commit", "cards": "3000"}, "No face-down cards for this lot."),
        ({"type": ""}, "That isn’t possible."),
        ({"type": "cheat"}, "That isn’t possible."),
        ({"type": ["bid", "pass"]}, "That isn’t possible."),
        ({"type": "pass\0"}, "That isn’t possible."),
    ],
)
def test_what_cannot_be_played_gets_a_sentence_and_the_same_step(client, data, sentence):
    before = everything()
    response = ask(client, step=2, **data)

    assert response.status_code == 409
    assert sentence in shown(response)
    assert f">2/{LAST}<" in shown(response)
    assert everything() == before


@pytest.mark.parametrize("step", ["0", "99", "-1", "x", "", "1" * 3_000, "2\0"])
def test_a_step_that_does_not_exist_is_refused_with_a_sentence(client, step):
    response = ask(client, step=step, type="pass")

    assert response.status_code == 404
    assert "This lesson has no such step." in shown(response)


def test_more_fields_than_a_form_has_are_refused(client):
    response = ask(client, step=2, type="bid", cards=["3000"] * 5_000)

    assert response.status_code == 400


def test_a_move_where_one_only_reads_changes_nothing(client):
    for number in (3, LAST):
        answers = [shown(ask(client, step=number, **move)) for move in ({}, {"type": "pass"})]
        assert part(answers[0], "coach-says") == part(answers[1], "coach-says")


def test_the_move_of_another_seat_is_the_learner_s_own(client):
    assert f">1/{LAST}<" in shown(ask(client, step=1, type="pass", seat=2))


def test_at_the_end_a_known_player_goes_on_under_their_name():
    html = shown(Visitor(a_person("Zoe")).client.get("/learn/?step=15"))

    assert 'name="name" value="Zoe"' in html
