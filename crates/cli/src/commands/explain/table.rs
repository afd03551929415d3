//! All activities of a ruleset as a table.

use rules::Parsed;
use serde_json::{Value, json};
use sim::activities::{Row, activities};

use crate::paint::Paint;

/// Maximum width of a column that others are aligned with, in bytes.
const COLUMN_MAX: usize = 28;

/// Returns the table as text and as JSON.
pub(super) fn table(parsed: &Parsed, paint: Paint) -> (String, Value) {
    let rows = activities(parsed);
    // A longer cell moves the rest of its line to the right.
    let widest = |cell: fn(&Row) -> &str| {
        let lengths = rows.iter().map(|row| cell(row).len()).filter(|len| *len <= COLUMN_MAX);
        lengths.max().unwrap_or(0)
    };
    let (usage, cost) = (widest(|row| &row.usage), widest(|row| &row.cost));
    let line = |row: &Row| {
        let mut more: Vec<String> = row.number.iter().cloned().collect();
        more.extend((row.who != "everyone").then(|| format!("for {}", row.who)));
        if !row.tags.is_empty() {
            more.push(format!("tags {}", row.tags.join(", ")));
        }
        let rule = paint.faint(&format!("[{}]", row.rule));
        let text = format!("{:usage$}  {:cost$}  {}", row.usage, row.cost, more.join("; "));
        format!("{}  {rule}", text.trim_end())
    };
    let value = |row: &Row| {
        json!({
            "usage": row.usage,
            "price": row.cost,
            "number": row.number,
            "who": row.who,
            "tags": row.tags,
            "rule": row.rule,
        })
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    (lines.join("\n"), Value::Array(rows.iter().map(value).collect()))
}
