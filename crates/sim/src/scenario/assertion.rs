//! What a scenario can say must hold.
//!
//! ```text
//! Ana has 1P+2M                     exactly these tokens; `nothing` for none
//! Ana holds 2P                      this many of one kind, whatever else
//! Ana is prone | is not prone       conditions and tags
//! Ana hp is 12                      an attribute
//! Ana side is monsters              the side
//! denied by RULE, RULE              the last command was denied by all of these at least
//! denied only by RULE               and by no rule besides, but those in force through it
//! allowed                           the last command was not denied
//! because RULE, RULE                these rules made the last command what it was
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
//! Ana may use 2 of P                what is left of a slot
//! Ana is at c4                      where someone stands; `nowhere`
//! way of Ana to f7 is 5             what the cheapest way costs; `none`
//! c4 is difficult | is not wall     terrain
//! order is Ana, Orc                 the line of turns, first come first
//! to come is Orc                    whose turns are still to come in it; `nobody`
//! Ana prepared is strike, move      what someone has prepared; `nothing`
//! ```

mod combatant;
mod commands;
mod encounter;
mod last;
mod unknown;

pub(super) use commands::denied_rules;
pub(super) use unknown::unknown;

use crate::session::Session;

/// What became of the last command.
#[derive(Clone, Debug, Default)]
pub(super) struct Last {
    pub(super) command: String,
    /// Rules cited by its denial.
    pub(super) denied: Option<Vec<String>>,
    pub(super) denial_text: String,
    pub(super) printed: Vec<String>,
    pub(super) because: Vec<String>,
}

pub(super) type Checked = Result<(), String>;

pub(super) fn expect(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// Checks one assertion.
pub(super) fn check(session: &Session, last: &Last, text: &str) -> Checked {
    // Facts separated by commas may stand in one line, where no list of rules follows.
    let listed = [
        "denied",
        "because",
        "payments",
        "printed",
        "not printed",
        "stack",
        "waits",
        "order",
        "to come",
    ];
    if let Some((first, rest)) = text.split_once(", ") {
        let listing = listed.iter().any(|word| text.starts_with(word));
        let prepared = first.contains(" prepared is ");
        let command = first.contains(':') && !first.starts_with("time is ");
        if !listing && !prepared && !command {
            check(session, last, first)?;
            return check(session, last, rest);
        }
    }
    if text.starts_with("setup is refused") {
        return Ok(());
    }
    last::check(session, last, text)
        .or_else(|| commands::check(session, text))
        .or_else(|| encounter::check(session, text))
        .or_else(|| combatant::check(session, text))
        .unwrap_or_else(|| Err(unknown::message(session, text)))
        .map_err(|message| match swallowed(text) {
            None => message,
            Some(fact) => format!(
                "{message}\na list comes last in its line: write `{fact}` before it, or in a line \
                 of its own"
            ),
        })
}

/// A fact behind a list, taken for one of its items.
fn swallowed(text: &str) -> Option<&str> {
    const LISTS: [&str; 4] = ["waits for ", "order is ", "to come is ", "stack is "];
    const VERBS: [&str; 4] = [" is ", " has ", " holds ", " may use "];
    const RULES: [&str; 2] = ["because ", "denied "];
    let list = LISTS.iter().any(|word| text.starts_with(word)) || text.contains(" prepared is ");
    let rules = RULES.iter().any(|word| text.starts_with(word)) || text.contains(" is denied ");
    let said = |fact: &&str| match rules {
        // A rule has no space in it.
        true => fact.trim().contains(' ') && !fact.contains(':'),
        false => VERBS.iter().chain(&[" waits for "]).any(|verb| format!(" {fact}").contains(verb)),
    };
    let facts = text.split(", ").skip(1);
    facts.filter(|_| list || rules).find(said)
}

/// The items of a list.
fn list(text: &str) -> Vec<String> {
    text.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// Whether a denial is by these rules at least, or by no others.
fn denied_by(
    session: &Session,
    denied: Option<&Vec<String>>,
    wanted: &[String],
    only: bool,
    shown: &str,
) -> Checked {
    known_rules(session, wanted)?;
    let Some(denied) = denied else { return Err("it is allowed".to_owned()) };
    let without = |some: &[String], others: &[String]| -> Vec<String> {
        some.iter().filter(|rule| !others.contains(rule)).cloned().collect()
    };
    let missing = without(wanted, denied);
    expect(missing.is_empty(), || format!("not denied by {}, but:\n{shown}", missing.join(", ")))?;
    // What is in force through another rule, or shows it, is no reason beside that.
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

/// Whether there are such rules at all: what cannot be cited is a slip.
fn known_rules(session: &Session, wanted: &[String]) -> Checked {
    let known = || session.compiled().names.rules.iter().map(|rule| rule.id.as_str());
    match wanted.iter().find(|rule| known().all(|id| id != rule.as_str())) {
        Some(rule) => Err(unknown("rule", rule, known())),
        None => Ok(()),
    }
}
