"""What must not be seen: deck, seed, salt, other hands and sealed cards, on any surface."""

import json
import re
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
from channels.layers import InMemoryChannelLayer, channel_layers

from games import live, screens
from games.company import Company
from games.engine.actions import Commit
from games.engine.cards import ADVANCED, BY_ID, advanced_among
from games.engine.dealing import deal, verify
from games.engine.editions import EDITIONS
from games.engine.events import opening_events
from games.engine.rules import apply, start
from games.engine.state import Phase
from games.models import Game, Member, Message, Player, Room, Seat
from games.orders import Order, can_be_given, orders_text
from games.presentation import Table, cards_html
from games.screens import Scene
from games.services import announcing, rooms, table, talk
from games.services.table import Position
from games.threads import in_thread
from tests.engine.strategies import some_action
from tests.engine.test_observation import unlike
from tests.games.builders import (
    a_game,
    a_person,
    a_room,
    a_sealed_round,
    bid,
    commit,
)
from tests.web.visitors import Visitor, a_socket, part

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")
WATCHER = Player(pk=99, name="Eve")
SITE = "http://testserver"


class Witness(live.Eye):
    """An eye that keeps all that it is shown."""

    def __init__(self, player, room_id=1):
        super().__init__(room_id, player, "en", SITE)
        self.seen = []

    async def push(self, html):
        self.seen.append(html)


def a_story(edition, seats, seed, advanced=()):
    """Every position of a random game, with the action that led there."""
    chance = Random(seed)
    dealt = deal(EDITIONS[edition], seats, chance.randbytes(32), advanced)
    state = start(dealt)
    events = opening_events(state)
    positions = [Position(1, 1, 0, state, "hash", events, events)]
    while not state.is_over:
        action = some_action(state, chance, 0.7)
        state = apply(state, action)
        positions.append(positions[-1].after(action, state, "hash"))
    return positions


def a_scene(position, secret, seats):
    """The room around a position; `secret` is what the viewers cannot know of the game's row."""
    people = [Player(pk=number + 1, name=NAMES[number]) for number in range(seats)]
    room = Room(pk=1, invite="invite", code="CODE2345", host=people[0], seats=seats)
    members = [Member(room=room, player=who, chair=n) for n, who in enumerate(people)]
    members.append(Member(room=room, player=WATCHER))
    edition = position.state.deal.edition
    game = Game(pk=1, room=room, edition=edition.id, commitment="c" * 64, seed=secret, salt=secret)
    game.orders = orders_text(position.company.orders)
    seated = [Seat(game=game, number=n, player=who, name=who.name) for n, who in enumerate(people)]
    game._prefetched_objects_cache = {"seats": seated}
    on_show = Table(edition, NAMES[:seats], "/r/invite/play/")
    talk = (Message(pk=1, room=room, player=people[0], name="Ann", text="Good evening"),)
    return Scene(room, tuple(members), frozenset(), talk, frozenset(), game, on_show, position)


def shown(before, position, secret, seat):
    """Every byte that one viewer gets of a position: page, parts, fresh frame and the move's."""
    seats = position.state.deal.seats
    scene = a_scene(position, secret, seats)
    player = WATCHER if seat is None else scene.members[seat].player
    viewer = screens.viewer_of(scene, player, SITE)
    late, early = Witness(player), Witness(player)
    live.fresh_html(early, a_scene(before, secret, seats))
    return {
        "parts": screens.table_parts(scene, viewer),
        "room": screens.room_html(scene, viewer),
        "log": screens.whole_log_html(scene.table, position),
        "fresh": live.fresh_html(late, scene),
        "move": [html for _, html in live.move_frames([early], position)],
        "marks": live.marks_of(scene),
    }


HOUSES = [
    ("osprey-2018", 3, ()),
    ("classic", 5, ()),
    ("spec", 4, ()),
    ("allplay-2025", 4, ADVANCED),
]


class Pair(NamedTuple):
    """What a viewer is shown of a game, and of one unlike it in what they cannot know."""

    version: int
    viewer: int | None
    one: object
    other: object
    differ: bool


def pairs(edition, seats, advanced, chance):
    """Every viewer at some moments of a random game, with such another game beside it."""
    story = a_story(edition, seats, chance.random(), advanced)
    moments = chance.sample(range(1, len(story) - 1), 3)
    moments += [n for n, each in enumerate(story) if n and each.state.phase is Phase.SEALED][1:3]
    for moment in moments:
        for viewer in (*range(seats), None):
            before, position = story[moment - 1], story[moment]
            former = replace(before, state=unlike(before.state, viewer, chance))
            other = replace(position, state=unlike(position.state, viewer, chance), hash="other")
            yield Pair(
                moment,
                viewer,
                shown(before, position, "a" * 64, viewer),
                shown(former, other, "b" * 64, viewer),
                other.state != position.state,
            )


