//! Assembles the report and formats it as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::explore::Explored;
use super::flaw::{Flaw, FlawKind};
use super::sample::Sampled;
use super::seen::Seen;
use super::thing::{Sort, Thing};
use super::{Accepted, Count, Effort, Finding, Report, Subject, Verdict};

/// Returns the report of everything found.
pub(super) fn assemble(
    subject: &Subject<'_>,
    effort: &Effort,
    seen: &Seen,
    explored: &[Explored],
    sampled: Sampled,
) -> Report {
    let searched = explored.iter().filter(|one| one.complete).count();
    let states = explored.iter().map(|one| one.states).sum();
    let is_complete = searched == explored.len() && searched > 0;
    let mut flaws: BTreeMap<FlawKind, Flaw> = BTreeMap::new();
    let met = explored.iter().flat_map(|one| one.flaws.iter().cloned());
    for flaw in met.chain(sampled.flaws) {
        flaws.entry(flaw.kind.clone()).or_insert(flaw);
    }
    let scope = Scope {
        within: within(subject, effort, sampled.fights, states),
        search: is_complete.then(|| format!("search of all {states} states")),
    };
    let mut findings = vec![minting()];
    findings.push(scope.dead_ends(seen, &flaws));
    findings.push(scope.loops(seen, &flaws));
    findings.extend(seen.all.difference(&seen.live).map(|thing| scope.dead(thing, seen)));
    findings.extend(flaws.into_values().map(counterexample));
    let count = |sort| {
        let of = |thing: &&Thing| thing.sort == sort;
        let all = seen.all.iter().filter(of).count();
        let live = seen.all.intersection(&seen.live).filter(of).count();
        Count { sort, all, live }
    };
    Report {
        ruleset: subject.corpus.parsed.manifest.id.to_string(),
        scenarios: if subject.with_scenarios { subject.corpus.cases.len() } else { 0 },
        encounters: subject.stages.iter().map(|stage| stage.name.clone()).collect(),
        searched,
        states,
        fights: sampled.fights,
        choices: sampled.choices,
        seed: effort.seed,
        counts: Sort::ALL.map(count).into_iter().filter(|count| count.all > 0).collect(),
        findings,
    }
}

fn within(subject: &Subject<'_>, effort: &Effort, fights: u64, states: usize) -> String {
    let scenarios = match subject.with_scenarios {
        true => format!("{} scenarios, ", subject.corpus.cases.len()),
        false => String::new(),
    };
    format!("{scenarios}{states} states and {fights} sampled fights of seed {}", effort.seed)
}

fn minting() -> Finding {
    let by = "by argument: each kind has a worth that no conversion raises; checked when the \
              rulebook was read";
    general("minting", "no conversion makes something out of nothing", by.to_owned())
}

fn general(name: &str, claim: &str, by: String) -> Finding {
    Finding {
        name: name.to_owned(),
        claim: claim.to_owned(),
        bad: false,
        verdict: Verdict::Proved { by },
        log: None,
    }
}

/// The extent of the search.
struct Scope {
    within: String,
    search: Option<String>,
}

impl Scope {
    fn dead_ends(&self, seen: &Seen, flaws: &BTreeMap<FlawKind, Flaw>) -> Finding {
        let claim = "play never comes to a dead end";
        if let Some(flaw) = flaws.values().find(|flaw| flaw.kind.is_dead_end()) {
            return self.refuted("dead-ends", claim, flaw);
        }
        match &self.search {
            Some(search) => general("dead-ends", claim, format!("by {search}")),
            None if !seen.passing => {
                let mut finding = self.open("dead-ends", claim);
                finding.claim = format!("{claim} (whoever must choose can always end or pass)");
                finding
            }
            None => self.open("dead-ends", claim),
        }
    }

