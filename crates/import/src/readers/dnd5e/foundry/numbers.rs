//! An actor's numbers: those stored, and those that Foundry derives when it shows the sheet.

use super::super::caster::Caster;
use super::super::{ABILITIES, SKILLS, proficiency};
use super::data_of;
use crate::block::{StatBlock, Weight};
use crate::json::Node;
use crate::number::{leading_int, total, whole};

/// Foundry's calculations of armor class.
const CALCULATIONS: [&str; 8] =
    ["flat", "natural", "default", "mage", "draconic", "unarmoredMonk", "unarmoredBarb", "custom"];

/// Reads an actor's numbers into a stat block. Returns them in the form that formulas read.
pub(super) fn read(actor: Node<'_>, system: Node<'_>, block: &mut StatBlock) -> Caster {
    let attributes = system.at("attributes");
    let mut caster = Caster {
        challenge: system.at("details.cr").number().unwrap_or_default(),
        ..Caster::default()
    };
    classes(actor, &mut caster);
    if caster.level == 0 {
        let level =
            system.first(&["details.level", "attributes.spell.level", "details.spellLevel"]);
        caster.level = level.int().unwrap_or_default();
    }
    scales(actor, &mut caster);
    let rank = if block.hero { f64::from(caster.level) } else { caster.challenge };
    caster.prof = proficiency(rank);
    if let Some(stored) = attributes.at("prof").int().filter(|prof| *prof > 0) {
        caster.prof = stored;
    }
    block.proficiency = Some(caster.prof);
    for ability in ABILITIES {
        if let Some(score) = system.at("abilities").at(ability).at("value").int() {
            block.scores.insert(ability.to_owned(), score);
        }
    }
    caster.scores = block.scores.clone();
    if block.scores.len() < ABILITIES.len() {
        let missing: Vec<&str> =
            ABILITIES.into_iter().filter(|it| !block.scores.contains_key(*it)).collect();
        block.note(Weight::Missing, format!("ability scores: {}", missing.join(", ")));
    }
    for kind in ["mwak", "rwak", "msak", "rsak"] {
        let bonuses = system.at("bonuses").at(kind);
        let attack = number(bonuses.at("attack"), &caster);
        let damage = bonuses.at("damage").shown().unwrap_or_default();
        let damage = caster.evaluate(&damage, None).unwrap_or_default();
        caster.bonuses.insert(kind.to_owned(), (attack, damage));
    }
    caster.dc_bonus = number(system.at("bonuses.spell.dc"), &caster);
    if let Some(ability) = attributes.at("spellcasting").text() {
        caster.spell_ability = Some(ability.to_owned());
    }
    saves(system, block, &mut caster);
    skills(system, block, &mut caster);
    hit_points(actor, attributes, block, &caster);
    armor_class(actor, attributes, block, &caster);
    initiative(attributes, block, &caster);
    movement(attributes.at("movement"), block, &caster);
    old_speed(attributes, block);
    senses(system.first(&["attributes.senses.ranges", "attributes.senses"]), block);
    for people in actor.at("items").each().filter(|it| it.at("type").text() == Some("race")) {
        movement(data_of(people).at("movement"), block, &caster);
        senses(data_of(people).first(&["senses.ranges", "senses"]), block);
    }
    caster
}

/// Returns the value of a number or of a formula without dice; 0 for anything else.
fn number(node: Node<'_>, caster: &Caster) -> i32 {
    let text = node.shown().unwrap_or_default();
    caster.number(&text, None).unwrap_or_default()
}

