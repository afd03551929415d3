//! Saving throws, damage, areas and conditions in sentences.

use super::{CONDITIONS, DAMAGE, number_after, words};
use crate::block::{Area, Damage, Effect, Lasts, Save};
use crate::formula;

/// Words for shapes of areas, with the shape.
const SHAPES: [(&str, &str); 6] = [
    ("cone", "cone"),
    ("line", "line"),
    ("sphere", "sphere"),
    ("cube", "cube"),
    ("cylinder", "cylinder"),
    ("emanation", "emanation"),
];

/// Reads the effect on targets. Missing parts stay empty.
pub(crate) fn effect(text: &str) -> Effect {
    let lower = text.to_lowercase();
    let save = save(&lower);
    let damage: Vec<Damage> = damage_parts(&lower);
    Effect {
        attack: None,
        area: area(&lower),
        range: number_after(&lower, "within ").or_else(|| number_after(&lower, "range ")),
        conditions: conditions(&lower),
        lasts: lasts(&lower),
        healing: healing(&lower),
        save,
        damage,
        count: None,
    }
}

/// Reads a save such as `DC 15 Dexterity saving throw` or `Dexterity Saving Throw: DC 15`.
fn save(lower: &str) -> Option<Save> {
    let at = lower.find("saving throw").or_else(|| short_save(lower))?;
    let before = &lower[..at];
    // The ability comes before it, or a choice of two: `Strength or Dexterity`.
    let near: Vec<String> = words(before).into_iter().rev().take(6).collect();
    let abilities: Vec<String> =
        near.iter().take(3).filter_map(|word| super::ability(word).map(str::to_owned)).collect();
    let ability: Vec<String> = abilities.into_iter().rev().collect();
    let dc_before = before.rfind("dc ").filter(|dc| at - dc < 60);
    let dc_before = dc_before.and_then(|dc| crate::number::leading_int(&before[dc + 3..]));
    let after: String = lower[at..].chars().take(60).collect();
    let dc = dc_before.or_else(|| number_after(&after, "dc "));
    if ability.is_empty() && dc.is_none() {
        return None;
    }
    let half = ["half as much", "half damage", "half the damage", "half the initial"]
        .iter()
        .any(|it| lower.contains(it));
    Some(Save { ability, dc, half })
}

/// Returns the position of ` save` in short forms such as `DC 15 Dex save`.
fn short_save(lower: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = lower[from..].find(" save").map(|at| from + at) {
        let last = lower[..at].rsplit(' ').next().unwrap_or_default();
        if super::ability(last).is_some() {
            return Some(at);
        }
        from = at + 5;
    }
    None
}

/// Returns every amount such as `13 (2d8 + 4) piercing damage`. An amount after `or` is an
/// alternative and is skipped.
pub(crate) fn damage_parts(lower: &str) -> Vec<Damage> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = lower[from..].find("damage").map(|at| from + at) {
        let part = &lower[from..at];
        from = at + "damage".len();
        if let Some((damage, before)) = damage_before(part) {
            let joined = words(before).last().cloned().unwrap_or_default();
            if joined != "or" || found.is_empty() {
                found.push(damage);
            }
        }
    }
    found
}

/// Returns the amount and type right before the word `damage`, and the text before them.
fn damage_before(part: &str) -> Option<(Damage, &str)> {
    let trimmed = part.trim_end();
    let kind = DAMAGE.iter().find(|kind| {
        trimmed.strip_suffix(**kind).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    });
    let mut rest = kind.map_or(trimmed, |kind| trimmed[..trimmed.len() - kind.len()].trim_end());
    // In a choice such as `acid, cold, fire, or lightning damage`, the first type counts.
    let mut kind = kind.copied();
    loop {
        let bare = rest.trim_end_matches([',', ' ']);
        let bare = bare.strip_suffix(" or").unwrap_or(bare).trim_end_matches([',', ' ']);
        let Some(other) = DAMAGE.iter().find(|it| bare.ends_with(**it)).filter(|_| kind.is_some())
        else {
            break;
        };
        kind = Some(other);
        rest = bare[..bare.len() - other.len()].trim_end();
    }
    let kind = kind.unwrap_or_default().to_owned();
    let (amount, before) = if let Some(inside) = rest.strip_suffix(')') {
        let open = inside.rfind('(')?;
        let before = inside[..open].trim_end();
        let digits = before.trim_end_matches(|c: char| c.is_ascii_digit());
        (&inside[open + 1..], digits)
    } else {
        let is_amount = |c: char| c.is_ascii_digit() || ['d', '+', '-', ' '].contains(&c);
        let start = rest.trim_end_matches(is_amount);
        // A word that ends in `d` is not part of the amount.
        let from = rest[start.len()..].find(|c: char| c.is_ascii_digit())? + start.len();
        (&rest[from..], &rest[..from])
    };
    let amount = formula::plain(&amount.replace(" d", "d"))?;
    let damage = Damage { dice: amount.dice_text(), flat: amount.whole(), kind };
    // `takes 50 damage or more` is a condition, not damage.
    let rolled = !damage.dice.is_empty() || damage.flat > 0 && !damage.kind.is_empty();
    rolled.then_some((damage, before))
}

