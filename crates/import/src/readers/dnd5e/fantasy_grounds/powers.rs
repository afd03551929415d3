//! Spells and other powers of a character. Each has actions: casts with an attack or a save,
//! damage, healing and effects.

use roxmltree::Node;

use super::super::ABILITIES;
use super::{child, int, list, text};
use crate::block::{Action, Damage, Effect, Power, Save, Spell, StatBlock, Uses, Weight};
use crate::number::total;
use crate::prose;

/// Words in names of groups that hold features rather than spells.
const FEATURES: [&str; 7] = ["feature", "trait", "feat", "racial", "species", "item", "abilit"];

/// Spellcasting abilities of classes, for groups that name none.
const CLASSES: [(&str, &str); 9] = [
    ("artificer", "int"),
    ("bard", "cha"),
    ("cleric", "wis"),
    ("druid", "wis"),
    ("paladin", "cha"),
    ("ranger", "wis"),
    ("sorcerer", "cha"),
    ("warlock", "cha"),
    ("wizard", "int"),
];

/// Attack bonus, save DC and abilities of a group of powers.
#[derive(Clone, Default)]
struct Group {
    ability: Option<&'static str>,
    attack: Option<i32>,
    dc: Option<i32>,
    /// Whether its spells must be prepared.
    prepares: bool,
    /// Whether its powers have a number of uses.
    counts_uses: bool,
}

/// Names of spells for which a default replaces a part.
#[derive(Default)]
struct Defaults {
    level: Vec<String>,
    time: Vec<String>,
    range: Vec<String>,
    attack: Vec<String>,
    dc: Vec<String>,
    further: Vec<String>,
    dice: Vec<String>,
    formula: Vec<String>,
}

/// Reads the powers of a character.
pub(super) fn read(node: Node<'_, '_>, proficiency: i32, block: &mut StatBlock) {
    let mut defaults = Defaults::default();
    let mut unprepared = 0;
    let powers = list(node, "powers");
    for power in &powers {
        let Some(name) = text(*power, "name") else { continue };
        let group = group(node, *power, proficiency, block);
        if !is_spell(*power) {
            add_feature(*power, &name, &group, proficiency, block);
            continue;
        }
        let leveled = int(*power, "level").is_some_and(|level| level > 0);
        if leveled && group.prepares && !is_prepared(*power) {
            unprepared += 1;
            continue;
        }
        let spell = spell(*power, &name, &group, proficiency, block, &mut defaults);
        if block.spell_attack.is_none() && block.spell_dc.is_none() {
            block.spell_attack = group.attack;
            block.spell_dc = group.dc;
        }
        block.spells.push(spell);
    }
    if unprepared > 0 {
        block.note(Weight::Remark, format!("{unprepared} spells are not prepared and left out"));
    }
    if let (Some(attack), Some(dc)) = (block.spell_attack, block.spell_dc) {
        let text = format!("spell attacks {attack:+} and DC {dc}, from the spellcasting ability");
        block.note(Weight::Derived, text);
    }
    defaults.note(block);
}

impl Defaults {
    fn note(self, block: &mut StatBlock) {
        let lines = [
            (Weight::Missing, "spell level", "", self.level),
            (Weight::Missing, "range of spells", "", self.range),
            (Weight::Missing, "attack bonus of spells", "", self.attack),
            (Weight::Missing, "save DC of spells", "", self.dc),
            (Weight::Guessed, "casting time of spells", "; an action", self.time),
            (Weight::Guessed, "damage of cantrips as stored, without their growth", "", self.dice),
            (Weight::NotCarried, "further damage of spells", "", self.further),
            (Weight::NotUnderstood, "dice of spells", "", self.formula),
        ];
        for (weight, what, instead, names) in lines {
            if !names.is_empty() {
                block.note(weight, format!("{what}: {}{instead}", names.join(", ")));
            }
        }
    }
}

