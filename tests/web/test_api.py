"""Programs of others: a token opens one seat, and nothing but what that seat may know or do."""

import json
import subprocess
import sys

import pytest
from django.test import Client

from docs.example_bot import choose
from games.engine.observation import as_dict, observe
from games.models import Game, LoggedAction, Member
from games.rooms import api_tokens, hosting, presence, seating
from tests.support.builders import a_game, a_person, a_room, bid, everything
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db(transaction=True)


class Program:
    """A client without a session that has a token."""

    def __init__(self, token):
        self.client = Client(headers={"Authorization": f"Bearer {token}"}, enforce_csrf_checks=True)

    def look(self):
        return self.client.get(url("seat-api"))

    def send(self, body):
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self.client.post(url("seat-api"), text, content_type="application/json")

    def act(self, version, **action):
        return self.send({"version": version, "action": action})


@pytest.fixture
def here():
    return a_game()


@pytest.fixture
def program(here):
    return Program(api_tokens.new_token(here.room.pk, here.people[0]))


def test_a_seated_person_gets_a_token_that_is_stored_nowhere(here):
    visitor = Visitor(here.people[0])

    page = visitor.post("token", here.room).content.decode()

    token = page.split("Bearer ")[1].split('"')[0]
    assert Program(token).look().status_code == 200
    assert token not in json.dumps(everything(), default=str)


def test_the_seat_sees_its_observation_and_no_more(here, program):
    here.do(bid(0, 3))

    seen = program.look().json()

    assert seen["observation"] == json.loads(json.dumps(as_dict(observe(here.state(), 0))))
    assert seen["version"] == 1
    assert seen["is_my_turn"] is False
    assert here.game.seed not in json.dumps(seen)


def test_an_action_is_played_for_the_tokens_seat_whatever_it_says(program):
    answer = program.act(0, type="bid", cards=[3000], seat=2)

    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    assert LoggedAction.objects.get().seat == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "bid", "cards": []}, "empty-bid"),
        ({"type": "bid", "cards": [7]}, "unknown-card"),
        ({"type": "sing"}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_code_and_sentence(program, action, code):
    before = everything()

    answer = program.act(0, **action)

    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert answer.json()["sentence"]
    assert everything() == before


def test_a_late_move_is_told_that_the_table_moved_on(here, program):
    here.do(bid(0, 3))

    assert program.act(0, type="pass").json()["code"] == "table-moved-on"


@pytest.mark.parametrize(
    "body",
    ["", "[]", "{", '{"version": "0"}', '{"version": true, "action": {}}', "[" * 3000, b"\xff"],
)
def test_nonsense_gets_a_sentence(program, body):
    answer = program.send(body)

    assert answer.status_code == 400
    assert answer.json()["sentence"]


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", "Basic x", "Bearer \u00e9"])
def test_without_a_good_token_nothing_opens(header):
    client = Client(headers={"Authorization": header} if header else {})

    answer = client.get(url("seat-api"))

    assert answer.status_code == 401
    assert answer.json()["code"] == "no-such-token"


def test_a_new_token_makes_the_old_one_void(here, program):
    api_tokens.new_token(here.room.pk, here.people[0])

    assert program.look().status_code == 401


def test_who_was_removed_has_no_token_left():
    here = a_room(3)
    program = Program(api_tokens.new_token(here.room.pk, here.people[1]))
    hosting.remove(here.room.pk, here.people[0], here.people[1].pk)

    assert program.look().status_code == 401


def test_before_the_game_there_is_only_the_room():
    here = a_room(3)
    program = Program(api_tokens.new_token(here.room.pk, here.people[1]))

    assert program.look().json() == {"room": here.room.code, "game": None}
    assert program.act(0, type="pass").json()["code"] == "no-game"


def test_who_watches_gets_no_token(here):
    spectator = a_person("Eve")
    seating.watch(here.room.pk, spectator)

    assert Visitor(spectator).post("token", here.room).status_code == 403


def test_a_program_that_looks_is_present(here, program):
    Member.objects.update(seen_at=None)

    program.look()

    assert Member.objects.get(player=here.people[0]).seen_at is not None
    assert presence.absent_in([here.room.pk]) == {here.room.pk: frozenset()}


@pytest.mark.usefixtures("clock")
def test_a_program_in_a_hurry_is_told_to_wait(program):
    answers = [program.look() for _ in range(41)]

    assert [answer.status_code for answer in answers] == [200] * 40 + [429]
    assert int(answers[-1]["Retry-After"]) >= 1


def test_the_example_plays_a_whole_game(here, settings):
    settings.LIMITS = "off"
    players = [Program(api_tokens.new_token(here.room.pk, who)) for who in here.people]
    while Game.objects.get().status == Game.Status.RUNNING:
        for player in players:
            seen = player.look().json()
            if seen["is_my_turn"]:
                action = json.loads(choose(json.dumps(seen["observation"])))
                assert player.act(seen["version"], **action).status_code == 200

    assert players[0].look().json()["observation"]["result"]["winners"] is not None


def test_the_example_program_is_a_program():
    done = subprocess.run(
        [sys.executable, "docs/example_program.py", "http://127.0.0.1:9/", "x"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "ImportError" not in done.stderr
