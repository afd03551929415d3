//! The time at which a condition ends by itself: `until turn end of Ana`, `until 3 round begins`.

use kernel::{Edge, Expiry, NOBODY, SpanId};
use rules::Compiled;

use super::declaration::combatant;
use super::{LanguageError, unknown};
use crate::show;

/// Reads what follows `until`: an optional number, a span, an edge, and whose turns count.
pub(super) fn read(compiled: &Compiled, text: &str) -> Result<Expiry, LanguageError> {
    let (edges, whose) = match text.split_once(" of ") {
        Some((edges, name)) => (edges, combatant(compiled, name)?),
        None => (text, NOBODY),
    };
    let mut words: Vec<&str> = edges.split_whitespace().collect();
    let mut left = 1;
    if let Some(first) = words.first().filter(|word| word.starts_with(|c: char| c.is_numeric())) {
        left = first.parse().ok().filter(|left| *left > 0).ok_or_else(malformed)?;
        words.remove(0);
    }
    let [span, edge] = words[..] else { return Err(malformed()) };
    let spans = &compiled.names.spans;
    let Some(index) = spans.iter().position(|one| one == span) else {
        return unknown("span", span, spans.iter().map(String::as_str));
    };
    let edge = match edge {
        "begin" | "begins" => Edge::Begin,
        "end" | "ends" => Edge::End,
        _ => return Err(malformed()),
    };
    Ok(Expiry { span: SpanId(index as u8), edge, whose, left })
}

/// Returns a time as text that can be read back.
pub(super) fn print(compiled: &Compiled, expiry: Expiry) -> String {
    let Expiry { span, edge, whose, left } = expiry;
    let span = &compiled.names.spans[span.index()];
    let edge = match edge {
        Edge::Begin => "begin",
        Edge::End => "end",
    };
    let edges = match left {
        1 => format!("{span} {edge}"),
        _ => format!("{left} {span} {edge}s"),
    };
    match whose {
        NOBODY => format!("until {edges}"),
        whose => format!("until {edges} of {}", show::combatant(compiled, whose)),
    }
}

fn malformed() -> LanguageError {
    LanguageError {
        message: "it is not clear when the condition ends".to_owned(),
        help: Some(
            "write `until turn end of Ana` or `until 3 round begins` (1 to 65535)".to_owned(),
        ),
    }
}
