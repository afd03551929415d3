//! The combatants of an encounter, with sets derived from all of them.
//!
//! Each change names its fields, and the [`ChangeJournal`] records them.

use std::ops::Deref;

use crate::ids::{AttributeId, CombatantId, CombatantSet, ConditionId, SideId, bit, iter_bits};
use crate::limits::{ATTRIBUTES_MAX, COMBATANTS_MAX, SIDES_MAX};
use crate::model::board::Square;
use crate::model::sheet::Sheet;
use crate::purse::{Purse, SlotIndex, SlotUses};
use crate::state::change_journal::{self, ChangeJournal, CombatantSets, FieldMask, JournalCursor};

/// Mutable state of one combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combatant {
    /// Tokens held.
    pub purse: Purse,
    /// Slots still free.
    pub slot_uses: SlotUses,
    /// Conditions and tags, one bit each.
    pub conditions: u64,
    /// Options, one bit each by position on the sheet, for which answer windows do not ask.
    pub unprompted: u128,
    /// Attributes.
    pub attributes: [i16; ATTRIBUTES_MAX],
    side: SideId,
    /// The square it stands on.
    pub square: Square,
    /// Whether the current movement has an odd number of diagonal steps.
    pub odd: bool,
    /// Whether the combatant stepped onto its square this turn and can only pass through that
    /// square.
    pub passing: bool,
    /// Rank in the turn order as last sorted. Tied combatants share one.
    pub rank: u8,
    /// A throw to break a tie, kept until the tie is broken; `None` = not thrown.
    pub thrown: Option<i16>,
    /// Whether the combatant takes no part: it has not entered yet, or has left.
    absent: bool,
}

/// The derived sets that one combatant belongs to: see [`CombatantSets`].
pub(crate) struct Membership {
    pub(crate) active: bool,
    pub(crate) special: bool,
    pub(crate) targetable: bool,
}

/// All combatants of an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combatants {
    all: Vec<Combatant>,
    /// The combatants who take part.
    present: CombatantSet,
    /// The present combatants of each side.
    sides: [CombatantSet; SIDES_MAX],
    history: ChangeJournal,
}

impl Combatants {
    /// Returns combatants as their sheets describe them; `newcomers` are absent.
    pub(crate) fn from_sheets(sheets: &[Sheet], newcomers: CombatantSet) -> Combatants {
        let all = sheets.iter().enumerate().map(|(index, sheet)| match newcomers >> index & 1 {
            0 => Combatant::of(sheet),
            _ => Combatant::absent(sheet),
        });
        all.collect()
    }

    /// Copies into existing buffers.
    pub(crate) fn copy_from(&mut self, source: &Combatants) {
        let Combatants { all, present, sides, history } = self;
        all.clone_from(&source.all);
        *present = source.present;
        *sides = source.sides;
        *history = ChangeJournal::new();
    }

    /// Returns a combatant for any change, between commands.
    pub fn get_mut(&mut self, who: CombatantId) -> &mut Combatant {
        self.history.record_any_change(who);
        &mut self.all[who.index()]
    }

    /// Returns a combatant for a change of some fields.
    #[inline(always)]
    pub(crate) fn modify(&mut self, who: CombatantId, parts: FieldMask) -> &mut Combatant {
        self.history.record_change(who, parts);
        &mut self.all[who.index()]
    }

    /// Sets an attribute. Returns its old value.
    #[inline(always)]
    pub(crate) fn set_attribute(&mut self, who: CombatantId, id: AttributeId, value: i16) -> i16 {
        let before = self.all[who.index()].attributes[id.index()];
        if before != value {
            self.modify(who, change_journal::attribute(id)).attributes[id.index()] = value;
        }
        before
    }

    /// Resets the count of diagonal steps, because another movement begins.
    #[inline(always)]
    pub(crate) fn reset_diagonal_parity(&mut self, who: CombatantId) {
        if self.all[who.index()].odd {
            self.modify(who, change_journal::SQUARE).odd = false;
        }
    }

    /// Returns the combatants whose use-limits may be used up, partly or wholly.
    #[inline(always)]
    pub(crate) fn with_used_slots(&self) -> CombatantSet {
        self.history.spent
    }

    /// Records that none of a combatant's use-limits is used up.
    #[inline(always)]
    pub(crate) fn mark_slots_full(&mut self, who: CombatantId) {
        self.history.spent &= !bit(who);
    }

    /// Adds conditions and tags to a combatant.
    #[inline(always)]
    pub(crate) fn add_conditions(&mut self, who: CombatantId, conditions: u64) {
        self.set_conditions(who, self.all[who.index()].conditions | conditions);
    }

