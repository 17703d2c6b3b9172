"""The tables in arrays play like the engine, and show a policy what its twin in Python shows."""

from functools import reduce

import numpy as np
import pytest

from games.bots.fast_table import GAMBLING, NUMBER
from games.bots.memory import NOTHING, remember
from games.bots.policy_inputs import inputs
from games.engine.actions import Bid, Commit, Discard, Pass
from games.engine.cards import ADVANCED
from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.events import events_of, opening_events
from games.engine.money import CARDS, TOTAL
from games.engine.observation import observe
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.training import inputs as vector
from games.training.deals import DECK, NO_LOT, Deals
from games.training.training_table import TrainingTable

GAMES = 240


def deals_of(games):
    """The same decks as arrays."""
    numbers = [[NUMBER[card] for card in game.deck] for game in games]
    cards = np.zeros((len(games), NO_LOT + 1), np.int32)
    for row, lots in zip(cards, numbers, strict=True):
        np.add.at(row, lots, 1)
    return Deals(
        np.array([game.seats for game in games], np.int32),
        np.array([game.first_seat for game in games], np.int32),
        np.array([lots + [GAMBLING] * (len(DECK) - len(lots)) for lots in numbers], np.int32),
        cards,
        *(
            np.array([getattr(game.edition, name) for game in games])
            for name in ("halves_round_down", "minus_five_floors_at_zero", "luxury_breaks_ties")
        ),
    )


def some_deals():
    editions = list(EDITIONS.values())
    return [
        deal(
            editions[number % len(editions)],
            3 + number % 3,
            bytes([number] * 32),
            ADVANCED[: number % 5] if number % 2 else (),
        )
        for number in range(GAMES)
    ]


class Engine:
    """One game in the engine, with what its table has seen."""

    def __init__(self, game):
        self.state = start(game)
        self.memory = reduce(remember, opening_events(self.state), NOTHING)
        self._discard()

    def act(self, seat, money):
        is_sealed = self.state.phase.value == "sealed"
        action = Commit(seat, TOTAL[money]) if is_sealed else Bid(seat, CARDS[money])
        self._apply(action if money else Pass(seat))
        self._discard()

    def _discard(self):
        """A theft takes the least luxury."""
        while self.state.phase.value == "discard":
            seat = self.state.turn
            luxuries = [card for card in self.state.players[seat].claimed if card.is_luxury]
            least = min(luxuries, key=NUMBER.__getitem__)
            self._apply(Discard(seat, least))

    def _apply(self, action):
        before, self.state = self.state, apply(self.state, action)
        events = events_of(before, action, self.state)
        self.memory = reduce(remember, events, self.memory)


@pytest.fixture(scope="module")
def played():
    """Random games on both; at every decision what both show of it."""
    games, chance = some_deals(), np.random.default_rng(3)
    ours = TrainingTable(deals_of(games), np.ones(GAMES, bool), chance)
    theirs, seen = [Engine(game) for game in games], []
    while len(rows := ours.tables.running):
        choices = vector.choices(ours.tables, rows)
        shown = vector.inputs(ours.tables, ours.sight, rows, choices)
        money = ours.strangers.money(ours.tables, rows)
        turns = ours.tables.turn[rows].copy()
        for row, turn, mine, own, lays in zip(rows, turns, shown, choices, money, strict=True):
            engine = theirs[row]
            assert turn in engine.state.seats_to_act
            if chance.random() < 0.1:
                view = observe(engine.state, int(turn))
                seen.append((mine, own, *inputs(view, engine.memory, int(turn))))
            engine.act(int(turn), int(lays))
        ours.act(rows, money)
    return ours, theirs, seen


def test_all_games_end_alike(played):
    ours, theirs, _ = played
    won = ours.tables.won()

    for row, engine in enumerate(theirs):
        assert engine.state.is_over
        first = result_of(engine.state).winners
        share = [(seat in first) / max(len(first), 1) for seat in range(5)]
        assert won[row].tolist() == pytest.approx(share)
        hands = [player.hand for player in engine.state.players]
        assert ours.tables.hands[row, : len(hands)].tolist() == hands


def test_both_show_the_same(played):
    _, _, seen = played

    assert len(seen) > 500
    for mine, own, theirs, raises in seen:
        assert own.tolist() == raises
        assert mine.tolist() == pytest.approx(theirs, abs=1e-4)
