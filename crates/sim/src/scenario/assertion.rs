//! Assertions that a scenario can make.
//!
//! ```text
//! Ana has 1P+2M                     exactly these tokens; `nothing` for none
//! Ana holds 2P                      this many of one kind, whatever else
//! Ana is prone | is not prone       conditions and tags
//! Ana hp is 12                      an attribute
//! Ana side is monsters              the side
//! denied by RULE, RULE              the last command was denied by all of these at least
//! denied only by RULE               and by no rule besides, but those in force through it
//! denied by any of RULE, RULE       by at least one of these
//! allowed                           the last command was not denied
//! because RULE | not because RULE   these rules made the last command what it was, or did not
//! printed TEXT | not printed TEXT   some printed line contains the text
//! Ana: strike Orc is legal          a command that could be given now
//! Ana: strike Orc is not legal
//! Ana: strike Orc is denied by RULE | is denied only by RULE
//! payments of Ana: spell Orc are 1P+1M | 1QM+1P       all of them, cheapest first
//! payments of Ana: spell Orc include 1F
//! payments of Ana: spell Orc do not include 1F
//! waits for Ana | pcs | gm | dice | answer of Ana, Bea | seal of Ana | nobody
//! round is 2, segment is 1          numbers of spans
//! turn is top | time is 0:06        whose turn it is; time gone by
//! next is bottom                    the turn that comes after this one
//! stack is spell, counterspell      what is declared, oldest first; `nothing`
//! wilderness is 1                   a number of the encounter
//! command of reds is 2              a number of a side
//! hand of Ana is leap, strike       the cards of a pile, top card first; `nothing`
//! deck has 12 cards                 how many cards a pile has
//! Bea reads TEXT | does not read TEXT   what Bea's player reads of the printed lines
//! Ana may use 2 of P                what is left of a slot
//! Ana is at c4 | is not at c4       where someone stands; `nowhere`
//! way of Ana to f7 is 5             what the cheapest way costs; `none`
//! c4 is difficult | is not wall     terrain
//! order is Ana, Orc                 the line of turns, first come first
//! to come is Orc                    whose turns are still to come in it; `nobody`
//! Ana prepared is strike, move      what someone has prepared; `nothing`
//! ```

mod cards;
mod combatant;
mod commands;
mod encounter;
mod last;
mod unknown;

pub(super) use commands::denied_rules;
pub(super) use unknown::unknown;

use crate::readers;
use crate::session::Session;

/// Result of the last command.
#[derive(Clone, Debug, Default)]
pub(super) struct Last {
    pub(super) command: String,
    /// Rules cited by its denial.
    pub(super) denied: Option<Vec<String>>,
    pub(super) denial_text: String,
    pub(super) printed: Vec<String>,
    /// The same lines as each combatant's player reads them.
    pub(super) read: Vec<readers::ReadLine>,
    pub(super) because: Vec<String>,
}

pub(super) type Checked = Result<(), String>;

pub(super) fn expect(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// Checks one assertion.
pub(super) fn check(session: &Session, last: &Last, text: &str) -> Checked {
    if let Some((first, rest)) = facts(text) {
        check(session, last, first)?;
        return check(session, last, rest);
    }
    if text.starts_with("setup is refused") {
        return Ok(());
    }
    last::check(session, last, text)
        .or_else(|| commands::check(session, text))
        .or_else(|| cards::check(session, last, text))
        .or_else(|| encounter::check(session, text))
        .or_else(|| combatant::check(session, text))
        .unwrap_or_else(|| Err(unknown::message(session, text)))
}

/// Returns the facts of one line, in order.
pub(super) fn each_fact(text: &str) -> Vec<&str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some((first, others)) = facts(rest) {
        all.push(first);
        rest = others;
    }
    all.push(rest);
    all
}

