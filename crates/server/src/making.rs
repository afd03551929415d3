//! Making encounters: from examples, setups, quick lines, exports and recorded games.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::source::{FILE_MAX, SourceFile};
use rules::{Place, Source};
use sim::examples::{self, encounter_in};
use sim::origin::{Origin, Problems};
use sim::record::Record;

use crate::app::App;
use crate::encounter::{Games, from_lines, load, with_choices};
use crate::entry::{Deed, Entry, Export, FORMAT};
use crate::eyes::{MASTER, SERVER};
use crate::failure::{Failure, report};
use crate::keys::Grant;
use crate::random;
use crate::store::{Begun, Listed, Stored};
use crate::wire::{
    Beginning, CheckRequest, Checked, Created, EncounterRequest, ProblemCode, Report, Role,
    Summary, TextFile,
};

/// Encounters a server may have.
const ENCOUNTERS_MAX: usize = 10_000;

/// Makes an encounter and its first keys.
pub(crate) async fn create(app: &App, request: EncounterRequest) -> Result<Created, Failure> {
    let count = app
        .store
        .read(|it| it.query_row("SELECT count(*) FROM encounters", [], |row| row.get::<_, i64>(0)));
    if count.await? >= ENCOUNTERS_MAX as i64 {
        let message = format!("a data file has {ENCOUNTERS_MAX} encounters at most");
        return Err(Failure::new(ProblemCode::Limit, message));
    }
    let games = app.encounters.games.clone();
    let reading = tokio::task::spawn_blocking(move || made(&games, request));
    let stored = reading.await.map_err(|_| Failure::unavailable("it cannot be made"))??;
    let Stored { begun, entries } = stored;
    let id = begun.id.clone();
    let inserted = begun.clone();
    let found = app.store.write(move |connection| {
        inserted.insert(connection, &entries)?;
        Listed::one(connection, &inserted.id)
    });
    let listed = found.await?.ok_or_else(|| Failure::not_found("encounter"))?;
    let grant = |role, name: &str| Grant {
        encounter: Some(id.clone()),
        role,
        name: name.to_owned(),
        combatants: Vec::new(),
    };
    let game_master = app.grant(grant(Role::GameMaster, MASTER)).await?;
    let spectator = app.grant(grant(Role::Spectator, "screen")).await?;
    Ok(Created { encounter: summary(listed), game_master, spectator })
}

/// An encounter in a list.
pub(crate) fn summary(listed: Listed) -> Summary {
    let Listed { id, title, ruleset, created, archived, sequence } = listed;
    Summary { id, title, ruleset, created, sequence, archived }
}

/// Looks for mistakes in a setup.
pub(crate) async fn check(app: &App, request: CheckRequest) -> Result<Checked, Failure> {
    let games = app.encounters.games.clone();
    let checking = tokio::task::spawn_blocking(move || {
        let compiled = origin_of(&request.text, request.files).and_then(|it| games.compile(&it));
        match compiled {
            Ok(compiled) => {
                let combatants = compiled.names.combatants.clone();
                Checked { loads: !combatants.is_empty(), combatants, report: Report::default() }
            }
            Err((problems, files)) => {
                Checked { loads: false, combatants: Vec::new(), report: report(&problems, &files) }
            }
        }
    });
    checking.await.map_err(|_| Failure::unavailable("it cannot be checked"))
}

fn unloadable((problems, files): Problems) -> Failure {
    Failure::unloadable(report(&problems, &files))
}

/// An encounter as it will be stored; it can be opened.
fn made(games: &Arc<Games>, request: EncounterRequest) -> Result<Stored, Failure> {
    let EncounterRequest { from, title, seed, options, rulings } = request;
    let is_example = matches!(from, Beginning::Example { .. });
    let (mut origin, entries, first) = begin_from(from)?;
    if !options.is_empty() || !rulings.is_empty() {
        if !entries.is_empty() {
            let message = "options can be set for an encounter that has not begun";
            return Err(Failure::invalid(message));
        }
        let set = |all: BTreeMap<String, String>| -> BTreeMap<String, Option<String>> {
            all.into_iter().map(|(name, value)| (name, Some(value))).collect()
        };
        let text = &origin.encounter.text;
        origin.encounter.text = with_choices(text, &set(options), &set(rulings)).into();
    }
    let file = encounter_in(&origin.encounter.text);
    let own_title = file.as_ref().and_then(|it| it.title.as_ref()).map(|it| it.to_string());
    // The seed of an example is known to everybody: it is for repeating, not for playing.
    let own_seed = file.as_ref().and_then(|it| it.seed.as_ref()).map(|it| **it);
    let own_seed = own_seed.filter(|_| !is_example);
    let title = title.or(first.0).or(own_title).unwrap_or_else(|| "A fight".to_owned());
    let title: String = title.trim().chars().filter(|c| !c.is_control()).take(80).collect();
    // A seed that was asked for repeats hidden dice, too; an import goes on with fresh ones.
    let (seed, secret) = match (seed.or(first.1.is_none().then_some(own_seed).flatten()), first.1) {
        (Some(seed), _) => (seed, random::secret_of(seed)),
        (None, Some(seed)) => (seed, random::secret()?),
        (None, None) => (random::seed()?, random::secret()?),
    };
    let (id, created, secret) = (random::letters(12)?, random::now(), Some(secret));
    let begun = Begun { id, title, origin, seed, created, secret };
    let body = |entry: &Entry| (serde_json::to_string(entry).unwrap_or_default(), None);
    let stored = Stored { begun, entries: entries.iter().map(body).collect() };
    let compiled = games.compile(&stored.begun.origin).map_err(unloadable)?;
    if compiled.names.combatants.is_empty() {
        return Err(Failure::invalid("nobody takes part").help("add a [[combatant]]"));
    }
    // What cannot be opened later is not taken in.
    load(games, stored.clone())?;
    Ok(stored)
}

