//! The state of a fight as text: the pending decision, and tokens and numbers of combatants.

use kernel::purse::AMOUNT_MAX;
use kernel::{CombatantId, Decision, NO_ACTIVITY, State, iter_bits};
use rules::{Compiled, square};
use serde_json::{Value, json};
use sim::readied::readied;
use sim::session::Session;
use sim::{cards, show};

use crate::menu::{self, Choice};
use crate::paint::Paint;

/// Maximum number of pips. Larger amounts are written as numbers.
const PIPS_MAX: u32 = 6;

/// Returns the tokens of a combatant as text, such as `P●○ M● B 12/15`. After the letter of a kind,
/// a full pip is a token left and a hollow pip a token spent.
pub(super) fn pips(compiled: &Compiled, state: &State, who: CombatantId, paint: Paint) -> String {
    let sheet = &compiled.game.sheets[who.index()];
    let purse = &state.combatant(who).purse;
    let lane = |(lane, kind): (usize, &kernel::Lane)| {
        let (held, granted) = (purse.get(lane), sheet.grant.get(lane));
        if held == 0 && granted == 0 {
            return None;
        }
        let kind = &compiled.names.kinds[kind.kind.index()];
        let text = if held.max(granted) > PIPS_MAX {
            format!("{kind} {held}/{granted}")
        } else {
            let full = "●".repeat(held as usize);
            let hollow = "○".repeat(granted.saturating_sub(held) as usize);
            format!("{kind}{full}{hollow}")
        };
        Some(paint.kind(kind, &text))
    };
    let all: Vec<String> = sheet.lanes.iter().enumerate().filter_map(lane).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" ") }
}

/// Returns one line about a combatant: name, pips, attributes, square, conditions and readied
/// activities. Omits attributes that began equal for all combatants and have not changed.
pub(super) fn person(session: &Session, who: CombatantId, paint: Paint) -> String {
    let (compiled, state) = (&**session.compiled(), session.state());
    let width = compiled.names.combatants.iter().map(|name| name.chars().count()).max();
    let name = show::combatant(compiled, who);
    let pad = " ".repeat(width.unwrap_or(0).saturating_sub(name.chars().count()));
    let mut text = format!("{}{pad}  {}", paint.name(name), pips(compiled, state, who, paint));
    let one = state.combatant(who);
    let sheets = &compiled.game.sheets;
    let changing = compiled.names.attributes.iter().enumerate();
    for (at, attribute) in changing.filter(|(_, one)| !one.fixed && !one.hidden) {
        let began = sheets[who.index()].attributes[at];
        let alike = sheets.iter().all(|sheet| sheet.attributes[at] == began);
        if !alike || one.attributes[at] != began {
            let value = show::attribute(compiled, state, who, at);
            text.push_str(&format!("  {} {value}", attribute.name));
        }
    }
    if one.square.is_somewhere() {
        text.push_str(&format!("  {}", square::print(one.square)));
    }
    let conditions = show::conditions(compiled, state, who);
    if !conditions.is_empty() {
        text.push_str(&format!("  {}", paint.ask(&conditions.join(", "))));
    }
    for pile in cards::shown(compiled, state, who) {
        text.push_str(&format!("  {pile}"));
    }
    let readied = ready(session, who);
    if !readied.is_empty() {
        text.push_str(&format!("  prepared: {}", readied.join(", ")));
    }
    text
}

/// Returns all details of a combatant: uses left of each slot, every attribute and condition.
pub(super) fn portrait(session: &Session, who: CombatantId, paint: Paint) -> String {
    let (compiled, state) = (&**session.compiled(), session.state());
    let one = state.combatant(who);
    let sheet = &compiled.game.sheets[who.index()];
    let mut text = format!("{}  {}", paint.name(show::combatant(compiled, who)), {
        paint.faint(&compiled.names.sides[one.side().index()])
    });
    text.push_str(&format!("\n  holds {}", pips(compiled, state, who, paint)));
    let label = |slot: &kernel::Slot| &compiled.names.slot_labels[slot.id.index()];
    let slots: Vec<String> = sheet
        .slots
        .iter()
        .filter(|slot| u32::from(slot.cap) < AMOUNT_MAX && !label(slot).hidden)
        .map(|slot| {
            let (left, cap) = (one.uses_left(slot.index), slot.cap);
            format!("{} {left}/{cap}", label(slot).label)
        })
        .collect();
    for (what, all) in [
        ("may still use", slots),
        ("attributes", attributes(compiled, state, who)),
        ("is", show::conditions(compiled, state, who)),
        ("has prepared", ready(session, who)),
        ("for good", show::traits(compiled, state, who)),
    ] {
        if !all.is_empty() {
            text.push_str(&format!("\n  {what} {}", all.join(", ")));
        }
    }
    for pile in cards::shown(compiled, state, who) {
        text.push_str(&format!("\n  {pile}"));
    }
    text
}