    fn loops(&self, seen: &Seen, flaws: &BTreeMap<FlawKind, Flaw>) -> Finding {
        let claim = "nothing free can go on without end in a turn";
        if let Some(flaw) = flaws.values().find(|flaw| !flaw.kind.is_dead_end()) {
            return self.refuted("free-loops", claim, flaw);
        }
        if seen.unpriced.is_empty() {
            let by = "by argument: every activity takes a token or fills a slot";
            return general("free-loops", claim, by.to_owned());
        }
        match &self.search {
            Some(search) => {
                let by = format!("by {search}, with up to 3 free activities in a row");
                general("free-loops", claim, by)
            }
            None => self.open("free-loops", claim),
        }
    }

    fn open(&self, name: &str, claim: &str) -> Finding {
        let verdict = Verdict::NotFound { within: self.within.clone() };
        Finding { name: name.into(), claim: claim.into(), bad: false, verdict, log: None }
    }

    /// Returns a claim about the whole that a flaw refutes. The flaw itself is the bad finding.
    fn refuted(&self, name: &str, claim: &str, flaw: &Flaw) -> Finding {
        let verdict = Verdict::Counterexample { what: flaw.kind.claim(), log: file_name(flaw) };
        Finding { name: name.into(), claim: claim.into(), bad: false, verdict, log: None }
    }

    /// Returns the finding of a thing that was never live.
    fn dead(&self, thing: &Thing, seen: &Seen) -> Finding {
        let games = seen.games.get(thing).copied().unwrap_or(0);
        let verdict = match (seen.ruled_out.get(thing), &self.search) {
            (Some((count, why)), _) if *count == games => {
                Verdict::Proved { by: format!("by argument: {why}") }
            }
            (_, Some(search)) => Verdict::Proved { by: format!("by {search}") },
            _ => Verdict::NotFound { within: self.within.clone() },
        };
        Finding {
            name: thing.to_string(),
            claim: format!("{} {}", thing.name, thing.sort.dead()),
            bad: true,
            verdict,
            log: None,
        }
    }
}

fn counterexample(flaw: Flaw) -> Finding {
    let what = format!("{} ({})", flaw.what, flaw.stage);
    Finding {
        name: flaw.kind.name(),
        claim: flaw.kind.claim(),
        bad: true,
        verdict: Verdict::Counterexample { what, log: file_name(&flaw) },
        log: Some(flaw.log),
    }
}

fn file_name(flaw: &Flaw) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = flaw.kind.name().chars().map(letter).collect();
    let stage: String = flaw.stage.chars().map(letter).collect();
    format!("{stage}-{name}.game")
}

/// Returns a report as text. Accepted findings are only counted.
pub fn text(report: &Report, accepted: &Accepted) -> String {
    let Report { ruleset, scenarios, encounters, searched, states, fights, choices, .. } = report;
    let mut text = format!(
        "{ruleset}: {scenarios} scenarios, {} encounters ({searched} searched whole, {states} \
         states), {fights} sampled fights ({choices} choices, seed {})\n\n",
        encounters.len(),
        report.seed
    );
    for count in &report.counts {
        let _ = writeln!(text, "{:>5} of {:<5} {}", count.live, count.all, count.sort.alive());
    }
    text.push('\n');
    for finding in report.findings.iter().filter(|finding| !finding.bad) {
        let _ = writeln!(text, "{}\n    {}", finding.claim, verdict(&finding.verdict));
    }
    let bad = || report.findings.iter().filter(|finding| finding.bad);
    let open: Vec<&Finding> = bad().filter(|one| accepted.reason(one).is_none()).collect();
    if !open.is_empty() {
        text.push('\n');
    }
    for finding in &open {
        let _ = writeln!(
            text,
            "{}: {}\n    {}",
            finding.name,
            finding.claim,
            verdict(&finding.verdict)
        );
    }
    let known = bad().count() - open.len();
    let _ = writeln!(text, "\n{} findings, {known} more accepted", open.len());
    text
}

fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved { by } => format!("proved {by}"),
        Verdict::Counterexample { what, log } => format!("counterexample {log}: {what}"),
        Verdict::NotFound { within } => format!("not found within {within}"),
    }
}
