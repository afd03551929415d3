//! Handlers for files of other programs: reading creatures from them and keeping the chosen ones.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use serde::Deserialize;
#[cfg(not(target_arch = "wasm32"))]
use tokio::sync::Semaphore;
use utoipa::IntoParams;

use super::host;
use crate::app::App;
use crate::auth::Caller;
use crate::extract::{Asked, At, Body};
use crate::failure::Failure;
use crate::library::{Known, creature_in, keep_all, read_file, read_files, stored_creatures};
use crate::random;
use crate::rulebook::Book;
use crate::shelved::{Shelved, Sort};
use crate::status::{Answer, Failures};
use crate::wire::{CreatureBatch, CreatureReading, Creatures, ProblemCode, Role};
use crate::work::{in_time, off_thread};

/// Largest body with a file, in bytes: the largest file plus 4 MiB, so that the error can tell the
/// size of a file that is too large.
pub(super) const FILE_BODY_MAX: usize = import::FILE_MAX + (4 << 20);
/// Largest number of creatures in one answer or request.
const CREATURES_MAX: usize = 500;
/// Number of files read at the same time.
#[cfg(not(target_arch = "wasm32"))]
const FILES_AT_ONCE: usize = 2;
/// Time limit for a file to arrive.
const ARRIVAL: Duration = Duration::from_secs(120);

#[cfg(not(target_arch = "wasm32"))]
static READING: Semaphore = Semaphore::const_new(FILES_AT_ONCE);

/// The file to read, and the creatures to answer with.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ReadQuery {
    /// The name of the file, a hint for messages; of several files their names, with `/` between.
    pub(super) name: Option<String>,
    /// The lengths of several files in the body, one behind the other, with commas between. Spells
    /// in one explain creatures in another.
    #[param(pattern = "^[0-9]+(,[0-9]+)*$", max_length = 300)]
    pub(super) parts: Option<String>,
    /// Whether every creature of the file is kept at once (host).
    pub(super) keep: Option<bool>,
    /// How many creatures to pass over.
    #[param(maximum = 4294967295i64)]
    pub(super) offset: Option<u32>,
    /// How many creatures at most; never more than 500.
    #[param(maximum = 4294967295i64)]
    pub(super) limit: Option<u32>,
}

/// Reads creatures from a file of another program, or from a pasted stat block. The body is the
/// file itself. Nothing is kept unless `keep` says so (host, game master).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/creatures/read",
    tag = "rulesets",
    params(
        ("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5"),
        ReadQuery,
    ),
    security(("key" = [])),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = CreatureReading), Failures),
)]
pub(super) async fn read_creatures(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
    Asked(asked): Asked<ReadQuery>,
    request: Request,
) -> Answer<CreatureReading> {
    let keep = asked.keep.unwrap_or(false);
    match caller.grant.role {
        Role::Host => {}
        Role::GameMaster if !keep => {}
        Role::GameMaster => return Err(Failure::forbidden("only the host may keep creatures")),
        _ => return Err(Failure::forbidden("only host and game masters may read files")),
    }
    let book = app.rulebooks.book(&ruleset).await?;
    let kept = stored_creatures(&app.store, &ruleset).await?;
    // Large files take memory and time, so other requests wait here.
    #[cfg(not(target_arch = "wasm32"))]
    let turn = READING.acquire().await;
    #[cfg(not(target_arch = "wasm32"))]
    let _turn = turn.map_err(|_| Failure::unavailable("no files are read now"))?;
    let bytes = file_in(request, &app).await?;
    let present: HashSet<String> = kept.iter().map(|one| one.name.to_lowercase()).collect();
    let reader = book.clone();
    let reading = off_thread(move || read(bytes, &asked, &reader, &present)).await;
    let (mut answer, wanted) = reading.ok_or_else(|| {
        Failure::unavailable("this file cannot be read").help("take it apart, and try the parts")
    })??;
    if keep {
        answer.kept = keep_known(&app, &ruleset, &kept, wanted).await?.len();
    }
    Ok(Json(answer))
}

/// Keeps creatures for later fights, in place of those of the same names (host).
#[utoipa::path(
    post,
    path = "/rulesets/{ruleset}/creatures/keep",
    tag = "rulesets",
    params(("ruleset" = String, Path, description = "Id of the ruleset", example = "srd-5")),
    security(("key" = [])),
    request_body = CreatureBatch,
    responses((status = 200, body = Creatures), Failures),
)]
pub(super) async fn keep_creatures(
    State(app): State<App>,
    caller: Caller,
    At(ruleset): At<String>,
    Body(body): Body<CreatureBatch>,
) -> Answer<Creatures> {
    host(&caller)?;
    let book = app.rulebooks.book(&ruleset).await?;
    if body.sheets.len() > CREATURES_MAX {
        let message = format!("at most {CREATURES_MAX} creatures are kept at once");
        return Err(Failure::invalid(message).help("send the others in another request"));
    }
    let mut wanted = Vec::new();
    for (nth, values) in body.sheets.iter().enumerate() {
        let table = book.sheet.creature(&values.clone().into());
        let place = format!("sheets/{nth}/");
        let table = table.map_err(|bad| Failure::bad_values(&place, &values.name, &bad))?;
        let (name, from) = (values.name.clone(), "yours".to_owned());
        wanted.push(Known { name, from, id: None, table, own: false });
    }
    let present = stored_creatures(&app.store, &ruleset).await?;
    let kept = keep_known(&app, &ruleset, &present, wanted).await?;
    let creatures = kept.into_iter().filter_map(creature_in);
    let creatures = creatures.map(|one| one.shown(&book.sheet)).collect();
    Ok(Json(Creatures { creatures, more: false }))
}

