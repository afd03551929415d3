//! Numbers that newer exports leave out, worked out as the game does.

use serde_json::{Value, json};

use super::super::actor::{self, Import, Weight};
use super::{guidelines, ruleset};

const STALKER: &str = include_str!("../../../tests/fixtures/actors/reed-stalker.json");
const GUARD: &str = include_str!("../../../tests/fixtures/actors/border-guard.json");

fn import(text: &str) -> Import {
    actor::read(&guidelines(), &ruleset(), text).expect("it is an actor")
}

fn numbers(import: &Import, wanted: &[(&str, i16)]) {
    for (attribute, number) in wanted {
        assert_eq!(import.attributes.get(attribute), Some(number), "{attribute}");
    }
}

/// Returns the entry of an activity in the creature file.
fn variant<'f>(file: &'f str, id: &str) -> &'f str {
    let (_, behind) = file.split_once(&format!("id = \"{id}\"\n")).expect("it is there");
    behind.split("\n\n").next().unwrap_or(behind)
}

/// Racial hit dice, size, natural armor, a dodge bonus; stored zeros are the template's.
#[test]
fn of_a_beast() {
    let stalker = import(STALKER);
    numbers(
        &stalker,
        &[
            // 3/4 of 6 hit dice; 10 - 1 size + 2 Dexterity + 4 natural + 1 dodge.
            ("bab", 4),
            ("ac", 16),
            ("touch", 12),
            ("flat", 13),
            // 4 + 4 Strength + 1 size; 10 + 4 + 4 + 2 + 1 size + 1 dodge.
            ("cmb", 9),
            ("cmd", 22),
            ("init", 6),
            ("fortitude", 8),
            ("reflex", 7),
            // 27 of hit dice and 3 for each of six; five lost.
            ("max-hp", 45),
            ("hp", 40),
            ("speed", 8),
            ("swim", 4),
            ("size", 1),
            ("legs", 4),
            ("natural-reach", 1),
            ("spell-resistance", 17),
            ("combat-reflexes", 1),
            ("perception", 10),
            ("feint-dc", 15),
            ("demoralize-dc", 17),
            ("natural", 7),
            ("natural-attacks", 4),
            ("secondary-attacks", 1),
            ("weapon-natural", 1),
        ],
    );
    let text = |part: &str| {
        stalker.notes.iter().any(|note| note.weight == Weight::Play && note.text.contains(part))
    };
    assert!(text("worked out: ac 16, flat 13, touch 12, bab 4"), "{:?}", stalker.notes);
    assert!(text("Strange Gift changes cmb: `@flags.moon * 2`"), "{:?}", stalker.notes);
}

/// Primary attacks at full bonus, secondary ones at -2 for Multiattack and with half Strength.
#[test]
fn natural_attacks() {
    let file = import(STALKER).creature_file("pathfinder-rae");
    for (id, lines) in [
        ("bite", "melee = \"7\", weapon-natural = \"1\", weapon = \"1d8+4\" }"),
        ("claws", "melee = \"7\", weapon-natural = \"1\", weapon = \"1d6+4\" }"),
        ("tail", "melee = \"5\", reach = \"2\", weapon-natural = \"1\", weapon = \"1d8+2\" }"),
        ("tail", "like = \"attack\"\nwith = { "),
        ("natural-claws", "limit = { cap = \"2\", per = \"turn\" }"),
        ("natural-tail", "natural = \"5\", reach = \"2\", secondary-attacks = \"0\", "),
        ("natural-tail", "natural-weapon = \"1d8+2\" }"),
    ] {
        assert!(variant(&file, id).contains(lines), "{id}: {}", variant(&file, id));
    }
    let without = STALKER.replace("\"Multiattack\"", "\"Endurance\"");
    let file = import(&without).creature_file("pathfinder-rae");
    assert!(variant(&file, "tail").contains("melee = \"2\""), "{}", variant(&file, "tail"));
}

/// Classes, armor with its limits, a shield. Of two deflection bonuses one counts. Items that are
/// not worn or active do nothing.
#[test]
fn of_a_character() {
    let guard = import(GUARD);
    numbers(
        &guard,
        &[
            ("bab", 5),
            ("ac", 22),
            ("touch", 13),
            ("flat", 20),
            ("cmb", 8),
            ("cmd", 21),
            ("init", 2),
            ("fortitude", 7),
            ("reflex", 4),
            ("max-hp", 42),
            ("hp", 42),
            ("shield", 2),
            ("speed", 4),
            ("ride", 2),
            ("rapid-reload", 1),
            ("melee", 9),
            ("ranged", 7),
            ("shooting", 24),
            ("loading", 2),
        ],
    );
    assert_eq!(guard.dice.get("weapon").map(String::as_str), Some("1d8+4"));
    assert_eq!(guard.tags, ["loaded"]);
}

