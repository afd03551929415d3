//! Names that expressions of `import.toml` may use, and their values in a stat block.
//!
//! A number that a stat block lacks is missing, not 0. `min` and `max` skip it, and other
//! arithmetic has a missing result. As a condition it is false, and so is any comparison with it
//! other than `!=`.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rules::expr::Word;

use crate::block::{Action, Attack, Damage, Effect, Power, Save, Spell, StatBlock, Uses, slug};

/// A value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A whole number.
    Int(i64),
    /// Yes or no.
    Bool(bool),
    /// A word or dice.
    Word(String),
    /// Not in the stat block.
    Missing,
}

impl Value {
    fn number(number: Option<i32>) -> Value {
        number.map_or(Value::Missing, |it| Value::Int(it.into()))
    }

    fn word(text: &str) -> Value {
        if text.is_empty() { Value::Missing } else { Value::Word(text.to_owned()) }
    }
}

/// Names of a whole stat block.
const OF_BLOCK: [&str; 16] = [
    "hp",
    "ac",
    "initiative",
    "proficiency",
    "level",
    "size",
    "kind",
    "hero",
    "multiattack",
    "attacks",
    "spells",
    "recharge",
    "spell.dc",
    "spell.attack",
    "legendary.actions",
    "legendary.resistances",
];

/// Prefixes of names of a stat block, each followed by any word.
const FAMILIES: [&str; 9] =
    ["score.", "mod.", "save.", "skill.", "speed.", "sense.", "slots.", "number.", "then."];

/// Names of an attack, power or spell.
const OF_ENTRY: [&str; 40] = [
    "bonus",
    "melee",
    "ranged",
    "magic",
    "reach",
    "range",
    "long-range",
    "dice",
    "flat",
    "roll",
    "type",
    "all-dice",
    "all-flat",
    "second.dice",
    "second.flat",
    "second.roll",
    "second.type",
    "third.roll",
    "third.type",
    "parts",
    "dc",
    "save",
    "half",
    "shape",
    "area",
    "width",
    "condition",
    "healing",
    "recharge",
    "uses",
    "cost",
    "once",
    "action",
    "count",
    "concentration",
    "at-will",
    "slotted",
    "lasts",
    "times",
    "replaces",
];

/// Calls with words as arguments: `resists(fire)`.
const CALLS: [&str; 9] =
    ["resists", "immune", "vulnerable", "unaffected", "knows", "has", "fact", "is", "inflicts"];

/// Returns every known name and call, for suggestions.
pub(crate) fn known_names() -> Vec<String> {
    let names = OF_BLOCK.iter().chain(&OF_ENTRY).chain(&CALLS).map(|name| (*name).to_owned());
    names.chain(FAMILIES.iter().map(|family| format!("{family}…"))).collect()
}

/// Whether a name is valid for stat blocks, or for entries if `entry` is set.
pub(crate) fn is_name(name: &str, entry: bool) -> bool {
    let of_block = |name: &str| {
        let family = |it: &str| {
            let rest = name.strip_prefix(it).filter(|rest| !rest.is_empty());
            // Spell slots have a level.
            rest.is_some_and(|rest| it != "slots." || rest.parse::<u8>().is_ok())
        };
        OF_BLOCK.contains(&name) || FAMILIES[..8].iter().any(|it| family(it))
    };
    if !entry {
        return of_block(name);
    }
    let inner = name.strip_prefix("then.");
    OF_ENTRY.contains(&name)
        || name == "level"
        || inner.is_some_and(|inner| OF_ENTRY.contains(&inner))
        || name.strip_prefix("creature.").is_some_and(of_block)
        || of_block(name)
}

/// Whether a call is valid for stat blocks, or for entries if `entry` is set.
pub(crate) fn is_call(callee: &str, entry: bool) -> bool {
    CALLS.contains(&callee) && (entry || !["is", "inflicts"].contains(&callee))
}

