"""The engine by names."""

from pathlib import Path

import pytest
from turnwright import Engine, Ruleset, TurnwrightError, examples, rulesets

SETUP = """ruleset = "srd-5"
creatures = ["../creatures/monsters.toml"]
"""


def begun(seed: int = 7) -> Engine:
    fight = Engine("srd-5/duel", seed=seed)
    fight.settle()
    return fight


def played(fight: Engine, commands: int) -> Engine:
    for _ in range(commands):
        fight.settle()
        kind = fight.decision.kind
        if kind == "over":
            break
        legal = fight.legal()
        fight.apply(legal[-1].command if legal else "end" if kind == "act" else "pass")
    fight.settle()
    return fight


def test_every_shipped_example_begins() -> None:
    names = [name for name, _, _ in examples()]
    assert len(names) > 10
    for name in names:
        fight = Engine(name)
        assert fight.to_dict()["combatants"]


def test_legal_choices_have_payments_and_can_be_given() -> None:
    fight = begun()
    legal = fight.legal()
    assert legal
    for choice in legal:
        assert fight.judge(choice.command).legal, choice
        assert choice.payments
    before = fight.to_dict()
    events = fight.apply(legal[0].command)
    assert events and all(event.text for event in events)
    assert any(event.because for event in events)
    assert fight.to_dict() != before
    assert fight.undo() == 1
    assert fight.to_dict() == before
    assert fight.redo() == 1


def test_denials_have_all_reasons_and_change_nothing() -> None:
    fight = begun()
    who = fight.legal()[0].who
    denied = fight.denied(who)
    assert denied and all(reason.text for one in denied for reason in one.reasons)
    foe = next(one["name"] for one in fight.to_dict()["combatants"] if one["name"] != who)
    before = fight.to_dict()
    with pytest.raises(TurnwrightError) as caught:
        fight.apply(f"{foe}: dodge")
    assert caught.value.code == "denied"
    assert caught.value.details[0]["text"]
    assert fight.to_dict() == before
    verdict = fight.judge(f"{foe}: dodge")
    assert not verdict.legal and verdict.reasons


def test_a_saved_game_is_the_same_game(tmp_path: Path) -> None:
    fight = played(begun(), 12)
    fight.save(tmp_path / "duel.game")
    again = Engine.load(tmp_path / "duel.game")
    assert again.to_dict() == fight.to_dict()
    assert again.log() == fight.log()
    assert [event.text for event in again.events()] == [event.text for event in fight.events()]


def test_the_same_seed_gives_the_same_dice() -> None:
    assert played(begun(3), 10).to_dict() == played(begun(3), 10).to_dict()
    assert played(begun(3), 10).log() != played(begun(4), 10).log()


def test_setups_as_dictionary_text_and_file(tmp_path: Path) -> None:
    setup = {
        "ruleset": "srd-5",
        "combatant": [
            {"name": "Ana", "side": "pcs", "attributes": {"hp": "12"}},
            {"name": "Orc", "side": "foes", "attributes": {"hp": "9"}},
        ],
    }
    text = """ruleset = "srd-5"
[[combatant]]
name = "Ana"
side = "pcs"
attributes = { hp = "12" }
[[combatant]]
name = "Orc"
side = "foes"
attributes = { hp = "9" }
"""
    file = tmp_path / "fight.toml"
    file.write_text(text)
    fights = [Engine(setup), Engine(text), Engine(file)]
    states = [fight.to_dict() for fight in fights]
    assert states[0] == states[1] == states[2]
    assert states[0]["combatants"][0]["attributes"]["hp"] == 12


@pytest.mark.parametrize(
    ("fight", "code"),
    [
        ("srd-5/dule", "unknown-encounter"),
        ("ruleset = 5\n", "unloadable"),
        ({"ruleset": "srd-5", "combatant": [{"nmae": "Ana"}]}, "unloadable"),
        ({"ruleset": None}, "bad-setup"),
        ({"ruleset": {1, 2}}, "bad-setup"),
        (7, "bad-setup"),
        ({"ruleset": "srd-5"}, "nobody"),
    ],
)
def test_bad_fights_have_clear_errors(fight: object, code: str) -> None:
    with pytest.raises(TurnwrightError) as caught:
        Engine(fight)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert caught.value.message


def test_misspelt_names_have_a_hint() -> None:
    with pytest.raises(TurnwrightError, match="Did you mean `srd-5/duel`"):
        Engine("srd-5/duell")
    with pytest.raises(TurnwrightError) as caught:
        begun().apply("Nobody: dodge")
    assert caught.value.code == "not-understood"


def test_damaged_logs_are_refused() -> None:
    log = played(begun(), 5).log()
    lines = log.splitlines()
    with pytest.raises(TurnwrightError) as caught:
        Engine.from_log("\n".join(lines[:-3]))
    assert caught.value.code == "unloadable"
    with pytest.raises(TurnwrightError):
        Engine.from_log("nonsense")


def test_rulesets_can_be_read() -> None:
    for name in rulesets():
        ruleset = Ruleset.load(name)
        assert ruleset.id == name and ruleset.rules and ruleset.activities
    with pytest.raises(TurnwrightError) as caught:
        Ruleset.load("srd-6")
    assert caught.value.code == "unknown-ruleset" and "srd-5" in str(caught.value)