/// Reads levels by class, and the spellcasting ability.
fn classes(actor: Node<'_>, caster: &mut Caster) {
    let mut best: Option<(i32, String)> = None;
    for item in actor.at("items").each() {
        let kind = item.at("type").text_or_empty();
        let system = data_of(item);
        let spellcasting = system.at("spellcasting");
        let ability = spellcasting.at("ability").text();
        let casts = spellcasting.at("progression").text().is_some_and(|it| it != "none");
        if kind == "class" {
            let levels = system.at("levels").int().unwrap_or(1).clamp(0, 40);
            let id = system.at("identifier").text().map(str::to_owned);
            let id = id.unwrap_or_else(|| crate::slug(item.at("name").text_or_empty()));
            caster.classes.insert(id, levels);
            caster.level = total([caster.level, levels]);
            if let (Some(ability), true) = (ability, casts)
                && best.as_ref().is_none_or(|(most, _)| levels > *most)
            {
                best = Some((levels, ability.to_owned()));
            }
        } else if let ("subclass", Some(ability), true, None) = (kind, ability, casts, &best) {
            best = Some((0, ability.to_owned()));
        }
    }
    caster.spell_ability = best.map(|(_, ability)| ability);
}

/// Reads scale values: values of classes and races that grow with levels.
fn scales(actor: Node<'_>, caster: &mut Caster) {
    for item in actor.at("items").each() {
        let system = data_of(item);
        let kind = item.at("type").text_or_empty();
        if !system.at("advancement").is_some() {
            continue;
        }
        let id = system.at("identifier").text().map(str::to_owned);
        let id = id.unwrap_or_else(|| crate::slug(item.at("name").text_or_empty()));
        let class = system.at("classIdentifier").text().unwrap_or(&id);
        let level = match kind {
            "class" | "subclass" => caster.classes.get(class).copied().unwrap_or(caster.level),
            _ => caster.level,
        };
        for advancement in system.at("advancement").each() {
            let configuration = advancement.at("configuration");
            let name = configuration.at("identifier").text().map(str::to_owned);
            let name = name.unwrap_or_else(|| crate::slug(advancement.at("title").text_or_empty()));
            let steps = configuration.at("scale").entries();
            let reached = steps.filter_map(|(from, value)| {
                let from = whole(from)?;
                (from <= level.max(1)).then_some((from, value))
            });
            let Some((_, value)) = reached.max_by_key(|(from, _)| *from) else { continue };
            let dice = value
                .at("faces")
                .int()
                .map(|faces| format!("{}d{faces}", value.at("number").int().unwrap_or(1)));
            let plain = || value.first(&["value", "number"]).shown();
            if let Some(text) = dice.or_else(plain) {
                caster.scales.insert(format!("scale.{id}.{name}"), text);
            }
        }
    }
}

fn saves(system: Node<'_>, block: &mut StatBlock, caster: &mut Caster) {
    let all = number(system.at("bonuses.abilities.save"), caster);
    for ability in ABILITIES.into_iter().filter(|it| block.scores.contains_key(*it)) {
        let node = system.at("abilities").at(ability);
        let share = node.at("proficient").number().unwrap_or_default();
        let own = number(node.at("bonuses.save"), caster);
        let trained = (share * f64::from(caster.prof)).floor() as i32;
        block.saves.insert(ability.to_owned(), caster.modifier(ability) + trained + own + all);
    }
    caster.saves = block.saves.clone();
}

fn skills(system: Node<'_>, block: &mut StatBlock, caster: &mut Caster) {
    let all = number(system.at("bonuses.abilities.skill"), caster)
        + number(system.at("bonuses.abilities.check"), caster);
    for (short, name, usual) in SKILLS {
        let node = system.at("skills").at(short);
        let ability = node.at("ability").text().unwrap_or(usual);
        if !block.scores.contains_key(ability) {
            continue;
        }
        let share = node.at("value").number().unwrap_or_default();
        let trained = (share * f64::from(caster.prof)).floor() as i32;
        let own = number(node.at("bonuses.check"), caster);
        let value = caster.modifier(ability) + trained + own + all;
        block.skills.insert(name.to_owned(), value);
    }
    caster.skills = block.skills.clone();
}

