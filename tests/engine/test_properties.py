"""What holds in every game, and that a second reading of the rules agrees with the engine."""

from hypothesis import given, settings

from games.engine.cards import BY_ID
from games.engine.legal import legal_actions
from games.engine.money import ALL
from games.engine.observation import observe
from games.engine.record import Record, from_data, from_text, record_dict, to_line
from games.engine.wire import action_dict
from tests.support.oracle import Oracle
from tests.support.strategies import records


def oracle_of(record: Record) -> Oracle:
    data = record_dict(record)
    deal = (data["edition"], data["advanced"], len(data["seats"]), data["first_seat"])
    return Oracle(*deal, data["deck"], data["show_spent"])


@given(records())
def test_money_is_conserved(record):
    for state in record.states:
        for player in state.players:
            assert player.hand | player.bid | player.spent == ALL
            assert not player.hand & player.bid | player.hand & player.spent
            assert not player.bid & player.spent


@given(records(finished=True))
def test_every_game_ends_within_its_deck(record):
    revealed = record.final.revealed

    assert record.final.is_over
    assert revealed <= len(record.deal.deck)
    assert sum(card.is_end for card in record.deal.deck[:revealed]) == 4
    assert record.deal.deck[revealed - 1].is_end


@given(records())
def test_every_card_is_claimed_once_at_most_and_was_revealed(record):
    for state in record.states:
        claimed = [card for player in state.players for card in player.claimed]
        assert len(set(claimed)) == len(claimed)
        assert set(claimed) <= set(record.deal.deck[: state.revealed])


@given(records())
def test_somebody_can_act_until_the_game_is_over(record):
    for state in record.states:
        seats = range(record.deal.seats)
        acting = tuple(seat for seat in seats if legal_actions(state, seat))
        assert acting == state.seats_to_act
        assert state.is_over == (not acting)


@given(records())
def test_record_replay_record_is_the_identity(record):
    assert from_data(record_dict(record)) == record
    again = from_text(to_line(record).encode())
    assert to_line(again) == to_line(record)
    assert again.states == record.states


@given(records())
@settings(max_examples=150)
def test_a_second_reading_of_the_rules_sees_the_same_game(record):
    oracle = oracle_of(record)
    for state, action in zip(record.states, record.actions, strict=False):
        assert known(state, oracle)
        oracle.play(action_dict(action))
    assert known(record.final, oracle)
    assert record.result == oracle.result()


def known(state, oracle):
    """Whether every viewer learns the same from both."""
    for seat in (*range(len(state.players)), None):
        view, fact = observe(state, seat), oracle.known_to(seat)
        assert (view.lot.id if view.lot else None) == fact["lot"]
        assert (view.highest_bid, view.highest_bidder) == (
            fact["highest_bid"],
            fact["highest_bidder"],
        )
        assert view.turn == fact["turn"]
        assert list(view.to_act) == oracle.seats_to_act()
        assert [sorted(other.bid) for other in view.seats] == fact["bids"]
        assert [other.has_committed for other in view.seats] == fact["committed"]
        assert [other.has_passed for other in view.seats] == fact["passed"]
        assert [[card.id for card in other.claimed] for other in view.seats] == fact["claimed"]
        assert [BY_ID[id] for id in fact["revealed"]] == list(view.revealed)
        assert (view.deck_left, view.end_cards_left) == (fact["deck_left"], fact["end_cards_left"])
        assert (None if view.hand is None else sorted(view.hand)) == fact["hand"]
        spent = [None if other.spent is None else sorted(other.spent) for other in view.seats]
        assert spent == fact["spent"]
    return True


@given(records())
@settings(max_examples=25)
def test_a_second_reading_of_the_rules_allows_the_same_actions(record):
    oracle = oracle_of(record)
    for action in record.actions:
        oracle.play(action_dict(action))

    for seat in range(record.deal.seats):
        ours = [action_dict(action) for action in legal_actions(record.final, seat)]
        theirs = oracle.legal(seat)
        assert sorted(ours, key=str) == sorted(theirs, key=str)
