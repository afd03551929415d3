//! Assertions about the encounter: awaited combatants, stack, clock and turn order.

use kernel::{CombatantId, Decision, TurnSlot, bit};

use super::{Checked, expect, list, unknown};
use crate::language;
use crate::scenario::board;
use crate::session::Session;
use crate::show;

pub(super) fn check(session: &Session, text: &str) -> Option<Checked> {
    let compiled = session.compiled();
    let state = session.state();
    if let Some(wanted) = text.strip_prefix("waits for ") {
        return Some(waits(session, wanted));
    }
    if let Some(wanted) = text.strip_prefix("stack is ") {
        let names: Vec<&str> = state
            .stack
            .iter()
            .filter(|frame| frame.activity != kernel::NO_ACTIVITY)
            .map(|frame| show::activity(compiled, frame.activity))
            .collect();
        let mut wanted = list(wanted);
        wanted.retain(|one| one != "nothing" && one != "empty");
        return Some(expect(wanted == names, || format!("the stack is {}", names.join(", "))));
    }
    if text == "the fight is over" {
        return Some(expect(state.decision == Decision::Finished, || "it goes on".to_owned()));
    }
    let (what, wanted) = text.split_once(" is ")?;
    if let Some(checked) = board::check(session, what, wanted) {
        return Some(checked);
    }
    let found = match what {
        "order" | "to come" => {
            let comes = |who: &&CombatantId| what == "order" || is_to_come(session, **who);
            let line = state.turn_order.iter().filter(comes);
            let names: Vec<&str> = line.map(|&who| show::combatant(compiled, who)).collect();
            if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
        }
        "next" if compiled.game.ordered => {
            let next = state.turn_order.iter().find(|&&who| is_to_come(session, who));
            match (state.clock.queued_len, next) {
                // Interposed and interrupted turns come before those of the turn order.
                (1.., _) => show::turn(compiled, state.clock.queued_turns[0]),
                (0, Some(&who)) => show::combatant(compiled, who).to_owned(),
                (0, None) => "nobody".to_owned(),
            }
        }
        "turn" | "half" if !wanted.starts_with(|c: char| c.is_ascii_digit()) => {
            show::turn(compiled, state.clock.current)
        }
        "time" => {
            let elapsed = state.elapsed(&compiled.game);
            format!("{}:{:02}", elapsed / 60, elapsed % 60)
        }
        "next" => {
            let inhabited = |slot: &&TurnSlot| match slot {
                TurnSlot::Group(turn) => (0..state.combatants.len() as u8)
                    .any(|who| state.turn_of(CombatantId(who)) == *turn),
                _ => true,
            };
            let coming = &state.clock.queued_turns[..state.clock.queued_len as usize];
            show::turn(compiled, coming.iter().find(inhabited).copied().unwrap_or_default())
        }
        _ => {
            let span = compiled.names.spans.iter().position(|span| span == what);
            let variable = compiled.names.variables.iter().position(|name| name == what);
            match (span, variable) {
                (Some(at), _) => state.clock.numbers[at].to_string(),
                (_, Some(at)) => state.variables[at].to_string(),
                _ => return of_side(session, what, wanted),
            }
        }
    };
    Some(expect(found == wanted, || format!("{what} is {found}")))
}

/// Checks whether a combatant's turn in the turn order is still to come; false if it is out of the
/// fight.
fn is_to_come(session: &Session, who: CombatantId) -> bool {
    let state = session.state();
    let out = state.combatant(who).conditions & session.compiled().game.out != 0;
    state.clock.has_turn_left(who) && !out
}

/// Checks a number of a side: `command of reds is 2`.
fn of_side(session: &Session, what: &str, wanted: &str) -> Option<Checked> {
    let names = &session.compiled().names;
    let number = |name: &str| names.side_variables.iter().position(|one| one == name);
    if number(what).is_some() {
        let side = names.sides.first().map_or("SIDE", String::as_str);
        return Some(Err(format!(
            "`{what}` is a number of each side (write it like `{what} of {side} is {wanted}`)"
        )));
    }
    let (name, side) = what.rsplit_once(" of ")?;
    let number = number(name)?;
    let Some(at) = names.sides.iter().position(|one| one == side) else {
        return Some(Err(unknown("side", side, names.sides.iter().map(String::as_str))));
    };
    let found = session.state().sides[at].variables[number].to_string();
    Some(expect(found == wanted, || format!("{what} is {found}")))
}

fn waits(session: &Session, wanted: &str) -> Checked {
    let compiled = session.compiled();
    let state = session.state();
    let shown = || {
        let idle = match state.decision {
            Decision::Act(mask) => mask & !show::able(compiled, state, mask),
            _ => 0,
        };
        let also = match idle {
            0 => String::new(),
            idle => format!("; it is also the turn of {}", show::people(compiled, idle)),
        };
        format!("it waits for: {}{also}", show::decision(compiled, state))
    };
    let mask = |names: &str| -> Result<u64, String> {
        let mut mask = 0;
        for name in names.split([',', '&']).map(str::trim) {
            mask |= match compiled.names.sides.iter().position(|side| side == name) {
                Some(side) => {
                    // Only combatants of the side that are able to act, if there are any.
                    let all = state.on_side(kernel::SideId(side as u8));
                    let able = all & state.without_conditions(compiled.game.out);
                    if able == 0 { all } else { able }
                }
                None => bit(language::combatant(compiled, name).map_err(|_| {
                    let sides = compiled.names.sides.iter();
                    let known = compiled.names.combatants.iter().chain(sides);
                    unknown("combatant or side", name, known.map(String::as_str))
                })?),
            };
        }
        Ok(mask)
    };
    let holds = match (wanted, state.decision) {
        ("gm", Decision::Rule(..))
        | ("dice", Decision::Roll(..))
        | ("nobody", Decision::Finished) => true,
        ("gm" | "dice" | "nobody", _) => false,
        (_, decision) => {
            let (form, names) = match wanted.split_once(" of ") {
                Some((form, names)) => (Some(form), names),
                None => (None, wanted),
            };
            if let Decision::Rule(ruling, _) = decision
                && form == Some("ruling")
            {
                return expect(compiled.names.rulings[ruling.index()].id == names, shown);
            }
            if form == Some("ruling") {
                return Err(shown());
            }
            let wanted = mask(names)?;
            match (decision, form) {
                (Decision::Act(mask), None | Some("turn")) => mask == wanted,
                (Decision::Answer(mask), None | Some("answer")) => mask == wanted,
                (Decision::Offer(_, mask), None | Some("answer")) => mask == wanted,
                (Decision::Offer(window, mask), Some(name)) => {
                    compiled.names.windows[window.index()] == name && mask == wanted
                }
                (Decision::DeclareSecretly(mask), None | Some("seal")) => mask == wanted,
                _ => false,
            }
        }
    };
    expect(holds, shown)
}
