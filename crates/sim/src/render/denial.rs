//! Denials in words: every reason, a remedy, and the rules behind it.

use kernel::dice::DiceError;
use kernel::pay::{Flaw, FlawKind};
use kernel::{
    Denial, DenialKind, KindId, Moments, PREPARED_MAX, Reason, Recipe, RulesId, SlotId, State,
    iter_bits,
};
use rules::text::capitalized;
use rules::{Compiled, number};

use super::waiting::waiting;
use crate::show;

/// One reason of a denial, for people and programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Reason in words.
    pub text: String,
    /// Change that would make the command legal, if known.
    pub remedy: Option<String>,
    /// Ids of the rules.
    pub because: Vec<String>,
}

/// Explains all reasons of a denial. Names the combatants that the encounter waits for, so not
/// every player may see it. `state` is the state for which the command was meant.
pub fn denial(compiled: &Compiled, state: &State, denial: &Denial) -> Vec<Explanation> {
    let named = |reason: &Reason| {
        let said = why(compiled, reason);
        match reason.why {
            DenialKind::NotAwaited | DenialKind::NotAsked | DenialKind::NotTheTurn => {
                let (text, remedy) = waiting(compiled, state);
                Explanation { text, remedy, ..said }
            }
            _ => said,
        }
    };
    merged(denial.reasons.iter().map(named))
}

/// Explains all reasons of a denial without naming the combatants that the encounter waits for,
/// since not every player may know them.
pub fn denial_unnamed(compiled: &Compiled, denial: &Denial) -> Vec<Explanation> {
    merged(denial.reasons.iter().map(|reason| why(compiled, reason)))
}

