//! Handler for the live stream of an encounter.

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::after::{AfterQuery, last_known};
use crate::app::App;
use crate::auth::Caller;
use crate::extract::{Asked, At};
use crate::failure::Failure;
use crate::status::Failures;
use crate::wire::{LiveEvent, ProblemCode};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::response::IntoResponse;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The live stream: server-sent events named `news`, each with one `News` as data and its
/// sequence number as id. Begins with what happened since the number given; without one, with the
/// present state. A comment line every few seconds shows that the line is alive. An event named
/// `gone` says that the key is no longer good.
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/events",
    tag = "live",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("Last-Event-ID" = Option<u64>, Header, description = "Number of the last change known"),
        AfterQuery,
    ),
    security(("key" = [])),
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
    let after = last_known(&headers, &asked)?;
    let receiver = handle.listen(eyes, caller.key.clone(), after).await?;
    // The key may have been revoked after it was read and before the stream began.
    if !app.keys.is_good(&caller.key) {
        return Err(Failure::new(ProblemCode::Unauthorized, "this key is no longer good"));
    }
    let stream = Body::from_stream(ReceiverStream::new(receiver).map(Ok::<_, Infallible>));
    let head = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // Keeps proxies from buffering the stream.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((head, stream).into_response())
}
