"""Other engines of the field, by their own fastest way to play a fight between two."""

from __future__ import annotations

import contextlib
import importlib
import io
import time
from collections.abc import Callable, Iterator
from copy import copy

# A turn of ours has about three decisions: an attack, a bonus action or a step, and its end. Each
# turn of an engine that plays whole turns counts as so many, in its favor.
DECISIONS_PER_TURN = 3
SECONDS = 3.0


def core() -> float | None:
    """Returns the decisions per second of ``dnd-5e-core``: a fighter against an orc."""
    try:
        package = importlib.import_module("dnd_5e_core")
        loaders = importlib.import_module("dnd_5e_core.data.loaders")
        combat = importlib.import_module("dnd_5e_core.combat")
    except ImportError:
        return None
    fighter = loaders.simple_character_generator(1, "human", "fighter", "Ana")
    orc = package.load_monster("orc")
    system = combat.CombatSystem(verbose=False)

    def fight() -> int:
        one, other = copy(fighter), copy(orc)
        one.hit_points, other.hit_points = one.max_hit_points, other.max_hit_points
        for turns in range(0, 200, 2):
            system.character_turn(one, [one], [other], [one])
            if other.hit_points <= 0:
                return turns + 1
            system.monster_turn(other, [other], [one], [one], turns // 2 + 1)
            if one.hit_points <= 0:
                return turns + 2
        return 200

    return _rate(fight)


def _rate(fight: Callable[[], int]) -> float:
    """Plays fights for some seconds; each tells how many turns it had."""
    turns = 0
    # What it prints would only slow it down.
    with contextlib.redirect_stdout(io.StringIO()):
        fight()
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            turns += fight()
        seconds = time.perf_counter() - start
    return DECISIONS_PER_TURN * turns / seconds


def rates() -> Iterator[tuple[str, float | None]]:
    """Measures each engine that is installed; `None` for the others."""
    yield "dnd-5e-core", core()
