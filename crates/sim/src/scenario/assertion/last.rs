//! Assertions about the last command: whether it was allowed, the rules behind it, and printed
//! lines.

use super::{Checked, Last, denied_by, expect, known_rules, list, wanted_rules};
use crate::session::Session;

pub(super) fn check(session: &Session, last: &Last, text: &str) -> Option<Checked> {
    if text == "allowed" {
        return Some(expect(last.denied.is_none(), || {
            format!("`{}` was denied:\n{}", last.command, last.denial_text)
        }));
    }
    if text == "denied" {
        return Some(expect(last.denied.is_some(), || format!("`{}` was allowed", last.command)));
    }
    if let Some((how, rules)) = text.strip_prefix("denied ").and_then(wanted_rules) {
        let denied = last.denied.as_ref();
        return Some(denied_by(session, denied, &list(rules), how, &last.denial_text));
    }
    let because = text.strip_prefix("because ").map(|rules| (rules, true));
    let because = because.or_else(|| Some((text.strip_prefix("not because ")?, false)));
    if let Some((rules, wanted)) = because {
        let mut others = list(rules);
        if let Err(message) = known_rules(session, &others) {
            return Some(Err(message));
        }
        others.retain(|rule| last.because.contains(rule) != wanted);
        let verb = if wanted { "did not come" } else { "came" };
        return Some(expect(others.is_empty(), || {
            format!("`{}` {verb} about by {}", last.command, others.join(", "))
        }));
    }
    let (wanted, text) = match text.strip_prefix("not printed ") {
        Some(text) => (false, text),
        None => (true, text.strip_prefix("printed ")?),
    };
    let printed = last.printed.iter().any(|line| line.contains(text));
    let comma = if text.contains(", ") { "\n(the text goes to the end of the line)" } else { "" };
    let lines = last.printed.join("\n    ");
    Some(expect(printed == wanted, || format!("printed was:\n    {lines}{comma}")))
}
