"""Sweeps on a real Ray cluster of several processes, one of which is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed here")
psutil = pytest.importorskip("psutil", reason="psutil is not installed here")

pytestmark = pytest.mark.heavy

PLAN = """fights = 300
seeds = 24

[axes]
encounter = ["srd-5/duel"]
policies = [["greedy"]]
"""
TABLES = ("units", "sides", "combatants", "uses")
DEADLINE = 240


def sweep(plan: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "turnwright.sweep", str(plan), "--out", str(out), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process: subprocess.Popen[str]) -> str:
    told, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, told
    return told


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def units_in(out: Path) -> int:
    return len(list((out / "units").glob("*.json"))) if out.exists() else 0


def until(out: Path, count: int) -> None:
    start = time.monotonic()
    while units_in(out) < count:
        assert time.monotonic() - start < DEADLINE, "the sweep does not go on"
        time.sleep(0.02)


def workers() -> list["psutil.Process"]:
    """Returns the processes of this cluster that run a unit now."""
    own = psutil.Process().children(recursive=True)
    return [one for one in own if "ray::play" in " ".join(one.cmdline())]


@pytest.fixture
def cluster():
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    try:
        yield cluster.address
    finally:
        cluster.shutdown()


def test_a_killed_worker_and_a_killed_driver_leave_the_bytes_alone(
    cluster: str, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    here, there = tmp_path / "here", tmp_path / "there"
    finish(sweep(plan, here, "--workers", "1"))

    driver = sweep(plan, there, "--ray", cluster)
    until(there, 2)
    killed = 0
    start = time.monotonic()
    while killed == 0:
        assert time.monotonic() - start < DEADLINE and driver.poll() is None, "nobody to kill"
        for process in workers()[:1]:
            os.kill(process.pid, signal.SIGKILL)
            killed += 1
    assert units_in(there) < 24, "the worker was killed too late"
    # The program that waits for the units is killed later.
    until(there, 8)
    driver.kill()
    driver.communicate()
    before = units_in(there)
    assert before < 24, "the program was killed too late"
    told = finish(sweep(plan, there, "--ray", cluster))
    assert f"{before} of 24 units are there" in told
    assert bytes_of(here) == bytes_of(there)


def test_an_address_without_a_cluster_is_an_error(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    process = sweep(plan, tmp_path / "out", "--ray", "nowhere")
    told, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 2, told
    assert "nowhere" in told
