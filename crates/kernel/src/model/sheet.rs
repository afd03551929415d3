//! Sheets: data of one combatant that do not change during play, laid out for speed.
//!
//! The loader closes all conversions before play: a [`Recipe`] is one complete way to make one unit
//! of a bill, chains included, directly from tokens that this combatant can hold.

use crate::ids::{
    ActivityId, BillId, CombatantId, DiceId, KindId, RulesId, SideId, SlotId, SpanId, UnitId,
};
use crate::limits::OPTIONS_MAX;
use crate::model::board::Square;
use crate::model::moment::Moments;
use crate::purse::{Purse, Refill, SlotIndex, SlotUses};

/// The lane of a kind that the combatant cannot hold.
pub(crate) const NO_LANE: u8 = u8::MAX;

/// A combatant as the encounter begins.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The kinds of token held, lane by lane; at most [`crate::purse::LANES`].
    pub lanes: Vec<Lane>,
    /// The lane of each kind; 255 = it cannot be held (derived; empty before).
    pub lane_of: Vec<u8>,
    /// The tokens in the purse at the start and after each refresh.
    pub grant: Purse,
    /// Lanes that a refresh fills again. Tokens left in them lapse.
    pub refreshed: Purse,
    /// Lanes whose tokens keep the combatant from being out of actions.
    pub remaining: Purse,
    /// The slots this combatant can fill.
    pub slots: Vec<Slot>,
    /// All ways to make a unit, grouped by unit.
    pub recipes: Vec<Recipe>,
    /// The recipes of each unit, as a range, indexed by [`UnitId`].
    pub units: Vec<(u16, u16)>,
    /// The options that some recipes may pay for at each moment, one bit each (derived; empty
    /// before).
    pub payable_options: Vec<u128>,
    /// The options that may answer each activity, one bit each (derived): if it targets others, and
    /// if it targets this combatant. The last entry stands for anything that is no activity.
    pub response_options: Vec<[u128; 2]>,
    /// Options that may be declared with nothing prepared, one bit each (derived).
    pub legal_without_prepared: u128,
    /// Options that windows do not ask for by default, one bit each (derived).
    pub unprompted: u128,
    /// Options that windows ask for and that some recipes may pay for as a response, one bit each
    /// (derived).
    pub prompted: u128,
    /// Three sets of conditions of each option (derived): the actor must have all of the first and
    /// none of the second; some combatant must have one of the third, unless it is empty.
    pub condition_prereqs: Vec<[u64; 3]>,
    /// Options whose target has a known greatest distance, one bit each (derived).
    pub range_limited: u128,
    /// The slots that refill at the beginning of each span (derived; empty before).
    pub refills: Vec<Refill>,
    /// The slots that refill when this combatant's own turn begins (derived).
    pub own_refill: Refill,
    /// Uses of all slots when all are refilled (derived).
    pub room: SlotUses,
    /// Slots of each kind that fills several at once, with its rules. Once the kind is used, these
    /// rules are the reason why its slots are full.
    pub blocks: Vec<(SlotUses, RulesId)>,
    /// The options of this combatant, in the order of the ruleset.
    pub options: Vec<ActionOption>,
    /// Moments at which any option could be paid for. Other moments need no look at the options.
    pub usable: Moments,
    /// Starting values of all attributes, indexed by attribute.
    pub attributes: Vec<i16>,
    /// Fixed numbers, which never change.
    pub fixed: Vec<i16>,
    /// This combatant's own dice.
    pub dice: Vec<DiceId>,
    /// The square it stands on at the start; of several, the upper left one.
    pub square: Square,
    /// The squares along each edge of the block that it covers; 0 and 1 = one square.
    pub span: u8,
    /// Conditions and fixed tags at the start, one bit each.
    pub conditions: u64,
    /// The side at the start.
    pub side: SideId,
    /// The first combatant of its group of identical ones, itself included. Ties within a group are
    /// not broken. `None` = the rules have no such groups.
    pub alike: Option<CombatantId>,
}

/// Lane of a purse, for one kind of token.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// The kind.
    pub kind: KindId,
}

/// Slot as it applies to a combatant.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The slot of the ruleset.
    pub id: SlotId,
    /// Uses per span, 1 to [`crate::purse::AMOUNT_MAX`]; that maximum means unlimited.
    pub cap: u8,
    /// The place in [`SlotUses`] where it is stored.
    pub index: SlotIndex,
    /// The span at whose beginning it refills.
    pub per: SpanId,
    /// Whether the slot refills only when the turn of its owner begins.
    pub own: bool,
}

/// Activity that this combatant has, with its price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionOption {
    /// The activity.
    pub activity: ActivityId,
    /// Its price for this combatant.
    pub bill: BillId,
    /// The use-limits of the activity itself, beside those of its payment.
    pub fill: SlotUses,
    /// Whether answer windows ask for it. Otherwise it must be declared unasked.
    pub prompted: bool,
}

/// Most conditions that a recipe adds because of other conditions.
pub const THEN_MAX: usize = 2;

