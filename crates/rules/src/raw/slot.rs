//! Allowances as written, and which kinds use them up.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Text;

/// An allowance per span.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its name.
    pub id: Text,
    /// Uses per span: an expression over options and the combatant as it began; 127 = unlimited.
    pub cap: Text,
    /// The span.
    pub per: Text,
    /// Effects may change the cap, even of 1 or 127; of others they always may.
    #[serde(default)]
    pub flexible: bool,
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

/// Which slots a kind fills when it is used.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fills {
    /// The kind. `Opp*` means every kind of that prefix not named otherwise, `P@*` every part of P.
    pub kind: Text,
    /// The slots; `P@*` = those of all parts, `P@` = that of the part used. One named several times
    /// is filled as often.
    pub slots: Vec<Text>,
    /// Conditions that using this very kind brings.
    #[serde(default)]
    pub marks: Vec<Text>,
    /// In force only if this holds; reads options.
    pub when: Option<Text>,
}
