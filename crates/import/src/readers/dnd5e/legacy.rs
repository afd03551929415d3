//! Items of Foundry before it had activities: one action type, and damage as pairs.

use super::activity::{Activity, Sort};
use super::caster::Caster;
use super::item::Item;
use crate::block::{Attack, Damage, Save};
use crate::json::Node;

/// Reads an old item as an activity. Returns `None` if it has no action.
pub(crate) fn read(data: Node<'_>, item: &Item, caster: &Caster) -> Option<Activity> {
    let kind = data.at("actionType").text_or_empty();
    let sort = match kind {
        "mwak" | "rwak" | "msak" | "rsak" => Sort::Attack,
        "save" => Sort::Save,
        "heal" => Sort::Heal,
        "other" => Sort::Damage,
        _ => Sort::Other,
    };
    if kind.is_empty() && item.action.is_none() {
        return None;
    }
    let mut found = Activity { sort, action: item.action, ..Activity::default() };
    found.uses.legendary_cost = item.legendary_cost;
    found.effect.area = item.area.clone();
    found.effect.range = item.range;
    let spell = kind.ends_with("sak") || item.is_spell;
    let ability = ability(data, item, caster, (kind, spell));
    let parts = data.at("damage.parts").each().map(|pair| {
        let formula = pair.at("0").text_or_empty();
        let kind = pair.at("1").text_or_empty().to_lowercase();
        let Some(worked) = caster.evaluate(formula, ability.as_deref()) else {
            return Err(formula.to_owned());
        };
        let label = worked.labels.first().cloned().unwrap_or_default();
        Ok(Damage {
            dice: worked.dice_text(),
            flat: worked.whole(),
            kind: if kind.is_empty() { label } else { kind },
        })
    });
    let mut damage = Vec::new();
    for part in parts {
        match part {
            Ok(part) if part.dice.is_empty() && part.flat == 0 => {}
            Ok(part) => damage.push(part),
            Err(formula) => found.unread = Some(formula),
        }
    }
    found.effect.save = save(data, item, caster);
    match sort {
        Sort::Attack => {
            let melee = kind.starts_with('m');
            let modifier = ability.as_deref().map_or(0, |ability| caster.modifier(ability));
            let trained = data.at("proficient");
            let prof = if trained.is_some() && !trained.is_true() { 0 } else { caster.prof };
            let prof = if spell { caster.prof } else { prof };
            let extra = data.first(&["attack.bonus", "attackBonus"]).shown().unwrap_or_default();
            let extra = caster.number(&extra, ability.as_deref()).unwrap_or_default();
            let bonuses = caster.bonuses.get(kind).cloned().unwrap_or_default();
            let total = match data.at("attack.flat").is_true() {
                true => extra,
                false => modifier + prof + extra + bonuses.0,
            };
            if let Some(first) = damage.first_mut() {
                first.flat += bonuses.1.whole();
            }
            let thrown = item.has("thrown");
            let ranged = !melee || thrown && item.range.is_some();
            let known = super::weapons::by_name(&item.name);
            let reach = item.reach.or(known.map(|known| known.reach));
            found.reach_guessed = melee && reach.is_none();
            found.effect.attack = Some(total);
            found.attack = Some(Attack {
                name: item.name.clone(),
                melee,
                ranged,
                spell,
                bonus: Some(total),
                reach: melee.then(|| reach.unwrap_or(5)),
                range: item.range.filter(|_| ranged),
                long_range: item.long_range.filter(|_| ranged),
                damage,
                properties: item.properties.clone(),
                ..Attack::default()
            });
        }
        Sort::Heal => found.effect.healing = damage.into_iter().next(),
        _ => found.effect.damage = damage,
    }
    Some(found)
}

/// Returns the ability that an item is used with.
fn ability(data: Node<'_>, item: &Item, caster: &Caster, kind: (&str, bool)) -> Option<String> {
    if let Some(said) = data.at("ability").text() {
        return (said != "none").then(|| said.to_owned());
    }
    let (kind, spell) = kind;
    if spell {
        return caster.spell_ability.clone();
    }
    let shoots = kind == "rwak" && !item.has("thrown") && item.melee != Some(true);
    Some(match (item.has("finesse") || item.natural && kind == "rwak", shoots) {
        (true, _) => caster.better("str", "dex").to_owned(),
        (_, true) => "dex".to_owned(),
        _ => "str".to_owned(),
    })
}

/// Returns the saving throw of an old item.
fn save(data: Node<'_>, item: &Item, caster: &Caster) -> Option<Save> {
    let node = data.at("save");
    let ability = node.at("ability").text()?.to_owned();
    let stored = node.at("dc").int();
    let dc = match node.at("scaling").text_or_empty() {
        "flat" => stored,
        "spell" | "" => stored.or(caster.spell_dc()),
        scaling => Some(caster.dc(scaling)),
    };
    let half = match item.is_spell {
        true => item.level != Some(0),
        false => item.text.to_lowercase().contains("half"),
    };
    Some(Save { ability: vec![ability], dc, half })
}
