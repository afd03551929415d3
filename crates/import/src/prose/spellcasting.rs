//! Spellcasting in words: spells, uses, slots, save DC and attack bonus.

use super::{counted, number_after};
use crate::number::leading_int;

/// The spells that a stat block's text lists.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct SpellList {
    /// Save DC.
    pub(crate) dc: Option<i32>,
    /// Attack bonus.
    pub(crate) attack: Option<i32>,
    /// Slots by level.
    pub(crate) slots: Vec<(u8, u32)>,
    /// Spells as name, level and uses per day, each as far as the text gives it. Without level and
    /// uses, a spell is at will.
    pub(crate) spells: Vec<(String, Option<i32>, Option<i32>)>,
}

/// Reads the text of a spellcasting trait. Returns `None` if it lists no spells.
pub(crate) fn spellcasting(text: &str) -> Option<SpellList> {
    let lower = text.to_lowercase();
    let mut list = SpellList {
        dc: number_after(&lower, "save dc "),
        attack: lower.find("to hit with spell").and_then(|at| {
            let before = lower[..at].trim_end();
            leading_int(&before[before.rfind(['+', '-'])?..])
        }),
        ..SpellList::default()
    };
    for line in text.split('\n').flat_map(split_heads) {
        let Some((head, names)) = line.split_once(':') else { continue };
        let head = head.trim().trim_start_matches(['-', '•', ' ']).to_lowercase();
        let Some((level, uses)) = head_of(&head, &mut list) else { continue };
        for name in names.split(',') {
            let name = name.split(['(', '*']).next().unwrap_or_default();
            let name = name.trim().trim_end_matches('.');
            if !name.is_empty() && name.len() < 60 {
                list.spells.push((name.to_owned(), level, uses));
            }
        }
    }
    (!list.spells.is_empty()).then_some(list)
}

/// Splits a line at its headings: `At will: light 3/day each: fly`.
fn split_heads(line: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let lower = line.to_ascii_lowercase();
    for (at, _) in lower.match_indices("/day") {
        let before = lower[..at].trim_end_matches(|c: char| c.is_ascii_digit());
        cuts.push(before.len());
    }
    cuts.push(line.len());
    cuts.dedup();
    cuts.windows(2).filter_map(|pair| line.get(pair[0]..pair[1])).collect()
}

/// Returns level and uses of a heading such as `1st level (4 slots)`, `3/day each`, `at will`. Adds
/// its slots to `list`.
fn head_of(head: &str, list: &mut SpellList) -> Option<(Option<i32>, Option<i32>)> {
    if head.ends_with("at will") && !head.contains("level") || head == "at-will" {
        return Some((None, None));
    }
    if head.starts_with("cantrip") {
        return Some((Some(0), None));
    }
    if head.contains("/day") {
        return Some((None, Some(leading_int(head)?)));
    }
    let level = leading_int(head).filter(|level| (1..=9).contains(level))?;
    if !head.contains("level") && !head.contains("-level") {
        return None;
    }
    if let Some(at) = head.find('(') {
        let inside = head[at + 1..].split(' ').next().unwrap_or_default();
        if let Some(count) = counted(inside) {
            list.slots.push((level as u8, count as u32));
        }
    }
    Some((Some(level), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_uses_are_read() {
        let text = "The mage is a 5th-level spellcaster. Its spellcasting ability is Intelligence \
                    (spell save DC 14, +6 to hit with spell attacks).\n\
                    Cantrips (at will): light, fire bolt\n1st level (4 slots): shield, sleep\n\
                    3rd level (two slots): fireball";
        let list = spellcasting(text).expect("a list");
        assert_eq!((list.dc, list.attack), (Some(14), Some(6)));
        assert_eq!(list.slots, [(1, 4), (3, 2)]);
        assert_eq!(list.spells.len(), 5);
        assert_eq!(list.spells[4], ("fireball".to_owned(), Some(3), None));
        let innate = spellcasting("spell save DC 12.\nAt will: light\n2/day each: fly, haste")
            .expect("a list");
        assert_eq!(innate.spells[2], ("haste".to_owned(), None, Some(2)));
    }
}
