"""Bots that speak JSON, with us and with anybody."""

import io
import json
from random import Random

import pytest

from games.bots import BOTS, wire
from games.bots.memory import NOTHING
from games.engine.observation import observe, to_json
from games.engine.wire import action_dict
from tests.support.bot_games import TABLES, a_shuffled_deal, turns
from tests.support.positions import a_game, bid


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES[::5])
def test_an_observation_comes_back_from_json(edition, seats, stars):
    rng = Random(1)
    deal = a_shuffled_deal(edition, seats, stars, rng)
    for state, _, seat in turns(deal, [BOTS["novice"]] * seats, rng):
        for viewer in (seat, (seat + 1) % seats, None) if seat >= 0 else ():
            view = observe(state, viewer)
            read = wire.observation_from(to_json(view))
            assert to_json(read) == to_json(view)
            assert list(read.legal) == list(view.legal)


def test_a_bot_answers_as_it_would_without_json():
    view = observe(a_game("luxury-7", bid(0, 3)), 1)
    action = BOTS["regular"](view, NOTHING, Random(5))

    assert json.loads(wire.answer(BOTS["regular"], to_json(view), seed=5)) == action_dict(action)


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES[::3])
def test_the_example_is_a_bot(edition, seats, stars):
    rng, example = Random(1), wire.find("docs.example_bot:choose")
    deal = a_shuffled_deal(edition, seats, stars, rng)
    bots = [example, *[BOTS["random"]] * (seats - 1)]

    *_, (final, _, _) = turns(deal, bots, rng)

    assert final.is_over


@pytest.mark.parametrize("name", ["clever", "", ":", "docs.example_bot:sleep", "no.such:bot"])
def test_there_is_no_such_bot(name):
    with pytest.raises(LookupError):
        wire.find(name)


def test_lines_come_in_and_lines_go_out(monkeypatch, capsys):
    text = to_json(observe(a_game("luxury-7", bid(0, 3)), 1))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{text}\n{text}\n"))

    wire.main(["novice"])

    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["seat"] for answer in answers] == [1, 1]


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"players": 3}', "null"])
def test_what_is_no_observation_is_refused(text):
    with pytest.raises(ValueError, match=r"not an observation|Expecting value"):
        wire.observation_from(text)


def test_a_seat_that_is_not_asked_has_nothing_to_decide():
    text = to_json(observe(a_game("luxury-7"), 2))

    with pytest.raises(ValueError, match="nothing to decide"):
        wire.answer(BOTS["novice"], text)
