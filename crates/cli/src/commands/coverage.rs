//! `turnwright coverage`: lists the rules that the scenarios of a ruleset exercise.

use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sim::corpus::{Corpus, CorpusError};
use sim::coverage::{Coverage, Marks, Row};

use crate::failure::{failed, unloadable};
use crate::out;
use crate::paint::Paint;

/// The committed table, in the folder of the ruleset.
const FILE: &str = "COVERAGE.txt";

/// Plays all scenarios of a ruleset and says which rules they exercise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The ruleset: its name, or the path of its folder.
    ruleset: String,
    /// Writes COVERAGE.txt into the ruleset's folder.
    #[arg(long)]
    write: bool,
    /// Lists only rules that lack something.
    #[arg(long)]
    missing: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let corpus = corpus(&args.ruleset)?;
    let coverage = Coverage::of(&corpus);
    let table = coverage.table();
    if args.write {
        let Some(folder) = &corpus.folder else {
            bail!("{} is built into the program; give the path of a folder", args.ruleset);
        };
        let file = folder.join(FILE);
        std::fs::write(&file, &table).with_context(|| format!("writing {}", file.display()))?;
    }
    let is_current = corpus.text(FILE).is_some_and(|text| text.lines().eq(table.lines()));
    if json {
        out::value(&value(&coverage, is_current))?;
    } else {
        out::text(&text(args, &corpus, &coverage, is_current))?;
    }
    let good = coverage.is_complete() && is_current;
    Ok(if good { ExitCode::SUCCESS } else { failed() })
}

/// Opens a ruleset with its scenarios.
pub(super) fn corpus(name: &str) -> anyhow::Result<Corpus> {
    Corpus::open(name).map_err(|error| match error {
        CorpusError::Ruleset(report, files) => unloadable((report, files)),
        other => other.into(),
    })
}

fn text(args: &Args, corpus: &Corpus, coverage: &Coverage, is_current: bool) -> String {
    let paint = Paint::of_output();
    let mut text = String::new();
    for problem in &coverage.problems {
        text.push_str(&format!("{} {problem}\n", paint.bad("wrong")));
    }
    if !is_current {
        let state = if corpus.text(FILE).is_some() { "is out of date" } else { "is missing" };
        let state = paint.bad(&format!("{FILE} {state}"));
        text.push_str(&format!("{state}; `turnwright coverage {} --write`\n", args.ruleset));
    }
    text.push_str(&if args.missing { coverage.missing() } else { coverage.table() });
    text
}

fn value(coverage: &Coverage, is_current: bool) -> Value {
    json!({
        "exercised": coverage.exercised(),
        "required": coverage.required(),
        "current": is_current,
        "problems": coverage.problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "rules": coverage.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn row(row: &Row) -> Value {
    let values = row.values.iter();
    json!({
        "rule": row.id,
        "kind": row.kind,
        "required": row.required,
        "exercised": row.is_exercised(),
        "wanted": marks(row.wanted),
        "found": marks(row.found),
        "values": values.map(|value| (value.text.clone(), value.exercised.into()))
            .collect::<serde_json::Map<_, _>>(),
        "scenarios": row.scenarios.len(),
    })
}

fn marks(marks: Marks) -> Value {
    json!({ "allow": marks.allow, "deny": marks.deny })
}