/// Whether a power is a spell rather than a feature of a class, a race or an item.
fn is_spell(power: Node<'_, '_>) -> bool {
    let says = |path: &str| text(power, path).is_some();
    let level = int(power, "level");
    if says("school") || says("components") || level.is_some_and(|level| level > 0) {
        return true;
    }
    let group = text(power, "group").unwrap_or_default().to_lowercase();
    let is_feature = FEATURES.iter().any(|word| group.contains(word));
    !is_feature && (level.is_some() || actions(power, "cast").next().is_some())
}

fn is_prepared(power: Node<'_, '_>) -> bool {
    int(power, "prepared").is_some_and(|count| count > 0)
}

/// Returns the actions of a kind: `cast`, `damage`, `heal` or `effect`.
fn actions<'a, 'i: 'a>(power: Node<'a, 'i>, kind: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    let mut all = list(power, "actions");
    all.sort_by_key(|action| int(*action, "order").unwrap_or_default());
    all.into_iter().filter(move |action| text(*action, "type").as_deref() == Some(kind))
}

/// Returns the modifier of an ability that an element names. `base` is that of the group.
fn modifier(named: Option<String>, group: Option<&str>, block: &StatBlock) -> Option<i32> {
    match named.as_deref() {
        None => None,
        Some("base") => block.ability_mod(group?),
        Some(name) => block.ability_mod(prose::ability(name)?),
    }
}

/// Returns the group of a power, with its numbers worked out.
fn group(
    node: Node<'_, '_>,
    power: Node<'_, '_>,
    proficiency: i32,
    block: &mut StatBlock,
) -> Group {
    let name = text(power, "group").unwrap_or_default();
    let found =
        list(node, "powergroup").into_iter().find(|it| text(*it, "name").as_ref() == Some(&name));
    let stat = found.and_then(|it| text(it, "stat")).and_then(|stat| prose::ability(&stat));
    let ability = stat.or_else(|| {
        let class = list(node, "classes").into_iter().find_map(|class| {
            let name = text(class, "name")?.to_lowercase();
            CLASSES.iter().find(|(known, _)| name.starts_with(known))
        });
        let (class, ability) = class.filter(|_| is_spell(power))?;
        block.note(Weight::Guessed, format!("spellcasting ability: {ability}, of a {class}"));
        Some(*ability)
    });
    let number = |prefix: &str| {
        let stat = found.and_then(|it| text(it, &format!("{prefix}stat")));
        let own = stat.and_then(|stat| prose::ability(&stat)).or(ability)?;
        let trained =
            found.and_then(|it| int(it, &format!("{prefix}prof"))).is_none_or(|it| it > 0);
        let more = found.and_then(|it| int(it, &format!("{prefix}mod"))).unwrap_or_default();
        let own = block.ability_mod(own)?;
        Some(total([own, more, if trained { proficiency } else { 0 }]))
    };
    let (attack, save) = (number("atk"), number("save"));
    let caster = found.and_then(|it| text(it, "castertype")).unwrap_or_default();
    let memorizes = caster.starts_with("memori");
    let same = |it: &Node<'_, '_>| text(*it, "group").unwrap_or_default() == name;
    let any_prepared = list(node, "powers").iter().filter(|it| same(it)).any(|it| is_prepared(*it));
    let prepared = found.and_then(|it| int(it, "prepared")).unwrap_or_default();
    Group {
        ability,
        attack,
        dc: save.map(|save| total([8, save])),
        prepares: memorizes && prepared > 0 && any_prepared,
        counts_uses: !memorizes,
    }
}