@pytest.mark.parametrize(("edition", "seats", "advanced"), HOUSES)
def test_what_a_viewer_cannot_know_changes_no_byte_they_get(edition, seats, advanced):
    differ = []
    for pair in pairs(edition, seats, advanced, Random(f"{edition}{seats}")):
        differ.append(pair.differ)
        assert pair.one == pair.other
    assert sum(differ) > len(differ) / 2


def test_the_surfaces_do_differ_where_the_viewer_may_know():
    """Else equal bytes would prove nothing."""
    story = a_story("osprey-2018", 3, 1)
    before, position = story[0], story[1]

    of_all = [shown(before, position, "a" * 64, viewer) for viewer in (0, 1, 2, None)]

    for surface in ("parts", "room", "fresh"):
        assert len({str(each[surface]) for each in of_all}) >= 3


def test_which_card_lies_face_down_changes_no_byte_for_the_others():
    advanced = (BY_ID["yacht-club"],)
    dealt = deal(EDITIONS["allplay-2025"], 3, a_seed_for_the_yacht_club(advanced), advanced)
    state = start(dealt)
    events = opening_events(state)
    opening = Position(1, 1, 0, state, "hash", events, events)

    def after(money):
        action = Commit(1, money)
        return opening.after(action, apply(state, action), f"hash of {money}")

    for viewer in (0, 2, None):
        assert shown(opening, after(25_000), "a", viewer) == shown(
            opening, after(1_000), "b", viewer
        )
    assert shown(opening, after(25_000), "a", 1) != shown(opening, after(1_000), "a", 1)


def test_the_sealed_orders_of_others_change_no_byte():
    story = a_story("osprey-2018", 4, 5)
    moment = next(n for n, each in enumerate(story) if n and each.state.highest > 5_000)
    before, position = story[moment - 1], story[moment]
    waiting = [s for s in range(4) if can_be_given(position.state, s) and s != position.state.turn]
    lot = position.state.revealed

    def sealed(orders):
        return replace(position, company=Company(orders=orders))

    for giver in waiting:
        plans = [{}, {giver: Order(lot, 0)}, {giver: Order(lot, 30_000)}]
        for viewer in (*range(4), None):
            views = [str(shown(before, sealed(plan), "a", viewer)) for plan in plans]
            assert len(set(views)) == (3 if viewer == giver else 1)


def a_seed_for_the_yacht_club(advanced):
    numbers = (number.to_bytes(32) for number in range(10_000))
    edition = EDITIONS["allplay-2025"]
    return next(
        seed for seed in numbers if start(deal(edition, 3, seed, advanced)).phase is Phase.SEALED
    )


def secrets_of(game):
    return (game.seed, game.salt)


def headers_of(response):
    return json.dumps(list(response.items()))


def list_of_all_cards(deal):
    """What each card does, the same in every game with these cards, so no news of this one."""
    return cards_html(deal.edition, advanced_among(deal.deck), "en")


def hidden_cards(state):
    """Marks of the cards that nobody has seen yet."""
    hidden = state.deal.deck[state.revealed :]
    return re.compile(
        "|".join(rf"\b{card.id}\b|Luxury {card.worth}\b" for card in hidden if card.worth > 0)
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "advanced"),
    [("osprey-2018", ""), ("spec", ""), ("allplay-2025", "gambling excursions yacht-club")],
)
def test_no_page_frame_or_header_holds_a_secret_before_the_end(edition, advanced):
    chance = Random(edition)
    here = a_game("luxury-3", edition=edition, advanced=advanced)
    rooms.watch(here.room.pk, eve := a_person("Eve"))
    talk.say(here.room.pk, eve, "Good evening")
    game = Game.objects.get()
    people = (*here.people, eve, None)
    visitors = [Visitor(player) for player in people]
    eyes = [Witness(player, here.room.pk) for player in people]
    scene = screens.load(Room.objects.get())
    for eye in eyes:
        eye.seen.append(live.fresh_html(eye, scene))

    while not (state := here.state()).is_over:
        surfaces = [html for eye in eyes for html in eye.seen]
        if chance.random() < 0.5:
            response = chance.choice(visitors).get("room", here.room)
            surfaces += [response.content.decode(), headers_of(response)]
        told = "".join(surfaces).replace(list_of_all_cards(state.deal), "")
        assert game.seed not in told
        assert game.salt not in told
        assert not hidden_cards(state).search(told)
        for eye in eyes:
            eye.seen.clear()
        position = here.do(some_action(state, chance, 0.3))
        if not position.state.is_over:
            for eye, html in live.move_frames(eyes, position):
                eye.seen.append(html)

    for visitor in visitors:
        page = visitor.page(here.room)
        assert game.seed in page
        assert game.salt in page
        assert game.commitment in page
    assert verify(game.commitment, bytes.fromhex(game.seed), bytes.fromhex(game.salt))


