"""What a table has seen, as JSON."""

import json
from functools import reduce
from random import Random

import pytest

from games.bots import BOTS, wire
from games.bots.memory import NOTHING, remember
from games.bots.story import event_dict, event_from
from games.engine.events import events_of, opening_events
from games.engine.observation import as_dict, observe
from games.engine.rules import apply, start
from games.engine.wire import action_dict
from tests.support.bot_games import TABLES, a_shuffled_deal


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES[::4])
def test_events_come_back_from_json(edition, seats, stars):
    rng = Random(2)
    state = start(a_shuffled_deal(edition, seats, stars, rng))
    story = list(opening_events(state))
    while not state.is_over:
        assert [event_from(json.loads(json.dumps(event_dict(each)))) for each in story] == story
        seat = state.seats_to_act[0]
        before, memory = state, reduce(remember, story, NOTHING)
        action = BOTS["novice"](observe(state, seat), memory, rng)
        state = apply(state, action)
        story += events_of(before, action, state)


def test_a_bot_remembers_from_the_events_of_a_question():
    rng, bot, memory = Random(3), BOTS["regular"], NOTHING
    state = start(a_shuffled_deal("osprey-2018", 4, (), rng))
    story = list(opening_events(state))
    differences = 0
    while not state.is_over:
        seat, before = state.seats_to_act[0], state
        view, memory = observe(state, seat), reduce(remember, story, NOTHING)
        action = bot(view, memory, Random(5))
        line = as_dict(view) | {"events": [event_dict(each) for each in story], "seed": 5}
        assert json.loads(wire.answer_line(bot, json.dumps(line), 0)) == action_dict(action)
        differences += bot(view, NOTHING, Random(5)) != action
        state = apply(state, action)
        story += events_of(before, action, state)
    assert differences


@pytest.mark.parametrize(
    "event",
    [{"type": "Ended"}, {"type": "Passed"}, {"type": "Passed", "seat": 1, "hand": []}, {}, 7],
)
def test_what_is_no_event_is_refused(event):
    view = as_dict(observe(start(a_shuffled_deal("osprey-2018", 3, (), Random(1))), 0))

    with pytest.raises(ValueError, match="not a"):
        wire.answer_line(BOTS["novice"], json.dumps(view | {"events": [event]}), 0)
