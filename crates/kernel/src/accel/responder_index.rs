//! Accelerator: static index of possible responders, by activity. It must hold every combatant that
//! `flow::response_window::responders` finds. Windows open often, and few combatants can respond.

use std::collections::BTreeMap;

use crate::accel::analysis::{
    Assumptions, ConditionPattern, TargetConditions, conjuncts, required_conditions,
};
use crate::game::Game;
use crate::ids::{BitIter, CombatantId, CombatantSet, iter_bits};
use crate::limits::OPTIONS_MAX;
use crate::model::activity::Activity;
use crate::model::expr::{Input, Instr, StatRef};
use crate::model::moment::Moments;
use crate::model::sheet::Sheet;
use crate::state::State;

/// Static facts about declaring an activity.
struct ActivityFacts {
    /// Conditions that the actor must all have.
    must: u64,
    /// Whether the activity requires something prepared.
    prepared: bool,
    /// Whether this activity can never respond, by activity responded to: if that does not target
    /// the actor, and if it does. `None` = no dependence on these.
    fails: Option<Vec<[bool; 2]>>,
}

/// Combatants that may respond to an activity with a prompted option.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ResponderIndex {
    /// Responders at any response moment.
    any: CombatantSet,
    /// Responders by response moment: if it targets another combatant, and if it targets them.
    at: [[CombatantSet; 2]; RESPONSE_MOMENTS.len()],
    /// Conditions of which the target of a response needs one: if the target is the actor responded
    /// to, and if it is another combatant. All bits = not known.
    marks: (u64, u64),
}

/// Moments of a response, in the order that [`crate::eval::MomentMap::select`] takes.
pub(crate) const RESPONSE_MOMENTS: [Moments; 3] =
    [Moments::OWN_ANSWER, Moments::ALLY_ANSWER, Moments::FOE_ANSWER];

/// Target conditions that leave every target possible.
const UNCONSTRAINED: (u64, u64) = (!0, !0);

impl ResponderIndex {
    /// Index entry with every combatant.
    pub(crate) const ALL: ResponderIndex =
        ResponderIndex { any: !0, at: [[!0; 2]; RESPONSE_MOMENTS.len()], marks: UNCONSTRAINED };

    /// Returns the responders at any response moment.
    #[inline(always)]
    pub(crate) fn any(&self) -> CombatantSet {
        self.any
    }

    /// Returns true if no marked combatant can be the target of a response.
    #[inline(always)]
    pub(crate) fn has_no_candidate_target(
        &self,
        state: &State,
        answered: CombatantId,
        marked: CombatantSet,
    ) -> bool {
        let of = |who: CombatantId| if who == answered { self.marks.0 } else { self.marks.1 };
        let fits = |who: CombatantId| state.combatant(who).conditions & of(who) != 0;
        self.marks != UNCONSTRAINED && !iter_bits(marked).any(fits)
    }

    /// Returns the responders in their own turn, in an ally's and in a foe's, given the targets of
    /// the activity.
    #[inline(always)]
    pub(crate) fn by_turn(&self, aimed: CombatantSet) -> [CombatantSet; 3] {
        self.at.map(|[others, me]| others & !aimed | me & aimed)
    }
}

impl Game {
    /// Builds the responder index and what sheets keep of it, given the target conditions of every
    /// activity and how far their targets are at most.
    pub(crate) fn build_responder_index(
        &mut self,
        conditions: &[TargetConditions; 2],
        ranges: &[Option<StatRef>],
    ) -> Vec<ResponderIndex> {
        let ahead: Vec<ActivityFacts> =
            (0..self.activities.len()).map(|at| self.ahead_of(at)).collect();
        // A response that needs a target needs one that fits.
        let told = |known: &TargetConditions| -> Vec<(u64, u64)> {
            let marks = self.activities.iter().zip(known.of_target.iter().zip(&known.of_others));
            let marks = marks.map(|(one, (&marks, &others))| match marks {
                0 => UNCONSTRAINED,
                _ if !one.target.needs_someone() => UNCONSTRAINED,
                marks => (marks, marks & others),
            });
            marks.collect()
        };
        let [always, told] = [0, 1].map(|at| told(&conditions[at]));
        let marks = told.iter().map(|one| if *one == UNCONSTRAINED { 0 } else { one.0 });
        let marks: Vec<u64> = marks.collect();
        let bars: Vec<Vec<u64>> = self.sheets.iter().map(|sheet| self.bars_of(sheet)).collect();
        for (sheet, bars) in self.sheets.iter_mut().zip(bars) {
            judge_options(sheet, &ahead, &bars, &marks);
            let told = sheet.options.iter().take(OPTIONS_MAX).enumerate().filter(|(_, option)| {
                let activity = option.activity.index();
                ranges.get(activity).is_some_and(Option::is_some)
            });
            sheet.range_limited = told.fold(0, |all, (at, _)| all | 1 << at);
        }
        let everything = self.asks_everyone;
        let quiet = |sheet: &Sheet| if everything { 0 } else { sheet.unprompted };
        let mut index = vec![ResponderIndex::default(); ahead.len() + 1];
        let none = ahead.len();
        for (who, sheet) in self.sheets.iter_mut().enumerate() {
            let asked = sheet.legal_without_prepared & !quiet(sheet);
            let paid =
                RESPONSE_MOMENTS.iter().fold(0, |all, moment| all | sheet.payable_options(*moment));
            sheet.prompted = asked & paid;
            for (nth, row) in index.iter_mut().enumerate() {
                let answering = &sheet.response_options[nth];
                // A handler or watch has no activity and does not count on the stack.
                let told = if nth == none { &always } else { &told };
                for (moment, at) in RESPONSE_MOMENTS.iter().zip(&mut row.at) {
                    for (mask, options) in at.iter_mut().zip(answering) {
                        let some = asked & options & sheet.payable_options(*moment);
                        *mask |= CombatantSet::from(some != 0) << who;
                        row.any |= CombatantSet::from(some != 0) << who;
                        for at in BitIter::of(some) {
                            let told = told[sheet.options[at].activity.index()];
                            row.marks = (row.marks.0 | told.0, row.marks.1 | told.1);
                        }
                    }
                }
            }
        }
        index
    }

