"""What happens is pushed to everybody in the room, and each sees their own."""

import asyncio

import pytest

from games import screens
from games.engine.auto_bids import AutoBid
from games.engine.history import BY_CLOCK
from games.live import connections, hub
from games.live.viewer import ConnectedViewer
from games.models import LoggedAction
from games.play import moves
from games.play.auto_bids import set_auto_bid
from games.play.position import forget_positions
from games.process.db_threads import in_thread
from games.rooms import chat, ending, seating, starting
from tests.support.builders import a_game, a_person, bid, play_on
from tests.support.sockets import PATIENCE, Party, frame, send, until
from tests.support.visitors import a_socket, ids, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]

# A code on which the page's socket is opened again at once.
CAME_BACK_FROM = {"type": "websocket.close", "code": 1013}


async def test_a_move_is_pushed_to_everybody_and_each_sees_their_own(game):
    sockets = await game.open()

    await send(sockets[0], type="bid", version="0", cards=["3000", "1000"])
    pushed = [await frame(socket) for socket in sockets]

    for number, html in enumerate(pushed):
        assert 'value="1"' in part(html, "version")
        assert "Bob to bid or pass" in part(html, "turn")
        assert ("Ann bids 4." if number else "You bid 4.") in part(html, "log")
        assert "seat-2" not in ids(html)
    assert [bool(part(html, "hand")) for html in pushed] == [True, False, False, False, False]
    assert 'value="3000"' not in part(pushed[0], "hand")
    assert "Your turn" in part(pushed[1], "controls")
    assert "Your turn" not in "".join(part(pushed[n], "controls") for n in (0, 2, 3, 4))
    assert await in_thread(LoggedAction.objects.count) == 1
    await game.close()


async def test_a_turn_that_timed_out_is_told_to_its_player_alone(game):
    ann, bob = await game.open(0, 1)

    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3), BY_CLOCK))

    assert "Your time ran out" in part(await frame(ann), "bot-report")
    assert not part(await frame(bob), "bot-report")
    await game.close()


async def test_what_a_room_is_told_comes_with_the_room_and_goes_with_the_next_game(game):
    bob = await game.open(1)
    host = game.here.people[0]

    await in_thread(ending.break_off, game.room.pk, host)
    assert "It has no result." in part(await until(bob, "It has no result."), "notice")

    await in_thread(starting.start, game.room.pk, host)
    # The room may be pushed once more as it was before, on PostgreSQL also with the table of after.
    while 'id="hand"' not in (html := await frame(bob)) or "It has no result." in html:
        pass
    assert part(html, "notice")
    await game.close()


async def test_a_socket_that_cannot_be_sent_to_is_closed_and_the_others_go_on(game, hub, caplog):
    ann, bob = await game.open(0, 1)
    (viewer,) = [each for each in hub.viewers[game.room.pk] if each.player == game.here.people[1]]
    works = viewer.consumer.base_send

    async def fails(message):
        if message["type"] == "websocket.send":
            raise RuntimeError("too long")
        await works(message)

    viewer.consumer.base_send = fails
    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))

    assert await bob.receive_output(timeout=PATIENCE) == CAME_BACK_FROM
    assert 'value="1"' in part(await frame(ann), "version")
    assert viewer not in hub.viewers[game.room.pk]
    assert [each.levelname for each in caplog.records if "sent to" in each.message] == ["WARNING"]
    await game.close()


async def test_a_move_of_another_process_is_pushed_like_one_of_ours(game, hub, monkeypatch):
    sockets = await game.open()
    await in_thread(set_auto_bid, game.here.game.pk, 1, AutoBid(lot=1, limit=30_000))
    assert "30" in part(await frame(sockets[1]), "auto-bid")
    monkeypatch.setattr(connections, "load_room", lambda _: 1 / 0)

    await of_another_process(hub, game, bid(0, 3))
    pushed = [await frame(socket) for socket in sockets]

    for number, html in enumerate(pushed):
        assert 'value="1"' in part(html, "version")
        assert "Bob to bid or pass" in part(html, "turn")
        assert ("Ann bids 3." if number else "You bid 3.") in part(html, "log")
    assert [bool(part(html, "hand")) for html in pushed] == [True, False, False, False, False]
    assert not any("30" in part(pushed[number], "auto-bid") for number in (0, 2, 3, 4))
    await game.close()


async def test_pages_that_missed_a_move_of_another_process_are_brought_up_to_date(game, hub):
    ann, bob = await game.open(0, 1)

    await of_another_process(hub, game, bid(0, 3), bid(1, 4))

    for socket in (ann, bob):
        assert 'value="2"' in part(await frame(socket), "version")
    await game.close()


async def of_another_process(hub, game, *actions):
    """Play where this process does not hear of it, then let it be told of the last move."""
    loop, hub.loop = hub.loop, None
    for version, action in enumerate(actions):
        await in_thread(moves.play, moves.Move(game.here.game.pk, version, action))
    hub.loop = loop
    forget_positions()
    told = {"type": "room.changed", "room": game.room.pk, "game": game.here.game.pk}
    await hub._take(told | {"version": len(actions)})


async def test_a_move_by_form_is_pushed_too(game):
    sockets = await game.open()

    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))

    for socket in sockets:
        assert 'value="1"' in part(await frame(socket), "version")
    await game.close()


