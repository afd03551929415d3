//! The commands, one file each.

mod bench;
mod check;
mod completions;
mod convert;
mod coverage;
mod db;
mod explain;
mod import;
mod lsp;
mod manual;
mod mcp;
mod mutate;
mod new;
mod options;
mod pay;
mod perft;
mod plan;
mod play;
mod prove;
mod record;
mod run;
mod schema;
mod serve;
mod simulate;

use std::process::ExitCode;

/// The commands of the program.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Plays a fight in the terminal, or from lines on standard input.
    Play(play::Args),
    /// Serves the tracker.
    Serve(serve::Args),
    /// Serves fights to a language model over the Model Context Protocol.
    Mcp(mcp::Args),
    /// Serves an editor over the Language Server Protocol.
    Lsp(lsp::Args),
    /// Checks, repairs and copies data files of the tracker.
    Db(db::Args),
    /// Runs scenarios and recorded games.
    Run(run::Args),
    /// Looks for mistakes in rulesets, campaigns, creatures and encounters.
    Check(check::Args),
    /// Begins a new ruleset from a template.
    New(new::Args),
    /// Explains a rule, an activity, a diagnostic, or why a command is legal or not.
    Explain(explain::Args),
    /// Lists everything that is legal now, with every way to pay for it.
    Options(options::Args),
    /// Lists every sensible way to pay a price.
    Pay(pay::Args),
    /// Plays an encounter by itself and keeps the recorded game.
    Record(record::Args),
    /// Converts actions of the default economy: one, a list, or an exported actor.
    Convert(convert::Args),
    /// Reads creatures and characters of other programs into a ruleset.
    Import(import::Args),
    /// Says which rules the scenarios of a ruleset exercise.
    Coverage(coverage::Args),
    /// Takes each element of a ruleset away and sees whether a scenario notices.
    Mutate(mutate::Args),
    /// Counts the sequences of commands that are possible.
    Perft(perft::Args),
    /// Lists every distinct way in which somebody can end the turn, best first.
    Plan(plan::Args),
    /// Plays a fight many times: who wins, how long it takes, what is used.
    Simulate(simulate::Args),
    /// Plays two versions of a fight with the same dice: what differs.
    Compare(simulate::CompareArgs),
    /// Looks for anything in a ruleset that is dead, stuck or endless, and proves what it can.
    Prove(prove::Args),
    /// Measures how fast the engine is.
    Bench(bench::Args),
    /// Writes the manual pages of a ruleset.
    Manual(manual::Args),
    /// Prints the JSON Schema of the files people write.
    Schema(schema::Args),
    /// Prints completions for a shell.
    Completions(completions::Args),
}

impl Command {
    /// Runs the command and returns the exit code.
    pub(crate) fn run(&self, json: bool) -> anyhow::Result<ExitCode> {
        match self {
            Command::Play(args) => play::run(args, json),
            Command::Serve(args) => serve::run(args, json),
            Command::Mcp(args) => mcp::run(args, json),
            Command::Lsp(args) => lsp::run(args, json),
            Command::Db(args) => db::run(args, json),
            Command::Run(args) => run::run(args, json),
            Command::Check(args) => check::run(args, json),
            Command::New(args) => new::run(args, json),
            Command::Explain(args) => explain::run(args, json),
            Command::Options(args) => options::run(args, json),
            Command::Pay(args) => pay::run(args, json),
            Command::Record(args) => record::run(args, json),
            Command::Convert(args) => convert::run(args, json),
            Command::Import(args) => import::run(args, json),
            Command::Coverage(args) => coverage::run(args, json),
            Command::Mutate(args) => mutate::run(args, json),
            Command::Perft(args) => perft::run(args, json),
            Command::Plan(args) => plan::run(args, json),
            Command::Simulate(args) => simulate::run(args, json),
            Command::Compare(args) => simulate::run_compare(args, json),
            Command::Prove(args) => prove::run(args, json),
            Command::Bench(args) => bench::run(args, json),
            Command::Manual(args) => manual::run(args, json),
            Command::Schema(args) => schema::run(args, json),
            Command::Completions(args) => completions::run(args, json),
        }
    }
}
