//! Builds recipes and bills: all ways to get a unit, and what activities cost.

use std::collections::BTreeMap;

use kernel::pay::Alternative;
use kernel::{BillId, Lane, Recipe, RulesId, Sheet, SlotUses, UnitId};

use super::Build;
use super::closure::Way;
use super::exprs::evaluate;
use super::prices::{Price, UnitName};
use super::protos::Proto;
use super::slots::Layout;
use crate::kinds::KindName;

impl Build<'_> {
    pub(super) fn recipes(
        &mut self,
        sheet: &mut Sheet,
        proto: &Proto,
        chosen: &[usize],
        ways: &BTreeMap<KindName, Vec<Way>>,
        layout: &mut Layout,
    ) {
        let mut units: Vec<UnitName> = Vec::new();
        let mut want = |unit: &UnitName| {
            if !units.contains(unit) {
                units.push(unit.clone());
            }
        };
        for &at in chosen {
            for price in self.prices_for(at, proto) {
                price.units.iter().for_each(&mut want);
            }
        }
        for cover in &self.tokens.covers {
            want(&UnitName::Letter { base: cover.base, part: None });
        }
        for unit in &units {
            let id = self.unit_number(unit);
            let from = sheet.recipes.len();
            let mut found = self.unit_recipes(unit, &sheet.lanes, proto, ways, layout);
            found.sort_by_key(|recipe| (recipe.cost_rank, recipe.spend.total(), recipe.spend));
            for recipe in &found {
                sheet.usable = sheet.usable.union(recipe.moments);
                let block = (recipe.fill, recipe.fill_rules);
                if recipe.fill.total() > 1 && !sheet.blocks.contains(&block) {
                    sheet.blocks.push(block);
                }
            }
            sheet.recipes.extend(found);
            if sheet.units.len() <= id.index() {
                sheet.units.resize(id.index() + 1, (0, 0));
            }
            sheet.units[id.index()] = (from as u16, sheet.recipes.len() as u16);
        }
        sheet.units.resize(self.unit_names.len().max(sheet.units.len()), (0, 0));
    }

    fn unit_number(&mut self, unit: &UnitName) -> UnitId {
        let known = self.unit_names.iter().position(|one| one == unit);
        UnitId(known.unwrap_or_else(|| {
            self.unit_names.push(unit.clone());
            let rules = self.unit_rules(unit);
            self.game.units.push(rules);
            self.unit_names.len() - 1
        }) as u16)
    }

    fn unit_rules(&mut self, unit: &UnitName) -> RulesId {
        match unit {
            UnitName::Letter { base, .. } => self.tokens.base_rules[usize::from(*base)],
            UnitName::Kind(kind) | UnitName::Token(kind) => self.direct_rules(kind),
        }
    }

    fn unit_recipes(
        &mut self,
        unit: &UnitName,
        lanes: &[Lane],
        proto: &Proto,
        ways: &BTreeMap<KindName, Vec<Way>>,
        layout: &mut Layout,
    ) -> Vec<Recipe> {
        let mut recipes: Vec<Recipe> = Vec::new();
        for (kind, ways) in ways {
            let (serves, direct) = match unit {
                UnitName::Letter { base, part } => {
                    (kind.base == *base && kind.part == *part, false)
                }
                UnitName::Kind(one) => (kind == one, false),
                UnitName::Token(one) => (kind == one, true),
            };
            let currency = self.dictionary.base(kind.base).currency;
            if !serves || currency {
                continue;
            }
            for way in ways.iter().filter(|way| way.direct || !direct) {
                let whenever = self.recipe(kind, way, lanes, proto, layout);
                for (moments, unless) in self.usable_unless(kind) {
                    let without = whenever.blocked_by | unless;
                    let recipe = Recipe { moments, blocked_by: without, ..whenever };
                    // A recipe is left out if another one is at least as good at all of its
                    // moments.
                    let pointless = recipes.iter().any(|one| {
                        one.moments.0 & recipe.moments.0 == recipe.moments.0
                            && one.gates & !recipe.gates == 0
                            && one.blocked_by & !recipe.blocked_by == 0
                            && one.spends_all == recipe.spends_all
                            && one.instant == recipe.instant
                            && recipe.spend.covers(&one.spend)
                            && recipe.fill.includes(&one.fill)
                    });
                    if !pointless {
                        recipes.push(recipe);
                    }
                }
            }
        }
        recipes
    }

    fn recipe(
        &mut self,
        kind: &KindName,
        way: &Way,
        lanes: &[Lane],
        proto: &Proto,
        layout: &mut Layout,
    ) -> Recipe {
        let id = self.number(kind);
        let (mut rules, mut fill_rules) = (way.rules, RulesId(0));
        let mut fill = SlotUses::default();
        let mut filled = self.filled_by(&way.fills_as, proto);
        let (mut barred, mut left) = (self.barred_by(&way.fills_as), self.left_by(&way.fills_as));
        let (marks, then) = self.brought_by(kind);
        if self.is_beyond(&way.fills_as) {
            for (lane, count) in way.spend.lanes() {
                let held = self.kinds.name(lanes[lane].kind).clone();
                for (slot, _) in (0..count).flat_map(|_| self.filled_by(&held, proto)) {
                    let taken = filled.iter().position(|(one, _)| one.name == slot.name);
                    taken.map(|at| filled.remove(at));
                }
            }
            if filled.is_empty() {
                (barred, left) = (Vec::new(), 0);
            }
        }
        for (slot, by) in filled {
            fill_rules = self.join(fill_rules, by);
            rules = self.join(rules, by);
            rules = self.join(rules, slot.rules);
            self.fill(&mut fill, &slot, proto, layout);
        }
        let mut gates = 0;
        for &prefix in &kind.prefixes {
            let def = self.dictionary.prefix(prefix);
            if def.gated {
                let bit = self.dictionary.gates.iter().position(|(name, _)| *name == *def.id);
                gates |= bit.map_or(0, |bit| 1 << bit);
            }
        }
        for gate in self.tokens.gates.clone() {
            let behind = gate.prefixes.iter().all(|prefix| kind.prefixes.contains(prefix));
            // Tokens that are behind the gate themselves do not need it open.
            let from_behind = way.spend.lanes().all(|(lane, _)| {
                let held = self.kinds.name(lanes[lane].kind);
                gate.prefixes.iter().all(|prefix| held.prefixes.contains(prefix))
            });
            if behind && !from_behind {
                gates |= 1 << gate.bit;
            }
        }
        let instant = kind.prefixes.iter().any(|&at| self.dictionary.prefix(at).instant);
        Recipe {
            lanes: way.spend.lane_set(),
            spend: way.spend,
            fill,
            moments: self.usable(kind),
            gates,
            spends_all: way.whole,
            blocked_by: barred.iter().fold(way.unless, |all, (unless, _)| all | unless),
            adds_conditions: way.marks | left | marks,
            conditional_adds: then,
            instant,
            kind: id,
            cost_rank: way.worth.min(u32::from(u16::MAX)) as u16,
            rules,
            fill_rules,
            source: if way.direct { RulesId(0) } else { way.rules },
        }
    }

    /// Returns the prices that a combatant can choose from, up to the first without `while`.
    pub(super) fn prices_for(&self, at: usize, proto: &Proto) -> Vec<Price> {
        let holds = |price: &&Price| {
            let when = price.when.as_ref();
            when.is_none_or(|when| evaluate(&when.tree, proto).is_some_and(|value| value != 0))
        };
        let mut prices = Vec::new();
        for price in self.definitions[at].prices.iter().filter(holds) {
            prices.push(price.clone());
            if price.open.is_none() {
                break;
            }
        }
        prices
    }

    /// Returns the bill of several prices, any of which may be paid.
    pub(super) fn bill(&mut self, prices: &[Price]) -> BillId {
        let mut bill: Vec<Alternative> = Vec::new();
        for price in prices {
            bill.extend(self.alternatives(&price.units, price.open, price.rules));
        }
        if let Some(at) = self.game.bills.iter().position(|one| *one == bill) {
            return BillId(at as u16);
        }
        self.game.bills.push(bill);
        BillId((self.game.bills.len() - 1) as u16)
    }

    /// Returns one price, with a cover unit as a further alternative where a rule allows it.
    fn alternatives(
        &mut self,
        units: &[UnitName],
        open: Option<kernel::ExprId>,
        rules: RulesId,
    ) -> Vec<Alternative> {
        let mut numbers: Vec<UnitId> = units.iter().map(|unit| self.unit_number(unit)).collect();
        numbers.sort_unstable();
        let mut bill = vec![Alternative { units: numbers, open, rules }];
        for cover in self.tokens.covers.clone() {
            let covered = !units.is_empty()
                && units.iter().all(|unit| match unit {
                    UnitName::Letter { base, .. } => cover.bill.contains(base),
                    UnitName::Kind(_) | UnitName::Token(_) => false,
                });
            let whole = UnitName::Letter { base: cover.base, part: None };
            if covered && units != [whole.clone()] {
                let rules = self.join(rules, cover.rules);
                let units = vec![self.unit_number(&whole)];
                bill.push(Alternative { units, open, rules });
            }
        }
        bill
    }
}