/// Reads healing such as `regains 10 (3d6) hit points`.
fn healing(lower: &str) -> Option<Damage> {
    let at = lower.find("regains ")?;
    let end = lower[at..].find("hit points").map(|end| at + end)?;
    let amount = lower[at + 8..end].trim();
    if amount.len() > 40 {
        return None;
    }
    let inside = amount.strip_suffix(')').and_then(|it| it.rsplit_once('(')).map(|it| it.1);
    let amount = formula::plain(inside.unwrap_or(amount))?;
    let healed = Damage { dice: amount.dice_text(), flat: amount.whole(), kind: String::new() };
    (!healed.dice.is_empty() || healed.flat > 0).then_some(healed)
}

/// Reads an area: `60-foot cone`, `20-foot-radius sphere`,
/// `line that is 100 feet long and 5 feet wide`.
fn area(lower: &str) -> Option<Area> {
    let words = words(lower);
    let (at, shape) = words.iter().enumerate().find_map(|(at, word)| {
        let shape = SHAPES.iter().find(|(known, _)| word == known)?;
        Some((at, shape.1))
    })?;
    let feet = |word: &String| {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        let is_feet = word.contains("-foot") || word.contains("-ft") || word.contains("-feet");
        crate::number::whole(&digits).filter(|_| is_feet)
    };
    let before = &words[at.saturating_sub(4)..at];
    let sizes: Vec<i32> = before.iter().filter_map(feet).collect();
    let after = words[at..].iter().take(14).cloned().collect::<Vec<_>>().join(" ");
    let behind = |mark: &str| {
        let end = after.find(mark)?;
        after[..end].split(' ').rev().find_map(crate::number::whole)
    };
    let wide_before = before.iter().find(|word| word.contains("wide")).and_then(feet);
    let (size, width) = match shape {
        "line" => {
            let size = sizes.first().copied().or_else(|| behind("feet long"))?;
            (size, wide_before.or_else(|| behind("feet wide")).or(Some(5)))
        }
        _ => (*sizes.first()?, None),
    };
    Some(Area { shape: shape.to_owned(), size, width })
}

/// Returns the duration of conditions, as far as the text gives it.
pub(crate) fn lasts(text: &str) -> Lasts {
    let lower = text.to_lowercase();
    let repeats = [
        "repeat the saving throw",
        "repeats the save",
        "repeat the save",
        "saving throw at the end of each",
    ];
    if repeats.iter().any(|it| lower.contains(it)) {
        return Lasts::Saves;
    }
    // `can't take this action again until the start of its next turn` is no duration.
    let mut found = lower.match_indices("until the ").map(|(at, _)| at);
    let Some(at) = found.find(|at| !lower[..*at].trim_end().ends_with("action again")) else {
        return Lasts::Open;
    };
    let rest: String = lower[at + 10..].chars().take(60).collect();
    let (end, owner) = match (rest.strip_prefix("end of "), rest.strip_prefix("start of ")) {
        (Some(owner), _) => (true, owner),
        (_, Some(owner)) => (false, owner),
        _ => return Lasts::Open,
    };
    if !owner.contains("turn") {
        return Lasts::Open;
    }
    let of_target = ["its ", "their ", "the target", "that creature", "the creature"];
    match (end, of_target.iter().any(|it| owner.starts_with(it))) {
        (true, true) => Lasts::TargetEnd,
        (true, false) => Lasts::OwnEnd,
        // Mappings have no start of the target's turn; its end is the nearest.
        (false, true) => Lasts::TargetEnd,
        (false, false) => Lasts::OwnStart,
    }
}

