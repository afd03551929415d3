"""Sweeps on one machine."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from turnwright import TurnwrightError
from turnwright.plan import read
from turnwright.sweep import main

PLAN = """title = "Duels"
fights = 40
seeds = [1, 2, 3]

[axes]
encounter = ["srd-5/duel", "own.toml"]
policies = [["random"], ["greedy", "foes=random"]]
"""
TABLES = ("units", "sides", "combatants", "uses")


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    own = tmp_path / "own.toml"
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
    own.write_text(text)
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    return file


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def test_processes_and_resuming_leave_the_bytes_alone(plan: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert main([str(plan), "--out", str(one), "--workers", "1"]) == 0
    assert main([str(plan), "--out", str(two), "--workers", "2"]) == 0
    assert bytes_of(one) == bytes_of(two)
    # Lost and damaged units run again.
    units = sorted((two / "units").iterdir())
    assert len(units) == 12
    for unit in units[:4]:
        unit.unlink()
    units[5].write_text("{")
    for name in TABLES:
        (two / f"{name}.parquet").unlink()
    assert main([str(plan), "--out", str(two), "--workers", "1"]) == 0
    assert bytes_of(one) == bytes_of(two)


def test_tables_have_a_row_for_each_unit(plan: Path, tmp_path: Path) -> None:
    assert main([str(plan), "--out", str(tmp_path / "out"), "--workers", "1"]) == 0
    units = pq.read_table(tmp_path / "out" / "units.parquet").to_pylist()
    assert [row["unit"] for row in units] == list(range(12))
    assert {row["fights"] for row in units} == {40}
    sides = pq.read_table(tmp_path / "out" / "sides.parquet").to_pylist()
    assert len(sides) == 24
    for row in sides:
        assert 0 <= row["wins_low"] <= row["wins"] <= row["wins_high"] <= 1
    # The greedy policy wins more often than the random one.
    wins = {
        (unit["encounter"], unit["policies"], unit["seed"]): side["wins"]
        for unit in units
        for side in sides
        if side["unit"] == unit["unit"] and side["side"] == sides[0]["side"]
    }
    for seed in (1, 2, 3):
        greedy = wins["srd-5/duel", "greedy foes=random", seed]
        assert greedy > wins["srd-5/duel", "random", seed]


def test_a_change_of_a_fight_makes_new_units(plan: Path) -> None:
    before = {unit.key for unit in read(plan).units}
    own = plan.with_name("own.toml")
    own.write_text(own.read_text().replace('hp = "9"', 'hp = "10"'))
    after = {unit.key for unit in read(plan).units}
    assert len(before & after) == 6


def test_a_list_where_a_table_belongs_is_refused(plan: Path) -> None:
    for axis in ("options", "rulings", "creatures"):
        bad = plan.with_name(f"{axis}.toml")
        bad.write_text(f'seeds = 1\n[axes]\nencounter = ["srd-5/duel"]\n{axis} = ["a", "b"]\n')
        with pytest.raises(TurnwrightError, match=f"axes.{axis}"):
            read(bad)


def test_creatures_can_be_an_axis(tmp_path: Path) -> None:
    from turnwright import _engine

    text = _engine.encounter_text("srd-5/ambush")
    assert "creature" in text
    import tomllib

    combatant = next(one for one in tomllib.loads(text)["combatant"] if "creature" in one)
    kind = combatant["creature"]
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'seeds = 1\n[axes]\nencounter = ["srd-5/ambush"]\n[axes.creatures]\n'
        f'"{combatant["name"]}" = ["{kind}"]\n'
    )
    assert len(read(plan).units) == 1
    plan.write_text(plan.read_text().replace(f'["{kind}"]', '["Nothing of the kind"]'))
    with pytest.raises(TurnwrightError):
        read(plan)


@pytest.mark.parametrize(
    ("old", "new", "tells"),
    [
        ('"srd-5/duel"', '"srd-5/dule"', "srd-5/dule"),
        ("fights = 40", "fights = 0", "fights"),
        ("fights = 40", "fight = 40", "`fight`"),
        ("seeds = [1, 2, 3]", "seeds = [-1]", "seeds"),
        ("policies =", "policy =", "`policy`"),
        ('["random"]', "[5]", "policies"),
        ("[axes]", "[axes", "plan.toml"),
    ],
)
def test_bad_plans_say_what_is_wrong(
    plan: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, tells: str
) -> None:
    plan.write_text(PLAN.replace(old, new, 1))
    assert main([str(plan), "--out", str(plan.parent / "out")]) == 2
    assert tells in capsys.readouterr().err


def test_bad_policies_are_named(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan.write_text(PLAN.replace('["random"]', '["clever"]', 1))
    assert main([str(plan), "--out", str(plan.parent / "out"), "--workers", "1"]) == 2
    assert "clever" in capsys.readouterr().err
