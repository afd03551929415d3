//! Compiles the duties before a turn may end.

use super::inputs::Place;
use super::{Build, Here};
use crate::expr::Type;
use crate::raw;

impl Build<'_> {
    pub(super) fn build_obligations(&mut self) {
        let located: Vec<_> = self.located().collect();
        for (here, rule) in located {
            for obligation in &rule.obligation {
                self.obligation(here, obligation);
            }
        }
    }

    fn obligation(&mut self, here: Here, obligation: &raw::Obligation) {
        let (on, mut options) = self.holds(here, obligation.when.as_ref());
        if !on {
            return;
        }
        let unmet = self.live(here, &obligation.unmet, Place::Combatant, &Type::Bool);
        let Some((unmet, read)) = unmet else { return };
        options.extend(read);
        let rules = self.because(here.owner, &options);
        self.game.obligations.push((unmet, rules));
    }
}
