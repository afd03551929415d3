//! Compiles effects on cards.

use kernel::{Draw, Op};

use super::super::Build;
use super::Context;
use crate::raw::Effect;

impl Build<'_> {
    /// Compiles an effect that draws, moves or shuffles cards.
    pub(super) fn card_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let Context { here, place, .. } = context;
        if let Some(one) = &effect.draw {
            let from = self.pile_at(here, place, &one.from);
            let to = self.pile_at(here, place, &one.to);
            let refill = match &one.refill {
                Some(refill) => Some(self.pile_at(here, place, refill)?),
                None => None,
            };
            let count = match &one.count {
                Some(count) => self.int(context, count)?,
                None => self.constant(1),
            };
            let (from, to, dice) = (from?, to?, self.dice_for_drawing());
            return Some(Op::Draw(Draw { from, to, refill, count, dice }));
        }
        if let Some(one) = &effect.move_card {
            let card = self.int(context, &one.card);
            let to = self.pile_at(here, place, &one.to)?;
            return Some(Op::MoveCard { card: card?, to, under: one.under });
        }
        if let Some(one) = &effect.move_cards {
            let from = self.pile_at(here, place, &one.from);
            let to = self.pile_at(here, place, &one.to);
            return Some(Op::MovePile { from: from?, to: to? });
        }
        let pile = effect.shuffle.as_ref()?;
        Some(Op::Shuffle { pile: self.pile_at(here, place, pile)? })
    }
}
