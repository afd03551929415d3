"""Plans of sweeps: a TOML file of axes, and the units that follow from it.

```toml
title = "Duels"
fights = 500              # of each unit
rounds = 50               # a fight that goes on longer is undecided
seeds = [1, 2, 3]         # or a number: that many, from 1

[axes]
encounter = ["srd-5/duel", "my-fight.toml"]
rules = ["srd-5", "my-rules"]                 # optional: shipped rulesets or folders
policies = [["greedy"], ["greedy", "foes=random"]]

[axes.options]            # toggles of the ruleset
"srd.opt.crits" = ["double", "max"]

[axes.creatures]          # the kind of creature of combatants of this name
Orc = ["Orc", "Ogre"]
```

There is one unit for each combination of one value of every axis with one seed, in the order of
the file. The seed changes fastest, then the last axis.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnwright import _engine
from turnwright.errors import TurnwrightError
from turnwright.source import described

KEYS = {"title", "fights", "rounds", "seeds", "axes"}
AXES = {"encounter", "rules", "policies", "options", "rulings", "creatures"}
UNITS_MAX = 1_000_000


@dataclass(frozen=True)
class Unit:
    """One fight with one set of policies and one seed."""

    number: int
    #: The value of each axis, by its name.
    axes: dict[str, str]
    #: The index of the fight in the plan's ``bundles``.
    fight: int
    policies: tuple[str, ...]
    seed: int
    fights: int
    rounds: int
    #: A hash of everything that the figures depend on.
    key: str


@dataclass(frozen=True)
class Plan:
    """A whole sweep."""

    title: str
    #: Each fight with everything it needs, as `bundle` of the engine returns it.
    bundles: tuple[str, ...]
    units: tuple[Unit, ...]


def read(path: str | os.PathLike[str]) -> Plan:
    """Reads a plan and every fight it names."""
    file = Path(path)
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TurnwrightError("bad-plan", f"{file} can't be read: {error}.") from error
    _known(table, KEYS, "the plan")
    axes = table.get("axes", {})
    if not isinstance(axes, dict):
        raise TurnwrightError("bad-plan", "`axes` is no table.", "Write `[axes]`.")
    _known(axes, AXES, "[axes]")
    fights = _count(table, "fights", 1000)
    rounds = _count(table, "rounds", 50)
    return _units(str(table.get("title", file.stem)), axes, _seeds(table), fights, rounds, file)


def _units(
    title: str, axes: dict[str, Any], seeds: list[int], fights: int, rounds: int, file: Path
) -> Plan:
    if not axes.get("encounter"):
        raise TurnwrightError("bad-plan", "No encounter.", "Add `encounter = [\"srd-5/duel\"]`.")
    sizes = [len(values) for values in _lists(axes)]
    count = len(seeds)
    for size in sizes:
        count *= size
    if count > UNITS_MAX:
        message = f"The plan has {count} units; {UNITS_MAX} are the most."
        raise TurnwrightError("bad-plan", message, "Split it.")
    bundles: dict[str, int] = {}
    texts: dict[str, str] = {}
    units: list[Unit] = []
    for values in itertools.product(*_lists(axes)):
        chosen = dict(zip(_names(axes), values, strict=True))
        policies = chosen.pop("policies", ["greedy"])
        policies = [policies] if isinstance(policies, str) else policies
        named = json.dumps(chosen, sort_keys=True)
        if named not in texts:
            texts[named] = _bundle(chosen, file.parent)
        fight = bundles.setdefault(texts[named], len(bundles))
        shown = {**{name: str(value) for name, value in chosen.items()}}
        shown["policies"] = " ".join(policies)
        for seed in seeds:
            parts = [texts[named], policies, seed, fights, rounds]
            key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
            number = len(units)
            units.append(
                Unit(number, shown, fight, tuple(policies), seed, fights, rounds, key)
            )
    return Plan(title, tuple(bundles), tuple(units))


def _names(axes: dict[str, Any]) -> list[str]:
    names = []
    for axis, values in axes.items():
        names += [f"{axis}.{name}" for name in values] if isinstance(values, dict) else [axis]
    return names


def _lists(axes: dict[str, Any]) -> list[list[Any]]:
    lists = []
    for axis, values in axes.items():
        is_table = axis in ("options", "rulings", "creatures")
        if is_table and not isinstance(values, dict):
            message = f"`axes.{axis}` is a list."
            remedy = f'Write a table with a list for each name: `{axis}.NAME = ["a", "b"]`.'
            raise TurnwrightError("bad-plan", message, remedy)
        inner = values if is_table else {axis: values}
        for name, one in inner.items():
            if not isinstance(one, list) or not one:
                message = f"`{name}` is no list of values."
                raise TurnwrightError("bad-plan", message, "Write each axis as a list.")
            for value in one:
                fits = isinstance(value, str) or (
                    axis == "policies"
                    and isinstance(value, list)
                    and all(isinstance(policy, str) for policy in value)
                )
                if not fits:
                    message = f"`{name}` has the value {value!r}."
                    raise TurnwrightError("bad-plan", message, "Values are texts in quotes.")
            lists.append(one)
    return lists


def _bundle(chosen: dict[str, str], folder: Path) -> str:
    """Returns a fight with the values of all axes, as one text with its ruleset."""

    def of(axis: str) -> dict[str, str]:
        prefix = f"{axis}."
        return {
            name.removeprefix(prefix): value
            for name, value in chosen.items()
            if name.startswith(prefix)
        }

    name, rules = chosen["encounter"], chosen.get("rules")
    file = folder / name
    if rules is not None and (folder / rules / "ruleset.toml").is_file():
        rules = str(folder / rules)
    changes: dict[str, Any] = {"rules": rules, "options": of("options"), "rulings": of("rulings")}
    place = str(file) if file.is_file() else name
    creatures = of("creatures")
    if not creatures:
        return _engine.bundle(described(place, **changes))
    setup = tomllib.loads(_engine.encounter_text(place))
    for combatant, creature in creatures.items():
        own = [one for one in setup.get("combatant", []) if one.get("name") == combatant]
        if not own:
            message = f"Nobody is called {combatant!r} in {name}."
            raise TurnwrightError("bad-plan", message, "Name a combatant of the encounter.")
        for one in own:
            one["creature"] = creature
    near = str(file.parent) if file.is_file() else None
    return _engine.bundle(described(setup, folder=near, **changes))


def _known(table: dict[str, Any], known: set[str], where: str) -> None:
    for key in table:
        if key not in known:
            message = f"`{key}` is no key of {where}."
            raise TurnwrightError("bad-plan", message, f"Known: {', '.join(sorted(known))}.")


def _count(table: dict[str, Any], key: str, default: int) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value < 2**31:
        message = f"`{key}` is {value!r}."
        raise TurnwrightError("bad-plan", message, "Give a whole number from 1.")
    return value


def _seeds(table: dict[str, Any]) -> list[int]:
    seeds = table.get("seeds", [1])
    if isinstance(seeds, int) and not isinstance(seeds, bool) and seeds > 0:
        return list(range(1, seeds + 1))
    fits = isinstance(seeds, list) and seeds and all(
        isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**63
        for seed in seeds
    )
    if not fits:
        message = f"`seeds` is {seeds!r}."
        raise TurnwrightError("bad-plan", message, "Give a number, or a list of whole numbers.")
    return list(seeds)