/// Sets hit points: stored, or from each level's roll or average and Constitution.
fn hit_points(actor: Node<'_>, attributes: Node<'_>, block: &mut StatBlock, caster: &Caster) {
    let stored = attributes.at("hp.max").int().filter(|max| *max > 0);
    if stored.is_some() {
        block.hp = stored;
        return;
    }
    let bonus = number(attributes.at("hp.bonuses.overall"), caster)
        + number(attributes.at("hp.bonuses.level"), caster) * caster.level;
    let mut rolled = Vec::new();
    for item in actor.at("items").each().filter(|it| it.at("type").text() == Some("class")) {
        let system = data_of(item);
        let die = system.first(&["hd.denomination", "hitDice"]).text_or_empty();
        let Some(faces) = whole(die.trim_start_matches('d')) else { continue };
        let advancement = system.at("advancement").each();
        let rolls = advancement.filter(|it| it.at("type").text() == Some("HitPoints"));
        for (_, roll) in rolls.flat_map(|it| it.at("value").entries()) {
            let gained = match roll.text() {
                Some("max") => faces,
                Some("avg") => faces / 2 + 1,
                _ => roll.int().unwrap_or_default(),
            };
            rolled.push(gained);
        }
    }
    let known = i32::try_from(rolled.len()).unwrap_or(i32::MAX);
    if known == caster.level && known > 0 {
        let hp = total(rolled) + known * caster.modifier("con") + bonus;
        block.hp = Some(hp.max(known));
        block.note(Weight::Derived, format!("{hp} hit points, from the classes"));
    } else if let Some(current) = attributes.at("hp.value").int().filter(|hp| *hp > 0) {
        block.hp = Some(current);
        block.note(Weight::Guessed, format!("hit points: the {current} it has now"));
    }
}

/// Sets armor class: stored, or from armor, shield and Dexterity.
fn armor_class(actor: Node<'_>, attributes: Node<'_>, block: &mut StatBlock, caster: &Caster) {
    let node = attributes.at("ac");
    let changed = changes(actor, "system.attributes.ac.calc").pop();
    let calc = changed.as_deref().unwrap_or(node.at("calc").text_or_empty());
    // An unknown calculation counts as `flat`.
    let calc = if calc.is_empty() || CALCULATIONS.contains(&calc) { calc } else { "flat" };
    let flat = node.at("flat").int();
    let stored = match calc {
        "flat" | "natural" | "" => flat.or(node.at("value").int()),
        _ => None,
    };
    let shield = armor(actor, true).map_or(0, |(value, ..)| value);
    if let Some(stored) = stored.filter(|ac| *ac > 0) {
        block.ac = Some(stored + if calc == "natural" { shield } else { 0 });
        return;
    }
    let dex = caster.modifier("dex");
    let worn = armor(actor, false);
    let (base, source) = match (calc, worn) {
        ("custom", _) => {
            let formula = node.at("formula").text_or_empty();
            // `@attributes.ac.armor` is the value of worn armor, or 10.
            let armor = worn.map_or(10, |(value, ..)| value).to_string();
            let formula = formula
                .replace("@attributes.ac.armor", &armor)
                .replace("@attributes.ac.dex", "@abilities.dex.mod");
            match caster.number(&formula, None) {
                Some(value) => (value, "its formula"),
                None => (10 + dex, "Dexterity: its formula was not understood"),
            }
        }
        ("mage" | "draconic", None) => (13 + dex, "magic and Dexterity"),
        ("unarmoredMonk", None) => (10 + dex + caster.modifier("wis"), "Dexterity and Wisdom"),
        ("unarmoredBarb", None) => {
            (10 + dex + caster.modifier("con"), "Dexterity and Constitution")
        }
        (_, Some((value, heavy, most))) => {
            let dex = if heavy { 0 } else { most.map_or(dex, |most| dex.min(most)) };
            (value + dex, "armor and Dexterity")
        }
        _ => (10 + dex, "Dexterity alone"),
    };
    let more = changes(actor, "system.attributes.ac.bonus");
    let more = total(more.iter().filter_map(|text| caster.number(text, None)));
    let bonus = number(node.at("bonus"), caster) + more;
    let ac = base + shield + bonus;
    block.ac = Some(ac);
    let with = if shield > 0 { ", with a shield" } else { "" };
    block.note(Weight::Derived, format!("armor class {ac}, from {source}{with}"));
}