async def test_a_sealed_card_is_pushed_to_its_owner_alone(sealed):
    sockets = await sealed.open()

    await send(sockets[1], type="commit", version="0", cards=["25000"])
    pushed = [await frame(socket) for socket in sockets]

    assert "25,000" in part(pushed[1], "hand")
    for number in (0, 2, 3, 4):
        assert "25" not in pushed[number].replace(part(pushed[number], "seen"), "")
        assert "Bob plays a card face down." in pushed[number]
    await sealed.close()


async def test_cards_laid_at_the_same_version_are_all_taken(sealed):
    ann, bob, cid = await sealed.open(0, 1, 2)

    for number, socket in enumerate((ann, bob, cid)):
        await send(socket, type="commit", version="0", cards=[str((6000, 8000, 10000)[number])])

    for socket in (ann, bob, cid):
        assert 'id="alert"' not in await until(socket, "The face-down cards are")
    assert await in_thread(LoggedAction.objects.count) == 3
    await sealed.close()


async def test_people_coming_and_going_are_shown_at_once(lobby):
    sockets = await lobby.open()

    zoe = await in_thread(a_person, "Zoe")
    await in_thread(seating.sit, lobby.room.pk, zoe)

    for socket in sockets:
        assert "Zoe" in part(await frame(socket), "people")
    await lobby.close()


async def test_a_start_brings_the_table_to_everybody(lobby):
    sockets = await lobby.open()

    await in_thread(starting.start, lobby.room.pk, lobby.here.people[0])
    pushed = [await frame(socket) for socket in sockets]

    assert all(html.startswith('<div id="room"') for html in pushed)
    assert ["<fieldset" in part(html, "hand") for html in pushed] == [True] * 3 + [False] * 2
    await lobby.close()


async def test_the_end_is_shown_to_everybody(game, rng):
    await in_thread(play_on, game.here, rng, 8)
    sockets = await game.open()

    await in_thread(play_on, game.here, rng)

    for socket in sockets:
        await until(socket, "The game is over.", 'id="scores"')
    await game.close()


async def test_rooms_do_not_hear_each_other(game):
    other = await in_thread(lambda: Party(a_game()))
    here, there = await game.open(0), await other.open(0)

    await send(there, type="bid", version="0", cards=["3000"])

    await frame(there)
    assert await here.receive_nothing(timeout=0.05)
    await game.close()
    await other.close()


async def test_a_storm_of_the_same_bid_over_many_tabs_is_one_action(game):
    tabs = await asyncio.gather(*[game.open(0) for _ in range(5)])

    for tab in tabs:
        await send(tab, type="bid", version="0", cards=["3000"])
    got = [await until(tab, 'name="version" value="1"') for tab in tabs]
    for number, tab in enumerate(tabs):
        await send(tab, text=f"Tab {number}")
        got[number] += await until(tab, f"Tab {number}")

    assert await in_thread(LoggedAction.objects.count) == 1
    assert sum("The table has changed" in html for html in got) == 4
    await game.close()


async def test_a_socket_that_missed_a_move_gets_all_of_it(hub, game):
    """The news of a move was lost on the way: the next one brings both."""
    ann = await game.open(0)
    hub.loop = None
    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))
    hub.loop = asyncio.get_running_loop()

    await in_thread(moves.play, moves.Move(game.here.game.pk, 1, bid(1, 4)))
    html = await until(ann, "You bid 3.", "Bob bids 4.")

    assert 'value="2"' in part(html, "version")
    await game.close()


async def test_a_socket_that_leaves_meanwhile_keeps_the_news_from_nobody(hub, game, settings):
    """Those who missed a move are looked for at once, not when the set of sockets has changed."""
    settings.HEARTBEAT = 3_600
    ann, _bob = await game.open(0, 1)
    one, other = hub.viewers[game.room.pk]
    leaver = one if one.role.seat == 1 else other
    hub.loop = None
    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))
    moved = await in_thread(moves.play, moves.Move(game.here.game.pk, 1, bid(1, 4)))
    hub.loop = asyncio.get_running_loop()

    hub._moved(moved)
    hub.leave(leaver)

    html = await until(ann, "You bid 3.", "Bob bids 4.")
    assert 'value="2"' in part(html, "version")
    await game.close()


async def test_a_stranger_typing_a_name_is_not_disturbed(lobby):
    """The field with an invented name is replaced only when it has to change."""
    stranger = await lobby.open(4)

    for text in ("One", "Two", "Three"):
        await in_thread(chat.say, lobby.room.pk, lobby.here.people[0], text)
        assert "join" not in ids(await frame(stranger))
    await lobby.close()


async def test_the_language_of_the_page_is_the_language_of_the_socket(game):
    seen = await in_thread(lambda: game.seen_state)
    headers = [(b"accept-language", b"xx,en;q=0.5")]
    socket = a_socket(game.room, game.visitors[0], {"seen": seen}, headers=headers)
    await socket.connect()

    await in_thread(moves.play, moves.Move(game.here.game.pk, 0, bid(0, 3)))

    assert "You bid 3." in await frame(socket)
    await socket.disconnect()


async def test_a_socket_that_is_joining_is_not_sent_the_room_its_page_shows(game):
    class Watcher(ConnectedViewer):
        def __init__(self, *facts):
            super().__init__(*facts)
            self.sent_html = []

        def push(self, html):
            self.sent_html.append(html)

    await game.open(0)
    snapshot = await in_thread(lambda: screens.load(game.room))
    viewer = Watcher(game.room.pk, None, "en", "http://testserver")
    hub.hub.viewers[game.room.pk].add(viewer)

    await hub.hub.refresh([viewer])
    await hub.hub.join(viewer, snapshot.seen_state)

    assert viewer.sent_html == []
    await game.close()
