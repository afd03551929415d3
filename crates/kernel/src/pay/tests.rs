//! Payments equal those of a slow and obvious search, on random sheets, bills and limits.

use super::*;
use crate::ids::{ActivityId, BillId, KindId};
use crate::model::sheet::{ActionOption, Lane, Recipe};

/// Pseudorandom numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % count
    }
}

const LANE_COUNT: usize = 5;

fn recipe(numbers: &mut Numbers) -> Recipe {
    let mut spend = Purse::EMPTY;
    for _ in 0..1 + numbers.below(2) {
        spend.set(numbers.below(LANE_COUNT as u64) as usize, 1 + numbers.below(5) as u32);
    }
    let mut fill = SlotUses { single: 1 << numbers.below(3) & 0b11, counted: 0 };
    fill.set_count(1, numbers.below(3) as u32);
    let kind = KindId(numbers.below(3) as u16);
    Recipe {
        spend,
        lanes: spend.lane_set(),
        fill,
        moments: Moments(1 + numbers.below(3) as u16),
        gates: u8::from(numbers.below(8) == 0),
        spends_all: numbers.below(16) == 0,
        blocked_by: u64::from(numbers.below(8) == 0),
        adds_conditions: 0,
        conditional_adds: [(0, 0); 2],
        // The last kind cannot be answered.
        instant: kind.0 == 2,
        kind,
        cost_rank: spend.total() as u16 + numbers.below(3) as u16,
        rules: RulesId(0),
        fill_rules: RulesId(0),
        source: RulesId(0),
    }
}

/// Returns a sheet with three units of a few recipes each, and bills of several shapes.
fn sheet(numbers: &mut Numbers) -> (Sheet, Vec<Vec<Alternative>>) {
    let mut sheet = Sheet { lanes: vec![Lane { kind: KindId(0) }; LANE_COUNT], ..Sheet::default() };
    for unit in 0..3 {
        let from = sheet.recipes.len() as u16;
        // A recipe that spends all tokens comes first or not at all. In a unit that is asked for
        // twice, it would leave the order of the recipes open.
        let own = |mut one: Recipe| {
            one.spends_all &= unit != 1;
            one
        };
        sheet.recipes.extend((0..1 + numbers.below(9)).map(|_| own(recipe(numbers))));
        sheet.units.push((from, sheet.recipes.len() as u16));
    }
    let one = |units: &[u16]| Alternative {
        units: units.iter().map(|&unit| UnitId(unit)).collect(),
        open: None,
        rules: RulesId(0),
    };
    let bills = vec![
        vec![one(&[0])],
        vec![one(&[0]), one(&[2])],
        vec![one(&[0, 1]), one(&[2])],
        vec![one(&[1, 1, 2])],
        vec![one(&[2]), one(&[1, 1])],
        vec![one(&[])],
    ];
    for bill in 0..bills.len() as u16 {
        sheet.options.push(ActionOption {
            activity: ActivityId(bill),
            bill: BillId(bill),
            fill: SlotUses::default(),
            prompted: false,
        });
    }
    (sheet, bills)
}

fn terms(numbers: &mut Numbers) -> PaymentLimits {
    let mut purse = Purse::EMPTY;
    for lane in 0..LANE_COUNT {
        purse.set(lane, numbers.below(8) as u32);
    }
    let mut room = SlotUses { single: numbers.below(4) | 1, counted: 0 };
    room.set_count(1, numbers.below(6) as u32);
    let gates = if numbers.below(2) == 0 { 0 } else { !0 };
    let moment = Moments(1 + numbers.below(3) as u16);
    PaymentLimits { purse, room, moment, gates, conditions: numbers.below(2), open: !0 }
}

/// A payment: tokens, slots, kinds, and whether it cannot be answered.
type Slow = (Purse, SlotUses, Vec<u16>, bool);

