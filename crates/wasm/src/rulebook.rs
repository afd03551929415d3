//! A ruleset in memory for reading or writing: its files by path.

use std::collections::BTreeMap;

use rules::source::{FORMS, SourceFile};
use rules::{Place, Source};
use server::local::{invalid_json, unloadable_json};
use server::wire::TextFile;
use sim::examples::encounter_in;
use sim::origin::Origin;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Fight;
use crate::{check, scenarios};

/// The files of a ruleset's folder: `ruleset.toml`, `rules/*.toml`, `scenarios/*.md` and others.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct Rulebook {
    files: BTreeMap<String, String>,
}

#[wasm_bindgen]
impl Rulebook {
    /// Returns a rulebook with these files (`TextFile[]`). The files may have errors. Throws a
    /// `Problem` if the text is not a list of files.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &str) -> Result<Rulebook, String> {
        let files: Vec<TextFile> = serde_json::from_str(files)
            .map_err(|error| invalid_json(&format!("the files cannot be read: {error}")))?;
        let files = files.into_iter().map(|file| (file.path, file.text)).collect();
        Ok(Rulebook { files })
    }

    /// Adds or replaces a file.
    pub fn set(&mut self, path: &str, text: &str) {
        self.files.insert(path.to_owned(), text.to_owned());
    }

    /// Removes a file.
    pub fn remove(&mut self, path: &str) {
        self.files.remove(path);
    }

    /// Checks the ruleset and its encounter files, and returns all problems (`Report`).
    pub fn check(&self) -> String {
        server::local::report_json(&check::check(self))
    }

    /// Runs all scenarios, or the scenarios of one file (`ScenarioResults`). Throws a `Problem` if
    /// the rules do not load.
    pub fn scenarios(&self, file: Option<String>) -> Result<String, String> {
        let results = scenarios::run(self, file.as_deref()).map_err(unloadable_json)?;
        Ok(serde_json::to_string(&results).unwrap_or_default())
    }

    /// Begins a fight from an encounter file of the ruleset, by its path. Throws a `Problem` if
    /// there is no such file, or if it does not load.
    pub fn begin(&self, path: &str, seed: u64) -> Result<Fight, String> {
        let text = self.files.get(path);
        let text = text.ok_or_else(|| invalid_json(&format!("there is no file {path}")))?;
        self.fight(path, text, seed)
    }

    /// Begins a fight from the text of an encounter file. Throws a `Problem` if it does not load.
    #[wasm_bindgen(js_name = beginText)]
    pub fn begin_text(&self, text: &str, seed: u64) -> Result<Fight, String> {
        self.fight("setup.toml", text, seed)
    }

    /// Continues an exported fight or a recorded game, under its own rules or, if it has none,
    /// under this ruleset.
    pub fn resume(&self, text: &str) -> Result<Fight, String> {
        server::local::Fight::resume(text, Some(&self.source())).map(Fight::of)
    }
}

impl Rulebook {
    /// Returns the files of the rules, in reading order.
    pub fn source(&self) -> Source {
        let is_rule = |path: &str| {
            path.strip_prefix("rules/").is_some_and(|name| {
                name.ends_with(".toml") && !name.contains('/') && !name.starts_with('.')
            })
        };
        let first = ["ruleset.toml"].into_iter().chain(FORMS);
        let rules = self.files.keys().map(String::as_str).filter(|path| is_rule(path));
        let paths = first.chain(rules);
        let file = |path: &str| {
            let text = self.files.get(path)?.as_str().into();
            Some(SourceFile { path: path.to_owned(), text })
        };
        Source { files: paths.filter_map(file).collect() }
    }

    /// Returns all files as paths and texts, in path order.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the files that encounters and scenarios may name. Each has up to three names: its
    /// path, its path as seen from a folder beside `rules`, and its name among the examples.
    pub(crate) fn place(&self) -> Place {
        let named = self.files().filter(|(path, _)| path.ends_with(".toml"));
        let file = |path: String, text: &str| SourceFile { path, text: text.into() };
        let ways = named.flat_map(|(path, text)| {
            let alone = path.strip_prefix("examples/").map(str::to_owned);
            let paths = [Some(path.to_owned()), Some(format!("../{path}")), alone];
            paths.into_iter().flatten().map(move |path| file(path, text))
        });
        Place::Carried(ways.collect())
    }

    fn fight(&self, path: &str, text: &str, seed: u64) -> Result<Fight, String> {
        let source = self.source();
        let parsed = source.parse().map_err(unloadable_json)?;
        let (place, encounter) = (self.place(), encounter_in(text));
        let title = encounter.as_ref().and_then(|it| it.title.as_ref());
        let title = title.map_or_else(|| "A fight".to_owned(), |title| title.to_string());
        let named = encounter.iter().flat_map(|it| it.campaign.iter().chain(&it.creatures));
        // Missing files are reported when the encounter is compiled.
        let beside = named.filter_map(|path| {
            let text = place.text(path).ok()?.into();
            Some(SourceFile { path: path.to_string(), text })
        });
        let origin = Origin {
            id: parsed.manifest.id.to_string(),
            version: parsed.manifest.version.to_string(),
            ruleset: source,
            encounter: SourceFile { path: path.to_owned(), text: text.into() },
            beside: beside.collect(),
        };
        server::local::Fight::begin(origin, &title, seed).map(Fight::of)
    }
}
