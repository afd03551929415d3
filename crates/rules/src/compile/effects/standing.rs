//! Compiles effects on conditions, sides and truces.

use kernel::Op;

use super::super::Build;
use super::Context;
use crate::raw::Effect;

impl Build<'_> {
    /// Compiles an effect on conditions or sides.
    pub(super) fn standing_op(&mut self, context: Context<'_>, effect: &Effect) -> Option<Op> {
        let here = context.here;
        if let Some(mark) = &effect.mark {
            let (who, condition) =
                (self.role(context, &mark.who)?, self.condition(here, &mark.condition)?);
            let until = self.until(context, mark.until.as_ref())?;
            return Some(Op::AddCondition { who, condition, until });
        }
        if let Some(unmark) = &effect.unmark {
            let (who, condition) =
                (self.role(context, &unmark.who)?, self.condition(here, &unmark.condition)?);
            return Some(Op::RemoveCondition { who, condition });
        }
        if let Some(join) = &effect.join {
            let who = self.role(context, &join.who)?;
            let side = self.side(here, &join.side)?;
            let side = self.constant(i32::from(side.0));
            return Some(Op::Join { who, side });
        }
        let peace = effect.truce.as_ref()?;
        Some(Op::SetPeace { peace: self.truth(context, peace)? })
    }
}
