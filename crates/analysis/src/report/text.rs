//! Figures as plain text.

use std::fmt::Write;

use super::{percent, plain, points, signed};
use crate::compare::Comparison;
use crate::summary::{Summary, Use};

/// Maximum number of activities or tokens in a list; twice that in a comparison.
const LISTED: usize = 12;

/// Returns a summary as lines of text.
pub fn summary_text(summary: &Summary) -> String {
    let mut text = format!("{} fights\n\nWins\n", summary.fights);
    let mut line = |label: &str, value: String| {
        let _ = writeln!(text, "  {label:<24} {value}");
    };
    for share in &summary.wins {
        line(&share.side, percent(share.share));
    }
    if summary.nobody.value > 0.0 {
        line("nobody left", percent(summary.nobody));
    }
    if summary.undecided.value > 0.0 {
        line("undecided", percent(summary.undecided));
    }
    let rounds = match summary.undecided.value {
        1.0 => "no fight ended".to_owned(),
        _ => format!("{} rounds", plain(summary.rounds)),
    };
    let _ = writeln!(text, "\nLength: {rounds}, {} choices", plain(summary.decisions));
    let _ = writeln!(
        text,
        "\n{:<26} {:<24} {:<18} damage taken",
        "Combatants", "standing at the end", "damage dealt"
    );
    for one in &summary.combatants {
        let _ = writeln!(
            text,
            "  {:<24} {:<24} {:<18} {}",
            format!("{} ({})", one.name, one.side),
            percent(one.standing),
            plain(one.dealt),
            plain(one.taken)
        );
    }
    uses(&mut text, "Used per fight", &summary.used);
    uses(&mut text, "Spent per fight", &summary.spent);
    if !summary.unchosen.is_empty() {
        let _ = writeln!(text, "\nLegal, never chosen: {}", summary.unchosen.join(", "));
    }
    if !summary.never_legal.is_empty() {
        let _ = writeln!(text, "\nNever legal: {}", summary.never_legal.join(", "));
    }
    text
}

fn uses(text: &mut String, title: &str, all: &[Use]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    for one in all.iter().take(LISTED) {
        let _ = writeln!(text, "  {:<24} {}", one.label, plain(one.per_fight));
    }
    if all.len() > LISTED {
        let _ = writeln!(text, "  and {} more", all.len() - LISTED);
    }
}

/// Returns a comparison as lines of text.
pub fn comparison_text(comparison: &Comparison, names: [&str; 2]) -> String {
    let (before, after) = (&comparison.before, &comparison.after);
    let mut text = format!(
        "{} pairs of fights with the same dice: {} → {}\n\nWins\n",
        before.fights, names[0], names[1]
    );
    for one in &comparison.wins {
        let of = |summary: &Summary| {
            let share = summary.wins.iter().find(|share| share.side == one.label);
            share.map_or("0.0 %".to_owned(), |share| format!("{:.1} %", 100.0 * share.share.value))
        };
        let verdict = if one.by.excludes_zero() { "" } else { "   no clear difference" };
        let _ = writeln!(
            text,
            "  {:<24} {:>7} → {:>7}   {}{verdict}",
            one.label,
            of(before),
            of(after),
            points(one.by)
        );
    }
    let _ = writeln!(
        text,
        "\nLength: {:.2} → {:.2} rounds, {}",
        before.rounds.value,
        after.rounds.value,
        signed(comparison.rounds)
    );
    if comparison.uses.is_empty() {
        text.push_str("\nNo activity is used clearly more or less often.\n");
    } else {
        text.push_str("\nUsed more or less often, per fight\n");
        for one in comparison.uses.iter().take(2 * LISTED) {
            let _ = writeln!(text, "  {:<24} {}", one.label, signed(one.by));
        }
    }
    text
}
