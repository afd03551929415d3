//! Who may answer what, as far as that is known before anything is declared: windows open several
//! times for a decision, and hardly anybody can use them.

use crate::ahead::{Clause, Known, conjuncts, needed};
use crate::expr::{Code, Input};
use crate::game::{Game, MOMENTS};
use crate::ids::{ActivityId, Mask};
use crate::moment::Moments;
use crate::sheet::Sheet;
use crate::state::OPTIONS_MAX;

/// What is known about declaring an activity.
struct Ahead {
    /// Conditions without all of which that is impossible, and with any of which.
    musts: [u64; 2],
    /// It takes something prepared.
    prepared: bool,
    /// By what is answered and whether that is aimed at oneself: it cannot be an answer to that.
    /// `None` = it does not matter.
    fails: Option<Vec<[bool; 2]>>,
}

impl Game {
    /// Finds out who can answer what; part of laying out.
    pub(crate) fn judge_answers(&mut self) {
        let ahead: Vec<Ahead> = (0..self.activities.len()).map(|at| self.ahead_of(at)).collect();
        for sheet in &mut self.sheets {
            judge_options(sheet, &ahead);
        }
        self.answerers = vec![[0; MOMENTS as usize]; ahead.len() + 1];
        for (who, sheet) in self.sheets.iter().enumerate() {
            for (row, answering) in self.answerers.iter_mut().zip(&sheet.answering) {
                for (mask, promising) in row.iter_mut().zip(&sheet.promising) {
                    let some = promising & (answering[0] | answering[1]) != 0;
                    *mask |= Mask::from(some) << who;
                }
            }
        }
    }

    fn ahead_of(&self, activity: usize) -> Ahead {
        let activity = &self.activities[activity];
        let needs = activity.needs.iter().filter(|need| need.guard == 0);
        let tests: Vec<&[Code]> = needs.map(|need| self.expr(need.test)).collect();
        let never = |answered: Option<(u64, bool)>, unprepared: bool| {
            let known = Known { sheets: &self.sheets, answered, unprepared };
            tests.iter().any(|test| known.bounds(test) == (0, 0))
        };
        let must = tests.iter().fold(activity.requires, |all, test| all | needed(test));
        let against = tests.iter().flat_map(|test| conjuncts(test)).filter_map(Clause::against);
        let bars = against.filter(|clause| clause.absent == 0 && clause.present.is_power_of_two());
        let bars = bars.fold(activity.barred_by, |all, clause| all | clause.present);
        let of_answered =
            |code: &Code| matches!(code, Code::Load(Input::Answers(_) | Input::AnswersMe));
        let matters = tests.iter().any(|test| test.iter().any(of_answered));
        let fails = |answered: usize| {
            let words = self.activities.get(answered).map_or(0, |one| one.tags);
            [false, true].map(|me| never(Some((words, me)), false))
        };
        Ahead {
            musts: [must, bars],
            prepared: never(None, true),
            // Something that is no activity comes last.
            fails: matters.then(|| (0..=self.activities.len()).map(fails).collect()),
        }
    }

    /// Who may be able to answer an activity, or what is none, at any moment outside named windows.
    #[inline(always)]
    pub(crate) fn hopeful(&self, answered: ActivityId) -> Mask {
        let answers = [Moments::OWN_ANSWER, Moments::ALLY_ANSWER, Moments::FOE_ANSWER];
        answers.iter().fold(0, |all, moment| all | self.answerers(answered, *moment))
    }

    /// Who may be able to answer an activity, or what is none, at a moment.
    #[inline(always)]
    pub(crate) fn answerers(&self, answered: ActivityId, moment: Moments) -> Mask {
        let last = self.answerers.len().saturating_sub(1);
        let row = self.answerers.get(answered.index().min(last));
        row.and_then(|row| row.get(moment.index())).copied().unwrap_or(!0)
    }
}

/// Notes what is known on a sheet, option by option.
fn judge_options(sheet: &mut Sheet, ahead: &[Ahead]) {
    sheet.answering = vec![[!0; 2]; ahead.len() + 1];
    sheet.musts.clear();
    sheet.unprepared = 0;
    for (at, option) in sheet.options.iter().take(OPTIONS_MAX).enumerate() {
        let one = &ahead[option.activity.index()];
        sheet.musts.push(one.musts);
        sheet.unprepared |= u128::from(!one.prepared) << at;
        for (row, fails) in sheet.answering.iter_mut().zip(one.fails.iter().flatten()) {
            for (options, fails) in row.iter_mut().zip(fails) {
                *options &= !(u128::from(*fails) << at);
            }
        }
    }
}
