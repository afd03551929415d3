//! What a scenario can say must hold.
//!
//! ```text
//! Ana has 1P+2M                     exactly these tokens; `nothing` for none
//! Ana holds 2P                      this many of one kind, whatever else
//! Ana is prone | is not prone       conditions and tags
//! Ana hp is 12                      an attribute
//! Ana side is monsters              the side
//! denied by RULE, RULE              the last command was denied by all of these at least
//! denied only by RULE               and by no other rule
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

pub(super) use commands::denied_rules;

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
    last::check(last, text)
        .or_else(|| commands::check(session, text))
        .or_else(|| encounter::check(session, text))
        .or_else(|| combatant::check(session, text))
        .unwrap_or_else(|| Err(format!("`{text}` is nothing that can be checked")))
}

/// The items of a list.
fn list(text: &str) -> Vec<String> {
    text.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// Whether a denial is by these rules at least, or by no others.
fn denied_by(denied: Option<&Vec<String>>, wanted: &[String], only: bool, shown: &str) -> Checked {
    let Some(denied) = denied else { return Err("it is allowed".to_owned()) };
    let missing: Vec<&String> = wanted.iter().filter(|rule| !denied.contains(rule)).collect();
    expect(missing.is_empty(), || format!("not denied by {missing:?}, but:\n{shown}"))?;
    let extra: Vec<&String> = denied.iter().filter(|rule| !wanted.contains(rule)).collect();
    expect(!only || extra.is_empty(), || format!("also denied by {extra:?}:\n{shown}"))
}
