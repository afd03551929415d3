//! An actor's items: weapons, feats and spells, in current and in old form.

use std::collections::BTreeMap;

use super::super::activity::{self, Activity};
use super::super::caster::Caster;
use super::super::item::Item;
use super::super::spell_book::{SpellBook, name_from};
use super::super::{assemble, legacy, slots};
use super::data_of;
use crate::block::{Action, Multiattack, Spell, StatBlock, Uses, Weight};
use crate::json::Node;
use crate::number::total;
use crate::prose;
use crate::recognize::Format;

/// Reads an actor's items. Returns the text of its Multiattack, if it has one, and the number of
/// its heads, if it has several.
pub(super) fn read<'a>(
    actor: Node<'a>,
    system: Node<'a>,
    caster: &Caster,
    book: &SpellBook<'a>,
    block: &mut StatBlock,
) -> Option<(String, Option<i32>)> {
    let cached = cached(actor);
    let armed = actor.at("items").each().any(|item| {
        item.at("type").text() == Some("weapon") && data_of(item).at("equipped").is_true()
    });
    let (mut multiattack, mut heads) = (None, None);
    let mut unprepared = 0;
    for node in actor.at("items").each() {
        let data = data_of(node);
        let kind = node.at("type").text_or_empty();
        let name = node.at("name").text_or_empty();
        let lower = name.to_lowercase();
        if lower.starts_with("multiattack") {
            multiattack = Some(named(actor, &Item::read(node, data).text));
            continue;
        }
        match kind {
            "weapon" if block.hero && armed && !data.at("equipped").is_true() => continue,
            "spell" if is_cached(node) => continue,
            "spell" => {
                if block.hero && !is_prepared(data) {
                    unprepared += 1;
                    continue;
                }
                let spell = spell(node, caster, None);
                block.spells.push(spell);
                continue;
            }
            "consumable" if lower.starts_with("potion of healing") => {
                let count = data.at("quantity").int().unwrap_or(1).max(0);
                let potions = block.numbers.entry("potions".to_owned()).or_default();
                *potions = total([*potions, count]);
                continue;
            }
            "weapon" | "feat" | "equipment" | "consumable" | "monsterfeature" => {}
            _ => continue,
        }
        let item = Item::read(node, data);
        heads = heads.or_else(|| prose::heads(&item.text));
        let gear = matches!(kind, "equipment" | "consumable");
        let activities = activities(node, &item, caster, None);
        if gear && activities.iter().all(|activity| activity.effect.is_empty()) {
            continue;
        }
        if item.action == Some(Action::Lair) {
            block.facts.insert("lair".to_owned());
        }
        for cast in assemble::add(block, &item, activities) {
            let id = cast.id.clone();
            let spell = cast_spell(&cast, &item, cached.get(&id).copied(), book, caster);
            if spell.level.is_none() && spell.effect.is_empty() {
                let name = &spell.name;
                block.note(Weight::Missing, format!("{name}: the spell itself is not in the file"));
            }
            block.spells.push(spell);
        }
    }
    if unprepared > 0 {
        block.note(Weight::Remark, format!("{unprepared} spells are not prepared and left out"));
    }
    if multiattack.is_none() {
        extra_attacks(block);
    }
    slots::read(actor, system, caster, block);
    multiattack.map(|text| (text, heads))
}

/// Returns a text with ids of items such as `.mmRend0000000000` replaced by their names.
fn named(actor: Node<'_>, text: &str) -> String {
    let mut text = text.to_owned();
    for item in actor.at("items").each() {
        if let (Some(id), Some(name)) = (item.at("_id").text(), item.at("name").text()) {
            text = text.replace(&format!(".{id}"), name);
        }
    }
    text
}

