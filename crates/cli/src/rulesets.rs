//! Which ruleset is meant, and where it is.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use rules::source::embedded_names;
use rules::{Parsed, Source};
use sim::convert::Guidelines;

use crate::failure::unloadable;

/// The folder of the ruleset that a file or folder lies in.
pub(crate) fn folder_around(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let found = path.ancestors().find(|folder| folder.join("ruleset.toml").is_file())?;
    Some(found.to_path_buf())
}

/// The ruleset on disk that a file lies in: what is tried out beside a ruleset is meant for it as
/// it stands, not for the copy in the program.
pub(crate) fn around(path: &Path) -> anyhow::Result<Option<Parsed>> {
    let Some(folder) = folder_around(path) else { return Ok(None) };
    parse_in(&folder).map(Some)
}

/// The ruleset in a folder on disk.
pub(crate) fn parse_in(folder: &Path) -> anyhow::Result<Parsed> {
    source_in(folder)?.parse().map_err(unloadable)
}

/// The text of the ruleset in a folder on disk.
pub(crate) fn source_in(folder: &Path) -> anyhow::Result<Source> {
    Source::folder(folder).map_err(|problem| anyhow!(problem.message))
}

/// A ruleset by the path of its folder or by name.
pub(crate) fn by_name(name: &str) -> anyhow::Result<Parsed> {
    let source = find(name).with_context(|| {
        format!(
            "there is no ruleset called `{name}`; built in are: {}",
            embedded_names().join(", ")
        )
    })?;
    source.parse().map_err(unloadable)
}

/// The text of a ruleset: the one being worked on in `rulesets/NAME` below the working directory
/// where there is one, otherwise the copy in the program.
pub(crate) fn find(name: &str) -> Option<Source> {
    let folders = [PathBuf::from(name), Path::new("rulesets").join(name)];
    let folder = folders.iter().find(|folder| folder.join("ruleset.toml").is_file());
    folder.and_then(|folder| Source::folder(folder).ok()).or_else(|| Source::embedded(name))
}

/// A ruleset that comes with the program.
pub(crate) fn embedded(name: &str) -> anyhow::Result<Parsed> {
    let source = Source::embedded(name).with_context(|| format!("no ruleset `{name}`"))?;
    source.parse().map_err(unloadable)
}

/// A ruleset with the guidelines of its folder `convert`.
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
