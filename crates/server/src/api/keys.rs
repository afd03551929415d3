//! Handlers for the keys of an encounter: links for game masters, seats and spectators.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::Caller;
use crate::encounter::{Handle, Question};
use crate::extract::{At, Body};
use crate::eyes::{Eyes, MASTER, SERVER};
use crate::failure::Failure;
use crate::grant::Grant;
use crate::status::{Answer, Failures};
use crate::wire::{Key, KeyRequest, Keys, NewKey, ProblemCode, Role, SeatRequest};

/// Longest name of a key, in characters.
const NAME_MAX: usize = 80;

/// The valid keys, without their secrets (game master).
#[utoipa::path(
    get,
    path = "/encounters/{encounter}/keys",
    tag = "keys",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    responses((status = 200, body = Keys), Failures),
)]
pub(super) async fn list_keys(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
) -> Answer<Keys> {
    app.open_as_master(&caller, &encounter).await?;
    Ok(Json(Keys { keys: app.keys.of(&encounter) }))
}

/// Makes a key; its link is told once (game master).
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/keys",
    tag = "keys",
    params(("encounter" = String, Path, description = "Id of the encounter")),
    security(("key" = [])),
    request_body = KeyRequest,
    responses((status = 200, body = NewKey), Failures),
)]
pub(super) async fn create_key(
    State(app): State<App>,
    caller: Caller,
    At(encounter): At<String>,
    Body(body): Body<KeyRequest>,
) -> Answer<NewKey> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    if body.role == Role::Host {
        return Err(Failure::forbidden("host keys are made when the server starts"));
    }
    let KeyRequest { role, name, combatants } = body;
    let grant = Grant { encounter: Some(encounter.clone()), role, name, combatants };
    let grant = check(&app, &handle, eyes, grant, None).await?;
    let made = app.grant(grant).await?;
    app.keys_changed(&encounter, &made.key.id).await;
    Ok(Json(made))
}

/// Changes the name or the combatants of a seat (game master).
#[utoipa::path(
    patch,
    path = "/encounters/{encounter}/keys/{key}",
    tag = "keys",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("key" = String, Path, description = "Id of the key"),
    ),
    security(("key" = [])),
    request_body = SeatRequest,
    responses((status = 200, body = Key), Failures),
)]
pub(super) async fn change_key(
    State(app): State<App>,
    caller: Caller,
    At((encounter, key)): At<(String, String)>,
    Body(body): Body<SeatRequest>,
) -> Answer<Key> {
    let (handle, eyes) = app.open_as_master(&caller, &encounter).await?;
    let known = app.keys.of(&encounter).into_iter().find(|one| one.id == key);
    let known = known.ok_or_else(|| Failure::not_found("key"))?;
    let grant = Grant {
        encounter: Some(encounter.clone()),
        role: known.role,
        name: body.name.unwrap_or(known.name),
        combatants: body.combatants.unwrap_or(known.combatants),
    };
    let grant = check(&app, &handle, eyes, grant, Some(&key)).await?;
    let change = |key: &mut Grant| *key = grant;
    let changed = app.keys.change(&app.store, &encounter, &key, change).await?;
    app.keys_changed(&encounter, &key).await;
    Ok(Json(changed))
}

/// Gives a key a new link; the old one is no longer good (game master).
#[utoipa::path(
    post,
    path = "/encounters/{encounter}/keys/{key}/renew",
    tag = "keys",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("key" = String, Path, description = "Id of the key"),
    ),
    security(("key" = [])),
    responses((status = 200, body = NewKey), Failures),
)]
pub(super) async fn renew_key(
    State(app): State<App>,
    caller: Caller,
    At((encounter, key)): At<(String, String)>,
) -> Answer<NewKey> {
    app.open_as_master(&caller, &encounter).await?;
    let (shown, secret) = app.keys.renew(&app.store, &encounter, &key).await?;
    app.keys_changed(&encounter, &key).await;
    Ok(Json(app.told_once(shown, secret)))
}

/// Makes a key invalid, at once and for good (game master).
#[utoipa::path(
    delete,
    path = "/encounters/{encounter}/keys/{key}",
    tag = "keys",
    params(
        ("encounter" = String, Path, description = "Id of the encounter"),
        ("key" = String, Path, description = "Id of the key"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Key), Failures),
)]
pub(super) async fn revoke_key(
    State(app): State<App>,
    caller: Caller,
    At((encounter, key)): At<(String, String)>,
) -> Answer<Key> {
    app.open_as_master(&caller, &encounter).await?;
    let revoked = app.keys.revoke(&app.store, &encounter, &key).await?;
    app.keys_changed(&encounter, &key).await;
    Ok(Json(revoked))
}

/// Checks a grant and returns it with its name trimmed. A seat needs a name that no other seat has
/// and may act only for combatants that exist. A seat without a name gets the names of its
/// combatants.
///
/// # Errors
///
/// Fails if the name is too long or taken, if a key other than a seat acts for combatants, or if a
/// combatant is unknown.
async fn check(
    app: &App,
    handle: &Handle,
    eyes: Eyes,
    grant: Grant,
    key: Option<&str>,
) -> Result<Grant, Failure> {
    let conflict = |message: &str| Err(Failure::new(ProblemCode::Conflict, message));
    if grant.name.chars().count() > NAME_MAX || grant.name.chars().any(char::is_control) {
        let message = format!("a name has at most {NAME_MAX} letters on one line");
        return Err(Failure::invalid(message));
    }
    let mut name = grant.name.trim().to_owned();
    let is_seat = grant.role == Role::Seat;
    if is_seat && name.is_empty() {
        let all = if grant.combatants.is_empty() {
            "seat".to_owned()
        } else {
            grant.combatants.join(", ")
        };
        name = all.chars().filter(|letter| !letter.is_control()).take(NAME_MAX).collect();
    }
    let grant = Grant { name, ..grant };
    if !is_seat {
        return match grant.combatants.is_empty() {
            true => Ok(grant),
            false => conflict("only seats act for combatants"),
        };
    }
    let encounter = grant.encounter.as_deref().unwrap_or_default();
    let others = app.keys.of(encounter).into_iter().filter(|one| Some(one.id.as_str()) != key);
    let mut names = others.filter(|one| one.role == Role::Seat).map(|one| one.name);
    if [MASTER, SERVER].contains(&grant.name.as_str()) || names.any(|one| one == grant.name) {
        return conflict("another seat has this name");
    }
    handle.ask(eyes, Question::Known(grant.combatants.clone())).await?;
    Ok(grant)
}
