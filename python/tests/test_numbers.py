"""Play by numbers: encoding, masks, seeds, errors."""

import threading
import time

import numpy as np
import pytest
from turnwright import Engine, SingleFight, TurnwrightError, VectorEnv, encounter, examples

DUEL = "srd-5/duel"


@pytest.mark.parametrize("name", [name for name, _, _ in examples()])
def test_every_example_plays_at_random(name: str) -> None:
    try:
        made = encounter(name)
    except TurnwrightError as error:
        assert error.code == "one-side"
        return
    envs = VectorEnv(made, 4, seed=1)
    for _ in range(60):
        assert (envs.masks.sum(axis=1) > 0).all()
        envs.step(envs.sample())
    assert envs.decisions == 240


def test_numbers_mean_the_same_in_every_fight() -> None:
    made = encounter(DUEL)
    seen = {made.describe(action) for action in range(made.action_count)}
    assert len(seen) == made.action_count
    who, activity, target, _, payment = made.parts(made.action_count - 1)
    assert who in made.combatants and activity and payment == 3
    assert target is None or target in made.combatants
    assert made.parts(0) == (None, None, None, None, 0)
    for wrong in (made.action_count, 2**40):
        with pytest.raises(TurnwrightError) as caught:
            made.describe(wrong)
        assert caught.value.code == "no-such-action"


def test_numbered_actions_are_those_of_the_engine() -> None:
    """The mask of the first choice has the same actions as the list by names."""
    made = encounter(DUEL, payments=64)
    for seed in range(20):
        by_number = SingleFight(made, seed=seed)
        side = made.sides[by_number.mover]
        numbered = {made.parts(action)[:3] for action in by_number.legal() if action}
        by_name = Engine(DUEL, seed=1)
        by_name.settle()
        state = by_name.to_dict()
        sides = {one["name"]: one["side"] for one in state["combatants"]}
        if sides[by_name.decision.asked[0]] != side:
            continue
        named = set()
        for choice in by_name.legal():
            if sides[choice.who] == side and not choice.squares:
                targets = [*choice.targets, *([None] if choice.untargeted else [])]
                named |= {(choice.who, choice.activity, target) for target in targets or [None]}
        assert numbered == named
        return
    pytest.fail("no seed gives the same side the first turn")


def test_the_same_seed_is_the_same_play() -> None:
    def trace(seed: int) -> list[bytes]:
        envs = VectorEnv(DUEL, 16, seed=seed)
        rows = []
        for _ in range(200):
            envs.step(envs.sample())
            rows.append(envs.observations.tobytes() + envs.masks.tobytes())
        return rows

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


def test_a_reset_begins_the_same_fights() -> None:
    envs = VectorEnv(DUEL, 8, seed=3)
    first = envs.observations.copy(), envs.masks.copy()
    envs.step_random(500)
    envs.reset(3)
    assert (envs.observations == first[0]).all() and (envs.masks == first[1]).all()


def test_a_fight_of_a_batch_is_a_single_fight() -> None:
    from turnwright._engine import mix

    made = encounter(DUEL)
    envs = VectorEnv(made, 3, seed=11)
    singles = [SingleFight(made, seed=mix(mix(11, nth), 0)) for nth in range(3)]
    for _ in range(5000):
        for nth, single in enumerate(singles):
            assert (envs.observations[nth] == single.observation()).all()
            assert (envs.masks[nth] == single.mask()).all()
            assert envs.movers[nth] == single.mover
        actions = envs.sample()
        for nth, single in enumerate(singles):
            single.act(int(actions[nth]))
        envs.step(actions)
        if (envs.terminated | envs.truncated).any():
            for nth in np.flatnonzero(envs.terminated):
                assert singles[nth].status == "over"
                assert (envs.rewards[nth] == singles[nth].outcome()).all()
                assert (envs.finals[nth] == singles[nth].observation()).all()
            return
    pytest.fail("no fight has ended")