/// Returns the conditions that a text puts on a target: `has the Prone condition`,
/// `is knocked prone`.
pub(crate) fn conditions(text: &str) -> Vec<String> {
    const VERBS: [&str; 14] = [
        "is",
        "are",
        "be",
        "being",
        "becomes",
        "become",
        "knocked",
        "falls",
        "fall",
        "and",
        "or",
        "the",
        "has",
        "magically",
    ];
    let words = words(text);
    let mut found: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(condition) = CONDITIONS.iter().find(|known| *known == word) else { continue };
        let next = words.get(at + 1).map_or("", String::as_str);
        let before = at.checked_sub(1).map_or("", |it| words[it].as_str());
        let second = at.checked_sub(2).map_or("", |it| words[it].as_str());
        let named = ["condition", "conditions", "and", "or"].contains(&next);
        let given = VERBS[..11].contains(&before) || named && VERBS.contains(&before);
        // Phrases such as `can't be charmed` and `while it is grappled` put no condition on a
        // target.
        let denied = |word: &str| ["can't", "cannot", "not", "isn't", "already"].contains(&word);
        let circumstance = words[at.saturating_sub(6)..at]
            .iter()
            .any(|word| ["while", "if", "until", "unless", "against"].contains(&word.as_str()));
        let listed = ["and", "or"].contains(&before) && found.is_empty();
        if given && !listed && !denied(before) && !denied(second) && !circumstance {
            let condition = (*condition).to_owned();
            if !found.contains(&condition) {
                found.push(condition);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_with_damage_in_both_layouts() {
        let old = effect(
            "The drake exhales fire in a 30-foot cone. Each creature in that area must make a DC \
             14 Dexterity saving throw, taking 24 (7d6) fire damage on a failed save, or half as \
             much damage on a successful one.",
        );
        let new = effect(
            "Dexterity Saving Throw: DC 14, each creature in a 30-foot Cone. Failure: 24 (7d6) \
             Fire damage. Success: Half damage.",
        );
        for found in [old, new] {
            let save = found.save.expect("a save");
            assert_eq!(
                (save.ability, save.dc, save.half),
                (vec!["dex".to_owned()], Some(14), true)
            );
            assert_eq!(found.damage[0].roll(), "7d6");
            assert_eq!(found.damage.len(), 1);
            let area = found.area.expect("an area");
            assert_eq!((area.shape.as_str(), area.size), ("cone", 30));
        }
    }

    #[test]
    fn lines_have_a_width() {
        let old = effect("fire in a line that is 90 feet long and 10 feet wide");
        let new = effect("each creature in a 90-foot-long, 10-foot-wide Line.");
        for found in [old, new] {
            let area = found.area.expect("an area");
            assert_eq!((area.size, area.width), (90, Some(10)));
        }
    }

    #[test]
    fn a_limit_on_use_is_no_duration() {
        let again = "The solar can't take this action again until the start of its next turn.";
        let text = format!("The target has the Blinded condition for 1 minute. {again}");
        assert_eq!(lasts(&text), Lasts::Open);
        let text = format!("It is Blinded until the end of the kraken's next turn. {again}");
        assert_eq!(lasts(&text), Lasts::OwnEnd);
        let text = format!("{again} It is Blinded until the end of the kraken's next turn.");
        assert_eq!(lasts(&text), Lasts::OwnEnd);
    }

    #[test]
    fn conditions_are_those_put_on_somebody() {
        assert_eq!(conditions("or be knocked prone"), ["prone"]);
        assert_eq!(
            conditions("the target has the Grappled condition (escape DC 14)"),
            ["grappled"]
        );
        assert_eq!(conditions("it is grappled and restrained until"), ["grappled", "restrained"]);
        assert!(conditions("the giant can't be charmed or frightened").is_empty());
        assert!(conditions("one creature that is grappled").len() <= 1);
    }
}
