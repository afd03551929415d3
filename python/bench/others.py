"""Other combat engines, each with its own fastest way to play a duel."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import io
import time
from collections.abc import Callable, Iterator
from copy import copy

# A turn of these engines is one choice: a spell, a potion or an attack. The end of the turn is
# another decision here, as it is for Turnwright.
DECISIONS_PER_TURN = 2
SECONDS = 3.0


def core() -> tuple[float, float] | None:
    """Plays a fighter against an orc in ``dnd-5e-core``; returns decisions and fights a second."""
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


def engine() -> tuple[float, float] | None:
    """Plays a hero against a foe in ``dnd5e-engine``; returns decisions and fights a second.

    Both have so many hit points that the setup of a fight hardly counts.
    """
    try:
        package = importlib.import_module("dnd5e_engine")
    except ImportError:
        return None
    cell, rounds = package.cell_id, 100
    intent = {"intent_type": "attack", "target_id": "mon:foe", "weapon_id": "longsword"}
    tough = {"hp_current": 10_000, "hp_max": 10_000}

    async def play() -> int:
        hero = package.PartyMemberSpec(
            entity_id="char:hero", name="Hero", initiative=20, ac=12, zone_id=cell(0, 0), **tough
        )
        foe = package.EncounterMemberSpec(
            entity_id="mon:foe",
            entity_type="Monster",
            name="Foe",
            initiative=1,
            zone_id=cell(1, 0),
            **tough,
        )
        scene = package.GridScene(width=10, height=10)
        begun = await package.start_combat(
            session_id="speed", party=[hero], encounter=[foe], grid_scene=scene, rng_seed=1
        )
        for _ in range(rounds):
            attack = package.PlayerIntent(**intent)
            await package.submit_player_intent(begun.handle, actor_id="char:hero", intent=attack)
            await package.advance_monster_turn(begun.handle)
        await package.end_combat(begun.handle)
        return 2 * rounds

    return _rate(lambda: asyncio.run(play()))


def _rate(fight: Callable[[], int]) -> tuple[float, float]:
    """Plays fights for ``SECONDS``; ``fight`` returns how many turns it had."""
    turns, fights = 0, 0
    # Printing would slow the engines down.
    with contextlib.redirect_stdout(io.StringIO()):
        fight()
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            turns, fights = turns + fight(), fights + 1
        seconds = time.perf_counter() - start
    return DECISIONS_PER_TURN * turns / seconds, fights / seconds


def rates() -> Iterator[tuple[str, tuple[float, float] | None]]:
    """Yields the rates of each installed engine, and `None` for the others."""
    yield "dnd-5e-core", core()
    # It needs Python 3.12. Its fights here have 200 turns each, so only decisions compare.
    yield "dnd5e-engine", engine()
