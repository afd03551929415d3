//! Failures of requests, each with the problem to send.

use rules::sheet::BadValue;

use crate::wire::{FieldProblem, Problem, ProblemCode, Reason, Report};

/// A refused or failed request.
#[derive(Clone, Debug)]
pub(crate) struct Failure(Box<Problem>);

impl Failure {
    /// Returns a failure with a code and a sentence for people.
    pub(crate) fn new(code: ProblemCode, message: impl Into<String>) -> Failure {
        Failure(Box::new(Problem {
            code,
            message: message.into(),
            help: None,
            sequence: None,
            reasons: Vec::new(),
            report: None,
            fields: Vec::new(),
            rulesets: Vec::new(),
        }))
    }

    /// Returns the failure for a thing that does not exist, or that the key may not know of.
    pub(crate) fn not_found(what: &str) -> Failure {
        Failure::new(ProblemCode::NotFound, format!("there is no such {what}"))
    }

    /// Returns the failure for a request that the key does not allow.
    pub(crate) fn forbidden(message: impl Into<String>) -> Failure {
        Failure::new(ProblemCode::Forbidden, message)
    }

    /// Returns the failure for a request that cannot be understood.
    pub(crate) fn invalid(message: impl Into<String>) -> Failure {
        Failure::new(ProblemCode::Invalid, message)
    }

    /// Returns the failure for an outdated sequence number. `sequence` is the present one.
    pub(crate) fn stale(sequence: u64) -> Failure {
        let mut failure = Failure::new(ProblemCode::Stale, "the encounter has gone on since then");
        failure.0.sequence = Some(sequence);
        failure.help("look at the present state and decide again")
    }

    /// Returns the failure for a command that the rules deny, with their reasons.
    pub(crate) fn denied(reasons: Vec<Reason>) -> Failure {
        let first = reasons.first().map_or("the rules forbid it", |reason| reason.text.as_str());
        let mut failure = Failure::new(ProblemCode::Denied, first);
        failure.0.reasons = reasons;
        failure
    }

    /// Returns the failure for files that do not load.
    pub(crate) fn unloadable(report: Report) -> Failure {
        let mut failure = Failure::new(ProblemCode::Unloadable, "the files do not load");
        failure.0.report = Some(report);
        failure
    }

    /// Returns the failure for a sheet with bad values. `place` comes before the name of each
    /// field.
    pub(crate) fn bad_values(place: &str, who: &str, bad: &[BadValue]) -> Failure {
        let message = match (bad.first(), who.trim()) {
            (Some(first), "") => first.to_string(),
            (Some(first), who) => format!("{who}: {first}"),
            (None, _) => "the sheet cannot be used".to_owned(),
        };
        let mut failure = Failure::invalid(message);
        let field = |one: &BadValue| FieldProblem {
            field: format!("{place}{}", one.field),
            label: one.label.clone(),
            message: one.message.clone(),
        };
        failure.0.fields = bad.iter().map(field).collect();
        failure
    }

    /// Returns the failure for a request that the server cannot serve now.
    pub(crate) fn unavailable(message: impl Into<String>) -> Failure {
        Failure::new(ProblemCode::Unavailable, message)
    }

    /// Adds a hint on what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.0.help = Some(help.into());
        self
    }

    /// Adds the rulesets that a file is made for.
    pub(crate) fn rulesets(mut self, rulesets: Vec<String>) -> Failure {
        self.0.rulesets = rulesets;
        self
    }

    /// Adds the fields with bad values.
    pub(crate) fn fields(mut self, fields: Vec<FieldProblem>) -> Failure {
        self.0.fields = fields;
        self
    }

    /// Sets the reasons that rules give.
    pub(crate) fn set_reasons(&mut self, reasons: Vec<Reason>) {
        self.0.reasons = reasons;
    }

    /// Returns the problem to send.
    pub(crate) fn problem(&self) -> &Problem {
        &self.0
    }
}

/// Returns the engine's reasons in the form that is sent, with the wording of their rules.
pub(crate) fn reasons(compiled: &rules::Compiled, all: &[sim::render::Explanation]) -> Vec<Reason> {
    let rule = |id: &String| {
        let found = compiled.names.rules.iter().find(|rule| rule.id == *id);
        crate::wire::RuleRef {
            id: id.clone(),
            section: found.map_or(String::new(), |rule| rule.section.clone()),
            says: found.map_or(String::new(), |rule| rule.says.clone()),
        }
    };
    let one = |reason: &sim::render::Explanation| Reason {
        text: reason.text.clone(),
        remedy: reason.remedy.clone(),
        rules: reason.because.iter().map(rule).collect(),
    };
    all.iter().map(one).collect()
}

/// Returns the failure for files that do not load, with a report of their problems.
pub(crate) fn unloadable((problems, files): sim::origin::Problems) -> Failure {
    Failure::unloadable(report(&problems, &files))
}

/// Returns the problems of files in the form that is sent.
pub(crate) fn report(
    report: &rules::diagnostic::Report,
    files: &rules::diagnostic::Files,
) -> Report {
    use crate::wire::{Diagnostic, FilePlace};
    let place = |label: &rules::diagnostic::Label| {
        let position = files.position(label.file, label.span.start);
        FilePlace {
            file: files.name(label.file).to_owned(),
            line: position.line,
            column: position.column,
            text: label.text.clone(),
        }
    };
    let one = |it: &&rules::diagnostic::Diagnostic| Diagnostic {
        code: it.code.number().to_owned(),
        name: it.code.name().to_owned(),
        severity: it.severity.name().to_owned(),
        message: it.message.clone(),
        place: it.primary.as_ref().map(place),
        help: it.help.clone(),
    };
    Report {
        errors: report.errors(),
        warnings: report.warnings(),
        diagnostics: report.diagnostics().iter().map(one).collect(),
        text: report.render(files, rules::diagnostic::Colors::Off),
    }
}
