//! Checks that the compiler does not make: dependencies between crates, forbidden words, sizes,
//! leftovers. They run inside `cargo test` and as `cargo xtask tidy`.
//!
//! A check is a function from the tree to findings. To add one, write it into the file it fits,
//! test it there on a tree of two lines, and list it in `CHECKS`.

mod arrows;
mod comments;
mod cookbook;
mod cycles;
mod dependencies;
mod documents;
mod kernel;
mod manifest;
mod modules;
mod sources;

use std::fmt;
use std::process::ExitCode;

use anyhow::Result;

use crate::tree::{self, TextFile, Tree};

type Check = fn(&Tree) -> Vec<Finding>;

const CHECKS: &[Check] = &[
    arrows::arrows_never_turn_back,
    arrows::kernel_needs_only_std,
    comments::first_words,
    cookbook::pages_current,
    cycles::definition_without_accelerators,
    cycles::modules_in_one_direction,
    dependencies::declared_once,
    dependencies::justified,
    documents::no_path_of_one_machine,
    documents::nothing_left_lying_about,
    documents::ruleset_folders_complete,
    documents::titles,
    kernel::forbidden_names,
    kernel::game_words,
    modules::every_file_is_compiled,
    sources::columns,
    sources::leftovers,
    sources::lengths,
    sources::unwraps,
];

/// One thing to fix. Printed as `file:line: problem`, with what to do on the next line.
struct Finding {
    file: String,
    line: usize,
    problem: String,
    remedy: String,
}

impl Finding {
    fn new(
        file: &TextFile,
        line: usize,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Finding {
        Finding { file: file.path.clone(), line, problem: problem.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}\n    {}", self.file, self.line, self.problem, self.remedy)
    }
}

pub(crate) fn report() -> Result<ExitCode> {
    let findings = findings(&Tree::read(&tree::root())?);
    for finding in &findings {
        println!("{finding}");
    }
    println!("tidy: {} finding(s)", findings.len());
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn findings(tree: &Tree) -> Vec<Finding> {
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(tree)).collect();
    findings.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    findings
}

/// Whether `text` has `word` as a whole word, not inside a longer identifier.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let joined_before = word.starts_with(is_part) && before.ends_with(is_part);
        let joined_after = word.ends_with(is_part) && after.starts_with(is_part);
        !joined_before && !joined_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repository_is_tidy() {
        let findings = findings(&Tree::read(&tree::root()).unwrap());
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("let f: f32 = 1", "f32"));
        assert!(!has_word("buf32", "f32"));
        assert!(!has_word("f32_bits", "f32"));
        assert!(has_word("x.len()", ".len()"));
    }

    /// Returns the findings of `check` in a tree of these files, as `file:line: problem`.
    pub(super) fn found(check: Check, files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files))
            .iter()
            .map(|it| format!("{}:{}: {}", it.file, it.line, it.problem))
            .collect()
    }
}