    fn ahead_of(&self, activity: usize) -> ActivityFacts {
        let activity = &self.activities[activity];
        let needs = activity.requirements.iter().filter(|need| need.only_if == 0);
        let tests: Vec<&[Instr]> = needs.map(|need| self.expr(need.test)).collect();
        let never = |tests: &[&[Instr]], answered: Option<(u64, bool)>, unprepared: bool| {
            let known = Assumptions { answered, unprepared, ..Assumptions::of(&self.sheets) };
            tests.iter().any(|test| known.bounds(test) == (0, 0))
        };
        let must =
            tests.iter().fold(activity.required_mask, |all, test| all | required_conditions(test));
        let of_answered =
            |code: &Instr| matches!(code, Instr::Load(Input::Answers(_) | Input::AnswersMe));
        let (asking, others): (Vec<&[Instr]>, Vec<&[Instr]>) =
            tests.iter().partition(|test| test.iter().any(of_answered));
        let whatever = never(&others, None, false);
        // Many activities have equal tags, so results are kept by tags.
        let mut known: BTreeMap<u64, [bool; 2]> = BTreeMap::new();
        let fails = |answered: usize| {
            let words = self.activities.get(answered).map_or(0, |one| one.tags);
            let judge =
                || [false, true].map(|me| whatever || never(&asking, Some((words, me)), false));
            *known.entry(words).or_insert_with(judge)
        };
        ActivityFacts {
            must,
            prepared: never(&tests, None, true),
            // The last entry stands for anything that is no activity.
            fails: (!asking.is_empty()).then(|| (0..=self.activities.len()).map(fails).collect()),
        }
    }

    /// Returns the conditions of each option any of which forbids it.
    fn bars_of(&self, sheet: &Sheet) -> Vec<u64> {
        let of = |activity: &Activity| {
            let against = activity.requirements.iter().flat_map(|need| {
                let parts = conjuncts(self.expr(need.test)).into_iter();
                let against =
                    parts.filter_map(|part| ConditionPattern::failing_pattern(part, sheet));
                against.map(|one| ConditionPattern { set: one.set | need.only_if, ..one })
            });
            let bars = against.filter(|one| one.clear == 0 && one.set.is_power_of_two());
            bars.fold(activity.blocked_mask, |all, clause| all | clause.set)
        };
        let options = sheet.options.iter().take(OPTIONS_MAX);
        options.map(|option| of(&self.activities[option.activity.index()])).collect()
    }
}

/// Stores the static facts of each option on a sheet.
fn judge_options(sheet: &mut Sheet, ahead: &[ActivityFacts], bars: &[u64], marks: &[u64]) {
    sheet.response_options = vec![[!0; 2]; ahead.len() + 1];
    sheet.condition_prereqs.clear();
    (sheet.legal_without_prepared, sheet.unprompted) = (0, 0);
    for (at, option) in sheet.options.iter().take(OPTIONS_MAX).enumerate() {
        let one = &ahead[option.activity.index()];
        sheet.condition_prereqs.push([one.must, bars[at], marks[option.activity.index()]]);
        sheet.legal_without_prepared |= u128::from(!one.prepared) << at;
        sheet.unprompted |= u128::from(!option.prompted) << at;
        for (row, fails) in sheet.response_options.iter_mut().zip(one.fails.iter().flatten()) {
            for (options, fails) in row.iter_mut().zip(fails) {
                *options &= !(u128::from(*fails) << at);
            }
        }
    }
}
