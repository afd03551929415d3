//! Actors of Pathfinder 1 become creatures of `pathfinder-rae`.

use rules::{Place, Setup, Source};

use crate::{Imported, Target, Weight, import_text};

mod powers;

const STALKER: &str = include_str!("../../../../sim/tests/fixtures/actors/reed-stalker.json");
const GUARD: &str = include_str!("../../../../sim/tests/fixtures/actors/border-guard.json");
const DRAKE: &str = include_str!("../../../../sim/tests/fixtures/actors/marsh-drake.json");

fn parsed() -> rules::Parsed {
    Source::embedded(super::RULESET).expect("it comes along").parse().expect("it loads")
}

fn import(text: &str) -> Imported {
    let target = Target::of(&parsed()).map_err(|(report, _)| report).expect("it fits");
    import_text(text, "file", &target).expect("it is read")
}

/// Asserts that creatures compile, and that the sheet writes the same tables again.
fn plays(imported: &Imported) {
    let target = Target::of(&parsed()).map_err(|(report, _)| report).expect("it fits");
    for creature in &imported.creatures {
        let name = serde_json::json!(creature.values.name);
        let file = format!(
            "ruleset = \"pathfinder-rae\"\n{}\n[[combatant]]\nname = \"One\"\nside = \
             \"foes\"\ncreature = {name}\n",
            creature.toml
        );
        let setup = Setup::read("fight", &file, &Place::Nowhere, Some(&parsed()));
        match setup.and_then(|setup| rules::compile(&setup)) {
            Ok((_, report)) => assert_eq!(report.warnings(), 0, "{file}"),
            Err((report, files)) => {
                panic!("{}\n{file}", report.render(&files, rules::diagnostic::Colors::Off))
            }
        }
        let again = target.sheet.creature(&creature.values).expect("the sheet takes it");
        assert_eq!(again, creature.table, "{file}");
    }
}

#[test]
fn creatures_with_prices() {
    let imported = import(STALKER);
    assert!(imported.format.contains("pf1"), "{}", imported.format);
    plays(&imported);
    let stalker = &imported.creatures[0];
    let field = |id: &str| stalker.values.fields.get(id).map(String::as_str);
    assert_eq!((field("ac"), field("cmd"), field("speed")), (Some("16"), Some("22"), Some("40")));
    let names: Vec<&str> = stalker.values.attacks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Bite", "Claws", "Tail"]);
    // The form has no fields for natural attacks made all together, so `extra` holds them.
    assert!(stalker.values.extra.contains("natural-claws"), "{}", stalker.values.extra);
    assert!(stalker.notes.iter().any(|note| note.text.contains("worked out: ac 16")));
}

/// A default for the size stands among the defaults; a creature that begins wounded is no aside.
#[test]
fn defaults_and_wounds() {
    let mut actor: serde_json::Value = serde_json::from_str(STALKER).expect("it is JSON");
    actor["system"]["traits"]["size"] = serde_json::Value::Null;
    let imported = import(&actor.to_string());
    let weight = |part: &str| {
        let notes = &imported.creatures[0].notes;
        notes.iter().find(|note| note.text.contains(part)).map(|note| note.weight)
    };
    assert_eq!(weight("no size is given; taken as medium"), Some(Weight::Missing));
    assert_eq!(weight("it starts with 40 of 45 hit points"), Some(Weight::Guessed));
}

/// Abilities and spells keep the prices of the Revised Action Economy.
#[test]
fn abilities_with_prices() {
    let imported = import(DRAKE);
    plays(&imported);
    let drake = &imported.creatures[0].toml;
    for part in ["id = \"breath-of-reeds\"", "cost = \"2Act\"", "cost = \"1Reaction\""] {
        assert!(drake.contains(part), "{part}: {drake}");
    }
}

#[test]
fn characters() {
    let imported = import(GUARD);
    plays(&imported);
    let guard = &imported.creatures[0];
    assert!(guard.block.hero);
    let names: Vec<&str> = guard.values.attacks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Longsword", "Glaive", "Heavy Crossbow", "Javelin"]);
}

/// Several actors are read, one per line.
#[test]
fn several_at_once() {
    let line = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
        value.to_string()
    };
    let imported = import(&format!("{}\n{}\n", line(STALKER), line(GUARD)));
    assert_eq!(imported.creatures.len(), 2);
    plays(&imported);
}

/// Actors of old packs name no system and omit default values.
#[test]
fn packs_without_a_system() {
    let text = r#"{"_id": "a", "name": "Old Cat", "type": "npc", "img": "x.webp", "data": {
        "abilities": {"str": {"value": 14}}, "attributes": {"naturalAC": "+1", "cmdNotes":
        "14 vs. trip", "hp": {"value": 9}, "speed": {"land": {"base": 40}}},
        "details": {"cr": {"base": 0.5}}, "traits": {"size": "sm"}}, "items": [
        {"name": "Animal", "type": "class", "data": {"classType": "racial", "level": 2, "hp": 9,
        "bab": "med", "savingThrows": {"fort": {"value": "high"}}}}, {"name": "Bite", "type":
        "attack", "data": {"attackType": "natural", "activation": {"type": "attack"}, "actionType":
        "mwak", "damage": {"parts": [["1d4+0", "P"]]}, "ability": {"attack": "str", "damage":
        "str"}}}]}"#;
    let imported = import(text);
    plays(&imported);
    let cat = &imported.creatures[0];
    let field = |id: &str| cat.values.fields.get(id).map(String::as_str);
    // AC: 10 + 1 size + 1 natural. CMD: 10 + 1 + 2 Strength - 1 size, and 2 more against trips.
    assert_eq!((field("ac"), field("cmd"), field("legs")), (Some("12"), Some("12"), Some("3")));
    assert_eq!((field("hp"), cat.block.challenge.as_str()), (Some("9"), "1/2"));
    let bite = &cat.values.attacks[0];
    assert_eq!(bite.fields.get("bonus").map(String::as_str), Some("4"));
    assert_eq!(bite.fields.get("dice").map(String::as_str), Some("1d4+2"));
}
