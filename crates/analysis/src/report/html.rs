//! Figures as a self-contained page: tables, bars and a histogram drawn as SVG.

use std::fmt::Write;

use super::{percent, plain, points, signed};
use crate::compare::Comparison;
use crate::interval::Interval;
use crate::summary::Summary;

const STYLE: &str = include_str!("report.css");

/// Returns the page of a summary.
pub fn summary_page(summary: &Summary, title: &str) -> String {
    let mut page = Page::new(title);
    page.say(&format!("{} fights. Intervals are of 95 %.", summary.fights));
    page.summary(summary);
    page.end()
}

/// Returns the page of a comparison.
pub fn comparison_page(comparison: &Comparison, names: [&str; 2]) -> String {
    let mut page = Page::new(&format!("{} → {}", names[0], names[1]));
    page.say(&format!(
        "{} pairs of fights with the same dice. Differences are the second less the first; \
         intervals are of 95 %.",
        comparison.before.fights
    ));
    let rows = comparison.wins.iter().map(|one| Row::of(&one.label, one.by, points(one.by)));
    page.bars("Wins, in percentage points", rows.collect());
    let rounds = comparison.rounds;
    page.bars("Rounds", vec![Row::of("Rounds of a fight", rounds, signed(rounds))]);
    let rows = comparison.uses.iter().map(|one| Row::of(&one.label, one.by, signed(one.by)));
    page.bars("Used more or less often, per fight", rows.collect());
    page.heading(names[0]);
    page.summary(&comparison.before);
    page.heading(names[1]);
    page.summary(&comparison.after);
    page.end()
}

/// A row of a chart.
struct Row {
    label: String,
    value: Interval,
    figure: String,
}

impl Row {
    fn of(label: &str, value: Interval, figure: String) -> Row {
        Row { label: label.to_owned(), value, figure }
    }
}

struct Page {
    text: String,
}

impl Page {
    fn new(title: &str) -> Page {
        let title = escaped(title);
        Page {
            text: format!(
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
                 <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
                 <style>{STYLE}</style>\n<main>\n<h1>{title}</h1>\n"
            ),
        }
    }

    fn say(&mut self, text: &str) {
        let _ = writeln!(self.text, "<p>{}</p>", escaped(text));
    }

    fn heading(&mut self, text: &str) {
        let _ = writeln!(self.text, "<h1>{}</h1>", escaped(text));
    }

    fn summary(&mut self, summary: &Summary) {
        let wins = summary.wins.iter().map(|one| Row::of(&one.side, one.share, percent(one.share)));
        let others = [("nobody left", summary.nobody), ("undecided", summary.undecided)];
        let others = others.into_iter().filter(|(_, share)| share.value > 0.0);
        let others = others.map(|(label, share)| Row::of(label, share, percent(share)));
        self.bars_up_to("Wins", wins.chain(others).collect(), Some(1.0));
        self.histogram("Length in rounds", &summary.ended_in);
        self.say(&lengths(summary));
        let of = |one: &crate::summary::Combatant| format!("{} ({})", one.name, one.side);
        let rows = |value: fn(&crate::summary::Combatant) -> Interval| -> Vec<Row> {
            let all = summary.combatants.iter();
            all.map(|one| Row::of(&of(one), value(one), plain(value(one)))).collect()
        };
        let standing = summary.combatants.iter();
        let standing = standing.map(|one| Row::of(&of(one), one.standing, percent(one.standing)));
        self.bars_up_to("Standing at the end", standing.collect(), Some(1.0));
        self.bars("Damage dealt per fight", rows(|one| one.dealt));
        self.bars("Damage taken per fight", rows(|one| one.taken));
        let uses = |all: &[crate::summary::Use]| -> Vec<Row> {
            let all = all.iter();
            all.map(|one| Row::of(&one.label, one.per_fight, plain(one.per_fight))).collect()
        };
        self.bars("Used per fight", uses(&summary.used));
        self.bars("Spent per fight", uses(&summary.spent));
        for (title, all) in
            [("Legal, never chosen", &summary.unchosen), ("Never legal", &summary.never_legal)]
        {
            if !all.is_empty() {
                let _ = writeln!(self.text, "<h2>{title}</h2>");
                self.say(&all.join(", "));
            }
        }
    }

