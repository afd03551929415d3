//! Opens the fights that commands work on: encounter files, examples and recorded games.

use std::path::{Path, PathBuf};

use anyhow::bail;
use kernel::{Command, Decision};
use rules::diagnostic::{Files, Report};
use rules::source::read_text;
use rules::{Place, Source};
use sim::examples::find as find_example;
pub(crate) use sim::examples::{Example, encounter_in, examples};
use sim::origin::{Origin, fingerprint};
use sim::record::{Record, Stopped};
use sim::session::Session;

use crate::failure::unloadable;
use crate::rulesets;

/// A point of a recorded game.
#[derive(clap::Args)]
pub(crate) struct Position {
    /// The point of a recorded game after this many commands; the last one if not given.
    #[arg(long = "at", value_name = "N")]
    at: Option<usize>,
}

/// An opened fight.
pub(crate) struct Opened {
    /// The fight with its history.
    pub(crate) session: Session,
    /// The texts that the fight began with; saved games carry them.
    pub(crate) origin: Origin,
    /// The saved game that the fight was read from, if any.
    pub(crate) game: Option<PathBuf>,
}

/// Opens an encounter file, a recorded game or an example. An encounter without a seed gets `seed`.
pub(crate) fn open(file: &str, seed: u64) -> anyhow::Result<Opened> {
    let path = Path::new(file);
    if path.is_file() {
        return match path.extension().and_then(|end| end.to_str()) {
            Some("game") => game(path),
            _ => encounter(path, seed),
        };
    }
    let is_path = file.contains(std::path::MAIN_SEPARATOR) || file.ends_with(".game");
    if is_path && find_example(file).is_none() {
        bail!("there is no file {file}");
    }
    example(file, seed)
}

/// Returns the texts of an encounter file or an example. Fails for a recorded game.
pub(crate) fn origin(file: &str) -> anyhow::Result<Origin> {
    let path = Path::new(file);
    if path.extension().is_some_and(|end| end == "game") {
        bail!("{file} is a recorded game; name the encounter file or example it began with");
    }
    match path.is_file() {
        true => origin_in(path),
        false => origin_of_example(file),
    }
}

/// Opens a fight at a point of its history. A recorded game opens where it ended. Any other fight
/// opens at its first choice, after default answers to questions. `position` may name another
/// point, by its number of commands.
pub(crate) fn session_at(file: &str, position: &Position) -> anyhow::Result<Session> {
    let Opened { mut session, game, .. } = open(file, 0)?;
    if game.is_none() {
        settle(&mut session);
    }
    if let Some(at) = position.at {
        let path = session.path();
        let Some(point) = path.get(at) else {
            bail!("{file} has {} commands, so there is no point {at}", path.len() - 1);
        };
        session.go(*point);
    }
    Ok(session)
}

/// Answers questions with their defaults and rolls dice until there is a choice.
fn settle(session: &mut Session) {
    loop {
        let settled = match session.state().decision {
            Decision::Rule(ruling, _) => {
                let default = session.compiled().game.rulings[ruling.index()].default;
                session.give(Command::Rule(default), None).is_ok()
            }
            Decision::Roll(..) => session.roll().is_some_and(|rolled| rolled.is_ok()),
            _ => false,
        };
        if !settled {
            return;
        }
    }
}

fn encounter(path: &Path, seed: u64) -> anyhow::Result<Opened> {
    begin(origin_in(path)?, seed)
}

fn origin_in(path: &Path) -> anyhow::Result<Origin> {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let name = path.to_string_lossy();
    let read = Origin::read(&name, &text(path)?, &Place::Folder(folder));
    let mut origin = read.map_err(unloadable)?;
    if let Some(folder) = rulesets::folder_around(path) {
        origin.ruleset = rulesets::source_in(&folder)?;
        let manifest = origin.ruleset.parse().map_err(unloadable)?.manifest;
        (origin.id, origin.version) = (manifest.id.to_string(), manifest.version.to_string());
    }
    Ok(origin)
}

fn example(name: &str, seed: u64) -> anyhow::Result<Opened> {
    begin(origin_of_example(name)?, seed)
}

