//! Sheets: everything about one combatant that does not change during play, laid out for speed.
//!
//! The loader closes all conversions ahead of play: a [`Recipe`] is one complete way to come by one
//! unit of a bill, chains included, straight from tokens this combatant can hold.

use crate::ids::{
    ActivityId, BillId, CombatantId, DiceId, KindId, RulesId, SideId, SlotId, SpanId, UnitId,
};
use crate::limits::OPTIONS_MAX;
use crate::model::board::Square;
use crate::model::moment::Moments;
use crate::purse::{Purse, Refill, SlotIndex, SlotUses};

/// No lane of a purse.
pub(crate) const NO_LANE: u8 = u8::MAX;

/// A combatant as the encounter begins.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The kinds of token held, lane by lane; at most [`crate::purse::LANES`].
    pub lanes: Vec<Lane>,
    /// The lane of each kind, 255 for those not held; empty until the game is laid out.
    pub lane_of: Vec<u8>,
    /// The tokens in the purse at the start and after each refresh.
    pub grant: Purse,
    /// Lanes that a refresh fills again; what was left in them lapses.
    pub refreshed: Purse,
    /// Lanes whose tokens mean "not out of actions yet".
    pub remaining: Purse,
    /// The slots this combatant can fill.
    pub slots: Vec<Slot>,
    /// Every way to come by a unit, grouped by unit.
    pub recipes: Vec<Recipe>,
    /// The recipes of each unit, as a range, indexed by [`UnitId`].
    pub units: Vec<(u16, u16)>,
    /// Options, one bit each, that some recipes may pay for at each moment; empty until the game is
    /// laid out.
    pub payable_options: Vec<u128>,
    /// Options, one bit each, that may answer each activity, by its place, and what is none: aimed
    /// at others, and at oneself; laid out, too.
    pub response_options: Vec<[u128; 2]>,
    /// Options that may be declared by someone who has nothing prepared; laid out, too.
    pub legal_without_prepared: u128,
    /// Options that windows do not ask for unless told to; laid out, too.
    pub unprompted: u128,
    /// Options that windows ask for and that some recipes may pay for then; laid out, too.
    pub prompted: u128,
    /// For each option, conditions without all of which it cannot be declared, and with any of
    /// which; and those of which somebody has to have one, unless there are none; laid out, too.
    pub condition_prereqs: Vec<[u64; 3]>,
    /// Options, one bit each, that are told by how near their target is; laid out, too.
    pub range_limited: u128,
    /// The slots that refill at the beginning of each span, by span; empty until the game is laid
    /// out.
    pub refills: Vec<Refill>,
    /// The slots that refill when this combatant's own turn begins; laid out, too.
    pub own_refill: Refill,
    /// Uses of all slots when all are refilled (derived).
    pub room: SlotUses,
    /// Kinds that fill several slots at once: which, and by which rules. Once such a kind is used,
    /// these rules are why its slots are full.
    pub blocks: Vec<(SlotUses, RulesId)>,
    /// The options of this combatant, in the order of the ruleset.
    pub options: Vec<ActionOption>,
    /// Moments in which any option at all could be paid for, to pass over the others quickly.
    pub usable: Moments,
    /// Starting values of all attributes, indexed by attribute.
    pub attributes: Vec<i16>,
    /// Numbers that never change.
    pub fixed: Vec<i16>,
    /// Dice that are this combatant's own.
    pub dice: Vec<DiceId>,
    /// Where it stands at the start.
    pub square: Square,
    /// Conditions and fixed tags at the start, one bit each.
    pub conditions: u64,
    /// The side at the start.
    pub side: SideId,
    /// The first of those identical to it, itself included: no tie between them is broken. `None`
    /// where the rules know no such groups.
    pub alike: Option<CombatantId>,
}

/// One kind of token in a purse.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// The kind.
    pub kind: KindId,
}

/// One slot as it applies to a combatant.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Which slot of the ruleset.
    pub id: SlotId,
    /// Uses per span, 1 to [`crate::purse::AMOUNT_MAX`]; that maximum means unlimited.
    pub cap: u8,
    /// Where the room keeps it.
    pub index: SlotIndex,
    /// The span at whose beginning it refills.
    pub per: SpanId,
    /// It refills only when the turn of its owner begins.
    pub own: bool,
}

/// Something this combatant can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionOption {
    /// The activity.
    pub activity: ActivityId,
    /// Its price for this combatant.
    pub bill: BillId,
    /// The use-limits of the activity itself, beside those of its payment.
    pub fill: SlotUses,
    /// Whether answer windows ask for it (otherwise it is only taken when declared unasked).
    pub prompted: bool,
}

/// Conditions that a recipe may bring because of others, at most.
pub const THEN_MAX: usize = 2;

