//! Handlers for creatures: those that come with a rulebook, those the host keeps, and typed lines
//! of creatures.

use std::collections::HashSet;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;

use super::host;
use super::reading::keep_known;
use crate::app::App;
use crate::auth::Caller;
use crate::extract::{Asked, At, Body};
use crate::failure::Failure;
use crate::library::stored_creatures;
use crate::library::{Gathering, Known, Search, Taken, creature_in, in_text, of_lines, read};
use crate::random;
use crate::rulebook::Book;
use crate::shelved::{Shelved, Sort};
use crate::status::{Answer, Failures};
use crate::wire::{
    Creature, CreatureImport, CreatureRequest, Creatures, LineCombatant, LinesRead, LinesRequest,
    Removed, Role, SheetValues,
};
use crate::work::off_thread;

/// Largest number of creatures in one answer.
const CREATURES_MAX: usize = 500;

/// Query parameters of a creature search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct CreatureQuery {
    /// Words of its name or type, and a level such as `cr 3` or `level 2`.
    pub(super) search: Option<String>,
    /// How many to pass over.
    #[param(maximum = 4294967295i64)]
    pub(super) offset: Option<u32>,
    /// How many at most; never more than 500.
    #[param(maximum = 4294967295i64)]
    pub(super) limit: Option<u32>,
}

/// Key of a request that needs none: `None` if the request has no `Authorization` header.
pub(super) struct Anybody(Option<Caller>);

impl FromRequestParts<App> for Anybody {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anybody, Failure> {
        match parts.headers.contains_key(AUTHORIZATION) {
            true => Caller::from_request_parts(parts, app).await.map(|it| Anybody(Some(it))),
            false => Ok(Anybody(None)),
        }
    }
}

/// The creatures of a rulebook. Without a key those that come with it; for the host and game
/// masters those of the data file as well.
#[utoipa::path(
    get,
    path = "/rulesets/{ruleset}/creatures",
    tag = "rulesets",
    params(
        (
            "ruleset" = String, Path,
            description = "Id of the ruleset", example = "collective",
        ),
        CreatureQuery,
    ),
    responses((status = 200, body = Creatures), Failures),
)]
pub(super) async fn ruleset_creatures(
    State(app): State<App>,
    Anybody(caller): Anybody,
    At(ruleset): At<String>,
    Asked(asked): Asked<CreatureQuery>,
) -> Answer<Creatures> {
    let book = app.rulebooks.book(&ruleset).await?;
    let kept = kept(&app, caller.as_ref(), &ruleset).await?;
    // Reading hundreds of stat blocks takes a while.
    let found = off_thread(move || find(&book, kept, &asked)).await;
    found.map(Json).ok_or_else(|| Failure::unavailable("creatures cannot be read"))
}

/// Returns a page of the creatures that match a search: the kept ones and the shipped ones. A kept
/// creature replaces a shipped one of the same name.
fn find(book: &Book, kept: Vec<Known>, asked: &CreatureQuery) -> Creatures {
    let search = Search::of(asked.search.as_deref().unwrap_or_default());
    let limit = asked.limit.map_or(CREATURES_MAX, |limit| limit as usize).min(CREATURES_MAX);
    let replaced: HashSet<String> = kept.iter().map(|one| one.name.to_lowercase()).collect();
    let shipped =
        book.shipped().iter().filter(|one| !replaced.contains(&one.0.name.to_lowercase()));
    let mut found: Vec<(&Known, Option<&Creature>)> =
        shipped.map(|(known, told)| (known, Some(told))).collect();
    found.extend(kept.iter().map(|known| (known, None)));
    found.retain(|(known, _)| known.fits(&search));
    found.sort_by_key(|(known, _)| known.name.to_lowercase());
    let page = found.iter().skip(asked.offset.unwrap_or(0) as usize);
    let more = page.clone().count() > limit;
    let told = |(known, told): &(&Known, Option<&Creature>)| {
        told.map_or_else(|| known.shown(&book.sheet), Creature::clone)
    };
    Creatures { creatures: page.take(limit).map(told).collect(), more }
}

/// Returns the creatures of a ruleset that the data file keeps. Only hosts and game masters see
/// them; other callers get an empty list.
async fn kept(app: &App, caller: Option<&Caller>, ruleset: &str) -> Result<Vec<Known>, Failure> {
    match caller.map(|caller| caller.grant.role) {
        Some(Role::Host | Role::GameMaster) => stored_creatures(&app.store, ruleset).await,
        _ => Ok(Vec::new()),
    }
}

/// Returns all creatures of a ruleset that a caller may see. A kept creature replaces a shipped one
/// of the same name.
async fn library(app: &App, caller: Option<&Caller>, ruleset: &str) -> Result<Vec<Known>, Failure> {
    let book = app.rulebooks.book(ruleset).await?;
    let shipped = book.shipped().iter().map(|(known, _)| known.clone()).collect();
    Ok(Known::merge(kept(app, caller, ruleset).await?, shipped))
}

