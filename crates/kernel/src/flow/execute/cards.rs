//! Cards: drawing them, moving them, shuffling a pile.

use crate::event::{Event, EventSink};
use crate::game::{EvalContext, Game};
use crate::ids::{CardId, CombatantId, DiceId, ExprId, NOBODY, PileId, RulesId};
use crate::model::card::PileRef;
use crate::model::effect::{Draw, Op};
use crate::state::State;

use super::EffectRunner;

/// Most cards drawn by one effect.
const DRAWN_MAX: i32 = 1000;

/// Draws the cards of a [`Draw`] that runs at `top` of the stack. Returns the dice that decide
/// which card comes next, with the combatant they are rolled for; `None` if all cards are drawn.
pub(crate) fn draw<R: EventSink>(
    game: &Game,
    state: &mut State,
    top: usize,
    draw: Draw,
    rules: RulesId,
    record: &mut R,
) -> Option<(DiceId, CombatantId)> {
    let frame = &state.stack[top];
    let scope = EvalContext { game, state, frame };
    let (from, to) = (scope.pile_of(draw.from), scope.pile_of(draw.to));
    let (Some(from), Some(to)) = (from, to) else { return None };
    let wanted = || scope.eval(draw.count).clamp(0, DRAWN_MAX) as u16;
    let mut left = frame.cards_left.unwrap_or_else(wanted);
    while left > 0 {
        if state.pile(from.0, from.1).is_empty() {
            let scope = EvalContext { game, state, frame: &state.stack[top] };
            let refill = draw.refill.and_then(|of| scope.pile_of(of));
            let Some(source) = refill.filter(|of| !state.pile(of.0, of.1).is_empty()) else {
                break;
            };
            state.move_pile(source, from);
            state.shuffle(from.0, from.1);
            record.event(Event::PileMoved { from: source, to: from }, rules);
            record.event(Event::Shuffled { pile: from.0, owner: from.1 }, rules);
        }
        let open = state.shuffled_on_top(from.0, from.1);
        if open > 1 {
            state.stack[top].cards_left = Some(left);
            let who = if from.1 == NOBODY { to.1 } else { from.1 };
            return Some((DiceId(draw.dice.0 + open as u16), who));
        }
        let Some(&first) = state.pile(from.0, from.1).first() else { break };
        state.move_card(first.card, to.0, to.1, false);
        record_move(game, record, first.card, (from, to), rules);
        left -= 1;
    }
    state.stack[top].cards_left = None;
    None
}

/// Records that a card came from one pile to another one. The rules of the card and of its new pile
/// are cited.
fn record_move<R: EventSink>(
    game: &Game,
    record: &mut R,
    card: CardId,
    (from, to): ((PileId, CombatantId), (PileId, CombatantId)),
    rules: RulesId,
) {
    record.event(Event::CardMoved { card, from, to }, rules);
    if R::RECORDS {
        record.cite(game.piles[to.0.index()].rules);
        record.cite(game.card_rules.get(card.index()).copied().unwrap_or_default());
    }
}

/// A card that is being drawn: the piles it comes from and goes to, each with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The pile it comes from.
    pub from: (PileId, CombatantId),
    /// The pile it goes to.
    pub to: (PileId, CombatantId),
}

/// Returns the card being drawn by the dice that the encounter waits for; `None` if it waits for
/// something else.
pub fn drawing(game: &Game, state: &State) -> Option<Drawing> {
    let frame = state.stack.last()?;
    let Op::Draw(draw) = game.programs[frame.program.index()].get(frame.at as usize)?.op else {
        return None;
    };
    let scope = EvalContext { game, state, frame };
    Some(Drawing { from: scope.pile_of(draw.from)?, to: scope.pile_of(draw.to)? })
}

impl<R: EventSink> EffectRunner<'_, R> {
    pub(super) fn move_card(&mut self, card: ExprId, to: PileRef, under: bool) {
        let place =
            CardId::from_number(self.value(card)).and_then(|card| self.state.place_of(card));
        let to = self.scope().pile_of(to);
        let (Some(place), Some(to)) = (place, to) else {
            return self.record.cite(self.rules);
        };
        self.state.move_card(place.card, to.0, to.1, under);
        let ways = ((place.pile, place.owner), to);
        record_move(self.game, self.record, place.card, ways, self.rules);
    }

    pub(super) fn move_pile(&mut self, from: PileRef, to: PileRef) {
        let from = self.scope().pile_of(from);
        let to = self.scope().pile_of(to);
        let (Some(from), Some(to)) = (from, to) else {
            return self.record.cite(self.rules);
        };
        if from == to || self.state.pile(from.0, from.1).is_empty() {
            return self.record.cite(self.rules);
        }
        self.state.move_pile(from, to);
        self.record.event(Event::PileMoved { from, to }, self.rules);
        self.record.cite(self.game.piles[to.0.index()].rules);
    }

    pub(super) fn shuffle(&mut self, pile: PileRef) {
        match self.scope().pile_of(pile) {
            Some((pile, owner)) => {
                self.state.shuffle(pile, owner);
                self.record.event(Event::Shuffled { pile, owner }, self.rules);
            }
            None => self.record.cite(self.rules),
        }
    }
}
