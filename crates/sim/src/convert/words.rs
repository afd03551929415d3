//! Descriptions of abilities in words: `1 standard action (Su)`, `3 rounds`, `full attack`.

use std::borrow::Cow;
use std::fmt;

use super::model::{Ability, Entry, Facts, Guidelines};

/// Why a description is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// A word that means nothing.
    Word(String),
    /// Two actions, or two kinds.
    Two(&'static str, String, String),
    /// A number where none belongs, or one too large.
    Number(String),
    /// Nothing says which action it is.
    NoAction,
}

/// The most of an action that is believed.
const COUNT_MAX: u32 = 100_000;

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

/// Words in lower case with one space between them, without the words that mean nothing. What
/// stands behind a number and a slash is what it is counted by: `1/round` is 1 per round.
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
    /// An ability from its name and what is said of it in any order: action, kind and flags.
    pub fn ability(&self, name: &str, said: &[&str]) -> Result<Ability, Misread> {
        self.ability_with(name, said, 0)
    }

    /// The same, with facts known already.
    pub fn ability_with(
        &self,
        name: &str,
        said: &[&str],
        facts: Facts,
    ) -> Result<Ability, Misread> {
        let mut ability = Ability { name: name.trim().to_owned(), facts, ..Ability::default() };
        let mut count = None;
        for text in said {
            self.say(text, &mut ability.facts, &mut count)?;
        }
        if ability.facts & self.kinds == 0 {
            ability.facts |= self.parted(name).1;
        }
        self.one("action", self.actions, ability.facts)?;
        self.one("kind", self.kinds, ability.facts)?;
        if ability.facts & self.actions == 0 {
            self.assume(&mut ability)?;
        }
        let counted = count.unwrap_or(1);
        if counted != 1 && self.rounds_of_one(ability.facts).is_none() {
            return Err(Misread::Number(counted.to_string()));
        }
        ability.count = counted;
        Ok(ability)
    }

    /// How many rounds it takes, where its action is told in rounds.
    pub(super) fn rounds(&self, ability: &Ability) -> Option<u32> {
        Some(self.rounds_of_one(ability.facts)?.saturating_mul(ability.count))
    }

    fn rounds_of_one(&self, facts: Facts) -> Option<u32> {
        self.facts[..].get((facts & self.actions).trailing_zeros() as usize)?.rounds
    }

    /// The action that goes without saying, for what is no listed name.
    fn assume(&self, ability: &mut Ability) -> Result<(), Misread> {
        let said = self.facts.iter().enumerate().filter(|(at, _)| ability.facts >> at & 1 == 1);
        let found = said.filter_map(|(_, fact)| fact.otherwise).next();
        match found {
            _ if !self.called(ability).is_empty() => {}
            Some(action) => {
                ability.facts |= 1 << action;
                ability.assumed = true;
            }
            None => return Err(Misread::NoAction),
        }
        Ok(())
    }

    /// The entries listed by the ability's name.
    pub(super) fn called(&self, ability: &Ability) -> &[usize] {
        if ability.name.is_empty() {
            return &[];
        }
        let found = self.names.get(&normal(self.parted(&ability.name).0, &self.fillers));
        let found = found.map_or(&[][..], Vec::as_slice);
        let meant = |&at: &usize| self.means(&self.entries[at], ability.facts);
        if found.iter().all(meant) { found } else { &[] }
    }

    /// A name and the kind that stands behind it, as in `Breath Weapon (Su) 60-foot cone`.
    fn parted<'n>(&self, name: &'n str) -> (&'n str, Facts) {
        let kind = |text: &str| {
            let (text, _) = text.split_once([')', ',', ';'])?;
            let facts = *self.phrases.get(&normal(text, &self.fillers))?;
            (facts & self.kinds == facts).then_some(facts)
        };
        let mut opened = name.match_indices('(');
        let parts = opened.find_map(|(at, _)| Some((&name[..at], kind(&name[at + 1..])?)));
        parts.map_or((name, 0), |(bare, facts)| (bare.trim_end(), facts))
    }

    /// Whether an entry listed by name means an ability of that name with these facts.
    fn means(&self, entry: &Entry, facts: Facts) -> bool {
        let action = self.facts.get((facts & self.actions).trailing_zeros() as usize);
        let always = action.and_then(|action| action.always).filter(|_| !entry.whatever);
        facts & self.own_names & !entry.even == 0
            && always.is_none_or(|family| entry.gives.family.is_none_or(|own| own == family))
    }

    /// Takes in words, the longest phrase first.
    fn say(&self, text: &str, facts: &mut Facts, count: &mut Option<u32>) -> Result<(), Misread> {
        if let Some(found) = self.phrases.get(text) {
            *facts |= found;
            return Ok(());
        }
        let text = normal(&self.measured(text), &self.fillers);
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let Some((found, behind)) = self.longest_phrase(rest) else {
                let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
                rest = behind;
                if self.idle.iter().any(|idle| idle == word) {
                    continue;
                }
                let value = self.number(word)?;
                // Three times a day is not three of anything.
                let times = self.longest_phrase(behind);
                let often = self.counted | self.measures;
                match (times.is_some_and(|(found, _)| found & often != 0), &count) {
                    (true, _) => {}
                    (false, None) => *count = Some(value),
                    (false, Some(before)) if *before == value => {}
                    (false, Some(_)) => return Err(Misread::Number(word.to_owned())),
                }
                continue;
            };
            *facts |= found;
            rest = if found & self.measures == 0 { behind } else { self.past_measure(behind) };
        }
        Ok(())
    }

    /// A slash between a length of time and what is no action counts: `1 minute/lb.`.
    fn measured<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !text.contains('/') {
            return text.into();
        }
        let said = |text: &str| self.phrases.get(&normal(text, &self.fillers)).copied();
        let mut parts = text.split('/');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let unit = out.rsplit(' ').next().and_then(said);
            let timed = unit.is_some_and(|unit| self.rounds_of_one(unit).is_some());
            let next = normal(part, &self.fillers);
            let action = self.longest_phrase(&next).is_some_and(|(it, _)| it & self.actions != 0);
            out.push_str(if timed && !action { " per " } else { "/" });
            out.push_str(part);
        }
        out.into()
    }

    /// What stands behind a measure such as `5 rounds` or `lb`.
    fn past_measure<'t>(&self, text: &'t str) -> &'t str {
        let mut rest = text;
        while let Some((word, behind)) = rest.split_once(' ') {
            let number = word.starts_with(|c: char| c.is_ascii_digit());
            if !number && !self.numbers.iter().any(|number| number == word) {
                break;
            }
            rest = behind;
        }
        let Some((found, behind)) = self.longest_phrase(rest) else {
            return rest.split_once(' ').map_or("", |(_, behind)| behind);
        };
        // An action is no measure, but for a length of time.
        let measures = found & self.actions == 0 || self.rounds_of_one(found).is_some();
        if measures { behind } else { rest }
    }

    /// A number of rounds, minutes and the like, in digits or as a word.
    fn number(&self, word: &str) -> Result<u32, Misread> {
        if let Some(at) = self.numbers.iter().position(|number| number == word) {
            return Ok(at as u32 + 1);
        }
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Misread::Word(word.to_owned()));
        }
        let value = word.parse().ok().filter(|value| (1..=COUNT_MAX).contains(value));
        value.ok_or_else(|| Misread::Number(word.to_owned()))
    }

    /// The longest phrase a text begins with, and what stands behind it.
    fn longest_phrase<'t>(&self, text: &'t str) -> Option<(Facts, &'t str)> {
        let ends = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
        let found = ends
            .take(self.longest)
            .filter_map(|end| Some((*self.phrases.get(&text[..end])?, text[end..].trim_start())));
        found.last()
    }

    fn one(&self, sort: &'static str, of: Facts, facts: Facts) -> Result<(), Misread> {
        if (facts & of).count_ones() < 2 {
            return Ok(());
        }
        let names = self.names_of(facts & of);
        Err(Misread::Two(sort, names[0].to_owned(), names[1].to_owned()))
    }
}
