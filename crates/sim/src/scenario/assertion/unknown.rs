//! Messages for assertions that cannot be checked, with the likely intended form.

use rules::diagnostic::{LISTED_MAX, did_you_mean};
use rules::square;

use super::combatant;
use crate::session::Session;

/// Beginnings of assertions that are not about a combatant.
const BEGINNINGS: [&str; 14] = [
    "waits for",
    "denied",
    "allowed",
    "because",
    "printed",
    "not printed",
    "payments of",
    "stack is",
    "order is",
    "to come is",
    "turn is",
    "next is",
    "time is",
    "way of",
];

/// Returns why a line cannot be checked.
pub(super) fn message(session: &Session, text: &str) -> String {
    if let Some(meant) = equation(text) {
        return format!("`{text}` is nothing that can be checked (write it like `{meant}`)");
    }
    of_combatant(session, text)
        .or_else(|| of_command(text))
        .or_else(|| of_encounter(session, text))
        .unwrap_or_else(|| {
            let known = BEGINNINGS.join("`, `");
            format!(
                "`{text}` is nothing that can be checked (it begins with a combatant, a number of \
                 the encounter, a command, or with `{known}`)"
            )
        })
}

/// Returns the message for an unknown name, with the likely intended name or all known names.
pub(in crate::scenario) fn unknown<'a>(
    what: &str,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let help = match did_you_mean(word, &known) {
        Some(close) => format!(" (did you mean `{close}`?)"),
        None if known.is_empty() || known.len() > LISTED_MAX => String::new(),
        None => format!(" (there are: {})", known.join(", ")),
    };
    format!("there is no {what} called `{word}`{help}")
}

/// Turns `Ana hp == 2` and similar forms into the form used here.
fn equation(text: &str) -> Option<String> {
    let signs = [(" == ", " is "), (" != ", " is not "), (" = ", " is ")];
    signs.into_iter().find_map(|(sign, verb)| {
        let (what, wanted) = text.split_once(sign)?;
        Some(format!("{}{verb}{}", what.trim(), wanted.trim()))
    })
}

fn of_combatant(session: &Session, text: &str) -> Option<String> {
    let names = &session.compiled().names;
    let (_, name, rest) = combatant::leading(session, text)?;
    let attributes = names.attributes.iter().map(|one| one.name.as_str());
    if let Some((_, slot)) = rest.strip_prefix("may use ").and_then(|rest| rest.split_once(" of "))
    {
        return Some(unknown("slot", slot, names.slots.iter().map(String::as_str)));
    }
    if let Some(condition) = rest.strip_prefix("is ") {
        let condition = condition.strip_prefix("not ").unwrap_or(condition);
        let known = names.conditions.iter().map(|one| one.name.as_str());
        return Some(unknown("condition or tag", condition, known));
    }
    if let Some((kind, wanted)) = rest.split_once(" is ")
        && names.kinds.iter().any(|one| one == kind)
    {
        return Some(format!(
            "`{kind}` is a kind of token (write it like `{name} holds {wanted}{kind}`)"
        ));
    }
    if let Some((what, _)) = rest.split_once(" is ") {
        let known = attributes.chain(["side", "turn", "prepared"]);
        return Some(unknown("attribute", what, known));
    }
    Some(format!(
        "`{text}` is nothing that can be checked (of {name} one can say: `has 1A`, `holds 1A`, \
         `is CONDITION`, `is not CONDITION`, `ATTRIBUTE is 1`, `ATTRIBUTE is not 1`, \
         `may use 1 of SLOT`, `is at c4`, `is not at c4`, `side is`, `turn is`, `prepared is`)"
    ))
}

fn of_command(text: &str) -> Option<String> {
    let (actor, _) = text.split_once(':')?;
    Some(format!(
        "`{text}` is nothing that can be checked (of a command one can say: `{actor}: … is legal`, \
         `is not legal`, `is denied by RULE`, `is denied only by RULE`, \
         `is denied by any of RULE, RULE`)"
    ))
}

fn of_encounter(session: &Session, text: &str) -> Option<String> {
    let compiled = session.compiled();
    let names = &compiled.names;
    // The name of a combatant may have several words.
    for (end, _) in text.match_indices(' ') {
        let known = names.combatants.iter().map(String::as_str);
        if did_you_mean(&text[..end], known.clone()).is_some() {
            return Some(unknown("combatant", &text[..end], known));
        }
    }
    if let Some((what, wanted)) = text.split_once(" is ") {
        let on_board = square::parse(what).is_some_and(|at| compiled.game.board.holds(at));
        if on_board {
            let sort = wanted.strip_prefix("not ").unwrap_or(wanted);
            return Some(unknown(
                "terrain",
                sort,
                names.terrain.iter().map(|one| one.name.as_str()),
            ));
        }
        if let Some((number, _)) = what.rsplit_once(" of ") {
            let known = names.side_variables.iter().map(String::as_str);
            return Some(unknown("number of a side", number, known));
        }
        let numbers = names.variables.iter().chain(&names.spans).map(String::as_str);
        let known = numbers.chain(["stack", "order", "to come", "turn", "next", "time"]);
        return Some(unknown("combatant or number of the encounter", what, known));
    }
    // Without a verb, the first words are compared with each beginning of the same length.
    BEGINNINGS.iter().find_map(|beginning| {
        let words: Vec<&str> = text.split(' ').take(beginning.split(' ').count()).collect();
        did_you_mean(&words.join(" "), [beginning])?;
        Some(format!("`{text}` is nothing that can be checked (did you mean `{beginning}`?)"))
    })
}
