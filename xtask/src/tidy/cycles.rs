//! Checks that the modules of a crate depend on each other in one direction. A module includes all
//! modules below it. Only top-level modules are compared, so a child may name its parent.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use crate::tree::{TextFile, Tree};

/// Names of a module's parents and its own, from the root of its crate.
type Path<'a> = Vec<&'a str>;

/// First place in which a module names another one, by both names.
type Edges<'a> = BTreeMap<&'a str, BTreeMap<&'a str, (&'a TextFile, usize)>>;

pub(super) fn modules_in_one_direction(tree: &Tree) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&TextFile>> = BTreeMap::new();
    for file in tree.below("", "rs").filter(|file| !is_test(&file.path)) {
        if let Some((folder, _)) = file.path.split_once("/src/") {
            crates.entry(folder).or_default().push(file);
        }
    }
    crates.into_values().flat_map(|files| cycles(&edges(&files))).collect()
}

/// Reports accelerators that the kernel's definition names. Only the crate's root may name them.
pub(super) fn definition_without_accelerators(tree: &Tree) -> Vec<Finding> {
    let kernel = "crates/kernel/src/";
    let definition = tree.below(kernel, "rs").filter(|file| {
        let path = &file.path[kernel.len()..];
        !path.starts_with("accel") && path != "lib.rs" && !is_test(path)
    });
    let lines = definition.flat_map(|file| code(file).map(move |(line, code)| (file, line, code)));
    lines
        .filter(|(_, _, code)| code.contains("accel::"))
        .map(|(file, line, _)| {
            let remedy = "call it through `game::Shortcuts`, beside the definition it stands for";
            Finding::new(file, line, "the definition names an accelerator", remedy)
        })
        .collect()
}

/// Returns the top-level modules of a crate, each with the modules that it names.
fn edges<'a>(files: &[&'a TextFile]) -> Edges<'a> {
    let mut edges = Edges::new();
    for file in files {
        let here = module_of(&file.path);
        let Some(&from) = here.first() else { continue };
        edges.entry(from).or_default();
        for (line, code) in code(file) {
            for to in names(code, &here) {
                if to != from {
                    edges.entry(from).or_default().entry(to).or_insert((file, line));
                }
            }
        }
    }
    let known: BTreeSet<&str> = edges.keys().copied().collect();
    edges.values_mut().for_each(|to| to.retain(|name, _| known.contains(name)));
    edges
}

/// Returns the top-level modules that a line of a module names by `crate::` or `super::`.
fn names<'a>(line: &'a str, here: &Path<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        found.extend(heads(&line[at + "crate::".len()..]));
    }
    // In a row of `super::`, only the first one begins a path.
    let starts = line.match_indices("super::").filter(|(at, _)| !line[..*at].ends_with("super::"));
    for (at, _) in starts {
        let rest = line[at..].trim_start_matches("super::");
        let steps = (line.len() - at - rest.len()) / "super::".len();
        match here.len().checked_sub(steps) {
            Some(0) => found.extend(heads(rest)),
            Some(_) => found.extend(here.first()),
            None => {}
        }
    }
    found
}

/// Returns the first names of a path or of a list of paths in braces.
fn heads(rest: &str) -> Vec<&str> {
    let head = |path: &'_ str| path.find(|c: char| !c.is_alphanumeric() && c != '_');
    let first = |path| -> &str { &path[..head(path).unwrap_or(path.len())] };
    let Some(list) = rest.strip_prefix('{') else { return vec![first(rest)] };
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.into_iter().map(|part: &str| first(part.trim())).collect()
}

/// Returns one finding for each dependency that is part of a cycle.
fn cycles(edges: &Edges<'_>) -> Vec<Finding> {
    let reach = |from: &str| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(name) = waiting.pop() {
            for next in edges.get(name.as_str()).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert((*next).to_owned()) {
                    waiting.push((*next).to_owned());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<String>> =
        edges.keys().map(|name| (*name, reach(name))).collect();
    let mut findings = Vec::new();
    for (from, others) in edges {
        for (to, (file, line)) in others {
            if reached[to].contains(*from) {
                let problem = format!("`{from}` depends on `{to}`, which depends on `{from}`");
                let remedy = "move what both need into a module below them";
                findings.push(Finding::new(file, *line, problem, remedy));
            }
        }
    }
    findings
}

/// Returns the lines of code of a file up to its tests, with their numbers. A `use` counts as one
/// line.
fn code(file: &TextFile) -> impl Iterator<Item = (usize, &str)> {
    let end = file.text.find("#[cfg(test)]\nmod tests {").unwrap_or(file.text.len());
    let text = &file.text[..end];
    let mut at = 0;
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
            let line_end = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let first = rest[..line_end].trim_start();
            let is_use =
                ["use ", "pub use ", "pub(crate) use "].iter().any(|it| first.starts_with(it));
            let len = match is_use {
                true => rest.find(';').map_or(line_end, |end| (end + 1).max(line_end)),
                false => line_end,
            };
            let line = number + 1;
            number += rest[..len].matches('\n').count();
            at += len;
            if !first.starts_with("//") {
                return Some((line, &rest[..len]));
            }
        }
    })
}

fn module_of(path: &str) -> Path<'_> {
    let path = path.split_once("/src/").map_or(path, |(_, path)| path);
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let mut names: Path<'_> = path.split('/').collect();
    if matches!(names.last(), Some(&("mod" | "lib" | "main"))) {
        names.pop();
    }
    names
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.contains("/src/bin/")
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn two_that_name_each_other_are_found() {
        let files = [
            ("crates/a/src/lib.rs", "mod b;\nmod c;\nmod d;\n"),
            ("crates/a/src/b.rs", "mod e;\nuse crate::{\n    c::C,\n    d,\n};\n"),
            ("crates/a/src/b/e.rs", "// crate::c\nuse super::E;\n"),
            ("crates/a/src/c.rs", "fn f() {}\n"),
            ("crates/a/src/d.rs", "#[cfg(test)]\nmod tests {\n    use crate::b;\n}\n"),
        ];
        assert!(found(modules_in_one_direction, &files).is_empty());
        let mut files = files.to_vec();
        files.push(("crates/a/src/d/f.rs", "use super::super::b::E;\n"));
        assert_eq!(
            found(modules_in_one_direction, &files),
            [
                "crates/a/src/b.rs:2: `b` depends on `d`, which depends on `b`",
                "crates/a/src/d/f.rs:1: `d` depends on `b`, which depends on `d`",
            ]
        );
    }

    #[test]
    fn accelerators_are_named_by_the_root_alone() {
        let files = [
            ("crates/kernel/src/lib.rs", "pub use accel::listing::LegalActions;\n"),
            ("crates/kernel/src/accel/listing.rs", "use crate::accel::plan::Plan;\n"),
            (
                "crates/kernel/src/edge.rs",
                "/// See `accel::plan`.\nuse crate::accel::plan::Plan;\n",
            ),
        ];
        let found = found(definition_without_accelerators, &files);
        assert_eq!(found, ["crates/kernel/src/edge.rs:2: the definition names an accelerator"]);
    }
}
