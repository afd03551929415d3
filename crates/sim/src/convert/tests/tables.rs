//! Long tables of what books, sheets and exports write, each line with what it must become by the
//! chapter's list and guidelines.

use super::super::{convert, line};
use super::guidelines;

/// The tables, by what they are about.
const TABLES: [(&str, &str); 6] = [
    ("casting times", include_str!("../../../tests/fixtures/converted/casting-times.txt")),
    ("core actions", include_str!("../../../tests/fixtures/converted/core-actions.txt")),
    ("qualified names", include_str!("../../../tests/fixtures/converted/qualified.txt")),
    ("features", include_str!("../../../tests/fixtures/converted/features-and-feats.txt")),
    ("monsters", include_str!("../../../tests/fixtures/converted/monsters-and-items.txt")),
    ("words", include_str!("../../../tests/fixtures/converted/words.txt")),
];

#[test]
fn as_the_tables_say() {
    let guidelines = guidelines();
    let mut checked = 0;
    let mut wrong = Vec::new();
    for (table, text) in TABLES {
        for row in text.lines().filter(|row| !row.starts_with('#')) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [name, said, becomes, status] = cells[..] else { panic!("{table}: {row}") };
            let said: Vec<&str> = said.split(';').map(str::trim).collect();
            let found = match guidelines.ability(name, &said) {
                Ok(ability) => {
                    let found = convert(&guidelines, &ability);
                    format!("{} | {}", line(&found), found.status.word())
                }
                Err(problem) => problem.to_string(),
            };
            if found != format!("{becomes} | {status}") {
                wrong.push(format!("{table}: {row}\n    but {found}"));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= 500, "{checked}");
}
