//! A model of payment that is slow and obvious: it reads the conversion rules as written, tries
//! every way to come by every token, and compares all results with each other at the end.
//!
//! To come by a token: take one that is held, or do a conversion that yields it, coming by each of
//! its inputs in turn from what is left.

mod search;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use rules::Parsed;

pub(crate) use written::Model;

/// A kind of token: prefixes by number, in the order they are declared, and a base.
pub(crate) type Kind = (Vec<usize>, String);

/// Tokens of each kind.
pub(crate) type Purse = BTreeMap<Kind, u32>;

/// Query to the model: the payer's tokens, slots and conditions, and the moment.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Tokens held: `2P+1M`.
    pub(crate) purse: String,
    /// The name of the moment.
    pub(crate) moment: String,
    /// Slots used already, once each.
    pub(crate) used: Vec<String>,
    /// All gates are open.
    pub(crate) gates: bool,
    /// Conditions of the payer.
    pub(crate) conditions: Vec<String>,
}

impl Asked {
    /// With nothing in the way.
    pub(crate) fn freely(purse: &str) -> Asked {
        let (used, conditions) = (Vec::new(), Vec::new());
        Asked { purse: purse.into(), moment: "own-open".into(), used, gates: true, conditions }
    }
}

/// One way to pay: tokens spent and slots filled, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(crate) spend: BTreeMap<String, u32>,
    pub(crate) fill: BTreeMap<String, u32>,
}

impl Way {
    /// Spends no more of anything and fills no other slot.
    fn is_no_worse_than(&self, other: &Way) -> bool {
        let within = |a: &BTreeMap<String, u32>, b: &BTreeMap<String, u32>| {
            a.iter().all(|(name, amount)| b.get(name).is_some_and(|other| other >= amount))
        };
        within(&self.spend, &other.spend) && within(&self.fill, &other.fill)
    }
}

/// Returns the payments that no other payment dominates.
fn undominated(all: &BTreeSet<Way>) -> BTreeSet<Way> {
    let pointless =
        |one: &&Way| all.iter().any(|other| other != *one && other.is_no_worse_than(one));
    all.iter().filter(|one| !pointless(one)).cloned().collect()
}
