"""Sockets: what a page is told, what it may ask for, and when it is shown the door."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games import limits, live
from games.consumers import BAD, CLOSED, LOGGED_OUT, REMOVED, UNKNOWN
from games.models import LoggedAction, Message, Room, User
from games.moves import BadFrame, fields_of
from games.services import expiry, moderation, people, rooms, table, talk
from games.services.moderation import Judge
from games.threads import in_thread
from tests.games.builders import (
    a_game,
    a_person,
    a_room,
    a_sealed_round,
    bid,
    everything,
    play_on,
)
from tests.web.bad_frames import BAD_FRAMES, a_bad_frame, nonsense
from tests.web.visitors import ORIGIN, Visitor, a_socket, ids, part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


class Party:
    """A room, everybody's browser, and later their open sockets."""

    def __init__(self, here):
        self.here, self.room = here, here.room
        self.eve = a_person("Eve")
        rooms.watch(self.room.pk, self.eve)
        self.room.refresh_from_db()
        self.visitors = [Visitor(player) for player in (*here.people, self.eve)] + [Visitor()]
        self.sockets = []

    @property
    def marks(self):
        """What a page loaded now shows."""
        game, said = self.here.game, Message.objects.last()
        return {
            "changes": Room.objects.get(pk=self.room.pk).changes,
            "game": game.pk if game else "",
            "version": self.here.position().version if game else "",
            "message": said.pk if said else 0,
        }

    async def open(self, *who):
        """Open the sockets of pages that are up to date; without `who`, everybody's."""
        marks = await in_thread(lambda: self.marks)
        opened = [a_socket(self.room, self.visitors[n], marks) for n in who or range(5)]
        for socket in opened:
            is_open, _ = await socket.connect()
            assert is_open
        self.sockets += opened
        await self.settle()
        return opened if len(who) != 1 else opened[0]

    async def settle(self):
        """A socket is open a moment before it has looked round the room."""
        while any(eye.viewer is None for eye in live.hub.eyes[self.room.pk]):  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    async def close(self):
        for socket in self.sockets:
            await socket.disconnect()


@pytest.fixture
def game():
    return Party(a_game())


@pytest.fixture
def lobby():
    return Party(a_room(3))


@pytest.fixture
def sealed():
    return Party(a_sealed_round())


PATIENCE = 30


async def send(socket, **fields):
    await socket.send_to(text_data=json.dumps(fields))


async def frame(socket):
    return await socket.receive_from(timeout=PATIENCE)


async def until(socket, *words):
    """Everything that is pushed until all these words have come."""
    got = await frame(socket)
    while not all(word in got for word in words):
        got += await frame(socket)
    return got


async def test_a_page_that_has_it_all_gets_nothing(game):
    sockets = await game.open()

    for socket in sockets:
        assert await socket.receive_nothing(timeout=0.05)
    await game.close()


@pytest.mark.parametrize("stale", ["changes", "game", "version", "message"])
async def test_a_page_that_shows_something_else_gets_the_whole_room(game, stale):
    marks = await in_thread(lambda: game.marks | {stale: 99})
    socket = a_socket(game.room, game.visitors[0], marks)
    await socket.connect()

    html = await frame(socket)

    assert html.startswith('<div id="room"')
    assert {"hand", "controls", "seat-0", "stage", "people", "log"} <= ids(html)
    await socket.disconnect()


async def test_a_socket_without_marks_gets_the_whole_room(lobby):
    socket = a_socket(lobby.room, lobby.visitors[0])
    await socket.connect()

    assert (await frame(socket)).startswith('<div id="room"')
    await socket.disconnect()


async def test_a_move_is_pushed_to_everybody_and_each_sees_their_own(game):
    sockets = await game.open()

    await send(sockets[0], type="bid", version="0", cards=["3000", "1000"])
    pushed = [await frame(socket) for socket in sockets]

    for html in pushed:
        assert 'value="1"' in part(html, "version")
        assert "Bob to bid or pass" in part(html, "turn")
        assert "Ann bids 4." in part(html, "log")
        assert "seat-2" not in ids(html)
    assert [bool(part(html, "hand")) for html in pushed] == [True, False, False, False, False]
    assert 'value="3000"' not in part(pushed[0], "hand")
    assert "Your turn" in part(pushed[1], "controls")
    assert "Your turn" not in "".join(part(pushed[n], "controls") for n in (0, 2, 3, 4))
    assert await in_thread(LoggedAction.objects.count) == 1
    await game.close()


