//! Handlers for an encounter's setup: its files, choices, rules, creatures and combatants.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::Caller;
use crate::begun::Listed;
use crate::encounter::{Change, Question, Request};
use crate::extract::{At, Body};
use crate::failure::Failure;
use crate::library::{Known, stored_creatures};
use crate::status::{Answer, Failures};
use crate::veil::Veiled;
use crate::wire::{
    Choices, ChoicesRequest, CombatantEdit, Creatures, News, QuickRequest, Rule, Setup,
    SetupRequest,
};

/// The files an encounter is made from (game master).
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/setup",
    tag = "setup",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = Setup), Failures),
)]
pub(super) async fn get_setup(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    handle.ask(eyes, Question::Setup).await.map(Json)
}

/// Takes another setup and plays everything again under it; where that does not work, nothing
/// changes (game master).
#[utoipa::path(
    put,
    path = "/encounters/{encounter}/setup",
    tag = "setup",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = SetupRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn change_setup(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<SetupRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let request =
        Request { change: Change::Setup(body.text), expected: Some(body.expected), id: None };
    handle.change(eyes, request).await.map(Json)
}

/// Returns every toggle and question of the campaign, with the value in force.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/choices",
    tag = "setup",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = Choices), Failures),
)]
pub(super) async fn get_choices(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Choices).await.map(Json)
}

/// Sets toggles and rulings, in mid-fight too: everything is played again under them; where that
/// does not work, nothing changes (game master).
#[utoipa::path(
    patch,
    path = "/encounters/{encounter}/choices",
    tag = "setup",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = ChoicesRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn change_choices(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<ChoicesRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let expected = Some(body.expected);
    handle
        .change(eyes, Request { change: Change::Choices(body), expected, id: None })
        .await
        .map(Json)
}

/// The creatures that quick-add knows here (game master).
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/creatures",
    tag = "setup",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = Creatures), Failures),
)]
pub(super) async fn creatures(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let stored = stored_of(&app, &encounter).await?;
    handle.ask(eyes, Question::Creatures(stored)).await.map(Json)
}

/// Adds combatants (game master). In a running fight they enter at this point of the log, as a
/// command that can be undone. A name that no creature has is made with the defaults of the sheet.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/combatants",
    tag = "setup",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = QuickRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn add_combatants(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<QuickRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let expected = Some(body.expected);
    let stored = stored_of(&app, &encounter).await?;
    let change = Change::Quick(Box::new(body), stored);
    handle.change(eyes, Request { change, expected, id: None }).await.map(Json)
}

/// Changes somebody in the fight: numbers, name, side or place (game master). In a running fight
/// that is a command which can be undone; a number that never changes during play is changed in the
/// setup, and a name only before the first command.
#[utoipa::path(
    patch,
    path = "/encounters/{encounter}/combatants/{combatant}",
    tag = "setup",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("combatant" = String, Path, description = "Name of the combatant"),
    ),
    security(("key" = [])),
    request_body = CombatantEdit,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn change_combatant(
    State(app): State<App>,
    caller: Caller,
    At((encounter, combatant)): At<(String, String)>,
    Body(body): Body<CombatantEdit>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let expected = Some(body.expected);
    let change = Change::Combatant(combatant, body);
    handle.change(eyes, Request { change, expected, id: None }).await.map(Json)
}

/// Returns the creatures that the data file keeps for the rulebook of an encounter.
async fn stored_of(app: &App, encounter: &str) -> Result<Vec<Known>, Failure> {
    let id = encounter.to_owned();
    let listed = app.store.read(move |it| Listed::one(it, &id)).await?;
    let listed = listed.ok_or_else(|| Failure::not_found("encounter"))?;
    stored_creatures(&app.store, &listed.ruleset).await
}

/// A rule of the rulebook that the encounter carries with it.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/rules/{rule}",
    tag = "setup",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("rule" = String, Path, description = "Id of the rule"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Rule), Failures),
)]
pub(super) async fn own_rule(
    State(app): State<App>,
    caller: Caller,
    At((encounter, rule)): At<(String, String)>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Rule(rule)).await.map(Json)
}
