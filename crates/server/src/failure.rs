//! How a request fails: a problem.

use rules::sheet::BadValue;

use crate::wire::{FieldProblem, Problem, ProblemCode, Reason, Report};

pub(crate) use crate::status::{Answer, Failures};

/// A request that was not carried out.
#[derive(Clone, Debug)]
pub(crate) struct Failure(Box<Problem>);

impl Failure {
    /// A failure of some sort, with a sentence for people.
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

    /// There is no such thing, or none that this key may know of.
    pub(crate) fn not_found(what: &str) -> Failure {
        Failure::new(ProblemCode::NotFound, format!("there is no such {what}"))
    }

    /// The key does not allow it.
    pub(crate) fn forbidden(message: impl Into<String>) -> Failure {
        Failure::new(ProblemCode::Forbidden, message)
    }

    /// The request cannot be understood.
    pub(crate) fn invalid(message: impl Into<String>) -> Failure {
        Failure::new(ProblemCode::Invalid, message)
    }

    /// The encounter has gone on to this number.
    pub(crate) fn stale(sequence: u64) -> Failure {
        let mut failure = Failure::new(ProblemCode::Stale, "the encounter has gone on since then");
        failure.0.sequence = Some(sequence);
        failure.help("look at the present state and decide again")
    }

    /// The rules forbid it.
    pub(crate) fn denied(reasons: Vec<Reason>) -> Failure {
        let first = reasons.first().map_or("the rules forbid it", |reason| reason.text.as_str());
        let mut failure = Failure::new(ProblemCode::Denied, first);
        failure.0.reasons = reasons;
        failure
    }

    /// Files do not load.
    pub(crate) fn unloadable(report: Report) -> Failure {
        let mut failure = Failure::new(ProblemCode::Unloadable, "the files do not load");
        failure.0.report = Some(report);
        failure
    }

    /// Values of somebody's sheet cannot be used. `place` stands before the name of each field.
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

    /// The server cannot do it now.
    pub(crate) fn unavailable(message: impl Into<String>) -> Failure {
        Failure::new(ProblemCode::Unavailable, message)
    }

    /// The same with a word on what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.0.help = Some(help.into());
        self
    }

    /// The same with the rulesets that a file is made for.
    pub(crate) fn rulesets(mut self, rulesets: Vec<String>) -> Failure {
        self.0.rulesets = rulesets;
        self
    }

    /// The same with fields whose values cannot be used.
    pub(crate) fn fields(mut self, fields: Vec<FieldProblem>) -> Failure {
        self.0.fields = fields;
        self
    }

    /// The same with reasons that rules give.
    pub(crate) fn set_reasons(&mut self, reasons: Vec<Reason>) {
        self.0.reasons = reasons;
    }

    /// Returns the problem to send.
    pub(crate) fn problem(&self) -> &Problem {
        &self.0
    }
}

/// Reasons as the engine gives them, with the wording of their rules.
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

/// The failure of files that do not load.
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
