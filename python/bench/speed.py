"""Speed side by side, in one run: the engine itself, the package, and Python engines of the field.

Asserts that batches of 1,024 fights from Python make at least 70 % of the decisions per second
that the engine makes by itself on the same work (list everything, write observations and masks,
choose, apply), and at least 20 times those of any other engine. It also prints the speed of the
engine with one fight and without arrays. Other engines are measured where they are installed.
"""

from __future__ import annotations

import argparse
import time

from turnwright import VectorEnv, _engine, encounter
from turnwright.source import described

import others


def batch(made: _engine.Encounter, count: int, decisions: int) -> float:
    """Returns the decisions per second of a loop in Python that chooses every action."""
    envs = VectorEnv(made, count, seed=1)
    steps = -(-decisions // count)
    for _ in range(steps // 10 + 1):
        envs.step(envs.sample())
    start = time.perf_counter()
    for _ in range(steps):
        envs.step(envs.sample())
    return steps * count / (time.perf_counter() - start)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", default="srd-5/duel,collective/skirmish")
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    given = parser.parse_args()
    slowest = float("inf")
    for name in given.fights.split(","):
        made = encounter(name)
        # Best of three: other programs on the machine only ever slow a run down.
        pairs = [_engine.measure(made, given.count, given.decisions) for _ in range(3)]
        own = max(pair[1] for pair in pairs)
        alone = max(pair[0] for pair in pairs)
        python = max(batch(made, given.count, given.decisions) for _ in range(3))
        slowest = min(slowest, python)
        print(f"{name}, {made.action_count} actions, {made.observation_size} columns")
        print(f"  engine, one fight, no arrays      {alone:12,.0f} decisions/s")
        print(f"  engine, {given.count} fights with arrays  {own:12,.0f} decisions/s")
        print(f"  Python, {given.count} fights with arrays  {python:12,.0f} decisions/s")
        print(f"  Python to engine, same work       {python / own:12.1%}")
        print(f"  Python to engine without arrays   {python / alone:12.1%}")
        assert python >= 0.7 * own, "the package is slower than 70 % of the engine"
    fights = 20_000
    start = time.perf_counter()
    _engine.simulate(described("srd-5/duel"), policies=["eager"], fights=fights)
    whole = fights / (time.perf_counter() - start)
    print(f"whole fights of srd-5/duel, everybody eager: {whole:,.0f} fights/s")
    for name, rate in others.rates():
        if rate is None:
            print(f"{name}: NOT MEASURED, not installed here")
            continue
        decisions, fights_per_second = rate
        print(f"{name}: {decisions:,.0f} decisions/s, {fights_per_second:,.0f} fights/s")
        print(f"  ours in batches    {slowest / decisions:8.1f} times the decisions")
        print(f"  ours simulated     {whole / fights_per_second:8.1f} times the fights")
        assert slowest >= 20 * decisions, f"less than 20 times the decisions of {name}"


if __name__ == "__main__":
    main()