/// Returns the file that a request carries.
///
/// # Errors
///
/// Fails if the file arrives too late, is too large, or is empty.
async fn file_in(request: Request, app: &App) -> Result<Vec<u8>, Failure> {
    let most = import::FILE_MAX >> 20;
    let arriving = Bytes::from_request(request, app);
    let late = || Failure::invalid("the file did not arrive in time");
    let bytes = in_time(ARRIVAL, arriving).await.ok_or_else(late)?.map_err(|rejection| {
        match rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
            true => Failure::new(ProblemCode::TooLarge, format!("at most {most} MB are read"))
                .help("export fewer creatures at once"),
            false => Failure::invalid(rejection.body_text()),
        }
    })?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        let failure = Failure::invalid("the file is empty");
        return Err(failure.help("export it again, or paste a stat block"));
    }
    Ok(bytes.into())
}

/// Reads a file. Returns the answer and the creatures to keep.
fn read(
    bytes: Vec<u8>,
    asked: &ReadQuery,
    book: &Arc<Book>,
    present: &HashSet<String>,
) -> Result<(CreatureReading, Vec<Known>), Failure> {
    let name = asked.name.as_deref().unwrap_or("the file");
    let file = match asked.parts.as_deref() {
        Some(parts) => read_files(parts_of(bytes, parts, name)?, &book.target)?,
        None => read_file(bytes, name, &book.target)?,
    };
    let count = file.creatures.len();
    if count == 0 {
        let failure = Failure::invalid(format!("{}: it has no creatures", file.format));
        return Err(failure.help("export the creatures themselves, not a list of their names"));
    }
    let offset = asked.offset.unwrap_or(0) as usize;
    let limit = asked.limit.map_or(CREATURES_MAX, |limit| limit as usize).min(CREATURES_MAX);
    let page = file.creatures.iter().skip(offset).take(limit);
    let creatures: Vec<_> = page.map(|one| one.told(&book.sheet, present)).collect();
    let more = offset.saturating_add(creatures.len()) < count;
    if asked.keep == Some(true) {
        // Refuses creatures that their sheet cannot rebuild: nobody could change them later.
        for creature in &file.creatures {
            let fields = creature.problems(&book.sheet);
            if let Some(first) = fields.first() {
                let name = creature.name();
                let message = format!("{name}: {}: {}", first.label, first.message);
                let failure = Failure::invalid(message).fields(fields);
                return Err(failure.help("keep the others, and this one after a change"));
            }
        }
    }
    let wanted = file.creatures.into_iter().map(|one| one.into_known()).collect();
    let (format, remarks) = (file.format, file.remarks);
    Ok((CreatureReading { format, count, kept: 0, remarks, creatures, more }, wanted))
}

/// Splits a body that holds several files, one after the other, into names and bytes. `parts` lists
/// the length of each file in bytes, separated by commas; `names` lists their names, separated by
/// slashes. Fails unless the lengths add up to the length of the body.
fn parts_of(bytes: Vec<u8>, parts: &str, names: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let lengths: Option<Vec<usize>> = parts.split(',').map(|it| it.parse().ok()).collect();
    let lengths = lengths.filter(|all| {
        let sum = all.iter().try_fold(0usize, |sum, one| sum.checked_add(*one));
        sum == Some(bytes.len())
    });
    let lengths = lengths.ok_or_else(|| {
        Failure::invalid("`parts` does not say how long each file in the body is")
    })?;
    let mut names = names.split('/');
    let mut rest = bytes.as_slice();
    let mut files = Vec::new();
    for (nth, length) in lengths.into_iter().enumerate() {
        let (file, after) = rest.split_at(length);
        let name = names.next().map_or(format!("file {}", nth + 1), str::to_owned);
        files.push((name, file.to_vec()));
        rest = after;
    }
    Ok(files)
}

/// Keeps all the creatures or none. A creature replaces a kept one of the same name.
pub(super) async fn keep_known(
    app: &App,
    ruleset: &str,
    present: &[Known],
    wanted: Vec<Known>,
) -> Result<Vec<Shelved>, Failure> {
    let present = present.iter();
    let mut ids: HashMap<String, String> =
        present.filter_map(|one| Some((one.name.to_lowercase(), one.id.clone()?))).collect();
    let mut shelved = Vec::new();
    for known in wanted {
        let key = known.name.to_lowercase();
        let id = match ids.get(&key) {
            Some(id) => id.clone(),
            None => random::letters(12)?,
        };
        ids.insert(key, id.clone());
        shelved.push(Shelved {
            id,
            ruleset: ruleset.to_owned(),
            sort: Sort::Creature,
            name: Shelved::checked_name(&known.name)?,
            body: known.table.to_string(),
            changed: random::now(),
        });
    }
    keep_all(&app.store, shelved).await
}
