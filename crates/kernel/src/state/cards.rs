//! Cards in their piles.
//!
//! Cards are kept in one list, sorted by owner and pile, the top card of each pile first. Shuffling
//! fixes no order: the cards of a pile are marked, and whenever one is drawn, dice decide which of
//! the marked cards on top it is. So nobody can read the coming cards, not even in the state.

use crate::ids::{CardId, CombatantId, PileId};
use crate::model::card::PlacedCard;
use crate::state::State;

impl State {
    /// Returns the cards of a pile, top card first. `owner` is [`crate::NOBODY`] for a pile of the
    /// encounter.
    pub fn pile(&self, pile: PileId, owner: CombatantId) -> &[PlacedCard] {
        let place = (owner, pile);
        let from = self.cards.partition_point(|one| (one.owner, one.pile) < place);
        let to = self.cards.partition_point(|one| (one.owner, one.pile) <= place);
        &self.cards[from..to]
    }

    /// Returns the number of cards on top of a pile whose order is still open.
    pub fn shuffled_on_top(&self, pile: PileId, owner: CombatantId) -> usize {
        self.pile(pile, owner).iter().take_while(|one| one.shuffled).count()
    }

    /// Returns the place of a card; `None` if there is no such card.
    pub fn place_of(&self, card: CardId) -> Option<PlacedCard> {
        self.cards.iter().find(|one| one.card == card).copied()
    }

    /// Sorts the cards as they are kept: by owner and pile, without changing the order in a pile.
    pub(crate) fn sort_cards(&mut self) {
        self.cards.sort_by_key(|one| (one.owner, one.pile));
    }

    /// Puts a card on top of a pile, or under it. Does nothing if there is no such card.
    pub(crate) fn move_card(
        &mut self,
        card: CardId,
        pile: PileId,
        owner: CombatantId,
        under: bool,
    ) {
        let Some(at) = self.cards.iter().position(|one| one.card == card) else { return };
        self.combatants.record_global_change();
        self.cards.remove(at);
        let at = if under { self.cards.len() } else { 0 };
        self.cards.insert(at, PlacedCard { card, pile, owner, shuffled: false });
        self.sort_cards();
    }

    /// Puts all cards of a pile on top of another one, in the order in which they lie.
    pub(crate) fn move_pile(&mut self, from: (PileId, CombatantId), to: (PileId, CombatantId)) {
        self.combatants.record_global_change();
        let moved = |one: &PlacedCard| (one.pile, one.owner) == from;
        let (mut cards, rest): (Vec<PlacedCard>, Vec<PlacedCard>) =
            self.cards.iter().partition(|one| moved(one));
        cards.iter_mut().for_each(|one| (one.pile, one.owner) = to);
        cards.extend(rest);
        self.cards = cards;
        self.sort_cards();
    }

    /// Shuffles a pile.
    pub(crate) fn shuffle(&mut self, pile: PileId, owner: CombatantId) {
        self.combatants.record_global_change();
        let place = (owner, pile);
        let there = self.cards.iter_mut().filter(|one| (one.owner, one.pile) == place);
        there.for_each(|one| one.shuffled = true);
        // Without an order the cards stand by their numbers, so equal states are equal.
        self.cards.sort_by_key(|one| {
            let number = if (one.owner, one.pile) == place { one.card.0 } else { 0 };
            (one.owner, one.pile, number)
        });
    }

    /// Settles which of the shuffled cards on top of a pile comes first: the `nth` one, from 1.
    pub(crate) fn settle_top_card(&mut self, pile: PileId, owner: CombatantId, nth: i32) {
        let at = usize::try_from(nth - 1).unwrap_or(0);
        let shuffled = &self.pile(pile, owner)[..self.shuffled_on_top(pile, owner)];
        if let Some(one) = shuffled.get(at) {
            self.move_card(one.card, pile, owner, false);
        }
    }
}

#[cfg(test)]
mod tests;
