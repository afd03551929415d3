//! The HTTP API: one file for each group of addresses.

mod encounters;
mod history;
mod keys;
mod live;
mod network;
mod play;
mod rulesets;
mod setup;
mod table;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::guard::BODY_MAX;

/// Every address of the API, with its description.
pub(crate) fn routes() -> OpenApiRouter<App> {
    // Those that carry files take larger bodies.
    let with_files = OpenApiRouter::new()
        .routes(routes!(encounters::list_encounters, encounters::create_encounter))
        .routes(routes!(encounters::check_setup))
        .routes(routes!(setup::get_setup, setup::change_setup))
        .layer(DefaultBodyLimit::max(BODY_MAX));
    OpenApiRouter::new()
        .merge(with_files)
        .routes(routes!(rulesets::list_rulesets))
        .routes(routes!(rulesets::get_ruleset))
        .routes(routes!(rulesets::find_rules))
        .routes(routes!(rulesets::get_rule))
        .routes(routes!(rulesets::explain))
        .routes(routes!(rulesets::ruleset_creatures))
        .routes(routes!(encounters::me))
        .routes(routes!(encounters::change_encounter))
        .routes(routes!(encounters::back_up))
        .routes(routes!(encounters::export))
        .routes(routes!(encounters::record))
        .routes(routes!(play::state))
        .routes(routes!(play::decision))
        .routes(routes!(play::options))
        .routes(routes!(play::reach))
        .routes(routes!(play::command))
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
        .routes(routes!(keys::list_keys, keys::create_key))
        .routes(routes!(keys::change_key, keys::revoke_key))
        .routes(routes!(keys::renew_key))
        .routes(routes!(live::events))
        .routes(routes!(network::network, network::change_network))
}
