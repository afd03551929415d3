//! Recognizes JSON: splits lists and wrappers, and classifies each entry by its keys.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Content, Format, Recognized};
use crate::refusal::Refusal;

/// Keys under which exports keep lists of creatures.
const LISTS: [&str; 6] = ["monster", "monsters", "results", "actors", "creatures", "npcs"];
/// Maximum number of keys listed for JSON in no known format.
const KEYS_SHOWN: usize = 8;

/// An entry of a document.
enum Entry {
    /// A creature, hero or spell in a format.
    Known(Format, Option<String>),
    /// Something that is not a creature, with a description.
    Other(String),
}

pub(super) fn recognize(text: &str) -> Result<Vec<Recognized>, Refusal> {
    let mut entries = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        entries.extend(unpack(value.map_err(|error| broken(&error))?));
    }
    let mut found: BTreeMap<(Format, Option<String>), Vec<Value>> = BTreeMap::new();
    let mut others = Vec::new();
    for value in entries {
        match classify(&value) {
            Entry::Known(format, version) => {
                found.entry((format, version)).or_default().push(value);
            }
            Entry::Other(seems) => others.push(seems),
        }
    }
    if found.is_empty() {
        let seems = others.into_iter().next();
        return Err(Refusal::unknown(seems.unwrap_or("an empty list in JSON".to_owned())));
    }
    let groups = found.into_iter().map(|((format, version), values)| Recognized {
        format,
        version,
        content: Content::Json(values),
    });
    Ok(groups.collect())
}

fn broken(error: &serde_json::Error) -> Refusal {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        return Refusal::new(format!("broken JSON: it ends too early, in line {line}"))
            .help("Export it again: the file was cut off.");
    }
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    Refusal::new(format!("broken JSON in line {line}, column {column}: {why}"))
        .help("Export it again, or mend that place.")
}

/// Splits lists and wrappers into entries.
fn unpack(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list.into_iter().flat_map(unpack_entry).collect(),
        other => unpack_entry(other),
    }
}

fn unpack_entry(value: Value) -> Vec<Value> {
    let Value::Object(mut map) = value else { return vec![value] };
    if is_improved_initiative_storage(&map) {
        let kept = |key: &str| {
            ["Creatures.", "PersistentCharacters."].iter().any(|begin| key.starts_with(begin))
        };
        return map.into_iter().filter(|(key, _)| kept(key)).map(|(_, value)| value).collect();
    }
    if !matches!(classify_map(&map), Entry::Other(_)) {
        return vec![Value::Object(map)];
    }
    for key in LISTS {
        if let Some(Value::Array(list)) = map.get_mut(key) {
            return std::mem::take(list);
        }
    }
    // The service of D&D Beyond wraps its answer in `data`.
    match map.remove("data") {
        Some(Value::Object(inner)) if !matches!(classify_map(&inner), Entry::Other(_)) => {
            vec![Value::Object(inner)]
        }
        Some(inner) => {
            map.insert("data".to_owned(), inner);
            vec![Value::Object(map)]
        }
        None => vec![Value::Object(map)],
    }
}

fn is_improved_initiative_storage(map: &Map<String, Value>) -> bool {
    ["Creatures", "PersistentCharacters"]
        .iter()
        .any(|key| map.get(*key).is_some_and(Value::is_array))
        && map.keys().any(|key| key.contains('.'))
}

fn classify(value: &Value) -> Entry {
    match value {
        Value::Object(map) => classify_map(map),
        Value::String(_) => Entry::Other("JSON: a text".to_owned()),
        Value::Array(_) => Entry::Other("JSON: a list of lists".to_owned()),
        _ => Entry::Other("JSON: a number or the like".to_owned()),
    }
}

fn classify_map(map: &Map<String, Value>) -> Entry {
    let has = |keys: &[&str]| keys.iter().all(|key| map.contains_key(*key));
    let known = |format| Entry::Known(format, None);
    let is_object = |key: &str| map.get(key).is_some_and(Value::is_object);
    if let Some(entry) = foundry(map) {
        return entry;
    }
    if has(&["ability_scores", "creature_size", "hp"]) || has(&["entry_kind", "casting_time"]) {
        return known(Format::SrdData);
    }
    if has(&["Name", "HP", "AC"]) || has(&["StatBlock", "PersistentCharacterId"]) {
        return known(Format::ImprovedInitiative);
    }
    if is_object("StatBlock") {
        return known(Format::ImprovedInitiative);
    }
    if has(&["name", "armor_class", "hit_points"]) {
        let url = map.get("url").and_then(Value::as_str).unwrap_or_default();
        let of_service = has(&["index"]) || url.starts_with("/api/");
        return known(if of_service { Format::FiveBits } else { Format::Open5e });
    }
    if has(&["build"]) && map.get("build").is_some_and(|build| build.get("abilities").is_some()) {
        return known(Format::Pathbuilder);
    }
    if has(&["stats", "classes"]) && (has(&["baseHitPoints"]) || has(&["inventory"])) {
        return known(Format::DndBeyond);
    }
    let of_5etools = is_object("hp") && map.get("ac").is_some_and(Value::is_array);
    if has(&["name"]) && (of_5etools || has(&["name", "source", "_copy"])) {
        return known(Format::FiveTools);
    }
    Entry::Other(seems(map))
}