async def test_a_move_by_form_is_pushed_too(game):
    sockets = await game.open()

    await in_thread(table.play, game.here.game.pk, 0, bid(0, 3))

    for socket in sockets:
        assert 'value="1"' in part(await frame(socket), "version")
    await game.close()


async def test_a_sealed_card_is_pushed_to_its_owner_alone(sealed):
    sockets = await sealed.open()

    await send(sockets[1], type="commit", version="0", cards=["25000"])
    pushed = [await frame(socket) for socket in sockets]

    assert "25,000" in part(pushed[1], "hand")
    for number in (0, 2, 3, 4):
        assert "25" not in pushed[number].replace("25,000", "", 0)
        assert "Bob commits a card." in pushed[number]
    await sealed.close()


async def test_cards_laid_at_the_same_version_are_all_taken(sealed):
    ann, bob, cid = await sealed.open(0, 1, 2)

    for number, socket in enumerate((ann, bob, cid)):
        await send(socket, type="commit", version="0", cards=[str((6000, 8000, 10000)[number])])

    for socket in (ann, bob, cid):
        assert 'id="alert"' not in await until(socket, "The sealed bids are opened")
    assert await in_thread(LoggedAction.objects.count) == 3
    await sealed.close()


@pytest.mark.parametrize(
    ("who", "move", "sentence"),
    [
        (1, {"type": "pass", "version": "0"}, "It is not your turn."),
        (0, {"type": "bid", "version": "0", "cards": []}, "A bid needs at least one money card."),
        (0, {"type": "bid", "version": "0", "cards": ["7"]}, "There is no such card"),
        (0, {"type": "pass", "version": "5"}, "The table has moved on"),
        (0, {"type": "pass", "version": "x"}, "That is not a bid"),
        (0, {"type": "pass", "version": "9" * 3000}, "That is not a bid"),
        (0, {"type": "pass"}, "That is not a bid"),
        (0, {"type": "\ud800", "version": "0"}, "That is not a bid"),
        (0, {"type": "discard", "version": "0", "card": "\ud800"}, "There is no such card"),
        (0, {}, "That is not a bid"),
        (3, {"type": "pass", "version": "0"}, "You are watching this game."),
        (0, {"text": ""}, "Please write at least one character."),
        (0, {"text": "\ud800"}, "Please write at least one character."),
        (0, {"text": "x" * 301}, "That is too long"),
        (0, {"remark": "rude"}, ""),
    ],
)
async def test_a_refusal_is_a_sentence_to_one_viewer_and_changes_nothing(game, who, move, sentence):
    sockets = await game.open()
    before = await in_thread(everything)

    await send(sockets[who], **move)

    alert = await frame(sockets[who])
    assert alert.startswith('<p id="alert"')
    assert sentence in alert
    assert len(alert) > len('<p id="alert" class="alert" role="alert" hx-swap-oob="true"></p>')
    for number, socket in enumerate(sockets):
        assert await socket.receive_nothing(timeout=0.02), number
    assert await in_thread(everything) == before
    await game.close()


@pytest.mark.parametrize("fields", [{"type": "pass", "version": "0"}, {"text": "Hello"}])
async def test_a_stranger_s_frames_are_refused_and_change_nothing(game, fields):
    stranger = await game.open(4)
    before = await in_thread(everything)

    await send(stranger, **fields)

    assert "You are watching this game." in await frame(stranger)
    assert await in_thread(everything) == before
    await game.close()


async def test_who_is_behind_is_told_and_brought_up_to_date(game):
    ann, bob = await game.open(0, 1)
    await send(ann, type="bid", version="0", cards=["3000"])
    await frame(ann)
    await frame(bob)

    await send(ann, type="bid", version="0", cards=["3000"])

    assert "The table has moved on" in await frame(ann)
    assert await in_thread(LoggedAction.objects.count) == 1
    await game.close()


async def test_an_other_seat_cannot_be_named(game):
    bob = await game.open(1)

    await send(bob, type="pass", version="0", seat="0")

    assert "It is not your turn." in await frame(bob)
    assert not await in_thread(LoggedAction.objects.exists)
    await game.close()


