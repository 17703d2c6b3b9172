"""What the parts of the table say, and how little of it is sent again."""

import pytest

from games.engine.auto_bids import AutoBid
from games.engine.editions import EDITIONS
from games.engine.observation import observe
from games.screens import cards
from games.screens.cards import money_format
from games.screens.table_facts import Table
from games.screens.table_private import private_parts
from tests.support.positions import a_game, bid

NAMES = ("Ann", "Bob", "Cid")


def auto_bid_of(state, seat, auto_bid=None):
    table = Table(state.deal.edition, NAMES, "/play/")
    return private_parts(table, observe(state, seat), auto_bid)["auto-bid"]


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


def test_auto_bids_are_open_to_who_waits_and_closed_to_whose_turn_it_is():
    state = a_game("luxury-7", bid(0, 12))

    assert 'name="plan"' in auto_bid_of(state, 0)
    assert 'name="plan"' not in auto_bid_of(state, 1)


def test_at_ones_turn_an_auto_bid_that_stands_is_told_and_can_be_taken_back():
    state = a_game("luxury-7", bid(0, 12))
    table = Table(state.deal.edition, NAMES, "/play/")

    parts = private_parts(table, observe(state, 1), AutoBid(1, 15_000))

    assert "you raise up to 15, then pass" in parts["auto-bid"]
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

    assert "you will pass" in auto_bid_of(state, 0, AutoBid(1, 0))
    assert "you raise up to 15, then pass" in auto_bid_of(state, 0, AutoBid(1, 15_000))
    assert 'value="none"' in auto_bid_of(state, 0, AutoBid(1, 0))


def test_who_is_called_hears_the_lot_and_the_least_bid():
    state = a_game("luxury-7", bid(0, 15))
    table = Table(state.deal.edition, NAMES, "/play/")
    parts = private_parts(table, observe(state, 1))

    assert "The least bid is 16." in parts["call"]
    assert "data-call" not in private_parts(table, observe(state, 0))["call"]


def test_every_card_of_the_game_explains_itself():
    edition = EDITIONS["allplay-2025"]

    html = cards.cards_html(edition, (), "en")

    assert html.count("data-help=") == 16
    assert 'href="/rules/allplay-2025/#card-half"' in html