/// Returns all details of a combatant as JSON.
pub(super) fn person_json(session: &Session, who: CombatantId) -> Value {
    let (compiled, state) = (&**session.compiled(), session.state());
    let one = state.combatant(who);
    let sheet = &compiled.game.sheets[who.index()];
    let slots = sheet.slots.iter().map(|slot| {
        json!({
            "slot": compiled.names.slots[slot.id.index()],
            "left": one.uses_left(slot.index),
            "cap": slot.cap,
        })
    });
    let names = compiled.names.attributes.iter().enumerate();
    let attributes = names.map(|(at, attribute)| {
        (attribute.name.clone(), json!(show::attribute(compiled, state, who, at)))
    });
    let piles = cards::piles(compiled, state, who)
        .into_iter()
        .map(|pile| json!({ "pile": pile.label, "cards": pile.cards, "shuffled": pile.shuffled }));
    json!({
        "name": show::combatant(compiled, who),
        "side": compiled.names.sides[one.side().index()],
        "holds": show::holdings(compiled, state, who),
        "attributes": attributes.collect::<serde_json::Map<_, _>>(),
        "conditions": show::conditions(compiled, state, who),
        "traits": show::traits(compiled, state, who),
        "prepared": menu::prepared_json(session, who),
        "square": one.square.is_somewhere().then(|| square::print(one.square)),
        "slots": slots.collect::<Vec<_>>(),
        "piles": piles.collect::<Vec<_>>(),
    })
}

/// Returns the texts of the activities that a combatant has readied.
fn ready(session: &Session, who: CombatantId) -> Vec<String> {
    readied(session, who).iter().map(|one| one.text(session.compiled())).collect()
}

fn attributes(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<String> {
    let names = compiled.names.attributes.iter().enumerate().filter(|(_, one)| !one.hidden);
    names
        .map(|(at, one)| format!("{} {}", one.name, show::attribute(compiled, state, who, at)))
        .collect()
}

/// Returns the text above the prompt: the stack, the decision, and the combatants asked.
pub(super) fn status(session: &Session, paint: Paint) -> String {
    let (compiled, state) = (&**session.compiled(), session.state());
    let mut lines = Vec::new();
    let waiting: Vec<String> = state
        .stack
        .iter()
        .filter(|frame| frame.activity != NO_ACTIVITY)
        .map(|frame| {
            let activity = show::activity(compiled, frame.activity);
            format!("{activity} by {}", show::combatant(compiled, frame.actor))
        })
        .collect();
    if !waiting.is_empty() {
        lines.push(format!("stack: {}", waiting.join(" <- ")));
    }
    let piles = cards::shown(compiled, state, kernel::NOBODY);
    if !piles.is_empty() {
        lines.push(paint.faint(&piles.join("  ")));
    }
    match state.decision {
        Decision::Rule(ruling, _) => {
            lines.push(paint.ask(&show::decision(compiled, state)));
            let ruling = &compiled.names.rulings[ruling.index()];
            let answers = ruling.answers.iter().enumerate().map(|(at, answer)| {
                let default = if at == usize::from(ruling.default) { " (Enter)" } else { "" };
                format!("{} {answer}{default}", at + 1)
            });
            lines.push(format!("  {}", answers.collect::<Vec<_>>().join("   ")));
        }
        Decision::Roll(..) if kernel::drawing(&compiled.game, state).is_some() => {
            lines.push(paint.ask(&show::decision(compiled, state)));
            lines.push("  r draws one, or say which comes: draw CARD".to_owned());
        }
        Decision::Roll(..) => {
            lines.push(paint.ask(&show::decision(compiled, state)));
            lines.push("  r rolls, or type the faces: 4 12".to_owned());
        }
        Decision::Act(_) => lines.push(show::place(compiled, state)),
        _ => lines.push(paint.ask(&show::decision(compiled, state))),
    }
    let answers = answers(compiled, state);
    let legal: Vec<_> = answers.iter().map(|choice| (choice.who, choice.activity)).collect();
    let question = sim::question::question(compiled, state, &legal);
    if let Some(question) = question.filter(|question| question.asked_by_rules) {
        lines.push(paint.ask(&question.text));
    }
    for who in iter_bits(state.decision.asked()) {
        lines.push(format!("  {}", person(session, who, paint)));
        let own = answers.iter().filter(|choice| choice.who == who);
        let own: Vec<String> = own
            .map(|one| {
                let name = show::activity(compiled, one.activity);
                format!("{name} ({})", one.price(compiled))
            })
            .collect();
        if !own.is_empty() {
            lines.push(format!("    {}", own.join(", ")));
        }
    }
    lines.join("\n")
}

/// Returns the legal responses; response windows omit options whose prompts are turned off.
fn answers(compiled: &Compiled, state: &State) -> Vec<Choice> {
    if !matches!(state.decision, Decision::Answer(_) | Decision::Offer(..)) {
        return Vec::new();
    }
    let mut all = menu::legal(compiled, state);
    all.retain(|choice| {
        let option = compiled.game.sheets[choice.who.index()].option(choice.activity);
        let quiet = state.combatant(choice.who).unprompted;
        matches!(state.decision, Decision::Offer(..))
            || option.is_some_and(|option| quiet >> option & 1 == 0)
    });
    all
}

/// Returns the prompt: whose turn it is, or the kind of the pending decision.
pub(super) fn prompt(compiled: &Compiled, state: &State) -> String {
    match state.decision {
        Decision::Act(_) => show::turn(compiled, state.clock.current),
        Decision::Answer(_) | Decision::Offer(..) => "answer".to_owned(),
        Decision::DeclareSecretly(_) => "in secret".to_owned(),
        Decision::Roll(..) => "dice".to_owned(),
        Decision::Rule(..) => "ruling".to_owned(),
        Decision::NotStarted | Decision::Finished => "over".to_owned(),
    }
}
