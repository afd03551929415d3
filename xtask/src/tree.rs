//! The text files of the repository, read once and handed to every tidy check.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// Folders that a walk without git skips; with git, `.gitignore` decides.
const SKIPPED_FOLDERS: &[&str] = &[".git", "target", "node_modules"];

pub(crate) struct Tree {
    pub(crate) files: Vec<TextFile>,
    /// The paths of files that are not UTF-8, such as images.
    pub(crate) others: Vec<String>,
}

pub(crate) struct TextFile {
    /// Relative to the root, with `/` on every platform.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Tree {
    /// Reads the whole working tree, including files not yet committed. Keeps only the paths of
    /// files that are not UTF-8.
    pub(crate) fn read(root: &Path) -> Result<Tree> {
        let mut paths = match list_with_git(root) {
            Some(paths) => paths,
            None => list_folder(root, root)?,
        };
        paths.sort();
        paths.dedup();
        let (mut files, mut others) = (Vec::new(), Vec::new());
        for path in paths {
            let full = root.join(&path);
            // Git still lists a file that was deleted but whose deletion is not committed.
            if !full.is_file() {
                continue;
            }
            let bytes = std::fs::read(&full).with_context(|| format!("reading {path}"))?;
            match String::from_utf8(bytes) {
                Ok(text) => files.push(TextFile { path, text }),
                Err(_) => others.push(path),
            }
        }
        Ok(Tree { files, others })
    }

    pub(crate) fn get(&self, path: &str) -> Option<&TextFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Returns the files below `folder` (`""` for all) whose name ends in `.extension`.
    pub(crate) fn below(&self, folder: &str, extension: &str) -> impl Iterator<Item = &TextFile> {
        self.files
            .iter()
            .filter(move |file| file.path.starts_with(folder) && file.extension() == extension)
    }

    /// Returns the names of the folders directly below `folder`, which ends in `/`.
    pub(crate) fn folders(&self, folder: &str) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .files
            .iter()
            .filter_map(|file| file.path.strip_prefix(folder)?.split_once('/'))
            .map(|(name, _)| name)
            .collect();
        names.sort();
        names.dedup();
        names
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let file =
            |(path, text): &(&str, &str)| TextFile { path: (*path).into(), text: (*text).into() };
        Tree { files: files.iter().map(file).collect(), others: Vec::new() }
    }
}

impl TextFile {
    pub(crate) fn extension(&self) -> &str {
        self.path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |it| it.1)
    }

    /// Returns the lines with their numbers, which begin at 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// Returns the root of the repository. Asks cargo at run time, because two checkouts that share a
/// target directory share the binary.
pub(crate) fn root() -> PathBuf {
    let built_in = || env!("CARGO_MANIFEST_DIR").into();
    let xtask: PathBuf = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(built_in, Into::into);
    xtask.parent().unwrap_or(&xtask).to_owned()
}

/// Lists the files with git. Returns `None` if git is missing or the tree is no repository, as in
/// an unpacked archive.
fn list_with_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    let list = String::from_utf8(output.stdout).ok()?;
    Some(list.split_terminator('\0').map(str::to_owned).collect())
}

fn list_folder(root: &Path, folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        if kind.is_dir() && !SKIPPED_FOLDERS.iter().any(|name| entry.file_name() == *name) {
            paths.extend(list_folder(root, &path)?);
        } else if kind.is_file() {
            let relative = path.strip_prefix(root)?;
            let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
            paths.push(parts.join("/"));
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_finds_what_git_lists() {
        let Some(with_git) = list_with_git(&root()) else { return };
        let walked = list_folder(&root(), &root()).unwrap();
        for path in with_git.iter().filter(|path| root().join(path).is_file()) {
            assert!(walked.contains(path), "the walk misses {path}");
        }
    }
}