@pytest.mark.parametrize("bad", BAD_FRAMES.values(), ids=BAD_FRAMES)
async def test_five_bad_frames_close_the_socket_and_change_nothing(game, bad):
    ann, bob = await game.open(0, 1)
    before = await in_thread(everything)

    for _ in range(4):
        await ann.send_to(text_data=bad)
    assert await ann.receive_nothing(timeout=0.03)
    await ann.send_to(text_data=bad)

    assert await ann.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": BAD}
    assert await bob.receive_nothing(timeout=0.01)
    assert await in_thread(everything) == before
    await game.close()


def test_frames_made_up_by_chance_are_bad_frames(rng):
    for _ in range(500):
        bad = a_bad_frame(rng)
        if isinstance(bad, str):
            with pytest.raises(BadFrame):
                fields_of(bad)


def test_nonsense_is_well_formed(rng):
    for _ in range(100):
        assert fields_of(nonsense(rng))


async def test_binary_frames_are_bad_frames(game):
    ann = await game.open(0)

    for _ in range(5):
        await ann.send_to(bytes_data=b"\xff\x00{}")

    assert (await ann.receive_output(timeout=PATIENCE))["code"] == BAD
    await game.close()


async def test_a_few_bad_frames_do_not_hinder_a_good_one(game):
    ann = await game.open(0)
    for _ in range(4):
        await ann.send_to(text_data="nonsense")

    await send(ann, type="bid", version="0", cards=["3000"], HEADERS={"HX-Request": "true"})

    assert 'value="1"' in part(await frame(ann), "version")
    await game.close()


@pytest.mark.parametrize(
    "origin",
    [
        None,
        b"",
        b"null",
        b"https://testserver",
        b"http://testserver:8000",
        b"http://evil.example",
        b"http://testserver.evil.example",
        b"http://evil.example/http://testserver",
        b"HTTP://TESTSERVER.",
        b"\xff",
    ],
)
async def test_foreign_pages_open_no_socket(lobby, origin):
    socket = a_socket(lobby.room, lobby.visitors[0], origin=origin)

    is_open, code = await socket.connect()

    assert (is_open, code) == (False, 1000) or not is_open


async def test_our_own_page_opens_one(lobby):
    socket = a_socket(lobby.room, origin=ORIGIN)

    assert (await socket.connect())[0]
    await socket.disconnect()


@pytest.mark.parametrize("invite", ["nobody-knows-this", "%00", "%F0%9F%8E%A9", "x" * 2000])
async def test_a_socket_to_nowhere_is_closed_for_good(lobby, invite):
    socket = a_socket(invite, lobby.visitors[0])
    await socket.connect()

    assert await socket.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": UNKNOWN,
    }
    await socket.disconnect()


@pytest.mark.parametrize("who", [4, "outsider", "removed"])
async def test_a_locked_room_answers_like_none(lobby, who):
    def prepare():
        host = lobby.here.people[0]
        rooms.set_lock(lobby.room.pk, host, is_locked=True)
        if who == "removed":
            rooms.remove(lobby.room.pk, host, lobby.eve.pk)
            return lobby.visitors[3]
        return Visitor(a_person("Out")) if who == "outsider" else lobby.visitors[4]

    visitor = await in_thread(prepare)
    socket = a_socket(lobby.room, visitor)
    await socket.connect()

    assert await socket.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": UNKNOWN,
    }
    await socket.disconnect()


async def test_a_frame_to_a_closed_room_is_not_heard(lobby):
    socket = a_socket("nobody-knows-this", lobby.visitors[0])
    await socket.connect()
    await socket.receive_output(timeout=PATIENCE)

    await send(socket, text="Hello?")

    assert await socket.receive_nothing(timeout=0.05)
    await socket.disconnect()


async def test_who_is_removed_gets_a_goodbye_and_the_door(lobby):
    ann, bob, eve = await lobby.open(0, 1, 3)

    await in_thread(rooms.remove, lobby.room.pk, lobby.here.people[0], lobby.eve.pk)

    assert "You are no longer in this room" in await frame(eve)
    assert await eve.receive_output(timeout=PATIENCE) == {
        "type": "websocket.close",
        "code": REMOVED,
    }
    for socket in (ann, bob):
        assert "Eve" not in part(await frame(socket), "people")
    await lobby.close()


