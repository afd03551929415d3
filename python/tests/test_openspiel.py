"""OpenSpiel: its random simulations and its playthrough."""

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")

from turnwright import openspiel_game  # noqa: E402

pytestmark = pytest.mark.heavy

NAME = "python_turnwright"
DUEL = f"{NAME}(encounter=srd-5/duel,max_decisions=60)"


@pytest.mark.parametrize(
    "game",
    [
        DUEL,
        f"{NAME}(encounter=collective/skirmish,max_decisions=40)",
        f"{NAME}(encounter=pathfinder-2e/ford,max_decisions=40)",
    ],
)
def test_random_simulations(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=3, serialize=False, verbose=False)


def test_simulations_that_are_written_and_read() -> None:
    game = pyspiel.load_game(f"{NAME}(encounter=srd-5/duel,max_decisions=12)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_playthrough() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    game = f"{NAME}(encounter=srd-5/duel,max_decisions=20)"
    played = generate_playthrough.playthrough(game, action_sequence=None, seed=3)
    actions = [
        int(line.split(":")[1])
        for line in played.splitlines()
        if line.startswith("action:")
    ]
    assert len(actions) > 10
    again = generate_playthrough.playthrough(game, action_sequence=actions, seed=3)
    assert again == played


def test_clones_go_their_own_way() -> None:
    state = pyspiel.load_game(DUEL).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before
    assert copy.history() != state.history()


def test_chances_add_up_and_returns_are_those_of_the_fight() -> None:
    game = pyspiel.load_game(DUEL)
    state, throws = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-12
            state.apply_action(outcomes[-1][0])
            throws += 1
        else:
            state.apply_action(state.legal_actions()[-1])
    assert throws > 3
    assert set(state.returns()) <= {-1.0, 0.0, 1.0}
    assert openspiel_game.TurnwrightGame().num_players() == 2
