//! Builds a budget from `[budget]` of `sheet.toml`, and reports every mistake.

use std::collections::BTreeMap;

use super::budget::{Budget, Costs, Grade, LEVELS_MAX};
use crate::diagnostic::{Code, Diagnostic, FileId, Report};
use crate::raw::{SheetBudget, Text};

/// Number of heroes for which grades are compared.
const PARTY: u32 = 4;

/// Builds a budget and reports every mistake in it.
pub(super) fn build(written: &SheetBudget, file: FileId, report: &mut Report) -> Budget {
    let mut build = Build { file, report };
    for (text, name) in
        [(&written.unit, "unit"), (&written.level, "level"), (&written.over, "over")]
    {
        if text.trim().is_empty() {
            build.error(text, format!("`{name}` says nothing"), "type a word");
        }
    }
    let costs = build.costs(written);
    let grades = build.grades(written);
    let longest = grades.iter().map(|grade| grade.hero.len()).max().unwrap_or(0);
    let levels = if longest > 1 { u8::try_from(longest).unwrap_or(LEVELS_MAX) } else { LEVELS_MAX };
    build.ascending(written, &grades, levels);
    let party = written.party.as_ref().map_or(1, |party| *party.get());
    if let Some(written) = &written.party
        && !(1..=levels).contains(&party)
    {
        let message = format!("a party is of level 1 to {levels}, not {party}");
        let problem = Diagnostic::error(Code::InvalidValue, message);
        build.report.push(problem.at(file, written.span(), "the usual level of a party"));
    }
    Budget {
        unit: written.unit.to_string(),
        word: written.level.to_string(),
        party,
        levels,
        over: written.over.to_string(),
        grades,
        costs,
    }
}

struct Build<'a> {
    file: FileId,
    report: &'a mut Report,
}

impl Build<'_> {
    fn costs(&mut self, written: &SheetBudget) -> Costs {
        if written.costs.is_empty() {
            let help = "say what creatures cost by level: costs = { \"1\" = 200 }";
            self.error(&written.unit, "no creature has a cost".to_owned(), help);
        }
        if written.relative {
            let mut costs = BTreeMap::new();
            for (level, cost) in &written.costs {
                match level.parse::<i32>() {
                    Ok(above) => drop(costs.insert(above, *cost.get())),
                    Err(_) => self.error(
                        level,
                        format!("`{}` is no difference of levels", &**level),
                        "type a whole number such as -1, 0 or 2",
                    ),
                }
            }
            return Costs::Relative(costs);
        }
        let mut costs = BTreeMap::new();
        for (level, cost) in &written.costs {
            if !is_level(level) {
                let message = format!("`{}` is no level", &**level);
                self.error(level, message, "type a number such as 3 or 1/8");
            }
            costs.insert(level.to_string(), *cost.get());
        }
        Costs::Absolute(costs)
    }

    fn grades(&mut self, written: &SheetBudget) -> Vec<Grade> {
        if written.grade.is_empty() {
            let help = "add one: grade = [{ title = \"Low\", hero = [50] }]";
            self.error(&written.unit, "there are no grades of difficulty".to_owned(), help);
        }
        let longest = written.grade.iter().map(|grade| grade.hero.len()).max().unwrap_or(0);
        let mut known: BTreeMap<String, &Text> = BTreeMap::new();
        let mut grades = Vec::new();
        for grade in &written.grade {
            let title = grade.title.to_string();
            match grade.hero.len() {
                0 => self.error(
                    &grade.title,
                    format!("`{title}` has no budget for a hero"),
                    "say the most that foes cost for each hero",
                ),
                count if count != longest && count != 1 => self.error(
                    &grade.title,
                    format!("`{title}` has budgets for {count} levels, others for {longest}"),
                    "say as many in each grade, or one for all levels",
                ),
                _ => {}
            }
            if let Some(first) = known.insert(title.clone(), &grade.title) {
                let message = format!("two grades are called `{title}`");
                let problem = Diagnostic::error(Code::DuplicateName, message)
                    .at(self.file, grade.title.span(), "declared again here")
                    .also(self.file, first.span(), "declared first here");
                self.report.push(problem);
            }
            let plus = grade.plus.as_ref().map_or(0, |plus| *plus.get());
            let hero = grade.hero.iter().map(|number| *number.get()).collect();
            grades.push(Grade { title, hero, plus });
        }
        grades
    }

    /// Reports grades that allow no more than the one before.
    fn ascending(&mut self, written: &SheetBudget, grades: &[Grade], levels: u8) {
        for (nth, pair) in grades.windows(2).enumerate() {
            let [easier, harder] = pair else { continue };
            if easier.hero.is_empty() || harder.hero.is_empty() {
                continue;
            }
            let falls = |level: &u8| harder.budget(*level, PARTY) <= easier.budget(*level, PARTY);
            if let Some(level) = (1..=levels).find(falls) {
                let (title, before) = (&harder.title, &easier.title);
                let message =
                    format!("at level {level}, `{title}` takes no more than `{before}` before it");
                let place = written.grade[nth + 1].title.clone();
                self.error(&place, message, "name the easiest grade first");
            }
        }
    }

    fn error(&mut self, place: &Text, message: String, help: &str) {
        let problem = Diagnostic::error(Code::InvalidValue, message);
        self.report.push(problem.at(self.file, place.span(), "in this budget").help(help));
    }
}

/// Checks whether a text is a number or a fraction.
fn is_level(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    match text.split_once('/') {
        Some((top, bottom)) => is_number(top) && is_number(bottom),
        None => is_number(text.strip_prefix('-').unwrap_or(text)),
    }
}
