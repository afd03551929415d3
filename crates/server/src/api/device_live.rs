//! Handler for the news of an encounter on one device. A page requests them after each change.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};

use super::after::{AfterQuery, last_known};
use crate::app::App;
use crate::auth::Caller;
use crate::extract::{Asked, At};
use crate::failure::Failure;
use crate::status::Failures;
use crate::wire::LiveEvent;

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
    let event = handle.news(&eyes, last_known(&headers, &asked)?)?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"))], event).into_response())
}
