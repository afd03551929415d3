"""Play by numbers: the encounter, and many fights of it at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwright import _engine
from turnwright.errors import TurnwrightError
from turnwright.source import Fight, described


def encounter(
    fight: Fight,
    *,
    rules: str | os.PathLike[str] | None = None,
    options: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    payments: int = 4,
    max_decisions: int = 2000,
) -> _engine.Encounter:
    """Numbers the actions and observations of a fight.

    The first arguments are those of `Engine`. For each declaration, the ``payments`` cheapest
    payments (1 to 64) are separate actions. A fight is cut off after ``max_decisions`` decisions.
    """
    if payments < 1 or max_decisions < 1:
        message = f"payments is {payments} and max_decisions is {max_decisions}."
        raise TurnwrightError("out-of-range", message, "Both have to be at least 1.")
    made = described(fight, folder=folder, rules=rules, options=options, rulings=rulings)
    return _engine.Encounter(made, payments=payments, max_decisions=max_decisions)


class VectorEnv:
    """Many fights of one encounter, played without the interpreter in the loop.

    ``observations`` (fights by columns), ``masks`` (fights by actions, 1 = legal), ``movers``
    (the index of the side to move), ``rewards`` (fights by sides), ``terminated``, ``truncated``
    and ``finals`` (last observations) are the arrays that the engine writes: each step overwrites
    them. Copy what you want to keep. Fights that end begin again in the same step.
    """

    def __init__(
        self,
        fight: Fight | _engine.Encounter,
        count: int,
        *,
        seed: int = 0,
        learner: str | None = None,
        **settings: Any,
    ) -> None:
        """Begins ``count`` fights.

        With ``learner``, only the choices of that side are asked for, and all others choose at
        random. The settings are those of `encounter`.
        """
        made = fight if isinstance(fight, _engine.Encounter) else encounter(fight, **settings)
        if count < 1:
            raise TurnwrightError("out-of-range", f"count is {count}; it has to be at least 1.")
        self.encounter = made
        place = None if learner is None else side_called(made, learner)
        self._batch = _engine.FightBatch(made, count, seed=seed_of(seed), learner=place)
        self.observations: NDArray[np.int16] = self._batch.observations
        self.masks: NDArray[np.uint8] = self._batch.masks
        self.movers: NDArray[np.int8] = self._batch.movers
        self.rewards: NDArray[np.float32] = self._batch.rewards
        self.terminated: NDArray[np.bool_] = self._batch.terminated
        self.truncated: NDArray[np.bool_] = self._batch.truncated
        self.finals: NDArray[np.int16] = self._batch.finals

    def __len__(self) -> int:
        return len(self._batch)

    def reset(self, seed: int = 0) -> None:
        """Begins all fights again; fight ``n`` of a seed is the same everywhere."""
        self._batch.reset(seed_of(seed))

    def step(self, actions: ArrayLike) -> None:
        """Does one action in each fight. An illegal one raises an error and changes nothing."""
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
            raise TurnwrightError(
                "bad-actions",
                f"The actions are {numbers.dtype} of shape {numbers.shape}.",
                "Give one whole number for each fight.",
            )
        self._batch.step(np.ascontiguousarray(numbers, dtype=np.int64))

    def step_random(self, steps: int = 1) -> None:
        """Takes random steps within the engine, as a baseline."""
        self._batch.step_random(steps)

    def sample(self) -> NDArray[np.int64]:
        """Draws a legal action for each fight."""
        return self._batch.sample()

    @property
    def decisions(self) -> int:
        """Decisions made so far, including those of sides that choose at random."""
        return self._batch.decisions

    @property
    def episodes(self) -> int:
        """Fights that have ended so far."""
        return self._batch.episodes

    @property
    def unnumbered(self) -> int:
        """Legal declarations so far that have no number: payments beyond the cheapest ones."""
        return self._batch.unnumbered


def side_called(made: _engine.Encounter, name: str) -> int:
    """Returns the index of the side with this name."""
    if name not in made.sides:
        known = ", ".join(made.sides)
        raise TurnwrightError("no-such-side", f"There is no side {name!r}.", f"Known: {known}.")
    return made.sides.index(name)


def seed_of(seed: int) -> int:
    """Returns a seed reduced to the 64 bits that the engine takes."""
    return int(seed) & (2**64 - 1)
