"""The results of a sweep as Parquet tables, in the order of the plan.

``units`` has one row for each unit, ``sides`` one for each of its sides, ``combatants`` one for
each combatant, ``uses`` one for each activity and token that was used. The column ``unit`` ties
them together. Intervals are three columns: the value, ``_low`` and ``_high``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from turnwright.errors import TurnwrightError
from turnwright.plan import Unit

Row = dict[str, Any]


def write(out: Path, results: list[tuple[Unit, dict[str, Any]]]) -> None:
    """Writes the tables of all units."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        message = "pyarrow isn't installed; the units are kept."
        hint = "Install `turnwright[sweep]` and run the same command again."
        raise TurnwrightError("no-pyarrow", message, hint) from error
    for name, rows in rows_of(results).items():
        columns: dict[str, list[Any]] = {}
        for row in rows:
            for key in row:
                columns.setdefault(key, [])
        for key, values in columns.items():
            values.extend(row.get(key) for row in rows)
        path = out / f"{name}.parquet"
        passing = path.with_suffix(".part")
        pq.write_table(pa.table(columns), passing, compression="zstd", store_schema=False)
        passing.replace(path)


def rows_of(results: list[tuple[Unit, dict[str, Any]]]) -> dict[str, list[Row]]:
    """Returns the rows of each table."""
    names = ("units", "sides", "combatants", "uses")
    found: dict[str, list[Row]] = {name: [] for name in names}
    for unit, figures in results:
        row: Row = {"unit": unit.number, **unit.axes, "seed": unit.seed}
        row |= {"fights": figures["fights"], "max_rounds": unit.rounds}
        for name in ("nobody", "undecided", "rounds", "decisions"):
            row |= _interval(name, figures[name])
        found["units"].append(row)
        for share in figures["wins"]:
            side = {"unit": unit.number, "side": share["side"]}
            found["sides"].append(side | _interval("wins", share["share"]))
        for one in figures["combatants"]:
            combatant = {"unit": unit.number, "combatant": one["name"], "side": one["side"]}
            for name in ("standing", "dealt", "taken"):
                combatant |= _interval(name, one[name])
            found["combatants"].append(combatant)
        for kind, name in (("activity", "used"), ("token", "spent")):
            for one in figures[name]:
                use = {"unit": unit.number, "kind": kind, "label": one["label"]}
                found["uses"].append(use | _interval("per_fight", one["per_fight"]))
    return found


def _interval(name: str, interval: dict[str, float]) -> Row:
    value, low, high = (float(interval[key]) for key in ("value", "low", "high"))
    return {name: value, f"{name}_low": low, f"{name}_high": high}