/// One way to make one unit of a bill.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Recipe {
    /// Tokens spent.
    pub spend: Purse,
    /// Lanes that `spend` names, one bit each.
    pub lanes: u32,
    /// Slots filled.
    pub fill: SlotUses,
    /// Moments at which its result may be used.
    pub moments: Moments,
    /// Gates an activity must open for it; 0 = none needed.
    pub gates: u8,
    /// Whether the recipe spends all tokens in the lanes of `spend`, at least one, instead of exact
    /// amounts.
    pub spends_all: bool,
    /// Conditions of which the payer must have none.
    pub blocked_by: u64,
    /// Conditions that it adds to the payer.
    pub adds_conditions: u64,
    /// Pairs of conditions: a payer who already has the first gets the second.
    pub conditional_adds: [(u64, u64); THEN_MAX],
    /// Whether a declaration paid with the recipe cannot be answered.
    pub instant: bool,
    /// The kind it yields.
    pub kind: KindId,
    /// Cost of the tokens, by which payments are sorted, cheapest first.
    pub cost_rank: u16,
    /// The rules behind it: kind, prefix, conversions, slots.
    pub rules: RulesId,
    /// The rules by which it fills its slots.
    pub fill_rules: RulesId,
    /// The conversions that it uses; none if a token serves directly.
    pub source: RulesId,
}

impl Sheet {
    /// Returns the lane that holds `kind`, if this combatant can hold it.
    #[inline]
    pub fn lane(&self, kind: KindId) -> Option<usize> {
        match self.lane_of.get(kind.index()) {
            Some(&lane) => (lane != NO_LANE).then_some(lane.into()),
            None => self.find_lane(kind),
        }
    }

    /// Searches the lanes for `kind`, without the derived table.
    pub(crate) fn find_lane(&self, kind: KindId) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.kind == kind)
    }

    /// Returns the recipes that make `unit`.
    #[inline(always)]
    pub fn recipes_of(&self, unit: UnitId) -> &[Recipe] {
        let (from, to) = self.units[unit.index()];
        &self.recipes[from as usize..to as usize]
    }

    /// Returns the bits of a set that stand for options on the sheet.
    #[inline(always)]
    pub(crate) fn options_within(&self, set: u128) -> u128 {
        match self.options.len() {
            OPTIONS_MAX.. => set,
            len => set & ((1 << len) - 1),
        }
    }

    /// Returns the options that may be payable at a moment, one bit each. The others cannot be paid
    /// for then, whatever tokens are held.
    #[inline(always)]
    pub(crate) fn payable_options(&self, moment: Moments) -> u128 {
        self.payable_options.get(moment.index()).copied().unwrap_or(!0)
    }

    /// Returns the options that may answer an activity, or anything else on the stack, one bit
    /// each. `me` = it targets this combatant. The requirements of the others fail.
    #[inline(always)]
    pub(crate) fn response_options(&self, answered: ActivityId, me: bool) -> u128 {
        let last = self.response_options.len().saturating_sub(1);
        self.response_options
            .get(answered.index().min(last))
            .map_or(!0, |both| both[usize::from(me)])
    }

    /// Returns false only if conditions rule an option out: those of the actor, or the target
    /// conditions `marked` that any combatant has.
    #[inline(always)]
    pub(crate) fn may_declare(&self, option: usize, conditions: u64, marked: u64) -> bool {
        self.condition_prereqs.get(option).is_none_or(|&[must, bars, marks]| {
            !conditions & must | conditions & bars == 0 && (marks == 0 || marked & marks != 0)
        })
    }

    /// Returns the slots that refill at the beginning of a span, whoever has the turn.
    pub(crate) fn refill_of(&self, span: usize) -> Refill {
        refill(self.slots.iter().filter(|slot| slot.per.index() == span && !slot.own))
    }

    /// Returns the slots that refill when the owner's turn begins.
    pub(crate) fn refill_of_own(&self) -> Refill {
        refill(self.slots.iter().filter(|slot| slot.own))
    }

    /// Returns true if both sheets have the same recipes and options, so that they share payments.
    pub(crate) fn pays_like(&self, other: &Sheet) -> bool {
        self.recipes == other.recipes && self.units == other.units && self.options == other.options
    }

    /// Returns true if a recipe yields a kind, or takes tokens of it and nothing else.
    pub(crate) fn is_way_of(&self, recipe: &Recipe, kind: KindId) -> bool {
        let only = |lane: usize| {
            recipe.spend.get(lane) > 0 && recipe.spend.total() == recipe.spend.get(lane)
        };
        recipe.kind == kind || self.lane(kind).is_some_and(only)
    }

    /// Returns the sheet with only the recipes of this kind for each unit that it can make. Other
    /// units keep their recipes.
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

    /// Returns the slot as it applies to this combatant, if it can fill it.
    pub fn slot(&self, id: SlotId) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.id == id)
    }

    /// Returns the index of an activity among this combatant's options.
    pub fn option(&self, activity: ActivityId) -> Option<usize> {
        self.options.iter().position(|option| option.activity == activity)
    }
}

/// Returns the refill of some slots.
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
