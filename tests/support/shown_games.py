"""All that a viewer is shown of a game, and of one unlike it in what they cannot know."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from games import screens
from games.engine.auto_bids import auto_bids_text
from games.engine.cards import ADVANCED
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.history import Entry
from games.engine.state import Phase
from games.live.frames import fresh_html, move_frames
from games.models import Game, Member, Message, Player, Room, Seat
from games.play.position import StoredPosition
from games.screens import Snapshot
from games.screens.table_facts import Table
from tests.support.strategies import some_action
from tests.support.unlike_games import unlike
from tests.support.witnesses import SITE, Witness

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")
WATCHER = Player(pk=99, name="Eve")


def a_story(edition, seats, seed, advanced=()):
    """Every position of a random game, with the action that led there."""
    chance = Random(seed)
    dealt = deal(EDITIONS[edition], seats, chance.randbytes(32), advanced)
    positions = [StoredPosition.opening(1, 1, dealt, "hash")]
    while not positions[-1].state.is_over:
        action = some_action(positions[-1].state, chance, 0.7)
        positions.append(positions[-1].after(Entry(action), "hash"))
    return positions


def a_snapshot(position, secret, seats):
    """The room around a position; `secret` is what the viewers cannot know of the game's row."""
    people = [Player(pk=number + 1, name=NAMES[number]) for number in range(seats)]
    room = Room(pk=1, invite="invite", code="CODE2345", host=people[0], seats=seats)
    members = [Member(room=room, player=who, chair=n) for n, who in enumerate(people)]
    members.append(Member(room=room, player=WATCHER))
    edition = position.state.deal.edition
    game = Game(pk=1, room=room, edition=edition.id, commitment="c" * 64, seed=secret, salt=secret)
    game.auto_bids = auto_bids_text(position.automation.auto_bids)
    seated = [Seat(game=game, number=n, player=who, name=who.name) for n, who in enumerate(people)]
    game._prefetched_objects_cache = {"seats": seated}
    on_show = Table(edition, NAMES[:seats], "/r/invite/play/")
    talk = (Message(pk=1, room=room, player=people[0], name="Ann", text="Good evening"),)
    return Snapshot(room, tuple(members), frozenset(), talk, frozenset(), game, on_show, position)


def shown(before, position, secret, seat):
    """Every byte that one viewer gets of a position: page, parts, fresh frame and the move's."""
    seats = position.state.deal.seats
    snapshot = a_snapshot(position, secret, seats)
    player = WATCHER if seat is None else snapshot.members[seat].player
    viewer = screens.viewer_of(snapshot, player, SITE)
    late, early = Witness(player), Witness(player)
    fresh_html(early, a_snapshot(before, secret, seats))
    return {
        "parts": screens.table_parts(snapshot, viewer),
        "room": screens.room_html(snapshot, viewer),
        "log": screens.whole_log_html(snapshot.table, position),
        "fresh": fresh_html(late, snapshot),
        "move": [html for _, html in move_frames([early], position)],
        "seen": snapshot.seen_state,
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


def unlike_position(stored, viewer, chance):
    state = unlike(stored.state, viewer, chance)
    return replace(stored, position=stored.position._replace(state=state))


def pairs(edition, seats, advanced, chance):
    """Every viewer at some moments of a random game, with such another game beside it."""
    story = a_story(edition, seats, chance.random(), advanced)
    moments = chance.sample(range(1, len(story) - 1), 3)
    moments += [n for n, each in enumerate(story) if n and each.state.phase is Phase.SEALED][1:3]
    for moment in moments:
        for viewer in (*range(seats), None):
            before, position = story[moment - 1], story[moment]
            former = unlike_position(before, viewer, chance)
            other = replace(unlike_position(position, viewer, chance), hash="other")
            yield Pair(
                moment,
                viewer,
                shown(before, position, "a" * 64, viewer),
                shown(former, other, "b" * 64, viewer),
                other.state != position.state,
            )
