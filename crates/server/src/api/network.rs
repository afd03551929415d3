//! Handlers for reaching the server from phones in the local network.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::Caller;
use crate::extract::Body;
use crate::failure::Failure;
use crate::status::{Answer, Failures};
use crate::wire::{Network, NetworkRequest, Role};

/// How phones in the local network reach the server (host and game masters).
#[utoipa::path(
    get,
    path = "/network",
    tag = "network",
    security(("key" = [])),
    responses((status = 200, body = Network), Failures),
)]
pub(super) async fn network(State(app): State<App>, caller: Caller) -> Answer<Network> {
    match caller.grant.role {
        Role::Host | Role::GameMaster => Ok(Json(app.network.now().await)),
        _ => Err(Failure::forbidden("only the game master may see that")),
    }
}

/// Lets phones in the local network in, or no longer (host). Links made from now on hold an address
/// that they can reach.
#[utoipa::path(
    patch,
    path = "/network",
    tag = "network",
    security(("key" = [])),
    request_body = NetworkRequest,
    responses((status = 200, body = Network), Failures),
)]
pub(super) async fn change_network(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NetworkRequest>,
) -> Answer<Network> {
    if caller.grant.role != Role::Host {
        return Err(Failure::forbidden("only the host may do that"));
    }
    app.network.switch(body.listening, |url| app.set_public(url)).await.map(Json)
}
