//! Converts an item's activities to attacks, powers and spells of a stat block.

use super::activity::{Activity, Sort};
use super::item::Item;
use crate::block::{Action, Effect, Power, Spell, StatBlock, Weight};
use crate::prose;

/// Adds the attacks, powers or feature of an item. Returns the activities that cast spells.
pub(crate) fn add(block: &mut StatBlock, item: &Item, activities: Vec<Activity>) -> Vec<Activity> {
    for activity in &activities {
        if let Some(formula) = &activity.unread {
            let text = format!("{}: the formula {formula}", item.name);
            block.note(Weight::NotUnderstood, text);
        }
    }
    // Activities without their own name come first.
    let mut activities = activities;
    activities.sort_by_key(|activity| !activity.name.is_empty());
    let (casts, activities): (Vec<_>, Vec<_>) =
        activities.into_iter().partition(|activity| activity.sort == Sort::Cast);
    let attacks = activities.iter().filter(|activity| activity.attack.is_some()).count();
    if attacks > 0 {
        add_attacks(block, item, &activities);
    } else {
        add_powers(block, item, &activities, !casts.is_empty());
    }
    casts
}

fn add_attacks(block: &mut StatBlock, item: &Item, activities: &[Activity]) {
    let said = prose::conditions(&item.text);
    let rider = activities.iter().find(|activity| {
        activity.attack.is_none() && !activity.effect.is_empty() && activity.sort != Sort::Other
    });
    let mut first = true;
    for activity in activities {
        let Some(mut attack) = activity.attack.clone() else { continue };
        if activity.name.to_lowercase().contains("advantage") && !first {
            let more = attack.damage.last().map(crate::Damage::roll).unwrap_or_default();
            let text = format!("{} does {more} more with advantage", item.name);
            block.note(Weight::NotCarried, text);
            continue;
        }
        if !first {
            let name = match activity.name.is_empty() {
                true => format!("{} 2", item.name),
                false => format!("{} ({})", item.name, activity.name),
            };
            attack.name = name;
        }
        attack.action = activity.action.unwrap_or_default();
        attack.uses = with_uses(&item.uses, activity);
        let mut then = rider.map(|rider| rider.effect.clone()).unwrap_or_default();
        then.range = None;
        for condition in &said {
            if !then.conditions.contains(condition) {
                then.conditions.push(condition.clone());
            }
        }
        then.lasts = prose::lasts(&item.text);
        attack.then = (!then.is_empty()).then_some(then);
        if activity.reach_guessed {
            block.note(Weight::Guessed, format!("reach of {}: 5 ft", attack.name));
        }
        if attack.damage.is_empty() && attack.then.is_none() && item.is_weapon {
            block.note(Weight::Missing, format!("damage of {}: 0", attack.name));
        }
        if activity.modifier_guessed {
            let text = format!("damage of {}: the ability modifier is in it", attack.name);
            block.note(Weight::Guessed, text);
        }
        first = false;
        block.attacks.push(attack);
    }
}

fn add_powers(block: &mut StatBlock, item: &Item, activities: &[Activity], casts: bool) {
    let said = prose::conditions(&item.text);
    let strong: Vec<&Activity> =
        activities.iter().filter(|activity| !activity.effect.is_empty()).collect();
    if strong.is_empty() {
        let action = activities.iter().find_map(|activity| activity.action).or(item.action);
        match action {
            // It only casts spells, which are added separately.
            _ if casts => {}
            None | Some(Action::Free | Action::Long) => add_feature(block, item),
            Some(action) => block.powers.push(Power {
                name: item.name.clone(),
                action,
                effect: Effect {
                    conditions: said,
                    lasts: prose::lasts(&item.text),
                    ..Effect::default()
                },
                uses: activities.first().map_or(item.uses.clone(), |it| with_uses(&item.uses, it)),
            }),
        }
        return;
    }
    for (number, activity) in strong.iter().enumerate() {
        let mut effect = activity.effect.clone();
        if effect.save.is_some() || number == 0 {
            effect.conditions = said.clone();
            effect.lasts = prose::lasts(&item.text);
        }
        let name = match (number, activity.name.as_str()) {
            (0, _) => item.name.clone(),
            (_, "") => format!("{} {}", item.name, number + 1),
            (_, name) => format!("{} ({name})", item.name),
        };
        block.powers.push(Power {
            name,
            action: activity.action.or(item.action).unwrap_or(Action::Free),
            effect,
            uses: with_uses(&item.uses, activity),
        });
    }
}

fn add_feature(block: &mut StatBlock, item: &Item) {
    if !item.name.is_empty() && !block.features.contains(&item.name) {
        block.features.push(item.name.clone());
    }
}

/// Returns the limits on use of an activity; those of its item replace missing ones.
fn with_uses(item: &crate::block::Uses, activity: &Activity) -> crate::block::Uses {
    let own = &activity.uses;
    crate::block::Uses {
        recharge: own.recharge.or(item.recharge),
        count: own.count.or(item.count),
        per: if own.per.is_empty() { item.per.clone() } else { own.per.clone() },
        legendary_cost: own.legendary_cost.or(item.legendary_cost),
        once: own.once || item.once,
    }
}

/// Returns the spell that an item's activities describe.
pub(crate) fn spell(item: &Item, activities: &[Activity], concentration: bool) -> Spell {
    let mut effect = Effect::default();
    let strong = activities.iter().filter(|activity| !activity.effect.is_empty());
    for activity in strong {
        let own = &activity.effect;
        let weak = effect.is_empty();
        if weak {
            effect = own.clone();
            if let Some(attack) = &activity.attack {
                effect.damage.clone_from(&attack.damage);
            }
            continue;
        }
        effect.save = effect.save.take().or(own.save.clone());
        effect.healing = effect.healing.take().or(own.healing.clone());
    }
    let plain = activities.first().map(|activity| &activity.effect);
    effect.area = effect.area.take().or(plain.and_then(|it| it.area.clone())).or(item.area.clone());
    effect.range = effect.range.or(plain.and_then(|it| it.range)).or(item.range);
    effect.conditions = prose::conditions(&item.text);
    effect.lasts = prose::lasts(&item.text);
    let action = activities.iter().find_map(|activity| activity.action).or(item.action);
    Spell {
        name: item.name.clone(),
        level: item.level,
        action: action.unwrap_or_default(),
        effect,
        concentration,
        uses: item.uses.clone(),
        at_will: false,
    }
}
