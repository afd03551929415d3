//! `turnwright perft`: counts the sequences of choices.

use std::process::ExitCode;

use serde_json::json;
use sim::perft::Perft;
use sim::show;

use crate::open;
use crate::out;

/// Counts the sequences of legal choices of a fight, each with its target and payment.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An encounter file, the name of an example, or a recorded game.
    file: String,
    /// Choices per sequence.
    #[arg(long, short, default_value_t = 2)]
    depth: u32,
    /// Counts for each first choice.
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let session = open::open(&args.file, 0)?.session;
    let compiled = session.compiled();
    // Questions at the beginning get their default answers, as in all counts.
    let start = sim::perft::start(&compiled.game);
    let mut perft = Perft::new(&compiled.game);
    let mut divided = Vec::new();
    if args.divide {
        for one in perft.divide(&start, args.depth) {
            let choice = one.declare.map_or("leave it at that".to_owned(), |declare| {
                let actor = show::combatant(compiled, declare.actor);
                let activity = show::activity(compiled, declare.activity);
                match declare.target {
                    kernel::NOBODY => format!("{actor}: {activity}"),
                    target => format!("{actor}: {activity} {}", show::combatant(compiled, target)),
                }
            });
            divided.push((choice, one.count));
        }
    }
    let count = perft.count(&start, args.depth);
    if json {
        let divided: Vec<_> = divided
            .iter()
            .map(|(choice, count)| json!({ "choice": choice, "count": count }))
            .collect();
        out::value(&json!({ "depth": args.depth, "count": count, "divided": divided }))?;
    } else {
        let lines: String =
            divided.iter().map(|(choice, count)| format!("{count:>12}  {choice}\n")).collect();
        out::text(&format!("{lines}{count} sequences of {} choices\n", args.depth))?;
    }
    Ok(ExitCode::SUCCESS)
}
