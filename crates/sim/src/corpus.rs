//! A ruleset together with all its scenarios, built in or from a folder.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::diagnostic::{Diagnostic, Files, Report};
use rules::source::{embedded_file, embedded_list, embedded_names, read_text};
use rules::{Compiled, Foundation, Parsed, Place, Setup, Source};

use crate::scenario::{self, Outcome, Scenario};

/// A ruleset and the scenarios of its folder `scenarios/`.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The ruleset.
    pub parsed: Parsed,
    /// Every scenario, file by file in name order.
    pub cases: Vec<Case>,
    /// Lines of scenario files that cannot be read.
    pub problems: Vec<Problem>,
    /// Its folder; `None` for a built-in ruleset.
    pub folder: Option<PathBuf>,
    place: Place,
}

/// A scenario and its file.
#[derive(Clone, Debug)]
pub struct Case {
    /// Path of its file inside the ruleset's folder.
    pub file: String,
    /// The scenario.
    pub scenario: Scenario,
}

/// A problem of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of its file inside the ruleset's folder.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Description of the problem.
    pub message: String,
}

/// Reason why a corpus cannot be opened.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CorpusError {
    /// The name is neither a folder with a `ruleset.toml` nor a built-in ruleset.
    #[error("there is no ruleset called `{name}`; built in are {known}")]
    Unknown {
        /// Requested name.
        name: String,
        /// Names of the built-in rulesets.
        known: String,
    },
    /// A file cannot be read.
    #[error("{0}")]
    File(String),
    /// The ruleset does not load.
    #[error("the ruleset does not load:\n{}", .0.render(.1, rules::diagnostic::Colors::Off))]
    Ruleset(Report, Files),
}

