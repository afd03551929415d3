//! The search.

use std::collections::{BTreeMap, BTreeSet};

use super::written::Convert;
use super::{Asked, Kind, Model, Purse, Way, undominated};

/// A token come by: what is left of the purse, and the kind whose slots it fills when it is used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Got {
    left: Purse,
    fills: Kind,
    /// It was held, not made.
    direct: bool,
    /// Everything was given for it.
    whole: bool,
}

/// A bill paid in part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Paid {
    left: Purse,
    fill: BTreeMap<String, u32>,
}

/// One unit of a bill.
enum Unit {
    /// Any kind of this base.
    Letter(String),
    /// This kind.
    Kind(Kind),
    /// Such a token itself.
    Token(Kind),
}

impl Model {
    /// Every undominated way to pay a bill.
    pub(crate) fn ways(&self, bill: &str, asked: &Asked) -> BTreeSet<Way> {
        let exact = bill.starts_with('=');
        let unit = |kind: Kind| match (exact, kind.0.is_empty()) {
            (true, _) => Unit::Token(kind),
            (false, true) => Unit::Letter(kind.1),
            (false, false) => Unit::Kind(kind),
        };
        let units: Vec<Unit> = self
            .tokens(bill.trim_start_matches('='))
            .into_iter()
            .filter(|kind| !self.bases[&kind.1].nothing)
            .map(unit)
            .collect();
        let mut search = Search::new(self, asked);
        let mut all = search.pay(&units);
        for (base, covered) in &self.covers {
            let fits = |unit: &Unit| matches!(unit, Unit::Letter(one) if covered.contains(one));
            if !units.is_empty() && units.iter().all(fits) {
                all.extend(search.pay(&[Unit::Letter(base.clone())]));
            }
        }
        undominated(&all)
    }

    /// Kinds that could be come by if amounts did not matter.
    fn within_reach(&self, purse: &Purse) -> BTreeSet<Kind> {
        let mut reach: BTreeSet<Kind> = purse.keys().cloned().collect();
        reach.extend(self.whole.iter().map(|convert| convert.output.clone()));
        let free = self.bases.iter().filter(|(_, base)| base.free);
        reach.extend(free.map(|(name, _)| (Vec::new(), name.clone())));
        for (at, _) in self.prefixes.iter().enumerate().filter(|(_, one)| one.borrows) {
            reach.extend(purse.keys().filter_map(|kind| self.lifted(kind, &[at])));
        }
        loop {
            let mut found = BTreeSet::new();
            for kind in &reach {
                found.extend(self.drops.iter().filter_map(|at| without_prefix(kind, *at)));
                for convert in &self.converts {
                    let Some(lift) = difference(kind, &convert.inputs[0]) else { continue };
                    let input = |one: &Kind| self.lifted(one, &lift);
                    let met = |one: &Kind| input(one).is_some_and(|one| reach.contains(&one));
                    if (lift.is_empty() || convert.lifts) && convert.inputs.iter().all(met) {
                        found.extend(self.lifted(&convert.output, &lift));
                    }
                }
            }
            let before = reach.len();
            reach.extend(found);
            if reach.len() == before {
                return reach;
            }
        }
    }
}

/// Conversions one after another, at most.
const CHAIN_MAX: u32 = 9;

/// The search for one question.
struct Search<'a> {
    model: &'a Model,
    asked: &'a Asked,
    purse: Purse,
    reach: BTreeSet<Kind>,
    /// Answers given already: the same question is asked again and again.
    known: BTreeMap<(Kind, Purse, u32), BTreeSet<Got>>,
}

