//! Assertions about cards, and about what a player reads.

use kernel::{CombatantId, NOBODY, PileId};

use super::{Checked, Last, combatant, expect, list, unknown};
use crate::session::Session;

pub(super) fn check(session: &Session, last: &Last, text: &str) -> Option<Checked> {
    reads(session, last, text).or_else(|| count(session, text)).or_else(|| contents(session, text))
}

/// Checks `Bea reads TEXT`.
fn reads(session: &Session, last: &Last, text: &str) -> Option<Checked> {
    let (who, name, rest) = combatant::leading(session, text)?;
    let (wanted, text) = match rest.strip_prefix("does not read ") {
        Some(text) => (false, text),
        None => (true, rest.strip_prefix("reads ")?),
    };
    let lines: Vec<&str> = last.read.iter().filter_map(|line| line.to(who)).collect();
    let found = lines.iter().any(|line| line.contains(text));
    let all = || if lines.is_empty() { "nothing".to_owned() } else { lines.join("\n    ") };
    Some(expect(found == wanted, || format!("{name} reads:\n    {}", all())))
}

/// Checks `deck has 12 cards`.
fn count(session: &Session, text: &str) -> Option<Checked> {
    let (what, rest) = text.split_once(" has ")?;
    let wanted = rest.strip_suffix(" cards").or_else(|| rest.strip_suffix(" card"))?;
    let (pile, owner) = match pile(session, what)? {
        Ok(found) => found,
        Err(message) => return Some(Err(message)),
    };
    let found = session.state().pile(pile, owner).len().to_string();
    Some(expect(found == wanted, || format!("{what} has {found} cards")))
}

/// Checks `hand of Ana is leap, strike`. Cards without an order are compared without one.
fn contents(session: &Session, text: &str) -> Option<Checked> {
    let (what, rest) = text.split_once(" is ")?;
    let (pile, owner) = match pile(session, what)? {
        Ok(found) => found,
        Err(message) => return Some(Err(message)),
    };
    let compiled = session.compiled();
    let there = session.state().pile(pile, owner);
    let known = || compiled.names.cards.iter().map(|card| card.name.as_str());
    let mut wanted = list(rest);
    wanted.retain(|one| one != "nothing");
    if let Some(odd) = wanted.iter().find(|one| known().all(|name| name != one.as_str())) {
        return Some(Err(unknown("card", odd, known())));
    }
    let name = |one: &kernel::PlacedCard| compiled.names.cards[one.card.index()].name.clone();
    let mut found: Vec<String> = there.iter().map(name).collect();
    if there.iter().any(|one| one.shuffled) {
        found.sort();
        wanted.sort();
    }
    let shown = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
    Some(expect(found == wanted, || format!("{what} is {shown}")))
}

/// Reads `deck` or `hand of Ana`. Returns `None` if no pile is meant.
fn pile(session: &Session, what: &str) -> Option<Result<(PileId, CombatantId), String>> {
    let compiled = session.compiled();
    let (name, owner) = match what.split_once(" of ") {
        Some((name, owner)) => (name, Some(owner)),
        None => (what, None),
    };
    let at = compiled.names.piles.iter().position(|pile| pile.name == name)?;
    let pile = PileId(at as u8);
    Some(match (owner, compiled.game.piles[at].of_combatant) {
        (None, false) => Ok((pile, NOBODY)),
        (Some(owner), true) => match crate::language::combatant(compiled, owner) {
            Ok(who) => Ok((pile, who)),
            Err(_) => {
                let known = compiled.names.combatants.iter().map(String::as_str);
                Err(unknown("combatant", owner, known))
            }
        },
        (Some(_), false) => Err(format!("there is one `{name}` for all (write `{name}`)")),
        (None, true) => Err(format!("each combatant has a `{name}` (write `{name} of NAME`)")),
    })
}
