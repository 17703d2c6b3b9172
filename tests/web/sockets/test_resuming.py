"""A page that connects late or again: what it lacks is sent, and what a hand is doing stays."""

import re
from random import Random

import pytest

from games.process.db_threads import in_thread
from games.rooms import chat, hosting, seating
from games.screens import SeenState
from tests.support.builders import a_person, bid
from tests.support.positions import passes
from tests.support.sockets import frame
from tests.support.strategies import some_action
from tests.support.visitors import a_socket, ids, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]
TOKEN = re.compile('<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')
IN_HAND = {"room", "hand", "controls", "text"}


def said_by(page: str) -> dict[str, str]:
    """What the script of this page says when it opens the socket."""
    return {
        "seen": re.search(r'id="seen" value="([^"]*)"', page)[1],
        "outline": re.search(r'data-outline="([^"]*)"', page)[1],
    }


async def first_frame(party, number: int, page: dict[str, object]) -> str:
    """What a page that says this is sent first, without form tokens; empty if nothing is sent."""
    socket = a_socket(party.room, party.visitors[number], page)
    await socket.connect()
    await party.settle()
    html = "" if await socket.receive_nothing(timeout=0.05) else await frame(socket)
    await socket.disconnect()
    return TOKEN.sub("", html)


async def page_of(party, number: int) -> str:
    """The room as a page loaded now shows it, without form tokens."""
    page = await in_thread(party.visitors[number].page, party.room)
    return TOKEN.sub("", part(page, "room"))


async def test_a_change_of_the_room_meanwhile_leaves_hand_and_choices(game):
    page = await page_of(game, 0)
    await in_thread(lambda: seating.watch(game.room.pk, a_person("Gus")))

    html = await first_frame(game, 0, said_by(page))

    assert "Gus" in part(html, "people")
    assert not ids(html) & IN_HAND


async def test_a_message_meanwhile_is_added(game):
    page = await page_of(game, 0)
    await in_thread(chat.say, game.room.pk, game.here.people[1], "Good evening")

    html = await first_frame(game, 0, said_by(page))

    assert html.count("Good evening") == 1
    assert not ids(html) & IN_HAND


async def test_a_bid_of_another_meanwhile_leaves_the_hand_and_brings_the_turn(game):
    page = await page_of(game, 1)
    await in_thread(game.here.do, bid(0, 3))

    html = await first_frame(game, 1, said_by(page))

    assert {"controls", "stage", "log", "seat-0", "version"} <= ids(html)
    assert not ids(html) & {"room", "hand", "text"}


async def test_the_moment_after_a_lot_is_sent_to_who_sees_it_go_and_not_to_who_comes_later(game):
    page = await page_of(game, 1)
    present = await game.open(0)
    await in_thread(game.here.do, *passes(0, 1))

    await frame(present)
    live = await frame(present)
    late = await first_frame(game, 1, said_by(page))
    new = await first_frame(game, 2, {})

    assert "You get" in part(live, "moment")
    assert "stage" in ids(late)
    assert "moment" not in ids(late)
    assert "You get" not in part(new, "moment")
    assert "You get" in part(await page_of(game, 2), "moment")


async def test_ones_own_bid_meanwhile_brings_the_new_hand(game):
    page = await page_of(game, 0)
    await in_thread(game.here.do, bid(0, 3))

    html = await first_frame(game, 0, said_by(page))

    assert part(html, "hand") == part(await page_of(game, 0), "hand") != part(page, "hand")


async def test_words_typed_in_a_lobby_stay_too(lobby):
    page = await page_of(lobby, 0)
    await in_thread(lambda: seating.sit(lobby.room.pk, a_person("Gus")))

    html = await first_frame(lobby, 0, said_by(page))

    assert "Gus" in part(html, "people")
    assert not ids(html) & {"room", "text"}


@pytest.mark.parametrize("who", [1, 3, 4])
async def test_a_page_of_somebody_else_gets_the_whole_room(game, who):
    page = await page_of(game, who)
    await in_thread(game.here.do, bid(0, 3))

    assert (await first_frame(game, 0, said_by(page))).startswith('<div id="room"')


async def test_who_has_become_the_host_gets_the_whole_room(lobby):
    page = await page_of(lobby, 1)
    await in_thread(hosting.hand_over, lobby.room.pk, lobby.here.people[0], lobby.here.people[1].pk)

    assert (await first_frame(lobby, 1, said_by(page))).startswith('<div id="room"')


@pytest.mark.parametrize("version", [2, 10**18])
async def test_a_version_that_never_was_gets_the_whole_room(game, version):
    page = said_by(await page_of(game, 0))
    seen = SeenState(*map(int, page["seen"].split(".")))._replace(version=version)

    html = await first_frame(game, 0, {**page, "seen": seen})

    assert html.startswith('<div id="room"')


@pytest.mark.parametrize("outline", ["", "x", "0" * 2_000, "%00"])
async def test_an_outline_that_cannot_be_gets_the_whole_room(game, outline):
    page = said_by(await page_of(game, 0))
    await in_thread(game.here.do, bid(0, 3))

    assert (await first_frame(game, 0, {**page, "outline": outline})).startswith('<div id="room"')


async def test_after_any_number_of_moves_a_page_is_brought_to_what_a_new_one_shows(game):
    """Each part of the page that differs is sent, exactly as a page loaded now shows it.

    But for the moment after a lot, which is for those who see the lot go.
    """
    chance = Random(5)
    pages = {number: await page_of(game, number) for number in (0, 1, 3)}
    for _ in range(10):
        for _ in range(chance.randint(1, 4)):
            state = await in_thread(game.here.state)
            await in_thread(game.here.do, some_action(state, chance, 0.8))
        number = chance.choice(list(pages))
        html = await first_frame(game, number, said_by(pages[number]))
        old, pages[number] = pages[number], await page_of(game, number)
        assert "room" not in ids(html)
        for name in ids(pages[number]) & ids(old) - {"room", "moment"}:
            here = [part(each, name) for each in (old, html, pages[number])]
            if name in ids(html):
                assert here[1] == here[2]
            elif not ids(here[2]) & ids(html):
                assert here[0] == here[2], name
