//! Stat blocks: creatures and heroes of other programs in one neutral form.
//!
//! Every reader fills in a [`StatBlock`]. Numbers of the source are kept; a [`Note`] names those
//! that were derived or guessed. A missing number is `None`, never 0.

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

    /// Returns its display name.
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
    /// Whether it is a player character.
    pub hero: bool,
    /// Challenge rating or level as text: `1/4`, `10`.
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
    /// Damage types from which it takes half the damage.
    pub resistances: Vec<String>,
    /// Damage types from which it takes no damage.
    pub immunities: Vec<String>,
    /// Damage types from which it takes double damage.
    pub vulnerabilities: Vec<String>,
    /// Conditions it cannot have.
    pub condition_immunities: Vec<String>,
    /// Attacks.
    pub attacks: Vec<Attack>,
    /// Attacks made with one action.
    pub multiattack: Option<Multiattack>,
    /// Actions other than attacks: breaths, gazes, legendary actions.
    pub powers: Vec<Power>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// Spell slots by level.
    pub slots: BTreeMap<u8, u32>,
    /// Save DC of its spells.
    pub spell_dc: Option<i32>,
    /// Attack bonus of its spells.
    pub spell_attack: Option<i32>,
    /// Legendary actions per round.
    pub legendary_actions: Option<i32>,
    /// Legendary resistances per day.
    pub legendary_resistances: Option<i32>,
    /// Names of traits, feats and features, which the source describes in prose only.
    pub features: Vec<String>,
    /// Further numbers that only one system has, by name: `bab`, `cmd`.
    pub numbers: BTreeMap<String, i32>,
    /// Further facts that only one system has.
    pub facts: BTreeSet<String>,
    /// Creature written by a ruleset's own converter. That ruleset uses it instead of its mapping.
    pub creature: Option<toml::Table>,
    /// Remarks on how it was read.
    pub notes: Vec<Note>,
    /// Number of values in the source that were not used.
    pub ignored: usize,
    /// Whether the source has numbers that are too great or too small to be read.
    pub out_of_range: bool,
}

/// Damage or healing that is rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Damage {
    /// Dice such as `2d6`; empty if there are none.
    pub dice: String,
    /// Number added to them.
    pub flat: i32,
    /// Damage type such as `fire`; empty if there is none.
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

/// A saving throw against an effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Save {
    /// Abilities it may be made with; usually one.
    pub ability: Vec<String>,
    /// Difficulty class, the number to reach.
    pub dc: Option<i32>,
    /// Whether a successful save halves the damage instead of preventing it.
    pub half: bool,
}

/// Area of an effect.
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
    /// Bonus of the attack roll, if there is one.
    pub attack: Option<i32>,
    /// Saving throw.
    pub save: Option<Save>,
    /// Damage, part by part.
    pub damage: Vec<Damage>,
    /// Hit points restored.
    pub healing: Option<Damage>,
    /// Area.
    pub area: Option<Area>,
    /// Range in feet; 0 if it begins at the creature itself.
    pub range: Option<i32>,
    /// Conditions it puts on targets.
    pub conditions: Vec<String>,
    /// Duration of the first condition.
    pub lasts: Lasts,
    /// Number of targets or rays, if the source gives it.
    pub count: Option<i32>,
}

/// Duration of a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// Until something ends it, or not given by the source.
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
    /// Returns its name in mappings.
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
    /// Returns true if it has no attack, save, damage, healing or condition.
    pub fn is_empty(&self) -> bool {
        self.attack.is_none()
            && self.save.is_none()
            && self.damage.is_empty()
            && self.healing.is_none()
            && self.conditions.is_empty()
    }
}

/// The kind of action that something takes.
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
    /// No action: it happens by itself or as part of something else.
    Free,
    /// A minute or longer, too long for a fight.
    Long,
}

impl Action {
    /// Returns its name in mappings.
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

/// Limits on use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Uses {
    /// Lowest face of the d6 that recharges it at the start of a turn.
    pub recharge: Option<i32>,
    /// Uses in each period of `per`.
    pub count: Option<i32>,
    /// The period of `count`: `day`, `short rest`.
    pub per: String,
    /// Its cost in legendary actions.
    pub legendary_cost: Option<i32>,
    /// Whether it cannot be used again before the start of the creature's own next turn.
    pub once: bool,
}

/// An attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attack {
    /// Its name.
    pub name: String,
    /// The kind of action it takes.
    pub action: Action,
    /// Whether it can be made in melee.
    pub melee: bool,
    /// Whether it can be made at range.
    pub ranged: bool,
    /// Whether it is a spell attack.
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
    /// Limits on its use.
    pub uses: Uses,
    /// Further effects on a target that is hit.
    pub then: Option<Effect>,
}

/// Attacks made with one action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Multiattack {
    /// Total number of attacks.
    pub count: i32,
    /// Attacks by name with their numbers; 0 if the text leaves the number open.
    pub parts: Vec<(String, i32)>,
    /// Powers used in addition to the attacks.
    pub along: Vec<String>,
    /// Number of uses of those powers.
    pub uses: i32,
    /// Powers that may replace one attack.
    pub instead: Vec<String>,
}

/// An action of a creature other than a plain attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// The kind of action it takes.
    pub action: Action,
    /// Its effect.
    pub effect: Effect,
    /// Limits on its use.
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
    /// The kind of action it takes.
    pub action: Action,
    /// Its effect.
    pub effect: Effect,
    /// Whether it needs concentration.
    pub concentration: bool,
    /// Limits on casting it without slots.
    pub uses: Uses,
    /// Whether it can be cast at will.
    pub at_will: bool,
}

/// Importance of a remark at the table, most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// A number is missing; a default replaces it.
    Missing,
    /// A number is a guess.
    Guessed,
    /// Something was not understood and does not work in play.
    NotUnderstood,
    /// The ruleset's sheet has no field for something.
    NotCarried,
    /// A number was derived from others by the rules of the game.
    Derived,
    /// Any other remark.
    Remark,
}

/// A remark on how something was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Its importance.
    pub weight: Weight,
    /// The remark, a sentence without its period.
    pub text: String,
}

impl StatBlock {
    /// Adds a remark unless it is already there.
    pub fn note(&mut self, weight: Weight, text: impl Into<String>) {
        let note = Note { weight, text: text.into() };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds remarks on numbers that were too great or too small to be read.
    pub(crate) fn note_out_of_range(&mut self, remarks: Vec<String>) {
        self.out_of_range |= !remarks.is_empty();
        for text in remarks {
            self.note(Weight::Missing, text);
        }
    }

    /// Returns the modifier of an ability: the given one, or the one derived from its score.
    pub fn ability_mod(&self, ability: &str) -> Option<i32> {
        let of_score = || Some((self.scores.get(ability)? - 10).div_euclid(2));
        self.mods.get(ability).copied().or_else(of_score)
    }
}

/// Returns a name in the form of an id: lowercase words joined by `-`.
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
