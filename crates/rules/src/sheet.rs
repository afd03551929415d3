//! Sheets: the form that people fill in for a hero or a creature.
//!
//! A ruleset's `sheet.toml` declares the attributes, dice, tags, tokens and attacks of the form,
//! with their labels. [`Sheet::of`] looks everything up in the ruleset. [`Sheet::creature`] turns
//! values typed by people into the table of a creature file, and [`Sheet::values`] turns such a
//! table back into values.

mod budget;
mod build;
mod build_budget;
mod creature;
mod tokens;
mod value;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Files, Report};
use crate::dictionary::Dictionary;
use crate::kinds::Kinds;
use crate::source::Parsed;

pub use budget::{Budget, Difficulty, Foes, Grade};
pub use creature::name_fault;

/// The form of a ruleset, with every name looked up.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The side of heroes.
    pub heroes: String,
    /// The side of their foes.
    pub foes: String,
    /// Groups of fields.
    pub groups: Vec<Group>,
    /// Kinds of attack.
    pub attacks: Vec<AttackKind>,
    /// Tags and conditions that a sheet may list: those that are not hidden.
    pub tags: Vec<String>,
    /// Activities that only combatants that list them have.
    pub activities: Vec<String>,
    /// Spans of time that a condition can last, the turn last.
    pub spans: Vec<SpanName>,
    /// The attribute that says how many squares a combatant covers along each edge, if the ruleset
    /// has one.
    span: Option<String>,
    /// Budget of difficulty, if the ruleset has one.
    pub budget: Option<Budget>,
    /// Named amounts of tokens, with their contents.
    presets: BTreeMap<String, String>,
    /// Ids that attacks cannot have: those of the ruleset's activities.
    taken: BTreeSet<String>,
    /// Every tag and condition of the ruleset.
    all_tags: BTreeSet<String>,
    kinds: Kinds,
}

/// Span of time, as rules and as people call it.
#[derive(Clone, Debug)]
pub struct SpanName {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub label: String,
}

/// Fields under one heading.
#[derive(Clone, Debug)]
pub struct Group {
    /// The heading.
    pub title: String,
    /// The fields.
    pub fields: Vec<Field>,
}

/// A field of the form.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub id: String,
    /// Its label.
    pub label: String,
    /// A label of a few letters.
    pub short: String,
    /// Its purpose.
    pub help: Option<String>,
    /// Sort of value.
    pub kind: FieldKind,
    /// Entries of a creature in which its value is kept.
    pub targets: Vec<Target>,
    /// The value of a blank sheet, as it is typed.
    pub default: String,
    /// Least number, as it is typed.
    pub min: Option<String>,
    /// Greatest number, as it is typed.
    pub max: Option<String>,
    /// Factor between typed and kept numbers: the typed number is this many times the kept one.
    pub per: u16,
    /// Precision of numbers: they are exact to 1 part in this.
    pub scale: u16,
    /// The unit shown behind it.
    pub unit: Option<String>,
    /// Whether the short form asks for it.
    pub essential: bool,
    /// Place on cards where it is shown.
    pub role: FieldRole,
    /// The values to choose from.
    pub choices: Vec<FieldChoice>,
    /// Activities listed if the answer is yes.
    pub activities: Vec<String>,
    /// Tokens granted if the answer is yes.
    pub grants: Option<String>,
}

/// The sort of value that a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number.
    Number,
    /// Dice such as `1d8`.
    Dice,
    /// `yes` or `no`.
    YesNo,
    /// One of several values.
    Choice,
    /// The number of tokens of a kind, or a whole amount.
    Tokens,
}

/// Place on cards where a field is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FieldRole {
    /// No special place.
    #[default]
    None,
    /// The health of a combatant.
    Health,
    /// The difficulty of hitting the combatant.
    Armor,
    /// A passing reserve in front of the health, such as temporary hit points.
    Temporary,
    /// The order of turns.
    Initiative,
    /// The distance that the combatant moves.
    Speed,
}

