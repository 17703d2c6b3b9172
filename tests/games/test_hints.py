"""Hints for a first game: each situation has one, and none tells what a seat cannot know."""

import pytest
from hypothesis import given, settings

from games.engine.actions import Pass
from games.engine.cards import Card
from games.engine.observation import observe
from games.engine.state import Phase
from games.text.hints import hint
from tests.support.positions import a_game, a_player, an_ending, bid, commit, mask, passes
from tests.support.strategies import records


def hinted(state, seat=0):
    return hint(observe(state, seat))


def with_player(state, seat, **changes):
    players = [*state.players]
    players[seat] = players[seat]._replace(**changes)
    return state._replace(players=tuple(players))


def later(top, **deal):
    """A game in which one lot is already sold: seat 0 paid 1 for it and is to act again."""
    return a_game(f"luxury-1 {top}", bid(0, 1), *passes(1, 2), **deal)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (a_game("luxury-7"), "Start small"),
        (a_game("prestige-1"), "Start small"),
        (later("luxury-7"), "Passing costs nothing"),
        (later("prestige-1"), "Prestige is worth as much again as all your Luxury cards"),
        (later("prestige-1", edition="classic"), "Title is worth as much again"),
        (later("half"), "you take Scandale for free"),
        (later("minus-five"), "you take Passé for free"),
        (later("theft"), "you take Faux Pas for free"),
        (a_game("theft"), "nothing to lose yet, but Faux Pas would take"),
        (a_game("half"), "Scandale would cost you little"),
        (
            later("gambling", edition="allplay-2025", advanced="gambling"),
            "doubled money",
        ),
        (
            later("excursions", edition="allplay-2025", advanced="excursions"),
            "everyone else takes back their highest spent note",
        ),
        (
            a_game("yacht-club", edition="allplay-2025", advanced="yacht-club"),
            "even if you don’t win",
        ),
        (an_ending(a_player(), a_player(), a_player()), "cast out"),
    ],
)
def test_each_situation_has_its_hint(state, words):
    assert words in hinted(state)


def test_the_theft_s_choice_has_a_hint():
    two_lots = (bid(0, 1), *passes(1, 2), bid(0, 2), *passes(1, 2))
    choosing = a_game("luxury-1 luxury-9 theft", *two_lots, Pass(0))

    assert choosing.phase is Phase.DISCARD
    assert "worth least" in hinted(choosing)
    assert hinted(choosing, 1) == ""


def test_a_waiting_theft_is_spoken_of_before_a_luxury_is_bought():
    state = with_player(later("luxury-7"), 0, claimed=(Card.THEFT,))

    assert hinted(state) == "Faux Pas is waiting: this card would be lost at once."


def test_who_cannot_go_higher_is_told_so():
    state = with_player(a_game("luxury-7", bid(0, 25), first=0), 1, hand=mask(1))

    assert "can’t bid higher" in hinted(state, 1)


def test_the_last_end_card_is_announced():
    state = a_game(
        "prestige-1 prestige-2 prestige-3 luxury-7",
        *(action for paid in (1, 2, 3) for action in (bid(0, paid), *passes(1, 2))),
    )

    assert "The next card may end the game" in hinted(state)


def test_the_poorest_is_warned_where_spent_money_is_open():
    assert "Nobody has less money" in hinted(later("luxury-7", edition="spec"))
    assert "Nobody has less money" not in hinted(later("luxury-7"))


def test_gambling_counts_double_when_the_poorest_is_looked_for():
    state = with_player(later("luxury-7", edition="spec"), 0, claimed=(Card.GAMBLING,))

    assert "Nobody has less money" not in hinted(state)


def test_nobody_is_the_poorest_while_all_have_the_same():
    state = a_game("luxury-7 luxury-1", *passes(0, 1), edition="spec")

    assert "Nobody has less money" not in hinted(state, 2)


def test_a_thin_purse_is_warned_of_without_looking_at_others():
    state = with_player(later("luxury-7"), 0, hand=mask(12, 8))

    assert "running low" in hinted(state)


def test_who_waits_is_told_what_their_bid_means():
    leading = a_game("luxury-7", bid(0, 6))
    overbid = a_game("luxury-7", bid(0, 6), bid(1, 8))
    spared = a_game("half", bid(0, 6))

    assert hinted(leading) == "If nobody goes higher, you pay 6 and the card is yours."
    assert hinted(overbid) == "Your 6 stay on the table until you pass or win."
    assert "you are spared and pay 6" in hinted(spared)
    assert "Keep track of what others spend" in hinted(leading, 2)
    assert "out of this auction" in hinted(a_game("luxury-7", Pass(0)))


def test_a_sealed_card_once_down_needs_no_hint():
    state = a_game("yacht-club", commit(0, 4), edition="allplay-2025", advanced="yacht-club")

    assert hinted(state) == ""


def test_who_only_watches_gets_no_hint():
    assert hint(observe(a_game("luxury-7"), None)) == ""


@given(records())
@settings(max_examples=30)
def test_whoever_is_to_act_always_gets_a_whole_sentence(record):
    for state in record.states:
        for seat in state.seats_to_act:
            text = hint(observe(state, seat))
            assert text.endswith((".", "?"))
            assert "%" not in text
