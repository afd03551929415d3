"""Sweeps: ``python -m turnwright.sweep plan.toml --out DIR [--ray ADDRESS]``.

Each unit of a plan is simulated by itself, and its figures are kept as a file. A sweep that was
interrupted goes on with the missing units. The figures of all units become tables in Parquet, in
the order of the plan. The bytes depend on the plan, the rules and the versions of this package and
of pyarrow, not on where, when or how often units ran.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from turnwright import _engine, tables
from turnwright.errors import TurnwrightError
from turnwright.plan import Plan, Unit, read
from turnwright.source import described

# Maximum number of units that Ray holds at once, for each of its CPUs.
_IN_FLIGHT = 4


def play(bundle: str, policies: list[str], fights: int, seed: int, rounds: int) -> str:
    """Simulates one unit. Returns the figures as JSON."""
    fight = described(bundle, form="log")
    return _engine.simulate(fight, policies=policies, fights=fights, seed=seed, rounds=rounds)


def run(plan: Plan, out: Path, *, ray: str | None = None, workers: int | None = None) -> None:
    """Runs the missing units of a plan, then writes the tables."""
    kept = out / "units"
    kept.mkdir(parents=True, exist_ok=True)
    missing = [unit for unit in plan.units if _figures(kept, unit) is None]
    done = len(plan.units) - len(missing)
    print(f"{done} of {len(plan.units)} units are there", flush=True)
    results = _on_ray(plan, missing, ray) if ray is not None else _here(plan, missing, workers)
    for unit, figures in results:
        _keep(kept, unit, figures)
        done += 1
        print(f"{done} of {len(plan.units)}", flush=True)
    rows = [(unit, _figures(kept, unit)) for unit in plan.units]
    tables.write(out, [(unit, figures) for unit, figures in rows if figures is not None])


def _arguments(plan: Plan, unit: Unit) -> tuple[list[str], int, int, int]:
    return list(unit.policies), unit.fights, unit.seed, unit.rounds


def _here(plan: Plan, units: list[Unit], workers: int | None) -> Iterator[tuple[Unit, str]]:
    count = min(workers or os.cpu_count() or 1, max(len(units), 1))
    if count == 1:
        for unit in units:
            yield unit, play(plan.bundles[unit.fight], *_arguments(plan, unit))
        return
    # Each process has a fresh interpreter: a fork of one with threads may hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context) as pool:
        waiting = {
            pool.submit(play, plan.bundles[unit.fight], *_arguments(plan, unit)): unit
            for unit in units
        }
        for future in as_completed(waiting):
            yield waiting[future], future.result()


def _on_ray(plan: Plan, units: list[Unit], address: str) -> Iterator[tuple[Unit, str]]:
    try:
        # Most of Ray has no types.
        ray: Any = importlib.import_module("ray")
    except ImportError as error:
        message = "Ray isn't installed."
        raise TurnwrightError("no-ray", message, "Install `turnwright[ray]`.") from error
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        message = f"There is no Ray cluster at {address}: {error}."
        raise TurnwrightError("no-ray", message, "`ray start --head` begins one.") from error
    try:
        # A unit whose worker dies runs again on another one.
        task = ray.remote(num_cpus=1, max_retries=-1)(play)
        bundles = [ray.put(bundle) for bundle in plan.bundles]
        room = max(1, int(ray.cluster_resources().get("CPU", 1))) * _IN_FLIGHT
        waiting: dict[Any, Unit] = {}
        left = iter(units)
        while True:
            while len(waiting) < room and (unit := next(left, None)) is not None:
                waiting[task.remote(bundles[unit.fight], *_arguments(plan, unit))] = unit
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                yield waiting.pop(reference), ray.get(reference)
    finally:
        ray.shutdown()


def _path(kept: Path, unit: Unit) -> Path:
    return kept / f"{unit.key}.json"


def _figures(kept: Path, unit: Unit) -> dict[str, Any] | None:
    """Returns the figures of a unit that has run; a damaged file counts as missing."""
    try:
        read: dict[str, Any] = json.loads(_path(kept, unit).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return read if isinstance(read, dict) and "wins" in read else None


def _keep(kept: Path, unit: Unit, figures: str) -> None:
    """Writes a file atomically: it is there only once it is whole."""
    path = _path(kept, unit)
    passing = path.with_suffix(f".{os.getpid()}.part")
    with passing.open("w", encoding="utf-8", newline="\n") as file:
        file.write(figures)
        file.flush()
        os.fsync(file.fileno())
    passing.replace(path)


def main(arguments: list[str] | None = None) -> int:
    """Runs a sweep with the arguments of the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m turnwright.sweep", description="Simulates a grid of fights."
    )
    parser.add_argument("plan", type=Path, help="the plan, a TOML file")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the results")
    parser.add_argument("--ray", metavar="ADDRESS", help="the address of a Ray cluster, or `auto`")
    parser.add_argument("--workers", type=int, help="processes on this machine, without Ray")
    given = parser.parse_args(arguments)
    if given.workers is not None and given.workers < 1:
        parser.error("--workers takes a number from 1")
    try:
        run(read(given.plan), given.out, ray=given.ray, workers=given.workers)
    except (TurnwrightError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
