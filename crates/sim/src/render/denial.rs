//! Denials in words: every reason, what would help, and the rules behind it.

use kernel::{Denial, KindId, Moments, PREPARED_MAX, Reason, State, Why, members};
use rules::{Compiled, number};

use super::waiting::waiting;
use crate::show;

/// One reason of a denial, for people and programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What stands in the way.
    pub text: String,
    /// What would make it legal, if that can be said.
    pub remedy: Option<String>,
    /// Ids of the rules.
    pub because: Vec<String>,
}

/// All reasons of a denial, for those who may know everything: what the encounter waits for instead
/// is said with the names of those it waits for. `state` is the state the command was meant for.
pub fn denial(compiled: &Compiled, state: &State, denial: &Denial) -> Vec<Explanation> {
    let named = |reason: &Reason| {
        let said = why(compiled, reason);
        match reason.why {
            Why::OtherDecision | Why::NotAsked | Why::NotTheTurn => {
                let (text, remedy) = waiting(compiled, state);
                Explanation { text, remedy, ..said }
            }
            _ => said,
        }
    };
    merged(denial.reasons.iter().map(named))
}

/// The same without a word about whom the encounter waits for: not everybody may know them.
pub fn denial_unnamed(compiled: &Compiled, denial: &Denial) -> Vec<Explanation> {
    merged(denial.reasons.iter().map(|reason| why(compiled, reason)))
}

/// What several rules say alike is said once.
fn merged(reasons: impl Iterator<Item = Explanation>) -> Vec<Explanation> {
    let mut all: Vec<Explanation> = Vec::new();
    for reason in reasons {
        let same =
            |one: &&mut Explanation| (&one.text, &one.remedy) == (&reason.text, &reason.remedy);
        match all.iter_mut().find(same) {
            Some(known) => {
                let more = reason.because.into_iter().filter(|id| !known.because.contains(id));
                let more: Vec<String> = more.collect();
                known.because.extend(more);
            }
            None => all.push(reason),
        }
    }
    all
}

