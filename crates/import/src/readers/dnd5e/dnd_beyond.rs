//! Characters from the character service of D&D Beyond.
//!
//! The service stores choices, not totals. Scores, hit points, armor class and attacks are derived
//! here by the rules, each with a note.

mod numbers;
mod weapons;

use serde_json::Value;

use super::ABILITIES;
use super::slots;
use super::words::complete;
use crate::block::{
    Action, Area, Damage, Effect, Multiattack, Power, Save, Spell, StatBlock, Weight,
};
use crate::json::{Node, Used};
use crate::number::total;
use crate::prose;

/// Reads a character.
pub(crate) fn dnd_beyond(value: &Value) -> StatBlock {
    let used = Used::default();
    let node = Node::new(value, &used);
    let mut block = StatBlock {
        name: node.at("name").text_or_empty().to_owned(),
        hero: true,
        kind: "humanoid".to_owned(),
        size: size(node.at("race")).to_owned(),
        ..StatBlock::default()
    };
    let modifiers = numbers::modifiers(node);
    let levels = total(node.at("classes").each().filter_map(|it| it.at("level").int()));
    block.level = Some(levels);
    block.challenge = levels.to_string();
    block.proficiency = Some(super::proficiency(levels.into()));
    numbers::read(node, &modifiers, &mut block);
    for list in ["race.racialTraits", "feats"] {
        let features = node.at(list).each().filter_map(|it| it.at("definition.name").text());
        block.features.extend(features.map(str::to_owned));
    }
    for class in node.at("classes").each() {
        let level = class.at("level").int().unwrap_or_default();
        let features = class.first(&["classFeatures", "definition.classFeatures"]);
        for feature in features.each() {
            let from = feature.first(&["definition.requiredLevel", "requiredLevel"]).int();
            let name = feature.first(&["definition.name", "name"]).text();
            if from.unwrap_or_default() <= level {
                block.features.extend(name.map(str::to_owned));
            }
        }
    }
    let extra = block.features.iter().filter(|it| it.starts_with("Extra Attack")).count() as i32;
    if extra > 0 {
        block.multiattack = Some(Multiattack { count: 1 + extra, ..Multiattack::default() });
    }
    weapons::read(node, &modifiers, &mut block);
    let casting = casting_ability(node);
    if let Some(modifier) = casting.and_then(|ability| block.ability_mod(ability)) {
        let proficiency = block.proficiency.unwrap_or(2);
        block.spell_attack = Some(proficiency + modifier);
        block.spell_dc = Some(8 + proficiency + modifier);
    }
    spells(node, levels, &mut block);
    powers(node, &mut block);
    complete(&mut block);
    block.ignored = node.unused();
    block
}

