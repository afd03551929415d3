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

/// What has to be lacking for a step to come to nothing, and for those behind it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Idle {
    /// All of which there is nothing then.
    lacks: Facts,
    /// The next step then; 0 = it has something to do in any case.
    next: u16,
    /// The step behind all those from here on that come to nothing for some lack, and what has to
    /// be lacking for all of them.
    behind: u16,
    all: Facts,
    /// What it does, if that is plain, and where that leads.
    plain: Plain,
    route: Route,
}

impl Game {
    /// What has to be lacking for each step of a program to come to nothing, given its routes.
    pub(crate) fn idles_of(&self, program: &[Step], routes: &[Route]) -> Vec<Idle> {
        let mut idles = vec![Idle::default(); program.len()];
        for at in (0..program.len()).rev() {
            let (op, route) = (&program[at].op, routes[at]);
            let next = if let Op::Unless { .. } = op { route.other } else { route.next };
            let idle = Idle { plain: Plain::of(self, op), route, ..Idle::default() };
            idles[at] = match self.lacking(op) {
                None => idle,
                Some(lacks) => {
                    let rest = idles.get(usize::from(next)).filter(|rest| rest.next != 0);
                    let (all, behind) =
                        rest.map_or((lacks, next), |rest| (lacks.and(rest.all), rest.behind));
                    Idle { lacks, next, all, behind, ..idle }
                }
            };
        }
        idles
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

impl Idle {
    /// Whether it has something to do in any case, and more than what is plain.
    #[inline(always)]
    fn is_busy(&self) -> bool {
        self.next == 0 && self.plain == Plain::No
    }

    /// Has the program of the frame at `top` of the stack go on until there is more to do than what
    /// is plain: what comes to nothing is passed over.
    #[inline(always)]
    pub(crate) fn go_through(idles: &[Idle], game: &Game, state: &mut State, top: usize) {
        let frame = &state.stack[top];
        // Many a step has something to do in any case, and nothing need be found out for it.
        if idles.get(usize::from(frame.at)).is_none_or(|idle| idle.is_busy()) {
            return;
        }
        // Nothing that is done here changes any.
        let facts = Facts::now(state, frame);
        let mut at = frame.at;
        while let Some(idle) = idles.get(usize::from(at)) {
            if idle.next != 0 {
                if facts.lack(&idle.all) {
                    at = idle.behind;
                    continue;
                }
                if facts.lack(&idle.lacks) {
                    at = idle.next;
                    continue;
                }
            }
            at = match idle.plain.run(game, state, top) {
                None => break,
                Some(true) => idle.route.next,
                Some(false) => idle.route.other,
            };
        }
        state.stack[top].at = at;
    }
}

#[cfg(test)]
mod tests;
