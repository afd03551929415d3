//! Kinds of token as written: bases, prefixes and parts, and when they may be used.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// A kind of token without a prefix.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// The letter or name it is written with.
    pub id: Text,
    /// Its full name.
    pub name: Text,
    /// The name of several, `quick actions`; not said: the name with an s.
    pub plural: Option<Text>,
    /// A sign for one token, shown where there is little room.
    pub symbol: Option<Text>,
    /// How dear one token is, to list cheap payments first.
    #[serde(default)]
    pub worth: Option<At<u16>>,
    /// It need not be held: using it takes no token.
    #[serde(default)]
    pub free: bool,
    /// It pays for nothing by itself, only through conversions.
    #[serde(default)]
    pub currency: bool,
    /// Nothing: a bill of it needs no payment at all, and no token of it can exist.
    #[serde(default)]
    pub nothing: bool,
}

/// A prefix.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    /// How it is written in front of a base.
    pub id: Text,
    /// Its full name.
    pub name: Text,
    /// A sign put in front of that of the base; not said: the name.
    pub symbol: Option<Text>,
    /// How often it may be stacked; 1 if not said.
    pub depth: Option<At<u8>>,
    /// The base it stands for when written alone.
    pub bare: Option<Text>,
    /// Added to the worth of the base, once per depth.
    #[serde(default)]
    pub worth: Option<At<u16>>,
    /// Its effect on slots: `own` (each kind its own), `none`, `rest` (as without it), or
    /// `as PREFIX` (as if it were that one), or `slot NAME`. Not said: `rest`.
    pub fills: Option<Text>,
    /// Activities paid for with it cannot be answered.
    #[serde(default)]
    pub instant: bool,
    /// It can only be used for activities that accept it by name.
    #[serde(default)]
    pub gated: bool,
    /// A use of it takes a token of the same kind without it.
    #[serde(default)]
    pub borrows: bool,
    /// Tokens of it neither lapse with a refresh nor keep one from being out of actions.
    #[serde(default)]
    pub apart: bool,
    /// When false, conversions of plain kinds do not carry over to it.
    pub when: Option<Text>,
}

/// A body part by its name, or every part (`*`).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name, as setups write it.
    pub id: Text,
    /// Bases it can have no tokens of.
    #[serde(default)]
    pub without: Vec<Text>,
    /// Bases it has as many tokens of as the body itself, where a setup names the part without an
    /// amount.
    #[serde(default)]
    pub as_body: Vec<Text>,
}

/// When kinds may be used, by `prefix` (`""` = none), by `base`, or by both, which outranks either.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// For all kinds with this leftmost prefix that says anything about moments, or with both of
    /// two prefixes written together (`IOpp`), which outranks either.
    pub prefix: Option<Text>,
    /// For all kinds of this base whose prefixes say nothing; with `prefix`, those that have it.
    pub base: Option<Text>,
    /// Moments of use: `own-open`, `foe-answer` …, `any`, or the name of a window.
    #[serde(default)]
    pub at: Vec<Text>,
    /// Moments that this rule refuses; only the reason given, as others are refused anyway.
    #[serde(default)]
    pub never: Vec<Text>,
    /// Only those with one of these conditions are refused the moments under `never`, which others
    /// may have.
    #[serde(default)]
    pub to: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}

/// A grant with a name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name, used in `grants`.
    pub id: Text,
    /// The tokens it stands for.
    pub grants: Text,
}
