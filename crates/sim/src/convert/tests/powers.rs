//! Powers of actors: every phrase of a stat block, every activation, and wrong values.

use serde_json::{Value, json};

use super::super::actor::{self, Import, Weight};
use super::{guidelines, ruleset};

/// An actor with 8 hit dice, Constitution +3 and Charisma +1.
fn actor(items: &[Value]) -> Import {
    let score = |value: i32| json!({ "value": value });
    let class = json!({ "name": "Beast", "type": "class", "system": {
        "subType": "racial", "level": 8, "hd": 10, "hp": 44, "bab": "high" } });
    let items: Vec<Value> = std::iter::once(class).chain(items.iter().cloned()).collect();
    let actor = json!({ "name": "Beast", "type": "npc", "items": items, "system": {
        "abilities": { "str": score(15), "dex": score(12), "con": score(16), "int": score(4),
            "wis": score(11), "cha": score(12) },
        "attributes": { "speed": { "land": { "base": 30 } } }, "traits": { "size": "med" } } });
    let import =
        actor::read(&guidelines(), &ruleset(), &actor.to_string()).expect("it is an actor");
    super::actors::loads(&import);
    import
}

/// Returns the creature's activities with their bases and numbers, one per line.
fn variants(import: &Import) -> Vec<String> {
    let file: toml::Table = import.creature_file("pathfinder-rae").parse().expect("it is TOML");
    let activities = file["creature"][0].get("activity").and_then(toml::Value::as_array);
    let line = |activity: &toml::Value| {
        let with = activity.get("with")?.as_table()?;
        let with: Vec<String> = with
            .iter()
            .map(|(id, number)| {
                format!("{} {}", id.trim_start_matches("power-"), number.as_str().unwrap_or("?"))
            })
            .collect();
        Some(format!("{}: {}", activity.get("like")?.as_str()?, with.join(", ")))
    };
    activities.into_iter().flatten().filter_map(line).collect()
}

/// Asserts what becomes of a special attack with these words in brackets.
#[track_caller]
fn words(name: &str, wanted: &str) {
    let name = format!("Special Attack: {name}");
    let import = actor(&[json!({ "name": name, "type": "attack", "system": {} })]);
    assert_eq!(variants(&import).join("\n"), wanted, "{name}");
}

#[test]
fn breath_weapons_in_words() {
    let begin = "use-power:";
    words(
        "Breath Weapon (60-ft. cone, 13d8 fire damage, Reflex DC 23 for half, usable every \
        1d6+1 rounds)",
        &format!(
            "{begin} again 5, effect 1, area 2, dc 23, dice 13d8, half 1, save 2, size 12, type 4"
        ),
    );
    words(
        "Breath Weapon (30-foot line; 3d6 Cold; Fort DC 14 half; 2/day)",
        &format!(
            "{begin} effect 1, area 4, dc 14, dice 3d6, half 1, save 1, size 6, type 2, uses 2"
        ),
    );
    words(
        "Breath Weapon (10-ft. cone, DC 15, 2d8+8 piercing damage plus grab, once every minute)",
        &format!(
            "{begin} again 6, effect 1, area 2, dc 15, dice 2d8+8, half 1, save 2, size 2, type 10"
        ),
    );
    words(
        "Breath Weapon (15-ft. cone, paralysis for 1d4 rounds, Will 16 negates, three times per \
        day)",
        &format!("{begin} effect 1, area 2, dc 16, inflicts 9, lasts 1d4, save 3, size 3, uses 3"),
    );
    // Ability damage is no damage to hit points.
    words(
        "Breath Weapon (60-ft. cone, 2d4 Con damage, Fortitude DC 33 half, 1/day)",
        &format!("{begin} effect 1, area 2, dc 33, save 1, size 12, uses 1"),
    );
    words(
        "Breath Weapon (20-ft. cone, 2d6 fire plus 2d6 fire, Reflex DC 12 half, 1/day)",
        &format!(
            "{begin} effect 1, area 2, dc 12, dice 2d6+2d6, half 1, save 2, size 4, type 4, uses 1"
        ),
    );
    words(
        "Gaze (DC 17 Will, shaken for 1 minute)",
        "meet-gaze: effect 1, dc 17, inflicts 5, lasts 10, range 6, save 3",
    );
    // Neither a DC nor an action.
    words("Breath Weapon (usable every 1d4 rounds)", "");
    words("Rend (2 claws, 1d6+4, Reflex DC 14 half)", "");
}

