//! Accelerator: the search for responders. It must find those that
//! `flow::response_window::responders` finds. Tokens, conditions, moments and target conditions
//! rule most combatants and options out before anything is checked.

use crate::accel::plan::Plan;
use crate::accel::responder_index::RESPONSE_MOMENTS;
use crate::board_view::BoardView;
use crate::check::View;
use crate::decision::{Decision, Declaration};
use crate::eval::MomentMap;
use crate::game::Game;
use crate::ids::{BitIter, CombatantId, CombatantSet, NOBODY, bit, iter_bits};
use crate::model::activity::Target;
use crate::model::moment::Moments;
use crate::model::sheet::{ActionOption, Sheet};
use crate::pay::PaymentLimits;
use crate::state::combatants::Combatant;
use crate::state::{NO_ACTIVITY, State};

impl Plan {
    /// Returns the combatants who can answer the newest declaration.
    pub(crate) fn find_responders(&self, game: &Game, state: &mut State) -> CombatantSet {
        let Some(top) = state.stack.last() else { return 0 };
        let (author, answered, aimed) = (top.actor, top.activity, top.target);
        let settled = state.refresh_sets(game);
        let mut able = settled.active;
        // The author is not asked to answer, but may declare while others are asked.
        if author != NOBODY && !game.asks_everyone {
            able &= !bit(author);
        }
        let relaxed = !state.relaxed_rules.is_empty();
        let prepared = state.prepared.iter().fold(0, |all, frame| all | bit(frame.actor));
        // The static facts below do not hold for these combatants.
        let doubtful = prepared | settled.special;
        let answerers = self.responders_to(answered);
        if !relaxed {
            able &= answerers.any() | doubtful;
            if able & doubtful == 0
                && answerers.has_no_candidate_target(state, author, settled.targetable)
            {
                return 0;
            }
            let hopes = |who: CombatantId, one: &Combatant| {
                self.may_respond(&game.sheets[who.index()], who, one)
            };
            able &= !state.combatants.cannot_respond(able & !doubtful, hopes);
        }
        if able == 0 {
            return 0;
        }
        // Each combatant is checked as if prompted.
        let before = std::mem::replace(&mut state.decision, Decision::Answer(able));
        let moments = MomentMap::of(state, game.side_count());
        if !relaxed {
            let aimed = if aimed == NOBODY { 0 } else { bit(aimed) };
            able &= moments.select(answerers.by_turn(aimed)) | doubtful;
        }
        let mut pending: CombatantSet = 0;
        let marked = state.targetable_marks(game);
        for who in iter_bits(able) {
            let moment = moments.moment(who);
            let asked = if game.asks_everyone { !0 } else { !state.combatant(who).unprompted };
            let sheet = &game.sheets[who.index()];
            // Prepared declarations are checked when they resolve.
            let wanted = if relaxed || (View { game, state }).prepares(who) {
                asked
            } else {
                let ready =
                    if prepared & bit(who) == 0 { sheet.legal_without_prepared } else { !0 };
                asked
                    & ready
                    & sheet.payable_options(moment)
                    & sheet.response_options(answered, aimed == who)
            };
            let known = !relaxed && doubtful & bit(who) == 0 && answered != NO_ACTIVITY;
            if wanted == 0
                || known && !self.any_target_in_range(game, state, (who, author), wanted, marked.0)
            {
                continue;
            }
            if self.any_option(game, state, (who, moment), wanted, marked) {
                pending |= bit(who);
            }
        }
        state.decision = before;
        pending
    }

    /// Returns false only if every option in `options` needs a target in range and no combatant in
    /// `marked` is near enough to `who`. `answered` is the actor of the declaration responded to.
    #[inline(always)]
    fn any_target_in_range(
        &self,
        game: &Game,
        state: &State,
        (who, answered): (CombatantId, CombatantId),
        options: u128,
        marked: CombatantSet,
    ) -> bool {
        let sheet = &game.sheets[who.index()];
        if options & !sheet.range_limited != 0 {
            return true;
        }
        let space = BoardView { game, state };
        let from = state.combatant(who).square;
        BitIter::of(options).any(|at| {
            let activity = sheet.options[at].activity.index();
            let reach =
                self.target_ranges[activity].map_or(i32::MAX, |reach| reach.of(game, state, who));
            let known = self.target_conditions(state);
            let (marks, others) = (known.of_target[activity], known.of_others[activity]);
            iter_bits(marked).any(|to| {
                let one = state.combatant(to);
                let asked = if to == answered { marks } else { marks & others };
                let distance = match game.board.has_large {
                    true => space.distance(who, space.footprint(to)),
                    false => game.board.distance(from, one.square),
                };
                one.conditions & asked != 0 && distance <= reach
            })
        })
    }

