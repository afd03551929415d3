//! Legal, denied and readied activities as JSON.

use kernel::{ActivityId, CombatantId, Denial, Payment, iter_bits};
use rules::Compiled;
use rules::number::shown;
use rules::square;
use serde_json::{Value, json};
use sim::menu::Range;
pub(crate) use sim::menu::{Choice, denied, legal};
use sim::readied::readied;
use sim::session::Session;
use sim::{cards, render, show};

/// Returns a legal activity as JSON, with its targets and payments.
pub(crate) fn choice_json(compiled: &Compiled, choice: &Choice) -> Value {
    let name = &compiled.names.activities[choice.activity.index()];
    let targets: Vec<&str> =
        iter_bits(choice.targets).map(|who| show::combatant(compiled, who)).collect();
    let sheet = &compiled.game.sheets[choice.who.index()];
    let payment = |(text, (nth, payment)): (String, &(u8, Payment))| {
        json!({
            "pay": format!("#{}", nth + 1),
            "text": text,
            "spends": show::purse(compiled, sheet, &payment.spend),
            "as": show::payment_kinds(compiled, sheet, payment),
            "worth": payment.worth,
            "instant": payment.instant,
        })
    };
    let cards = choice.cards.iter().map(|card| cards::described(compiled, *card));
    let payments = choice.ways(compiled).into_iter().zip(&choice.payments);
    json!({
        "who": show::combatant(compiled, choice.who),
        "activity": name.name,
        "price": name.cost,
        "targets": targets,
        "untargeted": choice.untargeted,
        "squares": choice.squares.iter().map(|at| square::print(*at)).collect::<Vec<_>>(),
        "number": choice.range.map(|Range { min, max, .. }| {
            let mut number = json!({
                "name": name.argument,
                "min": shown(min, name.scale),
                "max": shown(max, name.scale),
            });
            let argument = show::definition(compiled, choice.activity).argument;
            if let Some(worded) = argument.and_then(|argument| argument.text_value) {
                number["worded"] = shown(worded, name.scale).into();
            }
            number
        }),
        "cards": cards.collect::<Vec<_>>(),
        "payments": payments.map(payment).collect::<Vec<_>>(),
    })
}

/// Returns the activities that a combatant has readied as JSON, with their words.
pub(crate) fn prepared_json(session: &Session, who: CombatantId) -> Value {
    let activity = |id| show::activity(session.compiled(), id);
    let all = readied(session, who);
    all.iter()
        .map(|one| json!({ "activity": activity(one.activity), "words": one.words }))
        .collect()
}

/// Returns a denied activity as JSON, with the reasons.
pub(crate) fn denied_json(
    session: &Session,
    who: CombatantId,
    (activity, denial): &(ActivityId, Denial),
) -> Value {
    let compiled = session.compiled();
    let name = &compiled.names.activities[activity.index()];
    json!({
        "who": show::combatant(compiled, who),
        "activity": name.name,
        "price": name.cost,
        "reasons": reasons_json(&render::denial(compiled, session.state(), denial)),
    })
}

/// Returns the reasons of a denial as JSON.
pub(crate) fn reasons_json(reasons: &[render::Explanation]) -> Value {
    let one = |reason: &render::Explanation| {
        let render::Explanation { text, remedy, because } = reason;
        json!({ "text": text, "remedy": remedy, "rules": because })
    };
    reasons.iter().map(one).collect()
}