/// One weapon is one activity, however often the export lists it.
#[test]
fn weapons_are_variants() {
    let guard = import(GUARD);
    let ids: Vec<&str> = guard.deeds.iter().map(|deed| deed.id.as_str()).collect();
    assert_eq!(ids, ["longsword", "glaive", "heavy-crossbow", "javelin"]);
    let file = guard.creature_file("pathfinder-rae");
    assert!(file.contains("without = [\"attack\",\"shoot\"]\n"), "{file}");
    for (id, with) in [
        ("longsword", "{ melee = \"9\", weapon = \"1d8+4\" }"),
        ("glaive", "{ melee = \"8\", reach = \"2\", near = \"2\", weapon = \"1d10+4\" }"),
        ("heavy-crossbow", "{ ranged = \"7\", shooting = \"24\", loading = \"2\", missile = "),
        ("javelin", "{ ranged = \"7\", shooting = \"6\", loading = \"0\", missile = \"1d6+3\" }"),
    ] {
        assert!(variant(&file, id).contains(with), "{id}: {}", variant(&file, id));
    }
}

fn guard_with(change: impl Fn(&mut Value)) -> Import {
    let mut actor: Value = serde_json::from_str(GUARD).expect("it is JSON");
    change(&mut actor);
    import(&actor.to_string())
}

/// Stored totals win over what the parts would give.
#[test]
fn totals_win() {
    let stored = guard_with(|actor| {
        let attributes = &mut actor["system"]["attributes"];
        attributes["ac"] = json!({ "normal": { "total": 30 }, "touch": { "total": 11 } });
        attributes["bab"] = json!({ "total": 7 });
        attributes["savingThrows"]["fort"]["total"] = json!(1);
        attributes["savingThrows"]["ref"]["total"] = json!(0);
        attributes["hp"] = json!({ "value": 12, "max": 50 });
    });
    let wanted = [
        ("ac", 30),
        ("touch", 11),
        ("flat", 20),
        ("bab", 7),
        ("fortitude", 1),
        ("reflex", 0),
        ("hp", 12),
        ("max-hp", 50),
    ];
    numbers(&stored, &wanted);
    // Attacks follow the stored base attack bonus.
    numbers(&stored, &[("melee", 11)]);
}

/// A class without hit points has those of its hit die: the first level in full, others on average.
#[test]
fn hit_points_of_hit_dice() {
    let without = |change: &dyn Fn(&mut Value)| {
        guard_with(|actor| {
            let class = actor["items"][0]["system"].as_object_mut().expect("an object");
            class.remove("hp");
            change(&mut actor["items"][0]["system"]);
        })
    };
    let note = |import: &Import, part: &str| {
        import.notes.iter().any(|note| note.weight == Weight::Play && note.text.contains(part))
    };
    // 10 and four times 5.5, and 2 for each of five; 42 are of 32.
    let guard = without(&|_| {});
    numbers(&guard, &[("max-hp", 42), ("hp", 42)]);
    assert!(note(&guard, "no hit points of fighter"), "{:?}", guard.notes);
    let wizard = without(&|class| class["hd"] = json!(6));
    // 6 and four times 3.5.
    numbers(&wizard, &[("max-hp", 30)]);
    // Five times 5.5.
    let racial = without(&|class| class["subType"] = json!("racial"));
    numbers(&racial, &[("max-hp", 37)]);
    let unknown = without(&|class| class["hd"] = Value::Null);
    assert!(note(&unknown, "no hit die of fighter"), "{:?}", unknown.notes);
}

/// A good save of a class of level 0 counts if a change of -2 cancels it.
#[test]
fn good_saves_of_level_0() {
    let with_class = |changes: Value| {
        guard_with(|actor| {
            let saves = json!({ "fort": { "value": "high" } });
            let class = json!({ "subType": "racial", "tag": "humanoid", "level": 0, "hd": 8,
                "hp": 0, "savingThrows": saves, "changes": changes });
            let item = json!({ "name": "Humanoid", "type": "class", "system": class });
            actor["items"].as_array_mut().expect("a list").push(item);
        })
    };
    let change = json!([{ "formula": "-2", "target": "fort", "type": "untyped" }]);
    numbers(&with_class(change), &[("fortitude", 7)]);
    numbers(&with_class(json!([])), &[("fortitude", 7)]);
}

/// A missing size matters for play, as does a creature that begins wounded.
#[test]
fn defaults_and_wounds_matter() {
    let guard = guard_with(|actor| {
        actor["system"]["traits"]["size"] = Value::Null;
        actor["system"]["attributes"]["hp"] = json!({ "value": 12, "max": 50 });
    });
    for part in ["no size is given; taken as medium", "it starts with 12 of 50 hit points"] {
        let note = guard.notes.iter().find(|note| note.text.contains(part));
        assert_eq!(note.map(|note| note.weight), Some(Weight::Play), "{part}");
    }
}

