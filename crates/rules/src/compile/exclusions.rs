//! Compiles kinds that exclude each other, even if their slots have room.

use kernel::{RulesId, SpanId};

use super::fills::{Filling, Pattern};
use super::{Build, Here};
use crate::kinds::KindName;
use crate::raw::{self, Text};

/// A hidden condition: some of these kinds have been used in the current instance of the span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Used {
    kinds: Vec<Pattern>,
    span: SpanId,
    /// Name in messages.
    pub(super) name: String,
}

/// A pair of uses that exclude each other, as indices into the list of uses.
#[derive(Clone, Debug)]
pub(super) struct Exclusion {
    pair: [usize; 2],
    rules: RulesId,
}

impl Used {
    fn has(&self, kind: &KindName) -> bool {
        self.kinds.iter().any(|pattern| pattern.names(kind))
    }
}

impl Build<'_> {
    pub(super) fn excludes(&mut self, here: Here, excludes: &raw::Excludes) {
        let (on, options) = self.holds(here, excludes.when.as_ref());
        let lists = [&excludes.kinds, &excludes.others].map(|list| self.patterns(here, list));
        let (true, Some(span)) = (on, self.span(here, &excludes.per)) else { return };
        let pair = lists.map(|(kinds, name)| {
            let used = Used { kinds, span, name };
            let known = self.tokens.used.iter().position(|one| *one == used);
            known.unwrap_or_else(|| {
                self.tokens.used.push(used);
                self.tokens.used.len() - 1
            })
        });
        let both = pair.iter().fold(0, |all, at| all | self.condition_of(*at));
        self.game.clears[span.index()] |= both;
        self.game.full |= both;
        let rules = self.because(here.owner, &options);
        self.tokens.exclusions.push(Exclusion { pair, rules });
    }

    /// Returns the kinds as patterns, and a name for their use.
    fn patterns(&mut self, here: Here, kinds: &[Text]) -> (Vec<Pattern>, String) {
        let patterns = kinds.iter().filter_map(|kind| self.pattern(here, kind)).collect();
        let words: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
        (patterns, format!("used {}", words.join(" ")))
    }

    /// Returns the number of conditions: the declared ones, then one for each use.
    pub(super) fn condition_count(&self) -> usize {
        self.dictionary.conditions.len() + self.tokens.used.len()
    }

    /// Returns the bit of a use; 0 if it does not fit, which is reported elsewhere.
    fn condition_of(&self, used: usize) -> u64 {
        let at = self.dictionary.conditions.len() + used;
        1u64.checked_shl(at as u32).unwrap_or(0)
    }

    /// Returns the exclusions that a filling takes part in. Each entry is the condition that it
    /// adds, the condition that forbids it, and the rules.
    pub(super) fn exclusions_of(
        &self,
        filling: &Filling,
    ) -> impl Iterator<Item = (u64, u64, RulesId)> {
        let listed = filling.listed().cloned();
        self.tokens.exclusions.iter().filter_map(move |Exclusion { pair: [one, two], rules }| {
            let is_of =
                |at: usize| listed.as_ref().is_some_and(|kind| self.tokens.used[at].has(kind));
            let (own, other) = match (is_of(*one), is_of(*two)) {
                (true, _) => (*one, *two),
                (_, true) => (*two, *one),
                _ => return None,
            };
            Some((self.condition_of(own), self.condition_of(other), *rules))
        })
    }
}
