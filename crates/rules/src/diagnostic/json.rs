//! Diagnostics for programs.

use super::{Diagnostic, Files, Label};
use serde_json::{Value, json};

/// Returns a problem as JSON:
///
/// ```json
/// {
///   "code": "E012", "name": "unknown-pool", "severity": "error",
///   "message": "no pool named \"QZZ\"",
///   "primary": {
///     "file": "goblin.toml", "start": 11, "end": 14,
///     "line": 1, "column": 12, "end_line": 1, "end_column": 15, "text": "not declared"
///   },
///   "secondary": [], "help": ["did you mean \"QZ\"?"]
/// }
/// ```
///
/// `start` and `end` are bytes from 0, lines and columns start at 1 and columns count characters;
/// the end is the first place behind. `primary` is null for a problem that lies in no file.
pub fn to_json(diagnostic: &Diagnostic, files: &Files) -> Value {
    let label = |label: &Label| label_to_json(label, files);
    json!({
        "code": diagnostic.code.number(),
        "name": diagnostic.code.name(),
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
        "primary": diagnostic.primary.as_ref().map(label),
        "secondary": diagnostic.secondary.iter().map(label).collect::<Vec<_>>(),
        "help": diagnostic.help,
    })
}

fn label_to_json(label: &Label, files: &Files) -> Value {
    let span = files.clamp(label.file, &label.span);
    let (start, end) =
        (files.position(label.file, span.start), files.position(label.file, span.end));
    json!({
        "file": files.name(label.file),
        "start": span.start,
        "end": span.end,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "text": label.text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn the_documented_shape() {
        let mut files = Files::default();
        let file = files.add("goblin.toml", "grants = \"1QZZ\"\n");
        let diagnostic = Diagnostic::error(Code::UnknownPool, "no pool named \"QZZ\"")
            .at(file, 11..14, "not declared")
            .did_you_mean("QZZ", ["QZ"]);
        let expected = json!({
            "code": "E012", "name": "unknown-pool", "severity": "error",
            "message": "no pool named \"QZZ\"",
            "primary": {
                "file": "goblin.toml", "start": 11, "end": 14,
                "line": 1, "column": 12, "end_line": 1, "end_column": 15, "text": "not declared",
            },
            "secondary": [], "help": ["did you mean \"QZ\"?"],
        });
        assert_eq!(to_json(&diagnostic, &files), expected);
    }

    #[test]
    fn a_problem_in_no_file() {
        let diagnostic = Diagnostic::error(Code::UnknownFile, "cannot read \"goblin.toml\"");
        assert_eq!(to_json(&diagnostic, &Files::default())["primary"], Value::Null);
    }
}
