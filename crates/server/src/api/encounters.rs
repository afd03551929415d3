//! Handlers for whole encounters: creating, listing, archiving, checking, backing up and exporting.

use axum::Json;
use axum::extract::State;

use super::host;
use crate::app::App;
use crate::auth::Caller;
use crate::begun::Listed;
use crate::encounter::Question;
use crate::entry::Export;
use crate::extract::{At, Body};
use crate::failure::Failure;
use crate::grant::Grant;
use crate::making;
use crate::status::{Answer, Failures};
use crate::store::StoreError;
use crate::veil::Veiled;
use crate::wire::{
    Backup, BackupRequest, CheckRequest, Checked, Created, EncounterRequest, Encounters, Me,
    ProblemCode, Summary, SummaryRequest,
};

/// Returns the role, encounter and combatants of this request's key.
#[utoipa::path(
    get,
    path = "/me",
    tag = "encounters",
    security(("key" = [])),
    responses((status = 200, body = Me), Failures),
)]
pub(super) async fn me(caller: Caller) -> Answer<Me> {
    let Grant { role, encounter, name, combatants } = caller.grant;
    let name = (!name.is_empty()).then_some(name);
    Ok(Json(Me { role, encounter, name, combatants }))
}

/// The encounters of the server (host).
#[utoipa::path(
    get,
    path = "/encounters",
    tag = "encounters",
    security(("key" = [])),
    responses((status = 200, body = Encounters), Failures),
)]
pub(super) async fn list_encounters(State(app): State<App>, caller: Caller) -> Answer<Encounters> {
    host(&caller)?;
    let listed = app.store.read(Listed::all).await?;
    Ok(Json(Encounters { encounters: listed.into_iter().map(making::summary).collect() }))
}

/// Makes an encounter (host). All mistakes in its files are told at once.
#[utoipa::path(
    post,
    path = "/encounters",
    tag = "encounters",
    security(("key" = [])),
    request_body = EncounterRequest,
    responses((status = 200, body = Created), Failures),
)]
pub(super) async fn create_encounter(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<EncounterRequest>,
) -> Answer<Created> {
    host(&caller)?;
    making::create(&app, &caller, body).await.map(Json)
}

/// Puts an encounter away or takes it out again (host).
#[utoipa::path(
    patch,
    path = "/encounters/{encounter}",
    tag = "encounters",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = SummaryRequest,
    responses((status = 200, body = Summary), Failures),
)]
pub(super) async fn change_encounter(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<SummaryRequest>,
) -> Answer<Summary> {
    host(&caller)?;
    let found = app.store.write(move |connection| {
        Listed::archive(connection, &encounter, body.archived)?;
        Listed::one(connection, &encounter)
    });
    let found = found.await?.ok_or_else(|| Failure::not_found("encounter"))?;
    Ok(Json(making::summary(found)))
}

/// Looks for mistakes in a setup without making an encounter from it.
#[utoipa::path(
    post,
    path = "/setups/check",
    tag = "encounters",
    request_body = CheckRequest,
    responses((status = 200, body = Checked), Failures),
)]
pub(super) async fn check_setup(
    State(app): State<App>,
    Body(body): Body<CheckRequest>,
) -> Answer<Checked> {
    making::check(&app, body).await.map(Json)
}

/// Copies the whole data file (host).
#[cfg(not(target_arch = "wasm32"))]
#[utoipa::path(
    post,
    path = "/backups",
    tag = "encounters",
    security(("key" = [])),
    request_body = BackupRequest,
    responses((status = 200, body = Backup), Failures),
)]
pub(super) async fn back_up(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<BackupRequest>,
) -> Answer<Backup> {
    host(&caller)?;
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if body.name.is_empty() || body.name.len() > 64 || !body.name.chars().all(good) {
        return Err(Failure::invalid("a name has up to 64 letters, digits and hyphens"));
    }
    let mut file = app.store.path().as_os_str().to_owned();
    file.push(format!(".{}.backup", body.name));
    let file = std::path::PathBuf::from(file);
    if file.exists() {
        return Err(Failure::new(ProblemCode::Conflict, "there is a backup of this name already"));
    }
    if let Some(why) = app.store.read_only() {
        return Err(StoreError::NotWritable(why.to_owned()).into());
    }
    let bytes = app.store.back_up(&file).await?;
    tracing::info!(file = %file.display(), bytes, "backed up");
    let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Json(Backup { file, bytes }))
}

/// Everything about an encounter, to be imported elsewhere (game master).
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/export",
    tag = "encounters",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = Export), Failures),
)]
pub(super) async fn export(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    handle.ask(eyes, Question::Export).await.map(Json)
}

/// The encounter as a recorded game, as `turnwright play` saves it (game master).
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/record",
    tag = "encounters",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = String, content_type = "text/plain"), Failures),
)]
pub(super) async fn record(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Result<String, Failure> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let veiled = handle.ask(eyes, Question::Record).await?;
    veiled.into_text().ok_or_else(|| Failure::unavailable("there is no record"))
}
