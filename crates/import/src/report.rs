//! The report of an import, most important remarks first. It fits a screen.

use std::collections::BTreeMap;

use crate::Imported;
use crate::block::Weight;

/// Maximum number of lines in a report.
pub const LINES_MAX: usize = 24;
/// Maximum number of remarks on the files as a whole.
const REMARKS_MAX: usize = 6;
/// Maximum number of creatures named in a line.
const NAMES_MAX: usize = 3;

/// Headings of remarks by weight, most important first.
const HEADINGS: [(Weight, &str); 6] = [
    (Weight::Missing, "missing"),
    (Weight::Guessed, "guessed"),
    (Weight::NotUnderstood, "not understood"),
    (Weight::NotCarried, "no place in the sheet"),
    (Weight::Derived, "worked out"),
    (Weight::Remark, "note"),
];

/// Returns the report as lines of text.
pub fn lines(imported: &Imported) -> Vec<String> {
    let count = imported.creatures.len();
    let read = match (count, imported.creatures.first()) {
        (1, Some(creature)) => format!("{} read as: {}", creature.block.name, imported.format),
        _ => format!("{count} creatures read as: {}", imported.format),
    };
    let mut lines = vec![read];
    lines.extend(imported.remarks.iter().take(REMARKS_MAX).cloned());
    if let Some(more) = imported.remarks.len().checked_sub(REMARKS_MAX).filter(|more| *more > 0) {
        lines.push(format!("  {more} further remarks on the files"));
    }
    // Equal remarks on several creatures share one line.
    let mut remarks: BTreeMap<(Weight, &str), Vec<&str>> = BTreeMap::new();
    for creature in &imported.creatures {
        for note in &creature.notes {
            let names = remarks.entry((note.weight, &note.text)).or_default();
            names.push(&creature.block.name);
        }
    }
    let mut hidden: BTreeMap<Weight, usize> = BTreeMap::new();
    let mut all: Vec<_> = remarks.into_iter().collect();
    // Within one weight, remarks on more creatures come first.
    all.sort_by_key(|((weight, _), names)| (*weight, std::cmp::Reverse(names.len())));
    for ((weight, text), names) in all {
        let heading = HEADINGS.iter().find(|(known, _)| *known == weight).map_or("", |it| it.1);
        let worked_out = weight == Weight::Derived && count > 1;
        if lines.len() + 4 > LINES_MAX || worked_out {
            *hidden.entry(weight).or_default() += 1;
            continue;
        }
        let names = match (count, names.len()) {
            (1, _) => String::new(),
            (_, many) if many > NAMES_MAX => {
                format!(" ({}, … {many} creatures)", names[..NAMES_MAX].join(", "))
            }
            _ => format!(" ({})", names.join(", ")),
        };
        lines.push(format!("  {heading}: {text}{names}"));
    }
    if !hidden.is_empty() {
        let of = HEADINGS.iter().filter_map(|(weight, heading)| {
            hidden.get(weight).map(|count| format!("{count} {heading}"))
        });
        lines.push(format!("  further remarks: {}", of.collect::<Vec<_>>().join(", ")));
    }
    let ignored: usize = imported.creatures.iter().map(|creature| creature.block.ignored).sum();
    if ignored > 0 {
        lines.push(format!("  {ignored} values that do not matter here"));
    }
    lines
}