/// An attack, power, spell or feature.
#[derive(Clone, Copy)]
pub(crate) enum Entry<'a> {
    Attack(&'a Attack),
    Power(&'a Power),
    Spell(&'a Spell),
    Feature(&'a str),
}

impl Entry<'_> {
    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Entry::Attack(attack) => &attack.name,
            Entry::Power(power) => &power.name,
            Entry::Spell(spell) => &spell.name,
            Entry::Feature(name) => name,
        }
    }

    /// Returns the limits on its use.
    pub(crate) fn uses(&self) -> Option<&Uses> {
        match self {
            Entry::Attack(attack) => Some(&attack.uses),
            Entry::Power(power) => Some(&power.uses),
            Entry::Spell(spell) => Some(&spell.uses),
            Entry::Feature(_) => None,
        }
    }

    fn effect(&self) -> Option<&Effect> {
        match self {
            Entry::Power(power) => Some(&power.effect),
            Entry::Spell(spell) => Some(&spell.effect),
            Entry::Attack(_) | Entry::Feature(_) => None,
        }
    }
}

/// A stat block, an entry in it, and a record of the names that expressions read.
pub(crate) struct Scope<'a> {
    block: &'a StatBlock,
    entry: Option<Entry<'a>>,
    asked: &'a RefCell<BTreeSet<String>>,
}

