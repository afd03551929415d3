"""Turnwright: the action economy of tabletop games.

`Engine` plays one fight by names. `VectorEnv` plays many by numbers. The modules
`gymnasium_env`, `pettingzoo_env` and `openspiel_game` adapt them to other libraries, and
``python -m turnwright.sweep`` simulates whole grids of fights.
"""

from turnwright._engine import Encounter, SingleFight, examples, rulesets
from turnwright.engine import Choice, Decision, Denied, Engine, Event, Reason, Ruleset, Verdict
from turnwright.errors import TurnwrightError
from turnwright.numbers import VectorEnv, encounter

__all__ = [
    "Choice",
    "Decision",
    "Denied",
    "Encounter",
    "Engine",
    "Event",
    "Reason",
    "Ruleset",
    "SingleFight",
    "TurnwrightError",
    "VectorEnv",
    "Verdict",
    "encounter",
    "examples",
    "rulesets",
]
