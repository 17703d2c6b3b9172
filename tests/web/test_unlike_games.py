"""Two games unlike only in what a viewer cannot know: the same bytes on every surface."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from games import live, screens
from games.company import Company
from games.engine.actions import Commit
from games.engine.cards import ADVANCED, BY_ID
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.events import opening_events
from games.engine.rules import apply, start
from games.engine.state import Phase
from games.models import Game, Member, Message, Player, Room, Seat
from games.orders import Order, can_be_given, orders_text
from games.presentation import Table
from games.screens import Scene
from games.services.table import Position
from tests.engine.strategies import some_action
from tests.engine.test_observation import unlike
from tests.web.witnesses import SITE, Witness

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")


WATCHER = Player(pk=99, name="Eve")


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