/// Splits off the first of several facts in one line. A list extends as long as its items follow.
/// Printed text extends to the end of the line.
fn facts(text: &str) -> Option<(&str, &str)> {
    const LISTS: [&str; 4] = ["waits for ", "order is ", "to come is ", "stack is "];
    const RULES: [&str; 3] = ["because ", "not because ", "denied "];
    const WHOLE: [&str; 4] = ["printed ", "not printed ", "payments of ", "setup is refused"];
    const READ: [&str; 2] = [" reads ", " does not read "];
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    let first = text.split(", ").next().unwrap_or(text);
    if begins(&WHOLE) || READ.iter().any(|verb| first.contains(verb)) {
        return None;
    }
    let denied = [" is denied by ", " is denied only by "];
    let denied = denied.iter().filter_map(|form| text.find(form)).min();
    let command = text.split(", ").next().is_some_and(|first| first.contains(':'));
    if command && !text.starts_with("time is ") {
        // A command may contain commas.
        const ENDS: [&str; 5] = [
            " is legal, ",
            " is not legal, ",
            " is allowed, ",
            " is not allowed, ",
            " is denied, ",
        ];
        let end = |end: &&str| Some(text.find(*end)? + end.len());
        match (ENDS.iter().filter_map(end).min(), denied) {
            (Some(at), denied) if denied.is_none_or(|denied| at <= denied) => {
                return Some((&text[..at - 2], &text[at..]));
            }
            (_, None) => return None,
            _ => {}
        }
    }
    let from = denied.filter(|_| command).unwrap_or(0);
    let rules = from > 0 || begins(&RULES);
    // `deck is leap, strike` and `hand of Ana is leap, strike` may be lists.
    let subject = first.split_once(" is ").map(|(subject, _)| subject);
    let pile = subject.is_some_and(|it| !it.contains(' ') || it.contains(" of "));
    let named = begins(&LISTS) || text.contains(" prepared is ") || pile;
    let ends = text.match_indices(", ").map(|(at, _)| at).filter(|at| *at > from);
    let mut next = ends.filter(|at| match (rules, named) {
        // Ids of rules contain no spaces.
        (true, _) => item(text, *at).contains(' '),
        (_, true) => is_fact(item(text, *at)),
        _ => true,
    });
    next.next().map(|at| (&text[..at], &text[at + 2..]))
}

/// Returns the text between the comma at this offset and the next one.
fn item(text: &str, comma: usize) -> &str {
    let rest = text[comma + 2..].trim();
    rest.split(", ").next().unwrap_or(rest)
}

/// Checks whether an item is a fact of its own instead of a name in a list.
fn is_fact(item: &str) -> bool {
    const VERBS: [&str; 8] = [
        " is ",
        " has ",
        " holds ",
        " may use ",
        " waits for ",
        " because ",
        " reads ",
        " does not read ",
    ];
    const BEGINNINGS: [&str; 5] = ["allowed", "denied", "printed ", "not printed ", "payments of "];
    VERBS.iter().any(|verb| format!(" {item}").contains(verb))
        || BEGINNINGS.iter().any(|word| item.starts_with(word))
}

/// Returns the items of a list.
fn list(text: &str) -> Vec<String> {
    text.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// Mode of the rules that a denial must cite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// All of these rules, and possibly others.
    All,
    /// All of these rules and no others.
    Only,
    /// At least one of these rules.
    Any,
}

/// Splits `by RULES`, `only by RULES` and `by any of RULES`.
fn wanted_rules(text: &str) -> Option<(Wanted, &str)> {
    let forms = [("only by ", Wanted::Only), ("by any of ", Wanted::Any), ("by ", Wanted::All)];
    forms.into_iter().find_map(|(form, wanted)| Some((wanted, text.strip_prefix(form)?)))
}

/// Checks that a denial cites the wanted rules.
fn denied_by(
    session: &Session,
    denied: Option<&Vec<String>>,
    wanted: &[String],
    how: Wanted,
    shown: &str,
) -> Checked {
    known_rules(session, wanted)?;
    let Some(denied) = denied else { return Err("it is allowed".to_owned()) };
    let without = |some: &[String], others: &[String]| -> Vec<String> {
        some.iter().filter(|rule| !others.contains(rule)).cloned().collect()
    };
    if how == Wanted::Any {
        let any = wanted.iter().any(|rule| denied.contains(rule));
        return expect(any, || format!("denied by none of {}, but:\n{shown}", wanted.join(", ")));
    }
    let only = how == Wanted::Only;
    let missing = without(wanted, denied);
    expect(missing.is_empty(), || format!("not denied by {}, but:\n{shown}", missing.join(", ")))?;
    // A rule in force through a wanted rule is no extra reason, nor is an example of it.
    let names = &session.compiled().names;
    let aside = |id: &String| {
        let rule = names.rules.iter().find(|rule| rule.id == *id);
        rule.is_some_and(|rule| {
            rule.kind == "example" || rule.through.iter().any(|other| wanted.contains(other))
        })
    };
    let mut extra = without(denied, wanted);
    extra.retain(|id| !aside(id));
    expect(!only || extra.is_empty(), || format!("also denied by {}:\n{shown}", extra.join(", ")))
}

/// Checks that the rules exist, since unknown ones are typos.
fn known_rules(session: &Session, wanted: &[String]) -> Checked {
    let known = || session.compiled().names.rules.iter().map(|rule| rule.id.as_str());
    match wanted.iter().find(|rule| known().all(|id| id != rule.as_str())) {
        Some(rule) => Err(unknown("rule", rule, known())),
        None => Ok(()),
    }
}