type First = (Option<String>, Option<u64>);

/// The files, the log, and title and seed where they are known.
fn begin_from(from: Beginning) -> Result<(Origin, Vec<Entry>, First), Failure> {
    let fresh = |origin: Result<Origin, Problems>| {
        origin.map(|origin| (origin, Vec::new(), (None, None))).map_err(unloadable)
    };
    match from {
        Beginning::Example { ruleset, name } => {
            let found = examples::find(&format!("{ruleset}/{name}"));
            fresh(found.ok_or_else(|| Failure::not_found("example"))?.origin())
        }
        Beginning::Setup { text, files } => fresh(origin_of(&text, files)),
        Beginning::Quick { ruleset, sides } => {
            if Source::by_id(&ruleset).is_none() {
                return Err(Failure::not_found("ruleset"));
            }
            let sides: Vec<(&str, &str)> =
                sides.iter().map(|it| (it.side.as_str(), it.lines.as_str())).collect();
            fresh(origin_of(&from_lines(&ruleset, &sides)?, Vec::new()))
        }
        Beginning::Import { text } => {
            let (origin, log, title, seed) = import(&text)?;
            Ok((origin, log, (title, Some(seed))))
        }
    }
}

/// An encounter file with the files that it names.
fn origin_of(text: &str, files: Vec<TextFile>) -> Result<Origin, Problems> {
    let carried = files.into_iter().map(source_file).collect();
    // Only what comes with the program or the request is read, and rulesets in the folder
    // `rulesets`: never any other file of this machine.
    let named = encounter_in(text).and_then(|it| it.ruleset.map(|it| it.to_string()));
    let parsed = match named.as_deref().and_then(Source::by_id) {
        Some(source) => Some(source.parse()?),
        None => None,
    };
    if let (Some(name), None) = (&named, &parsed) {
        use rules::diagnostic::{Code, Diagnostic, Files, Report};
        let mut report = Report::default();
        let message = format!("there is no ruleset called `{name}`");
        let built_in = rules::source::embedded_names();
        let own = rules::source::own_names();
        let known: Vec<&str> =
            built_in.iter().copied().chain(own.iter().map(String::as_str)).collect();
        report.push(
            Diagnostic::error(Code::UnknownRuleset, message)
                .did_you_mean(name, known.iter())
                .help(format!("there are: {}", known.join(", "))),
        );
        return Err((report, Files::default()));
    }
    Origin::read("setup.toml", text, &Place::Carried(carried))
}

fn source_file(file: TextFile) -> SourceFile {
    SourceFile { path: file.path, text: file.text.into() }
}

type Imported = (Origin, Vec<Entry>, Option<String>, u64);

/// What an exported encounter or a recorded game consists of.
fn import(text: &str) -> Result<Imported, Failure> {
    if text.len() > 8 * FILE_MAX {
        return Err(Failure::new(ProblemCode::TooLarge, "this is too large to be imported"));
    }
    if text.starts_with("turnwright record ") {
        return recorded(text);
    }
    let export: Export = serde_json::from_str(text).map_err(|error| {
        Failure::invalid(format!("this is no exported encounter: {error}"))
            .help("import what `export` gave, or a recorded game")
    })?;
    if export.format != FORMAT {
        let message = format!("this is `{}`; only `{FORMAT}` is read", export.format);
        return Err(Failure::invalid(message));
    }
    let origin = Origin {
        id: export.ruleset,
        version: export.version,
        ruleset: Source { files: export.rules.into_iter().map(source_file).collect() },
        encounter: source_file(export.encounter),
        beside: export.beside.into_iter().map(source_file).collect(),
    };
    Ok((origin, export.entries, Some(export.title), export.seed))
}

/// A recorded game as a log: its commands in order, and a move wherever play went on elsewhere.
fn recorded(text: &str) -> Result<Imported, Failure> {
    let record = Record::parse("import", text).map_err(unloadable)?;
    let session = record.replay(None).map_err(|stop| unloadable((stop.report, stop.files)))?;
    drop(session);
    let source = record.ruleset.clone().or_else(|| Source::embedded(&record.id));
    let origin = record.origin(source.unwrap_or(Source { files: Vec::new() }));
    let at = random::now();
    let entry = |deed| Entry { by: SERVER.to_owned(), at, deed };
    let mut entries = Vec::new();
    let mut here = 0;
    for (step, number) in record.steps.iter().zip(1..) {
        if step.after != here {
            entries.push(entry(Deed::Move { point: step.after as u32 }));
        }
        entries.push(entry(Deed::Command {
            text: step.command.clone(),
            rolled: step.rolled,
            hidden: false,
            remark: step.note.clone(),
            outlook: step.outlook,
        }));
        here = number;
    }
    if here != record.main {
        entries.push(entry(Deed::Move { point: record.main as u32 }));
    }
    Ok((origin, entries, None, record.seed))
}
