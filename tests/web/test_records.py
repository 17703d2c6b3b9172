"""Records leave and come in by the browser: for whom, how much, and nothing still secret."""

import json
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import AsyncClient

from games.archive.importing import archive
from games.archive.sharing import share
from games.engine.record import record_dict, to_line
from games.models import Game
from games.play.stored_records import record_of
from games.process.db_threads import in_thread
from games.rooms import ending
from games.views.records import MOST_AT_ONCE, MOST_BYTES
from tests.support.builders import (
    a_game,
    a_past_game,
    a_person,
    everything,
    import_record,
    play_on,
    recorded,
)
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db


def bring(player, text=b"", **data):
    if text:
        data["file"] = SimpleUploadedFile("games.jsonl", text)
    return Visitor(player).post("import", data=data)


def lines(*records):
    return "".join(f"{to_line(record)}\n" for record in records).encode()


def test_a_running_game_leaves_by_no_door():
    here = a_game()
    play_on(here, Random(5), actions=4)
    game = Game.objects.get()
    for player in (*here.people, a_person("Zoe"), None):
        for key in (game.code, share(game)):
            response = Visitor(player).get("record", key)
            assert response.status_code == 404
            assert game.seed not in response.content.decode()


@pytest.mark.parametrize("over", ["played", "broken off"])
def test_a_game_that_is_over_leaves_for_those_who_sat_there(over):
    here = a_game()
    play_on(here, Random(5), **({"actions": 4} if over == "broken off" else {}))
    if over == "broken off":
        ending.break_off(here.room.pk, here.people[0])
    game = Game.objects.get()

    response = Visitor(here.people[1]).get("record", game.code)

    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert f"high-society-{game.code}.json" in response["Content-Disposition"]
    assert json.loads(response.content) == record_dict(record_of(game))
    assert Visitor(a_person("Zoe")).get("record", game.code).status_code == 404
    assert Visitor().get("record", share(game)).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_all_games_of_a_person_leave_in_a_stream_but_none_that_runs():
    def prepare():
        here = a_game()
        ann = here.people[0]
        games = [a_past_game(here.people, which) for which in range(12)]
        games.append(import_record(recorded()[20], archive(ann)))
        a_past_game([a_person("Eve"), a_person("Fay"), a_person("Gus")])
        return here.game, [to_line(record_of(game)) for game in games], Visitor(ann)

    running, expected, visitor = await in_thread(prepare)
    client = AsyncClient()
    client.cookies = visitor.client.cookies
    response = await client.get(url("my-records"))
    body = b"".join([part async for part in response.streaming_content]).decode()
    await sync_to_async(connections.close_all)()

    assert response.status_code == 200
    assert body.splitlines() == expected
    assert running.seed not in body


def test_a_record_comes_in_and_is_listed():
    ann = a_person()

    response = bring(ann, lines(recorded()[0]))

    game = Game.objects.get()
    assert response.status_code == 302
    assert (game.origin, game.room.host) == (Game.Origin.IMPORTED, ann)
    assert record_dict(record_of(game)) == record_dict(recorded()[0])


def test_a_record_can_be_pasted_over_many_lines():
    text = json.dumps(record_dict(recorded()[0]), indent=2)

    assert bring(a_person(), text=text.encode()).status_code == 302
    assert Visitor(a_person("Bob")).post("import", data={"text": text}).status_code == 302


def test_several_records_are_told_one_by_one():
    page = bring(a_person(), lines(*recorded()[:3])).content.decode()

    assert page.count("new\n") == 3


def test_the_same_record_twice_is_told_and_leads_to_the_first():
    ann = a_person()
    bring(ann, lines(recorded()[0]))
    before = everything()

    page = bring(ann, lines(recorded()[0])).content.decode()

    assert "already here" in page
    assert Game.objects.get().code in page
    assert everything() == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"nonsense", 1),
        (b"PK\x03\x04" + bytes(500), 1),
        (to_line(recorded()[0]).encode("utf-16"), 1),
        (b"\xff" * 100, 1),
        (b"[" * 1_000_000, 1),
        (b'{"a":' * 100_000, 1),
        (b"{}\n" * 10_000, 1),
        (b"x\n" * 10_000, 1),
        (b"x" * 1_500_000, 1),
        (lines(recorded()[0]) + b"\n{}\n", 3),
        (lines(recorded()[0], recorded()[1]).replace(b'"pass"', b'"fold"'), 1),
    ],
    ids=[
        *("nonsense", "zip", "utf-16", "latin", "deep", "deeper", "10000 objects", "10000 lines"),
        *("long", "third line", "unknown action"),
    ],
)
def test_a_bad_record_gets_its_line_and_a_reason_and_nothing_is_stored(text, line):
    ann = a_person()
    before = everything()

    response = bring(ann, text)
    page = response.content.decode()

    assert response.status_code == 400
    assert f"Nothing was imported. Line {line} can’t be read:" in page
    assert len(page) < 20_000
    assert everything() == before


def test_what_is_too_large_gets_a_sentence_before_it_is_read():
    ann = a_person()
    before = everything()
    for data in (
        {"file": SimpleUploadedFile("x", b"x" * (MOST_BYTES + 20_000))},
        {"text": "x" * (MOST_BYTES + 20_000)},
    ):
        response = Visitor(ann).post("import", data=data)
        assert response.status_code == 413
        assert "That’s too large: 2 MB at most." in response.content.decode()
    assert everything() == before


def test_too_many_records_at_once_are_refused_whole():
    before = everything()
    response = bring(ann := a_person(), lines(*[recorded()[0]] * (MOST_AT_ONCE + 1)))

    assert response.status_code == 400
    assert f"more than {MOST_AT_ONCE} records" in response.content.decode()
    assert Game.objects.count() == len(before["Game"])
    assert ann


def test_nobody_can_fill_the_house_with_records(monkeypatch):
    monkeypatch.setattr("games.archive.importing.MOST_RECORDS", 2)
    ann = a_person()
    before = everything()

    response = bring(ann, lines(*recorded()[:3]))

    assert response.status_code == 409
    assert "You can import 2 games at most." in response.content.decode()
    assert everything() == before


@pytest.mark.usefixtures("clock")
def test_importing_again_and_again_has_to_wait():
    ann = a_person()
    answers = [bring(ann, b"nonsense").status_code for _ in range(11)]

    assert answers == [400] * 10 + [429]


def test_hostile_names_in_a_record_are_text():
    record = record_dict(recorded()[0])
    record["seats"][0] = "<script>alert(1)</script>"
    ann = a_person()
    bring(ann, json.dumps(record).encode())

    page = Visitor(ann).get("my-games").content.decode()

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(" in page


def test_only_who_brought_a_record_in_can_fetch_it():
    ann = a_person()
    bring(ann, lines(recorded()[0]))
    code = Game.objects.get().code

    assert Visitor(ann).get("record", code).status_code == 200
    assert Visitor(a_person("Zoe")).get("record", code).status_code == 404
    assert Visitor().get("record", code).status_code == 404
