//! The page with the table of all activities.

use super::{Manual, Page};
use crate::activities::{Row, activities};

/// Name of the page below the ruleset's folder.
pub(super) const PAGE: &str = "table-of-activities.md";

impl Manual<'_> {
    /// Returns the page with the table of all activities and their arguments.
    pub(super) fn activities(&self) -> Page {
        let mut text = format!(
            "# {}: table of activities\n\nWords in capitals stand for what goes with a command: a \
             combatant, a square such as `c4`, or a number. Those in brackets may be left out.\n\n\
             | command | price | number | who | tags | rule |\n\
             | --- | --- | --- | --- | --- | --- |\n",
            self.id
        );
        for row in activities(&self.corpus.parsed) {
            text.push_str(&self.activity(&row));
        }
        Page { path: format!("{}/{PAGE}", self.id), text }
    }

    fn activity(&self, row: &Row) -> String {
        let number = row.number.as_ref().map(|number| format!("`{number}`"));
        let home = self.homes.get(row.rule.as_str()).map_or("", String::as_str);
        format!(
            "| `{}` | `{}` | {} | {} | {} | [`{}`]({home}.md#{}) |\n",
            row.usage,
            row.cost,
            number.unwrap_or_default().replace('|', "\\|"),
            row.who,
            row.tags.join(", "),
            row.rule,
            row.rule
        )
    }
}
