"""What the parts of the table say, and how little of it is sent again."""

import re

import pytest

from games.engine.actions import Pass
from games.engine.auto_bids import AutoBid
from games.engine.editions import EDITIONS
from games.engine.observation import observe
from games.screens import cards
from games.screens.cards import money_format
from games.screens.table_facts import Table
from games.screens.table_private import private_parts
from games.screens.table_public import public_parts
from tests.support.positions import a_game, bid, passes

NAMES = ("Ann", "Bob", "Cid")


def parts_of(state, seat, auto_bid=None):
    table = Table(state.deal.edition, NAMES, "/play/")
    return private_parts(table, observe(state, seat), auto_bid)


def auto_bid_of(state, seat, auto_bid=None):
    return parts_of(state, seat, auto_bid)["auto-bid"]


@pytest.mark.parametrize(
    ("edition", "written", "zeros"),
    [
        ("allplay-2025", "$12,345", ",000"),
        ("classic", "12,345", ",000"),
        ("osprey-2018", "12345", ""),
        ("manual", "12345", ""),
        ("spec", "12345", "000"),
    ],
)
def test_a_page_can_write_money_as_the_edition_does(edition, written, zeros):
    money = money_format(EDITIONS[edition], "en")

    assert f"{money.before}12{money.comma}345{money.after}" == written
    assert money.zeros == zeros


def test_auto_bids_are_open_to_who_waits_and_closed_to_who_opens_the_bidding():
    state = a_game("luxury-7")

    assert 'name="plan"' not in auto_bid_of(state, 0)
    assert 'name="plan"' in auto_bid_of(state, 1)


def test_an_auto_bid_half_written_is_not_disturbed_by_the_turn_s_arrival():
    waiting = a_game("luxury-7", bid(0, 12))
    to_act = a_game("luxury-7", bid(0, 12), bid(1, 15))

    assert 'name="limit"' in auto_bid_of(waiting, 2)
    assert auto_bid_of(waiting, 2) == auto_bid_of(to_act, 2)


def test_the_controls_say_what_is_missing_to_the_least_bid():
    overbid = a_game("luxury-7", bid(0, 4, 1), bid(1, 8, 1), Pass(2))

    assert "Add at least 5 (to reach 10)" in parts_of(overbid, 0)["controls"]
    assert "Bid at least 10" in parts_of(a_game("luxury-7", bid(0, 8, 1)), 1)["controls"]


def test_a_viewer_s_status_stands_beside_their_cards_step_by_step():
    state = a_game("luxury-7 prestige-1", bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2))

    assert "Status <b>14</b>" in parts_of(state, 0)["standing"]
    assert "Luxury <i>7</i> <b>7</b>" in parts_of(state, 0)["steps"]
    assert "Prestige <i>×2</i> <b>14</b>" in parts_of(state, 0)["steps"]
    assert "Status <b>0</b>" in parts_of(state, 1)["standing"]
    assert "standing" not in parts_of(state, None)


def test_the_notes_of_a_bid_are_named_one_by_one():
    state = a_game("luxury-7", bid(0, 12, 3, 1))
    table = Table(state.deal.edition, NAMES, "/play/")

    html = public_parts(table, observe(state, None), 1, ())["seat-0"]

    assert re.findall(r"data-thousands=.(\d+)", html) == ["12", "3", "1"]
    assert "aria-hidden" not in html


def test_the_end_cards_explain_themselves():
    state = a_game("prestige-1")
    table = Table(state.deal.edition, NAMES, "/play/")
    parts = public_parts(table, observe(state, None), 1, ())

    assert "The game ends at once when the 4th end card appears; 1 seen." in parts["ends"]
    assert 'popovertarget="ends"' in parts["stage"]


def test_at_ones_turn_an_auto_bid_that_stands_is_told_and_can_be_taken_back():
    state = a_game("luxury-7", bid(0, 12))
    table = Table(state.deal.edition, NAMES, "/play/")

    parts = private_parts(table, observe(state, 1), AutoBid(1, 15_000))

    assert "Auto-bid on: up to 15" in parts["auto-bid"]
    assert 'value="none"' in parts["auto-bid"]
    assert "data-bid" in parts["controls"]
    assert "data-call" not in parts["call"]


def test_an_auto_bid_half_written_is_not_disturbed_by_a_foreign_bid():
    before = a_game("luxury-7", bid(0, 12))
    after = a_game("luxury-7", bid(0, 12), bid(1, 15))

    assert auto_bid_of(before, 0) == auto_bid_of(after, 0)


def test_an_auto_bid_to_pass_names_what_it_takes():
    assert "and take Scandale" in auto_bid_of(a_game("half", bid(0, 12)), 0)


def test_an_auto_bid_is_told_and_can_be_taken_back():
    state = a_game("luxury-7", bid(0, 12))

    assert "Auto-pass on for this lot" in auto_bid_of(state, 0, AutoBid(1, 0))
    assert "Auto-bid on: up to 15" in auto_bid_of(state, 0, AutoBid(1, 15_000))
    assert 'value="none"' in auto_bid_of(state, 0, AutoBid(1, 0))


def test_who_is_called_hears_the_lot_and_the_least_bid():
    state = a_game("luxury-7", bid(0, 15))
    table = Table(state.deal.edition, NAMES, "/play/")
    parts = private_parts(table, observe(state, 1))

    assert "The minimum bid is 16." in parts["call"]
    assert "data-call" not in private_parts(table, observe(state, 0))["call"]


def test_every_card_of_the_game_explains_itself():
    edition = EDITIONS["allplay-2025"]

    html = cards.cards_html(edition, (), "en")

    assert html.count("data-help=") == 16
    assert 'href="/rules/allplay-2025/#card-half"' in html
