//! Checks a ruleset as it stands in the buffers, with its encounters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::diagnostic::{Diagnostic, Files, Report};
use rules::source::{SourceFile, read_text};
use rules::{Parsed, Place, Setup, Sheet};
use sim::convert::Guidelines;
use sim::examples::encounter_in;

use crate::documents::Documents;
use crate::layout::is_inside;
use crate::origin::normalized;
use crate::ruleset::Ruleset;

/// A place of a problem: the file, the span in bytes, and a text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) path: PathBuf,
    pub(crate) span: std::ops::Range<usize>,
    pub(crate) text: String,
}

/// A problem with places by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// Number of its code, `E019`; `None` for scenarios that fail.
    pub(crate) code: Option<&'static str>,
    pub(crate) is_warning: bool,
    pub(crate) message: String,
    pub(crate) spot: Spot,
    pub(crate) related: Vec<Spot>,
    pub(crate) help: Vec<String>,
}

/// Problems of rules and of everything that stands beside them.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) findings: Vec<Finding>,
    /// The rules, if they load.
    pub(crate) parsed: Option<Arc<Parsed>>,
}

/// Checks the rules, the sheet and the guidelines of the converter.
pub(crate) fn rules(ruleset: &Ruleset) -> Checked {
    let mut checked = Checked::default();
    let place = |name: &str| ruleset.path_of(name);
    for (name, problem) in &ruleset.unreadable {
        checked.findings.push(finding(problem, &Files::default(), &place(name), &place));
    }
    let home = place("ruleset.toml");
    let parsed = match ruleset.source().parse() {
        Ok(parsed) => parsed,
        Err((report, files)) => {
            checked.findings.extend(findings(&report, &files, &home, &place));
            return checked;
        }
    };
    let (mut report, files) = compiled(&Setup::of(parsed.clone()));
    if let Err((found, _)) = Sheet::of(&parsed) {
        report.append(found);
    }
    checked.findings.extend(findings(&report, &files, &home, &place));
    let guidelines: Vec<SourceFile> = ruleset
        .files
        .iter()
        .filter(|(name, _)| is_inside(name, "convert", "toml"))
        .map(|(name, text)| SourceFile { path: name.clone(), text: text.clone() })
        .collect();
    if let Err((found, files)) = Guidelines::read(&guidelines, &parsed) {
        checked.findings.extend(findings(&found, &files, &home, &place));
        report.append(found);
    }
    if !report.has_errors() {
        checked.parsed = Some(Arc::new(parsed));
    }
    checked
}

/// Checks an encounter file of a ruleset that loads. A file without combatants describes creatures
/// or a campaign; it is only read.
pub(crate) fn encounter(
    ruleset: &Ruleset,
    parsed: &Parsed,
    name: &str,
    text: &str,
    documents: &Documents,
) -> Vec<Finding> {
    if encounter_in(text).is_some_and(|it| it.combatant.is_empty()) {
        return Vec::new();
    }
    let path = ruleset.path_of(name);
    let beside = Beside::named_in(text, &path, documents);
    let shown = path.to_string_lossy();
    let setup = Setup::read(&shown, text, &beside.place(), Some(parsed));
    let (report, files) = setup.map_or_else(|problems| problems, |setup| compiled(&setup));
    // Warnings about the rules themselves are reported with the rules.
    let mut found = findings(&report, &files, &path, &|name| beside.path_of(name, ruleset));
    found.retain(|one| ruleset.name_of(&one.spot.path).is_none_or(|name| !is_rule_file(&name)));
    found
}

fn is_rule_file(name: &str) -> bool {
    crate::layout::is_rules(name) || !name.contains('/')
}

/// The files that an encounter names, read from buffers or disk.
pub(crate) struct Beside {
    folder: PathBuf,
    files: BTreeMap<String, Arc<str>>,
}

impl Beside {
    /// Reads the campaign and creature files that an encounter file names.
    pub(crate) fn named_in(text: &str, path: &Path, documents: &Documents) -> Beside {
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let mut files = BTreeMap::new();
        if let Some(encounter) = encounter_in(text) {
            for name in encounter.campaign.iter().chain(&encounter.creatures) {
                let path = normalized(&folder.join(name.as_str()));
                let text = match documents.get(&path) {
                    Some(document) => Some(document.text.clone()),
                    None => read_text(&path).ok().map(Arc::from),
                };
                if let Some(text) = text {
                    files.insert(name.to_string(), text);
                }
            }
        }
        Beside { folder, files }
    }

    /// Returns the place to look for them.
    pub(crate) fn place(&self) -> Place {
        let file = |(path, text): (&String, &Arc<str>)| SourceFile {
            path: path.clone(),
            text: text.clone(),
        };
        Place::Carried(self.files.iter().map(file).collect())
    }

    /// Returns the path of a file by the name that problems have for it.
    pub(crate) fn path_of(&self, name: &str, ruleset: &Ruleset) -> PathBuf {
        if self.files.contains_key(name) {
            normalized(&self.folder.join(name))
        } else {
            ruleset.path_of(name)
        }
    }
}

/// Compiles a setup and returns its problems with the texts they point into.
pub(crate) fn compiled(setup: &Setup) -> (Report, Files) {
    match rules::compile(setup) {
        Ok((_, report)) => (report, setup.files.clone()),
        Err(problems) => problems,
    }
}

/// Returns the problems of a report. Those in no file are put at the start of `home`.
pub(crate) fn findings(
    report: &Report,
    files: &Files,
    home: &Path,
    path_of: &dyn Fn(&str) -> PathBuf,
) -> Vec<Finding> {
    let diagnostics = report.diagnostics().into_iter();
    diagnostics.map(|diagnostic| finding(diagnostic, files, home, path_of)).collect()
}

fn finding(
    diagnostic: &Diagnostic,
    files: &Files,
    home: &Path,
    path_of: &dyn Fn(&str) -> PathBuf,
) -> Finding {
    let spot = |label: &rules::diagnostic::Label| Spot {
        path: path_of(files.name(label.file)),
        span: label.span.clone(),
        text: label.text.clone(),
    };
    let start = || Spot { path: home.to_path_buf(), span: 0..0, text: String::new() };
    Finding {
        code: Some(diagnostic.code.number()),
        is_warning: diagnostic.severity == rules::diagnostic::Severity::Warning,
        message: diagnostic.message.clone(),
        spot: diagnostic.primary.as_ref().map_or_else(start, spot),
        related: diagnostic.secondary.iter().map(spot).collect(),
        help: diagnostic.help.clone(),
    }
}
