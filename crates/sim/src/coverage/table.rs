//! The committed table, one line per rule.

use super::{Marks, Row};

const HEADER: [&str; 4] = ["rule", "kind", "exercised", "scenarios"];

/// Returns the table: a header, a row for each rule, and the closing line.
pub(super) fn table(rows: &[Row], summary: &str) -> String {
    let mut lines = vec![HEADER.map(str::to_owned)];
    lines.extend(rows.iter().map(cells));
    let width = |column: usize| lines.iter().map(|cells| cells[column].len()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for [id, kind, marks, scenarios] in &lines {
        let [a, b, c] = widths;
        text.push_str(&format!("{id:a$}  {kind:b$}  {marks:c$}  {scenarios}\n"));
    }
    text.push_str(summary);
    text.push('\n');
    text
}

fn cells(row: &Row) -> [String; 4] {
    let count = match row.required {
        false if row.scenarios.is_empty() => "-".to_owned(),
        _ => row.scenarios.len().to_string(),
    };
    [row.id.clone(), row.kind.clone(), exercised(row), count]
}

/// Returns the marks or values that were met, then those still missing.
fn exercised(row: &Row) -> String {
    let (found, lacking) = match row.kind.as_str() {
        "option" if !row.values.is_empty() => {
            let value = |exercised: bool| {
                let values = row.values.iter().filter(move |value| value.exercised == exercised);
                values.map(|value| value.text.clone()).collect::<Vec<_>>()
            };
            (value(true), value(false))
        }
        _ => (words(row.found), if row.is_exercised() { Vec::new() } else { lacking(row) }),
    };
    let lacks = match (row.required, lacking.is_empty()) {
        (true, false) => format!("lacks {}", lacking.join(" ")),
        _ => String::new(),
    };
    match (found.is_empty(), lacks.is_empty()) {
        (true, true) => "-".to_owned(),
        (false, false) => format!("{}, {lacks}", found.join(" ")),
        _ => format!("{}{lacks}", found.join(" ")),
    }
}

fn lacking(row: &Row) -> Vec<String> {
    words(Marks {
        allow: row.wanted.allow && !row.found.allow,
        deny: row.wanted.deny && !row.found.deny,
    })
}

fn words(marks: Marks) -> Vec<String> {
    let all = [(marks.allow, "allow"), (marks.deny, "deny")];
    all.iter().filter(|(set, _)| *set).map(|(_, word)| (*word).to_owned()).collect()
}