impl<'a> Search<'a> {
    fn new(model: &'a Model, asked: &'a Asked) -> Search<'a> {
        let mut purse = Purse::new();
        for token in model.tokens(&asked.purse) {
            *purse.entry(token).or_default() += 1;
        }
        let reach = model.within_reach(&purse);
        Search { model, asked, purse, reach, known: BTreeMap::new() }
    }

    fn pay(&mut self, units: &[Unit]) -> BTreeSet<Way> {
        let start = Paid { left: self.purse.clone(), fill: BTreeMap::new() };
        let mut paid = BTreeSet::from([start]);
        for unit in units {
            let mut next = BTreeSet::new();
            for so_far in &paid {
                for got in self.serving(unit, &so_far.left) {
                    next.extend(self.used(so_far, &got));
                }
            }
            paid = next;
        }
        let spent = |left: &Purse| -> BTreeMap<String, u32> {
            let amount = |kind: &Kind, held: u32| held - left.get(kind).copied().unwrap_or(0);
            let all = self.purse.iter();
            let all = all.map(|(kind, &held)| (self.model.show(kind), amount(kind, held)));
            all.filter(|(_, amount)| *amount > 0).collect()
        };
        paid.iter().map(|one| Way { spend: spent(&one.left), fill: one.fill.clone() }).collect()
    }

    /// The bill with one more token used, if the limits allow it.
    fn used(&self, so_far: &Paid, got: &Got) -> Option<Paid> {
        let mut fill = so_far.fill.clone();
        let slots = self.model.slots_unless(&got.fills, &self.asked.conditions)?;
        for (slot, cap) in slots.into_iter().filter(|(_, cap)| *cap < 127) {
            let before = self.asked.used.iter().filter(|one| **one == slot).count() as u32;
            let uses = fill.entry(slot).or_default();
            *uses += 1;
            if *uses + before > cap {
                return None;
            }
        }
        Some(Paid { left: got.left.clone(), fill })
    }

    /// Every way to come by a token that serves as this unit.
    fn serving(&mut self, unit: &Unit, left: &Purse) -> Vec<Got> {
        let (model, asked) = (self.model, self.asked);
        let kinds: Vec<Kind> = match unit {
            Unit::Letter(base) => {
                self.reach.iter().filter(|kind| kind.1 == *base).cloned().collect()
            }
            Unit::Kind(kind) | Unit::Token(kind) => vec![kind.clone()],
        };
        let mut found = Vec::new();
        for kind in kinds.iter() {
            if !model.usable(kind, &asked.moment, &asked.conditions) {
                continue;
            }
            let gated = kind.0.iter().any(|&at| model.prefixes[at].gated);
            if model.bases[&kind.1].currency || gated && !asked.gates {
                continue;
            }
            let behind = |kind: &Kind, gate: &Vec<usize>| gate.iter().all(|at| kind.0.contains(at));
            let shut: Vec<&Vec<usize>> = match asked.gates {
                true => Vec::new(),
                false => model.gates.iter().filter(|gate| behind(kind, gate)).collect(),
            };
            for got in self.obtain(kind, left, CHAIN_MAX) {
                // What is behind a gate from the start needs no opening.
                let held = spent(left, &got.left)
                    .iter()
                    .all(|one| shut.iter().all(|gate| behind(one, gate)));
                if (held || got.whole) && (got.direct || !matches!(unit, Unit::Token(_))) {
                    found.push(got);
                }
            }
        }
        found
    }

    /// Everything that is held, as long as none of it has been spent.
    fn give_everything(&self, kind: &Kind, left: &Purse) -> Option<Got> {
        let (model, asked) = (self.model, self.asked);
        let counts = |kind: &Kind| !kind.0.iter().any(|&at| model.prefixes[at].apart);
        let given = self.purse.keys().any(counts);
        let barred =
            |convert: &Convert| convert.unless.iter().any(|one| asked.conditions.contains(one));
        model.whole.iter().find(|one| one.output == *kind && !barred(one))?;
        let mut rest = left.clone();
        rest.retain(|kind, _| !counts(kind));
        let got = Got { left: rest, fills: kind.clone(), direct: false, whole: true };
        (given && left == &self.purse).then_some(got)
    }

    /// Every way to come by one token of a kind, with so many conversions one after another.
    fn obtain(&mut self, kind: &Kind, left: &Purse, chain: u32) -> BTreeSet<Got> {
        if !self.reach.contains(kind) {
            return BTreeSet::new();
        }
        let question = (kind.clone(), left.clone(), chain);
        if let Some(found) = self.known.get(&question) {
            return found.clone();
        }
        let mut found = self.held(kind, left);
        if chain > 0 {
            self.converted(kind, left, chain, &mut found);
        }
        self.known.insert(question, found.clone());
        found
    }

    /// A token that is there, or is borrowed from what is there.
    fn held(&self, kind: &Kind, left: &Purse) -> BTreeSet<Got> {
        let model = self.model;
        let mut found = BTreeSet::new();
        let fills = kind.clone();
        if let Some(left) = without(left, kind) {
            found.insert(Got { left, fills: fills.clone(), direct: true, whole: false });
        }
        if kind.0.is_empty() && model.bases[&kind.1].free {
            found.insert(Got {
                left: left.clone(),
                fills: fills.clone(),
                direct: true,
                whole: false,
            });
        }
        for (at, _) in model.prefixes.iter().enumerate().filter(|(_, one)| one.borrows) {
            let Some(lender) = without_prefix(kind, at) else { continue };
            // A currency is no action that could be taken ahead of time.
            let lends = !model.is_timed(&lender) && !model.bases[&lender.1].currency;
            if let Some(left) = without(left, &lender).filter(|_| lends) {
                // A loan is the action itself, taken ahead of time.
                found.insert(Got { left, fills: fills.clone(), direct: true, whole: false });
            }
        }
        found.extend(self.give_everything(kind, left));
        found
    }

    fn converted(&mut self, kind: &Kind, left: &Purse, chain: u32, found: &mut BTreeSet<Got>) {
        let (model, asked) = (self.model, self.asked);
        for convert in &model.converts {
            if convert.unless.iter().any(|one| asked.conditions.contains(one)) {
                continue;
            }
            let Some(lift) = difference(kind, &convert.output) else { continue };
            if !lift.is_empty() && !convert.lifts {
                continue;
            }
            let mut partial = BTreeSet::from([(left.clone(), kind.clone(), false)]);
            for input in &convert.inputs {
                let input = model.lifted(input, &lift);
                let mut next = BTreeSet::new();
                for (left, fills, _) in partial.iter().filter(|_| input.is_some()) {
                    let Some(input) = &input else { continue };
                    for got in self.obtain(input, left, chain - 1) {
                        let source = convert.by_source && !model.slots(&got.fills).is_empty();
                        let fills = if source { got.fills } else { fills.clone() };
                        // All there is goes on as a whole, with nothing beside it.
                        let alone = !got.whole || convert.inputs.len() == 1;
                        if alone && (convert.chains || got.direct) {
                            next.insert((got.left, fills, got.whole));
                        }
                    }
                }
                partial = next;
            }
            found.extend(partial.into_iter().map(|(left, fills, whole)| Got {
                left,
                fills,
                direct: false,
                whole,
            }));
        }
        for &at in &model.drops {
            if let Some(full) = model.lifted(kind, &[at]) {
                for got in self.obtain(&full, left, chain - 1) {
                    found.insert(Got { fills: kind.clone(), direct: false, ..got });
                }
            }
        }
    }
}

