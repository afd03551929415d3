//! Reads the `Cargo.toml` files for the tidy checks.

use crate::tree::{TextFile, Tree};

pub(super) struct Dependency {
    /// The key it is declared under.
    pub(super) name: String,
    pub(super) line: usize,
    /// Whether only the tests need it.
    pub(super) is_dev: bool,
    /// Whether it takes its version from the workspace.
    pub(super) is_inherited: bool,
    /// The folder name of a crate of this repository, `None` for one from elsewhere.
    pub(super) local: Option<String>,
}

/// Returns the crates of the repository: folder name, manifest, dependencies.
pub(super) fn crates(tree: &Tree) -> Vec<(&str, &TextFile, Vec<Dependency>)> {
    let shared = shared(tree);
    tree.below("", "toml")
        .filter_map(|file| {
            let folder = file.path.strip_suffix("/Cargo.toml")?;
            let name = folder.strip_prefix("crates/").unwrap_or(folder);
            // Anything deeper, such as fuzz targets, is a workspace of its own.
            (!name.contains('/') && (folder == "xtask" || folder != name)).then_some((name, file))
        })
        .map(|(name, file)| (name, file, dependencies(file, &shared)))
        .collect()
}

/// Returns `[workspace.dependencies]` of the root.
pub(super) fn shared(tree: &Tree) -> Vec<Dependency> {
    let Some(root) = tree.get("Cargo.toml") else { return Vec::new() };
    let manifest = parse(root);
    let workspace = manifest.get("workspace").and_then(toml::Value::as_table);
    workspace.map_or_else(Vec::new, |it| table(root, it, "dependencies", &[]))
}

fn dependencies(file: &TextFile, shared: &[Dependency]) -> Vec<Dependency> {
    let manifest = parse(file);
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let of_targets =
        targets.into_iter().flat_map(|it| it.values()).filter_map(toml::Value::as_table);
    std::iter::once(&manifest)
        .chain(of_targets)
        .flat_map(|it| {
            ["dependencies", "dev-dependencies", "build-dependencies"]
                .into_iter()
                .flat_map(|kind| table(file, it, kind, shared))
        })
        .collect()
}

fn table(
    file: &TextFile,
    parent: &toml::Table,
    kind: &str,
    shared: &[Dependency],
) -> Vec<Dependency> {
    let Some(entries) = parent.get(kind).and_then(toml::Value::as_table) else {
        return Vec::new();
    };
    let entry = |(name, value): (&String, &toml::Value)| {
        let is_inherited = value.get("workspace").is_some();
        let path = value.get("path").and_then(toml::Value::as_str);
        let own = path.and_then(|it| it.rsplit('/').next()).map(str::to_owned);
        let inherited = || shared.iter().find(|it| it.name == *name)?.local.clone();
        Dependency {
            name: name.clone(),
            line: line_of_key(file, name),
            is_dev: kind == "dev-dependencies",
            is_inherited,
            local: own.or_else(inherited),
        }
    };
    entries.iter().map(entry).collect()
}

/// Parses a manifest. An unreadable one counts as empty: cargo has already reported its mistake.
fn parse(file: &TextFile) -> toml::Table {
    file.text.parse().unwrap_or_default()
}

fn line_of_key(file: &TextFile, key: &str) -> usize {
    let is_key = |line: &str| {
        line.strip_prefix(key).is_some_and(|rest| rest.starts_with([' ', '.', '=']))
            || line.ends_with(&format!("dependencies.{key}]"))
    };
    file.lines().find(|(_, line)| is_key(line)).map_or(1, |(number, _)| number)
}