/// One way to come by one unit of a bill.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Recipe {
    /// Tokens spent.
    pub spend: Purse,
    /// Lanes that `spend` names, one bit each.
    pub lanes: u32,
    /// Slots filled.
    pub fill: SlotUses,
    /// When its result may be used.
    pub moments: Moments,
    /// Gates an activity must open for it; 0 = none needed.
    pub gates: u8,
    /// Spends whatever is in the lanes of `spend`, at least one token, instead of exact amounts.
    pub spends_all: bool,
    /// Conditions the payer must be free of.
    pub blocked_by: u64,
    /// Conditions that it brings.
    pub adds_conditions: u64,
    /// Pairs of conditions: a payer who already has the first gets the second.
    pub conditional_adds: [(u64, u64); THEN_MAX],
    /// Its result cannot be answered.
    pub instant: bool,
    /// The kind it yields.
    pub kind: KindId,
    /// How dear the tokens are, to list the cheapest payment first.
    pub cost_rank: u16,
    /// The rules behind it: kind, prefix, conversions, slots.
    pub rules: RulesId,
    /// The rules by which it fills its slots.
    pub fill_rules: RulesId,
    /// The conversions by which it comes about; none for a token used as what it is.
    pub source: RulesId,
}

impl Sheet {
    /// The lane that holds `kind`, if this combatant can hold it.
    #[inline]
    pub fn lane(&self, kind: KindId) -> Option<usize> {
        match self.lane_of.get(kind.index()) {
            Some(&lane) => (lane != NO_LANE).then_some(lane.into()),
            None => self.find_lane(kind),
        }
    }

    /// The same, looked for.
    pub(crate) fn find_lane(&self, kind: KindId) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.kind == kind)
    }

    /// The recipes that serve as `unit`.
    #[inline(always)]
    pub fn recipes_of(&self, unit: UnitId) -> &[Recipe] {
        let (from, to) = self.units[unit.index()];
        &self.recipes[from as usize..to as usize]
    }

    /// The options that a set names, one bit each.
    #[inline(always)]
    pub(crate) fn options_within(&self, set: u128) -> u128 {
        match self.options.len() {
            OPTIONS_MAX.. => set,
            len => set & ((1 << len) - 1),
        }
    }

    /// Options, one bit each, that may be worth a look at a moment: the others cannot be paid for
    /// then, whatever is held.
    #[inline(always)]
    pub(crate) fn payable_options(&self, moment: Moments) -> u128 {
        self.payable_options.get(moment.index()).copied().unwrap_or(!0)
    }

    /// Options, one bit each, that may be worth a look in answer to an activity, or to what is
    /// none: the others' requirements fail.
    #[inline(always)]
    pub(crate) fn response_options(&self, answered: ActivityId, me: bool) -> u128 {
        let last = self.response_options.len().saturating_sub(1);
        self.response_options
            .get(answered.index().min(last))
            .map_or(!0, |both| both[usize::from(me)])
    }

    /// Whether someone with some conditions may be able to declare an option, given those that
    /// anybody has and that targets are told by.
    #[inline(always)]
    pub(crate) fn may_declare(&self, option: usize, conditions: u64, marked: u64) -> bool {
        self.condition_prereqs.get(option).is_none_or(|&[must, bars, marks]| {
            !conditions & must | conditions & bars == 0 && (marks == 0 || marked & marks != 0)
        })
    }

    /// The slots that refill at the beginning of a span, whoever has the turn.
    pub(crate) fn refill_of(&self, span: usize) -> Refill {
        refill(self.slots.iter().filter(|slot| slot.per.index() == span && !slot.own))
    }

    /// The slots that refill when the owner's turn begins.
    pub(crate) fn refill_of_own(&self) -> Refill {
        refill(self.slots.iter().filter(|slot| slot.own))
    }

    /// Whether someone with another sheet pays in the same ways for the same things.
    pub(crate) fn pays_like(&self, other: &Sheet) -> bool {
        self.recipes == other.recipes && self.units == other.units && self.options == other.options
    }

    /// Whether a recipe yields a kind, or takes tokens of it and nothing else.
    pub(crate) fn is_way_of(&self, recipe: &Recipe, kind: KindId) -> bool {
        let only = |lane: usize| {
            recipe.spend.get(lane) > 0 && recipe.spend.total() == recipe.spend.get(lane)
        };
        recipe.kind == kind || self.lane(kind).is_some_and(only)
    }

    /// The sheet as it would be if this kind were the only way to come by whatever it can serve as.
    pub(crate) fn restricted(&self, kind: KindId) -> Sheet {
        let uses = |recipe: &&Recipe| self.is_way_of(recipe, kind);
        let mut sheet = Sheet { recipes: Vec::new(), units: Vec::new(), ..self.clone() };
        for &(from, to) in &self.units {
            let all = &self.recipes[from as usize..to as usize];
            let start = sheet.recipes.len() as u16;
            if all.iter().any(|recipe| uses(&recipe)) {
                sheet.recipes.extend(all.iter().filter(uses));
            } else {
                sheet.recipes.extend(all);
            }
            sheet.units.push((start, sheet.recipes.len() as u16));
        }
        sheet
    }

    /// The slot as it applies here, if this combatant can fill it.
    pub fn slot(&self, id: SlotId) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.id == id)
    }

    /// The position of an activity among this combatant's options.
    pub fn option(&self, activity: ActivityId) -> Option<usize> {
        self.options.iter().position(|option| option.activity == activity)
    }
}

/// The refill of some slots.
fn refill<'a>(slots: impl Iterator<Item = &'a Slot>) -> Refill {
    let mut refill = Refill::default();
    for slot in slots {
        match slot.index {
            SlotIndex::Single(at) => refill.single(at.into()),
            SlotIndex::Counted(at) => refill.counted(at.into(), slot.cap.into()),
        }
    }
    refill
}
