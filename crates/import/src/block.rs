//! Stat blocks: creatures and heroes as other programs write them down, in neutral words.
//!
//! Every reader fills in a [`StatBlock`]. Numbers of the source stand as they are; a [`Note`] says
//! which ones were derived or guessed. A number that is not there is `None`, never 0.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// A game that stat blocks are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// The fifth edition.
    #[default]
    Dnd5e,
    /// Pathfinder, second edition.
    Pf2e,
    /// Pathfinder, first edition.
    Pf1,
}

impl System {
    /// Every system.
    pub const ALL: [System; 3] = [System::Dnd5e, System::Pf2e, System::Pf1];

    /// Returns its id: `dnd5e`, `pf2e` or `pf1`.
    pub fn id(self) -> &'static str {
        match self {
            System::Dnd5e => "dnd5e",
            System::Pf2e => "pf2e",
            System::Pf1 => "pf1",
        }
    }

    /// Returns its name for people.
    pub fn title(self) -> &'static str {
        match self {
            System::Dnd5e => "D&D 5e",
            System::Pf2e => "Pathfinder 2",
            System::Pf1 => "Pathfinder 1",
        }
    }

    /// Returns the system with an id.
    pub fn by_id(id: &str) -> Option<System> {
        System::ALL.into_iter().find(|system| system.id() == id)
    }
}

/// A creature or hero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatBlock {
    /// Its name.
    pub name: String,
    /// The game it is written for.
    pub system: System,
    /// Whether it is the character of a player.
    pub hero: bool,
    /// Challenge rating or level, as it is written: `1/4`, `10`.
    pub challenge: String,
    /// Creature type: `dragon`.
    pub kind: String,
    /// Size: `tiny`, `small`, `medium`, `large`, `huge`, `gargantuan`.
    pub size: String,
    /// Level of a character.
    pub level: Option<i32>,
    /// Hit points.
    pub hp: Option<i32>,
    /// Armor class.
    pub ac: Option<i32>,
    /// Initiative modifier.
    pub initiative: Option<i32>,
    /// Proficiency bonus.
    pub proficiency: Option<i32>,
    /// Speeds in feet: `walk`, `fly`, `swim`, `climb`, `burrow`.
    pub speeds: BTreeMap<String, i32>,
    /// Ability scores by `str`, `dex`, `con`, `int`, `wis`, `cha`.
    pub scores: BTreeMap<String, i32>,
    /// Ability modifiers.
    pub mods: BTreeMap<String, i32>,
    /// Saving throw modifiers by ability, or by the system's own saves.
    pub saves: BTreeMap<String, i32>,
    /// Skill modifiers by name: `stealth`, `sleight-of-hand`.
    pub skills: BTreeMap<String, i32>,
    /// Senses in feet: `darkvision`, `blindsight`.
    pub senses: BTreeMap<String, i32>,
    /// Damage types of which it takes half.
    pub resistances: Vec<String>,
    /// Damage types of which it takes none.
    pub immunities: Vec<String>,
    /// Damage types of which it takes double.
    pub vulnerabilities: Vec<String>,
    /// Conditions it cannot have.
    pub condition_immunities: Vec<String>,
    /// Attacks.
    pub attacks: Vec<Attack>,
    /// Attacks it makes with one action.
    pub multiattack: Option<Multiattack>,
    /// Other things it does: breaths, gazes, legendary actions.
    pub powers: Vec<Power>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// Spell slots by level.
    pub slots: BTreeMap<u8, u32>,
    /// Save DC of its spells.
    pub spell_dc: Option<i32>,
    /// Attack bonus of its spells.
    pub spell_attack: Option<i32>,
    /// Legendary actions a round.
    pub legendary_actions: Option<i32>,
    /// Legendary resistances a day.
    pub legendary_resistances: Option<i32>,
    /// Names of traits, feats and features, which the source describes in prose only.
    pub features: Vec<String>,
    /// Further numbers that only one system has, by name: `bab`, `cmd`.
    pub numbers: BTreeMap<String, i32>,
    /// Further facts that only one system has.
    pub facts: BTreeSet<String>,
    /// A creature that a ruleset's own converter wrote; it takes the place of the mapping there.
    pub creature: Option<toml::Table>,
    /// Remarks on how it was read.
    pub notes: Vec<Note>,
    /// Number of values in the source that say nothing about fighting.
    pub ignored: usize,
}

