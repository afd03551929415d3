//! Accelerator: uncached listing, for relaxed rules, secret and prepared declarations. It must list
//! what `View::check` accepts, and is the reference for the cached listing.

use crate::check::View;
use crate::decision::{Decision, Declaration};
use crate::ids::CombatantId;
use crate::limits::OPTIONS_MAX;
use crate::model::activity::Target;
use crate::model::moment::Moments;

use super::LegalActions;
use super::side_masks::untargeted;
use crate::legal::TargetSet;

impl LegalActions {
    /// Lists a combatant's legal actions without caching; returns the memo index and the number of
    /// declarations.
    #[cold]
    pub(crate) fn list_uncached(
        &mut self,
        view: View<'_>,
        (who, moment): (CombatantId, Moments),
    ) -> (u16, u32) {
        let View { game, state } = view;
        let LegalActions { listed, memories, funds, sides, .. } = self;
        let memory = &mut memories[who.index()];
        let one = state.combatant(who);
        // Secret declarations allow only some payments, and a relaxed rule may allow others.
        let strict = state.relaxed_rules.is_empty()
            && !matches!(state.decision, Decision::DeclareSecretly(_));
        let mut answer = memory.afresh();
        for (at, option) in game.sheets[who.index()].options.iter().take(OPTIONS_MAX).enumerate() {
            let activity = &game.activities[option.activity.index()];
            let anywhere = activity.with_square || activity.target == Target::Square;
            let declare = Declaration::new(who, option.activity);
            let listed = listed[option.activity.index()] && !(anywhere && game.board.exists());
            if !listed || !view.open_to(&declare, moment) {
                continue;
            }
            if !view.in_range(&declare) {
                continue;
            }
            let list = match strict {
                true => memory.payments(at, view, (who, moment.index()), funds),
                false => funds.work_out(view, who, option),
            };
            if list.len == 0 {
                continue;
            }
            let mut frame = view.frame(&declare);
            let target = activity.target as u8;
            let ways = match activity.target {
                Target::Step => view.legal_steps(&frame, activity),
                _ => 0,
            };
            let untargeted = untargeted(target) && view.target_fits(&frame, activity);
            let targets = sides.targets(who, one.side())[usize::from(target)];
            let targets = view.filter_targets(&mut frame, activity, targets);
            let whom = TargetSet { targets, untargeted, ways, from: one.square };
            answer.push(at, list, whom);
        }
        memory.take(answer)
    }
}
