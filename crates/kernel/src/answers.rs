//! Who may answer what, as far as that is known before anything is declared: windows open several
//! times for a decision, and hardly anybody can use them.

use std::collections::BTreeMap;

use crate::activity::Activity;
use crate::ahead::{Clause, Known, Marks, conjuncts, needed};
use crate::expr::{Code, Input};
use crate::game::Game;
use crate::ids::{ActivityId, Bits, CombatantId, Mask, members};
use crate::moment::Moments;
use crate::sheet::Sheet;
use crate::state::{OPTIONS_MAX, State};

/// What is known about declaring an activity.
struct Ahead {
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
pub struct Answerers {
    /// Anybody, at any moment of answering.
    any: Mask,
    /// By the moment of answering: where it is aimed at somebody else, and at oneself.
    at: [[Mask; 2]; ANSWERS.len()],
    /// Conditions without any of which on whoever is answered, and on anybody else, nothing can
    /// answer it; all of them where that is not so.
    marks: (u64, u64),
}

/// The moments of answering, in the order in which [`crate::turns::Turns::among`] takes them.
pub(crate) const ANSWERS: [Moments; 3] =
    [Moments::OWN_ANSWER, Moments::ALLY_ANSWER, Moments::FOE_ANSWER];

/// Whatever conditions there are.
const UNTOLD: (u64, u64) = (!0, !0);

impl Answerers {
    /// Whoever can answer anything.
    const ALL: Answerers = Answerers { any: !0, at: [[!0; 2]; ANSWERS.len()], marks: UNTOLD };

    /// Anybody, at any moment of answering.
    #[inline(always)]
    pub(crate) fn any(&self) -> Mask {
        self.any
    }

    /// Whether nothing is marked that anything which can answer is aimed at.
    #[inline(always)]
    pub(crate) fn lack_targets(&self, state: &State, answered: CombatantId, marked: Mask) -> bool {
        let of = |who: CombatantId| if who == answered { self.marks.0 } else { self.marks.1 };
        let fits = |who: CombatantId| state.combatant(who).conditions & of(who) != 0;
        self.marks != UNTOLD && !members(marked).any(fits)
    }

    /// Those who can in their own turn, in that of others and in that of a foe, given whom the
    /// activity is aimed at.
    #[inline(always)]
    pub(crate) fn by_turn(&self, aimed: Mask) -> [Mask; 3] {
        self.at.map(|[others, me]| others & !aimed | me & aimed)
    }
}

impl Game {
    /// Finds out who can answer what; part of laying out.
    pub(crate) fn judge_answers(&mut self) {
        let ahead: Vec<Ahead> = (0..self.activities.len()).map(|at| self.ahead_of(at)).collect();
        // Whoever has to be aimed at someone needs someone who fits.
        let told = |known: &Marks| -> Vec<(u64, u64)> {
            let marks = self.activities.iter().zip(known.of_target.iter().zip(&known.of_others));
            let marks = marks.map(|(one, (&marks, &others))| match marks {
                0 => UNTOLD,
                _ if !one.target.needs_someone() => UNTOLD,
                marks => (marks, marks & others),
            });
            marks.collect()
        };
        let [always, told] = [0, 1].map(|at| told(&self.marks[at]));
        let marks = told.iter().map(|one| if *one == UNTOLD { 0 } else { one.0 });
        let marks: Vec<u64> = marks.collect();
        let bars: Vec<Vec<u64>> = self.sheets.iter().map(|sheet| self.bars_of(sheet)).collect();
        for (sheet, bars) in self.sheets.iter_mut().zip(bars) {
            judge_options(sheet, &ahead, &bars, &marks);
            let told = sheet.options.iter().take(OPTIONS_MAX).enumerate().filter(|(_, option)| {
                let activity = option.activity.index();
                self.reaches.get(activity).is_some_and(Option::is_some)
            });
            sheet.within_reach = told.fold(0, |all, (at, _)| all | 1 << at);
        }
        let everything = self.asks_everyone;
        let quiet = |sheet: &Sheet| if everything { 0 } else { sheet.quiet };
        self.answerers = vec![Answerers::default(); ahead.len() + 1];
        let none = ahead.len();
        for (who, sheet) in self.sheets.iter_mut().enumerate() {
            let asked = sheet.unprepared & !quiet(sheet);
            let paid = ANSWERS.iter().fold(0, |all, moment| all | sheet.promising(*moment));
            sheet.asked = asked & paid;
            for (nth, row) in self.answerers.iter_mut().enumerate() {
                let answering = &sheet.answering[nth];
                // What is no activity counts for nothing on the stack.
                let told = if nth == none { &always } else { &told };
                for (moment, at) in ANSWERS.iter().zip(&mut row.at) {
                    for (mask, options) in at.iter_mut().zip(answering) {
                        let some = asked & options & sheet.promising(*moment);
                        *mask |= Mask::from(some != 0) << who;
                        row.any |= Mask::from(some != 0) << who;
                        for at in Bits::of(some) {
                            let told = told[sheet.options[at].activity.index()];
                            row.marks = (row.marks.0 | told.0, row.marks.1 | told.1);
                        }
                    }
                }
            }
        }
    }