/// Two weapons, and a monk's flurry.
#[test]
fn pairs_of_attacks() {
    let feat = |name: &str| json!({ "name": name, "type": "feat", "system": {} });
    let two = guard_with(|actor| {
        let items = actor["items"].as_array_mut().expect("a list");
        items.push(feat("Improved Two-Weapon Fighting"));
        items.push(feat("Two-Weapon Fighting"));
        let mut dagger = items[8].clone();
        dagger["name"] = json!("Dagger");
        dagger["system"]["held"] = json!("oh");
        dagger["system"]["weaponSubtype"] = json!("light");
        dagger["system"]["actions"][0]["damage"]["parts"][0]["formula"] = json!("1d4");
        items.push(dagger);
    });
    numbers(&two, &[("twf", 2), ("off-hand", 2), ("melee", 9)]);
    // Half Strength in the off hand: 1d4 + 1 + 1.
    assert_eq!(two.dice.get("off-weapon").map(String::as_str), Some("1d4+2"));
    for (level, pairs) in [(1, 1), (8, 2), (15, 99)] {
        let monk = guard_with(|actor| {
            let items = actor["items"].as_array_mut().expect("a list");
            items[0]["system"]["tag"] = json!("monk");
            items[0]["system"]["level"] = json!(level);
            items.push(feat("Flurry of Blows (Ex)"));
        });
        numbers(&monk, &[("pairs", pairs)]);
        assert_eq!(monk.dice.get("off-weapon"), monk.dice.get("weapon"), "{level}");
    }
}

/// Spells of the highest level, and concentration from level and ability.
#[test]
fn casters() {
    let spell = |name: &str, level: i16, book: &str| {
        let action = json!({ "activation": { "type": "standard" } });
        let inner = json!({ "level": level, "spellbook": book, "actions": [action] });
        json!({ "name": name, "type": "spell", "system": inner })
    };
    let caster = guard_with(|actor| {
        actor["system"]["attributes"]["spells"] = json!({ "spellbooks": {
            "primary": { "class": "wizard", "ability": "int", "cl": { "formula": "1" } },
            "spelllike": { "class": "_hd", "ability": "cha" },
        } });
        actor["system"]["abilities"]["int"]["value"] = json!(18);
        let items = actor["items"].as_array_mut().expect("a list");
        items[0]["system"]["tag"] = json!("wizard");
        items.extend([spell("Veil", 3, "primary"), spell("Wish", 9, "spelllike")]);
    });
    // Level 5, one more, and 4 for Intelligence.
    numbers(&caster, &[("caster", 3), ("concentration", 10), ("int-bonus", 4)]);
}

/// Magic weapons have names that begin with letters; undead have no Constitution.
#[test]
fn odd_actors() {
    let odd = guard_with(|actor| {
        actor["items"][8]["name"] = json!("+1 Longsword");
        actor["items"][9]["name"] = json!("+1 Longsword");
        actor["system"]["abilities"]["con"]["value"] = Value::Null;
        actor["system"]["attributes"]["hpAbility"] = json!("cha");
        let passive = json!({ "activation": { "type": "passive" } });
        let aura = json!({ "name": "Aura", "type": "feat", "system": { "actions": [passive] } });
        actor["items"].as_array_mut().expect("a list").push(aura);
    });
    let names: Vec<&str> = odd.deeds.iter().map(|deed| deed.name.as_str()).collect();
    assert_eq!(names, ["Longsword +1", "Glaive", "Heavy Crossbow", "Javelin"]);
    // 32 of the class, -1 for each of five.
    numbers(&odd, &[("con", 10), ("con-bonus", 0), ("max-hp", 27), ("fortitude", 5)]);
    let aura = odd.notes.iter().find(|note| note.text.starts_with("Aura "));
    assert_eq!(aura.map(|note| note.weight), Some(Weight::Aside));
}

/// The report fits on a screen: play first, noise in one line.
#[test]
fn reports() {
    let stalker = import(STALKER);
    let report = stalker.report();
    assert!(report.len() <= 12, "{report:#?}");
    assert!(report[0].contains("worked out: "), "{report:#?}");
    assert!(
        report.last().is_some_and(|line| line.contains("pictures, sorting and defaults")),
        "{report:#?}"
    );
    assert!(!report.iter().any(|line| line.contains("/img")), "{report:#?}");
    let file = stalker.creature_file("pathfinder-rae");
    assert!(file.lines().filter(|line| line.starts_with("# ")).count() < 40, "{file}");
}

/// Actors of other games are refused by name.
#[test]
fn other_systems() {
    let refused = |actor: Value| {
        let found = actor::read(&guidelines(), &ruleset(), &actor.to_string());
        found.expect_err("it is of another system").text
    };
    let stated = json!({ "name": "Brute", "_stats": { "systemId": "dnd5e" }, "system": {} });
    assert!(refused(stated).contains("Brute is an actor of the fifth edition (dnd5e)"));
    let movement =
        json!({ "name": "Brute", "system": { "attributes": { "movement": { "walk": 30 } } } });
    assert!(refused(movement).contains("dnd5e"));
    let saves =
        json!({ "name": "Imp", "data": { "saves": { "fortitude": { "value": 9 } } }, "items": [] });
    assert!(refused(saves).contains("pf2e"));
    let other = json!({ "name": "Ship", "_stats": { "systemId": "starship" }, "system": {} });
    assert!(refused(other).contains("`starship`"));
}
