//! Compiles tokens: kinds, the slots they fill, their moments and conversions.

use std::collections::BTreeSet;

use kernel::RulesId;

use super::conversions::Template;
use super::exclusions::{Exclusion, Used};
use super::fills::FillRule;
use super::moments::MomentRule;
use super::slots::SlotRule;
use super::{Build, Here};
use crate::raw;

/// Everything about tokens that does not depend on the holder.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    pub(super) moments: Vec<MomentRule>,
    pub(super) slots: Vec<SlotRule>,
    pub(super) own_slots: Vec<(u8, SlotRule)>,
    /// Keys of slots that are counted regardless of the cap, because effects change the cap or one
    /// use fills them twice.
    pub(super) counted: BTreeSet<String>,
    pub(super) fills: Vec<FillRule>,
    pub(super) used: Vec<Used>,
    pub(super) exclusions: Vec<Exclusion>,
    pub(super) templates: Vec<Template>,
    /// Prefixes that may be left off.
    pub(super) drops: Vec<(u8, RulesId)>,
    pub(super) gates: Vec<GateRule>,
    pub(super) covers: Vec<CoverRule>,
    /// Rules of each base and of each prefix.
    pub(super) base_rules: Vec<RulesId>,
    pub(super) prefix_rules: Vec<RulesId>,
}

/// A gate, and the prefixes that kinds behind it have, all of them.
#[derive(Clone, Debug)]
pub(super) struct GateRule {
    pub(super) bit: u8,
    pub(super) prefixes: Vec<u8>,
    pub(super) rules: RulesId,
}

/// A base of which one token pays any bill that consists of these bases.
#[derive(Clone, Debug)]
pub(super) struct CoverRule {
    pub(super) base: u8,
    pub(super) bill: Vec<u8>,
    pub(super) rules: RulesId,
}

impl Build<'_> {
    pub(super) fn build_tokens(&mut self) {
        for entry in 0..self.dictionary.bases.len() {
            let owner = self.dictionary.bases.entries[entry].owner;
            let rules = self.because(owner, &[]);
            self.tokens.base_rules.push(rules);
        }
        for entry in 0..self.dictionary.prefixes.len() {
            let owner = self.dictionary.prefixes.entries[entry].owner;
            let rules = self.because(owner, &[]);
            self.tokens.prefix_rules.push(rules);
        }
        for entry in 0..self.dictionary.conditions.len() {
            let owner = self.dictionary.conditions.entries[entry].owner;
            let rules = self.because(owner, &[]);
            self.game.conditions.push(rules);
        }
        let located: Vec<_> = self.located().collect();
        for &(here, rule) in &located {
            rule.slot.iter().for_each(|slot| self.slot(here, slot));
            rule.own_slot.iter().for_each(|slot| self.own_slot(here, slot));
        }
        for &(here, rule) in &located {
            rule.moment.iter().for_each(|moment| self.moment(here, moment));
            rule.fills.iter().for_each(|fills| self.fills(here, fills));
            rule.excludes.iter().for_each(|excludes| self.excludes(here, excludes));
            rule.convert.iter().for_each(|convert| self.convert(here, convert));
            rule.prices.iter().for_each(|prices| self.prices(here, prices));
            rule.gate.iter().for_each(|gate| self.gate(here, gate));
            rule.cover.iter().for_each(|cover| self.cover(here, cover));
            rule.drop.iter().for_each(|drop| self.drop(here, drop));
        }
        self.prove_sound();
    }

    fn gate(&mut self, here: Here, gate: &raw::Gate) {
        let (on, options) = self.holds(here, gate.when.as_ref());
        let prefixes: Vec<u8> =
            gate.prefixes.iter().filter_map(|name| self.prefix(here, name)).collect();
        let bit = self.dictionary.gates.iter().position(|(name, _)| *name == gate.id.as_str());
        if let (true, Some(bit)) = (on, bit) {
            let rules = self.because(here.owner, &options);
            self.tokens.gates.push(GateRule { bit: bit as u8, prefixes, rules });
        }
    }

    fn cover(&mut self, here: Here, cover: &raw::Cover) {
        let (on, options) = self.holds(here, cover.when.as_ref());
        let base = self.base(here, &cover.base);
        let bill = cover.bill.iter().filter_map(|name| self.base(here, name)).collect();
        if let (true, Some(base)) = (on, base) {
            let rules = self.because(here.owner, &options);
            self.tokens.covers.push(CoverRule { base, bill, rules });
        }
    }
}