/// Returns the combatants that typed lines stand for, without making them.
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/lines",
    tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    request_body = LinesRequest,
    responses((status = 200, body = LinesRead), Failures),
)]
pub(super) async fn read_lines(
    State(app): State<App>,
    Anybody(caller): Anybody,
    At(ruleset): At<String>,
    Body(body): Body<LinesRequest>,
) -> Answer<LinesRead> {
    let known = library(&app, caller.as_ref(), &ruleset).await?;
    let book = app.rulebooks.book(&ruleset).await?;
    let lines = read(&body.lines)?;
    if lines.is_empty() {
        return Ok(Json(LinesRead { combatants: Vec::new(), unknown: Vec::new() }));
    }
    let sheet = &book.sheet;
    let gathering = Gathering { known: &known, sheet, defaults: true };
    let found = gathering.gather(of_lines(lines, &sheet.foes), &mut Taken::default(), None)?;
    let combatant = |(name, table): (&String, &toml::Table)| {
        let creature = table.get("creature").and_then(toml::Value::as_str).unwrap_or_default();
        let is_known = known.iter().any(|one| one.name == creature);
        LineCombatant { name: name.clone(), creature: creature.to_owned(), known: is_known }
    };
    let combatants = found.names.iter().zip(&found.combatants).map(combatant).collect();
    Ok(Json(LinesRead { combatants, unknown: found.unknown }))
}

/// Keeps a creature for later fights (host).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/creatures",
    tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    request_body = CreatureRequest,
    responses((status = 200, body = Creature), Failures),
)]
pub(super) async fn keep_creature(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
    Body(body): Body<CreatureRequest>,
) -> Answer<Creature> {
    host(&caller)?;
    let id = random::letters(12)?;
    keep(&app, &ruleset, id, &body.sheet).await.map(Json)
}

/// Changes a creature that is kept (host).
#[utoipa::path(
    put,
    path = "/rulesets/{ruleset}/creatures/{creature}",
    tag = "rulesets",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("creature" = String, Path, description = "Id of the creature"),
    ),
    security(("key" = [])),
    request_body = CreatureRequest,
    responses((status = 200, body = Creature), Failures),
)]
pub(super) async fn change_creature(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, creature)): At<(String, String)>,
    Body(body): Body<CreatureRequest>,
) -> Answer<Creature> {
    host(&caller)?;
    let before = Shelved::find(&app.store, &ruleset, Sort::Creature, &creature).await?;
    keep(&app, &ruleset, before.id, &body.sheet).await.map(Json)
}

/// Removes a creature that is kept; fights with it keep theirs (host).
#[utoipa::path(
    delete,
    path = "/rulesets/{ruleset}/creatures/{creature}",
    tag = "rulesets",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ("creature" = String, Path, description = "Id of the creature"),
    ),
    security(("key" = [])),
    responses((status = 200, body = Removed), Failures),
)]
pub(super) async fn remove_creature(
    State(app): State<App>,
    caller: Caller,
    At((ruleset, creature)): At<(String, String)>,
) -> Answer<Removed> {
    host(&caller)?;
    let found = Shelved::find(&app.store, &ruleset, Sort::Creature, &creature).await?;
    Ok(Json(Removed { name: found.take_off(&app.store).await?.name }))
}

/// Keeps every creature that a file describes, in place of those of the same names (host).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/creatures/import",
    tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    request_body = CreatureImport,
    responses((status = 200, body = Creatures), Failures),
)]
pub(super) async fn import_creatures(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
    Body(body): Body<CreatureImport>,
) -> Answer<Creatures> {
    host(&caller)?;
    let book = app.rulebooks.book(&ruleset).await?;
    if let Err(error) = body.text.parse::<toml::Table>() {
        return Err(Failure::invalid(format!("this is no file of creatures: {}", error.message()))
            .help("creatures stand in it as [[creature]] with a name each"));
    }
    let described = in_text(&body.text, "yours", false);
    if described.is_empty() {
        let failure = Failure::invalid("this file describes no creatures");
        return Err(failure.help("creatures stand in it as [[creature]] with a name each"));
    }
    let present = stored_creatures(&app.store, &ruleset).await?;
    for known in &described {
        // Refuses creatures that their sheet cannot rebuild: nobody could change them later.
        let values = book.sheet.values(&known.table);
        book.sheet.creature(&values).map_err(|bad| Failure::bad_values("", &known.name, &bad))?;
    }
    let kept = keep_known(&app, &ruleset, &present, described).await?;
    let creatures = kept.into_iter().filter_map(creature_in);
    let creatures = creatures.map(|one| one.shown(&book.sheet)).collect();
    Ok(Json(Creatures { creatures, more: false }))
}

async fn keep(
    app: &App,
    ruleset: &str,
    id: String,
    values: &SheetValues,
) -> Result<Creature, Failure> {
    let book = app.rulebooks.book(ruleset).await?;
    let table = book.sheet.creature(&values.clone().into());
    let table = table.map_err(|bad| Failure::bad_values("", &values.name, &bad))?;
    let kept = shelved(ruleset, id, &values.name, table.to_string())?.keep(&app.store).await?;
    let known = creature_in(kept).ok_or_else(|| Failure::unavailable("it cannot be kept"))?;
    Ok(known.shown(&book.sheet))
}

fn shelved(ruleset: &str, id: String, name: &str, body: String) -> Result<Shelved, Failure> {
    Ok(Shelved {
        id,
        ruleset: ruleset.to_owned(),
        sort: Sort::Creature,
        name: Shelved::checked_name(name)?,
        body,
        changed: random::now(),
    })
}
