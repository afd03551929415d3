//! What an encounter is made from, and adding to it.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::Caller;
use crate::encounter::{Change, Question, Request};
use crate::extract::{At, Body};
use crate::failure::{Answer, Failures};
use crate::veil::Veiled;
use crate::wire::{
    Choices, ChoicesRequest, Creatures, News, QuickRequest, Rule, Setup, SetupRequest,
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

/// What the campaign chose: every toggle and every question, with what is in force.
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
    handle.ask(eyes, Question::Creatures).await.map(Json)
}

/// Adds combatants. In a running fight they enter at this point of the log, as a command that can
/// be undone (game master).
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
    let change = Change::Quick(body.side, body.lines, body.hidden);
    let request = Request { change, expected: Some(body.expected), id: None };
    handle.change(eyes, request).await.map(Json)
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
