"""A bot's action follows from what its seat may know, and from chance, and from nothing else."""

from random import Random

import pytest

from games.bots import BOTS
from games.bots.memory import NOTHING, Memory, Payment
from games.bots.policy import Policy
from games.engine.observation import observe
from games.engine.state import Phase
from tests.support.bot_games import TABLES, a_shuffled_deal, another_deck, turns
from tests.support.positions import a_game, bid, mask, passes


@pytest.mark.parametrize("name", BOTS)
def test_the_cards_to_come_change_nothing(name):
    rng = Random(name)
    for edition, seats, stars in rng.sample(TABLES, 8):
        deal = a_shuffled_deal(edition, seats, stars, rng)
        game = [turn for turn in turns(deal, [BOTS["novice"]] * seats, rng) if turn[2] >= 0]
        for state, memory, seat in rng.sample(game, 4):
            twin = state._replace(deal=another_deck(deal, state.revealed, rng))
            actions = {
                BOTS[name](observe(each, seat), memory, Random(7)) for each in (state, twin, state)
            }
            assert len(actions) == 1


@pytest.mark.parametrize("name", BOTS)
def test_what_others_have_sealed_changes_nothing(name):
    rng, checked = Random(name), 0
    while checked < 3:
        deal = a_shuffled_deal("allplay-2025", 4, TABLES[7][2], rng)
        for state, memory, seat in turns(deal, [BOTS["novice"]] * 4, rng):
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
                BOTS[name](observe(each, seat), memory, Random(7)) for each in (state, twin)
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
    return {name: [BOTS[name](view, paid, Random(seed)) for seed in range(12)] for name in BOTS}


def memory(*payments: Payment) -> Memory:
    return Memory(6, NOTHING.bids, payments)


def test_a_novice_forgets_what_others_paid():
    poor = memory(Payment(5, 0, mask(25, 20, 15)), Payment(4, 1, mask(12, 10)))

    assert the_last_lots(poor)["novice"] == the_last_lots(NOTHING)["novice"]


def test_who_has_learnt_remembers_everything():
    long_ago = memory(*(Payment(1, seat, mask(25, 20, 15, 12)) for seat in (0, 1)))

    assert scores(long_ago) != scores(NOTHING)


def scores(paid: Memory):
    """What the policy thinks of each choice at that lot."""
    return Policy().scored(a_late_lot(), paid)
