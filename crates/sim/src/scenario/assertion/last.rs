//! Whether the last command was allowed, because of which rules, and what was printed.

use super::{Checked, Last, denied_by, expect, known_rules, list};
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
    if let Some(rules) = text.strip_prefix("denied only by ") {
        let denied = last.denied.as_ref();
        return Some(denied_by(session, denied, &list(rules), true, &last.denial_text));
    }
    if let Some(rules) = text.strip_prefix("denied by ") {
        let denied = last.denied.as_ref();
        return Some(denied_by(session, denied, &list(rules), false, &last.denial_text));
    }
    if let Some(rules) = text.strip_prefix("because ") {
        let wanted = list(rules);
        if let Err(message) = known_rules(session, &wanted) {
            return Some(Err(message));
        }
        let missing: Vec<String> =
            wanted.into_iter().filter(|rule| !last.because.contains(rule)).collect();
        return Some(expect(missing.is_empty(), || {
            format!("`{}` did not come about by {}", last.command, missing.join(", "))
        }));
    }
    let (wanted, text) = match text.strip_prefix("not printed ") {
        Some(text) => (false, text),
        None => (true, text.strip_prefix("printed ")?),
    };
    let printed = last.printed.iter().any(|line| line.contains(text));
    Some(expect(printed == wanted, || format!("printed was:\n    {}", last.printed.join("\n    "))))
}
