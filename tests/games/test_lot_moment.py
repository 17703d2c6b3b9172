"""The moment after a lot: what it says for each kind of lot, to everybody alike."""

import re
from itertools import pairwise
from random import Random

import pytest
from django.test import override_settings
from django.utils import translation

from games.engine.actions import Action
from games.engine.cards import ADVANCED, Card
from games.engine.editions import EDITIONS
from games.engine.history import Entry
from games.engine.lot_outcome import has_outcome, last_outcome
from games.engine.state import GameState, Phase
from games.play.position import StoredPosition
from games.screens import moment_part, public_parts
from games.screens.table_facts import NO_BADGES, Table
from tests.support.positions import a_deal, bid, commit, discard, passes
from tests.support.shown_games import a_story, unlike_position
from tests.support.unlike_games import unlike

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")
STARS = {"edition": "allplay-2025", "advanced": "gambling excursions yacht-club"}


def played(top: str, *actions: Action, **deal: object) -> StoredPosition:
    """The position after `actions` in a game whose deck begins with `top`."""
    position = StoredPosition.opening(1, 1, a_deal(top, **deal), "")
    for action in actions:
        position = position.after(Entry(action), "")
    return position


def table_of(state: GameState) -> Table:
    return Table(state.deal.edition, NAMES[: state.deal.seats], "/r/invite/play/")


def moment_of(position: StoredPosition) -> str:
    return moment_part(table_of(position.state), position.story)


def lines_in(html: str, who: str = "told") -> list[str]:
    """The lines of a moment as text: those that others read, or each seat's own."""
    hidden = "i" if who == "told" else "bdi"
    lines = re.findall(r"<li[^>]*>(.*?)</li>", html)
    shown = [re.sub(rf"<{hidden}>.*?</{hidden}>", "", line) for line in lines]
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in shown]


def told(top: str, *actions: Action, **deal: object) -> list[str]:
    return lines_in(moment_of(played(top, *actions, **deal)))


def own(top: str, *actions: Action, **deal: object) -> list[str]:
    return lines_in(moment_of(played(top, *actions, **deal)), "own")


def test_a_luxury_names_who_gets_it_for_which_notes():
    sale = ("luxury-7 luxury-1", bid(0, 2, 1), bid(1, 4), *passes(2), bid(0, 8), *passes(1))

    assert told(*sale) == ["Ann buys Luxury 7 for 11. 8 2 1"]
    assert own(*sale) == ["You buy Luxury 7 for 11. 8 2 1"]


def test_a_lot_that_nobody_bids_for_is_had_for_nothing():
    assert own("prestige-1 luxury-1", *passes(0, 1)) == ["You get Prestige for nothing."]


@pytest.mark.parametrize("card", ["half", "minus-five"])
def test_a_disgrace_says_what_each_has_paid_and_not_what_was_taken_back(card):
    lot = (f"{card} luxury-1", bid(0, 2, 1), bid(1, 4), bid(2, 6), *passes(0))

    assert told(*lot)[1:] == ["Paid to avoid it:", "Bob 4", "Cid 6"]
    assert "Ann passes and takes" in told(*lot)[0]
    assert own(*lot)[1:] == ["", "You pay 4. 4", "You pay 6. 6"]


def test_a_disgrace_for_which_nobody_has_paid_names_only_who_takes_it():
    assert len(told("half luxury-1", *passes(0))) == 1


def test_a_theft_without_a_luxury_waits_and_says_so_to_its_player():
    lot = ("theft luxury-1", *passes(0))

    assert told(*lot)[1] == "Faux Pas waits for the next Luxury that Ann gets."
    assert own(*lot)[1] == "Faux Pas waits for the next Luxury that you get."


def test_a_theft_with_a_choice_is_shown_when_it_is_taken_and_when_it_is_chosen():
    before = (bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2), bid(0, 4), bid(1, 6), bid(2, 8))
    deck = "luxury-3 luxury-5 theft luxury-4"

    taken = moment_of(played(deck, *before, *passes(0)))
    chosen = moment_of(played(deck, *before, *passes(0), discard(0, "luxury-5")))

    assert lines_in(taken)[1:] == ["Paid to avoid it:", "Bob 6", "Cid 8"]
    assert lines_in(chosen)[1:] == ["Paid to avoid it:", "Bob 6", "Cid 8", "Ann loses Luxury 5."]
    assert "You lose Luxury 5." in lines_in(chosen, "own")
    assert taken != chosen


def test_a_luxury_that_a_waiting_theft_takes_is_claimed_and_lost():
    lot = ("theft luxury-7 luxury-1", *passes(0), bid(0, 3), *passes(1, 2))

    assert own(*lot) == ["You buy Luxury 7 for 3. 3", "You lose Luxury 7."]


