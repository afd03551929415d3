//! Reads feats and features that are attributes in the ruleset, and spellcasting.

use super::sheet::Sheet;
use super::{Import, strikes};

/// Attributes, and the feats that set them to 1.
const FEATS: [(&str, &str); 19] = [
    ("combat-reflexes", "combat reflexes"),
    ("improved-unarmed", "improved unarmed strike"),
    ("improved-bull-rush", "improved bull rush"),
    ("greater-bull-rush", "greater bull rush"),
    ("improved-dirty-trick", "improved dirty trick"),
    ("improved-disarm", "improved disarm"),
    ("improved-drag", "improved drag"),
    ("greater-drag", "greater drag"),
    ("improved-feint", "improved feint"),
    ("improved-grapple", "improved grapple"),
    ("improved-overrun", "improved overrun"),
    ("improved-reposition", "improved reposition"),
    ("improved-steal", "improved steal"),
    ("improved-sunder", "improved sunder"),
    ("improved-trip", "improved trip"),
    ("rapid-reload", "rapid reload"),
    ("spell-combat", "spell combat"),
    ("spellstrike", "spellstrike"),
    ("companion", "animal companion"),
];

/// Feats for fighting with two weapons, the best first, with their ranks.
const TWO_WEAPONS: [(&str, i16); 3] = [
    ("greater two weapon fighting", 3),
    ("improved two weapon fighting", 2),
    ("two weapon fighting", 1),
];

/// Monk levels, highest first, with the number of attacks per turn to which a flurry adds one each.
const FLURRIES: [(i16, i16); 3] = [(15, 99), (8, 2), (1, 1)];

/// Checks whether a feat's name, without additions in brackets or in front, is a given one.
pub(super) fn is_called(name: &str, wanted: &str) -> bool {
    let outside = name.split('(').map(str::trim).find(|part| !part.is_empty()).unwrap_or(name);
    let last = outside.rsplit([':', ')']).next().unwrap_or(outside);
    let own = strikes::plain(last);
    // Stat blocks mark bonus feats with a superscript letter, which exports append to the name.
    own == wanted || own.strip_suffix('b').is_some_and(|own| own == wanted)
}

/// Checks whether a feat with this name becomes a number of the ruleset.
pub(super) fn is_read(name: &str) -> bool {
    let read = FEATS.iter().map(|(_, feat)| *feat).chain(TWO_WEAPONS.iter().map(|(feat, _)| *feat));
    read.chain(["multiattack", "weapon finesse", "evasion", "improved evasion"])
        .any(|feat| is_called(name, feat))
        || strikes::plain(name).starts_with("flurry of blows")
}

pub(super) fn read(sheet: &Sheet<'_>, import: &mut Import) {
    for (attribute, feat) in FEATS {
        if sheet.has_feat(feat) {
            import.attributes.insert(attribute, 1);
        }
    }
    if let Some((_, rank)) = TWO_WEAPONS.iter().find(|(feat, _)| sheet.has_feat(feat)) {
        import.attributes.insert("twf", *rank);
    }
    let mut features = sheet.items.iter().filter(|item| item.sort == "feat" && item.is_in_use());
    if features.any(|item| strikes::plain(item.name).starts_with("flurry of blows")) {
        let levels = sheet.level_of("monk").max(1);
        let pairs = FLURRIES.iter().find(|(from, _)| levels >= *from);
        import.attributes.insert("pairs", pairs.map_or(1, |(_, pairs)| *pairs));
    }
    legs(sheet, import);
    criticals(sheet, import);
    casting(sheet, import);
}

/// Sets the number of legs: more than two make a creature harder to trip. Exports mention it beside
/// the maneuver defense.
fn legs(sheet: &Sheet<'_>, import: &mut Import) {
    let notes = sheet.system.down("attributes.cmdNotes");
    let text = notes.text().unwrap_or_default().to_lowercase();
    let quadruped = sheet.system.down("attributes.quadruped").value.as_bool() == Some(true);
    sheet.system.down("attributes.quadruped").see();
    let number = |text: &str| {
        let digits: String = text
            .chars()
            .skip_while(|c| !c.is_ascii_digit())
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse::<i16>().ok()
    };
    let trip = text.find("trip").and_then(|at| number(text[..at].rsplit([',', ';']).next()?));
    let legs = match (trip, import.attributes.get("cmd")) {
        (Some(against_trip), Some(cmd)) if against_trip > *cmd => {
            Some(2 + (against_trip - cmd) / 2)
        }
        _ if quadruped => Some(4),
        _ => None,
    };
    if let Some(legs) = legs.filter(|legs| (0..=100).contains(legs)) {
        import.attributes.insert("legs", legs);
    }
    if text.contains("can't be tripped") || text.contains("can’t be tripped") {
        import.note(notes.path, "it cannot be tripped; the ruleset has no number for that");
    }
}

/// Marks oozes, elementals and swarms as immune to critical hits.
fn criticals(sheet: &Sheet<'_>, import: &mut Import) {
    let mut races = sheet.items.iter().filter(|item| item.sort == "race");
    let immune = races.any(|race| {
        let subtypes = race.inner.get("subTypes").elements();
        let words = subtypes.iter().map(|at| at.value.to_string().to_lowercase());
        let among = |words: &str| words.contains("elemental") || words.contains("swarm");
        race.says(&["creatureType"]) == Some("ooze") || words.into_iter().any(|one| among(&one))
    });
    if immune {
        import.attributes.insert("immune-to-criticals", 1);
    }
}

/// Sets the highest spell level and the bonus to concentration.
fn casting(sheet: &Sheet<'_>, import: &mut Import) {
    let books = sheet.system.down("attributes.spells.spellbooks");
    let mut best: Option<(i16, String)> = None;
    for item in sheet.items.iter().filter(|item| item.sort == "spell") {
        let book = sheet.book_of(item);
        let innate = book == "spelllike"
            || books.get(book).get("spellPreparationMode").value.as_str() == Some("spelllike");
        let level = item.inner.get("level").number().ok().flatten().unwrap_or(1).clamp(0, 9);
        if !innate && best.as_ref().is_none_or(|(most, _)| level > *most) {
            best = Some((level, book.to_owned()));
        }
    }
    let known = ["primary", "secondary", "tertiary", "spelllike"];
    let concentration = |book: &str| {
        let at = books.get(book);
        if let Some(total) = at.get("concentration").number().ok().flatten() {
            return Some(total);
        }
        let level = sheet.caster_level(book);
        let bonus =
            sheet.amount_of(&at.get("concentrationFormula")) + sheet.bonus(&["concentration"]);
        Some(level.saturating_add(sheet.spell_modifier(book)?).saturating_add(bonus))
            .filter(|_| level > 0)
    };
    let used = |book: &&&str| {
        sheet.items.iter().any(|item| {
            item.sort == "spell" && item.inner.get("spellbook").value.as_str() == Some(**book)
        })
    };
    let book = best.as_ref().map(|(_, book)| book.as_str());
    let book = book.or_else(|| known.iter().find(used).copied());
    if let Some((level, _)) = best.as_ref().filter(|(level, _)| *level > 0) {
        import.attributes.insert("caster", *level);
    }
    if let Some(total) = book.and_then(concentration) {
        import.attributes.insert("concentration", total);
    }
}
