"""A review thinks with what could be known at each moment; no card that lay face down has a say."""

from dataclasses import fields, replace
from itertools import islice
from random import Random

import pytest

from games.engine.observation import to_json
from games.engine.state import Deal, GameState, Phase
from games.reviews.analysis.moments import auctions_of, choices_of, interludes_of
from games.reviews.analysis.report import solve, tasks_of
from tests.support.reviewed_games import LOTS, a_played_game, played, with_another_rest

STARS = "gambling excursions yacht-club"
TABLES = [(4, "osprey-2018", ""), (3, "allplay-2025", STARS), (5, "spec", "")]


def twins(record, ply, rng):
    """The same actions up to `ply` with other cards to come, played on to an end of its own."""
    deal = with_another_rest(record, record.states[ply].revealed, rng)
    return played(deal, rng, record.actions[: ply + 1])


@pytest.mark.parametrize("table", TABLES)
def test_other_cards_to_come_give_the_same_numbers(table):
    record, rng = a_played_game(*table), Random(5)
    for ply in rng.sample(range(len(record.actions)), 4):
        twin = twins(record, ply, rng)
        one, other = choices_of(record)[ply], choices_of(twin)[ply]
        task = replace(tasks_of(record, "seed", LOTS)[0], subject=(one,))

        assert to_json(one.view) == to_json(other.view)
        assert one.memory == other.memory
        assert solve([task]) == solve([replace(task, subject=(other,))])


@pytest.mark.parametrize("table", TABLES)
def test_between_two_lots_the_next_card_is_unknown(table):
    record, rng = a_played_game(*table), Random(6)
    for sold in range(1, record.final.revealed - 1):
        ply = next(i for i, s in enumerate(record.states) if s.revealed > sold) - 1
        twin = twins(record, ply, rng)

        assert interludes_of(twin)[: sold + 1] == interludes_of(record)[: sold + 1]


def test_what_others_have_sealed_is_not_known():
    games = (a_played_game(4, "allplay-2025", "yacht-club", number) for number in range(20))
    moments = (choice for record in games for choice in choices_of(record))
    sealed = list(islice((c for c in moments if c.view.phase is Phase.SEALED), 4))

    assert any(seat.has_committed for choice in sealed for seat in choice.view.seats)
    for choice in sealed:
        assert choice.view.face_down_card is None
        assert all(not seat.bid for seat in choice.view.seats)


def test_no_moment_holds_a_deck():
    """What leaves for another process is an observation and a memory."""

    def parts(value):
        yield value
        if hasattr(value, "__dataclass_fields__"):
            for each in fields(value):
                yield from parts(getattr(value, each.name))
        elif isinstance(value, tuple | list):
            for each in value:
                yield from parts(each)

    record = a_played_game()
    for moment in (*auctions_of(record), *interludes_of(record)):
        assert not any(isinstance(part, GameState | Deal) for part in parts(moment))
