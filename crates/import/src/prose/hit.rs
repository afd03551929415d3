//! Attacks in words: `Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: …`.

use super::{damage_parts, effect, sentences};
use crate::block::Attack;
use crate::number::leading_int;

/// Reads an attack. Returns `None` if the text is not an attack. Missing numbers stay empty.
pub(crate) fn attack(name: &str, text: &str) -> Option<Attack> {
    let lower = text.to_lowercase();
    let heads = ["attack roll:", "attack:", "attack roll ", "attack +"];
    let (at, head) = heads.iter().find_map(|head| Some((lower.find(head)?, *head)))?;
    let start = lower[..at].rfind(['.', '\n', ')']).map_or(0, |dot| dot + 1);
    let kind = &lower[start..at];
    let body = &lower[at + head.trim_end_matches(['+', ' ']).len()..];
    let hit = body.find("hit:").or_else(|| body.find("hit or miss:"));
    let (header, hit) = match hit {
        Some(hit) => (&body[..hit], body[hit..].split_once(':').map_or("", |it| it.1)),
        None => (body, ""),
    };
    let (mut melee, mut ranged) = (kind.contains("melee"), kind.contains("ranged"));
    if !melee && !ranged {
        // Some sources omit the word; then reach and range decide.
        melee = header.contains("reach ");
        ranged = header.contains("range ");
    }
    if !melee && !ranged {
        return None;
    }
    let bonus = header.find(['+', '-']).and_then(|sign| leading_int(&header[sign..]));
    let mut range = (None, None);
    if let Some(at) = header.find("range ") {
        let numbers = &header[at + 6..];
        range.0 = leading_int(numbers);
        let long = numbers.split_once('/').filter(|(before, _)| before.len() < 8);
        range.1 = long.and_then(|(_, long)| leading_int(long));
    }
    let sentences = sentences(hit);
    let first = sentences.first().copied().unwrap_or_default();
    let damage = damage_parts(first);
    let rest = hit.find(first).map_or("", |at| &hit[at + first.len()..]);
    let mut then = effect(rest);
    let in_first = super::conditions(first);
    if then.conditions.is_empty() && !in_first.is_empty() {
        then.lasts = super::lasts(first);
    }
    then.conditions.extend(in_first);
    // Damage after a save in the same sentence belongs to the save.
    let (damage, saved) = match first.find("saving throw") {
        Some(save) => {
            let before = damage_parts(&first[..save]);
            let with_save = effect(&first[first[..save].rfind("dc ").unwrap_or(0)..]);
            (before, Some(with_save))
        }
        None => (damage, None),
    };
    if let Some(saved) = saved.filter(|saved| saved.save.is_some()) {
        then = saved;
    }
    then.range = None;
    Some(Attack {
        name: name.to_owned(),
        melee,
        ranged,
        spell: kind.contains("spell"),
        bonus,
        reach: super::number_after(header, "reach "),
        range: range.0.filter(|_| ranged),
        long_range: range.1.filter(|_| ranged),
        damage,
        then: (!then.is_empty()).then_some(then),
        ..Attack::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_layouts_give_the_same_numbers() {
        let old = "Melee or Ranged Weapon Attack: +5 to hit, reach 5 ft. or range 20/60 ft., one \
                   target. Hit: 6 (1d6 + 3) piercing damage plus 3 (1d6) fire damage, or 7 (1d8 + \
                   3) piercing damage if used with two hands.";
        let new = "Melee or Ranged Attack Roll: +5, reach 5 ft. or range 20/60 ft. Hit: 6 (1d6 + \
                   3) Piercing damage plus 3 (1d6) Fire damage.";
        for text in [old, new] {
            let found = attack("Pike", text).expect("an attack");
            assert!(found.melee && found.ranged && !found.spell);
            assert_eq!((found.bonus, found.reach), (Some(5), Some(5)));
            assert_eq!((found.range, found.long_range), (Some(20), Some(60)));
            let damage: Vec<String> = found.damage.iter().map(crate::Damage::roll).collect();
            assert_eq!(damage, ["1d6+3", "1d6"]);
            assert_eq!(found.damage[1].kind, "fire");
        }
    }

    #[test]
    fn a_save_after_the_hit_is_kept_apart() {
        let text = "Melee Weapon Attack: +4 to hit, reach 5 ft., one creature. Hit: 5 (1d6 + 2) \
                    piercing damage, and the target must make a DC 11 Constitution saving throw, \
                    taking 9 (2d8) poison damage on a failed save, or half as much damage on a \
                    successful one.";
        let found = attack("Sting", text).expect("an attack");
        assert_eq!(found.damage.len(), 1);
        let then = found.then.expect("an effect");
        assert_eq!(then.damage[0].roll(), "2d8");
        let save = then.save.expect("a save");
        assert_eq!((save.dc, save.half), (Some(11), true));
    }

    #[test]
    fn other_text_is_no_attack() {
        assert_eq!(
            attack("Aura", "Any creature that starts its turn nearby takes 5 damage."),
            None
        );
        assert_eq!(attack("", ""), None);
    }
}
