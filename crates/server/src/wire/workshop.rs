//! Running the scenarios of a ruleset that is being written.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Results of the scenarios of a ruleset.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ScenarioResults {
    /// Scenarios that passed.
    pub passed: usize,
    /// Scenarios that failed.
    pub failed: usize,
    /// Each scenario, file by file.
    pub scenarios: Vec<ScenarioResult>,
}

/// Result of one scenario.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ScenarioResult {
    /// Its file.
    pub file: String,
    /// Its heading.
    pub name: String,
    /// Line of its heading, from 1.
    pub line: usize,
    /// Rules it claims to exercise.
    pub covers: Vec<String>,
    /// Why it failed; empty if it passed.
    pub failures: Vec<ScenarioFailure>,
    /// Rules that allowed or did something in it.
    pub allowed: Vec<String>,
    /// Rules that denied something in it.
    pub denied: Vec<String>,
}

/// A line at which a scenario failed, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScenarioFailure {
    /// The line of the file, from 1.
    pub line: usize,
    /// Expected and actual result.
    pub message: String,
}