fn origin_of_example(name: &str) -> anyhow::Result<Origin> {
    let Some(found) = find_example(name) else {
        let names = examples().into_iter().map(|one| one.name);
        let help = match rules::diagnostic::did_you_mean(name, names) {
            Some(close) => format!("did you mean {close}?"),
            None => "`turnwright play --list` lists the examples".to_owned(),
        };
        bail!("there is neither a file nor an example called {name}; {help}");
    };
    found.origin().map_err(unloadable)
}

fn begin(origin: Origin, seed: u64) -> anyhow::Result<Opened> {
    let compiled = origin.compile().map_err(unloadable)?;
    if compiled.names.combatants.is_empty() {
        bail!("nobody takes part in {}: it has no [[combatant]]", origin.encounter.path);
    }
    let own = encounter_in(&origin.encounter.text).and_then(|it| it.seed.map(|seed| *seed));
    let session = Session::new(compiled, own.unwrap_or(seed));
    Ok(Opened { session, origin, game: None })
}

/// Opens a recorded game and replays it to the point that it was saved at.
pub(crate) fn game(path: &Path) -> anyhow::Result<Opened> {
    let record = Record::parse(&path.to_string_lossy(), &text(path)?).map_err(unloadable)?;
    let source = source_for(path)?;
    let session = record.replay(source.as_ref()).map_err(|stop| stopped(*stop))?;
    Ok(opened(path, &record, source, session))
}

/// Plays the commands of a recorded game under the current ruleset: the one on disk around the
/// file, or else the built-in one.
pub(crate) fn again(path: &Path) -> anyhow::Result<Opened> {
    let record = Record::parse(&path.to_string_lossy(), &text(path)?).map_err(unloadable)?;
    let Some(source) = source_for(path)?.or_else(|| Source::embedded(&record.id)) else {
        bail!("there is no ruleset called `{}`", record.id);
    };
    let (session, origin) = record.again(source).map_err(|stop| stopped(*stop))?;
    Ok(Opened { session, origin, game: Some(path.to_path_buf()) })
}

/// Opens the undamaged part of a recorded game. Also returns the problem that ends it, if any.
pub(crate) fn salvaged(path: &Path) -> anyhow::Result<(Opened, Option<anyhow::Error>)> {
    let text = text(path)?;
    let (record, problem) = Record::salvage(&path.to_string_lossy(), &text).map_err(unloadable)?;
    let source = source_for(path)?;
    let problem = problem.map(|problem| {
        let mut files = Files::default();
        files.add(path.to_string_lossy(), text);
        let mut report = Report::default();
        report.push(problem);
        unloadable((report, files))
    });
    match record.replay(source.as_ref()) {
        Ok(session) => Ok((opened(path, &record, source, session), problem)),
        Err(mut stop) => match stop.session.take() {
            Some(session) => Ok((opened(path, &record, source, session), Some(stopped(*stop)))),
            None => Err(stopped(*stop)),
        },
    }
}

fn stopped(stopped: Stopped) -> anyhow::Error {
    unloadable((stopped.report, stopped.files))
}

fn opened(path: &Path, record: &Record, source: Option<Source>, session: Session) -> Opened {
    let carried = record.ruleset.clone().or(source).or_else(|| Source::embedded(&record.id));
    let origin = record.origin(carried.unwrap_or(Source { files: Vec::new() }));
    Opened { session, origin, game: Some(path.to_path_buf()) }
}

/// Returns the ruleset on disk around a path, if any.
fn source_for(path: &Path) -> anyhow::Result<Option<Source>> {
    rulesets::folder_around(path).map(|folder| rulesets::source_in(&folder)).transpose()
}

/// Whether a game saved at `path` finds exactly its ruleset again without carrying it.
pub(crate) fn finds_ruleset(path: &Path, origin: &Origin) -> bool {
    // An unreadable folder counts as no ruleset.
    let around = source_for(path).ok().flatten();
    let found = around.or_else(|| Source::embedded(&origin.id));
    found.is_some_and(|found| fingerprint(&found) == fingerprint(&origin.ruleset))
}

/// Reads a text file. The error names the file.
pub(crate) fn text(path: &Path) -> anyhow::Result<String> {
    read_text(path).map_err(|problem| {
        let mut report = Report::default();
        report.push(problem);
        unloadable((report, Files::default()))
    })
}