def test_each_sealed_card_is_turned_over_and_ties_are_struck_out():
    lot = ("yacht-club luxury-1", commit(0, 25), commit(1, 12), commit(2, 25))
    html = moment_of(played(*lot, **STARS))

    assert lines_in(html) == [
        "Bob buys Yacht Club for $12,000.",
        "Ann $25,000",
        "Bob $12,000",
        "Cid $25,000",
    ]
    assert lines_in(html, "own")[1:] == ["You $25,000", "You $12,000", "You $25,000"]
    struck = re.findall(r'class="is-struck" data-who="(\d)"', html)
    assert struck == ["0", "2"]


def test_a_yacht_club_with_nothing_but_ties_goes_to_nobody():
    lot = ("yacht-club luxury-1", commit(0, 25), commit(1, 25), commit(2, 25))

    assert told(*lot, **STARS)[0] == "Nobody gets Yacht Club."


def test_gambling_is_sold_like_any_other_lot():
    lot = ("gambling luxury-1", bid(0, 3), *passes(1, 2))

    assert own(*lot, **STARS) == ["You buy Gambling for $3,000. $3,000"]


def test_excursions_say_who_takes_a_note_back_but_not_which():
    lot = ("luxury-2 excursions luxury-1", bid(0, 1), *passes(1, 2), *passes(0), bid(1, 6, 2))
    lines = told(*lot, *passes(2), **STARS)

    assert lines[0] == "Bob buys Excursions for $8,000. $6,000 $2,000"
    assert len(lines) == 2
    assert lines[1].startswith("Ann take")
    assert "1,000" not in lines[1]


def test_the_fourth_end_card_is_shown_before_the_end():
    deck = "prestige-1 prestige-2 prestige-3 half"
    html = moment_of(played(deck, *passes(0, 1), *passes(2, 0), *passes(1, 2)))

    assert "Scandale is the fourth end card: the game is over." in html
    assert html.count("<use ") == 2


def test_a_yacht_club_that_nobody_can_pay_for_is_told_after_the_lot_before_it():
    state = played("luxury-7 yacht-club luxury-1", **STARS)
    poor = state.state._replace(
        players=tuple(player._replace(hand=0) for player in state.state.players)
    )
    position = StoredPosition(1, 1, state.position._replace(state=poor), "", (), state.story)
    for action in passes(0, 1):
        position = position.after(Entry(action), "")

    lines = lines_in(moment_of(position))
    assert lines == ["Cid gets Luxury 7 for nothing.", "Nobody gets Yacht Club."]


def test_before_the_first_sale_and_with_moves_that_sell_nothing_there_is_no_moment():
    position = played("luxury-7", bid(0, 3))

    assert "data-number" not in moment_of(position)
    assert "moment" not in public_parts(table_of(position.state), position, NO_BADGES)


def test_a_move_that_sells_a_lot_sends_the_moment_that_a_page_would_show():
    position = played("luxury-7 luxury-1", bid(0, 3), *passes(1, 2))

    sent = public_parts(table_of(position.state), position, NO_BADGES)["moment"]
    later = position.after(Entry(bid(0, 4)), "")

    assert sent == moment_of(position) == moment_of(later)


@override_settings(LOT_MOMENT=3.5)
def test_the_page_is_told_how_long_a_moment_lasts():
    assert 'data-length="3500"' in moment_of(played("luxury-7 luxury-1", *passes(0, 1)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_in_every_edition_and_language_every_outcome_has_its_sentences(edition):
    stars = ADVANCED if EDITIONS[edition].has_advanced else ()
    for language in ("en", "de"):
        with translation.override(language):
            for position in a_story(edition, 5, 7, stars):
                html, outcome = moment_of(position), last_outcome(position.story)
                assert bool(lines_in(html)) is (outcome is not None)
                assert all(lines_in(html))


@pytest.mark.parametrize(
    ("edition", "stars"), [("osprey-2018", ()), ("spec", ()), ("allplay-2025", ADVANCED)]
)
def test_a_moment_holds_only_what_everybody_knows(edition, stars):
    """The same moves with other hands and another deck to come: equal to the byte."""
    chance, story = Random(11), a_story(edition, 4, 11, stars)
    compared = 0
    for before, position in pairwise(story):
        # Sealed cards are public now, and who has spent money was public all the time.
        is_open = before.state.phase is not Phase.SEALED and before.state.lot is not Card.EXCURSIONS
        if position.state.is_over or not has_outcome(position.events) or not is_open:
            continue
        after = unlike(position.state, None, chance)
        other = unlike_position(before, None, chance).after(position.position.entry, "", after)
        compared += other.state != position.state
        parts = public_parts(table_of(position.state), other, NO_BADGES)
        assert parts["moment"] == moment_of(position)
    assert compared > 5
