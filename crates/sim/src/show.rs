//! Shows values of the kernel by name: purses, payments, moments, and positions in time.

use kernel::{
    Activity, ActivityId, CombatantId, CombatantSet, ConditionId, Decision, Declaration, NOBODY,
    Payment, Purse, RuleId, RulesId, Sheet, SlotIndex, State, TimedEffect, TimedKind, TurnSlot,
    View, bit, iter_bits,
};
use rules::Compiled;
use rules::names::ConditionName;
use rules::number::shown;
use rules::text::within_sentence;

use crate::cards;

/// Returns the name of a combatant, or `nobody`.
pub fn combatant(compiled: &Compiled, who: CombatantId) -> &str {
    compiled.names.combatants.get(who.index()).map_or("nobody", String::as_str)
}

/// Returns the name of an activity.
pub fn activity(compiled: &Compiled, id: ActivityId) -> &str {
    compiled.names.activities.get(id.index()).map_or("something", |one| one.name.as_str())
}

/// Returns the label of an activity as it stands within a sentence.
pub fn deed(compiled: &Compiled, id: ActivityId) -> String {
    let one = compiled.names.activities.get(id.index());
    one.map_or("something".to_owned(), |one| within_sentence(&one.label))
}

/// Returns the definition of an activity.
pub fn definition(compiled: &Compiled, id: ActivityId) -> &Activity {
    &compiled.game.activities[id.index()]
}

/// Returns amounts of tokens such as `1P+2V`; `nothing` for none.
pub fn purse(compiled: &Compiled, sheet: &Sheet, purse: &Purse) -> String {
    let one = |(lane, amount): (usize, u32)| {
        format!("{amount}{}", compiled.names.kinds[sheet.lanes[lane].kind.index()])
    };
    let all: Vec<String> = purse.lanes().map(one).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join("+") }
}

/// Returns the tokens that a combatant holds, as text.
pub fn holdings(compiled: &Compiled, state: &State, who: CombatantId) -> String {
    purse(compiled, &compiled.game.sheets[who.index()], &state.combatant(who).purse)
}

/// Returns the kinds that a payment is made in, one per unit.
pub fn payment_kinds(compiled: &Compiled, sheet: &Sheet, payment: &Payment) -> Vec<String> {
    let kind =
        |&index: &u16| compiled.names.kinds[sheet.recipes[index as usize].kind.index()].clone();
    let mut kinds: Vec<String> = payment.recipes().iter().map(kind).collect();
    kinds.sort();
    kinds
}

/// Returns a payment as text: the tokens spent, and their kinds if those differ: `5B as QP`.
pub fn payment(compiled: &Compiled, who: CombatantId, payment: &Payment) -> String {
    let sheet = &compiled.game.sheets[who.index()];
    let kinds = payment_kinds(compiled, sheet, payment).join("+");
    if payment.len == 0 {
        return "nothing".to_owned();
    }
    if payment.spend.is_empty() {
        return kinds;
    }
    let mut tokens = Vec::new();
    for (lane, amount) in payment.spend.lanes() {
        let kind = &compiled.names.kinds[sheet.lanes[lane].kind.index()];
        tokens.extend(std::iter::repeat_n(kind.clone(), amount as usize));
    }
    tokens.sort();
    let spent = purse(compiled, sheet, &payment.spend);
    if tokens.join("+") == kinds { spent } else { format!("{spent} as {kinds}") }
}

