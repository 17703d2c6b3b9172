"""A bot's action follows from what its seat may know, and from chance, and from nothing else."""

from random import Random

import pytest

from games.bots import BOTS
from games.bots.evaluation import judgement
from games.bots.memory import NOTHING, Memory, Payment
from games.bots.search import Search
from games.engine.observation import observe
from games.engine.state import Phase
from tests.support.bot_games import TABLES, a_shuffled_deal, another_deck, turns
from tests.support.positions import a_game, bid, mask, passes

QUICK = {**BOTS, "expert": Search(lots=60), "master": Search(120, trial=judgement)}
THINKERS = ("expert", "master")


@pytest.mark.parametrize("name", QUICK)
def test_the_cards_to_come_change_nothing(name):
    rng = Random(name)
    for edition, seats, stars in rng.sample(TABLES, 8):
        deal = a_shuffled_deal(edition, seats, stars, rng)
        game = [turn for turn in turns(deal, [QUICK["novice"]] * seats, rng) if turn[2] >= 0]
        for state, memory, seat in rng.sample(game, 4):
            twin = state._replace(deal=another_deck(deal, state.revealed, rng))
            actions = {
                QUICK[name](observe(each, seat), memory, Random(7)) for each in (state, twin, state)
            }
            assert len(actions) == 1


@pytest.mark.parametrize("name", QUICK)
def test_what_others_have_sealed_changes_nothing(name):
    rng, checked = Random(name), 0
    while checked < 3:
        deal = a_shuffled_deal("allplay-2025", 4, TABLES[7][2], rng)
        for state, memory, seat in turns(deal, [QUICK["novice"]] * 4, rng):
            sealed = [i for i, player in enumerate(state.players) if player.bid]
            if state.phase is not Phase.SEALED or seat < 0 or not sealed:
                continue
            other = sealed[0]
            player = state.players[other]
            money = player.hand & -player.hand or player.bid
            swapped = player._replace(hand=(player.hand | player.bid) & ~money, bid=money)
            players = (*state.players[:other], swapped, *state.players[other + 1 :])
            twin = state._replace(players=players)
            first, second = (
                QUICK[name](observe(each, seat), memory, Random(7)) for each in (state, twin)
            )
            assert first == second
            checked += 1


def a_late_lot():
    top = "luxury-7 luxury-8 luxury-9 luxury-5 luxury-10 prestige-1"
    actions = [*passes(0, 1), *passes(2, 0), *passes(1, 2), *passes(0, 1), *passes(2, 0)]
    state = a_game(top, *actions, bid(1, 20))
    return observe(state, state.turn)


def the_last_lots(paid: Memory):
    """What each bot does at a lot late in the game, given what it remembers."""
    view = a_late_lot()
    return {name: [QUICK[name](view, paid, Random(seed)) for seed in range(12)] for name in QUICK}


def memory(*payments: Payment) -> Memory:
    return Memory(6, NOTHING.bids, payments)


def test_a_novice_forgets_what_others_paid():
    poor = memory(Payment(5, 0, mask(25, 20, 15)), Payment(4, 1, mask(12, 10)))

    assert the_last_lots(poor)["novice"] == the_last_lots(NOTHING)["novice"]


def test_a_regular_forgets_what_exactly_was_paid_long_ago():
    some, other = memory(Payment(1, 0, mask(15, 4))), memory(Payment(1, 0, mask(20, 1)))
    much = memory(Payment(1, 0, mask(25, 20, 15, 12, 10, 8)))

    assert the_last_lots(some)["regular"] == the_last_lots(other)["regular"]
    assert the_last_lots(some)["regular"] != the_last_lots(much)["regular"]


@pytest.mark.parametrize("name", THINKERS)
def test_who_thinks_ahead_remembers_everything(name):
    long_ago = memory(*(Payment(1, seat, mask(25, 20, 15, 12)) for seat in (0, 1)))

    assert hopes(name, long_ago) != hopes(name, NOTHING)


def hopes(name: str, paid: Memory):
    """What a thinker expects of each choice at that lot."""
    return [QUICK[name].estimates(a_late_lot(), paid, Random(seed)) for seed in range(12)]
