//! Finds rulesets by name, by folder, or around a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use rules::source::embedded_names;
use rules::{Parsed, Source};
use sim::convert::Guidelines;

use crate::failure::unloadable;

/// Returns the folder of the ruleset that contains a path, if any.
pub(crate) fn folder_around(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let found = path.ancestors().find(|folder| folder.join("ruleset.toml").is_file())?;
    Some(found.to_path_buf())
}

/// Reads the ruleset on disk that contains a path, if any. A file in a ruleset's folder belongs to
/// that ruleset, not to the built-in copy.
pub(crate) fn around(path: &Path) -> anyhow::Result<Option<Parsed>> {
    let Some(folder) = folder_around(path) else { return Ok(None) };
    parse_in(&folder).map(Some)
}

/// Reads the ruleset in a folder on disk.
pub(crate) fn parse_in(folder: &Path) -> anyhow::Result<Parsed> {
    source_in(folder)?.parse().map_err(unloadable)
}

/// Reads the texts of the ruleset in a folder on disk.
pub(crate) fn source_in(folder: &Path) -> anyhow::Result<Source> {
    Source::folder(folder).map_err(|problem| anyhow!(problem.message))
}

/// Reads a ruleset by name or by the path of its folder.
pub(crate) fn by_name(name: &str) -> anyhow::Result<Parsed> {
    let source = find(name).with_context(|| {
        format!(
            "there is no ruleset called `{name}`; built in are: {}",
            embedded_names().join(", ")
        )
    })?;
    source.parse().map_err(unloadable)
}

/// Finds the texts of a ruleset: in the folder `name`, in `rulesets/NAME` below the working
/// directory, or else in the built-in copy.
pub(crate) fn find(name: &str) -> Option<Source> {
    let folders = [PathBuf::from(name), Path::new("rulesets").join(name)];
    let folder = folders.iter().find(|folder| folder.join("ruleset.toml").is_file());
    folder.and_then(|folder| Source::folder(folder).ok()).or_else(|| Source::embedded(name))
}

/// Reads a built-in ruleset.
pub(crate) fn embedded(name: &str) -> anyhow::Result<Parsed> {
    let source = Source::embedded(name).with_context(|| format!("no ruleset `{name}`"))?;
    source.parse().map_err(unloadable)
}

/// Reads a ruleset with the guidelines in its folder `convert`. Fails if it has none.
pub(crate) fn with_guidelines(name: &str) -> anyhow::Result<(Parsed, Guidelines)> {
    let parsed = by_name(name)?;
    let folders = [PathBuf::from(name), Path::new("rulesets").join(name)];
    let on_disk = folders.iter().find(|folder| folder.join("ruleset.toml").is_file());
    let files = match on_disk {
        Some(folder) => Guidelines::folder(folder).map_err(|problem| anyhow!(problem.message))?,
        None => Guidelines::embedded(name),
    };
    if files.is_empty() {
        return Err(anyhow!("the ruleset `{name}` has no guidelines for converting"));
    }
    let guidelines = Guidelines::read(&files, &parsed).map_err(unloadable)?;
    Ok((parsed, guidelines))
}
