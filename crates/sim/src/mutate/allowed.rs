//! `mutate-allowed.toml`: mutants that no scenario can notice, each with the reason.
//!
//! ```toml
//! "first.token.action base A: worth dropped" = "Nothing else could pay, so order does not matter."
//! ```

use std::collections::BTreeMap;

use super::{Mutant, Verdict};

/// Excused mutants by name, with their reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed(BTreeMap<String, String>);

/// Problem with the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AllowedError {
    /// The file cannot be read.
    #[error("{0}")]
    Syntax(String),
    /// An entry gives no reason.
    #[error("`{0}` is excused without a reason")]
    NoReason(String),
    /// An entry names no mutant.
    #[error("`{0}` is excused, but there is no such mutant")]
    Unknown(String),
    /// An entry names a mutant that is killed.
    #[error("`{0}` is excused, but it is killed: remove the entry")]
    Stale(String),
}

impl Allowed {
    /// Name of the file in the folder of a ruleset.
    pub const FILE: &str = "mutate-allowed.toml";

    /// Reads the file; an entry for a mutant that does not exist is an error.
    pub fn read(text: &str, mutants: &[Mutant]) -> Result<Allowed, Vec<AllowedError>> {
        let entries: BTreeMap<String, String> =
            toml::from_str(text).map_err(|error| vec![AllowedError::Syntax(error.to_string())])?;
        let mut errors = Vec::new();
        for (name, reason) in &entries {
            if reason.trim().is_empty() {
                errors.push(AllowedError::NoReason(name.clone()));
            }
            if !mutants.iter().any(|mutant| mutant.name == *name) {
                errors.push(AllowedError::Unknown(name.clone()));
            }
        }
        if errors.is_empty() { Ok(Allowed(entries)) } else { Err(errors) }
    }

    /// Returns the reason why a mutant may survive.
    pub fn reason(&self, mutant: &Mutant) -> Option<&str> {
        self.0.get(&mutant.name).map(String::as_str)
    }

    /// Returns the entries that are no longer needed, among the judged mutants.
    pub fn stale<'m>(
        &self,
        judged: impl IntoIterator<Item = (&'m Mutant, Verdict)>,
    ) -> Vec<AllowedError> {
        judged
            .into_iter()
            .filter(|(mutant, verdict)| {
                *verdict != Verdict::Survived && self.reason(mutant).is_some()
            })
            .map(|(mutant, _)| AllowedError::Stale(mutant.name.clone()))
            .collect()
    }
}
