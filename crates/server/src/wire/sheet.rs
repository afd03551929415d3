//! Sheets: the form of a rulebook, and heroes and creatures filled in with it.

use std::collections::BTreeMap;

use rules::sheet::{self, FieldKind, FieldRole};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The form that heroes and creatures of a rulebook are filled in with.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Sheet {
    /// The side heroes are put on.
    pub heroes: String,
    /// The side their foes are put on.
    pub foes: String,
    /// Groups of fields, in order; none where the rulebook has no form.
    pub groups: Vec<SheetGroup>,
    /// Kinds of attack that a sheet may list.
    pub attacks: Vec<SheetAttackKind>,
    /// Tags and conditions that a sheet may list besides.
    pub tags: Vec<String>,
    /// Activities that only those have whose sheet lists them.
    pub activities: Vec<String>,
    /// Spans of time that a condition can last, the turn last.
    pub spans: Vec<SheetChoice>,
    /// How hard fights are; `null` where the rulebook has no formula for it.
    pub budget: Option<SheetBudget>,
}

/// How hard fights are.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SheetBudget {
    /// The unit of costs.
    #[schema(example = "XP")]
    pub unit: String,
    /// The level of a party that says nothing else.
    pub party: u8,
    /// The greatest level of a party.
    pub levels: u8,
    /// Titles of the grades, the easiest first.
    pub grades: Vec<String>,
}

/// Fields under one heading.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SheetGroup {
    /// The heading.
    pub title: String,
    /// The fields, in order.
    pub fields: Vec<SheetField>,
}

/// A field of the form.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SheetField {
    /// Its name.
    pub id: String,
    /// Its label.
    pub label: String,
    /// A label of a few letters.
    pub short: String,
    /// Help text that explains the field.
    pub help: Option<String>,
    /// The sort of value.
    pub kind: SheetFieldKind,
    /// Attributes, dice, tags or kinds of token that its value is kept under.
    pub sets: Vec<String>,
    /// The value of a blank sheet.
    pub default: String,
    /// Least number.
    pub min: Option<String>,
    /// Greatest number.
    pub max: Option<String>,
    /// The number here is this many times the one shown during play.
    pub per: u16,
    /// The unit behind it.
    pub unit: Option<String>,
    /// It belongs to the short form.
    pub essential: bool,
    /// Where cards show it.
    pub role: SheetRole,
    /// The values to choose from.
    pub choices: Vec<SheetChoice>,
}

/// The sort of value that a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SheetFieldKind {
    /// A number.
    Number,
    /// Dice such as `1d8+2`.
    Dice,
    /// `yes` or `no`.
    YesNo,
    /// One of `choices`.
    Choice,
    /// How many tokens of a kind; where `sets` is empty, a whole amount such as `2P+1M`.
    Tokens,
}

/// Where cards show a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SheetRole {
    /// Nowhere in particular.
    None,
    /// As the health of a combatant.
    Health,
    /// As how hard it is to hit.
    Armor,
    /// As a passing reserve, unless it is 0.
    Temporary,
    /// In the order of turns.
    Initiative,
    /// As how far it moves.
    Speed,
}

/// A value to choose.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SheetChoice {
    /// The value.
    pub value: String,
    /// Its name.
    pub label: String,
}

/// A kind of attack.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SheetAttackKind {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The activity that attacks of this kind are variants of.
    pub like: String,
    /// A blank sheet begins with one of this kind.
    pub essential: bool,
    /// All of this kind have names, and none of their numbers is the creature's own.
    pub named: bool,
    /// Its fields, in order.
    pub fields: Vec<SheetField>,
}

/// A hero or creature as the form is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetValues {
    /// Its name.
    #[schema(example = "Ana")]
    pub name: String,
    /// Values by field; one that is missing is that of a blank sheet.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// Attacks; the first one of a kind also gives the own numbers, without a name it is the
    /// rulebook's activity itself.
    #[serde(default)]
    pub attacks: Vec<SheetAttack>,
    /// Further tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Further activities.
    #[serde(default)]
    pub activities: Vec<String>,
    /// TOML of whatever the form has no field for.
    #[serde(default)]
    pub extra: String,
}

