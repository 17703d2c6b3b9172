"""What a move weighs: over whole games, no opponent's move sends a viewer more than 6 kB."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from django.utils import timezone, translation

from games.engine.actions import Action
from games.engine.auto_bids import AutoBid
from games.engine.cards import ADVANCED
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.history import BY_CLOCK, BY_PLAYER, BY_STAND_IN, Entry
from games.engine.rules import start
from games.engine.state import GameState
from games.live.frames import changed_html, move_frames
from games.live.viewer import ConnectedViewer
from games.play.automation import Automation
from games.play.position import StoredPosition
from games.screens import Viewer, own_parts, public_parts
from games.screens.table_facts import Table
from tests.support.strategies import some_action

MOST = 6_000
GAMES = 3
NAMES = (
    "Lady Wilhelmina Moor",
    "Graf von Wellenstein",
    "Mme. de Châteauneufs",
    "Freifräulein Mößkürß",
    "Commodore W. Whitmor",
)


class Watched(ConnectedViewer):
    """A viewer with no socket, who has seen the opening."""

    def __init__(
        self, seat: int | None, language: str, table: Table, opening: StoredPosition
    ) -> None:
        super().__init__(1, None, language, "")
        self.role = Viewer(None, seat, is_member=True, is_host=False, site="", invented="")
        self.table = table
        with translation.override(language):
            shown = public_parts(table, opening, self.seat_badges)
            changed_html(self, shown | own_parts(table, opening, self.role))


def played(state: GameState, rng: Random) -> Iterator[tuple[Action | None, StoredPosition]]:
    """The opening and every later position but the last, which draws the room anew."""
    automation = Automation(clock=60, deadline=timezone.now())
    opening = StoredPosition.opening(1, 1, state.deal, "")
    position = replace(opening, automation=automation)
    action, boldness = None, rng.uniform(0.3, 0.9)
    while not position.state.is_over:
        yield action, position
        action = some_action(position.state, rng, boldness)
        position = replace(position.after(Entry(action), ""), automation=automation)


def weights(edition: str, seats: int, language: str, seed: int) -> Iterator[tuple[int, str]]:
    """What each viewer is sent for each move of another, with files named as they are stored."""
    stars = ADVANCED if EDITIONS[edition].has_advanced and seed % 2 else ()
    dealt = deal(EDITIONS[edition], seats, seed.to_bytes(32), stars, show_spent=True)
    table = Table(EDITIONS[edition], NAMES[:seats], "/r/abcdefghijkl/play/")
    game = played(start(dealt), Random(seed))
    _, opening = next(game)
    viewers = [Watched(seat, language, table, opening) for seat in (*range(seats), None)]
    for action, position in game:
        for viewer, html in move_frames(viewers, position):
            if viewer.role.seat != action.seat:
                sent = html.replace("art.svg", "art.0123456789ab.svg")
                yield len(sent.encode()), sent


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_move_of_another_sends_a_viewer_more_than_6_kb(edition, seats, language):
    pushes = [push for seed in range(GAMES) for push in weights(edition, seats, language, seed)]

    heaviest, html = max(pushes)
    assert heaviest <= MOST, html


def varied(state: GameState, rng: Random) -> Iterator[StoredPosition]:
    """A game with auto-bids that come and go, stand-ins, a clock that is sometimes over."""
    position = StoredPosition.opening(1, 1, state.deal, "")
    boldness = rng.uniform(0.3, 0.9)
    while not position.state.is_over:
        lot, given = (
            position.state.revealed,
            rng.sample(range(state.deal.seats), rng.choice((0, 2))),
        )
        auto_bids = {seat: AutoBid(lot, 1_000 * rng.choice((0, 7, 30))) for seat in given}
        deadline = timezone.now() if rng.random() < 0.5 else None
        yield replace(position, automation=Automation(auto_bids, clock=60, deadline=deadline))
        action = some_action(position.state, rng, boldness)
        by = rng.choice((BY_PLAYER, BY_PLAYER, BY_STAND_IN, BY_CLOCK))
        position = position.after(Entry(action, by), "")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_every_move_a_page_has_what_a_page_loaded_anew_has(edition, seed):
    rng = Random(seed)
    stars = ADVANCED if EDITIONS[edition].has_advanced and seed % 2 else ()
    dealt = deal(EDITIONS[edition], 3 + seed % 3, seed.to_bytes(32), stars, show_spent=seed > 3)
    table = Table(EDITIONS[edition], NAMES[: dealt.seats], "/r/abcdefghijkl/play/")
    game = varied(start(dealt), rng)
    opening = next(game)
    viewers = [Watched(seat, "en", table, opening) for seat in (*range(dealt.seats), None, None)]
    for position in game:
        move_frames(viewers, position)
        for viewer in viewers:
            with translation.override("en"):
                anew = public_parts(table, position, viewer.seat_badges)
                anew |= own_parts(table, position, viewer.role)
            assert {name: viewer.sent[name] for name in anew} == anew
