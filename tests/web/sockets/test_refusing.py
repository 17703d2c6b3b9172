"""What a socket may not ask for: one sentence to one viewer, and nothing changes."""

import pytest

from games.live import connections
from games.live.socket_viewer import BAD
from games.models import LoggedAction
from games.play.commands import BadFrame, fields_of
from games.process.db_threads import in_thread
from tests.support.bad_frames import BAD_FRAMES, a_bad_frame, nonsense
from tests.support.builders import everything
from tests.support.sockets import PATIENCE, frame, send, until
from tests.support.visitors import part

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]


@pytest.mark.parametrize(
    ("who", "move", "sentence"),
    [
        (1, {"type": "pass", "version": "0"}, "It is not your turn."),
        (0, {"type": "bid", "version": "0", "cards": []}, "Choose at least one money card to bid."),
        (0, {"type": "bid", "version": "0", "cards": ["7"]}, "There is no such card"),
        (0, {"type": "pass", "version": "5"}, "The table has changed"),
        (0, {"type": "pass", "version": "x"}, "That isn’t possible."),
        (0, {"type": "pass", "version": "9" * 3000}, "That isn’t possible."),
        (0, {"type": "pass"}, "That isn’t possible."),
        (0, {"type": "\ud800", "version": "0"}, "That isn’t possible."),
        (0, {"type": "discard", "version": "0", "card": "\ud800"}, "There is no such card"),
        (0, {}, "That isn’t possible."),
        (3, {"type": "pass", "version": "0"}, "You’re watching."),
        (0, {"text": ""}, "Type at least one character."),
        (0, {"text": "\ud800"}, "Type at least one character."),
        (0, {"text": "x" * 301}, "That’s too long"),
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

    assert "You’re watching." in await frame(stranger)
    assert await in_thread(everything) == before
    await game.close()


async def test_who_is_behind_is_told_and_brought_up_to_date(game):
    ann, bob = await game.open(0, 1)
    await send(ann, type="bid", version="0", cards=["3000"])
    await frame(ann)
    await frame(bob)

    await send(ann, type="bid", version="0", cards=["3000"])

    assert "The table has changed" in await frame(ann)
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


@pytest.mark.usefixtures("clock")
async def test_nobody_moves_too_fast_over_a_socket(game):
    bob = await game.open(1)

    for _ in range(31):
        await send(bob, type="pass", version="0")
    got = await until(bob, "Too many requests")

    assert got.count("It is not your turn.") == 30
    await game.close()


@pytest.mark.usefixtures("clock")
async def test_no_room_is_loaded_for_who_moves_too_fast(game, monkeypatch):
    bob = await game.open(1)
    loads, load_room = [], connections.load_room
    monkeypatch.setattr(connections, "load_room", lambda id: loads.append(id) or load_room(id))

    for _ in range(35):
        await send(bob, type="pass", version="0")
    refused = 0
    while refused < 5:
        refused += (await frame(bob)).count("Too many requests")

    assert len(loads) == 30
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
