//! Conversions, price lists, prefixes that may be left off, gates and covers, as written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// A conversion.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// The tokens it takes, such as `1P+1M+1V`, or `all` for everything that is left.
    pub from: Text,
    /// The unit it gives: one.
    pub to: Text,
    /// Conditions the payer must be free of at that moment.
    #[serde(default)]
    pub unless: Vec<Text>,
    /// Conditions that paying in this way brings.
    #[serde(default)]
    pub marks: Vec<Text>,
    /// Tags the payer must have been set up with.
    #[serde(default)]
    pub only: Vec<Text>,
    /// With `result` (not said) the slots of the result are filled, with `source` those of what is
    /// taken, which is one token then, where that has slots of its own.
    pub fills: Option<Text>,
    /// Whether it carries over to prefixed kinds (not said: yes).
    pub lift: Option<At<bool>>,
    /// Whether its inputs may themselves be converted first (not said: yes). Reads options.
    pub chain: Option<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A price list: so many of one kind buy one of another.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// The currency.
    pub with: Text,
    /// Prices by what is bought.
    pub buys: BTreeMap<Text, At<u32>>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A prefix that may be left off: the kind is then used as if it did not have it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// The prefix.
    pub prefix: Text,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// Kinds that conversions only yield where an activity allows it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Name of the gate, as activities accept it.
    pub id: Text,
    /// Prefixes that a kind must have, all of them, to be behind the gate.
    pub prefixes: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A kind one of which pays a whole bill.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// The base of the kind.
    pub base: Text,
    /// Bases that may stand in the bill.
    pub bill: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}
