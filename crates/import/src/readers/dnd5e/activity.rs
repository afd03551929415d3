//! Activities of Foundry's items: attacks, saves, damage, healing and casts, with their final
//! numbers.
//!
//! Keys are read in both spellings: `includeBase` of Foundry, and `include_base` of data made from
//! it.

use super::caster::Caster;
use super::item::{self, Item};
use crate::block::{Action, Attack, Damage, Effect, Save, Uses};
use crate::json::Node;

/// The kind of an activity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    Attack,
    Save,
    Damage,
    Heal,
    Cast,
    #[default]
    Other,
}

/// An activity with its final numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    /// Its kind.
    pub(crate) sort: Sort,
    /// Its id.
    pub(crate) id: String,
    /// Its own name; empty if it has none.
    pub(crate) name: String,
    /// The kind of action it takes.
    pub(crate) action: Option<Action>,
    /// The attack, if it is one.
    pub(crate) attack: Option<Attack>,
    /// Its effects on targets.
    pub(crate) effect: Effect,
    /// Limits on its use.
    pub(crate) uses: Uses,
    /// The address of the spell it casts, and the level it is cast at, if given.
    pub(crate) cast: Option<(String, Option<i32>)>,
    /// A formula that could not be evaluated.
    pub(crate) unread: Option<String>,
    /// Ids of effects that it puts on targets.
    pub(crate) effects: Vec<String>,
    /// Whether reach had to be guessed.
    pub(crate) reach_guessed: bool,
    /// Whether adding the ability modifier to the damage is a guess.
    pub(crate) modifier_guessed: bool,
}

/// Reads an activity of an item. `base` is the weapon's own damage, if it has any. `merged` is set
/// for data that merges it into the parts.
pub(crate) fn read(
    node: Node<'_>,
    item: &Item,
    base: Option<Node<'_>>,
    merged: bool,
    caster: &Caster,
) -> Activity {
    read_at(node, item, base, merged, caster, 0)
}

/// Reads an activity of an item, scaled by a number of `steps`.
pub(crate) fn read_at(
    node: Node<'_>,
    item: &Item,
    base: Option<Node<'_>>,
    merged: bool,
    caster: &Caster,
    steps: i32,
) -> Activity {
    let sort = match node.first(&["type", "kind"]).text_or_empty() {
        "attack" => Sort::Attack,
        "save" => Sort::Save,
        "damage" => Sort::Damage,
        "heal" => Sort::Heal,
        "cast" => Sort::Cast,
        _ => Sort::Other,
    };
    let activation = item::action(node.at("activation.type").text_or_empty());
    let overridden = node.at("activation.override").is_true();
    // A spell gives its casting time. Its activities give theirs only if they differ.
    let action = match item.is_spell && !overridden {
        true => item.action.or(activation),
        false => activation.or(item.action),
    };
    let mut found = Activity {
        sort,
        id: node.first(&["_id", "id"]).text_or_empty().to_owned(),
        name: node.at("name").text_or_empty().to_owned(),
        action,
        uses: item::uses(node, ""),
        ..Activity::default()
    };
    if action == Some(Action::Legendary) {
        let cost = node.at("activation.value").int().or(item.legendary_cost);
        found.uses.legendary_cost = cost.or(Some(1));
    }
    for effect in node.first(&["effects", "applied_effects"]).each() {
        found.effects.extend(effect.first(&["_id", "id"]).text().map(str::to_owned));
    }
    let range = node.at("range");
    let own_range = range.at("value").int().filter(|feet| *feet > 0);
    found.effect.area = item::area(node.at("target")).or(item.area.clone());
    found.effect.range = match range.at("units").text_or_empty() {
        "ft" => own_range.or(item.range),
        "touch" => Some(5),
        _ => item.range,
    };
    found.effect.count = node.at("target.affects.count").int();
    let ability = match sort {
        Sort::Attack => attack(node, item, base, merged, (caster, steps), &mut found),
        Sort::Save => save(node, item, caster, &mut found),
        Sort::Cast => {
            let uuid = node.at("spell.uuid").text_or_empty().to_owned();
            found.cast = Some((uuid, node.at("spell.level").int()));
            None
        }
        _ => caster.spell_ability.clone().filter(|_| item.is_spell),
    };
    if sort != Sort::Attack {
        let (damage, unread) = parts(node.at("damage.parts"), caster, ability.as_deref(), steps);
        found.effect.damage = damage;
        found.unread = found.unread.take().or(unread);
    }
    if sort == Sort::Heal {
        match part(node.at("healing"), caster, ability.as_deref(), steps) {
            Ok(healed) => found.effect.healing = healed,
            Err(formula) => found.unread = Some(formula),
        }
    }
    found
}