/// Damage or healing that is rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Damage {
    /// Dice such as `2d6`; empty where only the number counts.
    pub dice: String,
    /// Number added to them.
    pub flat: i32,
    /// Damage type: `fire`; empty where none is said.
    pub kind: String,
}

impl Damage {
    /// Returns dice and number as one roll: `2d6+4`.
    pub fn roll(&self) -> String {
        match (self.dice.as_str(), self.flat) {
            ("", flat) => flat.max(0).to_string(),
            (dice, 0) => dice.to_owned(),
            (dice, flat) if flat < 0 => format!("{dice}{flat}"),
            (dice, flat) => format!("{dice}+{flat}"),
        }
    }
}

/// A saving throw that something asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Save {
    /// Abilities it may be made with; usually one.
    pub ability: Vec<String>,
    /// Number to reach.
    pub dc: Option<i32>,
    /// Whether success still means half the damage.
    pub half: bool,
}

/// An area that something covers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Area {
    /// Shape: `cone`, `line`, `sphere`, `cube`, `cylinder`, `emanation`.
    pub shape: String,
    /// Length or radius in feet.
    pub size: i32,
    /// Width of a line in feet.
    pub width: Option<i32>,
}

/// Effects on targets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effect {
    /// Bonus of an attack roll, where one is made.
    pub attack: Option<i32>,
    /// Saving throw.
    pub save: Option<Save>,
    /// Damage, part by part.
    pub damage: Vec<Damage>,
    /// Hit points given back.
    pub healing: Option<Damage>,
    /// Area.
    pub area: Option<Area>,
    /// Range in feet; 0 where it begins at the creature itself.
    pub range: Option<i32>,
    /// Conditions it puts on targets.
    pub conditions: Vec<String>,
    /// How long the first condition lasts.
    pub lasts: Lasts,
    /// Number of targets or rays, where the source says it.
    pub count: Option<i32>,
}

/// How long a condition lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// The source does not say, or until something ends it.
    #[default]
    Open,
    /// Until the end of the target's next turn.
    TargetEnd,
    /// Until the start of the creature's own next turn.
    OwnStart,
    /// Until the end of the creature's own next turn.
    OwnEnd,
    /// Until the target saves, at the end of each of its turns.
    Saves,
}

impl Lasts {
    /// Returns its word, as mappings name it.
    pub fn word(self) -> &'static str {
        match self {
            Lasts::Open => "open",
            Lasts::TargetEnd => "target-end",
            Lasts::OwnStart => "own-start",
            Lasts::OwnEnd => "own-end",
            Lasts::Saves => "saves",
        }
    }
}

impl Effect {
    /// Returns true if it changes nothing that a fight counts.
    pub fn is_empty(&self) -> bool {
        self.attack.is_none()
            && self.save.is_none()
            && self.damage.is_empty()
            && self.healing.is_none()
            && self.conditions.is_empty()
    }
}

/// The part of a turn that something takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::enum_variant_names, reason = "an action is one of the things that take a turn")]
pub enum Action {
    /// An action.
    #[default]
    Action,
    /// A bonus action.
    Bonus,
    /// A reaction.
    Reaction,
    /// A legendary action.
    Legendary,
    /// A lair action.
    Lair,
    /// Nothing: it happens by itself or comes with something else.
    Free,
    /// A minute or longer: not for fights.
    Long,
}

