//! Skills, and the difficulties derived from them.

use super::Import;
use super::sheet::Sheet;

/// Skills: attribute, key of exports, ability, and whether armor hinders them.
const SKILLS: [(&str, &str, &str, bool); 14] = [
    ("appraise", "apr", "int", false),
    ("bluff", "blf", "cha", false),
    ("disable", "dev", "dex", true),
    ("escape-artist", "esc", "dex", true),
    ("handle-animal", "han", "cha", false),
    ("heal", "hea", "wis", false),
    ("intimidate", "int", "cha", false),
    ("linguistics", "lin", "int", false),
    ("perception", "per", "wis", false),
    ("ride", "rid", "dex", true),
    ("sleight-of-hand", "slt", "dex", true),
    ("spellcraft", "spl", "int", false),
    ("survival", "sur", "wis", false),
    ("knowledge", "", "int", false),
];

/// Skills that cannot be used without ranks.
const TRAINED: [&str; 6] =
    ["disable", "handle-animal", "linguistics", "sleight-of-hand", "spellcraft", "knowledge"];

/// Fields of knowledge, of which the best counts.
const KNOWLEDGE: [&str; 10] =
    ["kar", "kdu", "ken", "kge", "khi", "klo", "kna", "kno", "kpl", "kre"];

pub(super) fn read(sheet: &Sheet<'_>, derived: &mut Vec<&'static str>, import: &mut Import) {
    let rank = |key: &str| {
        let at = sheet.system.down("skills").get(key).get("rank");
        at.number().ok().flatten().filter(|rank| *rank > 0)
    };
    if let Some(ranks) = rank("acr") {
        import.attributes.insert("acrobatics", ranks);
    }
    for (attribute, key, ability, hindered) in SKILLS {
        let keys: &[&str] = if attribute == "knowledge" { &KNOWLEDGE } else { &[key] };
        let trained = TRAINED.contains(&attribute);
        let totals = keys.iter().filter_map(|key| {
            let stored = sheet.system.down("skills").get(key).get("mod").number().ok().flatten();
            stored.or_else(|| total(sheet, key, ability, (hindered, trained)))
        });
        if let Some(total) = totals.max() {
            import.attributes.insert(attribute, total);
        }
    }
    difficulties(sheet, derived, import);
}

/// Returns a skill's total; `None` if it needs ranks and there are none.
fn total(
    sheet: &Sheet<'_>,
    key: &str,
    ability: &str,
    (hindered, trained): (bool, bool),
) -> Option<i16> {
    if sheet.classes.is_empty() {
        return None;
    }
    let at = sheet.system.down("skills").get(key).get("rank");
    let ranks = at.number().ok().flatten().unwrap_or(0).max(0);
    if trained && ranks == 0 {
        return None;
    }
    let in_class = |item: &super::sheet::Item<'_>| {
        item.sort == "class" && item.inner.get("classSkills").get(key).value.as_bool() == Some(true)
    };
    let class_skill = if ranks > 0 && sheet.items.iter().any(in_class) { 3 } else { 0 };
    let (own, by_ability) = (format!("skill.{key}"), format!("{ability}Skills"));
    let bonus = sheet.bonus(&[&own, &by_ability, "skills"]);
    let penalty = if hindered { armor_penalty(sheet) } else { 0 };
    Some(ranks + class_skill + sheet.modifier(ability)? + bonus - penalty)
}

/// Returns the penalty of worn armor and shield on skills such as climbing and riding.
fn armor_penalty(sheet: &Sheet<'_>) -> i16 {
    let worn = sheet.in_use("equipment");
    let penalties = worn.filter_map(|item| {
        let penalty = item.inner.get("armor").get("acp").number().ok().flatten()?.abs();
        let masterwork = item.inner.get("masterwork").value.as_bool() == Some(true);
        let magic = item.inner.get("armor").get("enh").number().ok().flatten().unwrap_or(0) > 0;
        Some((penalty - i16::from(masterwork || magic)).max(0))
    });
    penalties.fold(0, i16::saturating_add)
}

/// Sets the difficulties to feint and to demoralize the creature.
fn difficulties(sheet: &Sheet<'_>, derived: &mut Vec<&'static str>, import: &mut Import) {
    let (Some(bab), Some(wisdom)) = (sheet.bab, sheet.modifier("wis")) else { return };
    if sheet.classes.is_empty() {
        return;
    }
    let trained = total(sheet, "sen", "wis", (false, true));
    let feint = 10 + bab + wisdom;
    let feint = trained.map_or(feint, |sense| feint.max(10 + sense));
    import.attributes.insert("feint-dc", feint);
    import.attributes.insert("demoralize-dc", 10 + sheet.hit_dice() + wisdom);
    derived.extend(["feint-dc", "demoralize-dc"]);
}
