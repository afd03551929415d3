//! Where programs go on: steps that come to nothing, by what is known of the registers there, are
//! passed over where nobody takes notes.
//!
//! Programs are flat, and a chain of cases asks again and again what an earlier one has settled.
//! What each register may hold is followed from step to step; where that decides a test, whoever
//! comes there goes straight on to what it leads to.

use super::{ANYTHING, Bounds, Known, NEVER, not};
use crate::effect::{Op, Step};
use crate::expr::Input;
use crate::game::Game;
use crate::ids::ExprId;
use crate::state::REGISTERS_MAX;

/// Where a program goes on after one of its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Route {
    /// The next step.
    pub(crate) next: u16,
    /// The next one where it is a test that fails.
    pub(crate) other: u16,
    /// It may change anything besides combatants and the stack.
    pub(crate) besides: bool,
}

/// What each register may hold.
type Facts = [Bounds; REGISTERS_MAX];

/// Registers hold nothing when a program begins.
const BLANK: Facts = [NEVER; REGISTERS_MAX];
const UNKNOWN: Facts = [ANYTHING; REGISTERS_MAX];

impl Game {
    /// The routes through a program, one for each step.
    pub(crate) fn routes_of(&self, program: &[Step]) -> Vec<Route> {
        let mut routes = vec![Route::default(); program.len()];
        let repeats = program.iter().any(|step| matches!(step.op, Op::Again { .. }));
        let mut known = vec![None; program.len() + 1];
        join(&mut known, 0, if repeats { UNKNOWN } else { BLANK });
        for (at, step) in program.iter().enumerate() {
            let plain = at + 1;
            let (mut next, mut other) = (plain, plain);
            if let Op::Unless { skip, .. } = step.op {
                other += usize::from(skip);
            }
            // Where it is never reached, it does not matter.
            if let Some(before) = known[at] {
                // Whoever comes back to a step brings what they have found out since.
                let after = if repeats { UNKNOWN } else { self.after(step, before) };
                if let Op::Unless { test, .. } = step.op {
                    let outcome = self.bounds_given(test, &before);
                    if may_hold(outcome) {
                        next = self.follow_on(program, plain, &after);
                        join(&mut known, next, after);
                    }
                    if may_fail(outcome) {
                        other = self.follow_on(program, other, &after);
                        join(&mut known, other, after);
                    }
                } else {
                    if passes_unseen(step) {
                        next = self.follow_on(program, plain, &after);
                    }
                    join(&mut known, next, after);
                }
            }
            let besides = step.op.is_about_surroundings();
            routes[at] = Route { next: next as u16, other: other as u16, besides };
        }
        routes
    }

    /// What is known of the registers after a step.
    fn after(&self, step: &Step, before: Facts) -> Facts {
        let mut after = before;
        match step.op {
            Op::Let { into, value } => {
                after[usize::from(into)] = self.bounds_given(value, &before);
            }
            Op::Ask { ruling, into } => {
                let answers = self.rulings[ruling.index()].answers;
                after[usize::from(into)] = (0, i32::from(answers) - 1);
            }
            Op::Roll { into, .. } => after[usize::from(into)] = ANYTHING,
            Op::BreakTies { count, .. } => after[usize::from(count)] = ANYTHING,
            _ => {}
        }
        after
    }

    /// Where whoever comes to a step comes next that anything is done.
    fn follow_on(&self, program: &[Step], at: usize, facts: &Facts) -> usize {
        let mut at = at;
        while let Some(step) = program.get(at) {
            at += 1;
            match step.op {
                Op::Say { .. } => {}
                Op::Let { into, value } if self.is_held(facts[usize::from(into)], value, facts) => {
                }
                Op::Unless { test, skip } => {
                    let behind = at + usize::from(skip);
                    let outcome = self.bounds_given(test, facts);
                    let inside = &program[..behind.min(program.len())];
                    // What holds or not is all one where it leads to nothing.
                    let idle = || self.follow_on(inside, at, facts) == inside.len();
                    if !may_hold(outcome) || may_fail(outcome) && idle() {
                        at = behind;
                    } else if may_fail(outcome) {
                        return at - 1;
                    }
                }
                _ => return at - 1,
            }
        }
        at
    }

    /// Whether a value is just what is there already.
    fn is_held(&self, (least, most): Bounds, value: ExprId, facts: &Facts) -> bool {
        least == most && self.bounds_given(value, facts) == (least, most)
    }

    fn bounds_given(&self, expr: ExprId, facts: &Facts) -> Bounds {
        if let Some(number) = self.fixed(expr) {
            return (number, number);
        }
        let known = Known::of(&self.sheets);
        known.bounds_by(self.expr(expr), |input| match input {
            Input::Register(register) => facts[usize::from(register)],
            _ => known.of_input(input),
        })
    }
}

/// Adds what is known of the registers on one more way to a step.
fn join(known: &mut [Option<Facts>], at: usize, facts: Facts) {
    let Some(there) = known.get_mut(at) else { return };
    let either = |(one, other): (Bounds, Bounds)| (one.0.min(other.0), one.1.max(other.1));
    *there = Some(match there {
        None => facts,
        Some(before) => std::array::from_fn(|at| either((before[at], facts[at]))),
    });
}

fn may_hold(outcome: Bounds) -> bool {
    outcome != NEVER
}

fn may_fail(outcome: Bounds) -> bool {
    not(outcome) != NEVER
}

/// Whether nothing can wait or be looked at right after a step, with the program standing there.
fn passes_unseen(step: &Step) -> bool {
    matches!(step.op, Op::Let { .. } | Op::Set { .. } | Op::Mark { .. } | Op::Unmark { .. })
}
