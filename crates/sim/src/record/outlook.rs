//! Outlook: a hash of the meaning of a state, by names.
//!
//! It does not depend on numbering or layout inside the engine, so records stay valid when only
//! those change.

use kernel::{Decision, NO_ACTIVITY, NOBODY, State, iter_bits};
use rules::Compiled;

use crate::fnv::Fnv;
use crate::show;

/// Returns a hash of 16 bits over everything that matters about a state.
pub fn outlook(compiled: &Compiled, state: &State) -> u16 {
    let names = &compiled.names;
    let mut hash = Fnv::new().text(&decision(compiled, state));
    hash = hash.text(&show::turn(compiled, state.clock.current));
    for (span, number) in names.spans.iter().zip(state.clock.numbers) {
        hash = hash.text(span).number(u64::from(number));
    }
    for who in iter_bits(state.everybody()) {
        let (one, sheet) = (state.combatant(who), &compiled.game.sheets[who.index()]);
        hash = hash.text(&names.combatants[who.index()]).text(&names.sides[one.side().index()]);
        let mut parts: Vec<String> = Vec::new();
        for (lane, amount) in one.purse.lanes() {
            parts.push(format!("{amount}{}", names.kinds[sheet.lanes[lane].kind.index()]));
        }
        for slot in &sheet.slots {
            parts.push(format!(
                "{} of {}",
                one.uses_left(slot.index),
                names.slots[slot.id.index()]
            ));
        }
        for condition in iter_bits(one.conditions) {
            parts.push(names.conditions[condition.index()].name.clone());
        }
        let changing = names.attributes.iter().filter(|attribute| !attribute.fixed);
        for (attribute, value) in changing.zip(one.attributes) {
            parts.push(format!("{} {value}", attribute.name));
        }
        parts.sort();
        hash = parts.iter().fold(hash, |hash, part| hash.text(part));
    }
    for (variable, value) in names.variables.iter().zip(state.variables) {
        hash = hash.text(&format!("{variable} {value}"));
    }
    for (side, one) in names.sides.iter().zip(&state.sides) {
        let turn = names.turns.get(one.turn.index()).map_or("", String::as_str);
        hash = hash.text(side).text(turn).number(u64::from(one.peace));
        for (variable, value) in names.side_variables.iter().zip(one.variables) {
            hash = hash.text(&format!("{variable} {value}"));
        }
    }
    for frame in state.stack.iter().filter(|frame| frame.activity != NO_ACTIVITY) {
        hash = hash.text(show::activity(compiled, frame.activity));
        hash = hash.text(show::combatant(compiled, frame.actor));
        hash = hash.text(show::combatant(compiled, frame.target));
    }
    (hash.value() >> 48) as u16
}

/// Returns the awaited decision by names, unlike the sentence for people, whose wording may change.
fn decision(compiled: &Compiled, state: &State) -> String {
    let names = &compiled.names;
    let about = |who| if who == NOBODY { "" } else { show::combatant(compiled, who) };
    match state.decision {
        Decision::NotStarted => "begin".to_owned(),
        Decision::Act(mask) => format!("act {}", show::people(compiled, mask)),
        Decision::Answer(mask) => format!("answer {}", show::people(compiled, mask)),
        Decision::Offer(window, mask) => {
            format!("{} {}", names.windows[window.index()], show::people(compiled, mask))
        }
        Decision::DeclareSecretly(mask) => format!("seal {}", show::people(compiled, mask)),
        Decision::Roll(dice, who) => format!("{} {}", names.dice[dice.index()], about(who)),
        Decision::Rule(ruling, who) => {
            format!("{} {}", names.rulings[ruling.index()].id, about(who))
        }
        Decision::Finished => "over".to_owned(),
    }
}
