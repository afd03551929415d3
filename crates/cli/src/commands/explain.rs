//! `turnwright explain`: explains a rule, an activity, a diagnostic, or why a command is legal or
//! not.

mod activity;
mod rule;
mod table;

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use rules::diagnostic::{Code, did_you_mean};
use rules::source::embedded_names;
use rules::{Compiled, Parsed, Setup};
use serde_json::{Value, json};

use crate::failure::{failed, not_understood, unloadable};
use crate::judge::judge;
use crate::open::{self, Position};
use crate::out;
use crate::paint::Paint;
use crate::rulesets;

pub(crate) use rule::words as rule_words;

/// Explains a rule, an option, an activity or a diagnostic; or, given a fight and a command, why
/// the command is legal there or not.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Id of a rule, name of an option or activity, code of a diagnostic; or an encounter file, a
    /// recorded game or an example; with --activities, a ruleset.
    topic: String,
    /// The command to be judged: "Ana: strike Orc".
    command: Option<String>,
    #[command(flatten)]
    position: Position,
    /// The ruleset: its name, or the path of its folder. Not said: all that are built in.
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Lists all activities of the ruleset, with what goes with each.
    #[arg(long, conflicts_with = "command")]
    activities: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let paint = Paint::of_output();
    if args.activities {
        let (text, value) = table::table(&rulesets::by_name(&args.topic)?, paint);
        match json {
            true => out::value(&value)?,
            false => out::text(&text)?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(command) = &args.command {
        let session = open::session_at(&args.topic, &args.position)?;
        let verdict = judge(&session, command).map_err(not_understood)?;
        match json {
            true => out::value(&verdict.json())?,
            false => out::text(&verdict.text(session.compiled(), paint))?,
        }
        return Ok(if verdict.is_legal() { ExitCode::SUCCESS } else { failed() });
    }
    if Path::new(&args.topic).is_file() {
        bail!("say which command is to be explained: explain {} \"Ana: strike Orc\"", args.topic);
    }
    let found = explanations(args, paint)?;
    match json {
        true => out::value(&found.iter().map(|(_, value)| value.clone()).collect())?,
        false => {
            let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
            out::text(&texts.join("\n\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// An explanation, as text and as JSON.
type Explanation = (String, Value);

/// Returns the explanations of everything that has the given name.
fn explanations(args: &Args, paint: Paint) -> anyhow::Result<Vec<Explanation>> {
    if let Some(code) = Code::find(&args.topic) {
        return Ok(vec![diagnostic(code, paint)]);
    }
    let names: Vec<String> = match &args.ruleset {
        Some(name) => vec![name.clone()],
        None => embedded_names().into_iter().map(str::to_owned).collect(),
    };
    let mut found = Vec::new();
    let mut known = Vec::new();
    for name in &names {
        let ruleset = rulesets::by_name(name)?;
        let compiled = alone(&ruleset)?;
        found.extend(
            rule::find(&ruleset, &args.topic).map(|one| rule::explain(&ruleset, one, paint)),
        );
        let named = compiled.names.activity(&args.topic);
        found.extend(named.map(|id| activity::explain(&compiled, id, paint)));
        known.extend(ruleset.rules.iter().map(|located| located.rule.id.to_string()));
        known.extend(compiled.names.activities.iter().map(|one| one.name.clone()));
    }
    if found.is_empty() {
        let help = did_you_mean(&args.topic, &known)
            .map_or(String::new(), |close| format!("; did you mean {close}?"));
        bail!("there is no rule, option, activity or diagnostic called {}{help}", args.topic);
    }
    Ok(found)
}

/// Compiles a ruleset without combatants.
fn alone(ruleset: &Parsed) -> anyhow::Result<Compiled> {
    let (compiled, _) = rules::compile(&Setup::of(ruleset.clone())).map_err(unloadable)?;
    Ok(compiled)
}

fn diagnostic(code: Code, paint: Paint) -> Explanation {
    let title = paint.name(&format!("{} {}", code.number(), code.name()));
    let text = format!("{title}\n  {}\n  {}", code.meaning(), code.fix());
    let value = json!({
        "diagnostic": code.number(),
        "name": code.name(),
        "meaning": code.meaning(),
        "fix": code.fix(),
    });
    (text, value)
}