    fn ahead_of(&self, activity: usize) -> Ahead {
        let activity = &self.activities[activity];
        let needs = activity.needs.iter().filter(|need| need.guard == 0);
        let tests: Vec<&[Code]> = needs.map(|need| self.expr(need.test)).collect();
        let never = |tests: &[&[Code]], answered: Option<(u64, bool)>, unprepared: bool| {
            let known = Known { answered, unprepared, ..Known::of(&self.sheets) };
            tests.iter().any(|test| known.bounds(test) == (0, 0))
        };
        let must = tests.iter().fold(activity.requires, |all, test| all | needed(test));
        let of_answered =
            |code: &Code| matches!(code, Code::Load(Input::Answers(_) | Input::AnswersMe));
        let (asking, others): (Vec<&[Code]>, Vec<&[Code]>) =
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
        Ahead {
            must,
            prepared: never(&tests, None, true),
            // Something that is no activity comes last.
            fails: (!asking.is_empty()).then(|| (0..=self.activities.len()).map(fails).collect()),
        }
    }

    /// The same game, with nothing of who may answer what, and aimed at whom, found out ahead:
    /// every window looks at everybody. It is slower and the same otherwise; to compare with.
    pub fn without_foresight(&self) -> Game {
        let mut game = self.clone();
        game.marks.iter_mut().for_each(Marks::forget);
        game.all_marks = 0;
        game.answerers = vec![Answerers::ALL];
        for sheet in &mut game.sheets {
            sheet.answering.iter_mut().for_each(|row| *row = [!0; 2]);
            // That conditions allow it is relied upon.
            sheet.musts.iter_mut().for_each(|[_, _, marks]| *marks = 0);
            (sheet.unprepared, sheet.within_reach) = (!0, 0);
        }
        game
    }

    /// Conditions each of which keeps somebody from each option.
    fn bars_of(&self, sheet: &Sheet) -> Vec<u64> {
        let of = |activity: &Activity| {
            let against = activity.needs.iter().flat_map(|need| {
                let parts = conjuncts(self.expr(need.test)).into_iter();
                let against = parts.filter_map(|part| Clause::against(part, sheet));
                against.map(|one| Clause { present: one.present | need.guard, ..one })
            });
            let bars = against.filter(|one| one.absent == 0 && one.present.is_power_of_two());
            bars.fold(activity.barred_by, |all, clause| all | clause.present)
        };
        let options = sheet.options.iter().take(OPTIONS_MAX);
        options.map(|option| of(&self.activities[option.activity.index()])).collect()
    }

    /// Returns the conditions that targets are told by as things stand.
    #[inline(always)]
    pub(crate) fn marks_at(&self, state: &State) -> &Marks {
        &self.marks[usize::from(state.depth() > 0)]
    }

    /// Who may be able to answer an activity, or what is none.
    #[inline(always)]
    pub(crate) fn answerers(&self, answered: ActivityId) -> &Answerers {
        let last = self.answerers.len().saturating_sub(1);
        self.answerers.get(answered.index().min(last)).unwrap_or(&Answerers::ALL)
    }
}

/// Notes what is known on a sheet, option by option.
fn judge_options(sheet: &mut Sheet, ahead: &[Ahead], bars: &[u64], marks: &[u64]) {
    sheet.answering = vec![[!0; 2]; ahead.len() + 1];
    sheet.musts.clear();
    (sheet.unprepared, sheet.quiet) = (0, 0);
    for (at, option) in sheet.options.iter().take(OPTIONS_MAX).enumerate() {
        let one = &ahead[option.activity.index()];
        sheet.musts.push([one.must, bars[at], marks[option.activity.index()]]);
        sheet.unprepared |= u128::from(!one.prepared) << at;
        sheet.quiet |= u128::from(!option.asked) << at;
        for (row, fails) in sheet.answering.iter_mut().zip(one.fails.iter().flatten()) {
            for (options, fails) in row.iter_mut().zip(fails) {
                *options &= !(u128::from(*fails) << at);
            }
        }
    }
}
