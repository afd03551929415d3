//! Cards and the piles they lie in: decks, hands, discard piles.
//!
//! Expressions know a card by its number, from 1; 0 stands for no card. Whatever is printed on a
//! card is a table of numbers by card.

use crate::ids::{CardId, CombatantId, PileId, RulesId};
use crate::model::expr::Role;

/// Pile of cards, as the rules declare it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PileSpec {
    /// Whether each combatant has such a pile of its own. Otherwise the encounter has a single one.
    pub of_combatant: bool,
    /// The rules that declare it.
    pub rules: RulesId,
}

/// A pile, and the role of the combatant whose pile it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PileRef {
    /// The pile.
    pub pile: PileId,
    /// The role of its owner; `None` = the pile of the encounter.
    pub owner: Option<Role>,
}

/// A card in a pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlacedCard {
    /// The card.
    pub card: CardId,
    /// The pile it lies in.
    pub pile: PileId,
    /// The owner of the pile; [`crate::NOBODY`] = the encounter.
    pub owner: CombatantId,
    /// Whether its place among its shuffled neighbors is still open: dice decide which of them is
    /// drawn.
    pub shuffled: bool,
}

impl CardId {
    /// Returns the number by which expressions know the card: 1 for the first one.
    pub fn number(self) -> i32 {
        i32::from(self.0) + 1
    }

    /// Returns the card with a number; `None` for 0 and whatever is no card number.
    pub fn from_number(number: i32) -> Option<CardId> {
        u16::try_from(number.checked_sub(1)?).ok().map(CardId)
    }
}
