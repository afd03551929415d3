//! Figures as comma-separated values.

use crate::compare::Comparison;
use crate::interval::Interval;
use crate::summary::Summary;

/// Returns a summary as CSV with the columns `what,label,value,low,high`.
pub fn summary_csv(summary: &Summary) -> String {
    let mut rows = Rows::new();
    rows.summary("", summary);
    rows.text
}

/// Returns a comparison as CSV; rows of the first version begin with `before.`, of the second with
/// `after.`, differences with `difference.`.
pub fn comparison_csv(comparison: &Comparison) -> String {
    let mut rows = Rows::new();
    rows.summary("before.", &comparison.before);
    rows.summary("after.", &comparison.after);
    for one in &comparison.wins {
        rows.row("difference.wins", &one.label, one.by);
    }
    rows.row("difference.rounds", "", comparison.rounds);
    for one in &comparison.uses {
        rows.row("difference.used", &one.label, one.by);
    }
    rows.text
}

struct Rows {
    text: String,
}

impl Rows {
    fn new() -> Rows {
        Rows { text: "what,label,value,low,high\n".to_owned() }
    }

    fn row(&mut self, what: &str, label: &str, value: Interval) {
        let label = match label.contains([',', '"', '\n']) {
            true => format!("\"{}\"", label.replace('"', "\"\"")),
            false => label.to_owned(),
        };
        let Interval { value, low, high } = value;
        self.text.push_str(&format!("{what},{label},{value:.6},{low:.6},{high:.6}\n"));
    }

    fn summary(&mut self, before: &str, summary: &Summary) {
        let count = summary.fights as f64;
        let mut row =
            |what: &str, label: &str, value| self.row(&format!("{before}{what}"), label, value);
        row("fights", "", Interval { value: count, low: count, high: count });
        for share in &summary.wins {
            row("wins", &share.side, share.share);
        }
        row("nobody", "", summary.nobody);
        row("undecided", "", summary.undecided);
        row("rounds", "", summary.rounds);
        row("decisions", "", summary.decisions);
        for one in &summary.combatants {
            row("standing", &one.name, one.standing);
            row("dealt", &one.name, one.dealt);
            row("taken", &one.name, one.taken);
        }
        for one in &summary.used {
            row("used", &one.label, one.per_fight);
        }
        for one in &summary.spent {
            row("spent", &one.label, one.per_fight);
        }
    }
}
