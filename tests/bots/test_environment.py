"""The game for programs that learn."""

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from games.bots import BOTS
from games.bots.encoding import ACTIONS, FEATURES, action_of, features, number_of
from games.bots.environment import Environment, env
from games.engine.observation import observe
from games.engine.violations import RuleViolation
from tests.support.bot_games import TABLES, a_shuffled_deal, turns

STARS = ("gambling", "excursions", "yacht-club")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "options",
    [
        {"seats": 3},
        {"seats": 5, "edition": "spec", "remembers": False},
        {"edition": "allplay-2025", "advanced": STARS},
    ],
)
def test_pettingzoo_approves(options):
    api_test(env(**options), num_cycles=200)


@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_plays_the_same_game():
    seed_test(env)


def test_the_reward_is_the_win():
    game, rng = Environment(seats=3), Random(1)
    game.reset(seed=4)
    rewards = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, is_over, _, _ = game.last()
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        game.step(None if is_over else legal[min(rng.randrange(len(legal)), rng.randrange(9))])

    assert sum(rewards.values()) == pytest.approx(1)


def test_an_illegal_action_is_refused():
    game = Environment()
    game.reset(seed=1)
    with pytest.raises(RuleViolation):
        game.step(ACTIONS - 1)


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES[::4])
def test_every_action_has_a_number_and_every_view_its_row(edition, seats, stars):
    rng = Random(2)
    deal = a_shuffled_deal(edition, seats, stars, rng)
    for state, memory, seat in turns(deal, [BOTS["novice"]] * seats, rng):
        if seat < 0:
            break
        view = observe(state, seat)
        row = features(view, memory)
        assert len(row) == FEATURES
        assert 0 <= min(row) <= max(row) <= 1
        for action in view.legal[:20]:
            assert action_of(number_of(action), seat) == action