/// Returns every undominated payment, found by exhaustive search.
fn slowly(sheet: &Sheet, bill: &[Alternative], terms: &PaymentLimits) -> Vec<Slow> {
    let mut all: Vec<Slow> = Vec::new();
    for alternative in bill {
        let mut partial: Vec<Slow> = vec![(Purse::EMPTY, SlotUses::default(), Vec::new(), true)];
        for unit in &alternative.units {
            let mut longer = Vec::new();
            for (spend, fill, kinds, instant) in &partial {
                for recipe in sheet.recipes_of(*unit) {
                    let allowed = recipe.moments.meets(terms.moment)
                        && recipe.gates & !terms.gates == 0
                        && recipe.blocked_by & terms.conditions == 0;
                    let (more, first) = match recipe.spends_all {
                        true => (terms.purse.only(&recipe.spend), spend.is_empty()),
                        false => (recipe.spend, true),
                    };
                    let (sum, full) = (spend.plus(&more), fill.plus(&recipe.fill));
                    let (Some(sum), Some(full)) = (sum, full) else { continue };
                    let fits = terms.purse.covers(&sum) && terms.room.fits(&full);
                    if allowed && fits && first && !(recipe.spends_all && more.is_empty()) {
                        let mut kinds: Vec<u16> = kinds.clone();
                        kinds.push(recipe.kind.0);
                        kinds.sort_unstable();
                        longer.push((sum, full, kinds, *instant && recipe.instant));
                    }
                }
            }
            partial = longer;
        }
        all.extend(
            partial
                .into_iter()
                .map(|one| (one.0, one.1, one.2.clone(), one.3 && !one.2.is_empty())),
        );
    }
    let pointless = |one: &Slow| {
        all.iter().any(|other| {
            one.0.covers(&other.0)
                && one.1.includes(&other.1)
                && (other.3 || !one.3)
                && ((one.0, one.1) != (other.0, other.1) || one.2 == other.2 && other.3 && !one.3)
        })
    };
    let mut left: Vec<_> = all.iter().filter(|one| !pointless(one)).cloned().collect();
    left.sort_by(|a, b| {
        (a.0, a.1.single, a.1.counted, &a.2).cmp(&(b.0, b.1.single, b.1.counted, &b.2))
    });
    left.dedup();
    left
}

#[test]
fn payments_are_those_that_a_slow_search_finds() {
    let mut numbers = Numbers(5);
    let (mut found, mut several, mut joint) = (Vec::new(), 0, 0);
    for _ in 0..1500 {
        let (plain, bills) = sheet(&mut numbers);
        let sheet = &plain;
        let laid_out = PaymentTables::new(sheet, &bills);
        assert!(!laid_out.tables.is_empty());
        joint += laid_out.tables.iter().filter(|ways| ways.is_multi_unit()).count();
        let terms = terms(&mut numbers);
        for bill in &bills {
            let expected = slowly(&plain, bill, &terms);
            several += usize::from(expected.len() > 2);
            for tables in [PaymentTables::none(), &laid_out] {
                payments(sheet, tables, bill, &terms, &mut found);
                assert!(found.is_sorted_by_key(Payment::rank));
                let kinds = |one: &Payment| {
                    let recipes = one.recipes().iter();
                    let mut kinds: Vec<u16> =
                        recipes.map(|&at| sheet.recipes[at as usize].kind.0).collect();
                    kinds.sort_unstable();
                    kinds
                };
                let mut listed: Vec<_> = found
                    .iter()
                    .map(|one| (one.spend, one.fill, kinds(one), one.instant))
                    .collect();
                listed.sort_by(|a, b| {
                    (a.0, a.1.single, a.1.counted, &a.2).cmp(&(b.0, b.1.single, b.1.counted, &b.2))
                });
                listed.dedup();
                assert_eq!(listed, expected, "{bill:?} {terms:?}");
                assert_eq!(payable(sheet, tables, bill, &terms), !expected.is_empty());
            }
        }
    }
    assert!(several > 500, "{several} bills with a choice");
    assert!(joint > 500, "{joint} bills of several units laid out");
}
