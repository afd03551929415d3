//! Handlers for play: the state, the options, and commands.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::Caller;
use crate::encounter::{Change, Question, Request};
use crate::extract::{Asked, At, Body};
use crate::failure::Failure;
use crate::status::{Answer, Failures};
use crate::veil::Veiled;
use crate::wire::{
    self, BatchRequest, CommandRequest, Decision, News, Options, Ping, PingRequest, Plan, Preview,
    PreviewRequest, Reach,
};

/// Filter for the list of options.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct OptionsQuery {
    /// Only this combatant.
    pub(super) who: Option<String>,
}

/// Query that names a combatant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ReachQuery {
    /// The combatant.
    pub(super) who: String,
}

/// Returns the encounter as the role of the key sees it.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/state",
    tag = "play",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = wire::State), Failures),
)]
pub(super) async fn state(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::State).await.map(Json)
}

/// Returns the decision that the encounter waits for, and who may make it.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/decision",
    tag = "play",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = Decision), Failures),
)]
pub(super) async fn decision(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Decision).await.map(Json)
}

/// Returns what the key's combatants can do now, with prices, and reasons against the rest.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/options",
    tag = "play",
    params(("encounter" = String, Path, description = "Id of the encounter"), OptionsQuery),
    security(("key" = [])),
    responses((status = 200, body = Options), Failures),
)]
pub(super) async fn options(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Asked(asked): Asked<OptionsQuery>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Options(asked.who)).await.map(Json)
}

/// Where a combatant of the key can get to on the board, and what it costs.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/reach",
    tag = "play",
    params(("encounter" = String, Path, description = "Id of the encounter"), ReachQuery),
    security(("key" = [])),
    responses((status = 200, body = Reach), Failures),
)]
pub(super) async fn reach(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Asked(asked): Asked<ReachQuery>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Reach(asked.who)).await.map(Json)
}

/// Lists every distinct way in which a combatant of the key can end its turn, best first.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/plan",
    tag = "play",
    params(("encounter" = String, Path, description = "Id of the encounter"), ReachQuery),
    security(("key" = [])),
    responses((status = 200, body = Plan), Failures),
)]
pub(super) async fn plan(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Asked(asked): Asked<ReachQuery>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Plan(asked.who)).await.map(Json)
}

/// Gives a command. It is durable before it is answered. The same `Idempotency-Key` of the same key
/// is carried out once and gets the same answer again.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/commands",
    tag = "play",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        (
            "Idempotency-Key" = Option<String>, Header,
            description = "1 to 64 printable characters",
            min_length = 1, max_length = 64, pattern = "^[ -~]*$",
        ),
    ),
    security(("key" = [])),
    request_body = CommandRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn command(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    headers: HeaderMap,
    Body(body): Body<CommandRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let id = idempotency(&caller, &headers)?;
    let change = Change::Command(body.command);
    let request = Request { change, expected: Some(body.expected), id };
    handle.change(eyes, request).await.map(Json)
}

/// Gives several commands as one step of the history (game master): one undo takes all of them
/// back. If one is refused, none is given.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/batches",
    tag = "play",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        (
            "Idempotency-Key" = Option<String>, Header,
            description = "1 to 64 printable characters",
            min_length = 1, max_length = 64, pattern = "^[ -~]*$",
        ),
    ),
    security(("key" = [])),
    request_body = BatchRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn batch(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    headers: HeaderMap,
    Body(body): Body<BatchRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let id = idempotency(&caller, &headers)?;
    let expected = Some(body.expected);
    let request = Request { change: Change::Batch(body), expected, id };
    handle.change(eyes, request).await.map(Json)
}

/// Shows everybody at the table a square for a moment. The log does not keep it.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/pings",
    tag = "live",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = PingRequest,
    responses((status = 200, body = Ping), Failures),
)]
pub(super) async fn ping(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<PingRequest>,
) -> Answer<Ping> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ping(eyes, body).await.map(Json)
}

/// Returns what a command would spend, block and cause, or why it is illegal. Nothing changes.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/preview",
    tag = "play",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = PreviewRequest,
    responses((status = 200, body = Preview), Failures),
)]
pub(super) async fn preview(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<PreviewRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    handle.ask(eyes, Question::Preview(body.command)).await.map(Json)
}

/// Returns the caller's key id and the `Idempotency-Key` of a request; `None` if it has none. Fails
/// unless the header has 1 to 64 printable characters.
fn idempotency(caller: &Caller, headers: &HeaderMap) -> Result<Option<String>, Failure> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().ok().filter(|text| (1..=64).contains(&text.len()));
    match text {
        Some(text) => Ok(Some(format!("{} {text}", caller.key))),
        None => Err(Failure::invalid("an Idempotency-Key has 1 to 64 printable letters")),
    }
}
