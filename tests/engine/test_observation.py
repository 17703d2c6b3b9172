"""What a seat may know: all of it, and nothing else."""

import json
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.actions import Pass
from games.engine.observation import observe, to_json
from tests.support.positions import a_game, bid, commit, mask, passes, play
from tests.support.strategies import records
from tests.support.unlike_games import unlike

HAND = [25_000, 20_000, 15_000, 12_000, 10_000, 8_000, 6_000, 4_000, 3_000, 2_000, 1_000]


def seen(state, seat):
    return json.loads(to_json(observe(state, seat)))


def test_an_observation_in_full():
    state = a_game(
        "luxury-7 half luxury-1",
        *(bid(0, 3), bid(1, 6), *passes(2, 0)),
        *(bid(1, 1), bid(2, 4, 2)),
        edition="classic",
    )

    assert seen(state, 1) == {
        "edition": "classic",
        "advanced": [],
        "show_spent": False,
        "phase": "auction",
        "lot": {"card": "half", "kind": "disgrace", "value": None, "is_end": True},
        "first": 1,
        "turn": 0,
        "to_act": [0],
        "highest_bid": 6_000,
        "highest_bidder": 2,
        "players": [
            a_seat(),
            a_seat(bid=[1_000], bid_total=1_000, claimed=["luxury-7"], luxuries=[7], spent=[6_000]),
            a_seat(bid=[4_000, 2_000], bid_total=6_000),
        ],
        "revealed": ["luxury-7", "half"],
        "deck_left": 14,
        "end_cards_left": 3,
        "seat": 1,
        "hand": [value for value in HAND if value not in {6_000, 1_000}],
        "commitment": None,
        "result": None,
    }


def a_seat(**facts):
    return {
        "bid": [],
        "bid_total": 0,
        "passed": False,
        "committed": False,
        "claimed": [],
        "luxuries": [],
        "prestige": 0,
        "disgraces": [],
        "theft_pending": False,
        "spent": None,
    } | facts


def test_the_json_is_canonical():
    text = to_json(observe(a_game("luxury-7"), 0))

    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))


def test_a_luxury_shows_its_value():
    assert seen(a_game("luxury-7"), 0)["lot"] == {
        "card": "luxury-7",
        "kind": "luxury",
        "value": 7,
        "is_end": False,
    }


def test_passing_shows_until_the_round_is_over():
    state = a_game("luxury-7 luxury-1", Pass(0))
    assert [player["passed"] for player in seen(state, 1)["players"]] == [True, False, False]

    state = play(state, Pass(1))
    assert [player["passed"] for player in seen(state, 1)["players"]] == [False] * 3


def test_claimed_cards_are_sorted_by_what_they_do():
    state = a_game("theft prestige-1 half luxury-1", Pass(0), bid(0, 1), *passes(1, 2, 0))
    player = seen(state, 2)["players"][0]

    assert player["claimed"] == ["theft", "prestige-1", "half"]
    assert player["prestige"] == 1
    assert player["disgraces"] == ["theft", "half"]
    assert player["theft_pending"] is True
    assert player["luxuries"] == []


def test_a_spectator_has_no_seat_no_hand_and_no_choices():
    view = observe(a_game("luxury-7", bid(0, 3)), None)

    assert (view.seat, view.hand, view.face_down_card, view.legal) == (None, None, None, ())
    assert view.seats[0].bid == (3_000,)


def test_a_seat_sees_its_own_choices_only():
    state = a_game("luxury-7")

    assert len(observe(state, 0).legal) == 2048
    assert observe(state, 1).legal == ()


def test_spent_money_is_for_its_owner_unless_the_room_shows_it():
    hidden = a_game("luxury-7 luxury-1", bid(0, 3), *passes(1, 2))
    shown = hidden._replace(deal=replace(hidden.deal, show_spent=True))

    assert [seat.spent for seat in observe(hidden, 0).seats] == [(3_000,), None, None]
    assert [seat.spent for seat in observe(hidden, 1).seats] == [None, (), None]
    assert [seat.spent for seat in observe(hidden, None).seats] == [None, None, None]
    assert [seat.spent for seat in observe(shown, 1).seats] == [(3_000,), (), ()]
    assert [seat.spent for seat in observe(shown, None).seats] == [(3_000,), (), ()]


def test_a_commitment_shows_that_it_was_made_and_not_what_it_is():
    state = a_game(
        "yacht-club luxury-1",
        *(commit(0, 8), commit(2, 25)),
        edition="allplay-2025",
        advanced="yacht-club",
    )

    for viewer in (0, 1, 2, None):
        view = observe(state, viewer)
        assert [seat.has_committed for seat in view.seats] == [True, False, True]
        assert [seat.bid for seat in view.seats] == [(), (), ()]
        assert (view.turn, view.to_act) == (None, (1,))
    assert observe(state, 0).face_down_card == 8_000
    assert observe(state, 1).face_down_card is None
    assert observe(state, None).face_down_card is None


def test_the_end_shows_the_result_and_no_lot():
    state = a_game("prestige-1 prestige-2 half prestige-3", *passes(0, 1, 2, 0, 1))
    view = seen(state, 0)

    assert (view["phase"], view["lot"], view["turn"], view["to_act"]) == ("over", None, None, [])
    assert view["result"] == {
        "money": [106_000] * 3,
        "status": [0, 0, 0],
        "cast_out": [0, 1, 2],
        "winners": [],
    }


@given(records(), st.integers(0, 2**32))
@settings(max_examples=300)
def test_what_a_seat_cannot_know_never_changes_what_it_sees(record, seed):
    rng = Random(seed)
    for viewer in (*range(record.deal.seats), None):
        state = rng.choice(record.states)
        other = unlike(state, viewer, rng)
        assert to_json(observe(other, viewer)) == to_json(observe(state, viewer))
        assert list(observe(other, viewer).legal) == list(observe(state, viewer).legal)


def test_the_unlike_positions_really_differ():
    state = a_game("luxury-7 luxury-1", bid(0, 3), *passes(1, 2), bid(0, 4))

    other = unlike(state, 1, Random(1))

    assert other.deal.deck != state.deal.deck
    assert other.players[2].hand != state.players[2].hand
    assert other.players[0].bid == mask(4)
