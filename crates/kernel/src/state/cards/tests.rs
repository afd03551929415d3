use super::*;
use crate::ids::NOBODY;

const DECK: PileId = PileId(0);
const HAND: PileId = PileId(1);
const ANA: CombatantId = CombatantId(0);

/// Returns a state with five cards in the encounter's deck, top card first.
fn deck() -> State {
    let card = |card| PlacedCard { card: CardId(card), pile: DECK, owner: NOBODY, shuffled: false };
    State { cards: (0..5).map(card).collect(), ..State::default() }
}

fn numbers(state: &State, pile: PileId, owner: CombatantId) -> Vec<u16> {
    state.pile(pile, owner).iter().map(|one| one.card.0).collect()
}

#[test]
fn a_card_goes_on_top_or_under() {
    let mut state = deck();
    state.move_card(CardId(3), HAND, ANA, false);
    state.move_card(CardId(1), HAND, ANA, false);
    state.move_card(CardId(0), HAND, ANA, true);
    assert_eq!(numbers(&state, HAND, ANA), [1, 3, 0]);
    assert_eq!(numbers(&state, DECK, NOBODY), [2, 4]);
    state.move_card(CardId(9), HAND, ANA, true);
    assert_eq!(state.cards.len(), 5, "a card that does not exist is not made");
}

#[test]
fn a_pile_put_on_another_keeps_its_order() {
    let mut state = deck();
    state.move_card(CardId(3), HAND, ANA, false);
    state.move_card(CardId(1), HAND, ANA, false);
    state.move_pile((HAND, ANA), (DECK, NOBODY));
    assert_eq!(numbers(&state, DECK, NOBODY), [1, 3, 0, 2, 4]);
    assert_eq!(numbers(&state, HAND, ANA), []);
}

#[test]
fn shuffled_piles_are_equal_whatever_their_order_was() {
    let (mut one, mut other) = (deck(), deck());
    other.move_card(CardId(3), DECK, NOBODY, false);
    assert_ne!(one.cards, other.cards);
    one.shuffle(DECK, NOBODY);
    other.shuffle(DECK, NOBODY);
    assert_eq!(one.cards, other.cards);
    assert_eq!(one.shuffled_on_top(DECK, NOBODY), 5);
}

#[test]
fn cards_put_on_a_shuffled_pile_come_first() {
    let mut state = deck();
    state.shuffle(DECK, NOBODY);
    state.settle_top_card(DECK, NOBODY, 3);
    assert_eq!(numbers(&state, DECK, NOBODY)[0], 2);
    assert_eq!(state.shuffled_on_top(DECK, NOBODY), 0);
    state.move_card(CardId(2), DECK, NOBODY, true);
    assert_eq!(state.shuffled_on_top(DECK, NOBODY), 4);
    assert_eq!(numbers(&state, DECK, NOBODY), [0, 1, 3, 4, 2]);
}
