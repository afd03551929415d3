//! Checks sizes and leftovers of source text.

use super::{Finding, has_word};
use crate::tree::{TextFile, Tree};

/// Folder, extension and the most lines a file may have: one idea a file.
const LENGTHS: &[(&str, &str, usize)] =
    &[("", "rs", 700), ("", "ts", 700), ("", "svelte", 700), ("rulesets/", "toml", 400)];

const COLUMNS: usize = 100;

/// Notes to oneself. Written in two halves so that this file does not find itself.
const MARKS: &[&str] = &[concat!("FIX", "ME"), concat!("XX", "X")];

/// Rust that must not be committed, likewise in two halves.
const UNFINISHED: &[&str] = &[
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("dbg", "!"),
    concat!("#[", "ignore"),
];

const UNWRAP: &str = concat!(".unwrap", "()");

pub(super) fn lengths(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (folder, extension, most) in LENGTHS {
        for file in tree.below(folder, extension) {
            let lines = file.lines().count();
            if lines > *most {
                let problem = format!("{lines} lines, {most} at most");
                let remedy = "split the file where a second idea begins";
                findings.push(Finding::new(file, most + 1, problem, remedy));
            }
        }
    }
    findings
}

pub(super) fn columns(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.below("", "rs") {
        for (number, line) in file.lines() {
            let columns = line.chars().count();
            if columns > COLUMNS {
                let problem = format!("{columns} columns, {COLUMNS} at most");
                findings.push(Finding::new(file, number, problem, "break the line"));
            }
        }
    }
    findings
}

pub(super) fn leftovers(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| !is_generated(file)) {
        let code = if file.extension() == "rs" { UNFINISHED } else { &[] };
        for (number, line) in file.lines() {
            for mark in MARKS.iter().chain(code).filter(|mark| has_word(line, mark)) {
                let problem = format!("`{mark}` is left over");
                let remedy = "finish it, or assert today's behaviour and say what is missing";
                findings.push(Finding::new(file, number, problem, remedy));
            }
        }
    }
    findings
}

pub(super) fn unwraps(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.below("", "rs").filter(|file| is_shipped(file)) {
        for (number, line) in lines_outside_tests(file) {
            // Examples in documentation are tests.
            if line.contains(UNWRAP) && !line.trim_start().starts_with("//") {
                let problem = format!("`{UNWRAP}` outside tests");
                let remedy = "return the error, or `expect` with the invariant that excludes it";
                findings.push(Finding::new(file, number, problem, remedy));
            }
        }
    }
    findings
}

fn is_generated(file: &TextFile) -> bool {
    file.extension() == "lock" || file.path.ends_with("package-lock.json")
}

fn is_shipped(file: &TextFile) -> bool {
    let Some((_, inside)) = file.path.split_once("/src/") else { return false };
    !inside.ends_with("tests.rs") && !inside.contains("tests/")
}

/// Returns the lines outside of tests. Relies on rustfmt, which closes an item at the indentation
/// it began at, and on clippy, which refuses items after the module of tests.
fn lines_outside_tests(file: &TextFile) -> Vec<(usize, &str)> {
    let mut outside = Vec::new();
    let mut lines = file.lines();
    while let Some((number, line)) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            outside.push((number, line));
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_prelude =
            |line: &str| line.trim().starts_with("#[") || line.trim().starts_with("//");
        let Some((_, item)) = lines.find(|(_, line)| !is_prelude(line)) else { break };
        if item.ends_with('{') && has_word(item, "mod") {
            break;
        }
        if !item.ends_with([';', '}', ',']) {
            let is_end = |line: &str| {
                line.strip_prefix(indent).is_some_and(|it| matches!(it, "}" | "};" | "},"))
            };
            lines.find(|(_, line)| is_end(line));
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn long_files_and_long_lines_are_found() {
        let long = "x\n".repeat(401);
        assert_eq!(
            found(lengths, &[("rulesets/a/rules/b.toml", &long), ("Cargo.toml", &long)]),
            ["rulesets/a/rules/b.toml:401: 401 lines, 400 at most"]
        );
        let wide = format!("fn f() {{}}\n{}", "é".repeat(101));
        assert_eq!(found(columns, &[("a.rs", &wide)]), ["a.rs:2: 101 columns, 100 at most"]);
    }

    #[test]
    fn leftovers_are_found() {
        let [fix_me, unfinished] = [MARKS[0], UNFINISHED[0]];
        assert_eq!(
            found(leftovers, &[("a.md", fix_me), ("b.rs", &format!("{unfinished}()"))]),
            [
                format!("a.md:1: `{fix_me}` is left over"),
                format!("b.rs:1: `{unfinished}` is left over")
            ]
        );
        assert!(found(leftovers, &[("a.md", unfinished), ("Cargo.lock", fix_me)]).is_empty());
    }

    #[test]
    fn tests_may_unwrap_and_nothing_else() {
        let text = format!(
            "fn a() {{ x{UNWRAP} }}\n#[cfg(test)]\nfn b(\n) {{\n    x{UNWRAP}\n}}\n\
             /// x{UNWRAP}\nfn c() {{ x{UNWRAP} }}\n\
             #[cfg(test)]\nmod tests {{\n    fn d() {{ x{UNWRAP} }}\n}}\n"
        );
        assert_eq!(
            found(unwraps, &[("crates/a/src/b.rs", &text), ("crates/a/tests/c.rs", &text)]),
            [1, 8].map(|line| format!("crates/a/src/b.rs:{line}: `{UNWRAP}` outside tests"))
        );
    }
}
