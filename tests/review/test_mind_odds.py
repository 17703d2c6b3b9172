"""The analysis plays on with players as they were seen to play, not with bots."""

from random import Random
from statistics import fmean

from games.bots.match import Match
from games.bots.trial import PLAYOUT, prospect
from games.engine.editions import EDITIONS
from games.engine.record import Record, from_text
from games.reviews.analysis.auctions import Scene
from games.reviews.analysis.mind_odds import odds_before
from games.reviews.analysis.moments import choices_of, interludes_of
from games.reviews.analysis.outlooks import look_ahead
from tests.support.positions import a_game, bid, passes
from tests.support.reviewed_games import LOTS


def what_seat_1_pays(*before):
    """What seat 1 is expected to pay for a luxury of 9, on average, after this lot."""
    state = a_game("luxury-10 luxury-9 luxury-1")
    actions = (*before, bid(before[0].seat, 2), *passes(1, 2))
    record = Record(state.deal, tuple("ABC"), actions)
    choice = choices_of(record)[len(before)]
    where, rng = prospect(choice.view, choice.memory, PLAYOUT), Random(1)
    odds = odds_before(choice.view, choice.memory)
    return fmean(Scene(where, odds, rng).sale(where).most[1] for _ in range(400))


def test_who_let_a_good_lot_go_cheaply_is_expected_to_do_so_again():
    thrifty = what_seat_1_pays(bid(0, 1), *passes(1, 2))
    unknown = what_seat_1_pays(bid(0, 25), *passes(1, 2))

    assert thrifty < 0.8 * unknown


def test_who_pays_as_bots_do_among_misers_is_in_danger_and_the_analysis_says_so():
    """A lavish player among three misers: cast out in the end, and long before it is likely."""
    table = ("lavish", "miser", "miser", "miser")
    match = Match(EDITIONS["osprey-2018"], table, 1, "alder", keeps_records=True)
    record = from_text(match.game(0).line.encode())

    outlook = look_ahead(interludes_of(record)[7], LOTS, Random(1))

    assert outlook.out[0] > 0.9
    assert outlook.won[0] < 0.1
