//! Accelerator: marks results dirty. Clean ones must still be what `View::check` accepts.

use crate::check::View;
use crate::eval::MomentMap;
use crate::ids::{CombatantId, CombatantSet, bit, iter_bits};
use crate::state::change_journal::{self, FieldMask, JournalCursor};

use super::deps::{ALL, CLOCK, DepMask, OWN_TURN, SIDES, STACK, STANDING};
use super::side_masks::TargetsBySide;
use super::{LastResult, LegalActions};

/// Changes since the last refresh: classes others may read, and the combatants changed.
#[derive(Default)]
struct Changes {
    changed: DepMask,
    touched: CombatantSet,
}

impl LegalActions {
    /// Collects all changes since the last refresh and marks dependent results dirty.
    pub(crate) fn collect_changes(&mut self, view: View<'_>) {
        let View { game, state } = view;
        let mut seen = Changes::default();
        if self.snapshot.len() != state.combatants.len() {
            self.snapshot.clear();
            self.snapshot.extend_from_slice(&state.combatants);
            self.cursor = JournalCursor::NEVER;
            self.stale_snapshot = CombatantSet::MAX;
            self.listing_key = None;
        }
        match state.combatants.changes_since(self.cursor) {
            Some(news) => {
                for (who, parts) in news {
                    self.mark_changed(view, who, parts, &mut seen);
                    self.stale_snapshot |= bit(who);
                }
            }
            // The cursor belongs to another history, so all combatants are compared.
            None => {
                for who in (0..state.combatants.len() as u8).map(CombatantId) {
                    let one = state.combatant(who);
                    let was = std::mem::replace(&mut self.snapshot[who.index()], *one);
                    let parts = if self.stale_snapshot & bit(who) != 0 {
                        ALL
                    } else {
                        one.changed_fields(&was)
                    };
                    if parts != 0 {
                        self.mark_changed(view, who, parts, &mut seen);
                    }
                }
                self.stale_snapshot = 0;
            }
        }
        let last = std::mem::replace(&mut self.cursor, state.combatants.now());
        let Changes { mut changed, touched } = seen;
        changed |= self.globals.notice_answered(state);
        let mut turns = 0;
        let regrouped = changed & SIDES != 0;
        if regrouped || !state.combatants.only_combatants_changed_since(last) {
            let around;
            (around, turns) =
                self.globals.diff_and_update(view, regrouped, self.exact_deps.variables);
            changed |= around;
        } else if cfg!(debug_assertions) {
            let unnoticed =
                self.globals.diff_and_update(view, regrouped, self.exact_deps.variables);
            debug_assert_eq!(unnoticed, (0, 0), "what changes is noted");
        }
        if changed & (SIDES | CLOCK) != 0 {
            self.turns = MomentMap::of(state, game.side_count());
        } else if changed & STACK != 0 {
            self.turns.answer(state);
        }
        for who in iter_bits(turns) {
            self.dirty[who.index()].0 |= OWN_TURN;
        }
        self.dirty_combatants |= turns;
        if changed & self.observed_mask != 0 {
            for (classes, whom) in &mut self.dirty {
                (*classes, *whom) = (*classes | changed, *whom | touched);
            }
            let reads = |glance: &LastResult| CombatantSet::from(changed & glance.reads != 0);
            let all = self.last_results.iter().enumerate();
            self.dirty_combatants |= all.fold(0, |all, (at, glance)| all | reads(glance) << at);
        }
        if changed & SIDES != 0 || self.sides.anyone || !state.relaxed_rules.is_empty() {
            self.sides = TargetsBySide::of(view, self.sides.version + 1);
        }
    }

    /// Marks what depends on changed fields of one combatant as dirty.
    #[inline(always)]
    fn mark_changed(
        &mut self,
        view: View<'_>,
        who: CombatantId,
        parts: FieldMask,
        seen: &mut Changes,
    ) {
        let View { game, state } = view;
        let one = state.combatant(who);
        let heed = &mut self.change_filters[who.index()];
        let (own, mut others) = heed.relevant_changes(one, parts, &self.exact_deps.others);
        if parts & change_journal::conditions(!0) != 0 {
            let put =
                |mask: CombatantSet, on: bool| mask & !bit(who) | CombatantSet::from(on) << who.0;
            let standing = put(self.standing, one.conditions & game.out == 0);
            others |= if standing == self.standing { 0 } else { STANDING };
            self.standing = standing;
            self.preparing = put(self.preparing, one.conditions & game.preparing != 0);
        }
        let reads = self.last_results[who.index()].reads;
        self.dirty[who.index()].0 |= own;
        self.dirty_combatants |= CombatantSet::from(own & reads != 0) << who.0;
        seen.changed |= others;
        seen.touched |= CombatantSet::from(others != 0) << who.0;
    }
}
