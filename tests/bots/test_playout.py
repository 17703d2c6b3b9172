"""The fast game in thought is the game of the engine."""

from random import Random

import pytest

from games.bots import BOTS
from games.bots.appraisal import TUNED, Unseen, appraise, limits
from games.bots.candidates import least_luxury
from games.bots.fast_table import NUMBER, Table, imagine
from games.bots.future import unseen
from games.bots.playout import play_on, purses, seal, sell, sell_sealed, winners
from games.bots.raises import AMOUNT, raise_within
from games.engine.actions import Bid, Commit, Pass
from games.engine.cards import Card
from games.engine.money import CARDS, TOTAL
from games.engine.observation import observe
from games.engine.rules import apply
from games.engine.scoring import result_of
from games.engine.state import GameState, Phase
from tests.support.bot_games import TABLES, a_shuffled_deal, turns

NOISY = TUNED._replace(noise=0.5)


def seen(state: GameState) -> Table:
    """The table in thought with every hand as it is."""
    hands, bids = ([player[i] for player in state.players] for i in (0, 1))
    return imagine(observe(state, None), hands, bids)


def lot_on(state: GameState, chances: list[list[float]]):
    view = observe(state, None)
    return appraise(NUMBER[view.revealed[-1]], unseen(view), NOISY, chances[state.revealed])


def most_for(state: GameState, chances: list[list[float]]) -> list[float]:
    money = [AMOUNT[player.hand | player.bid] for player in state.players]
    return limits(seen(state), money, lot_on(state, chances))


def finish(state: GameState, chances: list[list[float]]) -> GameState:
    """The engine's game when every seat bids up to its limit."""
    most, lot = most_for(state, chances), state.revealed
    while not state.is_over:
        if state.revealed != lot:
            most, lot = most_for(state, chances), state.revealed
        seat = state.seats_to_act[0]
        if state.phase is Phase.DISCARD:
            state = apply(state, least_luxury(observe(state, seat)))
        elif state.phase is Phase.SEALED:
            for bid in seal(seen(state), most, chances[lot]):
                if bid:
                    state = apply(state, Commit(state.seats_to_act[0], TOTAL[bid]))
        else:
            player = state.players[seat]
            money = raise_within(player.hand, player.bid, state.highest // 1_000, most[seat])
            state = apply(state, Bid(seat, CARDS[money]) if money else Pass(seat))
    return state


def finish_in_thought(state: GameState, chances: list[list[float]]) -> Table:
    table, most, deal = seen(state), most_for(state, chances), state.deal
    if state.phase is Phase.SEALED:
        sell_sealed(table, seal(table, most, chances[state.revealed]))
    else:
        sell(table, most)
    lots = []
    for position in range(state.revealed + 1, deal.length):
        rest = deal.deck[position:]
        luxury = sum(card.worth for card in rest if card.is_luxury)
        prestige = sum("prestige" in card.id for card in rest)
        after = Unseen(luxury, prestige, len(rest), sum(card.is_end for card in rest))
        number = NUMBER[deal.deck[position - 1]]
        lots.append(appraise(number, after, NOISY, chances[position]))
    play_on(table, lots)
    return table


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES)
def test_a_game_in_thought_ends_as_in_the_engine(edition, seats, stars):
    rng = Random(f"{edition}{seats}{stars}")
    for _ in range(4):
        deal = a_shuffled_deal(edition, seats, stars, rng)
        chances = [[rng.random() for _ in range(seats)] for _ in range(20)]
        bots = [rng.choice((BOTS["novice"], BOTS["random"])) for _ in range(seats)]
        positions = [state for state, _, _ in turns(deal, bots, rng)]
        for state in (positions[0], rng.choice(positions)):
            if state.phase in (Phase.AUCTION, Phase.SEALED) and not any_committed(state):
                check(state, chances)


def any_committed(state: GameState) -> bool:
    return state.phase is Phase.SEALED and any(player.bid for player in state.players)


def check(state: GameState, chances: list[list[float]]) -> None:
    final, table = finish(state, chances), finish_in_thought(state, chances)
    result = result_of(final)

    assert table.hands == [player.hand for player in final.players]
    assert table.bids == [0] * len(final.players)
    for seat, player in enumerate(final.players):
        luxuries = sum(1 << NUMBER[card] for card in player.claimed if card.is_luxury)
        assert table.luxuries[seat] == luxuries
        assert (table.theft == seat) == (Card.THEFT in player.claimed)
        assert (table.gambling == seat) == (Card.GAMBLING in player.claimed)
        exact = table.standing[seat] * table.factor[seat]
        assert final.deal.edition.id != "classic" or exact == result.scores[seat].status
    assert purses(table) == [score.money // 1_000 for score in result.scores]
    assert winners(table, final.deal.edition) == list(result.winners)
