"""Exports and checks of many games at once."""

import csv
import json

import pytest
from django.test import AsyncClient

from games.admin.streams import COLUMNS, harmless
from games.archive.records import read_records
from games.models import Game, LoggedAction, Seat
from games.process.db_threads import in_thread
from tests.support.builders import a_game, play_on, unguarded
from tests.support.staff import Keeper, streamed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("streams")]


@pytest.fixture
async def over(rng):
    """A finished game, and one that runs beside it."""

    def build():
        here = a_game()
        play_on(here, rng)
        a_game()
        return here.game

    return await in_thread(build)


@pytest.fixture
async def keeper():
    return await in_thread(Keeper)


async def test_records_come_back_as_they_were_played(over, keeper):
    text = await streamed(keeper.user, "export_records", over)

    record = next(iter(read_records([text.encode()])))
    stored = await Game.objects.aget(pk=over.pk)
    assert record.result == stored.result
    assert json.loads(text)["seed"] == stored.seed


@pytest.mark.usefixtures("over")
async def test_running_games_are_left_out_and_that_is_said(keeper):
    client = AsyncClient()
    await client.aforce_login(keeper.user, backend="django.contrib.auth.backends.ModelBackend")
    games = [game.pk async for game in Game.objects.all()]

    response = await client.post(
        "/admin/games/game/", {"action": "export_records", "_selected_action": games}
    )
    text = "".join([piece.decode() async for piece in response.streaming_content])

    assert text.count("\n") == 1
    page = await client.get("/admin/games/game/")
    assert "1 running game was left out" in page.content.decode()


async def test_names_are_no_formulas_in_a_table(over, keeper):
    hostile = ["=1+1", "@SUM(A1)", "-2"]
    for number, name in enumerate(hostile):
        await Seat.objects.filter(game=over, number=number).aupdate(name=name)

    text = await streamed(keeper.user, "export_table", over)

    head, row = list(csv.reader(text.splitlines()))
    assert tuple(head) == COLUMNS
    assert row[0] == over.code
    assert row[9:12] == [f"'{name}" for name in hostile]


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@x", "\t=1", "\r=1"])
def test_a_cell_never_begins_like_a_formula(cell):
    assert harmless(cell) == f"'{cell}"
    assert harmless("Ann") == "Ann"
    assert harmless(-5) == -5


async def test_checks_are_ticks_and_name_the_faulty_line(over, keeper):
    sound = await streamed(keeper.user, "verify", over)
    await in_thread(spoil, over, device=9)
    faulty = await streamed(keeper.user, "verify", over)

    assert sound.count("verdict--good") == 3
    assert "All 1 games passed the check." in sound
    assert "action 3: the log was changed here." in faulty
    assert "1 of 1 games failed the check." in faulty


def spoil(game, **columns):
    with unguarded():
        LoggedAction.objects.filter(game=game, number=3).update(**columns)


async def test_a_game_that_cannot_be_read_stops_no_export(over, keeper):
    await in_thread(spoil, over, payload="{")

    assert not (await streamed(keeper.user, "export_records", over)).strip()
