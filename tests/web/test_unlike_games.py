"""Two games unlike only in what a viewer cannot know: the same bytes on every surface."""

from dataclasses import replace
from random import Random

import pytest

from games.engine.actions import Commit
from games.engine.auto_bids import AutoBid, can_be_set
from games.engine.cards import BY_ID
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.history import Entry
from games.engine.rules import start
from games.engine.state import Phase
from games.play.automation import Automation
from games.play.position import StoredPosition
from tests.support.shown_games import HOUSES, a_story, pairs, shown


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
    opening = StoredPosition.opening(1, 1, dealt, "hash")

    def after(money):
        return opening.after(Entry(Commit(1, money)), f"hash of {money}")

    for viewer in (0, 2, None):
        assert shown(opening, after(25_000), "a", viewer) == shown(
            opening, after(1_000), "b", viewer
        )
    assert shown(opening, after(25_000), "a", 1) != shown(opening, after(1_000), "a", 1)


def test_the_auto_bids_of_others_change_no_byte():
    story = a_story("osprey-2018", 4, 5)
    moment = next(n for n, each in enumerate(story) if n and each.state.highest > 5_000)
    before, position = story[moment - 1], story[moment]
    waiting = [s for s in range(4) if can_be_set(position.state, s)]
    assert position.state.turn in waiting  # whose auto-bid is about to be carried out
    lot = position.state.revealed

    def with_auto_bids(auto_bids):
        return replace(position, automation=Automation(auto_bids=auto_bids))

    for giver in waiting:
        plans = [{}, {giver: AutoBid(lot, 0)}, {giver: AutoBid(lot, 30_000)}]
        for viewer in (*range(4), None):
            views = [str(shown(before, with_auto_bids(plan), "a", viewer)) for plan in plans]
            assert len(set(views)) == (3 if viewer == giver else 1)


def a_seed_for_the_yacht_club(advanced):
    numbers = (number.to_bytes(32) for number in range(10_000))
    edition = EDITIONS["allplay-2025"]
    return next(
        seed for seed in numbers if start(deal(edition, 3, seed, advanced)).phase is Phase.SEALED
    )