impl Action {
    /// Returns its word, as mappings name it.
    pub fn word(self) -> &'static str {
        match self {
            Action::Action => "action",
            Action::Bonus => "bonus",
            Action::Reaction => "reaction",
            Action::Legendary => "legendary",
            Action::Lair => "lair",
            Action::Free => "free",
            Action::Long => "long",
        }
    }
}

/// How often something can be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Uses {
    /// Lowest face of a d6 that gives it back at the start of a turn.
    pub recharge: Option<i32>,
    /// Uses between rests or a day.
    pub count: Option<i32>,
    /// The stretch of time that `count` is for: `day`, `short rest`.
    pub per: String,
    /// Legendary actions that it takes.
    pub legendary_cost: Option<i32>,
}

/// An attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attack {
    /// Its name.
    pub name: String,
    /// The part of a turn it takes.
    pub action: Action,
    /// Whether it can be made in melee.
    pub melee: bool,
    /// Whether it can be made at range.
    pub ranged: bool,
    /// Whether it is an attack by magic.
    pub spell: bool,
    /// Bonus of the attack roll.
    pub bonus: Option<i32>,
    /// Reach in feet.
    pub reach: Option<i32>,
    /// Normal range in feet.
    pub range: Option<i32>,
    /// Long range in feet.
    pub long_range: Option<i32>,
    /// Damage, part by part; the first part is the weapon's.
    pub damage: Vec<Damage>,
    /// Properties: `finesse`, `light`, `thrown`, `loading`.
    pub properties: Vec<String>,
    /// How often it can be made.
    pub uses: Uses,
    /// Further effects on a target that is hit.
    pub then: Option<Effect>,
}

/// Attacks made with one action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Multiattack {
    /// Number of attacks in all.
    pub count: i32,
    /// Attacks by name, and how often each; 0 where the text leaves it open.
    pub parts: Vec<(String, i32)>,
    /// Powers that come along with the attacks.
    pub along: Vec<String>,
    /// Powers that may take the place of one attack.
    pub instead: Vec<String>,
}

/// Something a creature does that is no plain attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// The part of a turn it takes.
    pub action: Action,
    /// Its effect.
    pub effect: Effect,
    /// How often it can be done.
    pub uses: Uses,
}

/// A spell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spell {
    /// Its name.
    pub name: String,
    /// Its level; 0 for a cantrip.
    pub level: Option<i32>,
    /// The part of a turn it takes.
    pub action: Action,
    /// Its effect.
    pub effect: Effect,
    /// Whether it needs concentration.
    pub concentration: bool,
    /// How often it can be cast without slots.
    pub uses: Uses,
    /// Whether it can be cast as often as its caster likes.
    pub at_will: bool,
}

/// How much a remark matters at the table, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// A number is not there; a default stands in.
    Missing,
    /// A number is a guess.
    Guessed,
    /// Something was not understood and does not work in play.
    NotUnderstood,
    /// The ruleset's sheet has no place for something.
    NotCarried,
    /// A number was worked out from others, as the game does.
    Derived,
    /// Everything else worth a line.
    Remark,
}

/// A remark on how something was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// How much it matters.
    pub weight: Weight,
    /// The remark, a sentence without a full stop.
    pub text: String,
}

impl StatBlock {
    /// Adds a remark, once.
    pub fn note(&mut self, weight: Weight, text: impl Into<String>) {
        let note = Note { weight, text: text.into() };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Returns the modifier of an ability: the one given, or the one of its score.
    pub fn ability_mod(&self, ability: &str) -> Option<i32> {
        let of_score = || Some((self.scores.get(ability)? - 10).div_euclid(2));
        self.mods.get(ability).copied().or_else(of_score)
    }
}

/// Returns a name as ids have it: lower case, words joined by `-`.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().filter(|c| !['\'', '’'].contains(c)) {
        match c.is_alphanumeric() {
            true => slug.extend(c.to_lowercase()),
            false if slug.ends_with('-') || slug.is_empty() => {}
            false => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}
