//! Writing to standard output. Unlike `println!`, a reader that stops reading is no bug.

use std::io::{self, Write};

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