/// Returns the activities of an item: its own, or one made from an old item.
fn activities(node: Node<'_>, item: &Item, caster: &Caster, cast_at: Option<i32>) -> Vec<Activity> {
    let data = data_of(node);
    let list = data.at("activities");
    let level = match item.is_spell {
        true => caster.level.max(caster.challenge as i32),
        false => 0,
    };
    let steps = activity::steps(item.level, cast_at, level);
    if list.is_object() || list.is_array() {
        let base = data.at("damage.base");
        let base = base.is_object().then_some(base).filter(|_| item.is_weapon);
        let list = list.each();
        return list.map(|it| activity::read_at(it, item, base, false, caster, steps)).collect();
    }
    legacy::read(data, item, caster).into_iter().collect()
}

/// Reads a spell of the actor, at the level `cast_at` if there is one.
fn spell(node: Node<'_>, caster: &Caster, cast_at: Option<i32>) -> Spell {
    let data = data_of(node);
    let item = Item::read(node, data);
    let activities = activities(node, &item, caster, cast_at);
    let properties = data.at("properties").texts();
    let concentration = properties.iter().any(|it| it == "concentration")
        || data.at("components.concentration").is_true();
    let mut spell = assemble::spell(&item, &activities, concentration);
    let mode = data.first(&["method", "preparation.mode"]).text_or_empty();
    let free = matches!(mode, "atwill" | "innate");
    spell.at_will = free && spell.uses == Uses::default() || spell.level == Some(0);
    spell
}

/// Returns the spell that an activity casts: from the actor, from another file, or by name only.
fn cast_spell(
    cast: &Activity,
    item: &Item,
    kept: Option<Node<'_>>,
    book: &SpellBook<'_>,
    caster: &Caster,
) -> Spell {
    let (uuid, level) = cast.cast.clone().unwrap_or_default();
    let used = crate::json::Used::default();
    let mut found = match (kept, book.by_uuid(&uuid)) {
        (Some(node), _) => spell(node, caster, level),
        (None, Some((Format::FoundryDnd5e, value))) => {
            spell(Node::new(value, &used), caster, level)
        }
        _ => Spell { name: name_from(&uuid), level, ..Spell::default() },
    };
    if cast.action.is_some_and(|action| action != Action::Action) {
        found.action = cast.action.unwrap_or_default();
    }
    found.uses = match cast.uses.count.is_some() || cast.uses.recharge.is_some() {
        true => cast.uses.clone(),
        false => item.uses.clone(),
    };
    found.uses.legendary_cost = cast.uses.legendary_cost;
    found.uses.once = item.uses.once || cast.uses.once;
    found.at_will = found.uses == Uses::default();
    found
}

/// Returns the spells that an actor stores for activities that cast them, by activity id.
fn cached(actor: Node<'_>) -> BTreeMap<String, Node<'_>> {
    let items = actor.at("items").each();
    let pairs = items.filter_map(|item| {
        let address = item.at("flags.dnd5e.cachedFor").text()?;
        Some((address.rsplit('.').next()?.to_owned(), item))
    });
    pairs.collect()
}

fn is_cached(item: Node<'_>) -> bool {
    item.at("flags.dnd5e.cachedFor").text().is_some()
}

/// Whether a character has a spell prepared or always available.
fn is_prepared(data: Node<'_>) -> bool {
    let mode = data.first(&["method", "preparation.mode"]).text_or_empty();
    let prepared = data.first(&["prepared", "preparation.prepared"]);
    let said = prepared.is_true() || prepared.int().is_some_and(|value| value > 0);
    let always = ["always", "pact", "innate", "atwill"].contains(&mode);
    let known = mode.is_empty() && !prepared.is_some();
    said || always || known || data.at("level").int() == Some(0)
}

/// Sets Multiattack by the names of features such as Extra Attack.
fn extra_attacks(block: &mut StatBlock) {
    const NAMES: [(&str, i32); 3] =
        [("three-extra-attacks", 4), ("two-extra-attacks", 3), ("extra-attack", 2)];
    let has = |name: &str| block.features.iter().any(|feature| crate::slug(feature) == name);
    let found = NAMES.iter().find(|(name, _)| has(name)).map(|(_, count)| *count);
    if let Some(count) = found.filter(|_| block.multiattack.is_none()) {
        block.multiattack = Some(Multiattack { count, ..Multiattack::default() });
    }
}
