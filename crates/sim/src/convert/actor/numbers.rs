//! The numbers of an actor as attributes of the ruleset.

use rules::Parsed;

use super::Import;
use super::at::At;

/// Attributes, and where their numbers stand; the first place that has one counts.
const NUMBERS: &[(&str, &[&str])] = &[
    ("hp", &["attributes.hp.value", "attributes.hp.max"]),
    ("max-hp", &["attributes.hp.max"]),
    ("ac", &["attributes.ac.normal.total", "attributes.ac.total", "attributes.ac.value"]),
    ("flat", &["attributes.ac.flatFooted.total"]),
    ("touch", &["attributes.ac.touch.total"]),
    ("bab", &["attributes.bab.total", "attributes.bab.value", "attributes.bab"]),
    ("cmb", &["attributes.cmb.total", "attributes.cmb.value"]),
    ("cmd", &["attributes.cmd.total", "attributes.cmd.value"]),
    ("init", &["attributes.init.total"]),
    ("fortitude", &["attributes.savingThrows.fort.total"]),
    ("reflex", &["attributes.savingThrows.ref.total"]),
    ("con", &["abilities.con.total", BASE_CON]),
    ("con-bonus", &["abilities.con.mod"]),
    ("dex", &["abilities.dex.mod"]),
    ("int-bonus", &["abilities.int.mod"]),
    ("spell-resistance", &["attributes.sr.total"]),
    ("acrobatics", &["skills.acr.rank"]),
    ("appraise", &["skills.apr.mod"]),
    ("bluff", &["skills.blf.mod"]),
    ("disable", &["skills.dev.mod"]),
    ("escape-artist", &["skills.esc.mod"]),
    ("handle-animal", &["skills.han.mod"]),
    ("heal", &["skills.hea.mod"]),
    ("intimidate", &["skills.int.mod"]),
    ("linguistics", &["skills.lin.mod"]),
    ("perception", &["skills.per.mod"]),
    ("ride", &["skills.rid.mod"]),
    ("sleight-of-hand", &["skills.slt.mod"]),
    ("spellcraft", &["skills.spl.mod"]),
    ("survival", &["skills.sur.mod"]),
];

/// The score before anything raises or lowers it.
const BASE_CON: &str = "abilities.con.value";

/// What is said where only a number without what changes it is there.
const BASE: &str = "taken as it stands here: the export has no total";

/// Speeds, in feet.
const SPEEDS: &[(&str, &str)] =
    &[("speed", "land"), ("fly", "fly"), ("swim", "swim"), ("burrow", "burrow")];

const FEET_A_SQUARE: i16 = 5;

/// Sizes from the smallest, with what the ruleset counts: medium is 0.
const SIZES: [&str; 9] = ["fine", "dim", "tiny", "sm", "med", "lg", "huge", "grg", "col"];
const MEDIUM: i16 = 4;

/// Numbers without which a creature hardly works; their absence is worth a line.
const WANTED: [&str; 12] =
    ["hp", "ac", "flat", "touch", "bab", "cmb", "cmd", "init", "speed", "con", "con-bonus", "dex"];

pub(super) fn read(system: &At<'_>, parsed: &Parsed, import: &mut Import) {
    let rules = parsed.rules.iter().flat_map(|located| &located.rule.attribute);
    let known: Vec<&str> = rules.map(|attribute| attribute.id.as_str()).collect();
    for (attribute, places) in NUMBERS.iter().filter(|(id, _)| known.contains(id)) {
        if let Some(number) = first(system, places, import) {
            import.attributes.insert(attribute, number);
        }
    }
    for (attribute, mode) in SPEEDS.iter().filter(|(id, _)| known.contains(id)) {
        let at = |end: &str| format!("attributes.speed.{mode}{end}");
        let (total, base) = (at(".total"), at(".base"));
        if let Some(feet) = first(system, &[&total, &base], import) {
            import.attributes.insert(attribute, feet / FEET_A_SQUARE);
            if system.down(&total).value.is_null() {
                import.note(system.down(&base).path, BASE);
            }
            if feet % FEET_A_SQUARE != 0 {
                let path = system.down(&at("")).path;
                import.note(path, format!("{feet} feet are no whole squares; rounded down"));
            }
        }
    }
    let derived = !system.down("abilities.con.total").value.is_null();
    if import.attributes.contains_key("con") && !derived {
        import.note(system.down(BASE_CON).path, BASE);
    }
    size(system, import);
    if known.contains(&"hp") && import.attributes.get("hp").is_some_and(|hp| *hp < 0) {
        import.note(system.down("attributes.hp.value").path, "it is below 0: it starts dying");
    }
    for wanted in WANTED.iter().filter(|id| known.contains(id)) {
        if !import.attributes.contains_key(wanted) {
            let text =
                format!("the export has no number for `{wanted}`; the ruleset's default holds");
            import.note(system.down("attributes").path, text);
        }
    }
}

/// The first number there is; places that hold something else are listed.
fn first(system: &At<'_>, places: &[&str], import: &mut Import) -> Option<i16> {
    for place in places {
        let at = system.down(place);
        match at.number() {
            Ok(Some(number)) => return Some(number),
            Ok(None) => {}
            // A block where other exports have a plain number.
            Err(_) if at.value.is_object() => {}
            Err(problem) => import.note(at.path, problem),
        }
    }
    None
}

fn size(system: &At<'_>, import: &mut Import) {
    let at = system.down("traits.size");
    let at = if at.value.is_object() { at.get("value") } else { at };
    let found = at.text().map(|text| SIZES.iter().position(|size| *size == text));
    match found {
        Some(Some(place)) => {
            import.attributes.insert("size", place as i16 - MEDIUM);
        }
        Some(None) => import.note(at.path, "no size is called that; taken as medium"),
        None => import.note(at.path, "no size is given; taken as medium"),
    }
}