impl<'a> Scope<'a> {
    /// Returns the scope of a stat block without an entry.
    pub(crate) fn new(block: &'a StatBlock, asked: &'a RefCell<BTreeSet<String>>) -> Scope<'a> {
        Scope { block, entry: None, asked }
    }

    /// Returns the scope of an entry of the stat block.
    pub(crate) fn with(&self, entry: Entry<'a>) -> Scope<'a> {
        Scope { block: self.block, entry: Some(entry), asked: self.asked }
    }

    /// Whether the stat block's source has numbers that are too great or too small to be read.
    pub(crate) fn out_of_range(&self) -> bool {
        self.block.out_of_range
    }

    /// Returns the value of a name; `None` if it is not a name.
    pub(crate) fn name(&self, name: &str) -> Option<Value> {
        let value = self.entry.and_then(|entry| self.of_entry(entry, name));
        let bare = name.strip_prefix("creature.").filter(|_| self.entry.is_some()).unwrap_or(name);
        let value = value.or_else(|| self.of_block(bare))?;
        self.asked.borrow_mut().insert(name.to_owned());
        Some(value)
    }

    fn of_block(&self, name: &str) -> Option<Value> {
        let block = self.block;
        if let Some((family, key)) = name.split_once('.') {
            let found = |map: &std::collections::BTreeMap<String, i32>| map.get(key).copied();
            return Some(Value::number(match family {
                "score" => found(&block.scores),
                "mod" => block.ability_mod(key),
                "save" => found(&block.saves),
                "skill" => found(&block.skills),
                "speed" => found(&block.speeds),
                "sense" => found(&block.senses),
                "number" => found(&block.numbers),
                "slots" => {
                    let level = key.parse::<u8>().ok()?;
                    block.slots.get(&level).and_then(|count| i32::try_from(*count).ok())
                }
                "spell" => match key {
                    "dc" => block.spell_dc,
                    "attack" => block.spell_attack,
                    _ => return None,
                },
                "legendary" => match key {
                    "actions" => block.legendary_actions,
                    "resistances" => block.legendary_resistances,
                    _ => return None,
                },
                _ => return None,
            }));
        }
        let count = |count: usize| Value::Int(count as i64);
        Some(match name {
            "hp" => Value::number(block.hp),
            "ac" => Value::number(block.ac),
            "initiative" => Value::number(block.initiative),
            "proficiency" => Value::number(block.proficiency),
            "level" => Value::number(block.level),
            "size" => Value::word(&block.size),
            "kind" => Value::word(&slug(&block.kind)),
            "hero" => Value::Bool(block.hero),
            "multiattack" => Value::number(block.multiattack.as_ref().map(|it| {
                // Each use of a power in addition counts as one more attack.
                crate::number::total([it.count, it.uses])
            })),
            "attacks" => count(block.attacks.len()),
            "spells" => count(block.spells.len()),
            "recharge" => {
                let faces = block.powers.iter().filter_map(|power| power.uses.recharge);
                Value::number(faces.min())
            }
            _ => return None,
        })
    }

    fn of_entry(&self, entry: Entry<'_>, name: &str) -> Option<Value> {
        let uses = entry.uses();
        let of_uses = |get: fn(&Uses) -> Option<i32>| Some(Value::number(uses.and_then(get)));
        match name {
            "recharge" => return of_uses(|uses| uses.recharge),
            "uses" => return of_uses(|uses| uses.count),
            "cost" => return of_uses(|uses| uses.legendary_cost),
            "once" => return Some(Value::Bool(uses.is_some_and(|uses| uses.once))),
            "times" => return Some(Value::Int(self.times(entry.name()).into())),
            "replaces" => return Some(Value::Bool(self.replaces(entry.name()))),
            _ => {}
        }
        if let (Entry::Attack(attack), Some(name)) = (entry, name.strip_prefix("then.")) {
            return match &attack.then {
                Some(effect) => of_effect(effect, name),
                None => of_effect(&Effect::default(), name),
            };
        }
        match entry {
            Entry::Attack(attack) => of_attack(attack, name),
            Entry::Power(power) => of_doing(&power.effect, power.action, name),
            Entry::Spell(spell) => match name {
                "level" => Some(Value::number(spell.level)),
                "concentration" => Some(Value::Bool(spell.concentration)),
                "at-will" => Some(Value::Bool(spell.at_will)),
                "slotted" => {
                    let free = spell.at_will || spell.uses != Uses::default();
                    Some(Value::Bool(!free && spell.level != Some(0)))
                }
                _ => of_doing(&spell.effect, spell.action, name),
            },
            Entry::Feature(_) => None,
        }
    }

    /// Returns how often a Multiattack makes an attack; 0 if that is open.
    fn times(&self, name: &str) -> i32 {
        let multiattack = self.block.multiattack.as_ref();
        let part = multiattack.and_then(|it| it.parts.iter().find(|(known, _)| known == name));
        part.map_or(0, |(_, count)| *count)
    }

    /// Whether a Multiattack uses a power in addition to its attacks or instead of one.
    fn replaces(&self, name: &str) -> bool {
        let name = name.split(" (").next().unwrap_or(name);
        let multiattack = self.block.multiattack.as_ref();
        multiattack.is_some_and(|it| it.along.iter().chain(&it.instead).any(|known| known == name))
    }

    /// Returns the value of a call such as `resists(fire)`; `None` if it is not valid here.
    pub(crate) fn call(&self, callee: &str, words: &[Word]) -> Option<Value> {
        let block = self.block;
        let among =
            |list: &[String]| words.iter().any(|word| list.iter().any(|it| slug(it) == word.text));
        let named = |names: &mut dyn Iterator<Item = &str>| {
            let slugs: Vec<String> = names.map(slug).collect();
            words.iter().any(|word| slugs.contains(&word.text))
        };
        let holds = match callee {
            "resists" => among(&block.resistances),
            "immune" => among(&block.immunities),
            "vulnerable" => among(&block.vulnerabilities),
            "unaffected" => among(&block.condition_immunities),
            "knows" => named(&mut block.spells.iter().map(|spell| spell.name.as_str())),
            "has" => {
                let features = block.features.iter().map(String::as_str);
                named(&mut features.chain(block.powers.iter().map(|power| power.name.as_str())))
            }
            "fact" => words.iter().any(|word| block.facts.contains(&word.text)),
            "is" => match self.entry? {
                Entry::Attack(attack) => among(&attack.properties),
                _ => false,
            },
            "inflicts" => match self.entry? {
                Entry::Attack(attack) => attack.then.iter().any(|it| among(&it.conditions)),
                entry => entry.effect().is_some_and(|effect| among(&effect.conditions)),
            },
            _ => return None,
        };
        self.asked.borrow_mut().insert(callee.to_owned());
        Some(Value::Bool(holds))
    }
}

