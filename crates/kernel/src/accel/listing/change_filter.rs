//! Accelerator: filter of changes by exact dependency masks of each combatant. A dropped change
//! must not matter to any option or target that `View::check` accepts.

use crate::ids::{AttributeId, ConditionId, KindId, VariableId};
use crate::model::sheet::Sheet;
use crate::purse::{AMOUNT_MAX, Purse, SlotUses};
use crate::state::change_journal::{self, FieldMask};
use crate::state::combatants::Combatant;

use super::deps::{DepMask, OWN_PURSE, OWN_SLOT_USES, READ_TOKENS, of_anyone};

/// Exact dependencies, with one bit each where [`DepMask`] classes share a bit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ExactDeps {
    /// Fields of the combatant itself.
    pub(crate) own: FieldSet,
    /// Fields of any combatant.
    pub(crate) others: FieldSet,
    /// Variables of the encounter.
    pub(crate) variables: u64,
}

/// Set of fields of combatants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldSet {
    pub(crate) conditions: u64,
    pub(crate) attributes: u64,
    /// Kinds of token; beyond 64, several kinds share a bit.
    pub(crate) kinds: u64,
}

impl FieldSet {
    const EVERYTHING: FieldSet = FieldSet { conditions: !0, attributes: !0, kinds: !0 };

    /// Returns a set of conditions.
    pub(crate) fn conditions(conditions: u64) -> FieldSet {
        FieldSet { conditions, ..FieldSet::default() }
    }

    /// Returns the set of one condition.
    pub(crate) fn condition(condition: ConditionId) -> FieldSet {
        FieldSet::conditions(1 << condition.0)
    }

    /// Returns the set of one attribute.
    pub(crate) fn attribute(attribute: AttributeId) -> FieldSet {
        FieldSet { attributes: 1 << attribute.0, ..FieldSet::default() }
    }

    /// Returns the set of one kind of token, or of all kinds.
    pub(crate) fn tokens(kind: Option<KindId>) -> FieldSet {
        FieldSet { kinds: kind.map_or(!0, |kind| 1 << (kind.0 % 64)), ..FieldSet::default() }
    }

    fn and(self, other: FieldSet) -> FieldSet {
        FieldSet {
            conditions: self.conditions | other.conditions,
            attributes: self.attributes | other.attributes,
            kinds: self.kinds | other.kinds,
        }
    }

    /// Returns the lanes of the kinds in the set, each with the greatest amount.
    fn lanes(&self, sheet: &Sheet) -> Purse {
        let mut lanes = Purse::EMPTY;
        for (at, lane) in sheet.lanes.iter().enumerate() {
            let named = self.kinds >> (lane.kind.0 % 64) & 1 == 1;
            lanes.set(at, if named { AMOUNT_MAX } else { 0 });
        }
        lanes
    }
}

impl ExactDeps {
    pub(crate) const EVERYTHING: ExactDeps =
        ExactDeps { own: FieldSet::EVERYTHING, others: FieldSet::EVERYTHING, variables: !0 };

    /// Returns dependencies on the combatant itself.
    pub(crate) fn own(own: FieldSet) -> ExactDeps {
        ExactDeps { own, ..ExactDeps::default() }
    }

    /// Returns dependencies on any combatant.
    pub(crate) fn others(others: FieldSet) -> ExactDeps {
        ExactDeps { others, ..ExactDeps::default() }
    }

    /// Returns a dependency on one variable.
    pub(crate) fn variable(variable: VariableId) -> ExactDeps {
        ExactDeps { variables: 1 << variable.0, ..ExactDeps::default() }
    }

    /// Returns the union.
    pub(crate) fn and(self, other: ExactDeps) -> ExactDeps {
        ExactDeps {
            own: self.own.and(other.own),
            others: self.others.and(other.others),
            variables: self.variables | other.variables,
        }
    }
}

/// Filter of a combatant's changes: the relevant fields and their last values.
#[derive(Clone, Debug)]
pub(crate) struct ChangeFilter {
    /// Conditions relevant to its own listing; its last conditions.
    own: u64,
    conditions: u64,
    /// Use-limits with the highest relevant count of each; uses last left of them.
    limits: SlotUses,
    room: SlotUses,
    /// Lanes that its own requirements read, and those of others; the last purse.
    held: Purse,
    watched: Purse,
    purse: Purse,
}

impl ChangeFilter {
    /// Creates a filter from what its own listing reads and what all listings read.
    pub(crate) fn new(
        sheet: &Sheet,
        limits: SlotUses,
        own: &ExactDeps,
        all: &ExactDeps,
    ) -> ChangeFilter {
        ChangeFilter {
            own: own.own.conditions,
            conditions: 0,
            limits,
            room: SlotUses::default(),
            held: own.own.lanes(sheet),
            watched: all.others.lanes(sheet),
            purse: Purse::EMPTY,
        }
    }

