//! `turnwright options`: lists what is legal at a point of a fight, and why the rest is not.

use std::process::ExitCode;

use kernel::{ActivityId, CombatantId, Denial, iter_bits};
use rules::{Compiled, square};
use serde_json::{Value, json};
use sim::readied::readied;
use sim::session::Session;
use sim::{language, render, show};

use crate::failure::not_understood;
use crate::menu::{self, Choice};
use crate::open::{self, Position};
use crate::out;
use crate::paint::Paint;

/// Lists everything that is legal now, with targets, prices and every undominated payment.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An encounter file, a recorded game, or the name of an example.
    file: String,
    #[command(flatten)]
    position: Position,
    /// Only what this combatant can do.
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Also what is not legal, with all reasons and what would help.
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let session = open::session_at(&args.file, &args.position)?;
    let compiled = session.compiled();
    let only = match &args.who {
        Some(name) => Some(language::combatant(compiled, name).map_err(not_understood)?),
        None => None,
    };
    let wanted = |who: CombatantId| only.is_none_or(|one| one == who);
    let mut legal = menu::legal(compiled, session.state());
    legal.retain(|choice| wanted(choice.who));
    let everybody: Vec<CombatantId> =
        iter_bits(session.state().everybody()).filter(|who| wanted(*who)).collect();
    let refused = |&who: &CombatantId| (who, menu::denied(compiled, session.state(), who));
    let denied: Vec<(CombatantId, Vec<(ActivityId, Denial)>)> = match args.all {
        true => everybody.iter().map(refused).collect(),
        false => Vec::new(),
    };
    if json {
        out::value(&to_json(&session, &everybody, &legal, &denied))?;
    } else {
        out::text(&to_text(&session, &everybody, &legal, &denied, Paint::of_output()))?;
    }
    Ok(ExitCode::SUCCESS)
}

type Denied = [(CombatantId, Vec<(ActivityId, Denial)>)];

fn to_json(
    session: &Session,
    everybody: &[CombatantId],
    legal: &[Choice],
    denied: &Denied,
) -> Value {
    let compiled = session.compiled();
    let state = session.state();
    let refused = denied
        .iter()
        .flat_map(|(who, all)| all.iter().map(|one| menu::denied_json(session, *who, one)));
    let prepared = everybody.iter().filter(|who| !readied(session, **who).is_empty());
    let prepared = prepared.map(|&who| {
        json!({ "who": show::combatant(compiled, who), "what": menu::prepared_json(session, who) })
    });
    json!({
        "place": show::place(compiled, state),
        "waits_for": show::decision(compiled, state),
        "number": state.command_count,
        "prepared": prepared.collect::<Vec<_>>(),
        "options": legal.iter().map(|one| menu::choice_json(compiled, one)).collect::<Vec<_>>(),
        "denied": refused.collect::<Vec<_>>(),
    })
}

fn to_text(
    session: &Session,
    everybody: &[CombatantId],
    legal: &[Choice],
    denied: &Denied,
    paint: Paint,
) -> String {
    let compiled = session.compiled();
    let state = session.state();
    let mut lines = vec![show::decision(compiled, state)];
    for &who in everybody {
        let all: Vec<String> = readied(session, who).iter().map(|it| it.text(compiled)).collect();
        if !all.is_empty() {
            let name = paint.name(show::combatant(compiled, who));
            lines.push(format!("{name} has prepared {}", all.join(", ")));
        }
    }
    let mut last = None;
    for choice in legal {
        if last != Some(choice.who) {
            let holds = show::holdings(compiled, state, choice.who);
            let name = paint.name(show::combatant(compiled, choice.who));
            lines.push(format!("{name}  {holds}"));
            last = Some(choice.who);
        }
        lines.push(line(compiled, choice));
    }
    if legal.is_empty() {
        lines.push("There's nothing you can do now.".to_owned());
    }
    for (who, refused) in denied.iter().filter(|(_, refused)| !refused.is_empty()) {
        lines.push(format!("{} can't", paint.name(show::combatant(compiled, *who))));
        for (activity, denial) in refused {
            lines.push(format!("  {}", show::activity(compiled, *activity)));
            for reason in render::denial(compiled, state, denial) {
                let remedy = reason.remedy.map_or(String::new(), |remedy| format!(" {remedy}"));
                let rules = paint.faint(&format!("[{}]", reason.because.join(" ")));
                lines.push(format!("    - {}{remedy}  {rules}", reason.text));
            }
        }
    }
    lines.join("\n")
}

/// Formats a choice: `  strike at Orc 1 and Orc 2: 1P | 1QP`.
fn line(compiled: &Compiled, choice: &Choice) -> String {
    let mut text = format!("  {}", show::activity(compiled, choice.activity));
    if choice.targets != 0 {
        let perhaps = if choice.untargeted { "[at]" } else { "at" };
        text.push_str(&format!(" {perhaps} {}", show::people(compiled, choice.targets)));
    }
    if !choice.squares.is_empty() {
        let squares: Vec<String> = choice.squares.iter().map(|at| square::print(*at)).collect();
        text.push_str(&format!(" to {}", squares.join(" ")));
    }
    if let Some(number) = choice.number(compiled) {
        text.push_str(&format!(" ({number})"));
    }
    text.push_str(&format!(": {}", choice.ways(compiled).join(" | ")));
    text
}
