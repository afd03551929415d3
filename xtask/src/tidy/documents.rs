//! Checks documents, ruleset folders, and paths that exist on one machine only.

use super::Finding;
use crate::tree::Tree;

/// Files that every folder of `rulesets/` must hold, each with the reason.
const RULESET_FILES: &[(&str, &str)] = &[
    ("ruleset.toml", "it names the ruleset, its version and its files"),
    ("README.md", "it tells a reader what the game is like and where its odd corners are"),
    ("COVERAGE.txt", "`turnwright coverage` writes it"),
];

/// Files at the root of the repository.
const AT_ROOT: &[&str] = &[
    ".editorconfig",
    ".gitignore",
    ".npmrc",
    "AGENTS.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "clippy.toml",
    "deny.toml",
    "rustfmt.toml",
];

/// Folders of the root that exist on one machine only. The check adds the slashes, so that this
/// list does not find itself.
const MACHINE_FOLDERS: &[&str] = &["tmp", "work"];

pub(super) fn titles(tree: &Tree) -> Vec<Finding> {
    tree.below("", "md")
        .filter(|file| {
            let is_scenario =
                file.path.starts_with("rulesets/") && file.path.contains("/scenarios/");
            // A scenario file may begin with its first scenario.
            !(file.text.starts_with("# ") || is_scenario && file.text.starts_with("## "))
        })
        .map(|file| Finding::new(file, 1, "no title", "begin the file with `# ` and its title"))
        .collect()
}

pub(super) fn ruleset_folders_complete(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for ruleset in tree.folders("rulesets/") {
        for (name, purpose) in RULESET_FILES {
            let path = format!("rulesets/{ruleset}/{name}");
            if tree.get(&path).is_none() {
                findings.push(Finding {
                    file: path,
                    line: 1,
                    problem: "the file is missing".to_owned(),
                    remedy: format!("write it: {purpose}"),
                });
            }
        }
    }
    findings
}

pub(super) fn no_path_of_one_machine(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        for (number, line) in file.lines() {
            for folder in MACHINE_FOLDERS {
                let path = format!("/{folder}/");
                if line.match_indices(&path).any(|(at, _)| is_absolute(&line[..at])) {
                    let problem = format!("a path below {path}");
                    let remedy = "use a path relative to the repository, or \
                                  std::env::temp_dir() while running";
                    findings.push(Finding::new(file, number, problem, remedy));
                }
            }
        }
    }
    findings
}

/// Reports files at the root that are not listed here, and binary files that are not PNG images.
/// Recordings and results of work are not part of the project.
pub(super) fn nothing_left_lying_about(tree: &Tree) -> Vec<Finding> {
    let at_root = tree.files.iter().map(|file| &file.path).filter(|path| !path.contains('/'));
    let strange = at_root.filter(|path| !AT_ROOT.contains(&path.as_str()));
    let no_image = tree.others.iter().filter(|path| !path.ends_with(".png"));
    let finding = |path: &String| Finding {
        file: path.clone(),
        line: 1,
        problem: "a file that has no place here".into(),
        remedy: "remove it, or name it in xtask/src/tidy/documents.rs".into(),
    };
    strange.chain(no_image).map(finding).collect()
}

/// Whether a slash after `before` is the root, and not a step down from a relative path, a
/// variable or a pattern.
fn is_absolute(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || "_-.~}*)".contains(c))
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn what_was_left_lying_about_is_found() {
        let mut tree = Tree::of(&[("README.md", "# Turnwright\n"), ("out.txt", "1\n")]);
        tree.others = ["docs/picture.png", "docs/recording.data"].map(String::from).into();
        let found = nothing_left_lying_about(&tree);
        let files: Vec<&str> = found.iter().map(|finding| finding.file.as_str()).collect();
        assert_eq!(files, ["out.txt", "docs/recording.data"]);
    }

    #[test]
    fn a_document_begins_with_its_title() {
        let files = [
            ("README.md", "# Turnwright\n"),
            ("docs/a.md", "\n# Late\n"),
            ("docs/b.md", "## Too small\n"),
            ("rulesets/x/scenarios/y.md", "## A scenario\n"),
        ];
        assert_eq!(found(titles, &files), ["docs/a.md:1: no title", "docs/b.md:1: no title"]);
    }

    #[test]
    fn a_ruleset_folder_is_complete() {
        let files = [("rulesets/x/ruleset.toml", ""), ("rulesets/x/README.md", "")];
        assert_eq!(
            found(ruleset_folders_complete, &files),
            ["rulesets/x/COVERAGE.txt:1: the file is missing"]
        );
    }

    #[test]
    fn a_path_of_one_machine_is_found() {
        let folder = MACHINE_FOLDERS[0];
        let text = format!("see `/{folder}/x`\nsee docs/{folder}/x\n");
        assert_eq!(
            found(no_path_of_one_machine, &[("a.md", &text)]),
            [format!("a.md:1: a path below /{folder}/")]
        );
    }
}
