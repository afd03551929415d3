//! Numbers: setting them, adding to them for a time, and long activities.

use crate::event::{Event, EventSink};
use crate::game::{EvalContext, Game};
use crate::ids::{ActivityId, AttributeId, CombatantId, ExprId, RulesId};
use crate::limits::ONGOING_MAX;
use crate::model::effect::Until;
use crate::model::expr::Role;
use crate::state::{
    Frame, OngoingActivity, State, TimedKind, TriggeredWatch, change_journal, clamp_i16,
};

use super::EffectRunner;

/// Sets an attribute of a combatant. Watches fire as they do for an effect.
pub(crate) fn store<R: EventSink>(
    game: &Game,
    state: &mut State,
    who: CombatantId,
    attribute: AttributeId,
    value: i16,
    rules: RulesId,
    record: &mut R,
) {
    let before = state.combatants.set_attribute(who, attribute, value);
    record.event(Event::Attribute { who, attribute, before, now: value }, rules);
    let (before, now) = (before.into(), value.into());
    fire_watches(
        game,
        state,
        attribute,
        &Frame { actor: who, cause: who, before, now, ..Frame::default() },
    );
}

/// Fires the watches of an attribute that changed: of the frame's actor, from `before` to `now`.
fn fire_watches(game: &Game, state: &mut State, attribute: AttributeId, frame: &Frame) {
    let Frame { actor: who, cause: by, before, now, .. } = *frame;
    for (index, watch) in game.watches.iter().enumerate() {
        let calm = game.watch_thresholds.get(index).is_some_and(|most| now > *most);
        if watch.attribute != attribute || calm {
            continue;
        }
        if (EvalContext { game, state, frame }).eval_bool(watch.when) {
            state.pending_triggers.push(TriggeredWatch {
                watch: index as u16,
                who,
                by,
                before,
                now,
            });
        }
    }
}

impl<R: EventSink> EffectRunner<'_, R> {
    pub(super) fn set(&mut self, role: Role, attribute: AttributeId, value: ExprId) {
        let Some(who) = self.someone(role) else { return };
        let value = self.kept(self.value(value));
        if self.game.steps.movement_attribute == Some(attribute) {
            self.state.combatants.reset_diagonal_parity(who);
        }
        let before = self.state.combatants.set_attribute(who, attribute, value);
        let event = Event::Attribute { who, attribute, before, now: value };
        self.record.event(event, self.rules);
        if self.game.watched >> attribute.0 & 1 != 0 {
            let frame =
                Frame { actor: who, before: before.into(), now: value.into(), ..*self.frame() };
            fire_watches(self.game, self.state, attribute, &frame);
        }
    }

    /// Adds to an attribute for a time. Each addition ends by itself.
    pub(super) fn lend(&mut self, role: Role, attribute: AttributeId, by: ExprId, until: Until) {
        let Some(who) = self.someone(role) else { return };
        let by = self.value(by);
        let before = self.state.combatant(who).attributes[attribute.index()];
        let sum = i32::from(before).saturating_add(by);
        let now = self.kept(sum);
        let one = self.state.combatants.modify(who, change_journal::attribute(attribute));
        let slot = &mut one.attributes[attribute.index()];
        *slot = now;
        let by = clamp_i16(i32::from(now) - i32::from(before));
        self.last(who, TimedKind::Number(attribute, by), Some(until));
        self.record.event(Event::Attribute { who, attribute, before, now }, self.rules);
    }

    pub(super) fn commit(&mut self, top: usize, amount: ExprId, needed: ExprId, loose: ExprId) {
        let frame = *self.frame();
        let limit = |value: i32| value.clamp(0, i32::from(i16::MAX)) as i16;
        let (amount, needed) = (limit(self.value(amount)), limit(self.value(needed)));
        let loose = self.value(loose) != 0;
        let projects = &mut self.state.ongoing;
        let at = match projects.iter().position(|one| one.is_of(&frame)) {
            Some(at) => at,
            None if projects.len() >= ONGOING_MAX => return,
            None => {
                let Frame { actor, activity, target, .. } = frame;
                projects.push(OngoingActivity {
                    actor,
                    activity,
                    target,
                    progress: 0,
                    interruptible: loose,
                    progressed: true,
                });
                projects.len() - 1
            }
        };
        let project = &mut projects[at];
        project.progress = project.progress.saturating_add(amount);
        project.progressed = true;
        let paid = project.progress;
        if paid >= needed {
            projects.remove(at);
        } else {
            let steps = self.game.programs[frame.program.index()].len();
            self.state.stack[top].at = steps as u16;
        }
        let Frame { actor, activity, .. } = frame;
        self.record.event(Event::Committed { actor, activity, paid, needed }, self.rules);
    }

    pub(super) fn abandon(&mut self, role: Role, idle: bool, of: Option<ActivityId>) {
        let Some(who) = self.someone(role) else { return };
        let frame = *self.frame();
        let mut at = 0;
        while at < self.state.ongoing.len() {
            let project = &mut self.state.ongoing[at];
            let meant = of.map_or(!project.interruptible, |of| project.activity == of);
            let own = project.actor == who && meant && !project.is_of(&frame);
            if own && !(idle && project.progressed) {
                let OngoingActivity { actor, activity, .. } = self.state.ongoing.remove(at);
                self.record.event(Event::Abandoned { actor, activity }, self.rules);
            } else {
                project.progressed &= !(own && idle);
                at += 1;
            }
        }
    }
}
