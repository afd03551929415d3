//! Handlers for the history: log, undo, redo, branches, bookmarks.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::Caller;
use crate::encounter::{Change, Question, Request};
use crate::extract::{Asked, At, Body, number};
use crate::failure::Failure;
use crate::status::{Answer, Failures};
use crate::veil::Veiled;
use crate::wire::{BookmarkRequest, History, Log, MoveRequest, News};

/// Query parameters of the log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LogQuery {
    /// Only changes behind this number.
    #[param(maximum = 9223372036854775807i64)]
    pub(super) after: Option<u64>,
    /// How many at most; 200 if not said, never more than 1000.
    #[param(maximum = 4294967295i64)]
    pub(super) limit: Option<u32>,
}

/// Returns a page of the log, oldest change first.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/log",
    tag = "history",
    params(("encounter" = String, Path, description = "Id of the encounter"), LogQuery),
    security(("key" = [])),
    responses((status = 200, body = Log), Failures),
)]
pub(super) async fn log(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Asked(asked): Asked<LogQuery>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let limit = u64::from(asked.limit.unwrap_or(200).min(1000));
    let after = number(asked.after)?.unwrap_or(0);
    handle.ask(eyes, Question::Log { after, limit }).await.map(Json)
}

/// How the story is told.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StoryQuery {
    /// With details such as tokens spent; not said: no.
    pub(super) details: Option<bool>,
}

/// The story so far as Markdown, without what has been undone.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/story",
    tag = "history",
    params(("encounter" = String, Path, description = "Id of the encounter"), StoryQuery),
    security(("key" = [])),
    responses((status = 200, body = String, content_type = "text/markdown"), Failures),
)]
pub(super) async fn story(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Asked(asked): Asked<StoryQuery>,
) -> Result<impl IntoResponse, Failure> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let state = handle.ask(eyes.clone(), Question::State).await?;
    let log = handle.ask(eyes, Question::Log { after: 0, limit: u64::MAX }).await?;
    let title = state.title().unwrap_or_default();
    let text = log.markdown(title, asked.details.unwrap_or(false)).unwrap_or_default();
    Ok(([(CONTENT_TYPE, "text/markdown; charset=utf-8")], text))
}

/// Every point of the history and its branches (game master).
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/history",
    tag = "history",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = History), Failures),
)]
pub(super) async fn history(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    handle.ask(eyes, Question::History).await.map(Json)
}

/// Undoes, does again, or goes to any point, for the whole table.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/moves",
    tag = "history",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = MoveRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn go(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<MoveRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let request =
        Request { change: Change::Move(body.to), expected: Some(body.expected), id: None };
    handle.change(eyes, request).await.map(Json)
}

/// Names the point the encounter stands at (game master).
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/bookmarks",
    tag = "history",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = BookmarkRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn bookmark(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<BookmarkRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let request = Request { change: Change::Bookmark(body.name), expected: None, id: None };
    handle.change(eyes, request).await.map(Json)
}