/// Returns a spell.
fn spell(
    power: Node<'_, '_>,
    name: &str,
    group: &Group,
    proficiency: i32,
    block: &StatBlock,
    defaults: &mut Defaults,
) -> Spell {
    let level = int(power, "level").filter(|level| (0..=9).contains(level));
    if level.is_none() {
        defaults.level.push(name.to_owned());
    }
    let description = prose::clean(&text(power, "description").unwrap_or_default());
    let said = text(power, "range").map(|range| range.to_lowercase());
    let range = match said.as_deref() {
        Some(range) if range.starts_with("self") => Some(0),
        Some(range) if range.starts_with("touch") => Some(5),
        Some(range) => crate::number::leading_int(range),
        None => None,
    };
    if range.is_none() {
        defaults.range.push(name.to_owned());
    }
    let time = text(power, "castingtime").map(|time| time.to_lowercase());
    if time.is_none() {
        defaults.time.push(name.to_owned());
    }
    let action = match time.as_deref().unwrap_or_default() {
        time if time.contains("bonus") => Action::Bonus,
        time if time.contains("reaction") => Action::Reaction,
        time if time.contains("minute") || time.contains("hour") => Action::Long,
        _ => Action::Action,
    };
    let mut effect = effect(power, name, &description, group, proficiency, block, defaults);
    // `Self (15-foot cone)` has the area in the range.
    let area = said.and_then(|said| prose::effect(&said).area);
    effect.area = area.or_else(|| prose::effect(&description).area);
    effect.range = range;
    if level == Some(0) && block.level >= Some(5) && !effect.damage.is_empty() {
        defaults.dice.push(name.to_owned());
    }
    let duration = text(power, "duration").unwrap_or_default().to_lowercase();
    let uses = uses(power, group);
    Spell {
        name: name.to_owned(),
        level,
        action,
        effect,
        concentration: duration.contains("concentration")
            || int(power, "concentration").is_some_and(|it| it > 0),
        at_will: level == Some(0) && uses == Uses::default(),
        uses,
    }
}

/// Returns the limits on a power of a group that counts uses rather than prepared spells.
fn uses(power: Node<'_, '_>, group: &Group) -> Uses {
    let count = int(power, "prepared").filter(|count| *count > 0 && group.counts_uses);
    let per = match text(power, "usesperiod").as_deref() {
        Some("enc" | "encounter") => "short rest",
        _ => "day",
    };
    let per = count.map_or(String::new(), |_| per.to_owned());
    Uses { count, per, ..Uses::default() }
}

/// Returns what the actions of a power do.
fn effect(
    power: Node<'_, '_>,
    name: &str,
    description: &str,
    group: &Group,
    proficiency: i32,
    block: &StatBlock,
    defaults: &mut Defaults,
) -> Effect {
    let mut found = Effect { lasts: prose::lasts(description), ..Effect::default() };
    let half_in_words = ["half as much", "half damage", "half the damage"];
    // A fixed number, that of an ability of its own, or that of the group.
    let number = |action: Node<'_, '_>, prefix: &str, of_group: Option<i32>| {
        let more = int(action, &format!("{prefix}mod")).unwrap_or_default();
        match text(action, &format!("{prefix}base")).as_deref() {
            Some("fixed") => Some(more),
            Some("ability") => {
                let stat = text(action, &format!("{prefix}stat"));
                let own = modifier(stat, group.ability, block)?;
                let trained = int(action, &format!("{prefix}prof")).is_none_or(|it| it > 0);
                let base = if prefix == "savedc" { 8 } else { 0 };
                Some(total([base, own, more, if trained { proficiency } else { 0 }]))
            }
            _ => Some(total([of_group?, more])),
        }
    };
    for action in actions(power, "cast") {
        if text(action, "atktype").is_some() {
            found.attack = number(action, "atk", group.attack);
            if found.attack.is_none() {
                defaults.attack.push(name.to_owned());
            }
        }
        if let Some(kind) = text(action, "savetype") {
            let ability = prose::ability(&kind).filter(|it| ABILITIES.contains(it));
            let dc = number(action, "savedc", group.dc);
            if dc.is_none() {
                defaults.dc.push(name.to_owned());
            }
            let lower = description.to_lowercase();
            let half = text(action, "onmissdamage").as_deref() == Some("half")
                || half_in_words.iter().any(|it| lower.contains(it));
            let ability = ability.map(str::to_owned).into_iter().collect();
            found.save = Some(Save { ability, dc, half });
        }
    }
    let mut of_damage = actions(power, "damage");
    if let Some(action) = of_damage.next() {
        for part in list(action, "damagelist") {
            found.damage.extend(roll(part, name, group, block, defaults));
        }
    }
    if of_damage.next().is_some() {
        defaults.further.push(name.to_owned());
    }
    for action in actions(power, "heal").filter(|it| text(*it, "healtype").is_none()) {
        let part = list(action, "heallist").into_iter().next();
        let healed = part.and_then(|part| roll(part, name, group, block, defaults));
        found.healing = found.healing.or(healed);
    }
    for action in actions(power, "effect") {
        if text(action, "targeting").as_deref() == Some("self") {
            continue;
        }
        let label = text(action, "label").unwrap_or_default().to_lowercase();
        let known = |part: &str| prose::CONDITIONS.iter().find(|it| **it == part.trim()).copied();
        for condition in label.split(';').filter_map(known) {
            found.conditions.push(condition.to_owned());
        }
    }
    for condition in prose::conditions(description) {
        if !found.conditions.contains(&condition) {
            found.conditions.push(condition);
        }
    }
    found
}