fn why(compiled: &Compiled, reason: &Reason) -> Explanation {
    let names = &compiled.names;
    let kind = |id: KindId| names.kinds[id.index()].as_str();
    let says = || -> String {
        let rule = compiled.game.rules(reason.rules).first();
        let says = rule.map(|rule| names.rules[rule.index()].says.clone());
        says.unwrap_or_else(|| "a requirement does not hold".into())
    };
    // Bookkeeping has no name that people know: of that the rule itself is what can be said.
    let shown = |bits: u64| -> Option<String> {
        let all = members(bits).filter_map(|at| names.conditions.get(at.index()));
        let shown: Vec<&str> = all.filter(|one| !one.hidden).map(|one| one.name.as_str()).collect();
        (!shown.is_empty()).then(|| shown.join(", "))
    };
    let (text, remedy): (String, Option<String>) = match reason.why {
        Why::OtherDecision => ("the encounter waits for something else".into(), None),
        Why::NotAsked => (
            "not asked for an answer now".into(),
            Some("wait until those who are asked have answered or passed".into()),
        ),
        Why::Locked => ("nothing can be done until it has resolved".into(), None),
        Why::Out => ("out of the fight".into(), None),
        Why::Unknown => ("cannot do this at all".into(), None),
        Why::Moment(moment) => (format!("cannot be done {}", moment_text(compiled, moment)), None),
        Why::Target => ("the target does not fit".into(), Some("choose another target".into())),
        Why::NoTarget => ("it takes a target".into(), Some("say whom it is aimed at".into())),
        Why::NoneWanted => ("it is aimed at nobody".into(), Some("leave the name out".into())),
        Why::Square if !compiled.game.board.exists() => {
            ("it takes a square, and this fight has no board".into(), None)
        }
        Why::Square => (
            "it takes a square of the board".into(),
            Some("name one by its column and row, such as c4".into()),
        ),
        Why::Argument { min: 0, max: 0, .. } => {
            ("no number goes with it".into(), Some("leave the number out".into()))
        }
        Why::Argument { of, min, max } => {
            let number = |value: i32| number::shown(value, names.activities[of.index()].scale);
            let range = format!("from {} to {}", number(min), number(max));
            (format!("the number must be {range}"), Some("give such a number".into()))
        }
        Why::Wordless { of } => {
            let name = &names.activities[of.index()];
            let what = name.argument.as_deref().unwrap_or("number");
            (
                format!("the {what} is not said"),
                Some("say it in quotes at the end: \"when the ogre opens the door\"".into()),
            )
        }
        Why::NotNext => (
            "the square is not next to the one stood on".into(),
            Some("go there step by step".into()),
        ),
        Why::Obstructed => {
            ("the square cannot be entered".into(), Some("choose another square".into()))
        }
        Why::Passing => (
            "nobody may stop there, and one can go on".into(),
            Some("step on to another square first".into()),
        ),
        Why::TooFar { price, left } => (
            format!("this costs {price} of movement, and {left} is left"),
            Some(format!("with {} more", i64::from(price) - i64::from(left))),
        ),
        Why::NoStopping => (
            "one can only pass there, and what is left does not lead further".into(),
            Some("choose another way".into()),
        ),
        Why::PriceClosed => ("this price cannot be chosen now".into(), None),
        Why::Barred(bits) => match shown(bits) {
            Some(all) => (format!("not while {all}"), Some(format!("once no longer {all}"))),
            None => (says(), None),
        },
        Why::Lacks(bits) => match shown(bits) {
            Some(all) => (format!("only while {all}"), Some(format!("become {all} first"))),
            None => (says(), None),
        },
        Why::Need => (says(), None),
        Why::Missing { kind: id, amount } => (
            format!("{amount}{} missing", kind(id)),
            Some(format!("with {amount} more {}", kind(id))),
        ),
        Why::Exhausted => ("no actions left".into(), None),
        Why::Full(slot) => (
            format!("{} is used up", names.slots[slot.index()]),
            Some("wait until it refills".into()),
        ),
        Why::KindMoment(id, moment) => {
            (format!("{} cannot be used {}", kind(id), moment_text(compiled, moment)), None)
        }
        Why::KindGate(id) => (
            format!("{} needs an ability that allows it", kind(id)),
            Some("with an ability that accepts it".into()),
        ),
        Why::KindBarred(id, bits) => match shown(bits) {
            Some(all) => (
                format!("{} cannot be had while {all}", kind(id)),
                Some(format!("once no longer {all}")),
            ),
            None => (format!("{} cannot be had: {}", kind(id), says()), None),
        },
        Why::Unpayable => ("there is no way to pay for it".into(), None),
        Why::NoSuchPayment => {
            ("it cannot be paid that way".into(), Some("choose one of the payments listed".into()))
        }
        Why::NotInstant => (
            "only what cannot be answered is declared in secret".into(),
            Some("pay for it so that it cannot be answered".into()),
        ),
        Why::Dice(error) => (error.to_string(), None),
        Why::NoSuchAnswer => ("that is not one of the answers".into(), None),
        Why::NotTheTurn => ("there is no turn to end now".into(), None),
        Why::AlreadyHere => ("this combatant is in the fight already".into(), None),
        Why::NotHere => {
            ("this combatant isn't in the fight".into(), Some("bring them in with `enter`".into()))
        }
        Why::NoTurnOrder => ("this rulebook has no turn order of single combatants".into(), None),
        Why::NoSuchSquare => ("there is no such square on the board".into(), None),
        Why::PreparedFull => (
            format!("at most {PREPARED_MAX} actions can be prepared at a time"),
            Some("release or give up one of them first".into()),
        ),
        Why::StackFull => ("too much is waiting already".into(), None),
    };
    // An example forbids nothing itself; it shows what the rule beside it does.
    let rules = compiled.game.rules(reason.rules).iter();
    let rules = rules.map(|id| &compiled.names.rules[id.index()]);
    let because = rules.filter(|rule| rule.kind != "example").map(|rule| rule.id.clone()).collect();
    Explanation { text, remedy, because }
}

fn moment_text(compiled: &Compiled, moment: Moments) -> String {
    const TEXTS: [&str; 6] = [
        "on one's own turn",
        "as an answer on one's own turn",
        "on an ally's turn",
        "as an answer on an ally's turn",
        "on a foe's turn",
        "as an answer on a foe's turn",
    ];
    if moment == Moments::default() {
        return "now".to_owned();
    }
    let at = moment.index();
    TEXTS.get(at).map_or_else(
        || format!("in the window {}", compiled.names.windows[at - TEXTS.len()]),
        |text| (*text).to_owned(),
    )
}

/// A denial as one paragraph, for those who may know everything.
pub fn denial_text(compiled: &Compiled, state: &State, reasons: &Denial) -> String {
    paragraph(&denial(compiled, state, reasons))
}

/// Reasons as one paragraph.
pub fn paragraph(reasons: &[Explanation]) -> String {
    let line = |one: &Explanation| {
        let remedy = one.remedy.as_ref().map_or(String::new(), |remedy| format!("; {remedy}"));
        match one.because.is_empty() {
            true => format!("{}{remedy}", one.text),
            false => format!("{}{remedy}  [{}]", one.text, one.because.join(" ")),
        }
    };
    let lines: Vec<String> = reasons.iter().map(line).collect();
    lines.join("\n")
}

/// Ids of all rules a denial cites.
pub fn cited(compiled: &Compiled, denial: &Denial) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for reason in &denial.reasons {
        all.extend(show::rule_ids(compiled, reason.rules).into_iter().map(str::to_owned));
    }
    all
}
