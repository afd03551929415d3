//! Exported actors, in the layouts of newer and older exports.

use rules::{Place, Setup};

use super::super::actor::{self, Import};
use super::{guidelines, ruleset};

const NEW: &str = include_str!("../../../tests/fixtures/actors/marsh-drake.json");
const MIXED: &str = include_str!("../../../tests/fixtures/actors/fen-witch.json");
const OLD: &str = include_str!("../../../tests/fixtures/actors/hedge-knight.json");

fn import(text: &str) -> Import {
    actor::read(&guidelines(), &ruleset(), text).expect("it is an actor")
}

/// A fight with the creature in it compiles.
pub(super) fn loads(import: &Import) {
    let name = serde_json::json!(import.name);
    let file = import.creature_file("pathfinder-rae");
    let fight =
        format!("{file}\n[[combatant]]\nname = \"One\"\nside = \"foes\"\ncreature = {name}\n");
    let setup = Setup::read("fight", &fight, &Place::Nowhere, Some(&ruleset()));
    let compiled = setup.and_then(|setup| rules::compile(&setup));
    if let Err((report, files)) = compiled {
        panic!("{}\n{fight}", report.render(&files, rules::diagnostic::Colors::Off));
    }
}

fn deeds(import: &Import) -> Vec<(&str, &str)> {
    import.deeds.iter().map(|deed| (deed.id.as_str(), deed.becomes.as_str())).collect()
}

fn noted(import: &Import, path: &str, text: &str) -> bool {
    import.notes.iter().any(|note| note.path == path && note.text.contains(text))
}

#[test]
fn of_newer_exports() {
    let drake = import(NEW);
    loads(&drake);
    let wanted = [
        ("bite", "1 act, simple, attack, usually"),
        ("breath-of-reeds", "2 acts, advanced, no subtype, consecutive"),
        ("fog-cloud", "2 acts, advanced, complex, consecutive, usually"),
        ("slither", "1 act, simple, no subtype"),
        ("snap-back", "0 acts, reaction, no subtype"),
        ("tail-sweep-wide", "3 acts, advanced, attack, consecutive, usually"),
        ("tail-sweep-quick", "1 act, simple, no subtype"),
    ];
    assert_eq!(deeds(&drake), wanted);
    let numbers = [("hp", 42), ("ac", 17), ("touch", 9), ("flat", 16), ("speed", 4), ("will", 3)];
    for (attribute, number) in numbers {
        assert_eq!(drake.attributes.get(attribute), Some(&number), "{attribute}");
    }
    assert!(noted(&drake, "/system/traits/senses", "no place"), "{:?}", drake.notes);
    assert!(noted(&drake, "/items/2/system/actions/0/activation/unchained", "the export has 3"));
    assert!(noted(&drake, "/items/6", "no activation"));
    assert!(noted(&drake, "/items/7/system/actions/0/activation", "minutes or longer"));
}

#[test]
fn of_older_exports() {
    let knight = import(OLD);
    loads(&knight);
    let wanted = [
        ("long-sword", "1 act, simple, attack, usually"),
        ("potion-of-healing", "2 acts, advanced, complex, consecutive"),
        ("shout", "0 acts, free, no subtype, usually"),
    ];
    assert_eq!(deeds(&knight), wanted);
    assert_eq!(knight.attributes.get("bab"), Some(&3));
    assert!(noted(&knight, "/data/attributes/cmd/total", "too large"), "{:?}", knight.notes);
    assert!(noted(&knight, "/data/attributes/init/total", "no number"));
    assert!(noted(&knight, "/items/3", "a name and a type"));
    assert!(noted(&knight, "/items/4/data/activation/type", "`sometimes` means nothing"));
}

