//! Compiles effects on squares and terrain.

use kernel::Op;

use super::super::Build;
use super::Context;
use crate::diagnostic::Code;
use crate::raw::Effect;

impl Build<'_> {
    /// Compiles an effect on steps, squares or terrain.
    pub(super) fn board_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if effect.step.is_some() {
            return Some(Op::Step);
        }
        if let Some(one) = &effect.put {
            return Some(Op::Put { who: self.role(context, &one.who)? });
        }
        if let Some(one) = &effect.bring {
            let (to, named) = self.attribute_of(context, &one.named)?;
            return Some(Op::Bring { to, named });
        }
        if let Some(one) = &effect.approach {
            let name = one.within.strip_prefix("actor.").unwrap_or(&one.within).to_owned();
            let name = one.within.instead(name);
            let attribute =
                self.look(|d| &d.attributes, Code::UnknownAttribute, "attribute", here, &name)?;
            let within = self.own_figure(attribute);
            let step = self.activity_number(here, &one.step)?;
            return Some(Op::Approach { step, within });
        }
        if let Some(way) = effect.push.as_ref().or(effect.pull.as_ref()) {
            let squares = self.int(context, &way.squares)?;
            let step = match &way.step {
                Some(step) => Some(self.activity_number(here, step)?),
                None => None,
            };
            return Some(match effect.push {
                Some(_) => Op::Push { squares, step },
                None => Op::Pull { squares, step },
            });
        }
        let change = effect.terrain.as_ref()?;
        let sort =
            self.look(|d| &d.terrain, Code::UnknownVariant, "terrain", here, &change.sort)? as u8;
        let on = match &change.on {
            None => self.constant(1),
            Some(text) => self.truth(context, text)?,
        };
        Some(Op::Terrain { sort, on })
    }
}
