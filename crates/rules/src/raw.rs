//! The files as written: one type per table, every value with its place in the file.
//!
//! Nothing is looked up here. Unknown keys are refused, enumerations are spelled out as keys, and a
//! value that may be an expression is always a string, so that every mistake has an exact position.

mod activity;
mod board;
mod budget;
mod card;
mod clock;
mod conversion;
mod effect;
mod encounter;
mod for_each;
mod handler;
mod import;
mod kind;
mod obligation;
mod rule;
mod sheet;
mod slot;
mod state;

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_spanned::Spanned;

pub use activity::{
    AbilityLine, Activity, Also, Argument, Bar, Limit, LimitOn, Need, Price, Shortage,
};
pub use board::{Dice, Space, Step, Terrain};
pub use budget::{SheetBudget, SheetGrade};
pub use card::{Card, NumberTable, Pile};
pub use clock::{Asking, Lasts, Side, Span, Turn, Window};
pub use conversion::{Convert, Cover, Drop, Gate, Prices};
pub use effect::{
    Approach, BreakTies, ChangeTerrain, Draw, Effect, Roll, SetVariable, Tokens, Until,
};
pub use encounter::{Board, Campaign, Combatant, Creature, Encounter, SideSetup};
pub use for_each::schema_of;
pub use handler::{On, Watch};
pub use import::{ImportEach, ImportFile, ImportSystem};
pub use kind::{Base, Moment, Part, Prefix, Preset};
pub use obligation::Obligation;
pub use rule::{OptionOf, Rule, Ruling};
pub use sheet::{SheetAttack, SheetChoice, SheetField, SheetFile, SheetGroup};
pub use slot::{Excludes, Fills, OwnSlot, Slot};
pub use state::{Attribute, Clears, Condition, ConditionGroup, Variable};

/// A value and where it stands, in bytes of its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct At<T>(Spanned<T>);

/// A piece of text and where it stands.
pub type Text = At<String>;

impl<T> At<T> {
    /// A value that stands nowhere in particular: made by the loader itself.
    pub fn made(value: T, span: Range<usize>) -> At<T> {
        At(Spanned::new(span, value))
    }

    /// Another value that stands where this one does.
    pub(crate) fn instead<U>(&self, value: U) -> At<U> {
        At::made(value, self.span())
    }

    /// The value.
    pub fn get(&self) -> &T {
        self.0.get_ref()
    }

    /// Where it stands.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }
}

impl<T: Default> Default for At<T> {
    fn default() -> At<T> {
        At::made(T::default(), 0..0)
    }
}

impl<T> std::ops::Deref for At<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.get_ref()
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &At<T>) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq> Eq for At<T> {}

impl<T: Ord> PartialOrd for At<T> {
    fn partial_cmp(&self, other: &At<T>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for At<T> {
    fn cmp(&self, other: &At<T>) -> std::cmp::Ordering {
        self.get().cmp(other.get())
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
    fn inline_schema() -> bool {
        T::inline_schema()
    }
}

/// `ruleset.toml`: what a ruleset is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Short name, as encounters name it.
    pub id: Text,
    /// Full title.
    pub title: Text,
    /// Version of this file set; encounters remember it.
    pub version: Text,
    /// Where the rules come from.
    pub source: Text,
    /// Prefix that all rule ids share, without the dot.
    pub prefix: Text,
}

/// One file of rules.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// The rules, in reading order.
    #[serde(default)]
    pub rule: Vec<Rule>,
}
