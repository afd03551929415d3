//! Recognizes plain text: copied stat blocks.

use super::{Content, Format, Recognized};
use crate::refusal::Refusal;

pub(super) fn recognize(text: &str) -> Result<Vec<Recognized>, Refusal> {
    let found = |format| {
        Ok(vec![Recognized { format, version: None, content: Content::Text(text.to_owned()) }])
    };
    let lower = text.to_lowercase();
    let has = |words: &str| lower.contains(words);
    if is_pf2e(&lower) {
        return found(Format::TextPf2e);
    }
    let lines: Vec<&str> = lower.lines().map(str::trim).collect();
    let begins = |word: &str| lines.iter().any(|line| bare(line).starts_with(word));
    let marks = [
        has("armor class") || begins("ac "),
        has("hit points") || begins("hp "),
        begins("speed"),
        has("challenge") || begins("cr "),
        has("str") && has("dex") && has("con"),
    ];
    if marks.iter().filter(|mark| **mark).count() >= 3 {
        return found(Format::Text5e);
    }
    let seems = match lines.first() {
        Some(line) if line.contains(',') && lines.len() > 1 => "a table or other text",
        _ => "text that is no stat block: it names no armor class and hit points",
    };
    Err(Refusal::unknown(seems))
}

/// Returns a line without leading Markdown characters.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['>', '*', '_', '-', '#', '|', ' '])
}

/// Whether a text is for Pathfinder 2: it gives perception, and a line such as `Creature 5` or all
/// saves by their short names.
fn is_pf2e(lower: &str) -> bool {
    let creature = lower.lines().any(|line| {
        let level = line.split("creature ").nth(1).unwrap_or_default();
        level.trim().parse::<i32>().is_ok()
    });
    let saves = ["fort +", "ref +", "will +"].iter().all(|save| lower.contains(save));
    creature && lower.contains("perception") || saves && lower.contains("perception +")
}
