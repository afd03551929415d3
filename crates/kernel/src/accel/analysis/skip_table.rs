//! Accelerator: table of program steps that are no-ops while certain facts are absent. It must
//! agree with `flow::resolve::run_program` without an event sink.
//!
//! Most steps of a long program handle rare cases. The table holds the facts that each step needs,
//! derived at load time; one mask test can skip a whole run of steps.

use super::Successors;
use super::presence::PresenceMask;
use super::simple_op::SimpleOp;
use crate::game::Game;
use crate::model::effect::{Op, Step};
use crate::model::expr::Role;
use crate::state::State;

/// Skip table of a program. Data read for every step and data read for few steps lie in separate
/// arrays, because programs are long and each run reads little.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkipTable {
    ways: Vec<StepPlan>,
    lacks: Vec<NoopGuard>,
}

/// Operation and successors of one step.
#[derive(Clone, Copy, Debug, Default)]
struct StepPlan {
    /// Simple operation of the step, if it has one.
    plain: SimpleOp,
    /// The next step, and the one after a no-op or a failed test.
    next: u16,
    on_false: u16,
    /// The step after the skippable run of steps that begins here; 0 = this step cannot be skipped.
    skip_to: u16,
}

/// Facts without any of which one step, or the whole run from it on, is a no-op.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct NoopGuard {
    one: PresenceMask,
    all: PresenceMask,
}

impl Game {
    /// Builds the skip table of a program, given the successors of its steps.
    pub(crate) fn skip_table_of(&self, program: &[Step], routes: &[Successors]) -> SkipTable {
        let mut ways = vec![StepPlan::default(); program.len()];
        let mut lacks = vec![NoopGuard::default(); program.len()];
        for at in (0..program.len()).rev() {
            let op = &program[at].op;
            let Successors { next, on_false: other, .. } = routes[at];
            let other = if let Op::SkipUnless { .. } = op { other } else { next };
            ways[at] =
                StepPlan { plain: SimpleOp::of(self, op), next, on_false: other, skip_to: 0 };
            if let Some(one) = self.lacking(op) {
                (lacks[at], ways[at].skip_to) = match ways.get(usize::from(other)) {
                    Some(StepPlan { skip_to: behind @ 1.., .. }) => {
                        (NoopGuard { one, all: one.and(lacks[usize::from(other)].all) }, *behind)
                    }
                    _ => (NoopGuard { one, all: one }, other),
                };
            }
        }
        SkipTable { ways, lacks }
    }

    /// Returns the facts without any of which a step is a no-op; `None` if not known.
    fn lacking(&self, op: &Op) -> Option<PresenceMask> {
        match *op {
            Op::SkipUnless { test, .. } => PresenceMask::required_by(self, test),
            Op::RemoveCondition { who: Role::Actor, condition } => {
                Some(PresenceMask::marks(1 << condition.0, 0))
            }
            Op::RemoveCondition { who: Role::Target, condition } => {
                Some(PresenceMask::marks(0, 1 << condition.0))
            }
            Op::Abandon { who: Role::Actor, .. } => Some(PresenceMask::BEGUN),
            Op::Lose { who, kind, .. } => PresenceMask::held(self, who, kind),
            _ => None,
        }
    }
}

impl SkipTable {
    /// Returns the step that follows one that has run.
    #[inline(always)]
    pub(crate) fn after(&self, step: u16) -> u16 {
        self.ways[usize::from(step)].next
    }

    /// Runs the frame at `top` of the stack up to a step that is not simple, skipping no-ops.
    #[inline(always)]
    pub(crate) fn run_simple_steps(&self, game: &Game, state: &mut State, top: usize) {
        let frame = &state.stack[top];
        // Steps that always have an effect need no facts.
        let is_busy = |way: &StepPlan| way.skip_to == 0 && way.plain == SimpleOp::No;
        if self.ways.get(usize::from(frame.at)).is_none_or(is_busy) {
            return;
        }
        // Simple steps change none of these facts.
        let facts = PresenceMask::of_frame(state, frame);
        let mut at = frame.at;
        while let Some(way) = self.ways.get(usize::from(at)) {
            if way.skip_to != 0 {
                let lacks = &self.lacks[usize::from(at)];
                if facts.is_disjoint(&lacks.all) {
                    at = way.skip_to;
                    continue;
                }
                if facts.is_disjoint(&lacks.one) {
                    at = way.on_false;
                    continue;
                }
            }
            at = match way.plain.run(game, state, top) {
                None => break,
                Some(true) => way.next,
                Some(false) => way.on_false,
            };
        }
        state.stack[top].at = at;
    }
}

#[cfg(test)]
mod tests;
