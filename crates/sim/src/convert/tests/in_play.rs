//! Imported actors at the table: what of theirs opens a window for whoever stands beside them.

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

/// What happens at once when the archer does something next to a foe.
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

/// `rae.sub.attack.provoke-ranged`: whoever shoots or throws beside a foe may be struck; whoever
/// strikes by hand may not.
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