/// A value to choose.
#[derive(Clone, Debug)]
pub struct FieldChoice {
    /// The value kept.
    pub value: String,
    /// Its name for people.
    pub label: String,
    /// Tags given by this choice.
    pub tags: Vec<String>,
}

/// An entry of a creature's table that keeps a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An attribute, with its default for creatures.
    Attribute(String, String),
    /// Dice, with their default for creatures.
    Dice(String, String),
    /// A tag or condition.
    Tag(String),
    /// A kind of token.
    Token(String),
}

/// A kind of attack.
#[derive(Clone, Debug)]
pub struct AttackKind {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The activity that attacks of this kind are variants of.
    pub like: String,
    /// Whether a blank sheet begins with an attack of this kind.
    pub essential: bool,
    /// Whether all attacks of this kind have names, and none of their numbers is the creature's
    /// own.
    pub named: bool,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A filled-in sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// The name of the hero or creature.
    pub name: String,
    /// Values by field, as they are typed; a missing field has the value of a blank sheet.
    pub fields: BTreeMap<String, String>,
    /// Attacks. The first one of a kind also gives the creature's own numbers, unless all attacks
    /// of that kind are named.
    pub attacks: Vec<Attack>,
    /// Further tags.
    pub tags: Vec<String>,
    /// Further activities.
    pub activities: Vec<String>,
    /// TOML of all entries that the form has no field for, kept as it is.
    pub extra: String,
}

/// An attack of a filled-in sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// The kind of attack.
    pub kind: String,
    /// Name; if empty, the attack is the ruleset's activity itself.
    pub name: String,
    /// Values by field, as they are typed.
    pub fields: BTreeMap<String, String>,
}

/// A value of a sheet that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadValue {
    /// Id of the field. For a field of an attack it is `attacks/NUMBER/FIELD`, with numbers from 0.
    pub field: String,
    /// Label of the field.
    pub label: String,
    /// The reason, worded to follow the label.
    pub message: String,
}

impl std::fmt::Display for BadValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.label, self.message)
    }
}

impl Sheet {
    /// Looks up everything in a ruleset's sheet. A ruleset without `sheet.toml` has a sheet without
    /// fields.
    pub fn of(parsed: &Parsed) -> Result<Sheet, (Report, Files)> {
        // Names declared twice are reported where the ruleset itself is compiled.
        let prefix = parsed.manifest.prefix.as_str();
        let dictionary = Dictionary::build(&parsed.rules, prefix, &mut Report::default());
        let mut report = Report::of(&parsed.files);
        let sheet = build::build(parsed, &dictionary, &mut report);
        if report.has_errors() { Err((report, parsed.files.clone())) } else { Ok(sheet) }
    }

    /// Returns every field of its groups.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.groups.iter().flat_map(|group| &group.fields)
    }

    /// Returns every tag and condition of the ruleset.
    pub fn all_tags(&self) -> impl Iterator<Item = &str> {
        self.all_tags.iter().map(String::as_str)
    }

    /// Returns a kind of attack by its name.
    pub fn attack_kind(&self, id: &str) -> Option<&AttackKind> {
        self.attacks.iter().find(|kind| kind.id == id)
    }

    /// Returns the values of a blank sheet: every default, and one attack of each kind that a blank
    /// sheet begins with.
    pub fn blank(&self, name: &str) -> Values {
        let blanks = |fields: &[Field]| {
            fields.iter().map(|field| (field.id.clone(), field.default.clone())).collect()
        };
        let essential = self.attacks.iter().filter(|kind| kind.essential);
        Values {
            name: name.to_owned(),
            fields: self.fields().map(|it| (it.id.clone(), it.default.clone())).collect(),
            attacks: essential
                .map(|kind| Attack {
                    kind: kind.id.clone(),
                    name: String::new(),
                    fields: blanks(&kind.fields),
                })
                .collect(),
            ..Values::default()
        }
    }
}

#[cfg(test)]
mod budget_tests;
#[cfg(test)]
mod tests;
