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

/// Whether a text forbids using something again before the creature's own next turn: `can't take
/// this action again until the start of its next turn`.
pub(crate) fn once(text: &str) -> bool {
    const FORBIDS: [&str; 4] =
        ["can't take this", "cannot take this", "can't use this", "cannot use this"];
    let lower = text.to_lowercase();
    let forbids = |(at, begin): (usize, &str)| {
        let rest = lower[at + begin.len()..].trim_start();
        let rest = rest.strip_prefix("legendary ").unwrap_or(rest);
        let until = rest.strip_prefix("action again")?;
        let until = until.split(['.', '\n']).next().unwrap_or_default().trim();
        // The reader drops a reference to a duration that is stored elsewhere.
        let own_turn = until.contains("start of") || until.contains("before");
        let own_turn = own_turn || until.starts_with("until its next turn");
        let of_target = until.contains("target");
        Some(until.is_empty() || own_turn && until.contains("next turn") && !of_target)
    };
    let mut found = FORBIDS.iter().flat_map(|begin| lower.match_indices(begin));
    found.any(|found| forbids(found) == Some(true))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_can_forbid_a_second_use() {
        for text in [
            "Failure or Success: The dragon can't take this action again until the start of its \
             next turn.",
            "The Lich cannot use this legendary action again until the start of its next turn",
            "It can't take this action again before its next turn. Then it moves.",
            "The dragon can't take this action again until its next turn.",
            // A reference in place of the duration, as the reader leaves it.
            "The dragon can't take this action again .",
        ] {
            assert!(once(text), "{text}");
        }
    }

    #[test]
    fn other_texts_do_not() {
        for text in [
            "The dragon moves up to half its Speed, and it makes one Rend attack.",
            "The target can't take Reactions until the start of its next turn.",
            "The hag can't take this action again until it finishes a Long Rest.",
            "It can't take this action again until the start of the target's next turn.",
            "It can't take this action while it is Prone. It moves again.",
        ] {
            assert!(!once(text), "{text}");
        }
    }
}
