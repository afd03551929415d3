//! Who may answer what, as far as that is known before anything is declared: windows open several
//! times for a decision, and hardly anybody can use them.

use std::collections::BTreeMap;

use crate::accel::analysis::{
    Assumptions, ConditionPattern, TargetConditions, conjuncts, required_conditions,
};
use crate::activity::Activity;
use crate::expr::{Input, Instr};
use crate::game::Game;
use crate::ids::{ActivityId, BitIter, CombatantId, CombatantSet, iter_bits};
use crate::moment::Moments;
use crate::sheet::Sheet;
use crate::state::{OPTIONS_MAX, State};

/// What is known about declaring an activity.
struct ActivityFacts {
    /// Conditions without all of which that is impossible.
    must: u64,
    /// It takes something prepared.
    prepared: bool,
    /// By what is answered and whether that is aimed at oneself: it cannot be an answer to that.
    /// `None` = it does not matter.
    fails: Option<Vec<[bool; 2]>>,
}

/// Who may be able to answer an activity with something that windows ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResponderIndex {
    /// Anybody, at any moment of answering.
    any: CombatantSet,
    /// By the moment of answering: where it is aimed at somebody else, and at oneself.
    at: [[CombatantSet; 2]; RESPONSE_MOMENTS.len()],
    /// Conditions without any of which on whoever is answered, and on anybody else, nothing can
    /// answer it; all of them where that is not so.
    marks: (u64, u64),
}

/// The moments of a response, in the order that [`crate::moment_map::MomentMap::select`] takes.
pub(crate) const RESPONSE_MOMENTS: [Moments; 3] =
    [Moments::OWN_ANSWER, Moments::ALLY_ANSWER, Moments::FOE_ANSWER];

/// Whatever conditions there are.
const UNCONSTRAINED: (u64, u64) = (!0, !0);

impl ResponderIndex {
    /// Whoever can answer anything.
    const ALL: ResponderIndex =
        ResponderIndex { any: !0, at: [[!0; 2]; RESPONSE_MOMENTS.len()], marks: UNCONSTRAINED };

    /// Anybody, at any moment of answering.
    #[inline(always)]
    pub(crate) fn any(&self) -> CombatantSet {
        self.any
    }

    /// Whether nothing is marked that anything which can answer is aimed at.
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

    /// Those who can in their own turn, in that of others and in that of a foe, given whom the
    /// activity is aimed at.
    #[inline(always)]
    pub(crate) fn by_turn(&self, aimed: CombatantSet) -> [CombatantSet; 3] {
        self.at.map(|[others, me]| others & !aimed | me & aimed)
    }
}

impl Game {
    /// Finds out who can answer what; part of laying out.
    pub(crate) fn build_responder_index(&mut self) {
        let ahead: Vec<ActivityFacts> =
            (0..self.activities.len()).map(|at| self.ahead_of(at)).collect();
        // Whoever has to be aimed at someone needs someone who fits.
        let told = |known: &TargetConditions| -> Vec<(u64, u64)> {
            let marks = self.activities.iter().zip(known.of_target.iter().zip(&known.of_others));
            let marks = marks.map(|(one, (&marks, &others))| match marks {
                0 => UNCONSTRAINED,
                _ if !one.target.needs_someone() => UNCONSTRAINED,
                marks => (marks, marks & others),
            });
            marks.collect()
        };
        let [always, told] = [0, 1].map(|at| told(&self.marks[at]));
        let marks = told.iter().map(|one| if *one == UNCONSTRAINED { 0 } else { one.0 });
        let marks: Vec<u64> = marks.collect();
        let bars: Vec<Vec<u64>> = self.sheets.iter().map(|sheet| self.bars_of(sheet)).collect();
        for (sheet, bars) in self.sheets.iter_mut().zip(bars) {
            judge_options(sheet, &ahead, &bars, &marks);
            let told = sheet.options.iter().take(OPTIONS_MAX).enumerate().filter(|(_, option)| {
                let activity = option.activity.index();
                self.target_ranges.get(activity).is_some_and(Option::is_some)
            });
            sheet.range_limited = told.fold(0, |all, (at, _)| all | 1 << at);
        }
        let everything = self.asks_everyone;
        let quiet = |sheet: &Sheet| if everything { 0 } else { sheet.unprompted };
        self.answerers = vec![ResponderIndex::default(); ahead.len() + 1];
        let none = ahead.len();
        for (who, sheet) in self.sheets.iter_mut().enumerate() {
            let asked = sheet.legal_without_prepared & !quiet(sheet);
            let paid =
                RESPONSE_MOMENTS.iter().fold(0, |all, moment| all | sheet.payable_options(*moment));
            sheet.prompted = asked & paid;
            for (nth, row) in self.answerers.iter_mut().enumerate() {
                let answering = &sheet.response_options[nth];
                // What is no activity counts for nothing on the stack.
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
        // Many activities have the same words.
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
            // Something that is no activity comes last.
            fails: (!asking.is_empty()).then(|| (0..=self.activities.len()).map(fails).collect()),
        }
    }

    /// The same game, with nothing of who may answer what, and aimed at whom, found out ahead:
    /// every window looks at everybody. It is slower and the same otherwise; to compare with.
    pub fn without_prefilters(&self) -> Game {
        let mut game = self.clone();
        game.marks.iter_mut().for_each(TargetConditions::forget);
        game.any_target_condition = 0;
        game.answerers = vec![ResponderIndex::ALL];
        for sheet in &mut game.sheets {
            sheet.response_options.iter_mut().for_each(|row| *row = [!0; 2]);
            // That conditions allow it is relied upon.
            sheet.condition_prereqs.iter_mut().for_each(|[_, _, marks]| *marks = 0);
            (sheet.legal_without_prepared, sheet.range_limited) = (!0, 0);
        }
        game
    }

    /// Conditions each of which keeps somebody from each option.
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

    /// Returns the conditions that targets are told by as things stand.
    #[inline(always)]
    pub(crate) fn marks_at(&self, state: &State) -> &TargetConditions {
        &self.marks[usize::from(state.depth() > 0)]
    }

    /// Who may be able to answer an activity, or what is none.
    #[inline(always)]
    pub(crate) fn answerers(&self, answered: ActivityId) -> &ResponderIndex {
        let last = self.answerers.len().saturating_sub(1);
        self.answerers.get(answered.index().min(last)).unwrap_or(&ResponderIndex::ALL)
    }
}

/// Notes what is known on a sheet, option by option.
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
