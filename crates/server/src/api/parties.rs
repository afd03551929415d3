//! Handlers for parties: heroes kept once and used in every fight of their rulebook.

use axum::Json;
use axum::extract::State;

use super::host;
use crate::app::App;
use crate::auth::Caller;
use crate::extract::{At, Body};
use crate::failure::Failure;
use crate::library::check_heroes;
use crate::random;
use crate::shelved::{Shelved, Sort};
use crate::status::{Answer, Failures};
use crate::wire::{Parties, Party, PartyFile, PartyRequest, Removed, SheetValues};

/// Value of the `format` field in a party file.
const FORMAT: &str = "turnwright party 1";

/// The parties of a rulebook (host).
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/parties",
    tag = "parties",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    responses((status = 200, body = Parties), Failures),
)]
pub(super) async fn list_parties(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
) -> Answer<Parties> {
    host(&caller)?;
    app.rulebooks.book(&ruleset).await?;
    let found = app.store.read(move |it| Shelved::all(it, &ruleset, Sort::Party)).await?;
    Ok(Json(Parties { parties: found.into_iter().map(told).collect() }))
}

/// Keeps a party (host).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/parties",
    tag = "parties",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    request_body = PartyRequest,
    responses((status = 200, body = Party), Failures),
)]
pub(super) async fn keep_party(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
    Body(body): Body<PartyRequest>,
) -> Answer<Party> {
    host(&caller)?;
    keep(&app, &ruleset, random::letters(12)?, &body.name, &body.heroes).await.map(Json)
}

/// A party (host).
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/parties/{party}",
    tag = "parties",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("party" = String, Path, description = "Id of the party"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Party), Failures),
)]
pub(super) async fn get_party(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, party)): At<(String, String)>,
) -> Answer<Party> {
    host(&caller)?;
    Shelved::find(&app.store, &ruleset, Sort::Party, &party).await.map(told).map(Json)
}

/// Changes a party; fights that are there already keep their heroes as they are (host).
#[utoipa::path(
    put,
    path = "/rulesets/{ruleset}/parties/{party}",
    tag = "parties",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("party" = String, Path, description = "Id of the party"),
    ),
    security(("key" = [])),
    request_body = PartyRequest,
    responses((status = 200, body = Party), Failures),
)]
pub(super) async fn change_party(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, party)): At<(String, String)>,
    Body(body): Body<PartyRequest>,
) -> Answer<Party> {
    host(&caller)?;
    let before = Shelved::find(&app.store, &ruleset, Sort::Party, &party).await?;
    keep(&app, &ruleset, before.id, &body.name, &body.heroes).await.map(Json)
}

/// Removes a party (host).
#[utoipa::path(
    delete,
    path = "/rulesets/{ruleset}/parties/{party}",
    tag = "parties",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("party" = String, Path, description = "Id of the party"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Removed), Failures),
)]
pub(super) async fn remove_party(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, party)): At<(String, String)>,
) -> Answer<Removed> {
    host(&caller)?;
    let found = Shelved::find(&app.store, &ruleset, Sort::Party, &party).await?;
    Ok(Json(Removed { name: found.take_off(&app.store).await?.name }))
}

/// Keeps another party with the same heroes (host).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/parties/{party}/copy",
    tag = "parties",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("party" = String, Path, description = "Id of the party"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Party), Failures),
)]
pub(super) async fn copy_party(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, party)): At<(String, String)>,
) -> Answer<Party> {
    host(&caller)?;
    let found = Shelved::find(&app.store, &ruleset, Sort::Party, &party).await?;
    let name: String = found.name.chars().take(70).collect();
    let copy = Shelved {
        id: random::letters(12)?,
        name: format!("{name} (copy)"),
        changed: random::now(),
        ..found
    };
    copy.keep(&app.store).await.map(told).map(Json)
}

/// A party as a file (host).
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/parties/{party}/export",
    tag = "parties",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("party" = String, Path, description = "Id of the party"),
    ),
    security(("key" = [])),
    responses((status = 200, body = PartyFile), Failures),
)]
pub(super) async fn export_party(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, party)): At<(String, String)>,
) -> Answer<PartyFile> {
    host(&caller)?;
    let Party { ruleset, name, heroes, .. } =
        Shelved::find(&app.store, &ruleset, Sort::Party, &party).await.map(told)?;
    Ok(Json(PartyFile { format: FORMAT.to_owned(), ruleset, name, heroes }))
}

/// Keeps a party from a file (host).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/parties/import",
    tag = "parties",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    request_body = PartyFile,
    responses((status = 200, body = Party), Failures),
)]
pub(super) async fn import_party(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
    Body(body): Body<serde_json::Value>,
) -> Answer<Party> {
    host(&caller)?;
    if body["format"] != FORMAT {
        return Err(Failure::invalid("this file is no party that was exported here")
            .help("use Import creatures for those of other programs"));
    }
    let body: PartyFile = serde_json::from_value(body).map_err(|error| {
        Failure::invalid(format!("this party cannot be read: {error}")).help("export it again")
    })?;
    if body.ruleset != ruleset {
        let message = format!("this party is for {}, not for {ruleset}", body.ruleset);
        return Err(Failure::invalid(message).help("import it there"));
    }
    keep(&app, &ruleset, random::letters(12)?, &body.name, &body.heroes).await.map(Json)
}

async fn keep(
    app: &App,
    ruleset: &str,
    id: String,
    name: &str,
    heroes: &[SheetValues],
) -> Result<Party, Failure> {
    let book = app.rulebooks.book(ruleset).await?;
    check_heroes(&book.sheet, heroes)?;
    let shelved = Shelved {
        id,
        ruleset: ruleset.to_owned(),
        sort: Sort::Party,
        name: Shelved::checked_name(name)?,
        body: serde_json::to_string(heroes).unwrap_or_default(),
        changed: random::now(),
    };
    shelved.keep(&app.store).await.map(told)
}

fn told(shelved: Shelved) -> Party {
    let Shelved { id, ruleset, name, body, changed, .. } = shelved;
    // The body was written by this program, so parsing it does not fail.
    let heroes = serde_json::from_str(&body).unwrap_or_default();
    Party { id, ruleset, name, heroes, changed }
}
