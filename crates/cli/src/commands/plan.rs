//! `turnwright plan`: lists what a combatant can still do in a turn.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

use analysis::{Bounds, Expected, Fight, Plans, plan};
use anyhow::{anyhow, bail};
use kernel::{CombatantId, Command, Decision, Pay, iter_bits};
use serde_json::{Value, json};
use sim::language;
use sim::session::Session;

use crate::failure::not_understood;
use crate::open::{self, Position};
use crate::out;

/// Lists every distinct way in which somebody can end the turn, best first.
#[derive(clap::Args)]
#[command(after_help = "\
Ways in which the same is done in another order or to somebody else count as one; a way to
which more could be added is left out, and so is what costs nothing. What a way comes to is
worked out over everything the dice may show, as if nobody reacted.")]
pub(crate) struct Args {
    /// An encounter file, a recorded game, or the name of an example.
    file: String,
    #[command(flatten)]
    position: Position,
    /// The combatant whose turn it is; the first who may act if not given.
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Ways shown at most.
    #[arg(long, value_name = "N", default_value_t = 12,
        value_parser = clap::value_parser!(u16).range(1..=500))]
    ways: u16,
    /// States looked at before it is cut.
    #[arg(long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    states: u32,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let session = open::session_at(&args.file, &args.position)?;
    let who = actor(&session, args.who.as_deref())?;
    let fight = Fight::new(Arc::clone(session.compiled()));
    let bounds = Bounds { states: args.states as usize, ways: usize::from(args.ways) };
    let name = session.compiled().names.combatants[who.index()].clone();
    let plans = plan(&fight, session.state(), who, bounds)
        .ok_or_else(|| anyhow!("it is not {name}'s turn to act"))?;
    match json {
        true => out::value(&to_json(&session, &name, &plans))?,
        false => out::text(&text(&session, &name, &plans))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the named combatant, or the first one that may act.
fn actor(session: &Session, name: Option<&str>) -> anyhow::Result<CombatantId> {
    if let Some(name) = name {
        return language::combatant(session.compiled(), name).map_err(not_understood);
    }
    match session.state().decision {
        Decision::Act(able) => {
            iter_bits(able).next().ok_or_else(|| anyhow!("nobody may act at this point"))
        }
        _ => bail!("nobody may act at this point: dice, an answer or a ruling come first"),
    }
}

/// Returns the declarations of a way as commands.
fn commands(session: &Session, way: &analysis::Way) -> Vec<String> {
    let print = |step: &kernel::Declaration| {
        // The first payment is the default, so it is not printed.
        let pay = if step.pay == Pay::Nth(0) { Pay::Cheapest } else { step.pay };
        let command = Command::Declare(kernel::Declaration { pay, ..*step });
        language::print(session.compiled(), session.state(), &command)
    };
    way.steps.iter().map(print).collect()
}

fn text(session: &Session, name: &str, plans: &Plans) -> String {
    let mut text = match (plans.ways.len(), plans.found) {
        (0, _) => format!("{name} can do nothing more.\n"),
        (shown, found) if shown < found => format!("{name}: the best {shown} of {found} ways\n"),
        (_, found) => format!("{name}: {found} {}\n", if found == 1 { "way" } else { "ways" }),
    };
    for (nth, way) in plans.ways.iter().enumerate() {
        let named = format!("{name}: ");
        let all = commands(session, way).into_iter();
        let all = all.map(|one| one.strip_prefix(&named).map_or(one.clone(), str::to_owned));
        let what = all.collect::<Vec<_>>().join(" · ");
        let dealt = amount(way.expectation.dealt);
        let lost = match way.expectation.lost.value() > 0.0 {
            true => format!(", {} lost", amount(way.expectation.lost)),
            false => String::new(),
        };
        let _ = writeln!(text, "{:>3}  {what}\n     {dealt} damage expected{lost}", nth + 1);
    }
    if plans.cut {
        text.push_str("There is more than was looked at; --states looks further.\n");
    }
    text
}

fn amount(expected: Expected) -> String {
    match expected {
        Expected::Exact { denominator: 1, numerator } => numerator.to_string(),
        Expected::Exact { numerator, denominator } if denominator < 10_000 => {
            format!("{:.2} ({numerator}/{denominator})", expected.value())
        }
        Expected::Exact { .. } => format!("{:.2}", expected.value()),
        Expected::Sampled(interval) => {
            format!("about {:.2} ± {:.2}", interval.value, interval.margin())
        }
    }
}

fn to_json(session: &Session, name: &str, plans: &Plans) -> Value {
    let way = |way: &analysis::Way| {
        json!({
            "commands": commands(session, way),
            "dealt": way.expectation.dealt,
            "lost": way.expectation.lost,
            "score": way.score,
        })
    };
    json!({
        "who": name,
        "found": plans.found,
        "cut": plans.cut,
        "ways": plans.ways.iter().map(way).collect::<Vec<_>>(),
    })
}
