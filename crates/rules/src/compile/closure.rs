//! The closure of conversions: for one combatant, every way to get each kind, in terms of the
//! tokens that the combatant can hold.

mod instances;

use std::collections::BTreeMap;

use kernel::{KindId, Purse, RulesId};

use self::instances::Instance;
use super::Build;
use super::moments::About;
use crate::kinds::KindName;

/// Most ways kept per kind; further ones are dropped.
const WAYS_MAX: usize = 512;

/// One way to get a kind.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) spend: Purse,
    pub(super) whole: bool,
    pub(super) unless: u64,
    /// Conditions that this way adds.
    pub(super) marks: u64,
    /// The kind that decides which slots are filled.
    pub(super) fills_as: KindName,
    /// Whether the way takes a held token of the kind itself, or borrows one, without conversions.
    pub(super) direct: bool,
    pub(super) worth: u32,
    pub(super) rules: RulesId,
}

/// Facts about a combatant that the closure reads.
pub(super) struct Holder<'s> {
    /// Kinds held, by lane.
    pub(super) lanes: &'s [KindName],
    /// Lanes that count as its whole budget.
    pub(super) whole: Purse,
    /// Tags it was set up with.
    pub(super) tags: u64,
    /// Rules it brings along.
    pub(super) brings: &'s [usize],
}

