//! Accelerator: jump threading for effect programs. Following the successors must lead to the same
//! state as `flow::resolve::run_program` without an event sink.
//!
//! Programs are flat, and a chain of cases repeats tests that an earlier one decided. Interval
//! analysis follows the registers from step to step. Where it decides a test, successors skip it.

use super::{ANY, Assumptions, FALSE, Interval, not};
use crate::game::Game;
use crate::ids::ExprId;
use crate::limits::REGISTERS_MAX;
use crate::model::effect::{Op, Step};
use crate::model::expr::Input;

/// Successors of one program step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Successors {
    /// The next step.
    pub(crate) next: u16,
    /// The next step if this one is a test that fails.
    pub(crate) on_false: u16,
    /// Whether the step may change state other than combatants and the stack.
    pub(crate) writes_globals: bool,
}

/// Possible values of each register.
type RegisterIntervals = [Interval; REGISTERS_MAX];

/// Registers at the start of a program: all 0.
const BLANK: RegisterIntervals = [FALSE; REGISTERS_MAX];
const UNKNOWN: RegisterIntervals = [ANY; REGISTERS_MAX];

impl Game {
    /// Returns the successors of each step of a program.
    pub(crate) fn thread_jumps(&self, program: &[Step]) -> Vec<Successors> {
        let mut routes = vec![Successors::default(); program.len()];
        let repeats = program.iter().any(|step| matches!(step.op, Op::RepeatIf { .. }));
        let mut known = vec![None; program.len() + 1];
        join(&mut known, 0, if repeats { UNKNOWN } else { BLANK });
        for (at, step) in program.iter().enumerate() {
            let plain = at + 1;
            let (mut next, mut other) = (plain, plain);
            if let Op::SkipUnless { skip, .. } = step.op {
                other += usize::from(skip);
            }
            // A step that is never reached needs no successors.
            if let Some(before) = known[at] {
                // A program that comes back to a step has other values in its registers.
                let after = if repeats { UNKNOWN } else { self.after(step, before) };
                if let Op::SkipUnless { test, .. } = step.op {
                    let outcome = self.bounds_given(test, &before);
                    if may_hold(outcome) {
                        next = self.next_effective_step(program, plain, &after);
                        join(&mut known, next, after);
                    }
                    if may_fail(outcome) {
                        other = self.next_effective_step(program, other, &after);
                        join(&mut known, other, after);
                    }
                } else {
                    if is_unobservable(step) {
                        next = self.next_effective_step(program, plain, &after);
                    }
                    join(&mut known, next, after);
                }
            }
            let besides = step.op.writes_globals();
            routes[at] =
                Successors { next: next as u16, on_false: other as u16, writes_globals: besides };
        }
        routes
    }

    /// Returns the possible values of the registers after a step.
    fn after(&self, step: &Step, before: RegisterIntervals) -> RegisterIntervals {
        let mut after = before;
        match step.op {
            Op::SetRegister { into, value } => {
                after[usize::from(into)] = self.bounds_given(value, &before);
            }
            Op::Ask { ruling, into } => {
                let answers = self.rulings[ruling.index()].answers;
                after[usize::from(into)] = (0, i32::from(answers) - 1);
            }
            Op::Roll { into, .. } => after[usize::from(into)] = ANY,
            Op::BreakTies { count, .. } => after[usize::from(count)] = ANY,
            _ => {}
        }
        after
    }

    /// Returns the index of the first step with an effect, from `at` on.
    fn next_effective_step(&self, program: &[Step], at: usize, facts: &RegisterIntervals) -> usize {
        let mut at = at;
        while let Some(step) = program.get(at) {
            at += 1;
            match step.op {
                Op::Say { .. } => {}
                Op::SetRegister { into, value }
                    if self.is_redundant_store(facts[usize::from(into)], value, facts) => {}
                Op::SkipUnless { test, skip } => {
                    let behind = at + usize::from(skip);
                    let outcome = self.bounds_given(test, facts);
                    let inside = &program[..behind.min(program.len())];
                    // A test makes no difference if the steps that it guards have no effect.
                    let idle = || self.next_effective_step(inside, at, facts) == inside.len();
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

    /// Returns true if storing a value is a no-op because the register already holds it.
    fn is_redundant_store(
        &self,
        (least, most): Interval,
        value: ExprId,
        facts: &RegisterIntervals,
    ) -> bool {
        least == most && self.bounds_given(value, facts) == (least, most)
    }

    fn bounds_given(&self, expr: ExprId, facts: &RegisterIntervals) -> Interval {
        if let Some(number) = self.constant_of(expr) {
            return (number, number);
        }
        let known = Assumptions::of(&self.sheets);
        known.bounds_by(self.expr(expr), |input| match input {
            Input::Register(register) => facts[usize::from(register)],
            _ => known.of_input(input),
        })
    }
}

/// Joins the register values of another path into those known at a step.
fn join(known: &mut [Option<RegisterIntervals>], at: usize, facts: RegisterIntervals) {
    let Some(there) = known.get_mut(at) else { return };
    let either = |(one, other): (Interval, Interval)| (one.0.min(other.0), one.1.max(other.1));
    *there = Some(match there {
        None => facts,
        Some(before) => std::array::from_fn(|at| either((before[at], facts[at]))),
    });
}

fn may_hold(outcome: Interval) -> bool {
    outcome != FALSE
}

fn may_fail(outcome: Interval) -> bool {
    not(outcome) != FALSE
}

/// Returns true if nothing can wait or observe the program between this step and the next.
fn is_unobservable(step: &Step) -> bool {
    matches!(
        step.op,
        Op::SetRegister { .. }
            | Op::Set { .. }
            | Op::AddCondition { .. }
            | Op::RemoveCondition { .. }
    )
}
