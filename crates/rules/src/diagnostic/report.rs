//! All the problems of one load.

use super::merged::Merged;
use super::{Colors, Diagnostic, Files, Severity, render, to_json};
use serde_json::{Value, json};

/// Collection of the problems of one load; loading goes on after each problem.
///
/// At most [`Report::SHOWN_MAX`] problems are kept, errors before warnings and early places before
/// late ones, so that a broken file costs little. All are counted.
///
/// A problem in an element that `for` makes gets its place in the text, and its message says for
/// which combination of values it was found. The same problem of several combinations is one.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Kept problems, sorted by severity, then place.
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// The files that problems point into.
    files: Files,
    /// Problems of elements that `for` makes, also those that are not kept.
    merged: Vec<Merged>,
}

impl Report {
    /// Most problems that are kept and shown.
    pub const SHOWN_MAX: usize = 200;

    /// Returns a report of problems in these files.
    pub fn of(files: &Files) -> Report {
        Report { files: files.clone(), ..Report::default() }
    }

    /// Sets the files that problems point into.
    pub fn set_files(&mut self, files: &Files) {
        self.files = files.clone();
    }

    /// Adds a problem, unless an equal one is kept already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        match Merged::of(diagnostic, &self.files) {
            Ok(plain) => self.keep(plain),
            Err(made) => self.merge(made),
        }
    }

    /// Adds a problem of an element that `for` makes to those of the other combinations.
    fn merge(&mut self, made: Merged) {
        if let Some(merged) = self.merged.iter_mut().find(|it| it.takes(&made)) {
            let before = merged.diagnostic();
            merged.add(made);
            let after = merged.diagnostic();
            if let Some(kept) = self.kept.iter_mut().find(|it| **it == before) {
                *kept = after;
            }
        } else {
            self.keep(made.diagnostic());
            self.merged.push(made);
        }
    }

    fn keep(&mut self, diagnostic: Diagnostic) {
        if self.kept.contains(&diagnostic) {
            return;
        }
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        let at = self.kept.partition_point(|kept| {
            (kept.severity, place(kept)) <= (diagnostic.severity, place(&diagnostic))
        });
        self.kept.insert(at, diagnostic);
        self.kept.truncate(Self::SHOWN_MAX);
    }

    /// Adds the problems of another report.
    pub fn append(&mut self, other: Report) {
        let (errors, warnings) = other.dropped();
        other.kept.into_iter().for_each(|diagnostic| self.push(diagnostic));
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Returns true if there are errors, so that the loaded data must not be used.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub fn errors(&self) -> usize {
        self.errors
    }

    pub fn warnings(&self) -> usize {
        self.warnings
    }

    pub fn is_empty(&self) -> bool {
        self.errors + self.warnings == 0
    }

    /// Returns the kept problems by file, in the order of reading, then by place. Problems in no
    /// file come first.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.kept.iter().collect();
        sorted.sort_by_key(|diagnostic| place(diagnostic));
        sorted
    }

    /// Returns the text for people: the problems separated by empty lines, then the number of
    /// further ones. Empty if there is no problem.
    pub fn render(&self, files: &Files, colors: Colors) -> String {
        let mut parts: Vec<_> = self
            .diagnostics()
            .into_iter()
            .map(|diagnostic| render(diagnostic, files, colors))
            .collect();
        if self.more() > 0 {
            parts.push(format!("and {} more\n", self.more()));
        }
        parts.join("\n")
    }

    /// Returns `{"errors": n, "warnings": n, "more": n, "diagnostics": [...]}`. The problems are
    /// written by [`to_json`]; `more` is the number of those left out.
    pub fn to_json(&self, files: &Files) -> Value {
        let diagnostics: Vec<_> =
            self.diagnostics().into_iter().map(|diagnostic| to_json(diagnostic, files)).collect();
        json!({
            "errors": self.errors,
            "warnings": self.warnings,
            "more": self.more(),
            "diagnostics": diagnostics,
        })
    }

    fn more(&self) -> usize {
        let (errors, warnings) = self.dropped();
        errors + warnings
    }

    /// Returns the numbers of errors and warnings that were counted but not kept.
    fn dropped(&self) -> (usize, usize) {
        let errors_kept = self.kept.partition_point(|kept| kept.severity == Severity::Error);
        (self.errors - errors_kept, self.warnings - (self.kept.len() - errors_kept))
    }
}

/// Returns the sort key of a problem: file, start and end of its primary label.
fn place(diagnostic: &Diagnostic) -> impl Ord + use<> {
    diagnostic.primary.as_ref().map(|label| (label.file, label.span.start, label.span.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn sorted_by_file_then_place() {
        let mut files = Files::default();
        let (first, second) = (files.add("a.toml", "a b"), files.add("b.toml", "c"));
        let mut report = Report::default();
        report.push(Diagnostic::error(Code::UnknownPool, "4").at(second, 0..1, ""));
        report.push(Diagnostic::error(Code::UnknownPool, "3").at(first, 2..3, ""));
        report.push(Diagnostic::warning(Code::UnknownPool, "2").at(first, 0..1, ""));
        report.push(Diagnostic::error(Code::UnknownFile, "1"));
        report.push(Diagnostic::error(Code::UnknownFile, "1"));
        let messages: Vec<_> = report.diagnostics().iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, ["1", "2", "3", "4"]);
        assert_eq!((report.errors(), report.warnings()), (3, 1));
    }

    #[test]
    fn warnings_alone_do_not_stop() {
        let mut report = Report::default();
        assert!(report.is_empty() && !report.has_errors());
        report.push(Diagnostic::warning(Code::DuplicateName, "twice"));
        assert!(!report.is_empty() && !report.has_errors());
    }

    #[test]
    fn a_flood_is_cut_errors_first() {
        let mut files = Files::default();
        let file = files.add("a.toml", "x".repeat(300));
        let mut report = Report::default();
        for at in 0..300 {
            report.push(Diagnostic::warning(Code::UnknownTag, "w").at(file, at..at + 1, ""));
        }
        report.push(Diagnostic::error(Code::UnknownPool, "the error").at(file, 299..300, ""));
        assert_eq!(report.diagnostics().len(), Report::SHOWN_MAX);
        assert_eq!(report.diagnostics()[Report::SHOWN_MAX - 1].message, "the error");
        assert!(report.render(&files, Colors::Off).ends_with("\n\nand 101 more\n"));
        assert_eq!(report.to_json(&files)["more"], 101);

        let mut whole = Report::default();
        whole.append(report);
        assert_eq!((whole.errors(), whole.warnings()), (1, 300));
        assert_eq!(whole.to_json(&files)["more"], 101);
    }
}