async def test_who_logs_out_gets_a_goodbye(lobby):
    ann, eve = await lobby.open(0, 3)

    await in_thread(lobby.visitors[3].post, "logout")

    assert "You have logged out" in await frame(eve)
    assert (await eve.receive_output(timeout=PATIENCE))["code"] == LOGGED_OUT
    assert await ann.receive_nothing(timeout=0.05)
    await lobby.close()


async def test_who_has_logged_out_unheard_is_found_at_the_next_look_round(lobby):
    """Another process did it, and the channel layer was away."""
    ann, eve = await lobby.open(0, 3)
    live.hub.loop = None  # deaf for a moment
    await in_thread(lobby.visitors[3].post, "logout")
    live.hub.loop = asyncio.get_running_loop()

    await live.hub.look_round()

    assert "You have logged out" in await frame(eve)
    assert (await eve.receive_output(timeout=PATIENCE))["code"] == LOGGED_OUT
    await live.hub.look_round()
    assert await ann.receive_nothing(timeout=0.05)
    await lobby.close()


async def test_who_comes_back_after_logging_out_stays(lobby):
    await in_thread(lobby.visitors[3].post, "logout")
    await in_thread(lambda: lobby.visitors.__setitem__(3, Visitor(lobby.eve)))
    eve = await lobby.open(3)

    await live.hub.look_round()

    assert await eve.receive_nothing(timeout=0.05)
    await lobby.close()


@pytest.mark.parametrize("is_heard", [True, False])
async def test_who_looks_at_a_room_that_is_closed_is_told(lobby, is_heard):
    sockets = await lobby.open(0, 4)
    if not is_heard:
        live.hub.loop = None
    later = timezone.now() + timedelta(days=15)
    assert await in_thread(expiry.close_deserted, later) == 1
    live.hub.loop = asyncio.get_running_loop()

    if not is_heard:
        await live.hub.look_round()

    for socket in sockets:
        assert "This room is closed" in await frame(socket)
        assert (await socket.receive_output(timeout=PATIENCE))["code"] == CLOSED
    again = a_socket(lobby.room, lobby.visitors[0])
    await again.connect()
    assert (await again.receive_output(timeout=PATIENCE))["code"] == UNKNOWN
    await again.disconnect()
    await lobby.close()


async def test_who_is_banned_gets_a_goodbye_within_two_seconds_and_stays_out(lobby):
    eve = await lobby.open(3)
    judge = await in_thread(lambda: Judge(User.objects.create_user("judge")))

    await in_thread(moderation.ban, judge, lobby.eve, timezone.now() + timedelta(days=1), "Rude")

    assert "keep you out for now" in await eve.receive_from(2)
    assert (await eve.receive_output(2))["code"] == REMOVED
    again = a_socket(lobby.room, lobby.visitors[3])
    await again.connect()
    assert (await again.receive_output(PATIENCE))["code"] == REMOVED
    answer = await in_thread(lobby.visitors[3].get, "room", lobby.room)
    assert answer.status_code == 403
    assert "You are kept out of all rooms until" in answer.content.decode()
    await lobby.close()


async def test_people_coming_and_going_are_shown_at_once(lobby):
    sockets = await lobby.open()

    zoe = await in_thread(a_person, "Zoe")
    await in_thread(rooms.sit, lobby.room.pk, zoe)

    for socket in sockets:
        assert "Zoe" in part(await frame(socket), "people")
    await lobby.close()


async def test_a_start_brings_the_table_to_everybody(lobby):
    sockets = await lobby.open()

    await in_thread(rooms.start, lobby.room.pk, lobby.here.people[0])
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


async def test_talk_is_relayed_and_the_muted_are_not_heard(lobby):
    ann, bob, _ = lobby.here.people
    await in_thread(people.mute, ann, bob.pk)
    sockets = await lobby.open(0, 1, 2)

    await send(sockets[1], text="Boo <b>")
    for socket in sockets[1:]:
        await until(socket, "Boo &lt;b&gt;")
    await send(sockets[2], remark="thanks")

    for socket in sockets:
        assert "Boo" not in await until(socket, "Thank you for the game.")
    await lobby.close()


async def test_talk_by_form_is_relayed(lobby):
    ann = await lobby.open(0)

    await in_thread(talk.say, lobby.room.pk, lobby.here.people[1], "Good evening")

    assert "Good evening" in await frame(ann)
    await lobby.close()


