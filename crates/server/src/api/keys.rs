//! Keys of an encounter: links for game masters, seats and spectators.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::Caller;
use crate::encounter::{Handle, Question};
use crate::extract::{At, Body};
use crate::eyes::{Eyes, MASTER, SERVER};
use crate::failure::{Answer, Failure, Failures};
use crate::keys::Grant;
use crate::store::StoredKey;
use crate::wire::{Key, KeyRequest, Keys, NewKey, ProblemCode, Role, SeatRequest};

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
    let seat = body.role == Role::Seat;
    check(&app, &handle, eyes, &encounter, seat, &body.name, &body.combatants, None).await?;
    let (encounter, name) = (Some(encounter), body.name.trim().to_owned());
    let grant = Grant { encounter, role: body.role, name, combatants: body.combatants };
    let made = app.grant(grant.clone()).await?;
    let encounter = grant.encounter.unwrap_or_default();
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
    let name = body.name.unwrap_or(known.name).trim().to_owned();
    let combatants = body.combatants.unwrap_or(known.combatants);
    let seat = known.role == Role::Seat;
    check(&app, &handle, eyes, &encounter, seat, &name, &combatants, Some(&key)).await?;
    let change = |key: &mut StoredKey| (key.name, key.combatants) = (name, combatants);
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

/// Makes sure that a key makes sense: seats have a name of their own and act for combatants that
/// there are.
#[expect(clippy::too_many_arguments, reason = "everything a key consists of")]
async fn check(
    app: &App,
    handle: &Handle,
    eyes: Eyes,
    encounter: &str,
    seat: bool,
    name: &str,
    combatants: &[String],
    key: Option<&str>,
) -> Result<(), Failure> {
    let name = name.trim();
    if name.chars().count() > 80 || name.chars().any(char::is_control) {
        return Err(Failure::invalid("a name has at most 80 letters on one line"));
    }
    if !seat {
        return match combatants.is_empty() {
            true => Ok(()),
            false => Err(Failure::invalid("only seats act for combatants")),
        };
    }
    if name.is_empty() || [MASTER, SERVER].contains(&name) {
        return Err(Failure::invalid("a seat needs a name of its own"));
    }
    let others = app.keys.of(encounter).into_iter().filter(|one| Some(one.id.as_str()) != key);
    let taken = |one: &Key| one.role == Role::Seat && one.name == name;
    if others.into_iter().any(|one| taken(&one)) {
        return Err(Failure::new(ProblemCode::Conflict, "another seat has this name"));
    }
    handle.ask(eyes, Question::Known(combatants.to_vec())).await.map(drop)
}
