//! Answers for programs that watch the server: whether it runs, whether it works, and its figures.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::auth::Caller;
use crate::failure::Failure;
use crate::listen::Peer;
use crate::wire::Role;

/// Returns the router of these addresses, which lie outside the API.
pub(crate) fn router() -> axum::Router<App> {
    axum::Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
}

/// Checks whether changes can be made, by a write to the data file.
async fn ready(State(app): State<App>) -> Response {
    match app.store.probe().await {
        None => "ready\n".into_response(),
        Some(why) => {
            (StatusCode::SERVICE_UNAVAILABLE, format!("read-only: {why}\n")).into_response()
        }
    }
}

/// Returns the figures for Prometheus. Only programs on this machine and the host may read them.
async fn metrics(State(app): State<App>, request: Request) -> Response {
    let known = request.extensions();
    let is_here = known.get::<Peer>().is_some_and(|peer| peer.address.ip().is_loopback());
    let is_host = known.get::<Caller>().is_some_and(|it| it.grant.role == Role::Host);
    if !is_here && !is_host {
        return Failure::forbidden("from other machines this needs the host's key").into_response();
    }
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, app.metrics_text().await).into_response()
}
