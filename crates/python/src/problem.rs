//! Errors: everything that goes wrong is one Python exception with a code, a message and a hint.

use pyo3::prelude::*;
use rules::diagnostic::{Colors, Files, Report};
use serde_json::{Value, json};
use sim::language::LanguageError;
use sim::record::Stopped;
use sim::render::Explanation;

/// Something that cannot be done, before it is a Python exception.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// A code for programs.
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// Reasons or diagnostics, one object each.
    pub(crate) details: Value,
}

impl Problem {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), hint: None, details: json!([]) }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Problem {
        Problem { hint: Some(hint.into()), ..self }
    }

    /// Returns the problem of a command that the rules deny, with all reasons.
    pub(crate) fn denied(reasons: &[Explanation]) -> Problem {
        let lines: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
        let remedy = reasons.iter().find_map(|reason| reason.remedy.clone());
        Problem {
            code: "denied",
            message: lines.join(" "),
            hint: remedy,
            details: reasons.iter().map(explanation).collect(),
        }
    }
}

/// Returns a reason as a JSON object.
pub(crate) fn explanation(reason: &Explanation) -> Value {
    json!({ "text": reason.text, "remedy": reason.remedy, "because": reason.because })
}

impl From<(Report, Files)> for Problem {
    fn from((report, files): (Report, Files)) -> Problem {
        let help = report.diagnostics().first().and_then(|one| one.help.first().cloned());
        Problem {
            code: "unloadable",
            message: report.render(&files, Colors::Off).trim_end().to_owned(),
            hint: help,
            details: report.to_json(&files),
        }
    }
}

impl From<Box<Stopped>> for Problem {
    fn from(stopped: Box<Stopped>) -> Problem {
        Problem::from((stopped.report, stopped.files))
    }
}

impl From<LanguageError> for Problem {
    fn from(error: LanguageError) -> Problem {
        Problem { hint: error.help, ..Problem::new("not-understood", error.message) }
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> PyErr {
        let Problem { code, message, hint, details } = problem;
        Python::attach(|py| {
            let made = py
                .import("turnwright.errors")
                .and_then(|module| module.getattr("TurnwrightError"))
                .and_then(|class| class.call1((code, message, hint, details.to_string())));
            match made {
                Ok(value) => PyErr::from_value(value),
                Err(error) => error,
            }
        })
    }
}
