//! Tokens and slots: gaining, losing and capping them.

use crate::event::{Event, EventSink};
use crate::game::Game;
use crate::ids::{CombatantId, ExprId, KindId, SlotId, SpanId, bit};
use crate::model::clock::Edge;
use crate::model::effect::Until;
use crate::model::expr::Role;
use crate::model::sheet;
use crate::purse::{AMOUNT_MAX, SlotIndex};

use crate::state::change_journal::{PURSE, SLOT_USES};
use crate::state::{State, TimedEffect, TimedKind};

use super::EffectRunner;

impl<R: EventSink> EffectRunner<'_, R> {
    pub(super) fn gain(
        &mut self,
        role: Role,
        kind: KindId,
        amount: ExprId,
        until: Option<Until>,
        back: Option<KindId>,
    ) {
        let Some(who) = self.someone(role) else { return };
        let Some(lane) = self.game.sheets[who.index()].lane(kind) else { return };
        let wanted = self.value(amount).max(0) as u32;
        if wanted == 0 {
            return self.record.cite(self.rules);
        }
        let held = self.state.combatant(who).purse.get(lane);
        let amount = gain(self.state, (who, lane), wanted) as u8;
        let number = |tokens: u32| i32::try_from(tokens).unwrap_or(i32::MAX);
        self.note_overflow(number(held + wanted), number(held + u32::from(amount)));
        self.last(who, TimedKind::Tokens(kind, amount, back), until);
        self.record.event(Event::Gained { who, kind, amount }, self.rules);
    }

    pub(super) fn lose(&mut self, role: Role, kind: KindId, amount: ExprId, until: Option<Until>) {
        let Some(who) = self.someone(role) else { return };
        let Some(lane) = self.game.sheets[who.index()].lane(kind) else { return };
        let amount = self.value(amount).max(0) as u32;
        self.lose_lane(role, lane, amount, until);
    }

    pub(super) fn lose_lane(&mut self, role: Role, lane: usize, amount: u32, until: Option<Until>) {
        let Some(who) = self.someone(role) else { return };
        let kind = self.game.sheets[who.index()].lanes[lane].kind;
        let amount = lose(self.game, self.state, (who, lane), amount) as u8;
        if amount == 0 {
            return self.record.cite(self.rules);
        }
        self.last(who, TimedKind::Locked(kind, amount), until);
        self.record.event(Event::Lost { who, kind, amount }, self.rules);
    }

    pub(super) fn refresh(&mut self, role: Role) {
        let Some(who) = self.someone(role) else { return };
        refresh(self.game, self.state, who);
        self.record.event(Event::Refreshed { who }, self.rules);
    }

    pub(super) fn allow(&mut self, role: Role, slot: SlotId, cap_to: ExprId, until: Option<Until>) {
        let Some(who) = self.someone(role) else { return };
        let Some(slot) = self.game.sheets[who.index()].slot(slot).copied() else { return };
        let wanted = self.value(cap_to).max(0);
        let new = wanted.min(AMOUNT_MAX as i32) as u8;
        self.note_overflow(wanted, new.into());
        let old = cap(self.state, who, &slot);
        recap(self.state, who, &slot, old, new);
        let for_good =
            Until { span: SpanId(0), edge: Edge::End, count: cap_to, own: false, causer: false };
        self.last(who, TimedKind::Cap(slot.id, new), Some(until.unwrap_or(for_good)));
        self.record.event(Event::SlotCapSet { who, slot: slot.id, cap: new }, self.rules);
    }
}

/// Adds tokens in a lane, as far as there is room. Returns how many.
#[inline(always)]
pub(crate) fn gain(state: &mut State, (who, lane): (CombatantId, usize), wanted: u32) -> u32 {
    let held = state.combatant(who).purse.get(lane);
    let amount = wanted.min(AMOUNT_MAX - held);
    state.combatants.modify(who, PURSE).purse.set(lane, held + amount);
    amount
}

/// Removes tokens in a lane, as far as there are any. Returns how many.
#[inline(always)]
pub(crate) fn lose(
    game: &Game,
    state: &mut State,
    (who, lane): (CombatantId, usize),
    wanted: u32,
) -> u32 {
    let held = state.combatant(who).purse.get(lane);
    let amount = wanted.min(held);
    if amount > 0 {
        state.combatants.modify(who, PURSE).purse.set(lane, held - amount);
        drop_expiries(game, state, who);
    }
    amount
}

/// Sets the tokens of all refreshed kinds to the amounts that the sheet grants.
pub(crate) fn refresh(game: &Game, state: &mut State, who: CombatantId) {
    let sheet = &game.sheets[who.index()];
    let purse = &mut state.combatants.modify(who, PURSE).purse;
    let kept = purse.minus(&purse.only(&sheet.refreshed));
    let granted = sheet.grant.only(&sheet.refreshed);
    *purse = kept.plus(&granted).unwrap_or(granted);
}

/// Drops the expiries of kinds that a combatant has no tokens of. Later tokens are new ones and do
/// not expire with them.
pub(crate) fn drop_expiries(game: &Game, state: &mut State, who: CombatantId) {
    let State { timed_effects: lasting, combatants, .. } = state;
    if lasting.is_empty() {
        return;
    }
    let held = |kind: KindId| {
        let lane = game.sheets[who.index()].lane(kind);
        lane.is_some_and(|lane| combatants[who.index()].purse.get(lane) > 0)
    };
    lasting.retain(
        |one| !matches!(one.kind, TimedKind::Tokens(kind, ..) if one.who == who && !held(kind)),
    );
}

/// Returns the current cap of a slot, effects included.
pub(crate) fn cap(state: &State, who: CombatantId, slot: &sheet::Slot) -> u8 {
    let changed = state.timed_effects.iter().rev().find_map(|one| match one.kind {
        TimedKind::Cap(id, cap) if one.who == who && id == slot.id => Some(cap),
        _ => None,
    });
    changed.unwrap_or(slot.cap)
}

/// Refills the slots of a span whose caps are changed by effects.
pub(crate) fn refill_changed(game: &Game, state: &mut State, span: SpanId) {
    let (turn, acting) = (game.turn_span(), state.acting());
    let refills = |slot: &&sheet::Slot, who| match slot.own {
        true => span.index() == turn && acting & bit(who) != 0,
        false => slot.per == span,
    };
    for at in 0..state.timed_effects.len() {
        let TimedEffect { who, kind: TimedKind::Cap(id, _), .. } = state.timed_effects[at] else {
            continue;
        };
        let slot = game.sheets[who.index()].slot(id).filter(|slot| refills(slot, who));
        if let Some(slot) = slot {
            let cap = cap(state, who, slot);
            state.combatants.modify(who, SLOT_USES).refill(slot.index, cap);
        }
    }
}

/// Changes a cap during a span. Uses that are spent stay spent.
pub(super) fn recap(state: &mut State, who: CombatantId, slot: &sheet::Slot, old: u8, new: u8) {
    let one = state.combatants.modify(who, SLOT_USES);
    let used = u32::from(old).saturating_sub(one.uses_left(slot.index));
    let left = u32::from(new).saturating_sub(used);
    match slot.index {
        SlotIndex::Single(at) => {
            one.slot_uses.single = one.slot_uses.single & !(1 << at) | u64::from(left > 0) << at;
        }
        SlotIndex::Counted(at) => one.slot_uses.set_count(at as usize, left),
    }
}
