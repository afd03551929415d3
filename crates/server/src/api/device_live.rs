//! Handler for the news of an encounter on one device. A page requests them after each change.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::Caller;
use crate::extract::{Asked, At, number};
use crate::failure::Failure;
use crate::status::Failures;
use crate::wire::LiveEvent;

/// Query of the news: the change after which they begin.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AfterQuery {
    /// Number of the last known change. The header `Last-Event-ID` takes precedence.
    pub(super) after: Option<u64>,
}

/// Returns one event, `news`, where a server opens a live stream. A page repeats the request after
/// each change.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/events",
    responses((status = 200, body = LiveEvent, content_type = "text/event-stream"), Failures),
)]
pub(super) async fn events(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    headers: HeaderMap,
    Asked(asked): Asked<AfterQuery>,
) -> Result<Response, Failure> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.and_then(|text| text.parse().ok());
    let event = handle.news(&eyes, number(last.or(asked.after))?)?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"))], event).into_response())
}
