//! Texts of rules with gaps for names and numbers, filled in when something happens.

use kernel::Role;

/// A text with gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Its parts, in order.
    pub pieces: Vec<Piece>,
    /// Whether it is a line of the story; otherwise it is a detail.
    pub story: bool,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words as they stand.
    Words(String),
    /// The name of a combatant.
    Person(Role),
    /// The name of the combatant that is asked.
    Asked,
    /// The label of the activity that runs.
    Activity,
    /// The label of the activity that the running one answers.
    Answered,
    /// The name of the number given with the activity.
    Choice,
    /// The square aimed at.
    Square,
    /// The label of the card whose number is a value.
    Card {
        /// Index of the value.
        at: u8,
    },
    /// A number.
    Number(Number),
    /// One of several words, chosen by a value.
    Word {
        /// Index of the value.
        at: u8,
        /// The words.
        words: Vec<String>,
    },
}

/// A number in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// Index of the value.
    pub at: u8,
    /// Factor between shown and kept numbers: kept numbers are this many times the shown ones.
    pub scale: u16,
    /// Factor for display: the shown number is multiplied by this.
    pub per: u16,
    /// Its unit.
    pub unit: Option<String>,
    /// Whether a plus stands before it unless it is negative.
    pub signed: bool,
    /// Roles whose numbers or tokens it shows, one bit for each role.
    pub tells: u8,
}

/// Returns a label made from an id, with blanks instead of hyphens and underscores.
pub fn plain(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

/// Returns a text with its first letter capitalized.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a label as it stands within a sentence: `longsword` for `Longsword`. Labels with further
/// capitals are names, which stay as they are.
pub fn within_sentence(label: &str) -> String {
    let mut letters = label.chars();
    match letters.next() {
        Some(first) if !letters.clone().any(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

/// Returns the plural of a name by the common English rules.
pub fn plural(name: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match name.strip_suffix('y') {
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends(&["s", "x", "ch", "sh"]) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_well_in_sentences() {
        assert_eq!(within_sentence("Longsword"), "longsword");
        assert_eq!(within_sentence("Fire Bolt"), "Fire Bolt");
        assert_eq!(capitalized(&plain("ready-attack")), "Ready attack");
    }

    #[test]
    fn plurals_are_those_of_english() {
        let table = [
            ("action", "actions"),
            ("bonus", "bonuses"),
            ("ability", "abilities"),
            ("day", "days"),
            ("punch", "punches"),
        ];
        for (one, several) in table {
            assert_eq!(plural(one), several);
        }
    }
}
