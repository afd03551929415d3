//! Limits on use in names and texts: `(Recharge 5-6)`, `(3/Day)`.

use crate::block::Uses;
use crate::number::leading_int;

/// Reads the limits on use in a name or at the start of a text.
pub(crate) fn uses(text: &str) -> Uses {
    let lower = text.to_lowercase();
    let mut uses = Uses::default();
    if let Some(at) = lower.find("recharge ") {
        uses.recharge = leading_int(&lower[at + 9..]).filter(|face| (2..=6).contains(face));
    }
    if lower.contains("recharges after") || lower.contains("recharge after") {
        uses.count = Some(1);
        uses.per = "short rest".to_owned();
    }
    if let Some(at) = lower.find("/day") {
        let before = lower[..at].trim_end_matches(|c: char| c.is_ascii_digit());
        uses.count = leading_int(&lower[before.len()..at]);
        uses.per = "day".to_owned();
    }
    if let Some(at) = lower.find("costs ") {
        uses.legendary_cost = leading_int(&lower[at + 6..]).filter(|cost| (1..=5).contains(cost));
    }
    uses
}

/// Returns a name without limits on use in parentheses.
pub(crate) fn bare_name(name: &str) -> String {
    let name = name.trim().trim_end_matches('.');
    let Some(at) = name.rfind('(') else { return name.trim().to_owned() };
    let inside = name[at..].to_lowercase();
    let marks = ["recharge", "/day", "costs", "/turn", "/rest", "1/", "short or long"];
    match marks.iter().any(|mark| inside.contains(mark)) {
        true => bare_name(name[..at].trim()),
        false => name.trim().to_owned(),
    }
}
