"""PettingZoo: every side of a fight is an agent, in the order in which the rules ask them (AEC).

Observations are dictionaries with ``observation`` and ``action_mask``. A fight that is won gives
1 to the sides that are left and -1 to the others. Dice come from the seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from turnwright import _engine
from turnwright.numbers import encounter, seed_of
from turnwright.source import Fight

_LOW, _HIGH = -(2**15), 2**15 - 1


class TurnwrightAEC(AECEnv):
    """A fight between agents."""

    metadata = {"name": "turnwright_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(self, fight: Fight | _engine.Encounter, **settings: Any) -> None:
        """Prepares a fight; the settings are those of `turnwright.encounter`."""
        super().__init__()
        made = fight if isinstance(fight, _engine.Encounter) else encounter(fight, **settings)
        self.encounter = made
        self.possible_agents = list(made.sides)
        observation = spaces.Box(_LOW, _HIGH, (made.observation_size,), np.int16)
        mask = spaces.Box(0, 1, (made.action_count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(made.action_count) for agent in self.possible_agents
        }
        self.render_mode = None
        self._random, _ = seeding.np_random(None)
        self._fight = _engine.SingleFight(made, seed=0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Returns an agent's observation and mask; only the agent to move has legal actions."""
        moves = self._fight.status == "choice" and agent == self.agent_selection
        mask = self._fight.mask() if moves else np.zeros(self.encounter.action_count, np.int8)
        return {"observation": self._fight.observation(), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a fight."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._fight.restart(seed_of(int(self._random.integers(2**63))))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Does an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._fight.act(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._select()
        self._accumulate_rewards()

    def close(self) -> None:
        """Does nothing, because nothing is open."""

    def render(self) -> None:
        """Does nothing, because there is no rendering."""

    def _select(self) -> None:
        status = self._fight.status
        if status == "choice":
            self.agent_selection = self.possible_agents[self._fight.mover]
            return
        for agent, reward in zip(self.possible_agents, self._fight.outcome(), strict=True):
            self.rewards[agent] = float(reward)
            self.terminations[agent] = status == "over"
            self.truncations[agent] = status == "cut-off"
        self.agent_selection = self.agents[0]