/// Prose counts if it states the action in front of its first DC.
#[test]
fn prose() {
    let feat = |text: &str| {
        let description = json!({ "value": format!("<p>{text}</p>") });
        let inner = json!({ "abilityType": "su", "description": description });
        let import = actor(&[json!({ "name": "Howl", "type": "feat", "system": inner })]);
        let check = import.remarks(Weight::Play).iter().any(|line| line.contains("check it"));
        assert_eq!(check, !variants(&import).is_empty(), "{text}");
        variants(&import).join("\n")
    };
    assert_eq!(
        feat(
            "As a standard action, all within 60 feet must make a DC 15 Will save or be \
            frightened for 2d4 rounds."
        ),
        "use-power: effect 1, dc 15, inflicts 12, lasts 2d4, range 12, save 3"
    );
    assert_eq!(
        feat(
            "As an immediate action, one creature within 30 feet takes 2d6 points of sonic \
            damage (Fortitude DC 15 half)."
        ),
        "use-immediate-power: effect 1, dc 15, dice 2d6, half 1, range 6, save 1, type 5"
    );
    assert_eq!(
        feat("Victims make a DC 15 Will save. As a standard action, they may try again."),
        ""
    );
    assert_eq!(feat("As a standard action, it can turn invisible."), "");
    // The effect of an attack is no power, and a condition stands behind its DC.
    assert_eq!(
        feat(
            "As a standard action, it makes a touch attack. The victim must make a DC 15 \
            Fortitude save or be stunned for 1 round."
        ),
        ""
    );
    assert_eq!(
        feat(
            "As a move action, it stuns the weak. All within 10 feet make a DC 14 Will save or \
            become dazzled."
        ),
        "use-power: effect 1, dc 14, inflicts 2, range 2, save 3, takes 1"
    );
    assert_eq!(
        feat(
            "As a standard action, it sings; a DC 12 Will save negates. It is immune to paralysis."
        ),
        ""
    );
}

fn acting(activation: &str, more: &Value) -> Vec<String> {
    let mut action = json!({ "name": "Use", "actionType": "save",
        "activation": { "type": activation },
        "range": { "units": "ft", "value": 30 }, "save": { "type": "will", "dc": 14 } });
    for (key, value) in more.as_object().into_iter().flatten() {
        action[key] = value.clone();
    }
    let inner = json!({ "abilityType": "su", "actions": [action] });
    let import = actor(&[json!({ "name": "Curse", "type": "feat", "system": inner })]);
    variants(&import)
}

#[test]
fn costs() {
    let of = |activation: &str| acting(activation, &json!({})).join("\n");
    let numbers = "effect 1, dc 14, range 6, save 3";
    assert_eq!(of("standard"), format!("use-power: {numbers}"));
    assert_eq!(of("full"), format!("use-power: {numbers}, takes 3"));
    assert_eq!(of("swift"), format!("use-swift-power: {numbers}"));
    assert_eq!(of("immediate"), format!("use-immediate-power: {numbers}"));
    assert_eq!(of("passive"), format!("use-free-power: {numbers}"));
    assert_eq!(of("hour"), "");
    assert_eq!(of("attack"), "");
}

/// Numbers beyond the ruleset's bounds and values of a wrong type leave creatures that load.
#[test]
fn bounds() {
    let of = |more: &Value| acting("standard", more).join("\n");
    let dc = |dc: &Value| of(&json!({ "save": { "type": "will", "dc": dc } }));
    assert_eq!(
        dc(&json!("10 + @abilities.cha.mod")),
        "use-power: effect 1, dc 11, range 6, save 3"
    );
    assert_eq!(dc(&json!(99)), "use-power: effect 1, dc 63, range 6, save 3");
    for wrong in [json!("1e999"), json!("@nothing"), json!(0), json!(null), json!([1]), json!("d6")]
    {
        assert_eq!(dc(&wrong), "", "{wrong}");
    }
    let dice = |formula: &str| of(&json!({ "damage": { "parts": [{ "formula": formula }] } }));
    assert_eq!(
        dice("(floor(@cl / 2))d6 + 1"),
        "use-power: effect 1, dc 14, dice 4d6+1, range 6, save 3"
    );
    assert_eq!(dice("500d6"), "use-power: effect 1, dc 14, range 6, save 3");
    assert_eq!(dice("(0-3)d6"), "");
    let far = json!({ "range": { "units": "mi", "value": 9 },
        "measureTemplate": { "type": "circle", "size": 99999 } });
    assert_eq!(of(&far), "use-power: effect 1, area 1, dc 14, range 240, save 3, size 240");
}
