"""Gymnasium and PettingZoo: their own test suites."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, seed_test
from turnwright import TurnwrightError, encounter
from turnwright._engine import mix
from turnwright.gymnasium_env import TurnwrightEnv, TurnwrightVectorEnv
from turnwright.pettingzoo_env import TurnwrightAEC

FIGHTS = ["srd-5/duel", "collective/skirmish", "pathfinder-2e/ford"]


@pytest.mark.parametrize("name", FIGHTS)
def test_gymnasium_checks_the_env(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # There is no spec: the env isn't made from the registry.
        warnings.filterwarnings("ignore", message=".*spec.*")
        warnings.filterwarnings("ignore", message=".*maximum and minimum.*")
        check_env(TurnwrightEnv(name), skip_render_check=True)


@pytest.mark.parametrize("name", FIGHTS)
def test_the_vector_env_is_many_envs(name: str) -> None:
    made = encounter(name, max_decisions=100)
    many = TurnwrightVectorEnv(made, 4)
    sync = SyncVectorEnv(
        [lambda: TurnwrightEnv(made)] * 4, autoreset_mode=AutoresetMode.SAME_STEP
    )
    assert many.observation_space == sync.observation_space
    assert many.action_space == sync.action_space
    own, _ = many.reset(seed=9)
    theirs, _ = sync.reset(seed=[mix(9, nth) for nth in range(4)])
    assert (own == theirs).all()
    random, ended = np.random.default_rng(1), 0
    masks = many.reset(seed=9)[1]["action_mask"]
    for _ in range(300):
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        own, rewards, over, cut, info = many.step(actions)
        theirs, their_rewards, their_over, their_cut, their_info = sync.step(actions)
        assert (own == theirs).all()
        assert own in many.observation_space
        assert (rewards == their_rewards).all()
        assert (over == their_over).all() and (cut == their_cut).all()
        masks = info["action_mask"]
        for nth in range(4):
            assert (masks[nth] == their_info["action_mask"][nth]).all()
        for nth in np.flatnonzero(over | cut):
            ended += 1
            last, theirs_last = info["final_obs"][nth].copy(), their_info["final_obs"][nth]
            # No side is to move in the last observation.
            assert (last == theirs_last).all()
    assert ended > 0


def test_replaced_actions_are_told() -> None:
    many = TurnwrightVectorEnv("srd-5/duel", 4)
    _, info = many.reset(seed=1)
    wrong = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in info["action_mask"]])
    assert many.step(wrong)[4]["replaced"].all()
    strict = TurnwrightVectorEnv("srd-5/duel", 4, on_illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(TurnwrightError, match="isn't legal"):
        strict.step(wrong)
    env = TurnwrightEnv("srd-5/duel", on_illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(TurnwrightError, match="isn't legal"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))


@pytest.mark.parametrize("name", FIGHTS)
def test_pettingzoo_api(name: str) -> None:
    api_test(TurnwrightAEC(name, max_decisions=300), num_cycles=1000)


@pytest.mark.parametrize("name", FIGHTS)
def test_pettingzoo_seeds(name: str) -> None:
    seed_test(lambda: TurnwrightAEC(name), num_cycles=200)


def test_every_agent_plays_and_somebody_wins() -> None:
    env = TurnwrightAEC("srd-5/duel")
    env.reset(seed=4)
    moved, total = set(), dict.fromkeys(env.possible_agents, 0.0)
    random = np.random.default_rng(0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        if over or cut:
            env.step(None)
            continue
        moved.add(agent)
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    assert moved == set(env.possible_agents)
    assert sorted(total.values()) == [-1.0, 1.0]
