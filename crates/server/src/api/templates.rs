//! Handlers for templates: setups kept for later fights.

use axum::Json;
use axum::extract::State;
use sim::examples::encounter_in;

use super::host;
use crate::app::App;
use crate::auth::Caller;
use crate::extract::{At, Body};
use crate::making;
use crate::random;
use crate::shelved::{Shelved, Sort};
use crate::status::{Answer, Failures};
use crate::wire::{Removed, Template, TemplateRequest, Templates};

/// The templates of a rulebook (host).
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/templates",
    tag = "parties",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    responses((status = 200, body = Templates), Failures),
)]
pub(super) async fn list_templates(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
) -> Answer<Templates> {
    host(&caller)?;
    app.rulebooks.book(&ruleset).await?;
    let found = app.store.read(move |it| Shelved::all(it, &ruleset, Sort::Template)).await?;
    Ok(Json(Templates { templates: found.into_iter().map(told).collect() }))
}

/// Keeps the setup of an encounter, as it is now, for later fights (host).
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/template",
    tag = "parties",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = TemplateRequest,
    responses((status = 200, body = Template), Failures),
)]
pub(super) async fn keep_template(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<TemplateRequest>,
) -> Answer<Template> {
    host(&caller)?;
    let name = Shelved::checked_name(&body.name)?;
    let (ruleset, setup) = making::setup_of(&app, &caller, &encounter).await?;
    let shelved = Shelved {
        id: random::letters(12)?,
        ruleset,
        sort: Sort::Template,
        name,
        body: serde_json::to_string(&setup).unwrap_or_default(),
        changed: random::now(),
    };
    shelved.keep(&app.store).await.map(told).map(Json)
}

/// Removes a template (host).
#[utoipa::path(
    delete,
    path = "/rulesets/{ruleset}/templates/{template}",
    tag = "parties",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("template" = String, Path, description = "Id of the template"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Removed), Failures),
)]
pub(super) async fn remove_template(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, template)): At<(String, String)>,
) -> Answer<Removed> {
    host(&caller)?;
    let found = Shelved::find(&app.store, &ruleset, Sort::Template, &template).await?;
    Ok(Json(Removed { name: found.take_off(&app.store).await?.name }))
}

fn told(shelved: Shelved) -> Template {
    let Shelved { id, ruleset, name, body, changed, .. } = shelved;
    let setup = making::kept_setup(&body).unwrap_or_default();
    let combatants = encounter_in(&setup.text).map_or(Vec::new(), |file| {
        let shown = |one: &rules::raw::Combatant| match one.count.as_ref().map_or(1, |it| **it) {
            1 => one.name.to_string(),
            count => format!("{count} {}", *one.name),
        };
        file.combatant.iter().map(shown).collect()
    });
    Template { id, ruleset, name, combatants, changed }
}