    fn bars(&mut self, title: &str, rows: Vec<Row>) {
        self.bars_up_to(title, rows, None);
    }

    /// Adds a table of bars with whiskers, from 0 or the lowest value to `most` or the highest
    /// value.
    fn bars_up_to(&mut self, title: &str, rows: Vec<Row>, most: Option<f64>) {
        if rows.is_empty() {
            return;
        }
        let high = rows.iter().map(|row| row.value.high).fold(0.0, f64::max);
        let low = rows.iter().map(|row| row.value.low).fold(0.0, f64::min);
        let high = most.unwrap_or(high).max(low + 1e-9);
        let at = |value: f64| 100.0 * (value.clamp(low, high) - low) / (high - low);
        let _ = writeln!(self.text, "<h2>{}</h2>\n<table>", escaped(title));
        for Row { label, value, figure } in rows {
            let (zero, end) = (at(0.0), at(value.value));
            let _ = writeln!(
                self.text,
                "<tr><th scope=\"row\">{}</th><td class=\"figure\">{}</td><td class=\"plot\">\
                 <svg viewBox=\"0 0 100 10\" height=\"18\" preserveAspectRatio=\"none\" \
                 aria-hidden=\"true\">\
                 <rect class=\"bar\" x=\"{:.2}\" y=\"2\" width=\"{:.2}\" height=\"6\"/>\
                 <line class=\"range\" vector-effect=\"non-scaling-stroke\" \
                 x1=\"{:.2}\" x2=\"{:.2}\" y1=\"5\" y2=\"5\"/>\
                 <line class=\"zero\" vector-effect=\"non-scaling-stroke\" \
                 x1=\"{zero:.2}\" x2=\"{zero:.2}\" y1=\"0\" y2=\"10\"/>\
                 </svg></td></tr>",
                escaped(&label),
                escaped(&figure),
                zero.min(end),
                (end - zero).abs(),
                at(value.low),
                at(value.high),
            );
        }
        self.text.push_str("</table>\n");
    }

    /// Adds a histogram of the number of fights that ended in each round.
    fn histogram(&mut self, title: &str, counts: &[u64]) {
        let most = counts.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return;
        }
        let (width, height) = (100.0 / counts.len() as f64, 60.0);
        let _ = writeln!(
            self.text,
            "<h2>{}</h2>\n<svg viewBox=\"0 0 100 {height}\" height=\"160\" \
             preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"Rounds 1 to {}; most fights, {most}, end in round {}\">",
            escaped(title),
            counts.len(),
            counts.iter().position(|one| *one == most).unwrap_or(0) + 1
        );
        for (at, count) in counts.iter().enumerate() {
            let tall = height * *count as f64 / most as f64;
            let _ = write!(
                self.text,
                "<rect class=\"bar\" x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{tall:.2}\">\
                 <title>round {}: {count} fights</title></rect>",
                at as f64 * width + 0.05 * width,
                height - tall,
                0.9 * width,
                at + 1
            );
        }
        let _ = writeln!(
            self.text,
            "</svg>\n<p>From round 1, at the left, to round {}, at the right; the tallest bar is \
             {most} fights.</p>",
            counts.len()
        );
    }

    fn end(mut self) -> String {
        self.text.push_str("</main>\n</html>\n");
        self.text
    }
}

/// Returns the mean length of the fights, if any has ended.
fn lengths(summary: &Summary) -> String {
    let decisions = plain(summary.decisions);
    match summary.undecided.value {
        1.0 => format!("No fight ended. Mean: {decisions} choices."),
        _ => format!("Mean: {} rounds, {decisions} choices.", plain(summary.rounds)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fights_that_never_end_have_no_mean_length() {
        let exactly = |value| Interval { value, low: value, high: value };
        let summary = |undecided| Summary {
            fights: 4,
            wins: Vec::new(),
            nobody: exactly(0.0),
            undecided: exactly(undecided),
            rounds: exactly(3.0),
            ended_in: Vec::new(),
            decisions: exactly(20.0),
            combatants: Vec::new(),
            used: Vec::new(),
            unchosen: Vec::new(),
            never_legal: Vec::new(),
            spent: Vec::new(),
        };
        assert!(lengths(&summary(1.0)).starts_with("No fight ended. Mean: 20"));
        assert!(lengths(&summary(0.5)).starts_with("Mean: 3"));
    }
}