/// Returns several payments as distinct texts. Payments with equal tokens and kinds also show the
/// slots they use.
pub fn payments(compiled: &Compiled, who: CombatantId, all: &[Payment]) -> Vec<String> {
    let texts: Vec<String> = all.iter().map(|one| payment(compiled, who, one)).collect();
    let told_apart = |(at, text): (usize, &String)| {
        let same = texts.iter().zip(all).filter(|(other, _)| *other == text);
        let same: Vec<&Payment> = same.map(|(_, one)| one).collect();
        if same.len() < 2 {
            return text.clone();
        }
        let sheet = &compiled.game.sheets[who.index()];
        let amount = |one: &Payment, place| match place {
            SlotIndex::Single(_) => u32::from(one.fill.uses(place)),
            SlotIndex::Counted(lane) => one.fill.count(lane.into()),
        };
        let differing = sheet.slots.iter().filter(|slot| {
            let own = amount(&all[at], slot.index);
            own > 0 && same.iter().any(|one| amount(one, slot.index) != own)
        });
        let uses = differing.map(|slot| {
            let name = &compiled.names.slot_labels[slot.id.index()].label;
            match amount(&all[at], slot.index) {
                1 => name.clone(),
                more => format!("{more} {name}"),
            }
        });
        let uses: Vec<String> = uses.collect();
        let uses = if uses.is_empty() { "nothing else".to_owned() } else { uses.join(", ") };
        format!("{text} (uses {uses})")
    };
    texts.iter().enumerate().map(told_apart).collect()
}