/// Merges equal reasons of several rules into one.
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
    let quote = |rules: RulesId| -> String {
        let rule = compiled.game.rules(rules).first();
        let says = rule.map(|rule| names.rules[rule.index()].says.clone());
        says.unwrap_or_else(|| "A requirement isn't met.".into())
    };
    let says = || quote(reason.rules);
    // Hidden conditions have no name that people know, so the wording of the rule is shown instead.
    let shown = |bits: u64| -> Option<String> {
        let all = iter_bits(bits).filter_map(|at| names.conditions.get(at.index()));
        let shown: Vec<&str> = all.filter(|one| !one.hidden).map(|one| one.name.as_str()).collect();
        (!shown.is_empty()).then(|| shown.join(", "))
    };
    let (text, remedy): (String, Option<String>) = match reason.why {
        DenialKind::NotAwaited => (
            "Dice, an answer or a ruling come first.".into(),
            Some("Give them if you are asked, or wait until they are given.".into()),
        ),
        DenialKind::NotAsked => (
            "You can't react yet.".into(),
            Some("Wait for the players who are being asked.".into()),
        ),
        DenialKind::StackLocked => ("You can't do anything until it has resolved.".into(), None),
        DenialKind::Out => ("You're out of the fight.".into(), None),
        DenialKind::Unknown => ("You can't do this at all.".into(), None),
        DenialKind::Moment(moment) => {
            (format!("You can't do this {}.", moment_text(compiled, moment)), None)
        }
        DenialKind::Target => {
            ("That isn't a valid target.".into(), Some("Choose another target.".into()))
        }
        DenialKind::NoTarget => ("This action needs a target.".into(), Some("Name one.".into())),
        DenialKind::UnexpectedTarget => {
            ("This action has no target.".into(), Some("Leave the name out.".into()))
        }
        DenialKind::Square if !compiled.game.board.exists() => {
            ("This action needs a square, and this fight has no board.".into(), None)
        }
        DenialKind::Square => (
            "This action needs a square of the board.".into(),
            Some("Name one by its column and row, such as c4.".into()),
        ),
        DenialKind::Argument { min: 0, max: 0, .. } => {
            ("This action takes no number.".into(), Some("Leave the number out.".into()))
        }
        DenialKind::Argument { of, min, max } if names.activities[of.index()].card.is_some() => {
            if min > max {
                ("There is no card to choose.".into(), None)
            } else {
                ("That is not one of the cards.".into(), Some("Name a card.".into()))
            }
        }
        DenialKind::Argument { min, max, .. } if min > max => {
            ("No number is possible now.".into(), None)
        }
        DenialKind::Argument { of, min, max } => {
            let number = |value: i32| number::shown(value, names.activities[of.index()].scale);
            let range = format!("from {} to {}", number(min), number(max));
            (format!("The number must be {range}."), Some("Give such a number.".into()))
        }
        DenialKind::MissingText { of } => {
            let name = &names.activities[of.index()];
            let what = name.argument.as_deref().unwrap_or("number");
            (
                format!("You haven't said the {what}."),
                Some("Put it in quotes at the end: \"when the ogre opens the door\".".into()),
            )
        }
        DenialKind::NotAdjacent => (
            "That square isn't adjacent.".into(),
            Some("Move one square at a time, or use `go c4`.".into()),
        ),
        DenialKind::Obstructed => {
            ("You can't enter that square.".into(), Some("Choose another square.".into()))
        }
        DenialKind::MustKeepMoving => (
            "You can't stop there, and you can still move on.".into(),
            Some("Move on to another square first.".into()),
        ),
        DenialKind::Owed => (says(), Some("Do that before the turn ends.".into())),
        DenialKind::TooFar { price, left } => {
            let of = compiled.game.steps.movement_attribute.map(|at| &names.attributes[at.index()]);
            let length = |value: i32| of.map_or(value.to_string(), |of| of.measured(value));
            let (costs, left, more) =
                (length(price), length(left), length(price.saturating_sub(left)));
            (
                format!("Not enough movement: that costs {costs} and you have {left} left."),
                Some(format!("You need {more} more.")),
            )
        }
        DenialKind::CannotStopThere => (
            "You can move through that square but not stop there, and you don't have enough \
             movement to go on."
                .into(),
            Some("Choose another path.".into()),
        ),
        DenialKind::PriceUnavailable => ("You can't choose this price now.".into(), None),
        DenialKind::Barred(bits) => match shown(bits) {
            Some(all) => (
                format!("You can't do this while {all}."),
                Some(format!("Stop being {all} first.")),
            ),
            None => (says(), None),
        },
        DenialKind::MissingCondition(bits) => match shown(bits) {
            Some(all) => {
                (format!("You can only do this while {all}."), Some(format!("Become {all} first.")))
            }
            None => (says(), None),
        },
        DenialKind::Need => (says(), None),
        DenialKind::Missing { kind: id, amount } => {
            (format!("Not enough {}: you need {amount} more.", kind(id)), None)
        }
        DenialKind::Exhausted => ("You have no actions left.".into(), None),
        // A hidden slot has no name that people know, so the wording of its rule is shown instead.
        DenialKind::SlotUsedUp(slot) | DenialKind::Scarce { slot, .. }
            if names.slot_labels[slot.index()].hidden =>
        {
            (quote(compiled.game.slots[slot.index()]), None)
        }
        DenialKind::SlotUsedUp(slot) => {
            let label = &names.slot_labels[slot.index()].label;
            (format!("{} is used up.", capitalized(label)), refill(compiled, slot))
        }
        DenialKind::Scarce { slot, uses, left } => {
            let label = &names.slot_labels[slot.index()].label;
            (format!("This takes {uses} uses of {label}, and you have {left}."), None)
        }
        DenialKind::KindMoment(id, moment) => {
            (format!("You can't use {} {}.", kind(id), moment_text(compiled, moment)), None)
        }
        DenialKind::KindGate(id) => (
            format!("You can't use {} here.", kind(id)),
            Some("You need an ability that accepts it.".into()),
        ),
        DenialKind::KindBlocked(id, bits) => match shown(bits) {
            Some(all) => (
                format!("You can't use {} while {all}.", kind(id)),
                Some(format!("Stop being {all} first.")),
            ),
            None => (format!("You can't use {} here: {}", kind(id), says()), None),
        },
        DenialKind::NothingElse => ("Nothing else you can have pays for this.".into(), None),
        DenialKind::Unpayable => ("You have no way to pay for this.".into(), None),
        DenialKind::NoSuchPayment => (
            "You can't pay for this that way.".into(),
            Some("Choose one of the listed payments.".into()),
        ),
        DenialKind::Flawed(flaw) => flaw_text(compiled, flaw),
        DenialKind::NotInstant => (
            "Only actions that nobody can react to are declared in secret.".into(),
            Some("Pay for it so that nobody can react.".into()),
        ),
        DenialKind::Dice(error) => (dice_text(error), None),
        DenialKind::NoSuchAnswer => ("That isn't one of the answers.".into(), None),
        DenialKind::NotTheTurn => ("There's no turn to end now.".into(), None),
        DenialKind::NotYourTurn(who) => {
            (format!("It isn't {}'s turn.", show::combatant(compiled, who)), None)
        }
        DenialKind::AlreadyHere => ("This combatant is in the fight already.".into(), None),
        DenialKind::NotHere => (
            "This combatant isn't in the fight.".into(),
            Some("Bring them in with `enter`.".into()),
        ),
        DenialKind::NoTurnOrder => {
            ("This rulebook has no turn order of single combatants.".into(), None)
        }
        DenialKind::NoSuchSquare => ("There's no such square on the board.".into(), None),
        DenialKind::PreparedFull => (
            format!("You can prepare at most {PREPARED_MAX} actions at a time."),
            Some("Release or give up one of them first.".into()),
        ),
        DenialKind::StackFull => ("Too much is going on already.".into(), None),
    };
    // An example forbids nothing; it illustrates the rule next to it.
    let rules = compiled.game.rules(reason.rules).iter();
    let rules = rules.map(|id| &compiled.names.rules[id.index()]);
    let because = rules.filter(|rule| rule.kind != "example").map(|rule| rule.id.clone()).collect();
    Explanation { text, remedy, because }
}

