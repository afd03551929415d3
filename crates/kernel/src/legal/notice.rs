//! What has changed since the last look, and whose answers depend on it.

use crate::check::View;
use crate::history::{self, Parts, Point};
use crate::ids::{CombatantId, Mask, bit, members};
use crate::turns::Turns;

use super::reads::{ALL, CLOCK, Classes, OWN_TURN, SIDES, STACK, STANDING};
use super::sides::Sides;
use super::{Glance, Lister};

/// What has changed since the last look: as far as others may read it, and about whom.
#[derive(Default)]
struct Seen {
    changed: Classes,
    touched: Mask,
}

impl Lister {
    /// Notices whatever is not what it was at the last look.
    pub(super) fn notice(&mut self, view: View<'_>) {
        let View { game, state } = view;
        let mut seen = Seen::default();
        if self.seen.len() != state.combatants.len() {
            self.seen.clear();
            self.seen.extend_from_slice(&state.combatants);
            self.point = Point::NEVER;
            self.unseen = Mask::MAX;
            self.basis = None;
        }
        match state.combatants.since(self.point) {
            Some(news) => {
                for (who, parts) in news {
                    self.tell(view, who, parts, &mut seen);
                    self.unseen |= bit(who);
                }
            }
            // Another fight, or what became of another copy: only comparing can tell.
            None => {
                for who in (0..state.combatants.len() as u8).map(CombatantId) {
                    let one = state.combatant(who);
                    let was = std::mem::replace(&mut self.seen[who.index()], *one);
                    let parts = if self.unseen & bit(who) != 0 { ALL } else { one.unlike(&was) };
                    if parts != 0 {
                        self.tell(view, who, parts, &mut seen);
                    }
                }
                self.unseen = 0;
            }
        }
        let last = std::mem::replace(&mut self.point, state.combatants.now());
        let Seen { mut changed, touched } = seen;
        changed |= self.around.notice_answered(state);
        let mut turns = 0;
        let regrouped = changed & SIDES != 0;
        if regrouped || !state.combatants.alone_changed_since(last) {
            let around;
            (around, turns) = self.around.notice(view, regrouped, self.singly.variables);
            changed |= around;
        } else if cfg!(debug_assertions) {
            let unnoticed = self.around.notice(view, regrouped, self.singly.variables);
            debug_assert_eq!(unnoticed, (0, 0), "what changes is noted");
        }
        if changed & (SIDES | CLOCK) != 0 {
            self.turns = Turns::of(state, game.side_count());
        } else if changed & STACK != 0 {
            self.turns.answer(state);
        }
        for who in members(turns) {
            self.noticed[who.index()].0 |= OWN_TURN;
        }
        self.stirred |= turns;
        if changed & self.minded != 0 {
            for (classes, whom) in &mut self.noticed {
                (*classes, *whom) = (*classes | changed, *whom | touched);
            }
            let reads = |glance: &Glance| Mask::from(changed & glance.reads != 0);
            let all = self.glances.iter().enumerate();
            self.stirred |= all.fold(0, |all, (at, glance)| all | reads(glance) << at);
        }
        if changed & SIDES != 0 || self.sides.anyone || !state.dial.is_empty() {
            self.sides = Sides::of(view, self.sides.version + 1);
        }
    }

    /// Takes note of what has changed about someone.
    #[inline(always)]
    fn tell(&mut self, view: View<'_>, who: CombatantId, parts: Parts, seen: &mut Seen) {
        let View { game, state } = view;
        let one = state.combatant(who);
        let heed = &mut self.heeds[who.index()];
        let (own, mut others) = heed.sift(one, parts, &self.singly.others);
        if parts & history::conditions(!0) != 0 {
            let put = |mask: Mask, on: bool| mask & !bit(who) | Mask::from(on) << who.0;
            let standing = put(self.standing, one.conditions & game.out == 0);
            others |= if standing == self.standing { 0 } else { STANDING };
            self.standing = standing;
            self.preparing = put(self.preparing, one.conditions & game.preparing != 0);
        }
        let reads = self.glances[who.index()].reads;
        self.noticed[who.index()].0 |= own;
        self.stirred |= Mask::from(own & reads != 0) << who.0;
        seen.changed |= others;
        seen.touched |= Mask::from(others != 0) << who.0;
    }
}