@pytest.mark.usefixtures("clock")
async def test_nobody_talks_too_fast_over_a_socket(lobby):
    ann = await lobby.open(0)

    for number in range(6):
        await send(ann, text=f"Word {number}")

    await until(ann, "Word 4", "a little fast")
    assert await in_thread(Message.objects.count) == 5
    await lobby.close()


@pytest.mark.usefixtures("clock")
async def test_nobody_moves_too_fast_over_a_socket(game):
    bob = await game.open(1)

    for _ in range(31):
        await send(bob, type="pass", version="0")
    got = await until(bob, "a little fast")

    assert got.count("It is not your turn.") == 30
    await game.close()


@pytest.mark.usefixtures("clock")
async def test_who_sends_far_too_many_frames_is_shown_the_door(game):
    bob = await game.open(1)

    for _ in range(65):
        await send(bob, type="pass", version="0")

    while (output := await bob.receive_output(PATIENCE))["type"] != "websocket.close":
        assert "alert" in output["text"]
    assert output["code"] == BAD
    await game.close()


@pytest.mark.usefixtures("clock")
async def test_one_address_opens_only_so_many_sockets(lobby):
    for _ in range(120):
        limits.check("socket", "")
    socket = a_socket(lobby.room, lobby.visitors[0])

    is_open, _ = await socket.connect()

    assert not is_open
    await socket.disconnect()


async def test_a_watcher_may_talk(lobby):
    ann, eve = await lobby.open(0, 3)

    await send(eve, text="Bravo")

    assert "Bravo" in await frame(ann)
    assert "Bravo" in await frame(eve)
    await lobby.close()


async def test_rooms_do_not_hear_each_other(game):
    other = await in_thread(lambda: Party(a_game()))
    here, there = await game.open(0), await other.open(0)

    await send(there, type="bid", version="0", cards=["3000"])

    await frame(there)
    assert await here.receive_nothing(timeout=0.05)
    await game.close()
    await other.close()


async def test_a_closed_socket_is_forgotten(hub, game):
    sockets = await game.open(0, 1)
    assert len(hub.eyes[game.room.pk]) == 2

    for socket in sockets:
        await socket.disconnect()

    assert game.room.pk not in hub.eyes


async def test_a_storm_of_the_same_bid_over_many_tabs_is_one_action(game):
    tabs = await asyncio.gather(*[game.open(0) for _ in range(5)])

    for tab in tabs:
        await send(tab, type="bid", version="0", cards=["3000"])
    got = [await until(tab, 'name="version" value="1"') for tab in tabs]
    for number, tab in enumerate(tabs):
        await send(tab, text=f"Tab {number}")
        got[number] += await until(tab, f"Tab {number}")

    assert await in_thread(LoggedAction.objects.count) == 1
    assert sum("The table has moved on" in html for html in got) == 4
    await game.close()


async def test_a_socket_that_missed_a_move_gets_all_of_it(hub, game):
    """The news of a move was lost on the way: the next one brings both."""
    ann = await game.open(0)
    hub.loop = None
    await in_thread(table.play, game.here.game.pk, 0, bid(0, 3))
    hub.loop = asyncio.get_running_loop()

    await in_thread(table.play, game.here.game.pk, 1, bid(1, 4))
    html = await until(ann, "Ann bids 3.", "Bob bids 4.")

    assert 'value="2"' in part(html, "version")
    await game.close()


async def test_a_stranger_typing_a_name_is_not_disturbed(lobby):
    """The field with an invented name is replaced only when it has to change."""
    stranger = await lobby.open(4)

    for text in ("One", "Two", "Three"):
        await in_thread(talk.say, lobby.room.pk, lobby.here.people[0], text)
        assert "join" not in ids(await frame(stranger))
    await lobby.close()


async def test_the_language_of_the_page_is_the_language_of_the_socket(game):
    marks = await in_thread(lambda: game.marks)
    headers = [(b"accept-language", b"xx,en;q=0.5")]
    socket = a_socket(game.room, game.visitors[0], marks, headers=headers)
    await socket.connect()

    await in_thread(table.play, game.here.game.pk, 0, bid(0, 3))

    assert "Ann bids 3." in await frame(socket)
    await socket.disconnect()