/// Says when a slot refills. Returns `None` for a slot that lasts for the whole fight.
fn refill(compiled: &Compiled, slot: SlotId) -> Option<String> {
    let mut slots = compiled.game.sheets.iter().flat_map(|sheet| &sheet.slots);
    let one = slots.find(|one| one.id == slot)?;
    let span = &compiled.names.span_labels[one.per.index()];
    match (one.own, one.per.index()) {
        (true, _) => Some("Wait until your next turn begins.".to_owned()),
        (false, 0) => None,
        (false, _) => Some(format!("Wait until the next {span}.")),
    }
}

/// Describes the error in the given dice faces.
fn dice_text(error: DiceError) -> String {
    match error {
        DiceError::Face { die, face, sides } => {
            format!("Die {die} can't show {face}: it has faces 1 to {sides}.")
        }
        DiceError::TooFew { used, sides } => {
            format!("Not enough dice: after {used} a d{sides} is missing.")
        }
        DiceError::LeftOver { count: 1 } => "That's 1 die too many.".to_owned(),
        DiceError::LeftOver { count } => format!("That's {count} dice too many."),
    }
}

/// Describes why a payment does not exist, and a remedy if there is one.
fn flaw_text(compiled: &Compiled, flaw: Flaw) -> (String, Option<String>) {
    let names = &compiled.names.kinds;
    let kind = |id: KindId| names.get(id.index()).map_or("that", String::as_str);
    let (from, to) = (kind(flaw.from), kind(flaw.to));
    match flaw.kind {
        FlawKind::Missing(amount) => (format!("Not enough {from}: you need {amount} more."), None),
        FlawKind::Useless => (format!("{to} doesn't pay for this."), None),
        FlawKind::Part => (
            "That pays only part of the price.".into(),
            Some("Name a payment for all of it.".into()),
        ),
        FlawKind::Amount => (
            "You can't pay for this with that amount.".into(),
            Some("Choose one of the listed payments.".into()),
        ),
        FlawKind::Inexact => {
            let price = price(compiled, flaw.from, flaw.to);
            let price = price.map(|price| format!("1{to} costs exactly {price}{from}."));
            (format!("You can't buy {to} with that amount of {from}."), price)
        }
        FlawKind::Unsold => (format!("{from} doesn't buy {to}."), None),
        FlawKind::Prefix => {
            (format!("{from} can't become {to}: conversions keep every prefix."), None)
        }
        FlawKind::Unconvertible => (format!("No conversion makes {to} out of that."), None),
    }
}

/// Returns how many tokens of one kind buy one of another kind without further tokens.
fn price(compiled: &Compiled, from: KindId, to: KindId) -> Option<u32> {
    let prices = compiled.game.sheets.iter().filter_map(|sheet| {
        let lane = sheet.lane(from)?;
        let mut recipes = sheet.recipes.iter();
        let only = |recipe: &&Recipe| recipe.kind == to && recipe.lanes == 1 << lane;
        recipes.find(only).map(|recipe| recipe.spend.get(lane))
    });
    prices.min()
}

fn moment_text(compiled: &Compiled, moment: Moments) -> String {
    const TEXTS: [&str; 6] = [
        "on your own turn",
        "as a reaction on your own turn",
        "on an ally's turn",
        "as a reaction on an ally's turn",
        "on a foe's turn",
        "as a reaction on a foe's turn",
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

/// Explains a denial in one text, naming the combatants that the encounter waits for.
pub fn denial_text(compiled: &Compiled, state: &State, reasons: &Denial) -> String {
    paragraph(&denial(compiled, state, reasons))
}

/// Joins reasons into one text, one line each.
pub fn paragraph(reasons: &[Explanation]) -> String {
    let line = |one: &Explanation| {
        let remedy = one.remedy.as_ref().map_or(String::new(), |remedy| format!(" {remedy}"));
        match one.because.is_empty() {
            true => format!("{}{remedy}", one.text),
            false => format!("{}{remedy}  [{}]", one.text, one.because.join(" ")),
        }
    };
    let lines: Vec<String> = reasons.iter().map(line).collect();
    lines.join("\n")
}

/// Returns the ids of all rules that a denial cites.
pub fn cited(compiled: &Compiled, denial: &Denial) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for reason in &denial.reasons {
        all.extend(show::rule_ids(compiled, reason.rules).into_iter().map(str::to_owned));
    }
    all
}
