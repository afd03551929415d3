//! Values of expressions about cards.

use crate::game::{EvalContext, Game};
use crate::ids::{CardId, CombatantId, NOBODY, PileId, TableId};
use crate::model::card::{PileRef, PlacedCard};
use crate::model::expr::Input;

impl Game {
    /// Returns the number at a place of a table; 0 outside the table.
    pub fn look_up(&self, table: TableId, place: i32) -> i32 {
        let table = self.tables.get(table.index()).map_or(&[][..], Vec::as_slice);
        usize::try_from(place).ok().and_then(|place| table.get(place)).copied().unwrap_or(0)
    }
}

impl EvalContext<'_> {
    /// Returns the value of an input about cards; 0 for others.
    #[inline(never)]
    pub(super) fn read_cards(&self, input: Input) -> i32 {
        let number = |one: &PlacedCard, table| self.game.look_up(table, one.card.number());
        match input {
            Input::CardCount(pile) => self.cards_of(pile).len() as i32,
            Input::TopCard(pile) => match self.cards_of(pile) {
                [PlacedCard { card, shuffled: false, .. }, ..] | [PlacedCard { card, .. }] => {
                    card.number()
                }
                _ => 0,
            },
            Input::FirstCard(pile) => {
                self.cards_of(pile).first().map_or(0, |one| one.card.number())
            }
            Input::FindCard(pile, table) => {
                let found = self.cards_of(pile).iter().find(|one| number(one, table) != 0);
                found.map_or(0, |one| one.card.number())
            }
            Input::CardTotal(pile, table) => {
                let numbers = self.cards_of(pile).iter().map(|one| number(one, table));
                numbers.fold(0, i32::saturating_add)
            }
            Input::ArgumentInPile(pile) => {
                let card = CardId::from_number(self.frame.argument);
                i32::from(self.cards_of(pile).iter().any(|one| Some(one.card) == card))
            }
            _ => 0,
        }
    }

    /// Returns the pile that a reference stands for, with its owner; `None` if its owner is absent.
    pub(crate) fn pile_of(&self, of: PileRef) -> Option<(PileId, CombatantId)> {
        match of.owner {
            None => Some((of.pile, NOBODY)),
            Some(role) => self.with_role(role, |who| Some((of.pile, who)), None),
        }
    }

    /// Returns the cards of a pile, top card first; none if its owner is absent.
    fn cards_of(&self, pile: PileRef) -> &[PlacedCard] {
        match self.pile_of(pile) {
            Some((pile, owner)) => self.state.pile(pile, owner),
            None => &[],
        }
    }
}