/// Returns an entry of a list of damage or healing: dice, a bonus, and an ability.
fn roll(
    part: Node<'_, '_>,
    name: &str,
    group: &Group,
    block: &StatBlock,
    defaults: &mut Defaults,
) -> Option<Damage> {
    let dice = text(part, "dice").unwrap_or_default().replace(',', "+");
    let formula = crate::formula::plain(dice.trim());
    if formula.is_none() {
        defaults.formula.push(format!("{name} ({dice})"));
    }
    let mut formula = formula.unwrap_or_default();
    // The program writes `2d8` as `d8,d8`.
    let mut dice: Vec<(i32, i32)> = Vec::new();
    for (count, faces) in std::mem::take(&mut formula.dice) {
        match dice.iter_mut().find(|(_, known)| *known == faces) {
            Some((known, _)) => *known = total([*known, count]),
            None => dice.push((count, faces)),
        }
    }
    formula.dice = dice;
    let own = modifier(text(part, "stat"), group.ability, block).unwrap_or_default();
    let bonus = int(part, "bonus").unwrap_or_default();
    let kind = text(part, "type").unwrap_or_default();
    let kind = kind.split(',').next().unwrap_or_default().trim().to_lowercase();
    let flat = total([formula.whole(), own, bonus]);
    let found = Damage { dice: formula.dice_text(), flat, kind };
    (!found.dice.is_empty() || found.flat > 0).then_some(found)
}

/// Adds a power that is no spell: what it does, or its name.
fn add_feature(
    power: Node<'_, '_>,
    name: &str,
    group: &Group,
    proficiency: i32,
    block: &mut StatBlock,
) {
    let description = prose::clean(&text(power, "description").unwrap_or_default());
    let mut defaults = Defaults::default();
    let mut found = effect(power, name, &description, group, proficiency, block, &mut defaults);
    if child(power, "actions").is_none() || found.is_empty() {
        if !block.features.iter().any(|known| known == name) {
            block.features.push(name.to_owned());
        }
        return;
    }
    found.area = prose::effect(&description).area;
    let lower = description.to_lowercase();
    let action = match () {
        () if lower.contains("bonus action") => Action::Bonus,
        () if lower.contains("reaction") => Action::Reaction,
        () => Action::Action,
    };
    if action == Action::Action {
        block.note(Weight::Guessed, format!("{name} takes an action"));
    }
    let uses = Uses { once: prose::once(&description), ..uses(power, group) };
    block.powers.push(Power { name: name.to_owned(), action, effect: found, uses });
    defaults.note(block);
}
