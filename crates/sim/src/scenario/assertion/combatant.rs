//! Assertions about a combatant: tokens, conditions, numbers, uses left, and position.

use kernel::CombatantId;

use super::{Checked, expect, unknown};
use crate::language::{named, tokens};
use crate::session::Session;
use crate::show;

/// Splits off the combatant that a text begins with; returns it with its name and the rest.
pub(super) fn leading<'t>(
    session: &'t Session,
    text: &'t str,
) -> Option<(CombatantId, &'t str, &'t str)> {
    let names = session.compiled().names.combatants.iter().enumerate();
    let begins = |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
    let (at, name) = names.filter(|(_, name)| begins(name)).max_by_key(|(_, name)| name.len())?;
    Some((CombatantId(at as u8), name, text[name.len()..].trim()))
}

/// Turns `hp of Ana is 12` into `Ana hp is 12`.
fn turned(session: &Session, text: &str) -> Option<String> {
    let (what, wanted) = text.split_once(" is ")?;
    let (attribute, name) = what.split_once(" of ")?;
    let names = &session.compiled().names;
    let known = names.attributes.iter().any(|one| one.name == attribute)
        && names.combatants.iter().any(|one| one == name);
    known.then(|| format!("{name} {attribute} is {wanted}"))
}

pub(super) fn check(session: &Session, text: &str) -> Option<Checked> {
    let compiled = session.compiled();
    let state = session.state();
    if let Some(turned) = turned(session, text) {
        return check(session, &turned);
    }
    let (who, name, rest) = leading(session, text)?;
    let rest = match rest.strip_prefix("has no ") {
        Some(kind) => format!("holds 0{kind}"),
        None => rest.to_owned(),
    };
    if let Some(wanted) = rest.strip_prefix("has ") {
        let found = show::holdings(compiled, state, who);
        let wanted = named(compiled, wanted);
        return Some(expect(tokens(&found) == wanted, || format!("{name} has {found}")));
    }
    if let Some(wanted) = rest.strip_prefix("holds ") {
        let digits = wanted.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let (count, kind) = wanted.split_at(digits);
        let [kind] = &named(compiled, kind)[..] else { return None };
        if !compiled.names.kinds.contains(kind) {
            let known = compiled.names.kinds.iter().map(String::as_str);
            return Some(Err(unknown("kind of token", kind, known)));
        }
        let held = tokens(&show::holdings(compiled, state, who));
        let held = held.iter().filter(|one| *one == kind).count();
        let count: usize = count.parse().unwrap_or(1);
        return Some(expect(held == count, || format!("{name} holds {held}{kind}")));
    }
    if let Some(rest) = rest.strip_prefix("may use ") {
        let (count, slot) = rest.split_once(" of ")?;
        // Limits of two activities may have the same name, though no combatant has both.
        let alike = |one: &&String| one.eq_ignore_ascii_case(slot);
        let mut names = compiled.names.slots.iter();
        let slot = names.clone().find(|one| *one == slot).or_else(|| names.find(alike))?;
        let sheet = &compiled.game.sheets[who.index()];
        let own = sheet.slots.iter().find(|one| compiled.names.slots[one.id.index()] == *slot);
        let left = own.map(|one| state.combatant(who).uses_left(one.index).to_string());
        let left = left.unwrap_or_else(|| "none".to_owned());
        return Some(expect(left == count, || format!("{name} may use {left} of {slot}")));
    }
    let place = |rest: &str| {
        let wanted = rest.strip_prefix("at ").or_else(|| rest.strip_prefix("on "))?;
        Some(wanted.to_owned())
    };
    let said = rest.strip_prefix("is not ").map(|rest| (true, rest));
    let said = said.or_else(|| Some((false, rest.strip_prefix("is ")?)));
    if let Some((negated, wanted)) = said.and_then(|(not, rest)| Some((not, place(rest)?))) {
        let found = rules::square::print(state.combatant(who).square);
        return Some(expect((found == wanted) != negated, || format!("{name} is at {found}")));
    }
    let (negated, condition) = match rest.strip_prefix("is not ") {
        Some(condition) => (true, condition),
        None => (false, rest.strip_prefix("is ").unwrap_or("")),
    };
    if let Some(bits) = compiled.names.condition(condition) {
        let has = state.combatant(who).conditions & bits != 0;
        let verb = if has { "is" } else { "is not" };
        return Some(expect(has != negated, || format!("{name} {verb} {condition}")));
    }
    let (what, wanted) = rest.split_once(" is ")?;
    let found = match what {
        "prepared" => {
            let own = state.prepared.iter().filter(|frame| frame.actor == who);
            let names: Vec<&str> =
                own.map(|frame| show::activity(compiled, frame.activity)).collect();
            if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
        }
        "side" => compiled.names.sides[state.combatant(who).side().index()].clone(),
        "turn" => compiled.names.turns[state.turn_of(who).index()].clone(),
        _ => {
            let at = compiled.names.attributes.iter().position(|one| one.name == what)?;
            show::attribute(compiled, state, who, at)
        }
    };
    let (negated, wanted) = match wanted.strip_prefix("not ") {
        Some(other) => (true, other),
        None => (false, wanted),
    };
    Some(expect((found == wanted) != negated, || format!("{name} {what} is {found}")))
}
