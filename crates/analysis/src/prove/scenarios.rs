//! Scenarios of the ruleset, played to find live things.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Command, LegalActions};
use rules::raw::Text;
use sim::corpus::{Case, Corpus};
use sim::{choices, scenario};

use super::Subject;
use super::seen::{Seen, Tally};
use super::statics;
use super::thing::{Sort, Thing};

/// Plays every scenario under the options given.
///
/// A scenario whose assertions fail under the options still counts, because only legal commands are
/// carried out. Forced declarations do not count.
pub(super) fn play(subject: &Subject<'_>, seen: &mut Seen, progress: &(dyn Fn() + Sync)) {
    if subject.options.is_empty() {
        statics::of_ruleset(&subject.corpus.parsed, seen);
    }
    let cases = &subject.corpus.cases;
    let cores = std::thread::available_parallelism().map_or(1, usize::from).max(1);
    let share = cases.len().div_ceil(cores).max(1);
    let converting = statics::converting(&subject.corpus.parsed);
    let work = |cases: &[Case]| {
        let mut seen = Seen::default();
        cases.iter().for_each(|case| play_one(subject, case, &converting, &mut seen));
        seen
    };
    let parts: Vec<Seen> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            cases.chunks(share).map(|cases| scope.spawn(|| work(cases))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
    });
    parts.into_iter().for_each(|part| seen.merge(part));
    progress();
}

fn play_one(subject: &Subject<'_>, case: &Case, converting: &BTreeSet<String>, seen: &mut Seen) {
    let corpus: &Corpus = subject.corpus;
    let setup = corpus.setup(case, &corpus.parsed).and_then(|mut setup| {
        let file = setup.files.last();
        let text = |text: &str| Text::made(text.to_owned(), 0..0);
        for (name, value) in subject.options {
            setup.options.push((file, text(name), text(value)));
        }
        rules::compile(&setup)
    });
    // A scenario may be about a setup that is refused.
    let Ok((compiled, _)) = setup else { return };
    let compiled = Arc::new(compiled);
    statics::of_game(&compiled, converting, seen);
    let (outcome, session) = scenario::played_with(&case.scenario, Arc::clone(&compiled));
    let mut tally = Tally::new(&compiled);
    let mut lister = LegalActions::new(&compiled.game);
    for point in session.points() {
        let forced = matches!(point.command, Some(Command::Force(_)));
        tally.journal(&point.journal, forced);
        tally.state(&point.state);
        if choices::is_choice(point.state.decision) {
            let groups = lister.list(&compiled.game, &point.state);
            groups.iter().for_each(|group| tally.listed(group));
        }
    }
    tally.finish(seen);
    let trace = outcome.trace;
    seen.live.extend(trace.allowed.into_iter().map(|id| Thing::new(Sort::Rule, id)));
    seen.live.extend(trace.denied.into_iter().map(|id| Thing::new(Sort::Refusal, id)));
}