/// Kinds of which there are fewer than before.
fn spent(before: &Purse, after: &Purse) -> Vec<Kind> {
    let fewer = |kind: &Kind, held: u32| after.get(kind).copied().unwrap_or(0) < held;
    before.iter().filter(|(kind, held)| fewer(kind, **held)).map(|(kind, _)| kind.clone()).collect()
}

/// The kind without one prefix, if it has it.
fn without_prefix((prefixes, base): &Kind, at: usize) -> Option<Kind> {
    let place = prefixes.iter().position(|&one| one == at)?;
    let mut rest = prefixes.clone();
    rest.remove(place);
    Some((rest, base.clone()))
}

/// A purse with one token less.
fn without(purse: &Purse, kind: &Kind) -> Option<Purse> {
    let mut left = purse.clone();
    let amount = left.get_mut(kind).filter(|amount| **amount > 0)?;
    *amount -= 1;
    Some(left)
}

/// The prefixes that `kind` has beyond those of `of`; `None` if it is no such kind.
fn difference(kind: &Kind, of: &Kind) -> Option<Vec<usize>> {
    if kind.1 != of.1 {
        return None;
    }
    let mut rest = kind.0.clone();
    for prefix in &of.0 {
        let at = rest.iter().position(|one| one == prefix)?;
        rest.remove(at);
    }
    Some(rest)
}
