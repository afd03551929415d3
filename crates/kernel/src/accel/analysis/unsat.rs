//! Accelerator: tests that never hold together, whatever values `eval_postfix` gives to inputs.

use super::{Assumptions, BOOL, FALSE, Interval};
use crate::model::expr::{Input, Instr};

/// Truth values derived for boolean inputs.
type Assignment = Vec<(Input, bool)>;

/// Returns true if unit propagation shows that the tests in `all` never hold together. Propagation
/// starts from the tests in `first`.
pub(crate) fn is_contradictory(
    known: Assumptions<'_>,
    first: &[&[Instr]],
    all: &[&[Instr]],
) -> bool {
    let mut facts = Assignment::new();
    for test in first {
        if !follows(known, test, &mut facts) {
            return true;
        }
    }
    let mut told = 0;
    while told < facts.len() {
        let (fact, _) = facts[told];
        for test in all.iter().filter(|test| test.contains(&Instr::Load(fact))) {
            if !follows(known, test, &mut facts) {
                return true;
            }
        }
        told += 1;
    }
    false
}

/// Adds the facts that follow if a test is to hold; returns false if it cannot hold.
fn follows(known: Assumptions<'_>, test: &[Instr], facts: &mut Assignment) -> bool {
    for code in test {
        let Instr::Load(input) = *code else { continue };
        if fact(facts, input).is_some() || known.of_input(input) != BOOL {
            continue;
        }
        let holds = |value: bool| {
            let with = |one: Input| if one == input { Some(value) } else { fact(facts, one) };
            known.bounds_with(test, with) != FALSE
        };
        match (holds(false), holds(true)) {
            (false, false) => return false,
            (true, true) => {}
            (_, value) => facts.push((input, value)),
        }
    }
    known.bounds_with(test, |one| fact(facts, one)) != FALSE
}

/// Returns the truth value known for an input, if any.
fn fact(facts: &Assignment, input: Input) -> Option<bool> {
    facts.iter().find(|(one, _)| *one == input).map(|(_, fact)| *fact)
}

impl Assumptions<'_> {
    /// Returns the bounds as [`Assumptions::bounds`] does, with some inputs given.
    fn bounds_with(self, code: &[Instr], given: impl Fn(Input) -> Option<bool>) -> Interval {
        let of = |value| (i32::from(value), i32::from(value));
        self.bounds_by(code, |input| given(input).map_or_else(|| self.of_input(input), of))
    }
}