/// Returns the size of a character; medium if the service names none.
fn size(race: Node<'_>) -> &'static str {
    let said = race.at("size").text().map(super::size).filter(|it| !it.is_empty());
    said.unwrap_or(match race.at("sizeId").int() {
        Some(2) => "tiny",
        Some(3) => "small",
        Some(5) => "large",
        _ => "medium",
    })
}

/// Returns the spellcasting ability of the caster class with the most levels.
fn casting_ability(node: Node<'_>) -> Option<&'static str> {
    let casts = node.at("classes").each().filter_map(|class| {
        let of_class = class.at("definition.spellCastingAbilityId").int();
        let id = of_class.or(class.at("subclassDefinition.spellCastingAbilityId").int())?;
        let ability = ABILITIES.get(usize::try_from(id - 1).ok()?)?;
        Some((class.at("level").int().unwrap_or_default(), *ability))
    });
    casts.max_by_key(|(level, _)| *level).map(|(_, ability)| ability)
}

/// Reads spells that are prepared or always available, and derives slots from caster classes.
fn spells(node: Node<'_>, levels: i32, block: &mut StatBlock) {
    let mut left_out = 0;
    let of_classes = node.at("classSpells").each().flat_map(|it| it.at("spells").each());
    let of_others = node.at("spells").each().flat_map(Node::each);
    for entry in of_classes.chain(of_others) {
        let definition = entry.at("definition");
        let Some(name) = definition.at("name").text() else { continue };
        let level = definition.at("level").int();
        let ready = entry.at("prepared").is_true()
            || entry.at("alwaysPrepared").is_true()
            || level == Some(0)
            || entry.at("countsAsKnownSpell").is_true();
        if !ready {
            left_out += 1;
            continue;
        }
        if block.spells.iter().any(|known| known.name == name) {
            continue;
        }
        let spell = spell(entry, definition, levels, block);
        block.spells.push(spell);
    }
    if left_out > 0 {
        block.note(Weight::Remark, format!("{left_out} spells are not prepared and left out"));
    }
    let (mut casters, mut pact) = (slots::Casters::default(), 0);
    for class in node.at("classes").each() {
        let level = class.at("level").int().unwrap_or_default().clamp(0, 20);
        let name = class.at("definition.name").text_or_empty();
        match name {
            "Warlock" => pact += level,
            "Paladin" | "Ranger" => casters.add(level, 2),
            // Half, rounded up in every case.
            "Artificer" => casters.add((level + 1) / 2, 1),
            "Bard" | "Cleric" | "Druid" | "Sorcerer" | "Wizard" => casters.add(level, 1),
            _ if class.at("subclassDefinition.canCastSpells").is_true() => casters.add(level, 3),
            _ => {}
        }
    }
    slots::table(casters.level(), block);
    if pact > 0 {
        let (count, level) = slots::pact_slots(pact);
        *block.slots.entry(level).or_default() += count;
    }
    if !block.slots.is_empty() {
        block.note(Weight::Derived, "spell slots, from the classes");
    }
}

/// Reads a spell with the numbers of its definition.
fn spell(entry: Node<'_>, definition: Node<'_>, levels: i32, block: &StatBlock) -> Spell {
    let level = definition.at("level").int();
    let text = prose::clean(definition.at("description").text_or_empty());
    let mut effect = Effect {
        range: definition.at("range.rangeValue").int(),
        conditions: prose::conditions(&text),
        lasts: prose::lasts(&text),
        ..Effect::default()
    };
    if definition.at("requiresAttackRoll").is_true() {
        effect.attack = block.spell_attack;
    }
    let ability = definition.at("saveDcAbilityId").int();
    let ability = ability.and_then(|id| ABILITIES.get(usize::try_from(id - 1).ok()?));
    if let Some(ability) = ability {
        let half = text.to_lowercase().contains("half");
        effect.save = Some(Save { ability: vec![(*ability).to_owned()], dc: block.spell_dc, half });
    }
    for modifier in definition.at("modifiers").each() {
        let kind = modifier.at("subType").text_or_empty().to_lowercase();
        let dice = modifier.at("die.diceString").text().and_then(crate::formula::plain);
        let Some(mut dice) = dice else { continue };
        if level == Some(0) {
            // Cantrips gain dice as their caster gains levels.
            for (count, _) in &mut dice.dice {
                *count *= 1 + (levels + 1) / 6;
            }
        }
        let mut rolled = Damage { dice: dice.dice_text(), flat: dice.whole(), kind };
        match modifier.at("type").text_or_empty() {
            "damage" => effect.damage.push(rolled),
            "bonus" if rolled.kind == "hit-points" => {
                rolled.kind.clear();
                effect.healing = Some(rolled);
            }
            _ => {}
        }
    }
    let shape = definition.at("range.aoeType").text().map(str::to_lowercase);
    if let (Some(shape), Some(size)) = (shape, definition.at("range.aoeValue").int()) {
        effect.area = Some(Area { shape, size, width: None });
    }
    let action = match definition.at("activation.activationType").int() {
        Some(3) => Action::Bonus,
        Some(4) => Action::Reaction,
        Some(6 | 7) => Action::Long,
        _ => Action::Action,
    };
    let mut spell = Spell {
        name: definition.at("name").text_or_empty().to_owned(),
        level,
        action,
        effect,
        concentration: definition.at("concentration").is_true(),
        at_will: level == Some(0),
        ..Spell::default()
    };
    let limited = entry.at("limitedUse.maxUses").int().filter(|uses| *uses > 0);
    if !entry.at("usesSpellSlot").is_true() {
        spell.uses.count = limited;
    }
    spell
}

/// Reads actions, bonus actions and reactions of classes, races and feats.
fn powers(node: Node<'_>, block: &mut StatBlock) {
    for entry in node.at("actions").each().flat_map(Node::each) {
        let Some(name) = entry.at("name").text() else { continue };
        let action = match entry.at("activation.activationType").int() {
            Some(1) => Action::Action,
            Some(3) => Action::Bonus,
            Some(4) => Action::Reaction,
            _ => continue,
        };
        let text = prose::clean(entry.at("snippet").text_or_empty());
        let mut effect = prose::effect(&text);
        if let Some(dice) = entry.at("dice.diceString").text().and_then(crate::formula::plain) {
            let rolled = Damage { dice: dice.dice_text(), flat: dice.whole(), kind: String::new() };
            if effect.damage.is_empty() && effect.healing.is_none() {
                effect.damage.push(rolled);
            }
        }
        let uses = entry.at("limitedUse.maxUses").int().filter(|uses| *uses > 0);
        let once = prose::once(&text);
        let uses = crate::Uses { count: uses, once, ..crate::Uses::default() };
        block.powers.push(Power { name: name.to_owned(), action, effect, uses });
    }
}
