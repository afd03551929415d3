//! Steps that come to nothing for what those who take part lack.
//!
//! Most of a long program is about rare cases: it asks for marks that hardly anybody has, and takes
//! off what is not there. What has to be lacking for a step to come to nothing is found out before
//! play; where nobody takes notes, whole stretches of such steps are passed over at a glance.

use super::Route;
use super::facts::Facts;
use super::plain::Plain;
use crate::effect::{Op, Step};
use crate::expr::Role;
use crate::game::Game;
use crate::state::State;

/// What of a program is plain or comes to nothing. What is read of every step lies close together,
/// and what is read of some lies apart: programs are long, and little of them is run each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Idles {
    ways: Vec<Way>,
    lacks: Vec<Lacks>,
}

/// How a program goes on from one of its steps.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// What the step does, if that is plain.
    plain: Plain,
    /// The next step, and the one where it comes to nothing.
    next: u16,
    other: u16,
    /// The step behind this one and those after it that come to nothing for some lack; 0 = this one
    /// has something to do in any case.
    behind: u16,
}

/// What has to be lacking for a step to come to nothing, and for all of that stretch.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Lacks {
    one: Facts,
    all: Facts,
}

impl Game {
    /// What of a program is plain or comes to nothing, given its routes.
    pub(crate) fn idles_of(&self, program: &[Step], routes: &[Route]) -> Idles {
        let mut ways = vec![Way::default(); program.len()];
        let mut lacks = vec![Lacks::default(); program.len()];
        for at in (0..program.len()).rev() {
            let op = &program[at].op;
            let Route { next, other, .. } = routes[at];
            let other = if let Op::Unless { .. } = op { other } else { next };
            ways[at] = Way { plain: Plain::of(self, op), next, other, behind: 0 };
            if let Some(one) = self.lacking(op) {
                (lacks[at], ways[at].behind) = match ways.get(usize::from(other)) {
                    Some(Way { behind: behind @ 1.., .. }) => {
                        (Lacks { one, all: one.and(lacks[usize::from(other)].all) }, *behind)
                    }
                    _ => (Lacks { one, all: one }, other),
                };
            }
        }
        Idles { ways, lacks }
    }

    /// What has to be lacking for a step to come to nothing; `None` if that is not told so easily.
    fn lacking(&self, op: &Op) -> Option<Facts> {
        match *op {
            Op::Unless { test, .. } => Facts::asked(self, test),
            Op::Unmark { who: Role::Actor, condition } => Some(Facts::marks(1 << condition.0, 0)),
            Op::Unmark { who: Role::Target, condition } => Some(Facts::marks(0, 1 << condition.0)),
            Op::Abandon { who: Role::Actor, .. } => Some(Facts::BEGUN),
            Op::Lose { who, kind, .. } => Facts::held(self, who, kind),
            _ => None,
        }
    }
}

impl Idles {
    /// Has the program of the frame at `top` of the stack go on until there is more to do than what
    /// is plain: what comes to nothing is passed over.
    #[inline(always)]
    pub(crate) fn go_through(&self, game: &Game, state: &mut State, top: usize) {
        let frame = &state.stack[top];
        // Many a step has something to do in any case, and nothing need be found out for it.
        let is_busy = |way: &Way| way.behind == 0 && way.plain == Plain::No;
        if self.ways.get(usize::from(frame.at)).is_none_or(is_busy) {
            return;
        }
        // Nothing that is done here changes any.
        let facts = Facts::now(state, frame);
        let mut at = frame.at;
        while let Some(way) = self.ways.get(usize::from(at)) {
            if way.behind != 0 {
                let lacks = &self.lacks[usize::from(at)];
                if facts.lack(&lacks.all) {
                    at = way.behind;
                    continue;
                }
                if facts.lack(&lacks.one) {
                    at = way.other;
                    continue;
                }
            }
            at = match way.plain.run(game, state, top) {
                None => break,
                Some(true) => way.next,
                Some(false) => way.other,
            };
        }
        state.stack[top].at = at;
    }
}

#[cfg(test)]
mod tests;