/// A scenario that has been played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Outcome of the scenario.
    pub outcome: Outcome,
    /// Options that its setup sets, by name, with the values in force.
    pub options: Vec<(String, String)>,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl Corpus {
    /// Opens a ruleset by the path of its folder or by name.
    ///
    /// A name means the folder `rulesets/NAME` below the working directory if that exists. The copy
    /// in that folder may be newer than the built-in one.
    pub fn open(name: &str) -> Result<Corpus, CorpusError> {
        let path = Path::new(name);
        let path =
            if path.ends_with("ruleset.toml") { path.parent().unwrap_or(path) } else { path };
        let folders = [path.to_path_buf(), Path::new("rulesets").join(name)];
        match folders.iter().find(|folder| folder.join("ruleset.toml").is_file()) {
            Some(folder) => Corpus::folder(folder),
            None => Corpus::embedded(name),
        }
    }

    /// Opens a ruleset in a folder on disk.
    pub fn folder(folder: &Path) -> Result<Corpus, CorpusError> {
        let unread = |problem: Diagnostic| CorpusError::File(problem.message);
        let source = Source::folder(folder).map_err(unread)?;
        let place = Place::Folder(folder.join("scenarios"));
        let mut corpus = Corpus::of(&source, place)?;
        corpus.folder = Some(folder.to_path_buf());
        let listing = std::fs::read_dir(folder.join("scenarios"));
        let entries = listing.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
        paths.sort_unstable();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = read_text(&path).map_err(unread)?;
            corpus.add(&format!("scenarios/{name}"), &text);
        }
        Ok(corpus)
    }

    /// Opens a built-in ruleset.
    pub fn embedded(name: &str) -> Result<Corpus, CorpusError> {
        let Some(source) = Source::embedded(name) else {
            let known = embedded_names().join(", ");
            return Err(CorpusError::Unknown { name: name.to_owned(), known });
        };
        let mut corpus = Corpus::of(&source, Place::Embedded(name.to_owned()))?;
        for path in embedded_list(name, "scenarios") {
            if let Some(text) = embedded_file(name, &path).filter(|_| path.ends_with(".md")) {
                corpus.add(&path, text);
            }
        }
        Ok(corpus)
    }

    fn of(source: &Source, place: Place) -> Result<Corpus, CorpusError> {
        let parsed =
            source.parse().map_err(|(report, files)| CorpusError::Ruleset(report, files))?;
        rules::compile(&Setup::of(parsed.clone()))
            .map_err(|(report, files)| CorpusError::Ruleset(report, files))?;
        Ok(Corpus { parsed, cases: Vec::new(), problems: Vec::new(), folder: None, place })
    }

    fn add(&mut self, file: &str, text: &str) {
        let document = scenario::parse(text);
        for (line, message) in document.problems {
            self.problems.push(Problem { file: file.to_owned(), line, message });
        }
        for scenario in document.scenarios.into_iter().filter(|one| !is_prose(one)) {
            if scenario.play.is_empty() {
                let message = format!("{}: there is no block `play`", scenario.name);
                self.problems.push(Problem { file: file.to_owned(), line: scenario.line, message });
            } else {
                self.cases.push(Case { file: file.to_owned(), scenario });
            }
        }
    }

    /// Plays every scenario; returns the outcomes and all problems.
    pub fn play_all(&self) -> (Vec<Played>, Vec<Problem>) {
        // Browsers have one core and no threads.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let played = match cores {
            1 => self.play_cases(&self.cases),
            _ => self.play_in_threads(cores),
        };
        let mut problems = self.problems.clone();
        for (case, played) in self.cases.iter().zip(&played) {
            problems.extend(played.outcome.failures.iter().map(|failure| Problem {
                file: case.file.clone(),
                line: failure.line,
                message: format!("{}: {}", case.scenario.name, failure.message),
            }));
        }
        (played, problems)
    }

    /// Plays every scenario in a number of threads.
    fn play_in_threads(&self, threads: usize) -> Vec<Played> {
        let share = self.cases.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let shares = self.cases.chunks(share);
            let running: Vec<_> =
                shares.map(|cases| scope.spawn(move || self.play_cases(cases))).collect();
            // A scenario that panics in a thread panics here, too.
            let played = running.into_iter().map(|thread| thread.join());
            played.flat_map(|one| one.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        })
    }

    /// Plays some of the scenarios. Those with the same rules and settings share what follows from
    /// the rules alone.
    fn play_cases(&self, cases: &[Case]) -> Vec<Played> {
        let setups = cases.iter().map(|case| self.setup(case, &self.parsed));
        let setups: Vec<_> = setups.collect();
        let mut foundations: Vec<Foundation<'_>> = Vec::new();
        let mut played = Vec::new();
        for (case, setup) in cases.iter().zip(&setups) {
            let compiled = match setup {
                Ok(setup) => foundation_of(&mut foundations, setup).compile(setup),
                Err(problems) => Err(problems.clone()),
            };
            let compiled = compiled.map(|(compiled, _)| Arc::new(compiled));
            let options = setup.as_ref().map(options_of).unwrap_or_default();
            played.push(Played { outcome: outcome(case, compiled), options });
        }
        played
    }

    /// Returns the text of a file of the ruleset's folder.
    pub fn text(&self, path: &str) -> Option<String> {
        match &self.folder {
            Some(folder) => read_text(&folder.join(path)).ok(),
            None => embedded_file(&self.parsed.manifest.id, path).map(str::to_owned),
        }
    }

    /// Returns the setup of a scenario under `rules`, which may differ from the corpus's own.
    pub fn setup(&self, case: &Case, rules: &Parsed) -> Result<Setup, (Report, Files)> {
        Setup::read("setup", &case.scenario.setup, &self.place, Some(rules))
    }

    /// Plays a scenario; `change` may alter its setup first.
    pub fn play(&self, case: &Case, change: impl FnOnce(&mut Setup)) -> Played {
        let mut options = Vec::new();
        let compiled = self.setup(case, &self.parsed).and_then(|mut setup| {
            change(&mut setup);
            options = options_of(&setup);
            rules::compile(&setup)
        });
        let compiled = compiled.map(|(compiled, _)| Arc::new(compiled));
        Played { outcome: outcome(case, compiled), options }
    }
}

/// Returns a foundation that the setup fits, adding one if there is none.
fn foundation_of<'a, 'f>(
    foundations: &'f mut Vec<Foundation<'a>>,
    setup: &'a Setup,
) -> &'f Foundation<'a> {
    let known = foundations.iter().position(|one| one.fits(setup));
    let at = known.unwrap_or_else(|| {
        foundations.push(Foundation::of(setup));
        foundations.len() - 1
    });
    &foundations[at]
}

/// Returns the options that a setup sets, each once, with the value in force.
fn options_of(setup: &Setup) -> Vec<(String, String)> {
    let mut options: Vec<(String, String)> = Vec::new();
    for (_, name, value) in &setup.options {
        options.retain(|(known, _)| known != name.as_str());
        options.push((name.to_string(), value.to_string()));
    }
    options
}

/// Checks whether a heading is prose: it has no play, no claims and no setup of its own.
fn is_prose(scenario: &Scenario) -> bool {
    let own_setup = scenario.setup_line > scenario.line;
    scenario.play.is_empty() && scenario.covers.is_empty() && !own_setup
}

/// Returns the outcome of a scenario in a compiled game, or in one that does not load.
pub fn outcome(case: &Case, compiled: Result<Arc<Compiled>, (Report, Files)>) -> Outcome {
    match compiled {
        Ok(compiled) => scenario::run_with(&case.scenario, compiled),
        Err((report, files)) => scenario::refused(&case.scenario, &report, &files),
    }
}