    /// Returns the changes relevant to its own listing, and those relevant to listings of others.
    #[inline(always)]
    pub(crate) fn relevant_changes(
        &mut self,
        one: &Combatant,
        mut parts: FieldMask,
        others: &FieldSet,
    ) -> (DepMask, DepMask) {
        const CONDITIONS: FieldMask = change_journal::conditions(!0);
        let unread = 0xffff & !others.attributes;
        let theirs = parts & !(CONDITIONS | OWN_PURSE | unread << change_journal::ATTRIBUTES);
        let mut theirs = of_anyone(theirs);
        if parts & CONDITIONS != 0 {
            let differ = one.conditions ^ self.conditions;
            self.conditions = one.conditions;
            parts = parts & !CONDITIONS | change_journal::conditions(differ & self.own);
            theirs |= of_anyone(change_journal::conditions(differ & others.conditions));
        }
        if parts & OWN_SLOT_USES != 0 {
            // Uses left matter only near the last one.
            let room = one.slot_uses.slotwise_min(&self.limits);
            parts &= if room == self.room { !OWN_SLOT_USES } else { !0 };
            self.room = room;
        }
        if parts & OWN_PURSE != 0 {
            let differs = |lanes| one.purse.differs_in_full_lanes(&self.purse, lanes);
            parts |= if differs(&self.held) { READ_TOKENS } else { 0 };
            theirs |= if differs(&self.watched) { of_anyone(OWN_PURSE) } else { 0 };
            self.purse = one.purse;
        }
        (parts, theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sheet::Lane;

    /// Returns a filter for a few fields. It reads one condition and kind of the combatant itself;
    /// one condition, attribute and kind of others; one use of a slot.
    fn heeding() -> (ChangeFilter, Combatant, FieldSet) {
        let lanes = (0..3).map(|kind| Lane { kind: KindId(kind) }).collect();
        let sheet = Sheet { lanes, ..Sheet::default() };
        let own = FieldSet::condition(ConditionId(3)).and(FieldSet::tokens(Some(KindId(1))));
        let others = FieldSet::condition(ConditionId(4))
            .and(FieldSet::attribute(AttributeId(5)))
            .and(FieldSet::tokens(Some(KindId(2))));
        let own = ExactDeps::own(own);
        let all = own.and(ExactDeps::others(others));
        let mut limits = SlotUses::default();
        limits.set_count(0, 1);
        let mut one = Combatant::default();
        one.slot_uses.set_count(0, 2);
        let mut heed = ChangeFilter::new(&sheet, limits, &own, &all);
        heed.relevant_changes(&one, !0, &all.others);
        (heed, one, all.others)
    }

    #[test]
    fn conditions_stir_only_those_who_ask_about_them() {
        let (mut heed, mut one, others) = heeding();
        let mut put_on = |condition: u32| {
            one.conditions |= 1 << condition;
            heed.relevant_changes(&one, change_journal::conditions(1 << condition), &others)
        };
        // The third and the nineteenth share a bit.
        assert_eq!(put_on(19), (0, 0));
        assert_eq!(put_on(3), (change_journal::conditions(1 << 3), 0));
        assert_eq!(put_on(20), (0, 0));
        assert_eq!(put_on(4), (0, of_anyone(change_journal::conditions(1 << 4))));
        // The condition was added and removed in between.
        assert_eq!(
            heed.relevant_changes(&one, change_journal::conditions(1 << 3), &others),
            (0, 0)
        );
    }

    #[test]
    fn attributes_stir_others_only_if_anyone_reads_them() {
        let (mut heed, one, others) = heeding();
        let [read, unread] = [5, 13].map(|at| change_journal::attribute(AttributeId(at)));
        assert_eq!(heed.relevant_changes(&one, read, &others), (read, of_anyone(read)));
        assert_eq!(heed.relevant_changes(&one, unread, &others), (unread, 0));
    }

    #[test]
    fn tokens_and_uses_stir_where_they_are_counted() {
        let (mut heed, mut one, others) = heeding();
        let mut hold = |lane: usize| {
            one.purse.set(lane, 1);
            heed.relevant_changes(&one, OWN_PURSE, &others)
        };
        assert_eq!(hold(0), (OWN_PURSE, 0));
        assert_eq!(hold(1), (OWN_PURSE | READ_TOKENS, 0));
        assert_eq!(hold(2), (OWN_PURSE, of_anyone(OWN_PURSE)));
        let mut leave = |uses: u32| {
            one.slot_uses.set_count(0, uses);
            heed.relevant_changes(&one, OWN_SLOT_USES, &others)
        };
        assert_eq!(leave(1), (0, 0));
        assert_eq!(leave(0), (OWN_SLOT_USES, 0));
    }
}
