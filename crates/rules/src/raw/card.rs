//! Cards, the piles they lie in, and tables of numbers, as written.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, Text};

/// A pile of cards: a deck, a hand, a discard pile.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// Its name.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// Its owner: `combatant` (not said: each has such a pile of its own) or `encounter` (there is
    /// one for all).
    pub of: Option<Text>,
    /// Readers of its cards: `everyone` (not said), `owner` or `nobody`. Everyone sees how many
    /// there are.
    pub seen: Option<Text>,
    /// Its cards are shuffled when the fight begins.
    #[serde(default)]
    pub shuffled: bool,
}

/// A card. Several combatants may each have one of it, and a pile several copies.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name, as commands use it.
    pub id: Text,
    /// Its label for people; not said: the id with blanks.
    pub name: Option<Text>,
    /// The pile it lies in at the start. In a pile of combatants, each of them has one. Not said:
    /// only those who list it among their `cards` have it.
    pub pile: Option<Text>,
    /// How many of it lie there; 1 if not said.
    pub copies: Option<At<u16>>,
    /// Combatants that have it, by what they began with: `actor.has(hero)`; not said: all.
    pub when: Option<Text>,
    /// Numbers printed on it: `{ rank = "12", damage = "3" }`. What a card does not say is 0.
    #[serde(default)]
    pub numbers: BTreeMap<Text, Text>,
}

/// A table of numbers. `NAME[expression]` reads the number at that place.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberTable {
    /// Its name.
    pub id: Text,
    /// Its numbers, the first one at place 0. Every other place has 0.
    pub values: Vec<At<i32>>,
}