/// Reads an attack. Returns the ability it uses.
fn attack(
    node: Node<'_>,
    item: &Item,
    base: Option<Node<'_>>,
    merged: bool,
    (caster, steps): (&Caster, i32),
    found: &mut Activity,
) -> Option<String> {
    let kind = node.at("attack.type.value").text_or_empty();
    let class = node.at("attack.type.classification").text_or_empty();
    let spell = class == "spell" || class.is_empty() && item.is_spell;
    let range = node.at("range");
    let own = range.at("value").int().filter(|feet| *feet > 0);
    let own = own.filter(|_| matches!(range.at("units").text_or_empty(), "ft" | ""));
    let normal = own.or(item.range);
    let thrown = item.has("thrown");
    let far = normal.is_some_and(|feet| feet > 20) || item.long_range.is_some() || thrown;
    let (melee, ranged) = match (kind, item.melee) {
        ("melee", _) => (true, thrown && normal.is_some()),
        ("ranged", Some(true)) => (false, true),
        ("ranged", _) => (false, true),
        (_, Some(false)) => (false, true),
        (_, Some(true)) => (true, thrown || merged && far),
        _ => (true, far),
    };
    let ability = attack_ability(node, item, (melee, spell, merged), caster);
    let modifier = ability.as_deref().map_or(0, |ability| caster.modifier(ability));
    let key = format!("{}{}", if melee { "m" } else { "r" }, if spell { "sak" } else { "wak" });
    let bonuses = caster.bonuses.get(&key).cloned().unwrap_or_default();
    let extra = node.at("attack.bonus").text_or_empty();
    let bonus = match caster.evaluate(extra, ability.as_deref()) {
        Some(formula) => formula.whole(),
        None => {
            found.unread = Some(extra.to_owned());
            0
        }
    };
    let total = match node.at("attack.flat").is_true() {
        true => bonus,
        false => modifier + caster.prof + bonus + item.magic + bonuses.0,
    };
    let includes = node.first(&["damage.includeBase", "damage.include_base"]);
    let includes = !includes.is_some() || includes.is_true();
    let (mut damage, unread) = parts(node.at("damage.parts"), caster, ability.as_deref(), steps);
    found.unread = found.unread.take().or(unread);
    // Weapons add the ability modifier to their own dice, whether these are separate or merged.
    let magic = item.magic + bonuses.1.whole();
    if let Some(base) = base.filter(|_| includes) {
        match part(base, caster, ability.as_deref(), 0) {
            Ok(Some(mut own)) => {
                let says_mod = base.at("bonus").text_or_empty().contains("@mod")
                    || base.at("custom.formula").text_or_empty().contains("@mod");
                // A number without dice is the whole damage.
                let plain = says_mod || own.dice.is_empty();
                own.flat += if plain { 0 } else { modifier } + magic;
                damage.insert(0, own);
            }
            Ok(None) => {}
            Err(formula) => found.unread = Some(formula),
        }
    } else if merged && includes && !spell {
        let first = node.at("damage.parts").each().next();
        let says_more = first.is_some_and(|first| first.at("bonus").text().is_some());
        let own = damage.first_mut().filter(|own| !says_more && !own.dice.is_empty());
        if let Some(own) = own {
            own.flat += modifier + magic;
            let physical = ["bludgeoning", "piercing", "slashing"].contains(&own.kind.as_str());
            found.modifier_guessed = !physical && modifier != 0;
        }
    }
    let known = super::weapons::by_name(&item.name);
    let reach = item.reach.or(known.filter(|_| melee).map(|known| known.reach));
    let reach = reach.or(own.filter(|feet| melee && !ranged && *feet <= 20));
    found.reach_guessed = melee && reach.is_none();
    let known_range = known.and_then(|known| known.range).filter(|it| Some(it.0) == normal);
    found.attack = Some(Attack {
        name: item.name.clone(),
        melee,
        ranged,
        spell,
        bonus: Some(total),
        reach: melee.then(|| reach.unwrap_or(5)),
        range: normal.filter(|_| ranged),
        long_range: item.long_range.or(known_range.map(|it| it.1)).filter(|_| ranged),
        damage,
        properties: item.properties.clone(),
        ..Attack::default()
    });
    found.effect.attack = Some(total);
    ability
}

/// Returns the ability of an attack, as Foundry chooses it.
fn attack_ability(
    node: Node<'_>,
    item: &Item,
    (melee, spell, merged): (bool, bool, bool),
    caster: &Caster,
) -> Option<String> {
    let said = node.at("attack.ability").text().map(str::to_owned).or(item.ability.clone());
    match said.as_deref() {
        Some("none") => return None,
        Some("spellcasting") => return caster.spell_ability.clone(),
        Some(ability) if super::ABILITIES.contains(&ability) => return Some(ability.to_owned()),
        _ => {}
    }
    if spell {
        return caster.spell_ability.clone();
    }
    if item.natural && (melee || !merged) || item.has("finesse") {
        return Some(caster.better("str", "dex").to_owned());
    }
    Some(if melee { "str" } else { "dex" }.to_owned())
}