def test_rewards_are_won_and_lost() -> None:
    envs = VectorEnv(DUEL, 64, seed=2)
    won = np.zeros(2)
    while envs.episodes < 200:
        envs.step(envs.sample())
        ended = envs.terminated
        assert (envs.rewards[~ended] == 0).all()
        assert (np.abs(envs.rewards[ended].sum(axis=1)) == 0).all()
        won += (envs.rewards == 1).sum(axis=0)
    assert (won > 0).all()


def test_fights_are_cut_off() -> None:
    envs = VectorEnv(DUEL, 8, max_decisions=5)
    for _ in range(4):
        envs.step(envs.sample())
        assert not envs.truncated.any()
    envs.step(envs.sample())
    assert (envs.truncated | envs.terminated).all()


def test_arrays_are_not_copied() -> None:
    envs = VectorEnv(DUEL, 8)
    places = envs.observations.ctypes.data, envs.masks.ctypes.data
    before = envs.observations.copy()
    envs.step(envs.sample())
    assert (envs._batch.observations.ctypes.data, envs._batch.masks.ctypes.data) == places
    assert (envs.observations != before).any()


def test_illegal_actions_change_nothing() -> None:
    envs = VectorEnv(DUEL, 8, seed=1)
    before = envs.observations.copy(), envs.masks.copy()
    illegal = envs.sample()
    illegal[7] = int(np.flatnonzero(envs.masks[7] == 0)[0])
    for actions, code in [
        (illegal, "illegal-action"),
        (np.full(8, -1), "illegal-action"),
        (np.full(8, 2**40), "illegal-action"),
        (np.zeros(7, dtype=np.int64), "wrong-length"),
        (np.zeros(8), "bad-actions"),
        ([[0] * 8], "bad-actions"),
    ]:
        with pytest.raises(TurnwrightError) as caught:
            envs.step(actions)
        assert caught.value.code == code
        assert (envs.observations == before[0]).all() and (envs.masks == before[1]).all()


def test_arrays_that_are_read_only_are_refused() -> None:
    envs = VectorEnv(DUEL, 2)
    envs.masks.flags.writeable = False
    with pytest.raises(TurnwrightError) as caught:
        envs.step(envs.sample())
    assert caught.value.code == "array-in-use"


def test_bad_settings_have_clear_errors() -> None:
    for settings in ({"payments": 0}, {"payments": 65}, {"max_decisions": 0}):
        with pytest.raises(TurnwrightError) as caught:
            encounter(DUEL, **settings)
        assert caught.value.code == "out-of-range"
    with pytest.raises(TurnwrightError, match="has to be at least 1"):
        VectorEnv(DUEL, 0)
    with pytest.raises(TurnwrightError, match="no side"):
        VectorEnv(DUEL, 1, learner="elves")


def test_the_interpreter_runs_meanwhile() -> None:
    envs = VectorEnv(DUEL, 512)
    ticks = 0
    busy = threading.Thread(target=envs.step_random, args=(400,))
    start = time.perf_counter()
    busy.start()
    while busy.is_alive():
        ticks += 1
        time.sleep(0.001)
    seconds = time.perf_counter() - start
    # A held interpreter would let this loop run once.
    assert ticks > 5, f"{ticks} ticks in {seconds:.2f} s"


def test_chances_of_dice_are_exact() -> None:
    fight = SingleFight(encounter(DUEL))
    thrown = 0
    while fight.status in ("dice", "choice") and fight.decisions < 200:
        if fight.status == "choice":
            fight.act(fight.legal()[-1])
            continue
        chances = fight.chances()
        assert abs(sum(chance for _, chance in chances) - 1) < 1e-12
        with pytest.raises(TurnwrightError):
            fight.throw(10_000)
        copy = fight.clone()
        fight.throw(chances[-1][0])
        copy.throw(chances[0][0])
        thrown += 1
    assert thrown > 3
