//! The HTTP API: one file for each group of addresses.

mod after;
mod creatures;
#[cfg(target_arch = "wasm32")]
mod device_live;
mod difficulty;
mod encounters;
mod history;
#[cfg(not(target_arch = "wasm32"))]
mod keys;
#[cfg(not(target_arch = "wasm32"))]
mod live;
#[cfg(not(target_arch = "wasm32"))]
mod network;
mod parties;
mod play;
mod reading;
mod rulesets;
mod setup;
mod table;
mod templates;

use axum::extract::DefaultBodyLimit;
#[cfg(not(target_arch = "wasm32"))]
use utoipa_axum::router::OpenApiRouter;
#[cfg(not(target_arch = "wasm32"))]
use utoipa_axum::routes;

#[cfg(target_arch = "wasm32")]
use crate::addresses::{OpenApiRouter, routes};
use crate::app::App;
use crate::auth::Caller;
use crate::failure::Failure;
use crate::json::BODY_MAX;
use crate::wire::Role;

// A device answers with one event where a server answers with a stream.
#[cfg(target_arch = "wasm32")]
use device_live as live;

/// Returns the router of all addresses of the API, with their descriptions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    // Addresses that take files allow larger bodies.
    let with_files = OpenApiRouter::new()
        .routes(routes!(encounters::list_encounters, encounters::create_encounter))
        .routes(routes!(encounters::check_setup))
        .routes(routes!(creatures::import_creatures))
        .routes(routes!(reading::keep_creatures))
        .routes(routes!(setup::get_setup, setup::change_setup))
        .layer(DefaultBodyLimit::max(BODY_MAX));
    let with_exports = OpenApiRouter::new()
        .routes(routes!(reading::read_creatures))
        .layer(DefaultBodyLimit::max(reading::FILE_BODY_MAX));
    let router = OpenApiRouter::new()
        .merge(with_files)
        .merge(with_exports)
        .routes(routes!(rulesets::list_rulesets))
        .routes(routes!(rulesets::get_ruleset))
        .routes(routes!(rulesets::find_rules))
        .routes(routes!(rulesets::get_rule))
        .routes(routes!(rulesets::explain))
        .routes(routes!(creatures::ruleset_creatures, creatures::keep_creature))
        .routes(routes!(creatures::change_creature, creatures::remove_creature))
        .routes(routes!(creatures::read_lines))
        .routes(routes!(difficulty::difficulty))
        .routes(routes!(parties::list_parties, parties::keep_party))
        .routes(routes!(parties::get_party, parties::change_party, parties::remove_party))
        .routes(routes!(parties::copy_party))
        .routes(routes!(parties::export_party))
        .routes(routes!(parties::import_party))
        .routes(routes!(templates::list_templates))
        .routes(routes!(templates::keep_template))
        .routes(routes!(templates::remove_template))
        .routes(routes!(setup::change_combatant))
        .routes(routes!(encounters::me))
        .routes(routes!(encounters::change_encounter))
        .routes(routes!(encounters::export))
        .routes(routes!(encounters::record))
        .routes(routes!(play::state))
        .routes(routes!(play::decision))
        .routes(routes!(play::options))
        .routes(routes!(play::reach))
        .routes(routes!(play::plan))
        .routes(routes!(play::command))
        .routes(routes!(play::batch))
        .routes(routes!(play::ping))
        .routes(routes!(play::preview))
        .routes(routes!(history::log))
        .routes(routes!(history::story))
        .routes(routes!(history::history))
        .routes(routes!(history::go))
        .routes(routes!(history::bookmark))
        .routes(routes!(table::change_table))
        .routes(routes!(table::add_note))
        .routes(routes!(table::change_note, table::remove_note))
        .routes(routes!(setup::get_choices, setup::change_choices))
        .routes(routes!(setup::creatures))
        .routes(routes!(setup::add_combatants))
        .routes(routes!(setup::own_rule))
        .routes(routes!(live::events));
    with_host(router)
}

/// Adds what needs a server: its keys, its data file and its network.
#[cfg(not(target_arch = "wasm32"))]
fn with_host(router: OpenApiRouter<App>) -> OpenApiRouter<App> {
    router
        .routes(routes!(encounters::back_up))
        .routes(routes!(keys::list_keys, keys::create_key))
        .routes(routes!(keys::change_key, keys::revoke_key))
        .routes(routes!(keys::renew_key))
        .routes(routes!(network::network, network::change_network))
}

/// Adds nothing: a browser has no server.
#[cfg(target_arch = "wasm32")]
fn with_host(router: OpenApiRouter<App>) -> OpenApiRouter<App> {
    router
}

/// Fails unless the caller is the host.
fn host(caller: &Caller) -> Result<(), Failure> {
    match caller.grant.role {
        Role::Host => Ok(()),
        _ => Err(Failure::forbidden("only the host may do that")),
    }
}
