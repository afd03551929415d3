//! Compiles effects on declarations: responses, windows, prepared and long activities.

use kernel::{Offered, Op, WindowId};

use super::super::Build;
use super::super::inputs::Place;
use super::Context;
use crate::diagnostic::Code;
use crate::raw::Effect;

impl Build<'_> {
    /// Compiles an effect on answers, windows, parts of activities, or prepared and long
    /// activities.
    pub(super) fn declaration_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if effect.counter.is_some() {
            return Some(Op::Counter);
        }
        if let Some(offer) = &effect.offer {
            let whom = match offer.who.as_str() {
                "everyone" => Offered::Everyone,
                "side" if context.place != Place::Encounter => Offered::Side,
                _ => Offered::One(self.role(context, &offer.who)?),
            };
            let at =
                self.look(|d| &d.windows, Code::UnknownVariant, "window", here, &offer.window)?;
            let window = WindowId(at as u8);
            return Some(Op::Offer { window, whom, once_each: !offer.first });
        }
        if let Some(one) = &effect.declare {
            let target = self.role(context, &one.target)?;
            let activity = self.activity_number(here, &one.activity)?;
            return Some(Op::Declare { activity, target });
        }
        if effect.expose.is_some() {
            return Some(Op::OpenToResponses);
        }
        if effect.leave.is_some() {
            return Some(Op::EndProgram);
        }
        if let Some(one) = &effect.release {
            let who = self.role(context, &one.who)?;
            let fallback = match &one.fallback {
                None => None,
                Some(name) => Some(self.role(context, name)?),
            };
            return Some(Op::Release { who, fallback });
        }
        if let Some(one) = &effect.commit {
            let amount = self.int(context, &one.acts)?;
            let needed = self.int(context, &one.of)?;
            let loose = match &one.loose {
                None => self.constant(0),
                Some(text) => self.truth(context, text)?,
            };
            return Some(Op::Commit { amount, needed, loose });
        }
        if let Some(one) = &effect.abandon {
            let who = self.role(context, &one.who)?;
            let of = match &one.of {
                None => None,
                Some(name) => Some(self.activity_number(here, name)?),
            };
            return Some(Op::Abandon { who, idle: one.idle, of });
        }
        let one = effect.forget.as_ref()?;
        Some(Op::Forget { who: self.role(context, &one.who)? })
    }
}