@pytest.mark.django_db
def test_the_commitment_is_shown_from_the_first_card_on():
    here = a_game()

    assert here.game.commitment in Visitor().page(here.room)


@pytest.mark.django_db
def test_refusals_hold_no_secret():
    here = a_sealed_round()
    here.do(commit(0, 25))
    game = Game.objects.get()
    moves = [
        {"type": "commit", "version": "1", "cards": ["7"]},
        {"type": "commit", "version": "9", "cards": ["25000"]},
        {"type": "bid", "version": "1", "cards": ["25000"]},
        {"type": "discard", "version": "1", "card": "luxury-1"},
    ]
    for move in moves:
        response = Visitor(here.people[1]).post("play", here.room, move)
        assert response.status_code == 409
        told = response.content.decode() + headers_of(response)
        assert not any(secret in told for secret in secrets_of(game))
        alert = part(told, "alert")
        assert "25" not in alert
        assert not hidden_cards(here.state()).search(part(told, "log"))


@pytest.mark.django_db
def test_a_broken_off_game_keeps_its_secrets():
    here = a_game()
    rooms.break_off(here.room.pk, here.people[0])

    page = Visitor(here.people[0]).page(here.room)

    assert not any(secret in page for secret in secrets_of(here.game))


@pytest.mark.django_db
def test_a_hand_is_in_no_page_but_its_owner_s():
    here = a_game()
    here.do(bid(0, 25))

    assert "<fieldset" in part(Visitor(here.people[0]).page(here.room), "hand")
    for stranger in (None, a_person("Out")):
        page = Visitor(stranger).page(here.room)
        assert 'name="cards"' not in page


class Recorder(InMemoryChannelLayer):
    """A layer that keeps what other processes are told."""

    def __init__(self):
        super().__init__()
        self.told = []

    async def group_send(self, group, message):
        self.told.append(message)
        await super().group_send(group, message)


@pytest.fixture
def layer(settings):
    settings.REDIS_URL = "redis://recorded.invalid"
    recorder = Recorder()
    former = channel_layers.set("default", recorder)
    yield recorder
    channel_layers.backends.pop("default")
    if former is not None:
        channel_layers.set("default", former)


ALLOWED = {"type", "room", "game", "version", "player"}


@pytest.mark.django_db(transaction=True)
def test_processes_tell_each_other_ids_and_versions_only(layer, monkeypatch):
    monkeypatch.setattr(announcing, "listeners", [])
    here = a_sealed_round()
    for seat in range(3):
        here.do(commit(seat, (6, 8, 10)[seat]))
    talk.say(here.room.pk, here.people[0], "A secret")
    Visitor(here.people[2]).post("logout")

    assert layer.told
    for message in layer.told:
        assert set(message) <= ALLOWED
        assert message["type"] in {"room.changed", "player.gone"}
        assert all(isinstance(message[key], int) for key in message if key != "type")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("hub")
async def test_the_hub_tells_other_processes_no_more_than_that(layer):
    here = await in_thread(a_sealed_round)
    visitor = await in_thread(Visitor, here.people[0])
    socket = a_socket(here.room, visitor)
    await socket.connect()
    await socket.receive_from(30)

    await in_thread(here.do, commit(0, 25))
    await socket.receive_from(30)

    moves = [message for message in layer.told if "version" in message]
    assert moves == [
        {"type": "room.changed", "room": here.room.pk, "game": here.game.pk, "version": 1}
    ]
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("layer")
async def test_a_move_made_in_another_process_reaches_the_sockets_here(hub):
    here = await in_thread(a_game)
    visitor = await in_thread(Visitor, here.people[0])
    socket = a_socket(here.room, visitor)
    await socket.connect()
    await socket.receive_from(30)
    announcing.listeners.remove(hub.hear)

    await in_thread(here.do, bid(0, 3))

    html = await socket.receive_from(30)
    assert 'value="1"' in part(html, "version")
    assert "Ann bids 3." in html
    await socket.disconnect()


@pytest.mark.django_db
def test_a_room_before_the_game_has_nothing_to_hide():
    here = a_room(3)

    page = Visitor(here.people[0]).page(here.room)

    assert 'name="cards"' not in page
    assert table._positions == {}
