//! Problems, for programs and people.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a request was not carried out. It has changed nothing.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// Kind of problem.
    pub code: ProblemCode,
    /// A sentence for people.
    pub message: String,
    /// Advice on what to do, if there is any.
    pub help: Option<String>,
    /// `stale`: the sequence number the encounter is at now.
    pub sequence: Option<u64>,
    /// `denied`: all reasons, each with its rules and what would help.
    pub reasons: Vec<Reason>,
    /// `unloadable`: everything that is wrong with the files.
    pub report: Option<Report>,
    /// `invalid`: fields of a sheet whose values cannot be used.
    pub fields: Vec<FieldProblem>,
    /// `invalid`: rulesets that a file is made for, where it is not made for the one asked for.
    pub rulesets: Vec<String>,
}

/// A field whose value cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldProblem {
    /// The field: `hp`, or `attacks/0/dice` for one of an attack; where the request has several
    /// sheets, its place stands before it: `heroes/1/hp`.
    pub field: String,
    /// Its label.
    pub label: String,
    /// Advice on what to type instead.
    pub message: String,
}

/// Sorts of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// No key, or none that is valid (401).
    Unauthorized,
    /// The key does not allow it (403).
    Forbidden,
    /// There is no such thing, or not for this key (404).
    NotFound,
    /// The method does not fit the address (405).
    WrongMethod,
    /// The encounter has gone on: look again (409).
    Stale,
    /// It does not fit what is there (409).
    Conflict,
    /// The body is too large (413).
    TooLarge,
    /// The body is not of the type the server reads (415).
    WrongType,
    /// The request cannot be understood (400).
    Invalid,
    /// The rules forbid it (422).
    Denied,
    /// The files do not load (422).
    Unloadable,
    /// Too many requests: wait a moment (429).
    TooMany,
    /// A limit of the server is reached (507).
    Limit,
    /// The server cannot do it now; try again (503).
    Unavailable,
    /// Nothing can be written, as on a full disk; what is there can be read (507).
    ReadOnly,
    /// The data file is damaged: trying again does not help (500).
    Damaged,
}

/// One reason why the rules forbid something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reason {
    /// Description of the obstacle.
    pub text: String,
    /// Change that would make it legal, if one is known.
    pub remedy: Option<String>,
    /// The rules that say so.
    pub rules: Vec<RuleRef>,
}

/// A rule as a reason: enough to show it without asking again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RuleRef {
    /// Its id.
    pub id: String,
    /// Where the source has it.
    pub section: String,
    /// Its wording.
    pub says: String,
}

/// Everything that is wrong with files.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Report {
    /// How many errors; a file with one does not load.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// The problems, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// All of it as text for people.
    pub text: String,
}

/// One problem in a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Diagnostic {
    /// Number of its sort, such as `E012`.
    pub code: String,
    /// Name of its sort, such as `unknown-pool`.
    pub name: String,
    /// `error` or `warning`.
    pub severity: String,
    /// One sentence that names the offending thing.
    pub message: String,
    /// Where it is; `null` for what lies in no file.
    pub place: Option<FilePlace>,
    /// Advice on what to do, one line each.
    pub help: Vec<String>,
}

/// A place in a file.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct FilePlace {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Message about this place.
    pub text: String,
}