/// An attack of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetAttack {
    /// The kind of attack.
    pub kind: String,
    /// Its name; empty for an attack without one.
    #[serde(default)]
    #[schema(example = "Longsword")]
    pub name: String,
    /// Values by field; one that is missing is that of a blank sheet.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
}

impl From<&sheet::Sheet> for Sheet {
    fn from(sheet: &sheet::Sheet) -> Sheet {
        Sheet {
            heroes: sheet.heroes.clone(),
            foes: sheet.foes.clone(),
            groups: sheet
                .groups
                .iter()
                .map(|group| SheetGroup {
                    title: group.title.clone(),
                    fields: group.fields.iter().map(SheetField::from).collect(),
                })
                .collect(),
            attacks: sheet
                .attacks
                .iter()
                .map(|kind| SheetAttackKind {
                    id: kind.id.clone(),
                    title: kind.title.clone(),
                    like: kind.like.clone(),
                    essential: kind.essential,
                    named: kind.named,
                    fields: kind.fields.iter().map(SheetField::from).collect(),
                })
                .collect(),
            tags: sheet.tags.clone(),
            activities: sheet.activities.clone(),
            spans: sheet
                .spans
                .iter()
                .map(|span| SheetChoice { value: span.id.clone(), label: span.label.clone() })
                .collect(),
            budget: sheet.budget.as_ref().map(|budget| SheetBudget {
                unit: budget.unit.clone(),
                party: budget.party,
                levels: budget.levels,
                grades: budget.grades.iter().map(|grade| grade.title.clone()).collect(),
            }),
        }
    }
}

impl From<&sheet::Field> for SheetField {
    fn from(field: &sheet::Field) -> SheetField {
        let choice = |one: &sheet::FieldChoice| SheetChoice {
            value: one.value.clone(),
            label: one.label.clone(),
        };
        SheetField {
            id: field.id.clone(),
            label: field.label.clone(),
            short: field.short.clone(),
            help: field.help.clone(),
            kind: match field.kind {
                FieldKind::Number => SheetFieldKind::Number,
                FieldKind::Dice => SheetFieldKind::Dice,
                FieldKind::YesNo => SheetFieldKind::YesNo,
                FieldKind::Choice => SheetFieldKind::Choice,
                FieldKind::Tokens => SheetFieldKind::Tokens,
            },
            sets: field.targets.iter().map(|target| target.name().to_owned()).collect(),
            default: field.default.clone(),
            min: field.min.clone(),
            max: field.max.clone(),
            per: field.per,
            unit: field.unit.clone(),
            essential: field.essential,
            role: field.role.into(),
            choices: field.choices.iter().map(choice).collect(),
        }
    }
}

impl From<FieldRole> for SheetRole {
    fn from(role: FieldRole) -> SheetRole {
        match role {
            FieldRole::None => SheetRole::None,
            FieldRole::Health => SheetRole::Health,
            FieldRole::Armor => SheetRole::Armor,
            FieldRole::Temporary => SheetRole::Temporary,
            FieldRole::Initiative => SheetRole::Initiative,
            FieldRole::Speed => SheetRole::Speed,
        }
    }
}

impl From<sheet::Values> for SheetValues {
    fn from(values: sheet::Values) -> SheetValues {
        let sheet::Values { name, fields, attacks, tags, activities, extra } = values;
        let attack =
            |one: sheet::Attack| SheetAttack { kind: one.kind, name: one.name, fields: one.fields };
        let attacks = attacks.into_iter().map(attack).collect();
        SheetValues { name, fields, attacks, tags, activities, extra }
    }
}

impl From<SheetValues> for sheet::Values {
    fn from(values: SheetValues) -> sheet::Values {
        let SheetValues { name, fields, attacks, tags, activities, extra } = values;
        let attack =
            |one: SheetAttack| sheet::Attack { kind: one.kind, name: one.name, fields: one.fields };
        let attacks = attacks.into_iter().map(attack).collect();
        sheet::Values { name, fields, attacks, tags, activities, extra }
    }
}
