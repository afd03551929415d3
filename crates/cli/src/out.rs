//! Writing to standard output. Unlike `println!`, a reader that stops reading is no bug.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde_json::Value;

/// Writes a text, with a line end behind it unless it has one.
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

/// Writes a file whole or not at all: under another name first, which then takes the place of the
/// old file.
pub(crate) fn file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        // On disk before it replaces what was good.
        file.sync_all()?;
        std::fs::rename(&beside, path)
    });
    written
        .inspect_err(|_| drop(std::fs::remove_file(&beside)))
        .with_context(|| format!("cannot write {}", path.display()))
}
