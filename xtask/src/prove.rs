//! `turnwright prove` for each ruleset: nothing dead, stuck or endless that nobody has explained.
//!
//! The bounds are small, as scenarios show nearly everything alive; the search and the fights look
//! for dead ends and free loops.

use crate::steps::{Step, turnwright};

/// One step for each ruleset.
pub(crate) fn steps(rulesets: &[String]) -> Vec<Step> {
    let step = |ruleset: &String| {
        let arguments = format!("prove {ruleset} --fights 10 --choices 200 --states 300");
        turnwright("proofs", ruleset, &arguments)
    };
    rulesets.iter().map(step).collect()
}
