//! `prove-allowed.toml`: findings that are as they should be, each with the reason.
//!
//! ```toml
//! "free-loop draw sheathe" = "Both are free by the rules; nothing is gained."
//! ```

use std::collections::BTreeMap;

use super::Finding;

/// Accepted findings by name, with their reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted(BTreeMap<String, String>);

/// A mistake in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AcceptedError {
    /// The file is not valid TOML of the right form.
    #[error("{0}")]
    Syntax(String),
    /// An entry gives no reason.
    #[error("`{0}` is accepted without a reason; say why it is as it should be")]
    NoReason(String),
    /// An entry names no finding.
    #[error("`{0}` is accepted, but there is no such finding: remove the entry")]
    Stale(String),
}

impl Accepted {
    /// The file's name in the folder of a ruleset.
    pub const FILE: &str = "prove-allowed.toml";

    /// Reads the file.
    ///
    /// # Errors
    ///
    /// Returns every entry that has no reason, or the first mistake of syntax.
    pub fn read(text: &str) -> Result<Accepted, Vec<AcceptedError>> {
        let entries: BTreeMap<String, String> =
            toml::from_str(text).map_err(|error| vec![AcceptedError::Syntax(error.to_string())])?;
        let unreasoned = entries.iter().filter(|(_, reason)| reason.trim().is_empty());
        let errors: Vec<AcceptedError> =
            unreasoned.map(|(name, _)| AcceptedError::NoReason(name.clone())).collect();
        if errors.is_empty() { Ok(Accepted(entries)) } else { Err(errors) }
    }

    /// Returns the reason why a finding is accepted, if it is.
    pub fn reason(&self, finding: &Finding) -> Option<&str> {
        self.0.get(&finding.name).map(String::as_str)
    }

    /// Returns an error for each entry that names no bad finding.
    pub fn stale(&self, findings: &[Finding]) -> Vec<AcceptedError> {
        let is_found = |name: &&String| findings.iter().any(|one| one.bad && one.name == **name);
        let names = self.0.keys().filter(|name| !is_found(name));
        names.map(|name| AcceptedError::Stale(name.clone())).collect()
    }
}
