//! Steps that come to nothing for what those who take part lack.
//!
//! Most of a long program is about rare cases: it asks for marks that hardly anybody has, and takes
//! off what is not there. What has to be lacking for a step to come to nothing is found out before
//! play; where nobody takes notes, whole stretches of such steps are passed over at a glance.

use super::Successors;
use super::presence::PresenceMask;
use super::simple_op::SimpleOp;
use crate::effect::{Op, Step};
use crate::expr::Role;
use crate::game::Game;
use crate::state::State;

/// What of a program is plain or comes to nothing. What is read of every step lies close together,
/// and what is read of some lies apart: programs are long, and little of them is run each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkipTable {
    ways: Vec<StepPlan>,
    lacks: Vec<NoopGuard>,
}

/// How a program goes on from one of its steps.
#[derive(Clone, Copy, Debug, Default)]
struct StepPlan {
    /// What the step does, if that is plain.
    plain: SimpleOp,
    /// The next step, and the one where it comes to nothing.
    next: u16,
    on_false: u16,
    /// The step behind this one and those after it that come to nothing for some lack; 0 = this one
    /// has something to do in any case.
    skip_to: u16,
}

/// What has to be lacking for a step to come to nothing, and for all of that stretch.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct NoopGuard {
    one: PresenceMask,
    all: PresenceMask,
}

impl Game {
    /// What of a program is plain or comes to nothing, given its routes.
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

    /// What has to be lacking for a step to come to nothing; `None` if that is not told so easily.
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
    /// Has the program of the frame at `top` of the stack go on until there is more to do than what
    /// is plain: what comes to nothing is passed over.
    #[inline(always)]
    pub(crate) fn run_simple_steps(&self, game: &Game, state: &mut State, top: usize) {
        let frame = &state.stack[top];
        // Many a step has something to do in any case, and nothing need be found out for it.
        let is_busy = |way: &StepPlan| way.skip_to == 0 && way.plain == SimpleOp::No;
        if self.ways.get(usize::from(frame.at)).is_none_or(is_busy) {
            return;
        }
        // Nothing that is done here changes any.
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
