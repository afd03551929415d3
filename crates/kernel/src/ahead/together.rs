//! Tests that each may hold, but never all at once.

use super::{Bounds, Known, NEVER, TRUTH};
use crate::expr::{Code, Input};

/// What is known to follow for inputs that are true or false.
type Facts = Vec<(Input, bool)>;

/// Whether some tests never hold together, as far as one tells of a single input what the next
/// cannot do with; `first` are those to begin with.
pub(crate) fn never_together(known: Known<'_>, first: &[&[Code]], all: &[&[Code]]) -> bool {
    let mut facts = Facts::new();
    for test in first {
        if !follows(known, test, &mut facts) {
            return true;
        }
    }
    let mut told = 0;
    while told < facts.len() {
        let (fact, _) = facts[told];
        for test in all.iter().filter(|test| test.contains(&Code::Load(fact))) {
            if !follows(known, test, &mut facts) {
                return true;
            }
        }
        told += 1;
    }
    false
}

/// Adds to some facts what follows from them if a test is to hold; false if it cannot.
fn follows(known: Known<'_>, test: &[Code], facts: &mut Facts) -> bool {
    for code in test {
        let Code::Load(input) = *code else { continue };
        if fact(facts, input).is_some() || known.of_input(input) != TRUTH {
            continue;
        }
        let holds = |value: bool| {
            let with = |one: Input| if one == input { Some(value) } else { fact(facts, one) };
            known.bounds_with(test, with) != NEVER
        };
        match (holds(false), holds(true)) {
            (false, false) => return false,
            (true, true) => {}
            (_, value) => facts.push((input, value)),
        }
    }
    known.bounds_with(test, |one| fact(facts, one)) != NEVER
}

/// Whether an input is known to be true or false.
fn fact(facts: &Facts, input: Input) -> Option<bool> {
    facts.iter().find(|(one, _)| *one == input).map(|(_, fact)| *fact)
}

impl Known<'_> {
    /// As [`Known::bounds`], with some inputs given.
    fn bounds_with(self, code: &[Code], given: impl Fn(Input) -> Option<bool>) -> Bounds {
        let of = |value| (i32::from(value), i32::from(value));
        self.bounds_by(code, |input| given(input).map_or_else(|| self.of_input(input), of))
    }
}
