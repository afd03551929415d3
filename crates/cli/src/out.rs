//! Writes to standard output and to files. Unlike `println!`, it does not panic if the reader has
//! closed the pipe.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde_json::Value;

/// Writes a text. Adds a line break, unless the text is empty or ends with one.
pub(crate) fn text(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes a value as one line of JSON.
pub(crate) fn value(value: &Value) -> io::Result<()> {
    text(&value.to_string())
}

/// Writes a file atomically: first to a new file beside it, which then replaces the old one.
pub(crate) fn file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        // The data must be on disk before it replaces the old file.
        file.sync_all()?;
        std::fs::rename(&beside, path)
    });
    written
        .inspect_err(|_| drop(std::fs::remove_file(&beside)))
        .with_context(|| format!("cannot write {}", path.display()))
}