/// Returns the values that active effects of the actor and its equipped items give to a key.
fn changes(actor: Node<'_>, key: &str) -> Vec<String> {
    let items = actor.at("items").each().filter(|item| {
        let data = data_of(*item);
        !data.at("equipped").is_some() || data.at("equipped").is_true()
    });
    let of_items = items.flat_map(|item| item.at("effects").each());
    let of_items = of_items.filter(|effect| effect.at("transfer").is_true());
    let effects = actor.at("effects").each().chain(of_items);
    let active = effects.filter(|effect| !effect.at("disabled").is_true());
    let changes = active.flat_map(|effect| effect.at("changes").each());
    let of_key = changes.filter(|change| change.at("key").text() == Some(key));
    of_key.filter_map(|change| change.at("value").shown()).collect()
}

/// Returns the worn armor or shield: its value, whether it is heavy, and the maximum Dexterity.
fn armor(actor: Node<'_>, shield: bool) -> Option<(i32, bool, Option<i32>)> {
    let worn = actor.at("items").each().filter_map(|item| {
        let system = data_of(item);
        let kind = system.first(&["type.value", "armor.type"]).text()?;
        let is_armor = match shield {
            true => kind == "shield",
            false => ["light", "medium", "heavy", "natural"].contains(&kind),
        };
        let is_equipment = item.at("type").text() == Some("equipment");
        let equipped = is_equipment && is_armor && system.at("equipped").is_true();
        let value = system.at("armor.value").int().filter(|_| equipped)?;
        let magic = system.first(&["armor.magicalBonus", "magicalBonus"]).int().unwrap_or_default();
        let most = system.at("armor.dex").int().or((kind == "medium").then_some(2));
        Some((value + magic, kind == "heavy", most))
    });
    worn.max_by_key(|(value, ..)| *value)
}

fn initiative(attributes: Node<'_>, block: &mut StatBlock, caster: &Caster) {
    let node = attributes.at("init");
    if block.scores.is_empty() {
        block.initiative = node.first(&["total", "value", "mod"]).int();
        return;
    }
    let ability = node.at("ability").text().unwrap_or("dex");
    let bonus = node.first(&["bonus", "value"]).shown().unwrap_or_default();
    let (bonus, read) = match caster.number(&bonus, None) {
        Some(bonus) => (bonus, true),
        None => (0, false),
    };
    block.initiative = Some(caster.modifier(ability) + bonus);
    if !read {
        block.note(Weight::Guessed, "initiative: its bonus was not understood");
    }
}

/// Reads speeds. Speeds that are already known stay.
fn movement(node: Node<'_>, block: &mut StatBlock, caster: &Caster) {
    let metric = node.at("units").text() == Some("m");
    for name in ["walk", "fly", "swim", "climb", "burrow"] {
        let speed = node
            .at(name)
            .shown()
            .and_then(|text| caster.number(&text, None).or_else(|| leading_int(&text)));
        if let Some(speed) = speed.filter(|speed| *speed >= 0) {
            // Foundry counts 3 meters as 10 feet.
            let feet = if metric { speed * 10 / 3 / 5 * 5 } else { speed };
            block.speeds.entry(name.to_owned()).or_insert(feet);
        }
    }
}

/// Reads speeds in words from old exports.
fn old_speed(attributes: Node<'_>, block: &mut StatBlock) {
    let Some(text) = attributes.first(&["speed.value", "speed"]).text() else { return };
    let walk = leading_int(text);
    block.speeds.extend(walk.map(|feet| ("walk".to_owned(), feet)));
    if let Some(special) = attributes.at("speed.special").text() {
        let mut more = std::collections::BTreeMap::new();
        crate::prose::speeds(special, &mut more);
        for (name, feet) in more.into_iter().filter(|(name, _)| name != "walk") {
            block.speeds.entry(name).or_insert(feet);
        }
    }
}

fn senses(node: Node<'_>, block: &mut StatBlock) {
    for name in ["darkvision", "blindsight", "tremorsense", "truesight"] {
        if let Some(feet) = node.at(name).int().filter(|feet| *feet > 0) {
            block.senses.entry(name.to_owned()).or_insert(feet);
        }
    }
}