/// Classifies a Foundry document by the system it names, or by keys that only one system has.
fn foundry(map: &Map<String, Value>) -> Option<Entry> {
    let named = map.get("_stats").and_then(|stats| stats.get("systemId")).and_then(Value::as_str);
    let core = map.get("flags").and_then(|flags| flags.get("exportSource"));
    let exported = core
        .and_then(|source| source.get("system"))
        .and_then(|system| system.as_str().or_else(|| system.get("id").and_then(Value::as_str)));
    let version = map.get("_stats").and_then(|stats| stats.get("systemVersion"));
    let version = version.or_else(|| core.and_then(|source| source.get("systemVersion")));
    let version = version.and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned);
    let kind = map.get("type").and_then(Value::as_str)?;
    let system = map.get("system").or_else(|| map.get("data")).filter(|it| it.is_object())?;
    let is_actor = map.get("items").is_some_and(Value::is_array)
        || system.get("attributes").is_some_and(Value::is_object);
    let is_foundry = named.or(exported).is_some() || is_actor || map.contains_key("_id");
    if !is_foundry {
        return None;
    }
    let format = match named.or(exported) {
        Some("dnd5e") => Some(Format::FoundryDnd5e),
        Some("pf2e") => Some(Format::FoundryPf2e),
        Some("pf1") => Some(Format::FoundryPf1),
        Some(other) => {
            return Some(Entry::Other(format!("a Foundry document of the system `{other}`")));
        }
        None => foundry_by_keys(system, is_actor),
    };
    let name = map.get("name").and_then(Value::as_str).unwrap_or("without a name");
    let Some(format) = format else {
        let message = format!("a Foundry document, `{name}`, that does not say its system");
        return Some(Entry::Other(message));
    };
    match kind {
        "npc" | "character" | "familiar" | "basic" => Some(Entry::Known(format, version)),
        "spell" if !is_actor => Some(Entry::Known(format, version)),
        kind => Some(Entry::Other(format!("a Foundry document of the kind `{kind}`, `{name}`"))),
    }
}

/// Returns the format of a Foundry document that names no system, by keys that only one system has.
fn foundry_by_keys(system: &Value, is_actor: bool) -> Option<Format> {
    let has = |path: &str| system.pointer(path).is_some();
    let pf1 = [
        "/attributes/savingThrows",
        "/attributes/bab",
        "/attributes/cmb",
        "/attributes/cmd",
        "/attributes/cmdNotes",
        "/attributes/naturalAC",
        "/attributes/hpAbility",
        "/attributes/speed/land",
        "/attributes/spells/spellbooks",
        "/attributes/spells/usedSpellbooks",
        "/details/cr/base",
    ];
    let pf2e = [
        "/saves/fortitude",
        "/details/level/value",
        "/attributes/classDC",
        "/initiative/statistic",
        "/build/attributes",
        "/traits/rarity",
        "/perception/mod",
    ];
    let dnd5e = [
        "/attributes/movement",
        "/attributes/spellcasting",
        "/attributes/prof",
        "/attributes/death",
        "/attributes/speed/special",
        "/details/cr",
        "/resources/legact",
        "/spells/spell1",
        "/skills/acr/ability",
    ];
    let count = |paths: &[&str]| paths.iter().filter(|path| has(path)).count();
    if !is_actor {
        let spell =
            [has("/preparation") || has("/method"), has("/components/vocal"), has("/school")];
        return (spell.iter().filter(|it| **it).count() >= 2).then_some(Format::FoundryDnd5e);
    }
    // A tie between two systems decides nothing.
    let counts = [
        (count(&pf1) * 3, Format::FoundryPf1),
        (count(&pf2e) * 2, Format::FoundryPf2e),
        (count(&dnd5e), Format::FoundryDnd5e),
    ];
    let most = counts.iter().map(|(count, _)| *count).max().filter(|most| *most > 0)?;
    let mut best = counts.iter().filter(|(count, _)| *count == most);
    let (_, format) = best.next()?;
    best.next().is_none().then_some(*format)
}

/// Returns a description of JSON in no known format.
fn seems(map: &Map<String, Value>) -> String {
    if map.is_empty() {
        return "JSON: an empty object".to_owned();
    }
    let shorten = |key: &String| key.chars().take(30).collect::<String>();
    let keys: Vec<String> = map.keys().take(KEYS_SHOWN).map(shorten).collect();
    let more = if map.len() > KEYS_SHOWN { ", …" } else { "" };
    format!("JSON with the keys {}{more}", keys.join(", "))
}
