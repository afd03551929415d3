//! The numbers of an actor as attributes of the ruleset. Stored numbers count; missing ones are
//! derived.

use rules::Parsed;

use super::at::At;
use super::sheet::Sheet;
use super::{Import, Weight, skills};

/// Attributes, and the paths of their numbers; the first path with a number counts.
const NUMBERS: &[(&str, &[&str])] = &[
    ("ac", &["attributes.ac.normal.total", "attributes.ac.total", "attributes.ac.value"]),
    ("flat", &["attributes.ac.flatFooted.total"]),
    ("touch", &["attributes.ac.touch.total"]),
    ("bab", &["attributes.bab.total", "attributes.bab.value", "attributes.bab"]),
    ("cmb", &["attributes.cmb.total", "attributes.cmb.value"]),
    ("cmd", &["attributes.cmd.total", "attributes.cmd.value"]),
    ("init", &["attributes.init.total"]),
    ("fortitude", &["attributes.savingThrows.fort.total"]),
    ("reflex", &["attributes.savingThrows.ref.total"]),
    ("will", &["attributes.savingThrows.will.total"]),
    ("con", &["abilities.con.total"]),
    ("con-bonus", &["abilities.con.mod"]),
    ("dex", &["abilities.dex.mod"]),
    ("int-bonus", &["abilities.int.mod"]),
    ("spell-resistance", &["attributes.sr.total"]),
];

/// Groups of numbers that are no totals if all are 0 and the creature has hit dice.
const GROUPS: [&[&str]; 3] = [
    &[
        "attributes.savingThrows.fort.total",
        "attributes.savingThrows.ref.total",
        "attributes.savingThrows.will.total",
    ],
    &["attributes.ac.normal.total", "attributes.ac.touch.total", "attributes.ac.flatFooted.total"],
    &[
        "attributes.cmb.total",
        "attributes.cmd.total",
        "attributes.bab.total",
        "attributes.init.total",
    ],
];

/// Path of the base score, before any changes.
const BASE_CON: &str = "abilities.con.value";

/// Text of the note on a number that is given only without its modifiers.
const BASE: &str = "taken as it stands here: the export has no total";

/// Speeds, in feet.
const SPEEDS: &[(&str, &str)] =
    &[("speed", "land"), ("fly", "fly"), ("swim", "swim"), ("burrow", "burrow")];

/// Speed over land of most creatures, in feet, for exports without one.
const USUAL_SPEED: i16 = 30;

const FEET_A_SQUARE: i16 = 5;

/// Sizes from the smallest; medium is 0 in the ruleset.
const SIZES: [&str; 9] = ["fine", "dim", "tiny", "sm", "med", "lg", "huge", "grg", "col"];
const MEDIUM: i16 = 4;

/// Numbers that play needs; a missing one gets a note.
const WANTED: [&str; 12] =
    ["hp", "ac", "flat", "touch", "bab", "cmb", "cmd", "init", "speed", "con", "con-bonus", "dex"];

