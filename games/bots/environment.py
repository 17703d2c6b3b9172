"""The game as a PettingZoo environment (AEC), for programs that learn; PettingZoo is optional.

    from games.bots.environment import env

    game = env(edition="osprey-2018", seats=4)
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        done = termination or truncation
        mask = observation["action_mask"]
        game.step(None if done else game.action_space(agent).sample(mask))

`games.bots.encoding` says what the numbers mean. The reward is the part of the win, at the end.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games.bots.encoding import ACTIONS, FEATURES, action_of, features, number_of
from games.bots.memory import NOTHING, remember
from games.engine.actions import Action
from games.engine.cards import BY_ID
from games.engine.dealing import SEED_BYTES, deal
from games.engine.editions import EDITIONS
from games.engine.events import Event, events_of, opening_events
from games.engine.observation import observe, to_json
from games.engine.rules import apply, start
from games.engine.scoring import result_of


def env(**options: Any) -> AECEnv:
    """The wrapped environment: an illegal action loses and ends the game."""
    game = wrappers.TerminateIllegalWrapper(Environment(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))


class Environment(AECEnv):
    """One game; agents are `seat_0` … clockwise, and observe what their seat may know.

    With `remembers` an observation includes what the seat saw the others pay.
    """

    metadata = {"name": "high_society_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        edition: str = "osprey-2018",
        seats: int = 4,
        advanced: Sequence[str] = (),
        remembers: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.edition = EDITIONS[edition]
        self.advanced = tuple(BY_ID[id] for id in advanced)
        self.remembers = remembers
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.chance = Random()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed deals the same cards."""
        if seed is not None:
            self.chance = Random(seed)
        self.agents = self.possible_agents[:]
        seed_of_deal = self.chance.randbytes(SEED_BYTES)
        self.position = start(deal(self.edition, len(self.agents), seed_of_deal, self.advanced))
        self.memory = NOTHING
        self._watch(opening_events(self.position))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.seats_to_act[0]]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        view = observe(self.position, self.possible_agents.index(agent))
        mask: np.ndarray = np.zeros(ACTIONS, dtype=np.int8)
        mask[[number_of(action) for action in view.legal]] = 1
        row = np.array(features(view, self.memory), dtype=np.float32)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected agent act; RuleViolation if the action is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent] or action is None:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._act(action_of(int(action), self.possible_agents.index(agent)))
        self._accumulate_rewards()

    def _act(self, action: Action) -> None:
        before, self.position = self.position, apply(self.position, action)
        self._watch(events_of(before, action, self.position))
        if not self.position.is_over:
            self.agent_selection = self.possible_agents[self.position.seats_to_act[0]]
            return
        winners = result_of(self.position).winners
        for seat in winners:
            self.rewards[self.possible_agents[seat]] = 1 / len(winners)
        self.terminations = dict.fromkeys(self.agents, True)

    def _watch(self, events: Iterable[Event]) -> None:
        if self.remembers:
            self.memory = reduce(remember, events, self.memory)

    def render(self) -> str:
        """The observation of a spectator, as JSON."""
        return to_json(observe(self.position, None))


def _observation_space() -> Dict:
    row = Box(0, 1, (FEATURES,), np.float32)
    return Dict({"observation": row, "action_mask": Box(0, 1, (ACTIONS,), np.int8)})