impl Build<'_> {
    /// Returns every kind that the holder can get, with all ways that no other way dominates.
    pub(super) fn close(&mut self, holder: &Holder<'_>) -> BTreeMap<KindName, Vec<Way>> {
        let mut ways: BTreeMap<KindName, Vec<Way>> = BTreeMap::new();
        for (lane, kind) in holder.lanes.iter().enumerate() {
            let mut spend = Purse::EMPTY;
            spend.set(lane, 1);
            let way = self.direct(kind, spend);
            ways.entry(kind.clone()).or_default().push(way);
        }
        for base in 0..self.dictionary.bases.len() {
            if self.dictionary.bases.entries[base].def.free {
                let kind = KindName { prefixes: Vec::new(), base: base as u8, part: None };
                let way = self.direct(&kind, Purse::EMPTY);
                ways.entry(kind).or_default().push(way);
            }
        }
        self.borrow(holder, &mut ways);
        let instances = self.instances(holder, ways.keys().cloned().collect());
        // Conversions may be chained, so the loop runs until no new way is found.
        loop {
            let mut changed = false;
            for instance in &instances {
                for way in self.combine(holder, instance, &ways) {
                    let known = ways.entry(instance.output.clone()).or_default();
                    if !self.agrees(known, &way) {
                        changed |= keep(known, way);
                    }
                }
            }
            if !changed {
                return ways;
            }
        }
    }

    fn direct(&mut self, kind: &KindName, spend: Purse) -> Way {
        let rules = self.direct_rules(kind);
        let worth = if spend.is_empty() { 0 } else { self.worth(kind) };
        let fills_as = kind.clone();
        Way { spend, whole: false, unless: 0, marks: 0, fills_as, direct: true, worth, rules }
    }

    /// Returns the rules of a kind's base and prefixes.
    pub(super) fn direct_rules(&mut self, kind: &KindName) -> RulesId {
        let mut rules = self.tokens.base_rules[kind.base as usize];
        for &prefix in &kind.prefixes {
            rules = self.join(rules, self.tokens.prefix_rules[prefix as usize]);
        }
        rules
    }

    /// Returns the worth of a token: the sum of the worths of its base and prefixes.
    fn worth(&self, kind: &KindName) -> u32 {
        let base = self.dictionary.base(kind.base);
        let prefixes = kind.prefixes.iter().map(|&prefix| {
            let prefix = self.dictionary.prefix(prefix);
            prefix.worth.as_ref().map_or(0, |worth| u32::from(**worth))
        });
        base.worth.as_ref().map_or(1, |worth| u32::from(**worth)) + prefixes.sum::<u32>()
    }

    /// Adds ways to borrow: a token without the borrowing prefix pays for the kind with it.
    fn borrow(&mut self, holder: &Holder<'_>, ways: &mut BTreeMap<KindName, Vec<Way>>) {
        for prefix in 0..self.dictionary.prefixes.len() {
            let def = self.dictionary.prefixes.entries[prefix].def;
            if !def.borrows {
                continue;
            }
            for (lane, kind) in holder.lanes.iter().enumerate() {
                let timed = kind.prefixes.iter().any(|&one| {
                    let about = About::Prefix(one);
                    self.tokens.moments.iter().any(|rule| rule.about == about)
                });
                let base = self.dictionary.base(kind.base);
                // A currency is not an action, so it cannot be borrowed.
                if timed || kind.part.is_some() || base.currency {
                    continue;
                }
                let Some(borrowed) = self.kinds.lift(kind, &[prefix as u8]) else { continue };
                let mut spend = Purse::EMPTY;
                spend.set(lane, 1);
                let mut way = self.direct(&borrowed, spend);
                way.worth = self.worth(kind) + 1;
                keep(ways.entry(borrowed).or_default(), way);
            }
        }
    }

    /// Returns every way that a conversion opens, given the ways to its inputs.
    fn combine(
        &mut self,
        holder: &Holder<'_>,
        instance: &Instance,
        ways: &BTreeMap<KindName, Vec<Way>>,
    ) -> Vec<Way> {
        let rule = self.tokens.templates[instance.template].clone();
        let lifted = instance.output.prefixes.len() > rule.output.prefixes.len();
        let own = if lifted { self.join(rule.rules, self.game.grounds.lift) } else { rule.rules };
        if rule.inputs.is_empty() {
            if holder.whole.is_empty() {
                return Vec::new();
            }
            return vec![Way {
                spend: holder.whole,
                whole: true,
                unless: rule.unless,
                marks: rule.marks,
                fills_as: instance.output.clone(),
                direct: false,
                // A very high worth makes giving everything the last resort.
                worth: 10_000,
                rules: own,
            }];
        }
        let start = Way {
            spend: Purse::EMPTY,
            whole: false,
            unless: rule.unless,
            marks: rule.marks,
            fills_as: instance.output.clone(),
            direct: false,
            worth: 0,
            rules: own,
        };
        let mut so_far = vec![start];
        for (count, kind) in &instance.inputs {
            let Some(inputs) = ways.get(kind) else { return Vec::new() };
            // A whole budget can only be passed on as a single input, never beside another one.
            let alone = *count == 1 && instance.inputs.len() == 1;
            let fits = |way: &&Way| (!way.whole || alone) && (rule.chains || way.direct);
            let inputs: Vec<&Way> = inputs.iter().filter(fits).collect();
            let mut next = Vec::new();
            for partial in &so_far {
                for &input in &inputs {
                    next.extend(self.times(partial, input, *count, rule.by_source));
                }
            }
            if *count > 1 && inputs.len() > 1 {
                next.extend(self.mixed(&so_far, &inputs, *count));
            }
            so_far = prune(next);
        }
        so_far
    }

    /// Adds `count` tokens to a way, all obtained in the same way.
    fn times(&mut self, partial: &Way, input: &Way, count: u32, by_source: bool) -> Option<Way> {
        let mut way = partial.clone();
        for _ in 0..count {
            way.spend = way.spend.plus(&input.spend)?;
            way.worth += input.worth;
        }
        way.whole |= input.whole;
        way.unless |= input.unless;
        way.marks |= input.marks;
        way.rules = self.join(way.rules, input.rules);
        if !input.direct && input.rules != RulesId(0) {
            way.rules = self.join(way.rules, self.chain_rules);
        }
        if by_source && self.has_slots(&input.fills_as) {
            way.fills_as = input.fills_as.clone();
        }
        Some(way)
    }

    /// Adds `count` tokens to each way, obtained in different ways.
    fn mixed(&mut self, so_far: &[Way], inputs: &[&Way], count: u32) -> Vec<Way> {
        let mut layers: Vec<(Way, usize)> = so_far.iter().map(|way| (way.clone(), 0)).collect();
        for _ in 0..count {
            let mut next: Vec<(Way, usize)> = Vec::new();
            for (way, from) in &layers {
                for (at, input) in inputs.iter().enumerate().skip(*from) {
                    next.extend(self.times(way, input, 1, false).map(|way| (way, at)));
                }
            }
            next.truncate(WAYS_MAX);
            layers = next;
        }
        layers.into_iter().map(|(way, _)| way).collect()
    }

    /// Checks whether a way is known already; if so, adds its rules to those of the known one.
    fn agrees(&mut self, known: &mut [Way], way: &Way) -> bool {
        let same = known.iter_mut().find(|one| {
            one.spend == way.spend
                && (one.whole, one.direct, one.unless) == (way.whole, way.direct, way.unless)
                && one.marks == way.marks
                && one.fills_as == way.fills_as
        });
        match same {
            Some(one) => {
                one.rules = self.join(one.rules, way.rules);
                true
            }
            None => false,
        }
    }

    /// Interns a kind and returns its number.
    pub(super) fn number(&mut self, kind: &KindName) -> KindId {
        self.kinds.intern(kind)
    }
}

/// Checks whether `a` dominates `b`: it spends no more, requires no more and has the same effects.
fn dominates(a: &Way, b: &Way) -> bool {
    a.whole == b.whole
        && b.spend.covers(&a.spend)
        && a.unless & !b.unless == 0
        && a.marks == b.marks
        && a.fills_as == b.fills_as
        && (a.direct || !b.direct)
}

/// Adds a way unless a known one dominates it or the list is full, and removes those that it
/// dominates. Returns whether it was added.
fn keep(ways: &mut Vec<Way>, way: Way) -> bool {
    if ways.len() >= WAYS_MAX || ways.iter().any(|one| dominates(one, &way)) {
        return false;
    }
    ways.retain(|one| !dominates(&way, one));
    ways.push(way);
    true
}

fn prune(ways: Vec<Way>) -> Vec<Way> {
    let mut kept = Vec::new();
    for way in ways {
        keep(&mut kept, way);
    }
    kept
}
