//! Checks that each dependency is declared once, in the workspace, and explained in `deny.toml` by
//! an entry of this form (further lines begin with `#   `):
//!
//! ```text
//! # - NAME: what it does for us. Upkeep: who keeps it alive.
//! ```

use super::Finding;
use super::manifest::{crates, shared};
use crate::tree::{TextFile, Tree};

const REMEDY: &str = "deny.toml wants `# - NAME: what it does for us. Upkeep: who keeps it alive.`";

pub(super) fn declared_once(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (_, file, dependencies) in crates(tree) {
        for it in dependencies.into_iter().filter(|it| it.local.is_none() && !it.is_inherited) {
            let problem = format!("`{}` has a version of its own", it.name);
            let remedy = "declare it in [workspace.dependencies], use `NAME.workspace = true` here";
            findings.push(Finding::new(file, it.line, problem, remedy));
        }
    }
    findings
}

pub(super) fn justified(tree: &Tree) -> Vec<Finding> {
    let (Some(root), Some(deny)) = (tree.get("Cargo.toml"), tree.get("deny.toml")) else {
        return vec![Finding {
            file: "deny.toml".to_owned(),
            line: 1,
            problem: "Cargo.toml or deny.toml is missing".to_owned(),
            remedy: REMEDY.to_owned(),
        }];
    };
    let dependencies = shared(tree);
    let reasons = reasons(deny);
    let mut findings = Vec::new();
    for it in dependencies.iter().filter(|it| it.local.is_none()) {
        if !reasons.iter().any(|reason| reason.name == it.name) {
            let problem = format!("`{}` has no reason", it.name);
            findings.push(Finding::new(root, it.line, problem, REMEDY));
        }
    }
    for reason in reasons {
        if !dependencies.iter().any(|it| it.name == reason.name) {
            let problem = format!("`{}` is no longer a dependency", reason.name);
            findings.push(Finding::new(deny, reason.line, problem, "remove its entry"));
        } else if !reason.text.split_once("Upkeep:").is_some_and(|(why, who)| {
            // Fewer than three words are no reason.
            why.split_whitespace().count() >= 3 && !who.trim().is_empty()
        }) {
            let problem = format!("`{}` lacks its reason or its upkeep", reason.name);
            findings.push(Finding::new(deny, reason.line, problem, REMEDY));
        }
    }
    findings
}

struct Reason {
    name: String,
    line: usize,
    text: String,
}

fn reasons(deny: &TextFile) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    let mut is_open = false;
    for (number, line) in deny.lines() {
        if let Some((name, text)) = line.strip_prefix("# - ").and_then(|it| it.split_once(':')) {
            reasons.push(Reason { name: name.to_owned(), line: number, text: text.to_owned() });
            is_open = true;
        } else if let (true, Some(more)) = (is_open, line.strip_prefix("#   ")) {
            if let Some(last) = reasons.last_mut() {
                last.text.push(' ');
                last.text.push_str(more);
            }
        } else {
            is_open = false;
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    const ROOT: (&str, &str) = (
        "Cargo.toml",
        "[workspace.dependencies]\nkernel = { path = \"crates/kernel\" }\nserde = \"1\"\n\
         toml = \"1\"\n",
    );

    #[test]
    fn a_version_of_its_own_is_found() {
        let rules = "[dependencies]\nserde.workspace = true\ntoml = \"1\"\n\
                     kernel.workspace = true\n";
        assert_eq!(
            found(declared_once, &[ROOT, ("crates/rules/Cargo.toml", rules)]),
            ["crates/rules/Cargo.toml:3: `toml` has a version of its own"]
        );
    }

    #[test]
    fn every_dependency_needs_reason_and_upkeep() {
        let deny = "# - serde: typed reading and writing.\n#   Upkeep: widely used.\n\
                    # - rand: dice. Upkeep: active.\n";
        assert_eq!(
            found(justified, &[ROOT, ("deny.toml", deny)]),
            ["Cargo.toml:4: `toml` has no reason", "deny.toml:3: `rand` is no longer a dependency"]
        );
    }

    #[test]
    fn an_empty_phrase_is_no_reason() {
        let deny = "# - serde: needed. Upkeep: widely used.\n# - toml: reads the rulesets' files.";
        assert_eq!(
            found(justified, &[ROOT, ("deny.toml", deny)]),
            [
                "deny.toml:1: `serde` lacks its reason or its upkeep",
                "deny.toml:2: `toml` lacks its reason or its upkeep"
            ]
        );
    }
}
