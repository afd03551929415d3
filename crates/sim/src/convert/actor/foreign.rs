//! Detects exports of other games, which look similar to those of the first edition.

use serde_json::Value;

/// Returns the name of an actor's system; `None` for the first edition of Pathfinder.
pub(super) fn system_of(actor: &Value) -> Option<String> {
    let stated = ["/_stats/systemId", "/system/id", "/flags/core/systemId"];
    let stated = stated.iter().find_map(|path| actor.pointer(path)?.as_str());
    match stated {
        Some("pf1") => return None,
        Some(other) if !other.is_empty() => return Some(other.to_owned()),
        _ => {}
    }
    // Flags are named after systems and modules; only known systems count here.
    let flags = actor.get("flags").and_then(Value::as_object);
    let known = |id: &&str| flags.is_some_and(|flags| flags.contains_key(*id));
    let flagged = SYSTEMS.iter().find(|id| known(id));
    by_shape(actor).or(flagged.copied()).map(str::to_owned)
}

/// Names of systems in flags.
const SYSTEMS: [&str; 4] = ["dnd5e", "pf2e", "D35E", "sfrpg"];

/// Guesses the system from the keys of an actor that names none.
fn by_shape(actor: &Value) -> Option<&'static str> {
    let system = actor.get("system").or_else(|| actor.get("data"))?;
    let has = |path: &str| system.pointer(path).is_some();
    let ours = ["/attributes/savingThrows", "/attributes/bab", "/attributes/cmb"];
    let ours = ours.iter().any(|path| has(path)) || has("/attributes/naturalAC");
    let items = actor.get("items").and_then(Value::as_array);
    let item = |test: &dyn Fn(&Value, &str) -> bool| {
        let sort = |item: &Value| item.get("type").and_then(Value::as_str).map(str::to_owned);
        let mut all = items.into_iter().flatten();
        all.any(|one| sort(one).is_some_and(|sort| test(one, &sort)))
    };
    let inner = |one: &Value, key: &str| {
        let inside = one.get("system").or_else(|| one.get("data"));
        inside.is_some_and(|inside| inside.get(key).is_some())
    };
    if ours || item(&|one, _| inner(one, "abilityType")) {
        return None;
    }
    let second =
        ["/saves/fortitude", "/details/ancestry", "/build/attributes", "/initiative/statistic"];
    let second = second.iter().any(|path| has(path))
        || item(&|_, sort| ["melee", "ancestry", "lore", "spellcastingEntry"].contains(&sort));
    let fifth = [
        "/attributes/movement",
        "/attributes/spellcasting",
        "/resources/legact",
        "/attributes/death",
    ];
    let fifth = fifth.iter().any(|path| has(path))
        || ["/attributes/ac/calc", "/attributes/ac/flat", "/abilities/str/proficient"]
            .iter()
            .any(|path| has(path))
        || item(&|one, _| inner(one, "activities"));
    match (second, fifth) {
        (true, _) => Some("pf2e"),
        (_, true) => Some("dnd5e"),
        _ => None,
    }
}

/// Returns why an actor of another system is refused, and a remedy.
pub(super) fn refusal(name: &str, system: &str) -> String {
    let game = match system {
        "dnd5e" => "the fifth edition (dnd5e); import it into srd-5",
        "pf2e" => "the second edition of Pathfinder (pf2e); import it into pathfinder-2e",
        "D35E" => "the edition 3.5 (D35E); convert it to pf1 in the virtual tabletop first",
        _ => "another system; only actors of pf1 are read here",
    };
    let known = ["dnd5e", "pf2e", "D35E"].contains(&system);
    let system = if known { String::new() } else { format!("`{system}`, ") };
    format!("{name} is an actor of {system}{game}")
}
