//! Allowances as written, and which kinds use them up.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Text;

/// An allowance per span.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its name in rules and commands.
    pub id: Text,
    /// Its name for people: `quick action`. Without it, the id stands there.
    pub name: Option<Text>,
    /// No one calls it by a name. Displays leave it out, and a refusal quotes its rule instead.
    #[serde(default)]
    pub hidden: bool,
    /// Uses per span: an expression over options and the combatant as it began; 127 = unlimited.
    pub cap: Text,
    /// The span.
    pub per: Text,
    /// It refills only when its owner's own turn begins; `per` is then the span of turns.
    #[serde(default)]
    pub own: bool,
    /// Every body part has one for itself.
    #[serde(default)]
    pub parts: bool,
}

/// An allowance that each kind of a prefix has for itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSlot {
    /// The prefix.
    pub prefix: Text,
    /// Uses per span, as for [`Slot`].
    pub cap: Text,
    /// The span.
    pub per: Text,
}

/// Kinds that shut each other out: within one instance of a span, whoever has filled slots as any
/// of these cannot fill them as any of the others, and the reverse.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Excludes {
    /// These kinds: as the kinds of [`Fills`] are written.
    pub kinds: Vec<Text>,
    /// The others.
    pub others: Vec<Text>,
    /// The span.
    pub per: Text,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// Which slots a kind fills when it is used.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fills {
    /// The kind. `Opp*` means every kind of that prefix not named otherwise, `P@*` every part of P.
    pub kind: Text,
    /// The slots; `P@*` = those of all parts, `P@` = that of the part used. One named several times
    /// is filled as often. `rest` = what the kind fills without its outermost prefix, `beyond` =
    /// the same less what the tokens taken would fill so: for what was set aside and has filled
    /// that.
    pub slots: Vec<Text>,
    /// Conditions that using this very kind brings.
    #[serde(default)]
    pub marks: Vec<Text>,
    /// Further conditions that it brings whoever has another one already: `{ moved =
    /// "moved-twice" }`; two at most.
    #[serde(default)]
    pub then: BTreeMap<Text, Text>,
    /// Conditions that keep one from filling these slots, as if they were full.
    #[serde(default)]
    pub unless: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}
