//! Handler for the difficulty of a fight that has not begun.

use axum::Json;
use axum::extract::State;
use rules::sheet::Foes;

use crate::app::App;
use crate::extract::{At, Body};
use crate::failure::Failure;
use crate::status::{Answer, Failures};
use crate::wire::{Difficulty, DifficultyRequest, GradeBudget};

/// Largest number of heroes, and of foes of one level.
const COUNT_MAX: u32 = 1_000;
/// Largest number of foe entries, each with a level and a count, in one request.
const FOES_MAX: usize = 1_000;

/// How hard foes are for a party, by the formula of the rulebook.
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/difficulty",
    tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    request_body = DifficultyRequest,
    responses((status = 200, body = Difficulty), Failures),
)]
pub(super) async fn difficulty(
    State(app): State<App>,
    At(ruleset): At<String>,
    Body(body): Body<DifficultyRequest>,
) -> Answer<Difficulty> {
    let book = app.rulebooks.book(&ruleset).await?;
    let Some(budget) = &book.sheet.budget else {
        let failure = Failure::not_found("formula in this rulebook");
        return Err(failure.help("add [budget] to its sheet.toml"));
    };
    if !(1..=budget.levels).contains(&body.level) {
        let message = format!("the level of a party is 1 to {}", budget.levels);
        return Err(Failure::invalid(message));
    }
    let counts = body.foes.iter().map(|some| some.count);
    if counts.chain([body.heroes]).any(|count| count > COUNT_MAX) || body.foes.len() > FOES_MAX {
        return Err(Failure::invalid(format!("at most {COUNT_MAX} of a sort are counted")));
    }
    let foes: Vec<Foes<'_>> =
        body.foes.iter().map(|some| Foes { level: &some.level, count: some.count }).collect();
    let found = budget.judge(body.level, body.heroes, &foes);
    let grades = budget.grades.iter().zip(&found.budgets);
    let budgets =
        grades.map(|(grade, most)| GradeBudget { title: grade.title.clone(), budget: *most });
    let title = found.grade.map_or(&budget.over, |grade| &budget.grades[grade].title);
    Ok(Json(Difficulty {
        cost: found.cost,
        unit: budget.unit.clone(),
        title: title.clone(),
        grade: found.grade,
        budgets: budgets.collect(),
        uncounted: found.uncounted,
        beyond: found.beyond,
    }))
}
