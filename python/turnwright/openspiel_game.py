"""OpenSpiel: a fight as a sequential game with chance nodes.

Each side is a player. Every throw of dice is a chance node whose outcomes are the totals that the
dice can show, with their exact chances. Rulings are answered by default. Every player sees the
whole state. Importing this module registers the game ``python_turnwright`` with the parameters
``encounter`` (an example or a path), ``payments`` and ``max_decisions``. An encounter whose dice
have more than 20,000 throws can't be played in OpenSpiel.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from turnwright import _engine
from turnwright.numbers import encounter

_DEFAULTS = {"encounter": "srd-5/duel", "payments": 1, "max_decisions": 500}
# Maximum number of throws for each decision, to bound the length of a game.
_THROWS = 16

_TYPE = pyspiel.GameType(
    short_name="python_turnwright",
    long_name="Turnwright fight",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    default_loadable=True,
    parameter_specification=_DEFAULTS,
)


# The parameters of a game: encounter, payments, maximum number of decisions.
Key = tuple[str, int, int]


@lru_cache(maxsize=8)
def _encounter(key: Key) -> _engine.Encounter:
    name, payments, max_decisions = key
    return encounter(name, payments=payments, max_decisions=max_decisions)


class Play:
    """A fight that can be pickled, as the actions and totals that led to it."""

    def __init__(self, key: Key, moves: tuple[int, ...] = ()) -> None:
        """Plays the moves from the beginning."""
        self.key = key
        self.fight = _engine.SingleFight(_encounter(key))
        self.moves: list[int] = []
        for move in moves:
            self.move(move)

    def move(self, number: int) -> None:
        """Supplies the total of the awaited dice, or does an action."""
        if self.fight.status == "dice":
            self.fight.throw(number)
        else:
            self.fight.act(number)
        self.moves.append(number)

    def __reduce__(self) -> tuple[type[Play], tuple[Key, tuple[int, ...]]]:
        return Play, (self.key, tuple(self.moves))

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        copy = Play.__new__(Play)
        copy.key, copy.fight, copy.moves = self.key, self.fight.clone(), self.moves.copy()
        return copy


class TurnwrightGame(pyspiel.Game):
    """A fight as a game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Loads the encounter that the parameters name."""
        chosen = {**_DEFAULTS, **(params or {})}
        # Games are pickled, encounters are not.
        self.key: Key = (chosen["encounter"], chosen["payments"], chosen["max_decisions"])
        made = self.encounter
        info = pyspiel.GameInfo(
            num_distinct_actions=made.action_count,
            max_chance_outcomes=made.total_count,
            num_players=len(made.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=made.max_decisions,
        )
        super().__init__(_TYPE, info, params or {})

    @property
    def encounter(self) -> _engine.Encounter:
        """The encounter that is played."""
        return _encounter(self.key)

    def new_initial_state(self) -> TurnwrightState:
        """Returns the beginning of the fight."""
        return TurnwrightState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the maximum number of throws in a game."""
        return self.encounter.max_decisions * _THROWS

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> TurnwrightObserver:
        """Returns an observer of the whole state."""
        return TurnwrightObserver(self.encounter, params)


class TurnwrightState(pyspiel.State):
    """A fight at one moment."""

    def __init__(self, game: TurnwrightGame) -> None:
        """Begins the fight; only the game calls this."""
        super().__init__(game)
        self._play = Play(game.key)
        self._chances: list[tuple[int, float]] | None = None

    @property
    def _fight(self) -> _engine.SingleFight:
        return self._play.fight

    @property
    def _encounter(self) -> _engine.Encounter:
        return _encounter(self._play.key)

    def current_player(self) -> int:
        """Returns the side to move, or OpenSpiel's id for chance or for a finished game."""
        status = self._fight.status
        if status == "dice":
            return int(pyspiel.PlayerId.CHANCE)
        return self._fight.mover if status == "choice" else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self._fight.legal() if player == self._fight.mover else []

    def _totals(self) -> list[tuple[int, float]]:
        if self._chances is None:
            self._chances = self._fight.chances()
        return self._chances

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the indices of the totals that the dice can show, with their chances."""
        return [(place, chance) for place, (_, chance) in enumerate(self._totals())]

    def _apply_action(self, action: int) -> None:
        is_dice = self._fight.status == "dice"
        self._play.move(self._totals()[action][0] if is_dice else action)
        self._chances = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice show {self._totals()[action][0]}"
        return self._encounter.describe(action)

    def is_terminal(self) -> bool:
        """Returns whether the fight is over."""
        return self._fight.status in ("over", "cut-off")

    def returns(self) -> list[float]:
        """Returns 1 for a side that has won, -1 for one that has lost, 0 if it is undecided."""
        return [float(one) for one in self._fight.outcome()]

    def __str__(self) -> str:
        """Returns the observation as text."""
        row = self._fight.observation()
        names = self._encounter.observation_names
        return ", ".join(f"{name} {value}" for name, value in zip(names, row, strict=True))


class TurnwrightObserver:
    """Writes a state as a tensor."""

    def __init__(self, made: _engine.Encounter, params: dict[str, Any] | None) -> None:
        """Prepares the tensor."""
        if params:
            raise ValueError(f"there are no parameters for observers: {params}")
        self.tensor = np.zeros(made.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TurnwrightState, player: int) -> None:
        """Writes the observation of a player, who sees everything."""
        self.tensor[:] = state._fight.observation()

    def string_from(self, state: TurnwrightState, player: int) -> str:
        """Returns the observation as text."""
        return str(state)


pyspiel.register_game(_TYPE, TurnwrightGame)
