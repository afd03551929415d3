//! Layout of a ruleset's folder: which files are read, by their paths below it.

use rules::source::FORMS;

/// The file that makes a folder a ruleset.
pub(crate) const MANIFEST: &str = "ruleset.toml";
/// Folders of a ruleset that are read, with the ends of their files' names.
pub(crate) const FOLDERS: [(&str, &str); 5] = [
    ("rules", "toml"),
    ("convert", "toml"),
    ("examples", "toml"),
    ("scenarios", "md"),
    ("sources", "toml"),
];

/// Whether a file below the folder holds rules.
pub(crate) fn is_rules(name: &str) -> bool {
    is_inside(name, "rules", "toml")
}

/// Whether a file below the folder lies in a folder, not deeper, and has this extension.
pub(crate) fn is_inside(name: &str, folder: &str, extension: &str) -> bool {
    let rest = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
    let stem = rest.and_then(|rest| rest.strip_suffix(extension)?.strip_suffix('.'));
    stem.is_some_and(|stem| !stem.contains('/'))
}

/// Whether a file below the folder is read at all.
pub(crate) fn is_part(name: &str) -> bool {
    name == MANIFEST
        || FORMS.contains(&name)
        || FOLDERS.iter().any(|(folder, extension)| is_inside(name, folder, extension))
}