/// Exports from between those two: actions in `data`, prices in acts beside the activation.
#[test]
fn of_exports_in_between() {
    let witch = import(MIXED);
    loads(&witch);
    let wanted = [
        ("trip-2", "1 act, simple, attack"),
        ("grapple-2", "2 acts, advanced, attack, consecutive"),
        ("drag-2", "0 acts, free, no subtype, usually"),
        ("mud-bomb", "2 acts, advanced, attack, consecutive, usually"),
        ("knife", "1 act, simple, attack, usually"),
        ("double-curse", "2 acts, advanced, no subtype, consecutive"),
        ("hex-of-reeds", "3 acts, advanced, complex, over two turns that follow each other"),
        ("scroll-of-sleep", "3 acts, advanced, complex, consecutive, usually"),
    ];
    assert_eq!(deeds(&witch), wanted);
    assert_eq!((witch.attributes.get("con"), witch.attributes.get("init")), (Some(&12), None));
    for (path, text) in [
        ("/items/1/data/actions/0/unchainedAction/activation", "the export has 3"),
        ("/items/0/data/actions/0/activation", "provokes from its target"),
        ("/items/4/data/activation", "no guideline"),
        ("/items/6/data/activation/cost", "only one"),
        ("/items/6/data/unchainedAction/activation", "the export has 4"),
        ("/items/7/data/activation/cost", "less than one"),
        ("/items/7/data/level", "no level"),
        ("/items/9/data/activation", "undecided"),
        ("/data/attributes/speed/land/base", "no total"),
        ("/data/abilities/con/value", "no total"),
        ("/data/attributes", "`init`"),
        ("/img", "no place"),
    ] {
        assert!(noted(&witch, path, text), "{path}: {:?}", witch.notes);
    }
    assert!(!noted(&witch, "/items/5/data/unchainedAction/activation", "the export"));
}

/// Each maneuver of an item with several actions goes by its own name.
#[test]
fn maneuvers_of_one_item() {
    let action = |name: &str| {
        let activation = serde_json::json!({ "type": "standard" });
        serde_json::json!({ "name": name, "actionType": "mcman", "activation": activation })
    };
    let inner =
        serde_json::json!({ "actions": [action("Grapple"), action("Trip"), action("Lift")] });
    let items = serde_json::json!([{ "name": "Tentacle", "type": "attack", "system": inner }]);
    let actor = serde_json::json!({ "name": "Eel", "system": {}, "items": items });
    let eel = import(&actor.to_string());
    loads(&eel);
    let wanted = [
        ("tentacle-grapple", "2 acts, advanced, attack, consecutive"),
        ("tentacle-trip", "1 act, simple, attack"),
        ("tentacle-lift", "1 act, simple, attack, usually"),
    ];
    assert_eq!(deeds(&eel), wanted);
}

/// A combatant has a limited number of activities; further ones are listed.
#[test]
fn more_than_a_combatant_holds() {
    let spell = |at: usize| {
        let activation = serde_json::json!({ "type": "standard", "cost": 1 });
        let inner =
            serde_json::json!({ "level": 1, "spellbook": "primary", "activation": activation });
        serde_json::json!({ "name": format!("Spell {at}"), "type": "spell", "system": inner })
    };
    let items: Vec<_> = (0..200).map(spell).collect();
    let actor = serde_json::json!({ "name": "Sage", "system": {}, "items": items });
    let sage = import(&actor.to_string());
    loads(&sage);
    let last = sage.deeds.len();
    assert!((40..128).contains(&last), "{last}");
    assert!(noted(&sage, &format!("/items/{last}/system/activation"), "there is room for"));
}

#[test]
fn what_is_no_actor() {
    let problem = |text: &str| {
        let found = actor::read(&guidelines(), &ruleset(), text);
        let note = found.expect_err("it is none");
        format!("{} {}", note.path, note.text)
    };
    assert!(problem("{\n\"name\": }").contains("line 2 column 9"));
    assert!(problem("[]").contains("an actor is an object"));
    assert!(problem("{\"name\": 7}").starts_with("/name "));
    assert!(problem("{\"name\": \"A\"}").contains("`system` or `data`"));
    assert!(problem("{\"name\": \"A\", \"system\": 1}").starts_with("/system "));
    let deep = "[".repeat(100_000);
    assert!(problem(&deep).contains("recursion"));
}

/// Wrong types anywhere are listed, and what is left still loads.
#[test]
fn wrong_types_everywhere() {
    let spoilt = NEW.replace("\"standard\"", "17").replace("42", "1e400");
    let found = actor::read(&guidelines(), &ruleset(), &spoilt);
    if let Ok(import) = found {
        loads(&import);
    }
    let spoilt = NEW.replace("\"items\": [", "\"items\": \"none\", \"things\": [");
    let import = import(&spoilt);
    loads(&import);
    assert!(noted(&import, "/items", "items are an array"));
    assert!(noted(&import, "/things", "no place"));
}
