"""What a seat remembers comes from public events, and tells exactly what everybody paid."""

from functools import reduce

from hypothesis import given, settings

from games.bots import beliefs
from games.bots.memory import NEVER, NOTHING, Memory, Payment, remember
from games.bots.raises import AMOUNT
from games.engine.cards import Card
from games.engine.events import events_of, opening_events
from games.engine.observation import observe
from games.engine.record import Record
from games.engine.state import Phase
from tests.support.positions import a_game, bid, mask, passes
from tests.support.strategies import records


def memory_of(record: Record) -> Memory:
    memory = reduce(remember, opening_events(record.states[0]), NOTHING)
    for before, action, after in zip(
        record.states, record.actions, record.states[1:], strict=False
    ):
        memory = reduce(remember, events_of(before, action, after), memory)
    return memory


@given(records())
@settings(max_examples=200)
def test_everything_that_was_paid_is_remembered(record):
    memory, final = memory_of(record), record.final

    for seat, player in enumerate(final.players):
        assert memory.spent(seat) == player.spent
        assert memory.bids[seat] == (0 if final.phase is Phase.SEALED else player.bid)
    assert memory.lot == final.revealed


@given(records())
@settings(max_examples=100)
def test_who_remembers_all_knows_every_hand(record):
    memory, final = memory_of(record), record.final
    if final.phase is Phase.SEALED and any(player.bid for player in final.players):
        return
    for seat in range(final.deal.seats):
        view = observe(final, seat)
        assert beliefs.hands(view, memory) == [player.hand for player in final.players]
        totals = [AMOUNT[player.hand | player.bid] for player in final.players]
        assert beliefs.exact(view, memory) == totals


@given(records())
@settings(max_examples=100)
def test_who_owns_what_is_remembered(record):
    memory, final = memory_of(record), record.final

    for seat, player in enumerate(final.players):
        assert sorted(card.id for card in memory.claimed[seat]) == sorted(
            card.id for card in player.claimed
        )
    assert [sale.lot for sale in memory.sales] == list(final.deal.deck[: final.revealed])


def test_bids_and_passes_are_remembered():
    actions = (bid(0, 3), bid(1, 4), *passes(2), bid(0, 2), *passes(1))
    state = a_game("luxury-7 luxury-1", *actions)
    sale, running = memory_of(Record(state.deal, ("a", "b", "c"), actions)).sales

    assert sale.bids[:3] == (5, 4, 0)
    assert sale.refused[:3] == (NEVER, 5, 4)
    assert running.spent[:3] == (mask(3, 2), 0, 0)
    assert running.claimed[0] == (Card.LUXURY_7,)


def a_view(show_spent: bool = False):
    edition = "spec" if show_spent else "osprey-2018"
    state = a_game("luxury-7 luxury-1", bid(0, 12), *passes(1, 2), edition=edition)
    return observe(state, 1)


def paid(lot: int, seat: int, *thousands: int) -> Payment:
    return Payment(lot, seat, mask(*thousands))


def test_who_never_watches_takes_the_others_to_be_as_rich_as_themselves():
    memory = Memory(lot=2, payments=(paid(1, 0, 12),))

    assert beliefs.blank(a_view(), memory) == [106, 106, 106]


def test_who_never_watches_still_sees_what_is_shown():
    assert beliefs.blank(a_view(show_spent=True), NOTHING) == [94, 106, 106]


def test_a_card_taken_back_is_no_longer_spent():
    stars = {"edition": "allplay-2025", "advanced": "excursions"}
    actions = (bid(0, 12, 1), *passes(1, 2), bid(0, 2), bid(1, 3), *passes(2, 0))
    state = a_game("luxury-7 excursions luxury-1", *actions, **stars)
    record = Record(state.deal, ("a", "b", "c"), actions)

    assert memory_of(record).spent(0) == mask(1)
    assert memory_of(record).spent(1) == mask(3)