    /// Removes conditions and tags from a combatant.
    #[inline(always)]
    pub(crate) fn remove_conditions(&mut self, who: CombatantId, conditions: u64) {
        self.set_conditions(who, self.all[who.index()].conditions & !conditions);
    }

    /// Replaces the conditions and tags of a combatant.
    #[inline(always)]
    pub(crate) fn set_conditions(&mut self, who: CombatantId, conditions: u64) {
        let differ = self.all[who.index()].conditions ^ conditions;
        if differ != 0 {
            self.modify(who, change_journal::conditions(differ)).conditions = conditions;
        }
    }

    /// Moves a combatant to a side.
    pub(crate) fn set_side(&mut self, who: CombatantId, side: SideId) {
        let one = self.modify(who, change_journal::SIDE);
        let from = std::mem::replace(&mut one.side, side);
        self.sides[from.index()] &= !bit(who);
        self.sides[side.index()] |= bit(who);
    }

    /// Brings an absent combatant into the fight, as its sheet describes it.
    pub(crate) fn enter(&mut self, who: CombatantId, sheet: &Sheet) {
        *self.modify(who, change_journal::EVERYTHING) = Combatant::of(sheet);
        self.present |= bit(who);
        self.sides[sheet.side.index()] |= bit(who);
    }

    /// Takes a combatant out of the fight and drops its state.
    pub(crate) fn leave(&mut self, who: CombatantId, sheet: &Sheet) {
        let side = self.all[who.index()].side;
        *self.modify(who, change_journal::EVERYTHING) = Combatant::absent(sheet);
        self.present &= !bit(who);
        self.sides[side.index()] &= !bit(who);
        self.history.forget(who);
    }

    /// Returns true if a combatant with this id takes part; false for [`NOBODY`](crate::NOBODY).
    #[inline(always)]
    pub fn has(&self, who: CombatantId) -> bool {
        who.index() < COMBATANTS_MAX && self.present & bit(who) != 0
    }

    /// Returns the combatants of each side.
    #[inline(always)]
    pub(crate) fn by_side(&self) -> &[CombatantSet; SIDES_MAX] {
        &self.sides
    }

    /// Returns the combatants on a side.
    #[inline(always)]
    pub(crate) fn on_side(&self, side: SideId) -> CombatantSet {
        self.sides[side.index()]
    }

    /// Returns the combatants on some sides, one bit each.
    #[inline(always)]
    pub(crate) fn on_sides(&self, sides: u8) -> CombatantSet {
        let chosen = self.sides.iter().enumerate();
        chosen.fold(0, |all, (at, mask)| all | mask & u64::from(sides >> at & 1).wrapping_neg())
    }

    /// Returns the sides of some combatants, one bit each.
    #[inline(always)]
    pub fn sides_among(&self, whom: CombatantSet) -> u8 {
        let sides = self.sides.iter().enumerate();
        sides.fold(0, |all, (at, mask)| all | u8::from(mask & whom != 0) << at)
    }

    /// Returns all combatants who take part.
    #[inline(always)]
    pub(crate) fn everybody(&self) -> CombatantSet {
        self.present
    }

    /// Returns the sets derived from the combatants. `judge` says which sets a combatant belongs
    /// to, and is called only for those who have changed.
    #[inline(always)]
    pub(crate) fn refresh_sets_by(
        &mut self,
        judge: impl Fn(CombatantId, &Combatant) -> Membership,
    ) -> CombatantSets {
        let everybody = self.everybody();
        let stale = std::mem::take(&mut self.history.stale);
        let sets = &mut self.history.settled;
        for who in iter_bits(stale & everybody) {
            let one = judge(who, &self.all[who.index()]);
            let put = |mask: &mut CombatantSet, on| {
                *mask = *mask & !bit(who) | CombatantSet::from(on) << who.0
            };
            put(&mut sets.active, one.active);
            put(&mut sets.special, one.special);
            put(&mut sets.targetable, one.targetable);
        }
        *sets
    }

    /// Returns the combatants in `whom` who cannot respond to anything. `hopes` says whether one
    /// may respond, and is called only if its tokens, slots or conditions have changed.
    #[inline(always)]
    pub(crate) fn cannot_respond(
        &mut self,
        whom: CombatantSet,
        hopes: impl Fn(CombatantId, &Combatant) -> bool,
    ) -> CombatantSet {
        let ChangeJournal { stirred, hopeless, .. } = &mut self.history;
        for who in iter_bits(whom & *stirred) {
            let without = !hopes(who, &self.all[who.index()]);
            *hopeless = *hopeless & !bit(who) | CombatantSet::from(without) << who.0;
        }
        *stirred &= !whom;
        whom & *hopeless
    }

