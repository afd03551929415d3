//! Report on a converted list: rows for a file, and a summary.

use super::list::Line;
use super::model::{Conversion, Guidelines, Status};
use super::show::to_json;

/// Counts of the lines of a list, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines with known family and acts and nothing open.
    pub converted: usize,
    /// Lines with something left for the game master.
    pub undecided: usize,
    /// Lines that match no entry.
    pub no_guideline: usize,
    /// Lines that cannot be understood.
    pub not_understood: usize,
}

impl Summary {
    /// Counts a line.
    pub fn count(&mut self, conversion: Option<&Conversion<'_>>) {
        let counter = match conversion.map(|one| one.status) {
            Some(Status::Converted) => &mut self.converted,
            Some(Status::Undecided) => &mut self.undecided,
            Some(Status::NoGuideline) => &mut self.no_guideline,
            None => &mut self.not_understood,
        };
        *counter += 1;
    }

    /// Checks whether every line was converted and nothing is open.
    pub fn is_complete(&self) -> bool {
        self.undecided + self.no_guideline + self.not_understood == 0
    }
}

/// Columns of a report in CSV.
pub const COLUMNS: [&str; 16] = [
    "line",
    "name",
    "status",
    "family",
    "acts",
    "or_more",
    "subtypes",
    "splitting",
    "limit",
    "tied",
    "usually",
    "taken_as",
    "rules",
    "questions",
    "collisions",
    "problem",
];

/// Returns a row of a report in CSV.
pub fn row(line: &Line, conversion: Option<&Conversion<'_>>) -> [String; COLUMNS.len()] {
    let at = line.at.to_string();
    let (Ok(ability), Some(found)) = (&line.ability, conversion) else {
        let problem = line.ability.as_ref().err().cloned().unwrap_or_default();
        let mut row: [String; COLUMNS.len()] = Default::default();
        (row[0], row[2], row[COLUMNS.len() - 1]) = (at, "not understood".to_owned(), problem);
        return row;
    };
    let yes = |holds: bool| if holds { "yes" } else { "" }.to_owned();
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let subtypes = match &found.subtypes {
        Some(names) if names.is_empty() => "none".to_owned(),
        names => names.iter().flatten().copied().collect::<Vec<_>>().join("; "),
    };
    let questions: Vec<String> =
        found.questions.iter().map(|one| format!("{} ({})", one.text, one.rule.id)).collect();
    let collisions: Vec<String> = found.collisions.iter().map(|one| one.sentence()).collect();
    [
        at,
        ability.name.clone(),
        found.status.word().to_owned(),
        text(found.family),
        found.acts.map(|acts| acts.to_string()).unwrap_or_default(),
        yes(found.or_more),
        subtypes,
        text(found.splitting),
        text(found.limit),
        yes(found.tied),
        yes(found.usually),
        text(found.assumed),
        found.rule_ids().join("; "),
        questions.join("; "),
        collisions.join("; "),
        String::new(),
    ]
}

/// Returns a line of a report as a JSON value.
pub fn value(
    guidelines: &Guidelines,
    line: &Line,
    conversion: Option<&Conversion<'_>>,
) -> serde_json::Value {
    match (&line.ability, conversion) {
        (Ok(ability), Some(found)) => {
            let mut value = to_json(guidelines, ability, found);
            value["line"] = line.at.into();
            value
        }
        (ability, _) => serde_json::json!({
            "line": line.at,
            "status": "not understood",
            "problem": ability.as_ref().err(),
        }),
    }
}
