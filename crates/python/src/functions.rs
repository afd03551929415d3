//! Functions of the module: lists, rulesets, simulations and the speed of the engine itself.

use std::time::Instant;

use analysis::{Fight, Policies, Settings, Stop};
use pyo3::prelude::*;
use rules::source::embedded_names;
use serde_json::json;
use sim::activities::activities;
use sim::policy::{Playout, Rulings};
use sim::record::{Carry, Record};
use sim::session::Session;

use crate::batch::{Actions, Batch, Rows};
use crate::encounter::PyEncounter;
use crate::fight::Encounter;
use crate::problem::Problem;
use crate::source::{Changes, Described, Named, origin, parsed};

/// Returns the shipped examples: name, ruleset and title.
#[pyfunction]
pub(crate) fn examples() -> Vec<(String, String, String)> {
    let all = sim::examples::examples().into_iter();
    all.map(|one| (format!("{}/{}", one.ruleset, one.name), one.ruleset.to_owned(), one.title))
        .collect()
}

/// Returns the names of the shipped rulesets.
#[pyfunction]
pub(crate) fn rulesets() -> Vec<&'static str> {
    embedded_names()
}

/// Returns a ruleset by name or folder, as a JSON object.
#[pyfunction]
pub(crate) fn ruleset(py: Python<'_>, name: &str) -> PyResult<String> {
    let parsed = py.detach(|| parsed(name))?;
    let rule = |located: &rules::source::Located| {
        let rule = &located.rule;
        json!({
            "id": rule.id.get(),
            "says": rule.says.get(),
            "values": rule.values.iter().map(|value| value.get()).collect::<Vec<_>>(),
        })
    };
    let activity = |row: sim::activities::Row| {
        let sim::activities::Row { usage, cost, who, rule, .. } = row;
        json!({ "usage": usage, "cost": cost, "who": who, "rule": rule })
    };
    Ok(json!({
        "id": parsed.manifest.id.get(),
        "title": parsed.manifest.title.get(),
        "version": parsed.manifest.version.get(),
        "rules": parsed.rules.iter().map(rule).collect::<Vec<_>>(),
        "activities": activities(&parsed).into_iter().map(activity).collect::<Vec<_>>(),
    })
    .to_string())
}

/// Returns a fight as a saved game without commands: one text with everything it needs, including
/// the ruleset. `form="log"` reads it again on any machine.
#[pyfunction]
pub(crate) fn bundle(py: Python<'_>, fight: Described) -> PyResult<String> {
    let bundled = py.detach(|| -> Result<String, Problem> {
        let origin = fight.origin()?;
        let session = Session::new(origin.compile()?, 1);
        Ok(Record::of(&session, &origin, Carry::Ruleset).to_string())
    });
    Ok(bundled?)
}

/// Returns the text of an encounter: an example or a file.
#[pyfunction]
pub(crate) fn encounter_text(py: Python<'_>, name: String) -> PyResult<String> {
    let found = py.detach(|| origin(&Named::Name(name), &Changes::default()))?;
    Ok(found.encounter.text.to_string())
}

/// Plays a fight many times. Returns the figures as a JSON object, the same on every machine.
#[pyfunction]
#[pyo3(signature = (fight, policies=None, fights=1000, seed=1, rounds=50))]
pub(crate) fn simulate(
    py: Python<'_>,
    fight: Described,
    policies: Option<Vec<String>>,
    fights: u64,
    seed: u64,
    rounds: u32,
) -> PyResult<String> {
    if fights == 0 || rounds == 0 {
        let message = "fights and rounds have to be at least 1.";
        return Err(Problem::new("out-of-range", message).into());
    }
    let figures = py.detach(|| -> Result<String, Problem> {
        let fight = Fight::new(fight.origin()?.compile()?);
        if fight.sides().len() < 2 {
            let problem = Problem::new("one-side", "Only one side takes part in this encounter.");
            return Err(problem.hint("Add combatants of another side."));
        }
        let policies = Policies::read(&fight, &policies.unwrap_or_default())
            .map_err(|error| Problem::new("bad-policy", error.to_string()))?;
        let stop = Stop { fights, margin: None };
        let settings = Settings { policies, seed, rounds, stop, threads: 1 };
        let summary = analysis::simulate(&fight, &settings, |_| {});
        serde_json::to_string(&summary)
            .map_err(|error| Problem::new("unwritable", error.to_string()))
    });
    Ok(figures?)
}

/// Returns the number at an index in the sequence of a seed.
#[pyfunction]
pub(crate) fn mix(seed: u64, nth: u64) -> u64 {
    sim::session::mix(seed, nth)
}

/// Returns the decisions per second of the engine without Python: in single fights one after the
/// other, and in a batch of `count` fights with observations and masks.
#[pyfunction]
pub(crate) fn measure(
    py: Python<'_>,
    encounter: &PyEncounter,
    count: usize,
    decisions: u64,
) -> PyResult<(f64, f64)> {
    let encounter = encounter.inner();
    if count == 0 || decisions == 0 {
        let message = "count and decisions have to be at least 1.";
        return Err(Problem::new("out-of-range", message).into());
    }
    Ok(py.detach(|| (single(encounter, decisions), batched(encounter, count, decisions))))
}

fn single(encounter: &Encounter, decisions: u64) -> f64 {
    let mut playout = Playout::new(encounter.game(), 1, Rulings::Default);
    let bound = encounter.decisions_max.into();
    playout.play(decisions / 10 + 1, bound);
    playout.rewind();
    let start = Instant::now();
    let played = playout.play(decisions, bound);
    played.decisions as f64 / start.elapsed().as_secs_f64()
}

fn batched(encounter: &Encounter, count: usize, decisions: u64) -> f64 {
    let (width, actions) = (encounter.columns.count(), encounter.layout.count());
    let mut rows = Rows {
        observations: &mut vec![0; count * width],
        masks: &mut vec![0; count * actions],
        movers: &mut vec![0; count],
        rewards: &mut vec![0.0; count * encounter.sides.len()],
        terminated: &mut vec![false; count],
        truncated: &mut vec![false; count],
        finals: &mut vec![0; count * width],
    };
    let mut batch = Batch::new(encounter, count, 1, None, &mut rows);
    let mut chosen = vec![0; count];
    let mut run = |steps: u64| {
        for _ in 0..steps {
            batch.sample(&mut chosen);
            // Random actions are drawn from the legal ones.
            let _ = batch.step(encounter, Actions::Given(&chosen), &mut rows);
        }
    };
    let steps = decisions.div_ceil(count as u64);
    run(steps / 10 + 1);
    let start = Instant::now();
    run(steps);
    (steps * count as u64) as f64 / start.elapsed().as_secs_f64()
}