    /// Records that a command begins.
    #[inline(always)]
    pub(crate) fn next_command(&mut self) {
        self.history.next_command();
    }

    /// Records that other state is about to change.
    #[inline(always)]
    pub(crate) fn record_global_change(&mut self) {
        self.history.record_global_change();
    }

    /// Returns true if only combatants and the stack have changed since a cursor.
    #[inline(always)]
    pub(crate) fn only_combatants_changed_since(&self, point: JournalCursor) -> bool {
        self.history.only_combatants_changed_since(point)
    }

    /// Returns the current cursor of the journal.
    #[inline(always)]
    pub(crate) fn now(&self) -> JournalCursor {
        self.history.now()
    }

    /// Returns the combatants changed since a cursor, and their fields; `None` if no longer known.
    #[inline(always)]
    pub(crate) fn changes_since(
        &self,
        point: JournalCursor,
    ) -> Option<impl Iterator<Item = (CombatantId, FieldMask)>> {
        self.history.changes_since(point)
    }
}

impl Deref for Combatants {
    type Target = [Combatant];

    #[inline(always)]
    fn deref(&self) -> &[Combatant] {
        &self.all
    }
}

impl FromIterator<Combatant> for Combatants {
    fn from_iter<I: IntoIterator<Item = Combatant>>(all: I) -> Combatants {
        let all: Vec<Combatant> = all.into_iter().collect();
        let mut sides = [0; SIDES_MAX];
        for (at, one) in all.iter().enumerate().filter(|(_, one)| !one.absent) {
            sides[one.side.index()] |= 1 << at;
        }
        let present = sides.iter().fold(0, |all, side| all | side);
        Combatants { all, present, sides, history: ChangeJournal::new() }
    }
}

impl<'a> IntoIterator for &'a Combatants {
    type Item = &'a Combatant;
    type IntoIter = std::slice::Iter<'a, Combatant>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl Combatant {
    /// Returns a combatant as the sheet describes it, with a full purse and all slots free.
    pub fn of(sheet: &Sheet) -> Combatant {
        let mut one = Combatant {
            purse: sheet.grant,
            conditions: sheet.conditions,
            unprompted: sheet.unprompted,
            side: sheet.side,
            square: sheet.square,
            ..Combatant::default()
        };
        one.attributes[..sheet.attributes.len()].copy_from_slice(&sheet.attributes);
        for slot in &sheet.slots {
            one.refill(slot.index, slot.cap);
        }
        one
    }

    /// Returns a combatant that does not take part.
    fn absent(sheet: &Sheet) -> Combatant {
        Combatant { side: sheet.side, absent: true, ..Combatant::default() }
    }

    /// Returns its side.
    #[inline(always)]
    pub fn side(&self) -> SideId {
        self.side
    }

    /// Returns the fields that differ between two combatants with the same sheet.
    pub(crate) fn changed_fields(&self, other: &Combatant) -> FieldMask {
        let attributes = self.attributes.iter().zip(other.attributes).enumerate();
        let attributes =
            attributes.fold(0, |all, (at, (one, other))| all | u64::from(*one != other) << at);
        let when = |differs: bool, part: FieldMask| if differs { part } else { 0 };
        change_journal::conditions(self.conditions ^ other.conditions)
            | attributes << change_journal::ATTRIBUTES
            | when(self.purse != other.purse, change_journal::PURSE)
            | when(self.slot_uses != other.slot_uses, change_journal::SLOT_USES)
            | when((self.side, self.absent) != (other.side, other.absent), change_journal::SIDE)
            | when((self.square, self.odd) != (other.square, other.odd), change_journal::SQUARE)
    }

    /// Returns true if the combatant has a condition or tag.
    #[inline(always)]
    pub fn has(&self, condition: ConditionId) -> bool {
        self.conditions >> condition.0 & 1 == 1
    }

    /// Frees a slot for `uses` uses.
    pub fn refill(&mut self, place: SlotIndex, uses: u8) {
        match place {
            SlotIndex::Single(at) => self.slot_uses.single |= 1 << at,
            SlotIndex::Counted(at) => self.slot_uses.set_count(at as usize, u32::from(uses)),
        }
    }

    /// Returns the uses left of a slot.
    pub fn uses_left(&self, place: SlotIndex) -> u32 {
        match place {
            SlotIndex::Single(at) => (self.slot_uses.single >> at & 1) as u32,
            SlotIndex::Counted(at) => self.slot_uses.count(at as usize),
        }
    }
}

#[cfg(test)]
mod tests;
