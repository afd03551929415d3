//! Opening what commands play on: encounter files, examples and recorded games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use rules::diagnostic::{Files, Report};
use rules::raw::Encounter;
use rules::source::{embedded_file, embedded_list, embedded_names, read, read_text};
use rules::{Parsed, Place, Setup, Source};
use sim::language::LanguageError;
use sim::session::Session;

use crate::failure::unloadable;

/// A point of a recorded game.
#[derive(clap::Args)]
pub(crate) struct Position {
    /// The point of a recorded game after this many commands; the last one if not given.
    #[arg(long = "at", value_name = "N")]
    at: Option<usize>,
}

/// An example fight that comes with the program.
pub(crate) struct Example {
    /// The ruleset it belongs to.
    pub(crate) ruleset: &'static str,
    /// Its name: `skirmish`.
    pub(crate) name: String,
    /// Its file, below the ruleset's folder.
    path: String,
    /// What it is about.
    pub(crate) title: String,
}

/// Every example fight that comes with the program.
pub(crate) fn examples() -> Vec<Example> {
    let of = |ruleset: &'static str| {
        embedded_list(ruleset, "examples").into_iter().filter_map(move |path| {
            let name = Path::new(&path).file_name()?.to_str()?.strip_suffix(".toml")?.to_owned();
            let text = embedded_file(ruleset, &path)?;
            let mut files = Files::default();
            let file = files.add(path.as_str(), text);
            let fight: Encounter = read(text, file, &files, &mut Report::default())?;
            // Campaigns and creatures that examples share lie beside them.
            let title = fight.title.map_or(String::new(), |title| title.to_string());
            let fights = !fight.combatant.is_empty();
            fights.then_some(Example { ruleset, name, path, title })
        })
    };
    embedded_names().into_iter().flat_map(of).collect()
}

/// A fight ready to go on.
pub(crate) struct Opened {
    /// Where it stands, with its history.
    pub(crate) session: Session,
    /// What it began with, to be saved with it.
    pub(crate) origin: Origin,
}

/// What a fight began with.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// What people know it by: a path, or the name of an example.
    pub(crate) name: String,
    /// The encounter file.
    pub(crate) encounter: String,
    /// The recorded game it was read from.
    pub(crate) game: Option<PathBuf>,
}

/// Opens an encounter file, a recorded game or an example. The seed counts where the file has none.
pub(crate) fn open(file: &str, seed: u64) -> anyhow::Result<Opened> {
    let path = Path::new(file);
    if path.is_file() {
        return match path.extension().and_then(|end| end.to_str()) {
            Some("game") => game(path),
            _ => encounter(path, seed),
        };
    }
    if path.extension().is_some_and(|end| end == "game") || file.contains(std::path::MAIN_SEPARATOR) {
        bail!("there is no file {file}");
    }
    example(file, seed)
}

/// Opens a fight at a point of its history.
pub(crate) fn session_at(file: &str, position: &Position) -> anyhow::Result<Session> {
    let mut session = open(file, 0)?.session;
    if let Some(at) = position.at {
        let path = session.path();
        let Some(point) = path.get(at) else {
            bail!("{file} has {} commands, so there is no point {at}", path.len() - 1);
        };
        session.go(*point);
    }
    Ok(session)
}

fn encounter(path: &Path, seed: u64) -> anyhow::Result<Opened> {
    let text = text(path)?;
    let name = path.to_string_lossy().into_owned();
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let ruleset = ruleset_around(path)?;
    let setup = Setup::read(&name, &text, &Place::Folder(folder), ruleset.as_ref());
    begin(setup, seed, Origin { name, encounter: text, game: None })
}

fn example(name: &str, seed: u64) -> anyhow::Result<Opened> {
    let wanted = name.strip_suffix(".toml").unwrap_or(name);
    let all = examples();
    let found = all
        .iter()
        .find(|one| one.name == wanted || format!("{}/{}", one.ruleset, one.name) == wanted);
    let Some(found) = found else {
        let names = all.iter().map(|one| one.name.as_str());
        let help = match rules::diagnostic::did_you_mean(wanted, names) {
            Some(close) => format!("did you mean {close}?"),
            None => "`turnwright play --list` lists the examples".to_owned(),
        };
        bail!("there is neither a file nor an example called {name}; {help}");
    };
    let text = embedded_file(found.ruleset, &found.path).unwrap_or_default();
    let place = Place::Embedded(found.ruleset.to_owned());
    let setup = Setup::read(&found.path, text, &place, None);
    begin(setup, seed, Origin { name: name.to_owned(), encounter: text.to_owned(), game: None })
}

fn begin(
    setup: Result<Setup, (Report, Files)>,
    seed: u64,
    origin: Origin,
) -> anyhow::Result<Opened> {
    let setup = setup.map_err(unloadable)?;
    let (compiled, _) = rules::compile(&setup).map_err(unloadable)?;
    if compiled.names.combatants.is_empty() {
        bail!("nobody takes part in {}: it has no [[combatant]]", origin.name);
    }
    let session = Session::new(Arc::new(compiled), setup.seed.unwrap_or(seed));
    Ok(Opened { session, origin })
}

pub(crate) fn game(path: &Path) -> anyhow::Result<Opened> {
    bail!("not yet {}", path.display())
}

/// The text of a file; what keeps it from being read names the file.
pub(crate) fn text(path: &Path) -> anyhow::Result<String> {
    read_text(path).map_err(|problem| {
        let mut report = Report::default();
        report.push(problem);
        unloadable((report, Files::default()))
    })
}

/// The folder of the ruleset that a file or folder lies in.
pub(crate) fn ruleset_folder(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let found = path.ancestors().find(|folder| folder.join("ruleset.toml").is_file())?;
    Some(found.to_path_buf())
}

/// The ruleset on disk that a file lies in: what is tried out beside a ruleset is meant for it as it
/// stands, not for the copy in the program.
pub(crate) fn ruleset_around(path: &Path) -> anyhow::Result<Option<Parsed>> {
    let Some(folder) = ruleset_folder(path) else { return Ok(None) };
    ruleset_in(&folder).map(Some)
}

/// The ruleset in a folder on disk.
pub(crate) fn ruleset_in(folder: &Path) -> anyhow::Result<Parsed> {
    let source = Source::folder(folder).map_err(|problem| anyhow!(problem.message))?;
    source.parse().map_err(unloadable)
}

/// A ruleset by the path of its folder or by name: the one being worked on in `rulesets/NAME` below
/// the working directory where there is one, otherwise the copy in the program.
pub(crate) fn ruleset(name: &str) -> anyhow::Result<Parsed> {
    let folders = [PathBuf::from(name), Path::new("rulesets").join(name)];
    if let Some(folder) = folders.iter().find(|folder| folder.join("ruleset.toml").is_file()) {
        return ruleset_in(folder);
    }
    embedded(name)
}

/// A ruleset that comes with the program.
pub(crate) fn embedded(name: &str) -> anyhow::Result<Parsed> {
    let source = Source::embedded(name).with_context(|| {
        format!("there is no ruleset called `{name}`; built in are: {}", embedded_names().join(", "))
    })?;
    source.parse().map_err(unloadable)
}

/// A line that cannot be understood, as wrong usage of the program.
pub(crate) fn usage(error: LanguageError) -> anyhow::Error {
    match error.help {
        Some(help) => anyhow!("{}; {help}", error.message),
        None => anyhow!(error.message),
    }
}