    /// Returns false only if tokens, slots or conditions rule out every prompted response of a
    /// combatant, with nothing relaxed or prepared.
    fn may_respond(&self, sheet: &Sheet, who: CombatantId, one: &Combatant) -> bool {
        BitIter::of(sheet.prompted).any(|at| {
            let pays = |moment: &Moments| {
                sheet.payable_options(*moment) >> at & 1 == 1
                    && self.min_cost(who, at, *moment).may_afford(&one.purse, &one.slot_uses)
            };
            sheet.may_declare(at, one.conditions, !0) && RESPONSE_MOMENTS.iter().any(pays)
        })
    }

    /// Returns true if a combatant can declare anything at all.
    pub(crate) fn can_declare_any(&self, game: &Game, state: &State, who: CombatantId) -> bool {
        self.any_option(game, state, (who, state.moment(who)), !0, state.targetable_marks(game))
    }

    /// Returns true if a combatant can declare any of some options, one bit each, now. `marked` are
    /// the combatants with a target condition, `marks` the union of these conditions.
    fn any_option(
        &self,
        game: &Game,
        state: &State,
        (who, moment): (CombatantId, Moments),
        options: u128,
        (marked, marks): (CombatantSet, u64),
    ) -> bool {
        let sheet = &game.sheets[who.index()];
        // A relaxed rule may allow tokens at other moments.
        if state.relaxed_rules.is_empty() && !sheet.usable.meets(moment) {
            return false;
        }
        let hope = ResponsePrefilter::of(self, game, state, (who, moment), marks);
        let (view, mut means) = (View { game, state }, None);
        // The prefilter comes first, because it rejects nearly all options.
        for at in hope.payable(options) {
            if hope.passes(at)
                && self.can_declare_option(
                    view,
                    (who, moment),
                    &sheet.options[at],
                    marked,
                    &mut means,
                )
            {
                return true;
            }
        }
        false
    }

    /// Returns true if a combatant can declare an option that the prefilter passes. `means` keeps
    /// the limits on its payments from one option to the next.
    #[inline(never)]
    fn can_declare_option(
        &self,
        view: View<'_>,
        (who, moment): (CombatantId, Moments),
        option: &ActionOption,
        marked: CombatantSet,
        means: &mut Option<PaymentLimits>,
    ) -> bool {
        let game = view.game;
        // If so, the prefilter has already tested conditions and moments.
        let usual = view.has_no_overrides(who);
        let activity = &game.activities[option.activity.index()];
        let declare = Declaration::new(who, option.activity);
        if usual && activity.target == Target::Step && view.space().legal_steps(who) == 0 {
            return false;
        }
        let open = || match usual {
            true => view.is_waited_for(who) && view.meets_own(&view.checking_frame(&declare)),
            false => view.open_to(&declare, moment),
        };
        // If target conditions are known, the target test comes first: it mostly fails.
        let told =
            usual && self.target_conditions(view.state).of_target[option.activity.index()] != 0;
        let aimed = || self.has_target(view, &declare, activity, marked);
        (!told || aimed())
            && open()
            && view.in_range(&declare)
            && (told || aimed())
            && view.is_affordable(
                means.get_or_insert_with(|| view.payment_limits(who, moment)),
                &declare,
                option,
            )
    }
}

/// Prefilter for response options: rejects options that cannot be paid for or declared. Rejects
/// none while a rule is relaxed or the combatant is preparing.
struct ResponsePrefilter<'a> {
    plan: &'a Plan,
    who: CombatantId,
    sheet: &'a Sheet,
    one: &'a Combatant,
    moment: Moments,
    /// Target conditions that any combatant has; all bits = they do not apply.
    marks: u64,
    strict: bool,
}

impl<'a> ResponsePrefilter<'a> {
    #[inline(always)]
    fn of(
        plan: &'a Plan,
        game: &'a Game,
        state: &'a State,
        (who, moment): (CombatantId, Moments),
        marks: u64,
    ) -> ResponsePrefilter<'a> {
        let (sheet, one) = (&game.sheets[who.index()], state.combatant(who));
        let strict = state.relaxed_rules.is_empty() && one.conditions & game.preparing == 0;
        // The target conditions are those of answers, so they apply only while a declaration waits.
        let marks = if state.depth() > 0 { marks } else { !0 };
        ResponsePrefilter { plan, who, sheet, one, moment, marks, strict }
    }

    /// Returns the options that some recipes may pay for; if not strict, all options on the sheet.
    #[inline(always)]
    fn payable(&self, options: u128) -> BitIter {
        if !self.strict {
            return self.within(options);
        }
        BitIter::of(options & self.sheet.payable_options(self.moment))
    }

    /// Returns the bits in `options` that stand for options on the sheet.
    #[cold]
    #[inline(never)]
    fn within(&self, options: u128) -> BitIter {
        BitIter::of(self.sheet.options_within(options))
    }

    /// Returns false only if an option cannot be paid for or declared.
    #[inline(always)]
    fn passes(&self, at: usize) -> bool {
        let ResponsePrefilter { plan, who, sheet, one, moment, marks, strict } = *self;
        !strict
            || sheet.may_declare(at, one.conditions, marks)
                && plan.min_cost(who, at, moment).may_afford(&one.purse, &one.slot_uses)
    }
}
