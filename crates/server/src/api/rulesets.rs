//! Handlers for reading rulebooks; they need no key.

use axum::Json;
use axum::extract::State;
use rules::source::embedded_names;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::extract::{Asked, At};
use crate::failure::Failure;
use crate::rulebook::Wanted;
use crate::status::{Answer, Failures};
use crate::wire::{Explained, Rule, Rules, Ruleset, RulesetSummary, Rulesets};

/// Query parameters of a rule search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RuleQuery {
    /// Words or a part of an id.
    pub(super) search: Option<String>,
    /// Only rules of this section.
    pub(super) section: Option<String>,
    /// Only rules of this sort.
    pub(super) kind: Option<String>,
    /// How many to pass over.
    #[param(maximum = 4294967295i64)]
    pub(super) offset: Option<u32>,
    /// How many at most; 50 if not said, never more than 500.
    #[param(maximum = 4294967295i64)]
    pub(super) limit: Option<u32>,
}

/// Query parameters of an explanation.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct TopicQuery {
    /// A rule, the end of its id, or an activity.
    pub(super) topic: String,
}

/// The rulebooks, those in the folder `rulesets` included, with their example fights.
#[utoipa::path(
    get,
    path = "/rulesets",
    tag = "rulesets",
    responses((status = 200, body = Rulesets), Failures),
)]
pub(super) async fn list_rulesets(State(app): State<App>) -> Answer<Rulesets> {
    let mut rulesets = Vec::new();
    for name in app.rulebooks.names() {
        match app.rulebooks.book(&name).await {
            // A ruleset of the user goes by the name of its folder.
            Ok(book) => rulesets.push(RulesetSummary { id: name, ..book.summary() }),
            Err(failure) if embedded_names().contains(&name.as_str()) => return Err(failure),
            // A ruleset of the user that does not load must not hide the others.
            Err(_) => {}
        }
    }
    Ok(Json(Rulesets { rulesets }))
}

/// A rulebook with what can be chosen in it.
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}",
    tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "collective")),
    responses((status = 200, body = Ruleset), Failures),
)]
pub(super) async fn get_ruleset(
    State(app): State<App>,
    At(ruleset): At<String>,
) -> Answer<Ruleset> {
    Ok(Json(app.rulebooks.book(&ruleset).await?.detail()))
}

/// The rules of a rulebook: all, those of a section, or those that fit a search.
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/rules",
    tag = "rulesets",
    params(
        (
            "ruleset" = String, Path,
            description = "Id of the ruleset", example = "collective",
        ),
        RuleQuery,
    ),
    responses((status = 200, body = Rules), Failures),
)]
pub(super) async fn find_rules(
    State(app): State<App>,
    At(ruleset): At<String>,
    Asked(asked): Asked<RuleQuery>,
) -> Answer<Rules> {
    let wanted = Wanted {
        search: asked.search,
        section: asked.section,
        kind: asked.kind,
        offset: asked.offset.unwrap_or(0) as usize,
        limit: asked.limit.unwrap_or(50) as usize,
    };
    Ok(Json(app.rulebooks.book(&ruleset).await?.find(&wanted)))
}

/// A rule with its wording, relations, elements and scenarios.
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/rules/{rule}",
    tag = "rulesets",
    params(
        (
            "ruleset" = String, Path,
            description = "Id of the ruleset", example = "collective",
        ),
        ("rule" = String, Path, description = "Id of the rule"),
    ),
    responses((status = 200, body = Rule), Failures),
)]
pub(super) async fn get_rule(
    State(app): State<App>,
    At((ruleset, rule)): At<(String, String)>,
) -> Answer<Rule> {
    let found = app.rulebooks.book(&ruleset).await?.rule(&rule);
    found.map(Json).ok_or_else(|| Failure::not_found("rule"))
}

/// Returns the rules and the activity that a name refers to.
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/explain",
    tag = "rulesets",
    params(
        (
            "ruleset" = String, Path,
            description = "Id of the ruleset", example = "collective",
        ),
        TopicQuery,
    ),
    responses((status = 200, body = Explained), Failures),
)]
pub(super) async fn explain(
    State(app): State<App>,
    At(ruleset): At<String>,
    Asked(asked): Asked<TopicQuery>,
) -> Answer<Explained> {
    let found = app.rulebooks.book(&ruleset).await?.explain(&asked.topic);
    found.map(Json).ok_or_else(|| Failure::not_found("rule or activity"))
}
