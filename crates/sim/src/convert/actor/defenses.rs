//! Defenses against powers: energy resistance, immunity and vulnerability, and evasion.

use rules::Parsed;

use super::at::At;
use super::sheet::Sheet;
use super::{Import, Weight};

/// Attributes of the ruleset, and the words of exports for their energies.
const ENERGIES: [(&str, &[&str]); 5] = [
    ("resist-acid", &["acid"]),
    ("resist-cold", &["cold"]),
    ("resist-electricity", &["electric", "electricity"]),
    ("resist-fire", &["fire"]),
    ("resist-sonic", &["sonic"]),
];

/// Numbers of the ruleset for creatures that are immune or vulnerable.
const IMMUNE: i16 = 99;
const VULNERABLE: i16 = -1;

pub(super) fn read(sheet: &Sheet<'_>, parsed: &Parsed, import: &mut Import) {
    let rules = parsed.rules.iter().flat_map(|located| &located.rule.attribute);
    let known: Vec<&str> = rules.map(|attribute| attribute.id.as_str()).collect();
    let before = import.attributes.clone();
    let traits = sheet.system.get("traits");
    resistances(&traits.get("eres"), import);
    for (key, number) in [("di", IMMUNE), ("dv", VULNERABLE)] {
        let (energies, others) = listed(&traits.get(key));
        for attribute in energies {
            set(import, attribute, number);
        }
        if !others.is_empty() {
            let what = if key == "di" { "immunities" } else { "vulnerabilities" };
            let text = format!("the ruleset has no place for these {what}: {}", others.join(", "));
            import.note(traits.get(key).path, text);
        }
    }
    let evasion = match () {
        () if sheet.has_feat("improved evasion") => 2,
        () if sheet.has_feat("evasion") => 1,
        () => 0,
    };
    if evasion > 0 {
        import.attributes.insert("evasion", evasion);
    }
    let resistance = sheet.system.down("attributes.sr.formula");
    let text = resistance.value.as_str().map(str::trim).filter(|text| !text.is_empty());
    if let Some(text) = text.filter(|_| !import.attributes.contains_key("spell-resistance")) {
        let text = format!("spell resistance `{text}` is not worked out here");
        import.weigh(Weight::Play, resistance.path, text);
    }
    import.attributes.retain(|id, _| before.contains_key(id) || known.contains(id));
}

/// Sets the number of an energy. Immunity counts before resistance, and that before vulnerability.
fn set(import: &mut Import, attribute: &'static str, number: i16) {
    let own = import.attributes.entry(attribute).or_insert(number);
    *own = (*own).max(number);
}

/// Returns the attribute for an energy.
fn energy(word: &str) -> Option<&'static str> {
    let word = word.trim().to_lowercase();
    let found = ENERGIES.iter().find(|(_, words)| words.contains(&word.as_str()));
    found.map(|(attribute, _)| *attribute)
}

/// Reads energy resistance: a text such as `Cold 10;Fire 10`, or entries with amount and types.
fn resistances(at: &At<'_>, import: &mut Import) {
    at.see();
    let texts = [at.value, at.get("custom").value];
    for text in texts.into_iter().filter_map(serde_json::Value::as_str) {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            if let Ok(amount) = pair[1].parse() {
                one_resistance(pair[0], amount, at, import);
            }
        }
    }
    for entry in at.get("value").elements() {
        let amount = entry.get("amount").number().ok().flatten().unwrap_or(0);
        let types = entry.get("types").elements();
        let words = types.iter().filter_map(|at| at.value.as_str());
        for word in words.filter(|word| !word.is_empty()) {
            one_resistance(word, amount, at, import);
        }
    }
}

/// Sets the resistance to an energy. A note names an energy that the ruleset lacks.
fn one_resistance(word: &str, amount: i16, at: &At<'_>, import: &mut Import) {
    // 99 is immunity, so resistance stays below.
    match energy(word) {
        Some(attribute) if amount > 0 => set(import, attribute, amount.min(IMMUNE - 1)),
        Some(_) => {}
        None => {
            let text = format!("the ruleset has no energy `{word}` to resist {amount} of");
            import.note(at.path.as_str(), text);
        }
    }
}

/// Returns the energies of a list, and its other entries.
fn listed(at: &At<'_>) -> (Vec<&'static str>, Vec<String>) {
    at.see();
    let list = if at.value.is_array() { at.clone() } else { at.get("value") };
    let elements = list.elements();
    let words = elements.iter().filter_map(|at| at.value.as_str()).map(str::to_owned);
    let custom = at.get("custom").value;
    let custom: Vec<&str> = match custom.as_str() {
        Some(text) => text.split([';', ',']).collect(),
        None => custom.as_array().into_iter().flatten().filter_map(|it| it.as_str()).collect(),
    };
    let mut found = Vec::new();
    let mut others = Vec::new();
    for word in words.chain(custom.into_iter().map(|word| word.trim().to_owned())) {
        match energy(&word) {
            Some(attribute) => found.push(attribute),
            None if word.is_empty() => {}
            None => others.push(word),
        }
    }
    (found, others)
}