pub(super) fn read(sheet: &Sheet<'_>, parsed: &Parsed, import: &mut Import) {
    let system = &sheet.system;
    let rules = parsed.rules.iter().flat_map(|located| &located.rule.attribute);
    let known: Vec<&str> = rules.map(|attribute| attribute.id.as_str()).collect();
    let hollow = hollow(sheet);
    let mut derived = Vec::new();
    for (attribute, places) in NUMBERS.iter().filter(|(id, _)| known.contains(id)) {
        let places: Vec<&str> =
            places.iter().filter(|place| !hollow.contains(place)).copied().collect();
        let stored = first(system, &places, import);
        let number = stored.or_else(|| work_out(sheet, attribute));
        if stored.is_none() && number.is_some() && WORTH_SAYING.contains(attribute) {
            derived.push(*attribute);
        }
        if let Some(number) = number {
            import.attributes.insert(attribute, number);
        }
    }
    let wounded = hit_points(sheet, &mut derived, import);
    for (attribute, mode) in SPEEDS.iter().filter(|(id, _)| known.contains(id)) {
        speed(sheet, (attribute, mode), import);
    }
    let derivable = !sheet.classes.is_empty();
    let total = !system.down("abilities.con.total").value.is_null();
    if import.attributes.contains_key("con") && !total && !derivable {
        import.note(system.down(BASE_CON).path, BASE);
    }
    size(system, import);
    skills::read(sheet, &mut derived, import);
    import.attributes.retain(|attribute, _| known.contains(attribute));
    if known.contains(&"hp") && import.attributes.get("hp").is_some_and(|hp| *hp < 0) {
        import.note(system.down("attributes.hp.value").path, "it is below 0: it starts dying");
    }
    if !derived.is_empty() {
        let numbers: Vec<String> = derived
            .iter()
            .filter_map(|id| Some(format!("{id} {}", import.attributes.get(id)?)))
            .collect();
        let text = format!("no totals in the export, so worked out: {}", numbers.join(", "));
        import.weigh(Weight::Play, system.down("attributes").path, text);
    }
    if let Some(text) = wounded {
        import.weigh(Weight::Play, system.down("attributes.hp").path, text);
    }
    for (by, what) in sheet.unknown.borrow().iter() {
        let text = format!("{by} changes {what}, which is not worked out here; check that number");
        import.weigh(Weight::Play, "/items", text);
    }
    for wanted in WANTED.iter().filter(|id| known.contains(id)) {
        if !import.attributes.contains_key(wanted) {
            let text =
                format!("the export has no number for `{wanted}`; the ruleset's default holds");
            import.weigh(Weight::Play, system.down("attributes").path, text);
        }
    }
}

/// Numbers that get a note when they are derived.
const WORTH_SAYING: [&str; 10] =
    ["ac", "flat", "touch", "bab", "cmb", "cmd", "init", "fortitude", "reflex", "will"];

/// Derives a number from its parts.
fn work_out(sheet: &Sheet<'_>, attribute: &str) -> Option<i16> {
    let score = |at: usize| sheet.abilities[at];
    match attribute {
        "ac" => Some(sheet.armor_class().filter(|_| has_parts(sheet))?.full),
        "flat" => Some(sheet.armor_class().filter(|_| has_parts(sheet))?.flat),
        "touch" => Some(sheet.armor_class().filter(|_| has_parts(sheet))?.touch),
        "bab" => sheet.bab,
        "cmb" => sheet.maneuver_bonus(),
        "cmd" => sheet.maneuver_defense(),
        "init" => sheet.initiative(),
        "fortitude" => sheet.save("fort"),
        "reflex" => sheet.save("ref"),
        "will" => sheet.save("will"),
        // A creature without Constitution counts as having an average one.
        "con" => score(2).map(|score| if score.total > 0 { score.total } else { 10 }),
        "con-bonus" => score(2).map(|score| score.modifier),
        "dex" => score(1).map(|score| score.modifier),
        "int-bonus" => score(3).map(|score| score.modifier),
        "spell-resistance" => {
            let at = sheet.system.down("attributes.sr.formula");
            let text = at.text().filter(|text| !text.trim().is_empty());
            let base =
                text.and_then(|text| super::formula::number(text, &|path| sheet.look_up(path)));
            let base = base.map_or(0, |number| number.clamp(0.0, 100.0) as i16);
            Some(base.saturating_add(sheet.bonus(&["spellResist"]))).filter(|sum| *sum > 0)
        }
        _ => None,
    }
}

/// Checks whether the export holds the parts of armor class.
fn has_parts(sheet: &Sheet<'_>) -> bool {
    !sheet.classes.is_empty()
}

