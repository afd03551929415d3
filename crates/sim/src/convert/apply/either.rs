//! Converts an ability that takes one of several actions. Each is converted by itself, and only
//! equal results are kept. Differing results are recorded as open collisions.

use super::super::model::{
    Ability, Collision, Conversion, Facts, Guidelines, Known, Resolved, Status,
};
use super::by_one;

/// Converts an ability that takes one of several actions.
pub(super) fn convert<'g>(guidelines: &'g Guidelines, ability: &Ability) -> Conversion<'g> {
    let first = by_one(guidelines, ability);
    let others = ability
        .others
        .iter()
        .map(|&(action, count)| by_one(guidelines, &with(guidelines, ability, action, count)));
    others.fold(first, join)
}

/// Returns the ability with another action.
fn with(guidelines: &Guidelines, ability: &Ability, action: Facts, count: u32) -> Ability {
    let facts = ability.facts & !guidelines.actions | action;
    Ability { facts, count, others: Vec::new(), ..ability.clone() }
}

fn join<'g>(mut one: Conversion<'g>, other: Conversion<'g>) -> Conversion<'g> {
    let before = one.collisions.len();
    let by = (one.rules.first().copied(), other.rules.first().copied());
    let mut differ = |field, first: Option<String>, second: Option<String>| {
        if let (Some(first), Some(second), (Some(one_by), Some(other_by))) = (first, second, by) {
            collide(&mut one.collisions, field, (one_by, first), (other_by, second));
        }
    };
    let text = |text: Option<&str>| text.map(str::to_owned);
    let same = (
        one.family == other.family,
        one.acts == other.acts && one.or_more == other.or_more,
        one.subtypes == other.subtypes,
        one.splitting == other.splitting,
    );
    if !same.0 {
        differ("family", text(one.family), text(other.family));
    }
    if !same.1 {
        differ("acts", one.acts.map(|it| it.to_string()), other.acts.map(|it| it.to_string()));
    }
    let same_status = one.status == other.status;
    one.family = one.family.filter(|_| same.0);
    one.acts = one.acts.filter(|_| same.1);
    one.or_more &= same.1;
    one.subtypes = one.subtypes.filter(|_| same.2);
    one.splitting = one.splitting.filter(|_| same.3);
    one.usually |= other.usually;
    one.tied &= other.tied;
    one.limit = one.limit.filter(|_| one.limit == other.limit);
    let open = one.collisions.len() > before || !same_status;
    extend(&mut one.collisions, other.collisions);
    extend(&mut one.rules, other.rules);
    extend(&mut one.questions, other.questions);
    extend(&mut one.remarks, other.remarks);
    if open {
        one.status = Status::Undecided;
    }
    one
}

fn collide<'g>(
    collisions: &mut Vec<Collision<'g>>,
    field: &'static str,
    first: (&'g Known, String),
    second: (&'g Known, String),
) {
    collisions.push(Collision { field, first, second, resolved: Resolved::Open });
}

fn extend<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}
