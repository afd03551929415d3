//! Finds the texts of fights and rulesets: shipped ones, files, text and dictionaries.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pyo3::FromPyObject;
use rules::source::{embedded_names, read_text};
use rules::{Parsed, Place, Source};
use sim::examples::{encounter_in, examples, find};
use sim::origin::Origin;
use sim::record::Record;
use sim::settings::with_choices;

use crate::problem::Problem;

/// Description of a fight.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    /// An example, or a file on disk.
    Name(String),
    /// An encounter file as text, with the folder that its paths start from.
    Text(String, Option<PathBuf>),
    /// An encounter file as a JSON object, with the folder that its paths start from.
    Json(String, Option<PathBuf>),
    /// A saved game: the fight as it began, with everything it needs.
    Log(String),
}

/// A fight as Python describes it: a dictionary with these keys.
#[derive(Clone, Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Described {
    /// A name, or a text.
    text: String,
    /// The form of the text: `name`, `text`, `json` or `log`.
    form: String,
    /// The folder that paths in the text start from.
    folder: Option<PathBuf>,
    rules: Option<String>,
    options: Option<BTreeMap<String, String>>,
    rulings: Option<BTreeMap<String, String>>,
}

impl Described {
    /// Finds all texts of the fight.
    pub(crate) fn origin(self) -> Result<Origin, Problem> {
        let Described { text, form, folder, rules, options, rulings } = self;
        let named = match form.as_str() {
            "text" => Named::Text(text, folder),
            "json" => Named::Json(text, folder),
            "log" => Named::Log(text),
            _ => Named::Name(text),
        };
        let options = options.unwrap_or_default();
        let rulings = rulings.unwrap_or_default();
        origin(&named, &Changes { rules, options, rulings })
    }
}

/// Changes to a fight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// A ruleset to play by instead: a shipped one or a folder.
    pub(crate) rules: Option<String>,
    /// Options of the ruleset.
    pub(crate) options: BTreeMap<String, String>,
    /// Answers to rulings, given in advance.
    pub(crate) rulings: BTreeMap<String, String>,
}

/// Returns the texts of a fight, with its changes applied.
pub(crate) fn origin(named: &Named, changes: &Changes) -> Result<Origin, Problem> {
    let mut origin = match named {
        Named::Name(name) => by_name(name)?,
        Named::Text(text, folder) => in_text(text, folder.as_deref())?,
        Named::Json(text, folder) => {
            let value: toml::Table = serde_json::from_str(text).map_err(|error| {
                Problem::new("bad-setup", format!("The setup isn't an encounter: {error}."))
                    .hint("Use the keys of an encounter file, without None.")
            })?;
            in_text(&value.to_string(), folder.as_deref())?
        }
        Named::Log(text) => {
            let record = Record::parse("log", text)?;
            let ruleset = record.ruleset.clone().or_else(|| Source::embedded(&record.id));
            record.origin(ruleset.unwrap_or(Source { files: Vec::new() }))
        }
    };
    if let Some(rules) = &changes.rules {
        origin.ruleset = source(rules)?;
        let manifest = origin.ruleset.parse()?.manifest;
        (origin.id, origin.version) = (manifest.id.to_string(), manifest.version.to_string());
    }
    if matches!(named, Named::Log(_)) && origin.ruleset.files.is_empty() {
        return Err(Problem::new("unknown-ruleset", "The game doesn't carry its ruleset."));
    }
    let given = |map: &BTreeMap<String, String>| {
        map.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect()
    };
    let text = &origin.encounter.text;
    let text = with_choices(text, &given(&changes.options), &given(&changes.rulings));
    if !changes.options.is_empty() || !changes.rulings.is_empty() {
        origin.encounter.text = text.into();
    }
    Ok(origin)
}

fn by_name(name: &str) -> Result<Origin, Problem> {
    let path = Path::new(name);
    if path.is_file() {
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let text = file(path)?;
        let mut origin = Origin::read(name, &text, &Place::Folder(folder))?;
        // A file in a ruleset's folder is played by that ruleset, not by a shipped copy.
        if let Some(folder) = folder_around(path) {
            origin.ruleset = in_folder(&folder)?;
            let manifest = origin.ruleset.parse()?.manifest;
            (origin.id, origin.version) = (manifest.id.to_string(), manifest.version.to_string());
        }
        return Ok(origin);
    }
    let Some(found) = find(name) else {
        let names = examples().into_iter().map(|one| format!("{}/{}", one.ruleset, one.name));
        let problem = Problem::new(
            "unknown-encounter",
            format!("There is neither a file nor an example called `{name}`."),
        );
        return Err(match rules::diagnostic::did_you_mean(name, names) {
            Some(close) => problem.hint(format!("Did you mean `{close}`?")),
            None => problem.hint("`turnwright.examples()` lists the examples."),
        });
    };
    Ok(found.origin()?)
}

fn in_text(text: &str, folder: Option<&Path>) -> Result<Origin, Problem> {
    let shipped = || {
        let named = encounter_in(text)?.ruleset?;
        embedded_names().contains(&named.as_str()).then(|| named.to_string())
    };
    let place = match folder {
        Some(folder) => Place::Folder(folder.to_path_buf()),
        None => shipped().map_or_else(|| Place::Folder(PathBuf::new()), Place::Embedded),
    };
    Ok(Origin::read("encounter.toml", text, &place)?)
}

/// Returns the texts of a ruleset: a shipped one by name, or one in a folder.
pub(crate) fn source(name: &str) -> Result<Source, Problem> {
    let folder = Path::new(name);
    if folder.join("ruleset.toml").is_file() {
        return in_folder(folder);
    }
    Source::embedded(name).ok_or_else(|| {
        let problem = Problem::new("unknown-ruleset", format!("There is no ruleset `{name}`."));
        problem.hint(format!(
            "Name a folder with a ruleset.toml, or one of these: {}.",
            embedded_names().join(", ")
        ))
    })
}

/// Reads a ruleset into raw form.
pub(crate) fn parsed(name: &str) -> Result<Parsed, Problem> {
    Ok(source(name)?.parse()?)
}

fn in_folder(folder: &Path) -> Result<Source, Problem> {
    Source::folder(folder).map_err(|problem| Problem::new("unreadable", problem.message))
}

/// Reads a text file.
pub(crate) fn file(path: &Path) -> Result<String, Problem> {
    read_text(path).map_err(|problem| Problem::new("unreadable", problem.message))
}

fn folder_around(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let found = path.ancestors().find(|folder| folder.join("ruleset.toml").is_file())?;
    Some(found.to_path_buf())
}
