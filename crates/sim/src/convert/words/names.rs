//! Meanings of names: listed entries, and facts of qualifiers.
//!
//! A name is looked up as it is. If it is not listed, its qualifiers are removed: brackets (`Dirty
//! Trick (Blind)`), a label in front (`Combat Maneuver: Drag`), and words that do not change its
//! meaning (`Reposition maneuver`, `Attempt to trip`). Brackets and labels are read like a
//! description: `Run (feat)` is a feat.

use super::super::model::{Facts, Guidelines};
use super::hear::Heard;
use super::normal;

/// Separators between a name and its qualifier.
const BETWEEN: [&str; 4] = [": ", " - ", " \u{2013} ", " \u{2014} "];

/// Separates an item from the spell in it.
const OF: &str = " of ";

/// Meaning of a name without its qualifiers.
#[derive(Clone, Copy)]
enum Known {
    /// An entry is listed by this name.
    Listed(usize),
    /// The name implies these facts.
    Says(Facts),
}

impl Guidelines {
    /// Returns the entry that a name is listed by, and the facts that the name implies.
    pub(super) fn sense(&self, name: &str) -> (Option<usize>, Heard) {
        let (bare, kind) = self.parted(name);
        let mut told = Heard { facts: kind, ..Heard::default() };
        let key = normal(bare, &self.fillers);
        let qualified = bare.contains(['(', '[', ':', '-', '\u{2013}', '\u{2014}']);
        let known = match self.known(&key) {
            None if qualified => self.qualified(bare, &mut told),
            None => self.shortened(&key),
            known => known,
        };
        match known {
            Some(Known::Listed(entry)) => (Some(entry), told),
            Some(Known::Says(facts)) => {
                self.add(Heard { facts, ..Heard::default() }, &mut told);
                (None, told)
            }
            None => {
                told.facts |= self.made_as(bare);
                (None, told)
            }
        }
    }

    /// Returns the facts of the thing that a name begins with: a `Potion of Haste` is drunk.
    fn made_as(&self, name: &str) -> Facts {
        let thing = name.split_once(OF).map(|(thing, _)| normal(thing, &self.fillers));
        let facts = thing.and_then(|thing| self.phrases.get(&thing)).copied().unwrap_or_default();
        facts & self.own_names & !(self.kinds | self.actions)
    }

    /// Splits off the kind in brackets after a name, as in `Breath Weapon (Su) 60-foot cone`.
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

    fn known(&self, key: &str) -> Option<Known> {
        if key.is_empty() {
            return None;
        }
        let listed = self.names.get(key).map(|entry| Known::Listed(*entry));
        listed.or_else(|| self.called.get(key).map(|facts| Known::Says(*facts)))
    }

    /// Returns the meaning of a name without its qualifiers, and adds their facts to `told`.
    fn qualified(&self, name: &str, told: &mut Heard) -> Option<Known> {
        let mut plain = String::with_capacity(name.len());
        let mut rest = name;
        let mut cuts: Vec<(&str, &str)> = Vec::new();
        while let Some((before, behind)) = rest.split_once(['(', '[']) {
            let (within, behind) = behind.split_once([')', ']']).unwrap_or((behind, ""));
            self.told(within, told);
            cuts.push((before, within));
            plain.push_str(before);
            plain.push(' ');
            rest = behind;
        }
        plain.push_str(rest);
        self.bare(&plain).or_else(|| {
            cuts.extend(BETWEEN.iter().filter_map(|between| plain.split_once(between)));
            cuts.iter().find_map(|(head, tail)| self.labelled(head, tail, told))
        })
    }

    /// Returns the meaning of a label and a name, or of a name and a qualifier.
    fn labelled(&self, head: &str, tail: &str, told: &mut Heard) -> Option<Known> {
        let (one, other) = (self.bare(head), self.bare(tail));
        match (one, other) {
            (_, Some(known)) if self.told(head, told) => Some(known),
            (Some(known), None) => {
                self.told(tail, told);
                Some(known)
            }
            (Some(known), Some(_)) if self.told(tail, told) => Some(known),
            // These are two names, or contain a word that may change everything.
            _ => None,
        }
    }

    /// Adds the facts of a qualifier to `told`; returns true if the qualifier is a description.
    /// A length of time adds nothing: it says how long something lasts, not how long it takes.
    fn told(&self, text: &str, told: &mut Heard) -> bool {
        let mut heard = Heard::default();
        let understood = !text.trim().is_empty() && self.hear(text, &mut heard).is_ok();
        let action = heard.facts & self.actions;
        let length = self.rounds_of_one(action).is_some();
        let always = self.facts.get(action.trailing_zeros() as usize).and_then(|it| it.always);
        if understood && action.count_ones() < 2 && !(length && always.is_some()) {
            self.add(heard, told);
        }
        understood
    }

    fn bare(&self, name: &str) -> Option<Known> {
        self.shortened(&normal(name, &self.fillers))
    }

    /// Returns the meaning of a name after removing words that do not change it.
    fn shortened(&self, key: &str) -> Option<Known> {
        let mut rest = key;
        loop {
            if let Some(known) = self.known(rest) {
                return Some(known);
            }
            let front = |words: &String| rest.strip_prefix(words.as_str())?.strip_prefix(' ');
            let back = |words: &String| rest.strip_suffix(words.as_str())?.strip_suffix(' ');
            let shorter = self.leading.iter().find_map(front);
            rest = shorter.or_else(|| self.trailing.iter().find_map(back))?;
        }
    }
}