fn of_attack(attack: &Attack, name: &str) -> Option<Value> {
    Some(match name {
        "bonus" => Value::number(attack.bonus),
        "melee" => Value::Bool(attack.melee),
        "ranged" => Value::Bool(attack.ranged),
        "magic" => Value::Bool(attack.spell),
        "reach" => Value::number(attack.reach),
        "range" => Value::number(attack.range),
        "long-range" => Value::number(attack.long_range),
        "action" => Value::word(attack.action.word()),
        // An attack without damage, such as a web, has 0 damage.
        "dice" | "roll" | "all-dice" if attack.damage.is_empty() => Value::Word("0".to_owned()),
        "flat" | "all-flat" if attack.damage.is_empty() => Value::Int(0),
        _ => return of_damage(&attack.damage, name),
    })
}

fn of_doing(effect: &Effect, action: Action, name: &str) -> Option<Value> {
    match name {
        "action" => Some(Value::word(action.word())),
        _ => of_effect(effect, name),
    }
}

fn of_effect(effect: &Effect, name: &str) -> Option<Value> {
    let save = |get: &dyn Fn(&Save) -> Value| effect.save.as_ref().map_or(Value::Missing, get);
    let area = effect.area.as_ref();
    Some(match name {
        "bonus" => Value::number(effect.attack),
        "dc" => save(&|save| Value::number(save.dc)),
        "save" => save(&|save| {
            let short = save.ability.first().map_or("", String::as_str);
            let long = crate::prose::ABILITIES.iter().find(|(_, known)| *known == short);
            Value::word(long.map_or(short, |(long, _)| long))
        }),
        "half" => Value::Bool(effect.save.as_ref().is_some_and(|save| save.half)),
        "shape" => Value::word(area.map_or("", |area| area.shape.as_str())),
        "area" => Value::number(area.map(|area| area.size)),
        "width" => Value::number(area.and_then(|area| area.width)),
        "range" => Value::number(effect.range),
        "condition" => Value::word(&effect.conditions.first().map_or(String::new(), |it| slug(it))),
        "healing" => Value::word(&effect.healing.as_ref().map_or(String::new(), Damage::roll)),
        "count" => Value::number(effect.count),
        "lasts" => Value::word(effect.lasts.word()),
        _ => return of_damage(&effect.damage, name),
    })
}

fn of_damage(damage: &[Damage], name: &str) -> Option<Value> {
    let (at, name) = match name.split_once('.') {
        None => (0, name),
        Some(("second", name)) => (1, name),
        Some(("third", name)) => (2, name),
        Some(_) => return None,
    };
    let part = damage.get(at);
    let word =
        |get: &dyn Fn(&Damage) -> String| part.map_or(Value::Missing, |it| Value::word(&get(it)));
    Some(match name {
        "dice" => word(&|part| match part.dice.as_str() {
            "" => "0".to_owned(),
            dice => dice.to_owned(),
        }),
        "flat" => part.map_or(Value::Missing, |it| Value::Int(it.flat.into())),
        "roll" => word(&Damage::roll),
        "type" => word(&|part| part.kind.clone()),
        "all-dice" => {
            let dice: Vec<&str> =
                damage.iter().map(|it| it.dice.as_str()).filter(|it| !it.is_empty()).collect();
            match (damage.is_empty(), dice.is_empty()) {
                (true, _) => Value::Missing,
                (_, true) => Value::Word("0".to_owned()),
                _ => Value::Word(dice.join("+")),
            }
        }
        "all-flat" if damage.is_empty() => Value::Missing,
        "all-flat" => Value::Int(damage.iter().map(|it| i64::from(it.flat)).sum()),
        "parts" => Value::Int(damage.len() as i64),
        // Names of other kinds of entries are missing here.
        name if at == 0 && OF_ENTRY.contains(&name) => Value::Missing,
        _ => return None,
    })
}
