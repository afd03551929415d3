//! `turnwright mutate`: changes each element of a ruleset and checks that a scenario fails.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sim::mutate::{Allowed, AllowedError, Bench, Mutant, Verdict, mutants};

use super::coverage::corpus;
use crate::failure::failed;
use crate::out;
use crate::paint::Paint;

/// Removes or changes every element of a ruleset in turn and runs the scenarios.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The ruleset: its name, or the path of its folder.
    ruleset: String,
    /// Judges only so many mutants, spread evenly over the ruleset.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Judges only mutants of this rule, or of all rules whose id begins with this and a dot.
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
}

/// Mutants with their verdicts.
struct Judged<'a> {
    all: Vec<(Mutant, Verdict)>,
    allowed: Allowed,
    stale: Vec<AllowedError>,
    bench: &'a Bench,
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let corpus = corpus(&args.ruleset)?;
    let all = mutants(&corpus.parsed);
    let excused = corpus.text(Allowed::FILE).unwrap_or_default();
    let allowed = match Allowed::read(&excused, &all) {
        Ok(allowed) => allowed,
        Err(errors) => bail!("{}:\n{}", Allowed::FILE, lines(&errors)),
    };
    let chosen = chosen(args, all, |mutant| corpus.parsed.rules[mutant.rule].rule.id.to_string());
    if chosen.is_empty() {
        bail!("there is no such mutant to judge");
    }
    let bench = match Bench::new(corpus) {
        Ok(bench) => Arc::new(bench),
        Err(problems) => bail!("scenarios fail without any mutation:\n{}", lines(&problems)),
    };
    let progress = progress(chosen.len(), json);
    let verdicts = bench.judge(chosen.clone(), &allowed, || progress.inc(1));
    progress.finish_and_clear();
    let all: Vec<(Mutant, Verdict)> = chosen.into_iter().zip(verdicts).collect();
    let stale = allowed.stale(all.iter().map(|(mutant, verdict)| (mutant, *verdict)));
    let judged = Judged { all, allowed, stale, bench: &bench };
    match json {
        true => out::value(&judged.value())?,
        false => out::text(&judged.text())?,
    }
    Ok(if judged.is_good() { ExitCode::SUCCESS } else { failed() })
}

fn lines<T: ToString>(list: &[T]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn chosen(args: &Args, all: Vec<Mutant>, rule: impl Fn(&Mutant) -> String) -> Vec<Mutant> {
    let wanted = |mutant: &Mutant| {
        let Some(wanted) = &args.rule else { return true };
        let rule = rule(mutant);
        rule == *wanted || rule.starts_with(&format!("{wanted}."))
    };
    let all: Vec<Mutant> = all.into_iter().filter(wanted).collect();
    let count = args.sample.unwrap_or(all.len()).min(all.len());
    (0..count).map(|nth| all[nth * all.len() / count].clone()).collect()
}

/// Returns a progress bar on standard error, if that is a terminal; a hidden one for JSON.
fn progress(length: usize, json: bool) -> ProgressBar {
    if json {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} mutants, {eta} to go");
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Judged<'_> {
    fn of(&self, wanted: impl Fn(&Mutant, Verdict) -> bool) -> Vec<&Mutant> {
        let all = self.all.iter().filter(|(mutant, verdict)| wanted(mutant, *verdict));
        all.map(|(mutant, _)| mutant).collect()
    }

    fn survivors(&self) -> Vec<&Mutant> {
        self.of(|mutant, verdict| {
            verdict == Verdict::Survived && self.allowed.reason(mutant).is_none()
        })
    }

    fn excused(&self) -> Vec<&Mutant> {
        self.of(|mutant, verdict| {
            verdict == Verdict::Survived && self.allowed.reason(mutant).is_some()
        })
    }

    fn broken(&self) -> Vec<&Mutant> {
        self.of(|_, verdict| verdict == Verdict::Broken)
    }

    fn is_good(&self) -> bool {
        self.survivors().is_empty() && self.broken().is_empty() && self.stale.is_empty()
    }

    fn text(&self) -> String {
        let paint = Paint::of_output();
        let mut text = String::new();
        let mut list = |word: &str, mutants: &[&Mutant]| {
            for mutant in mutants {
                let place = paint.faint(&mutant.place(&self.bench.corpus().parsed));
                text.push_str(&format!("{} {}\n         {place}\n", paint.bad(word), mutant.name));
            }
        };
        list("survived", &self.survivors());
        list("broke the engine:", &self.broken());
        for error in &self.stale {
            text.push_str(&format!("{}: {error}\n", Allowed::FILE));
        }
        let killed = self.of(|_, verdict| verdict.is_killed()).len();
        let unloadable = self.of(|_, verdict| verdict == Verdict::Unloadable).len();
        let (all, excused) = (self.all.len(), self.excused().len());
        text.push_str(&format!(
            "{killed} of {all} mutants killed ({unloadable} do not load), {excused} excused"
        ));
        text
    }

    fn value(&self) -> Value {
        let parsed = &self.bench.corpus().parsed;
        let one = |mutant: &&Mutant| json!({ "mutant": mutant.name, "at": mutant.place(parsed) });
        let list = |mutants: Vec<&Mutant>| mutants.iter().map(one).collect::<Vec<_>>();
        json!({
            "mutants": self.all.len(),
            "killed": self.of(|_, verdict| verdict.is_killed()).len(),
            "unloadable": self.of(|_, verdict| verdict == Verdict::Unloadable).len(),
            "survivors": list(self.survivors()),
            "broken": list(self.broken()),
            "excused": list(self.excused()),
            "stale": self.stale.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}