/// Returns the paths of zeros from an empty template. No creature with hit dice has zeros in a
/// whole group.
fn hollow(sheet: &Sheet<'_>) -> Vec<&'static str> {
    if sheet.hit_dice() == 0 {
        return Vec::new();
    }
    let zero = |place: &&&str| {
        let at = sheet.system.down(place);
        at.value.is_null() || at.number() == Ok(Some(0))
    };
    let all = |group: &&[&'static str]| group.iter().filter(zero).count() == group.len();
    GROUPS.iter().copied().filter(all).flatten().copied().collect()
}

/// Sets hit points. Returns a remark if the creature begins with fewer than its maximum.
fn hit_points(
    sheet: &Sheet<'_>,
    derived: &mut Vec<&'static str>,
    import: &mut Import,
) -> Option<String> {
    let system = &sheet.system;
    let stored = first(system, &["attributes.hp.max"], import).filter(|most| *most > 0);
    let worked_out = if stored.is_none() { sheet.most_hit_points() } else { None };
    let most = stored.or(worked_out);
    let value = first(system, &["attributes.hp.value"], import);
    // A value of 0 without a total comes from the template.
    let value = value.filter(|value| *value != 0 || stored.is_some());
    let offset = first(system, &["attributes.hp.offset"], import).unwrap_or(0);
    let now = match (value, most) {
        (Some(value), Some(most)) if stored.is_none() => Some(value.min(most)),
        (Some(value), _) => Some(value),
        (None, Some(most)) => Some(most.saturating_add(offset)),
        (None, None) => None,
    };
    if stored.is_none() && worked_out.is_some() {
        derived.push("max-hp");
        for (class, hp) in sheet.hit_points_of_dice() {
            let tag = &class.tag;
            let text = match class.die {
                Some(die) => format!(
                    "no hit points of {tag} in the export, so worked out: {hp} of {} d{die}",
                    class.level
                ),
                None => format!("no hit points and no hit die of {tag} in the export; taken as 0"),
            };
            import.weigh(Weight::Play, system.down("attributes.hp").path, text);
        }
    }
    if let Some(most) = most.or(now.filter(|now| *now > 0)) {
        import.attributes.insert("max-hp", most);
    }
    if let Some(now) = now {
        import.attributes.insert("hp", now);
    }
    let (now, most) = (now?, most?);
    (0 < now && now < most).then(|| format!("it starts with {now} of {most} hit points, as stored"))
}

fn speed(sheet: &Sheet<'_>, (attribute, mode): (&'static str, &str), import: &mut Import) {
    let system = &sheet.system;
    let at = |end: &str| format!("attributes.speed.{mode}{end}");
    let (total, base) = (at(".total"), at(".base"));
    let land = mode == "land";
    let stored = first(system, &[&total], import).filter(|feet| *feet != 0 || !land);
    let mut feet = stored;
    if feet.is_none() {
        let found = first(system, &[&base], import).filter(|feet| *feet > 0 || !land);
        let with_parts = !sheet.classes.is_empty();
        feet = found
            .filter(|feet| *feet > 0)
            .map(|feet| if with_parts { sheet.speed(mode, feet) } else { feet });
        if found.is_some() && !with_parts {
            import.note(system.down(&base).path, BASE);
        }
        if found.is_none() && land && with_parts {
            feet = Some(sheet.speed(mode, USUAL_SPEED));
            let text = format!("no speed over land is given; taken as {USUAL_SPEED} feet");
            import.weigh(Weight::Play, system.down("attributes.speed").path, text);
        }
    }
    let Some(feet) = feet else { return };
    import.attributes.insert(attribute, feet / FEET_A_SQUARE);
    if feet % FEET_A_SQUARE != 0 {
        let path = system.down(&at("")).path;
        import.note(path, format!("{feet} feet are no whole squares; rounded down"));
    }
}

/// Returns the number at the first path that has one; notes values that are no numbers.
pub(super) fn first(system: &At<'_>, places: &[&str], import: &mut Import) -> Option<i16> {
    for place in places {
        let at = system.down(place);
        match at.number() {
            Ok(Some(number)) => return Some(number),
            Ok(None) => {}
            // This is a block where other exports have a plain number.
            Err(_) if at.value.is_object() => {}
            Err(problem) => import.weigh(Weight::Play, at.path, problem),
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
            let size = place as i16 - MEDIUM;
            import.attributes.insert("size", size);
            // Colossal creatures take up 30 feet, the sizes below 10, 15 and 20.
            let space = if size == 4 { 6 } else { size + 1 };
            if space > 1 {
                import.attributes.insert("space", space);
            }
        }
        // Reach, space and combat maneuvers depend on the size.
        Some(None) => {
            import.weigh(Weight::Play, at.path, "no size is called that; taken as medium");
        }
        None => import.weigh(Weight::Play, at.path, "no size is given; taken as medium"),
    }
}