/// Returns the conditions of a combatant, without hidden ones.
pub fn conditions(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<String> {
    marks(compiled, state, who, false).map(|(_, one)| one.name.clone()).collect()
}

/// Returns the labels of the same conditions for people.
pub fn condition_labels(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<String> {
    marks(compiled, state, who, false).map(|(_, one)| one.label.clone()).collect()
}

/// Returns when each of the same conditions ends by itself, if it does; the earliest end counts.
pub fn condition_ends(
    compiled: &Compiled,
    state: &State,
    who: CombatantId,
) -> Vec<Option<TimedEffect>> {
    let end = |at: usize| {
        let of = |one: &&TimedEffect| {
            one.who == who && one.kind == TimedKind::Condition(ConditionId(at as u8))
        };
        state
            .timed_effects
            .iter()
            .filter(of)
            .min_by_key(|one| (one.expiry.span, one.expiry.left))
            .copied()
    };
    marks(compiled, state, who, false).map(|(at, _)| end(at)).collect()
}

/// Returns the fixed tags of a combatant, without hidden ones. Nothing in the game adds or removes
/// them.
pub fn traits(compiled: &Compiled, state: &State, who: CombatantId) -> Vec<String> {
    marks(compiled, state, who, true).map(|(_, one)| one.name.clone()).collect()
}

/// Returns the shown conditions of a combatant, with their numbers.
fn marks<'a>(
    compiled: &'a Compiled,
    state: &State,
    who: CombatantId,
    fixed: bool,
) -> impl Iterator<Item = (usize, &'a ConditionName)> + use<'a> {
    let bits = state.combatant(who).conditions;
    let all = compiled.names.conditions.iter().enumerate();
    all.filter(move |(at, one)| bits >> at & 1 == 1 && !one.hidden && one.fixed == fixed)
}

/// Returns an attribute as people read it.
pub fn attribute(compiled: &Compiled, state: &State, who: CombatantId, at: usize) -> String {
    let names = &compiled.names.attributes;
    let changing = names.iter().filter(|one| !one.fixed).count();
    let value = match at.checked_sub(changing) {
        None => state.combatant(who).attributes[at],
        Some(at) => compiled.game.sheets[who.index()].fixed[at],
    };
    shown(i32::from(value), names[at].scale)
}

/// Returns the current position in time: `round 1, segment 2, top`.
pub fn place(compiled: &Compiled, state: &State) -> String {
    let spans = &compiled.names.spans;
    let middle = 1..spans.len().saturating_sub(1);
    let mut parts: Vec<String> =
        middle.map(|at| format!("{} {}", spans[at], state.clock.numbers[at])).collect();
    parts.push(turn(compiled, state.clock.current));
    parts.join(", ")
}

/// Describes whose turn it is.
pub fn turn(compiled: &Compiled, slot: TurnSlot) -> String {
    match slot {
        TurnSlot::Nobody => "between turns".to_owned(),
        TurnSlot::Group(turn) | TurnSlot::ResumedGroup(turn) => {
            compiled.names.turns[turn.index()].clone()
        }
        TurnSlot::Combatant(who) | TurnSlot::ResumedCombatant(who) if compiled.game.ordered => {
            combatant(compiled, who).to_owned()
        }
        TurnSlot::Combatant(who) | TurnSlot::ResumedCombatant(who) => {
            format!("{} alone", combatant(compiled, who))
        }
    }
}

/// Returns several names as a sentence lists them.
pub fn people(compiled: &Compiled, mask: u64) -> String {
    let names: Vec<&str> = iter_bits(mask).map(|who| combatant(compiled, who)).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns the combatants among `people` that are able to act. A combatant is unable if a single
/// rule, such as surprise, forbids everything with a cost.
pub fn able(compiled: &Compiled, state: &State, people: CombatantSet) -> CombatantSet {
    iter_bits(people).filter(|who| !is_barred(compiled, state, *who)).map(bit).sum()
}

fn is_barred(compiled: &Compiled, state: &State, who: CombatantId) -> bool {
    let game = &compiled.game;
    let view = View { game, state };
    let mut common: Option<Vec<RuleId>> = None;
    for option in &game.sheets[who.index()].options {
        if game.bill(option.bill).iter().any(|price| price.units.is_empty()) {
            continue;
        }
        let barring = view.barring(&Declaration::new(who, option.activity));
        let rules: Vec<RuleId> =
            barring.iter().flat_map(|rules| game.rules(*rules)).copied().collect();
        let left = match common {
            None => rules,
            Some(common) => common.into_iter().filter(|rule| rules.contains(rule)).collect(),
        };
        if left.is_empty() {
            return false;
        }
        common = Some(left);
    }
    common.is_some()
}

/// Describes what the encounter waits for, as a sentence.
pub fn decision(compiled: &Compiled, state: &State) -> String {
    let names = &compiled.names;
    match state.decision {
        Decision::NotStarted => "it has not begun".to_owned(),
        Decision::Act(mask) => {
            let now = place(compiled, state);
            match able(compiled, state, mask) {
                0 if mask != 0 => format!("{now}: {} can't act", people(compiled, mask)),
                able => format!("{now}: {} may act", people(compiled, able)),
            }
        }
        Decision::Answer(mask) => format!("{} may react", people(compiled, mask)),
        Decision::Offer(window, mask) => {
            let label = &names.windows_asked[window.index()].label;
            format!("{} may use {label}", people(compiled, mask))
        }
        Decision::DeclareSecretly(mask) => format!("{} declare in secret", people(compiled, mask)),
        Decision::Roll(_, who) if let Some(drawing) = kernel::drawing(&compiled.game, state) => {
            let whose = if who == NOBODY { "" } else { combatant(compiled, who) };
            let from = cards::pile(compiled, drawing.from);
            format!("a card from {from} for {whose}").trim_end_matches(" for ").to_owned()
        }
        Decision::Roll(dice, who) => {
            let whose = if who == NOBODY { "" } else { combatant(compiled, who) };
            format!("dice: {} {whose}", names.dice[dice.index()]).trim_end().to_owned()
        }
        Decision::Rule(ruling, who) => {
            let one = &names.rulings[ruling.index()];
            let about = about(compiled, state, who);
            format!("game master: {}{about} [{}]", one.ask, one.answers.join("/"))
        }
        Decision::Finished => "the fight is over".to_owned(),
    }
}

/// Returns, in brackets, the names of the combatant that a ruling is about and of those tied with
/// it; empty for no combatant.
pub fn about(compiled: &Compiled, state: &State, who: CombatantId) -> String {
    if who == NOBODY {
        return String::new();
    }
    let others = kernel::ties::asked(&compiled.game, state) & !kernel::bit(who);
    let name = combatant(compiled, who);
    match others {
        0 => format!(" ({name})"),
        others => format!(" ({name}, tied with {})", people(compiled, others)),
    }
}

/// Returns the ids of the rules of a list.
pub fn rule_ids(compiled: &Compiled, rules: RulesId) -> Vec<&str> {
    let one = |id: &kernel::RuleId| compiled.names.rules[id.index()].id.as_str();
    compiled.game.rules(rules).iter().map(one).collect()
}
