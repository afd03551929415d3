//! Amounts of tokens on a sheet: adding and taking them apart.

use super::Sheet;
use crate::kinds::{self, AmountError};

/// An amount by kind, in the order of first use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Amounts(Vec<(String, u32)>);

impl Amounts {
    /// Adds tokens of a kind.
    pub(super) fn add(&mut self, kind: &str, count: u32) {
        match self.0.iter_mut().find(|(known, _)| known == kind) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((kind.to_owned(), count)),
        }
    }

    /// Adds another amount.
    pub(super) fn add_all(&mut self, other: &Amounts) {
        for (kind, count) in &other.0 {
            self.add(kind, *count);
        }
    }

    /// Takes every token of a kind out and returns how many there were.
    pub(super) fn take_kind(&mut self, kind: &str) -> u32 {
        let count = self.0.iter().find(|(known, _)| known == kind).map_or(0, |(_, count)| *count);
        self.0.retain(|(known, _)| known != kind);
        count
    }

    /// Takes an amount out if all of it is there; returns whether it was.
    pub(super) fn take_all(&mut self, other: &Amounts) -> bool {
        let held = |kind: &str| self.0.iter().find(|(known, _)| known == kind).map(|it| it.1);
        let there = other.0.iter().all(|(kind, count)| held(kind) >= Some(*count));
        if there {
            for (kind, count) in &other.0 {
                let left = self.take_kind(kind) - count;
                if left > 0 {
                    self.add(kind, left);
                }
            }
        }
        there
    }

    /// Returns the amount as files write it, `2P+1M`; empty if there is nothing.
    pub(super) fn text(&self) -> String {
        let some = self.0.iter().filter(|(_, count)| *count > 0);
        some.map(|(kind, count)| format!("{count}{kind}")).collect::<Vec<_>>().join("+")
    }
}

impl Sheet {
    /// Reads an amount such as `2P+1M`, or a preset.
    pub(super) fn amounts(&self, text: &str) -> Result<Amounts, String> {
        let text = self.presets.get(text).map_or(text, String::as_str);
        let mut all = Amounts::default();
        if text.is_empty() || text == "none" {
            return Ok(all);
        }
        let mut kinds = self.kinds.clone();
        for (_, amount) in kinds::amounts(&mut kinds, text) {
            match amount {
                Ok((count, kind)) => all.add(&kinds.show(&kind), count),
                Err(AmountError::Kind(kind, _)) => {
                    return Err(format!("there is no kind of action called {kind} here"));
                }
                Err(AmountError::TooLarge) => {
                    let most = kernel::purse::AMOUNT_MAX;
                    return Err(format!("at most {most} of one kind"));
                }
                Err(_) => return Err("type amounts joined by +, such as 2P+1M".to_owned()),
            }
        }
        Ok(all)
    }

    /// Returns an amount as files keep it; a preset stays one.
    pub(super) fn kept_amount(&self, typed: &str) -> Result<String, String> {
        if self.presets.contains_key(typed) {
            return Ok(typed.to_owned());
        }
        self.amounts(typed).map(|amounts| amounts.text())
    }
}
