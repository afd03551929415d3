//! Finds the files to run.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Returns the scenario files and recorded games among the paths and inside the folders, each
/// folder in name order.
pub(super) fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, &mut found)?;
        } else if !path.exists() {
            bail!("there is no file {}", path.display());
        } else if is_run(path) {
            found.push(path.clone());
        } else {
            bail!(
                "{} is neither a scenario file (.md) nor a recorded game (.game)",
                path.display()
            );
        }
    }
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let listing = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in listing {
        paths.push(entry?.path());
    }
    paths.sort_unstable();
    for path in paths {
        // Only real folders are entered: a link may lead back up.
        let is_folder = path.symlink_metadata().is_ok_and(|it| it.is_dir());
        if is_folder {
            walk(&path, found)?;
        } else if is_run(&path) {
            found.push(path);
        }
    }
    Ok(())
}

fn is_run(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md" || end == "game")
}
