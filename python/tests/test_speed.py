"""Batches lose little to Python. The whole measurement is `bench/speed.py`."""

import time

from turnwright import VectorEnv, _engine, encounter


def test_batches_are_nearly_as_fast_as_the_engine() -> None:
    made = encounter("srd-5/duel")
    count, decisions = 1024, 200_000

    def python() -> float:
        envs = VectorEnv(made, count, seed=1)
        steps = -(-decisions // count)
        for _ in range(steps // 10 + 1):
            envs.step(envs.sample())
        start = time.perf_counter()
        for _ in range(steps):
            envs.step(envs.sample())
        return steps * count / (time.perf_counter() - start)

    # Other programs only ever slow a run down: the best of several counts.
    engine = max(_engine.measure(made, count, decisions)[1] for _ in range(3))
    assert max(python() for _ in range(3)) >= 0.7 * engine
