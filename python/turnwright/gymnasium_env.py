"""Gymnasium: one side of a fight learns, all others choose at random within the engine.

`TurnwrightEnv` is one fight, `TurnwrightVectorEnv` many at once. The same seed gives the same
fights in both. The reward is 1 for a fight won, -1 for one lost, 0 for anything else. Legal
actions are in ``info["action_mask"]``. An action that is not legal is replaced by a legal one
drawn at random, and ``info["replaced"]`` says so; ``on_illegal="raise"`` makes it an error.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from turnwright import _engine
from turnwright.errors import TurnwrightError
from turnwright.numbers import VectorEnv, encounter, seed_of, side_called
from turnwright.source import Fight

Observation = NDArray[np.int16]
_LOW, _HIGH = -(2**15), 2**15 - 1


def _spaces(made: _engine.Encounter) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    observations = spaces.Box(_LOW, _HIGH, (made.observation_size,), np.int16)
    return observations, spaces.Discrete(made.action_count)


def _replaces(on_illegal: str) -> bool:
    if on_illegal not in ("replace", "raise"):
        raise TurnwrightError(
            "bad-setting", f"on_illegal is {on_illegal!r}.", "Use 'replace' or 'raise'."
        )
    return on_illegal == "replace"


class TurnwrightEnv(gymnasium.Env[Observation, np.int64]):
    """One fight in which one side learns."""

    metadata = {"render_modes": []}

    def __init__(
        self,
        fight: Fight | _engine.Encounter,
        *,
        learner: str | None = None,
        on_illegal: str = "replace",
        **settings: Any,
    ) -> None:
        """Prepares a fight; the settings are those of `turnwright.encounter`.

        The learner is the first side unless another one is named.
        """
        made = fight if isinstance(fight, _engine.Encounter) else encounter(fight, **settings)
        self.encounter = made
        self.learner = 0 if learner is None else side_called(made, learner)
        self.observation_space, self.action_space = _spaces(made)
        self._replaces = _replaces(on_illegal)
        self._seed = 0
        self._episode = 0
        self._fight = _engine.SingleFight(made, seed=0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the next fight; with a seed, the first one of that seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._episode = seed_of(seed), -1
        for _ in range(100):
            self._episode += 1
            self._fight.restart(_engine.mix(self._seed, self._episode))
            self._fight.play_others(self.learner)
            if self._fight.status == "choice":
                break
        return self._fight.observation(), self._info(replaced=False)

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Does an action; then all other sides choose until the learner is to move."""
        number, replaced = int(action), False
        if self._replaces and self._fight.status == "choice":
            legal = self._fight.legal()
            if number not in legal:
                number, replaced = int(self.np_random.choice(legal)), True
        self._fight.act(number)
        self._fight.play_others(self.learner)
        status = self._fight.status
        reward = float(self._fight.outcome()[self.learner])
        info = self._info(replaced=replaced)
        return self._fight.observation(), reward, status == "over", status == "cut-off", info

    def _info(self, *, replaced: bool) -> dict[str, Any]:
        return {"action_mask": self._fight.mask(), "replaced": replaced}


class TurnwrightVectorEnv(GymnasiumVectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many fights at once. A fight that ends begins again in the same step.

    Without ``copy``, observations and masks are the arrays of the engine, which the next step
    overwrites.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        fight: Fight | _engine.Encounter,
        num_envs: int = 1,
        *,
        learner: str | None = None,
        on_illegal: str = "replace",
        copy: bool = True,
        **settings: Any,
    ) -> None:
        """Prepares ``num_envs`` fights; the settings are those of `turnwright.encounter`."""
        made = fight if isinstance(fight, _engine.Encounter) else encounter(fight, **settings)
        side = made.sides[0] if learner is None else learner
        self.encounter = made
        self.learner = side_called(made, side)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(made)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._replaces = _replaces(on_illegal)
        self._copy = copy
        self._rows = np.arange(num_envs)
        self._fights = VectorEnv(made, num_envs, learner=side)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all fights again. Fight ``n`` is that of `TurnwrightEnv` with ``mix(seed, n)``."""
        if isinstance(seed, list):
            raise TurnwrightError("bad-seed", "A list of seeds.", "Give one seed for all fights.")
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**63)) if seed is None else seed
        self._fights.reset(chosen)
        info = {"action_mask": self._given(self._fights.masks)}
        return self._given(self._fights.observations), info

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Does one action in each fight."""
        numbers = np.array(actions, dtype=np.int64)
        info: dict[str, Any] = {}
        if self._replaces and numbers.shape == (self.num_envs,):
            known = (numbers >= 0) & (numbers < self.encounter.action_count)
            legal = self._fights.masks[self._rows, np.where(known, numbers, 0)] == 1
            replaced = ~(known & legal)
            if replaced.any():
                numbers[replaced] = self._fights.sample()[replaced]
            info["replaced"] = replaced
        self._fights.step(numbers)
        fights = self._fights
        ended = fights.terminated | fights.truncated
        if ended.any():
            # The finals of fights that go on are left from an earlier end.
            info["final_obs"] = self._finals(ended)
            info["_final_obs"] = ended
        info["action_mask"] = self._given(fights.masks)
        rewards = fights.rewards[:, self.learner].astype(np.float64)
        ends = fights.terminated.copy(), fights.truncated.copy()
        return self._given(fights.observations), rewards, *ends, info

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _finals(self, ended: NDArray[np.bool_]) -> NDArray[np.object_]:
        finals = np.full(self.num_envs, None, dtype=object)
        for place in np.flatnonzero(ended):
            finals[place] = self._fights.finals[place].copy()
        return finals
