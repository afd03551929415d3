//! Handlers for the table's settings, what players may see, and notes.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::Caller;
use crate::encounter::{Change, Request};
use crate::extract::{At, Body};
use crate::grant::Grant;
use crate::status::{Answer, Failures};
use crate::veil::Veiled;
use crate::wire::{News, NoteRequest, TableRequest};

/// Changes how the table plays and what players see (game master).
#[utoipa::path(
    patch,
    path = "/encounters/{encounter}/table",
    tag = "table",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = TableRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn change_table(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<TableRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let named = body.combatants.iter();
    let renamed = named.filter_map(|one| Some((one.name.clone(), one.rename.clone()?)));
    let renamed: Vec<(String, String)> = renamed.collect();
    let request = Request { change: Change::Table(body), expected: None, id: None };
    let news = handle.change(eyes, request).await?;
    // Seats name their combatants, so a rename must reach their keys.
    for (before, now) in renamed {
        let now = now.trim();
        for key in app.keys.of(&encounter) {
            if key.combatants.contains(&before) {
                let rename = |one: &mut String| {
                    if *one == before {
                        now.clone_into(one);
                    }
                };
                let change = |grant: &mut Grant| grant.combatants.iter_mut().for_each(rename);
                app.keys.change(&app.store, &encounter, &key.id, change).await?;
                app.keys_changed(&encounter, &key.id).await;
            }
        }
    }
    Ok(Json(news))
}

/// Writes a note.
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/notes",
    tag = "table",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = NoteRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn add_note(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<NoteRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let request = Request { change: Change::Note(None, Some(body)), expected: None, id: None };
    handle.change(eyes, request).await.map(Json)
}

/// Writes a note anew.
#[utoipa::path(
    put,
    path = "/encounters/{encounter}/notes/{note}",
    tag = "table",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("note" = u32, Path, description = "Number of the note"),
    ),
    security(("key" = [])),
    request_body = NoteRequest,
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn change_note(
    State(app): State<App>,
    caller: Caller,
    At((encounter, note)): At<(String, u32)>,
    Body(body): Body<NoteRequest>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let request =
        Request { change: Change::Note(Some(note), Some(body)), expected: None, id: None };
    handle.change(eyes, request).await.map(Json)
}

/// Removes a note; the history keeps it.
#[utoipa::path(
    delete,
    path = "/encounters/{encounter}/notes/{note}",
    tag = "table",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("note" = u32, Path, description = "Number of the note"),
    ),
    security(("key" = [])),
    responses((status = 200, body = News), Failures),
)]
pub(super) async fn remove_note(
    State(app): State<App>,
    caller: Caller,
    At((encounter, note)): At<(String, u32)>,
) -> Answer<Veiled> {
    let (handle, eyes) = app.open(&caller, &encounter).await?;
    let request = Request { change: Change::Note(Some(note), None), expected: None, id: None };
    handle.change(eyes, request).await.map(Json)
}
