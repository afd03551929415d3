//! Errors: problems in files, lines that cannot be read, and denials with their reasons.

use rules::diagnostic::Colors;
use sim::origin::Problems;
use sim::render::Explanation;

/// One reason why a command is denied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The obstacle, as a sentence.
    pub text: String,
    /// A change that would make the command legal, if there is one to name.
    pub remedy: Option<String>,
    /// Ids of the rules that say so.
    pub rules: Vec<String>,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<Explanation> for Reason {
    fn from(said: Explanation) -> Reason {
        Reason { text: said.text, remedy: said.remedy, rules: said.because }
    }
}

/// A denial: every reason why the rules forbid a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// The reasons; never empty.
    pub reasons: Vec<Reason>,
}

impl Denied {
    /// Returns true if one of the reasons cites the rule with this id.
    pub fn cites(&self, rule: &str) -> bool {
        self.reasons.iter().any(|reason| reason.rules.iter().any(|id| id == rule))
    }
}

impl std::fmt::Display for Denied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let texts: Vec<&str> = self.reasons.iter().map(|reason| reason.text.as_str()).collect();
        f.write_str(&texts.join("; "))
    }
}

/// A failed call. Nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A ruleset or encounter has mistakes. The text lists all of them, each with its place and a
    /// hint.
    #[error("{0}")]
    Files(String),
    /// No ruleset has this name. The second string lists the known names.
    #[error("no ruleset is called \"{0}\"; there are: {1}")]
    UnknownRuleset(String, String),
    /// A line is not a command, or names an unknown combatant.
    #[error("{0}")]
    Line(String),
    /// The rules forbid the command.
    #[error("{0}")]
    Denied(Denied),
}

impl Error {
    /// Returns the reasons if the rules forbid the command.
    pub fn denied(&self) -> Option<&Denied> {
        match self {
            Error::Denied(denied) => Some(denied),
            _ => None,
        }
    }
}

impl From<Problems> for Error {
    fn from((report, files): Problems) -> Error {
        Error::Files(report.render(&files, Colors::Off))
    }
}