/// Reads a saving throw. Returns the ability that its DC is based on.
fn save(node: Node<'_>, item: &Item, caster: &Caster, found: &mut Activity) -> Option<String> {
    let calculation = node.at("save.dc.calculation").text_or_empty();
    let ability = match calculation {
        "spellcasting" => caster.spell_ability.clone(),
        "initial" if item.is_spell => caster.spell_ability.clone(),
        "" | "initial" | "flat" => None,
        ability => Some(ability.to_owned()),
    };
    let formula = node.at("save.dc.formula").shown().unwrap_or_default();
    let spell_default = ability.is_none() && item.is_spell && formula.is_empty();
    let ability = ability.or(caster.spell_ability.clone().filter(|_| spell_default));
    let dc = match &ability {
        Some(ability) => Some(caster.dc(ability)),
        None if formula.is_empty() => None,
        None => caster.number(&formula, None),
    };
    let on_save = node.first(&["damage.onSave", "damage.on_save"]).text_or_empty();
    let saves = node.at("save.ability");
    let mut abilities = saves.texts();
    abilities.retain(|ability| super::ABILITIES.contains(&ability.as_str()));
    let half = on_save == "half" && node.at("damage.parts").each().next().is_some();
    found.effect.save = Some(Save { ability: abilities, dc, half });
    ability
}

/// Returns every part of the damage, and a formula that could not be evaluated.
fn parts(
    list: Node<'_>,
    caster: &Caster,
    ability: Option<&str>,
    steps: i32,
) -> (Vec<Damage>, Option<String>) {
    let mut found = Vec::new();
    let mut unread = None;
    for node in list.each() {
        match part(node, caster, ability, steps) {
            Ok(damage) => found.extend(damage),
            Err(formula) => unread = Some(formula),
        }
    }
    (found, unread)
}

/// Returns a part of the damage: dice and a bonus, or a formula, scaled by a number of steps.
///
/// # Errors
///
/// Returns the formula if it cannot be evaluated.
pub(crate) fn part(
    node: Node<'_>,
    caster: &Caster,
    ability: Option<&str>,
    steps: i32,
) -> Result<Option<Damage>, String> {
    let custom = node.at("custom.enabled").is_true();
    let steps = match node.at("scaling.mode").text_or_empty() {
        "whole" => steps,
        "half" => steps / 2,
        _ => 0,
    };
    let more = steps * node.at("scaling.number").int().unwrap_or_default();
    let mut formula = match custom {
        true => more_dice(node.at("custom.formula").text_or_empty(), more),
        false => {
            let faces = node.at("denomination").int().filter(|faces| *faces > 0);
            let count = node.at("number").int().unwrap_or(i32::from(faces.is_some()));
            let count = count.saturating_add(more);
            let dice = faces.filter(|_| count > 0).map(|faces| format!("{count}d{faces}"));
            let bonus = node.at("bonus").shown().filter(|bonus| bonus != "0");
            dice.into_iter().chain(bonus).collect::<Vec<_>>().join(" + ")
        }
    };
    if formula.is_empty() {
        return Ok(None);
    }
    if let Some(scaled) = node.at("scaling.formula").text().filter(|_| steps > 0) {
        formula = format!("{formula} + {steps} * ({scaled})");
    }
    let Some(found) = caster.evaluate(&formula, ability) else { return Err(formula) };
    let types = node.at("types").texts();
    let kind = types.into_iter().next().or(found.labels.first().cloned()).unwrap_or_default();
    let damage = Damage { dice: found.dice_text(), flat: found.whole(), kind: kind.to_lowercase() };
    Ok((!damage.dice.is_empty() || damage.flat != 0).then_some(damage))
}

/// Returns a formula with more of the dice that it begins with.
fn more_dice(formula: &str, more: i32) -> String {
    let digits: String = formula.chars().take_while(char::is_ascii_digit).collect();
    match (crate::number::whole(&digits), formula[digits.len()..].starts_with('d')) {
        (Some(count), true) if more > 0 => format!("{}{}", count + more, &formula[digits.len()..]),
        _ => formula.to_owned(),
    }
}

/// Returns the scaling steps of a spell: levels above its own, or the extra dice of a cantrip by
/// caster level.
pub(crate) fn steps(own: Option<i32>, cast_at: Option<i32>, caster_level: i32) -> i32 {
    match (own, cast_at) {
        (Some(0), _) => (caster_level + 1) / 6,
        (Some(own), Some(cast_at)) => (cast_at - own).clamp(0, 9),
        _ => 0,
    }
}
