//! Imported actors in play: which of their actions open windows for combatants beside them.

use rules::Place;
use serde_json::{Value, json};

use super::super::actor::{self, Import};
use super::{guidelines, ruleset};
use crate::scenario;

/// An item with one action of a standard action, resolved in a way.
fn item(name: &str, sort: &str, resolved: &str, more: Value) -> Value {
    let activation = json!({ "type": if sort == "weapon" { "attack" } else { "standard" } });
    let mut action = json!({ "name": "Attack", "activation": activation });
    if !resolved.is_empty() {
        action["actionType"] = resolved.into();
    }
    let mut inner = json!({ "actions": [action] });
    for (key, value) in more.as_object().into_iter().flatten() {
        inner[key] = value.clone();
    }
    json!({ "name": name, "type": sort, "system": inner })
}

fn archer() -> Import {
    let items = [
        item("Shortbow", "weapon", "rwak", json!({})),
        item("Javelin", "weapon", "twak", json!({})),
        item("Sling", "weapon", "", json!({ "weaponSubtype": "ranged" })),
        item("Lasso", "weapon", "rcman", json!({})),
        item("Short Sword", "weapon", "mwak", json!({})),
        item("Spark", "feat", "rsak", json!({ "abilityType": "su" })),
        item("Ray", "spell", "rsak", json!({ "level": 1, "spellbook": "primary" })),
        item("Gust", "weapon", "save", json!({ "weaponSubtype": "ranged", "abilityType": "su" })),
    ];
    let attributes = json!({ "hp": { "value": 30, "max": 30 } });
    let actor = json!({
        "name": "Archer",
        "type": "npc",
        "system": { "attributes": attributes },
        "items": items,
    });
    actor::read(&guidelines(), &ruleset(), &actor.to_string()).expect("it is an actor")
}

/// Plays these lines with the archer next to a foe; panics if one of them fails.
fn play(lines: &str) {
    let file = archer().creature_file("pathfinder-rae");
    let text = format!(
        "# It\n\n```setup\n{file}\n[[combatant]]\nname = \"Orc\"\nside = \"foes\"\nattributes = {{ \
         initiative = \"30\", hp = \"30\", reach = \"1\" }}\n[[combatant]]\nname = \"Ana\"\nside = \
         \"pcs\"\ncreature = \"Archer\"\nattributes = {{ initiative = \"20\" }}\n```\n\n## It \
         plays\ncovers: rae.sub.attack.provoke-ranged\n\n```play\n> end\n{lines}```\n"
    );
    let document = scenario::parse(&text);
    assert!(!document.scenarios.is_empty(), "{text}");
    for one in &document.scenarios {
        let outcome = scenario::run(one, Some(&ruleset()), &Place::Nowhere);
        let failures: Vec<&str> =
            outcome.failures.iter().map(|failure| failure.message.as_str()).collect();
        assert!(failures.is_empty(), "{failures:?}\n{lines}");
    }
}

/// `rae.sub.attack.provoke-ranged`: shooting or throwing beside a foe provokes, but striking in
/// melee does not.
#[test]
fn shots_provoke() {
    for shot in ["shortbow", "javelin", "sling", "lasso", "spark"] {
        play(&format!("> Ana: {shot} Orc\n= waits for answer of Orc\n> pass\n= turn is Ana\n"));
    }
    for safe in ["short-sword", "gust"] {
        play(&format!("> Ana: {safe} Orc\n= turn is Ana\n"));
    }
}

/// A spell with a ray provokes once, by being cast; cast defensively, the ray does it
/// (`rae.opt.ranged-spell-provoke`).
#[test]
fn rays_provoke_once() {
    play("> Ana: ray Orc\n= waits for answer of Orc\n> pass\n= turn is Ana\n");
    let file = archer().creature_file("pathfinder-rae");
    let tags = |id: &str| {
        let (_, behind) = file.split_once(&format!("id = \"{id}\"")).expect("it is there");
        behind.lines().find(|line| line.starts_with("tags")).expect("it has tags").to_owned()
    };
    assert_eq!(
        tags("ray"),
        "tags = [\"paid\",\"spell\",\"casting\",\"standard-spell\",\"ranged-spell\"]"
    );
    assert_eq!(tags("shortbow"), "tags = [\"paid\",\"attack\",\"ranged\"]");
    assert_eq!(tags("short-sword"), "tags = [\"paid\",\"attack\"]");
}

/// A fight between two imported actors, next to each other.
fn duel(lines: &str) {
    let read = |text: &str| actor::read(&guidelines(), &ruleset(), text).expect("it is an actor");
    let stalker = read(include_str!("../../../tests/fixtures/actors/reed-stalker.json"));
    let guard = read(include_str!("../../../tests/fixtures/actors/border-guard.json"));
    let guard = guard.creature_file("pathfinder-rae");
    let creature = guard.split_once("[[creature]]").map_or("", |(_, creature)| creature);
    let file = stalker.creature_file("pathfinder-rae");
    let text = format!(
        "# It\n\n```setup\n{file}\n[[creature]]{creature}\n[[combatant]]\nname = \"Guard\"\nside = \
         \"pcs\"\ncreature = \"Border Guard\"\nattributes = {{ initiative = \"30\" \
         }}\n[[combatant]]\nname = \"Beast\"\nside = \"foes\"\ncreature = \"Reed \
         Stalker\"\nattributes = {{ initiative = \"20\" }}\n```\n\n## It plays\ncovers: \
         rae.adv.natural-all.cost\n\n```play\n{lines}```\n"
    );
    let document = scenario::parse(&text);
    assert!(!document.scenarios.is_empty(), "{text}");
    for one in &document.scenarios {
        let outcome = scenario::run(one, Some(&ruleset()), &Place::Nowhere);
        let failures: Vec<&str> =
            outcome.failures.iter().map(|failure| failure.message.as_str()).collect();
        assert!(failures.is_empty(), "{failures:?}\n{lines}");
    }
}

/// All natural attacks, each with its own bonus and dice and as often as the creature has it.
#[test]
fn natural_attacks_together() {
    // Against armor class 22: 15 + 7 hits, 14 + 7 misses; 17 + 5 of the tail hits.
    duel(
        "> end\n> Beast: natural-all Guard\n\
         > Beast: natural-bite Guard\ndice: 15 3\n= Guard hp is 35\n\
         = Beast: natural-bite Guard is denied\n\
         > Beast: natural-claws Guard\ndice: 14\n= Guard hp is 35\n\
         > Beast: natural-claws Guard\ndice: 15 1\n= Guard hp is 30\n\
         = Beast: natural-claws Guard is denied\n\
         > Beast: natural-tail Guard\ndice: 17 8\n= Guard hp is 20\n",
    );
}

/// A crossbow is shot once, then it has to be loaded; the javelin needs no loading.
#[test]
fn loading_of_imported_weapons() {
    duel(
        "> Guard: heavy-crossbow Beast\n> pass\ndice: 20 4\n= Beast hp is 36\n\
         = Guard: heavy-crossbow Beast is denied by rae.adv.load-heavy.cost\n\
         > Guard: javelin Beast\n> pass\ndice: 20 2\n= Beast hp is 31\n",
    );
}
