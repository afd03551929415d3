//! Descriptions of abilities in words: `1 standard action (Su)`, `3 rounds`, `full attack`.

mod hear;
mod names;

use std::fmt;

use super::model::{Ability, Entry, Facts, Guidelines};
use hear::Heard;

/// Reason why a description is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// A word that means nothing.
    Word(String),
    /// Two actions, or two kinds: the sort and both names.
    Two(&'static str, String, String),
    /// A number where none belongs, or one too large.
    Number(String),
    /// No action is given, and none can be assumed.
    NoAction,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Word(word) => write!(f, "`{word}` means nothing here"),
            Misread::Two(sort, one, other) => {
                write!(f, "two {sort}s: {one} and {other}; convert each by itself")
            }
            Misread::Number(number) => write!(f, "the number {number} does not belong there"),
            Misread::NoAction => f.write_str("no action is given, and the name is not listed"),
        }
    }
}

/// Returns words in lower case with single spaces, without fillers. A word after a number and a
/// slash is a unit: `1/round` becomes 1 per round.
pub fn normal(text: &str, fillers: &[String]) -> String {
    let counted = text.contains('/').then(|| per(text));
    let text = counted.as_deref().unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let start = out.len();
        if start > 0 {
            out.push(' ');
        }
        let first = out.len();
        out.extend(word.chars().flat_map(char::to_lowercase));
        if fillers.iter().any(|filler| filler == &out[first..]) {
            out.truncate(start);
        }
    }
    out
}

fn per(text: &str) -> String {
    let mut parts = text.split('/');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = out.trim_end().ends_with(|c: char| c.is_ascii_digit());
        let word = part.trim_start().starts_with(char::is_alphabetic);
        out.push_str(if number && word { " per " } else { "/" });
        out.push_str(part);
    }
    out
}

impl Guidelines {
    /// Returns an ability from its name and descriptions in any order: action, kind and flags.
    pub fn ability(&self, name: &str, said: &[&str]) -> Result<Ability, Misread> {
        self.ability_with(name, said, 0)
    }

    /// Returns an ability as [`Self::ability`] does, with some facts known already.
    pub fn ability_with(
        &self,
        name: &str,
        said: &[&str],
        facts: Facts,
    ) -> Result<Ability, Misread> {
        let mut heard = Heard { facts, ..Heard::default() };
        for text in said {
            self.hear(text, &mut heard)?;
        }
        let (listed, told) = self.sense(name);
        self.add(told, &mut heard);
        self.one("action", self.actions, heard.facts)?;
        self.one("kind", self.kinds, heard.facts)?;
        let mut ability = Ability {
            name: name.trim().to_owned(),
            facts: heard.facts,
            count: heard.count.unwrap_or(1),
            others: heard.others,
            listed,
            assumed: false,
        };
        if ability.facts & self.actions == 0 {
            self.assume(&mut ability)?;
        }
        let own = (ability.facts, ability.count);
        let counted =
            |&&(facts, count): &&(Facts, u32)| count != 1 && self.rounds_of_one(facts).is_none();
        match [own].iter().chain(&ability.others).find(counted) {
            Some((_, count)) => Err(Misread::Number(count.to_string())),
            None => Ok(ability),
        }
    }

    /// Checks whether an entry is listed by this name, ignoring qualifiers.
    pub(super) fn lists(&self, name: &str) -> bool {
        self.sense(name).0.is_some()
    }

    /// Adds the facts of a name; its action and kind count only if the description gives none.
    fn add(&self, told: Heard, heard: &mut Heard) {
        let mut open = !(self.actions | self.kinds);
        if heard.facts & self.actions == 0 && told.facts & self.actions != 0 {
            open |= self.actions;
            heard.count = heard.count.or(told.count);
            heard.others = told.others;
        }
        if heard.facts & self.kinds == 0 {
            open |= self.kinds;
        }
        heard.facts |= told.facts & open;
    }

    /// Returns the number of rounds, if the action is measured in rounds and the number is known.
    pub(super) fn rounds(&self, ability: &Ability) -> Option<u32> {
        if ability.facts & self.unsettled != 0 {
            return None;
        }
        Some(self.rounds_of_one(ability.facts)?.saturating_mul(ability.count))
    }

    fn rounds_of_one(&self, facts: Facts) -> Option<u32> {
        self.facts[..].get((facts & self.actions).trailing_zeros() as usize)?.rounds
    }

    /// Adds the assumed action, unless the name is listed.
    fn assume(&self, ability: &mut Ability) -> Result<(), Misread> {
        let said = self.facts.iter().enumerate().filter(|(at, _)| ability.facts >> at & 1 == 1);
        let found = said.filter_map(|(_, fact)| fact.otherwise).next();
        match found {
            _ if self.called(ability).is_some() => {}
            Some(action) => {
                ability.facts |= 1 << action;
                ability.assumed = true;
            }
            None => return Err(Misread::NoAction),
        }
        Ok(())
    }

    /// Returns the entry listed by the ability's name, if it means this ability.
    pub(super) fn called(&self, ability: &Ability) -> Option<&Entry> {
        let entry = &self.entries[ability.listed?];
        self.means(entry, ability.facts).then_some(entry)
    }

    /// Checks whether an entry listed by name means an ability with these facts.
    fn means(&self, entry: &Entry, facts: Facts) -> bool {
        let action = self.facts.get((facts & self.actions).trailing_zeros() as usize);
        let always = action.and_then(|action| action.always).filter(|_| !entry.whatever);
        facts & self.own_names & !entry.even == 0
            && always.is_none_or(|family| entry.gives.family.is_none_or(|own| own == family))
    }

    fn one(&self, sort: &'static str, of: Facts, facts: Facts) -> Result<(), Misread> {
        if (facts & of).count_ones() < 2 {
            return Ok(());
        }
        let names = self.names_of(facts & of);
        Err(Misread::Two(sort, names[0].to_owned(), names[1].to_owned()))
    }
}
