//! Plans: the ways in which a combatant can end its turn.

use std::sync::Arc;

use analysis::{Bounds, Fight, Way};
use kernel::{CombatantId, Command, Declaration, NOBODY, Pay};
use rules::square;
use sim::{language, show};

use super::live::Live;
use crate::failure::Failure;
use crate::wire::{Expected, Plan, PlannedStep, PlannedWay};

/// Limits of the search, so that it takes a fraction of a second.
const BOUNDS: Bounds = Bounds { states: 4_000, ways: 10 };

/// Returns the ways in which a combatant can end its turn. Fails if it cannot act now.
pub(super) fn plan(live: &Live, who: CombatantId) -> Result<Plan, Failure> {
    let fight = Fight::new(Arc::clone(live.compiled()));
    let found = analysis::plan(&fight, live.session.state(), who, BOUNDS).ok_or_else(|| {
        let name = live.name(who);
        Failure::invalid(format!("it is not {name}'s turn to act"))
            .help("ask again when it may act and nothing waits for answers")
    })?;
    Ok(Plan {
        sequence: live.sequence(),
        who: live.name(who),
        ways: found.ways.iter().map(|way| planned(live, way)).collect(),
        cut: found.cut,
    })
}

fn planned(live: &Live, way: &Way) -> PlannedWay {
    let expected = |of: analysis::Expected| match of {
        analysis::Expected::Exact { .. } => Expected { value: of.value(), margin: 0.0 },
        analysis::Expected::Sampled(interval) => {
            Expected { value: interval.value, margin: interval.margin() }
        }
    };
    PlannedWay {
        steps: way.steps.iter().map(|step| planned_step(live, step)).collect(),
        dealt: Some(expected(way.expectation.dealt)),
        lost: Some(expected(way.expectation.lost)),
    }
}

fn planned_step(live: &Live, step: &Declaration) -> PlannedStep {
    let compiled = live.compiled();
    // The first payment is also the default, so it needs no number.
    let pay = if step.pay == Pay::Nth(0) { Pay::Cheapest } else { step.pay };
    let command = Command::Declare(Declaration { pay, ..*step });
    PlannedStep {
        command: language::print(compiled, live.session.state(), &command),
        label: compiled.names.activities[step.activity.index()].label.clone(),
        target: (step.target != NOBODY).then(|| show::combatant(compiled, step.target).to_owned()),
        square: step.square.is_somewhere().then(|| square::print(step.square)),
    }
}
