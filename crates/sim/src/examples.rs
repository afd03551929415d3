//! The built-in example fights.

use std::path::Path;

use rules::Place;
use rules::diagnostic::{Files, Report};
use rules::raw::{self, Encounter};
use rules::source::{embedded_file, embedded_list, embedded_names, read};

use crate::origin::{Origin, Problems};

/// A built-in example fight.
#[derive(Clone, Debug)]
pub struct Example {
    /// The ruleset it belongs to.
    pub ruleset: &'static str,
    /// Name: `skirmish`.
    pub name: String,
    /// Path of the file below the ruleset's folder.
    path: String,
    /// Title of the fight.
    pub title: String,
    /// Notes to read before play.
    pub notes: Option<String>,
    /// Number of combatants.
    pub combatants: u32,
}

/// Returns all built-in example fights.
pub fn examples() -> Vec<Example> {
    let of = |ruleset: &'static str| {
        embedded_list(ruleset, "examples").into_iter().filter_map(move |path| {
            let name = Path::new(&path).file_name()?.to_str()?.strip_suffix(".toml")?.to_owned();
            let text = embedded_file(ruleset, &path)?;
            let fight = encounter_in(text)?;
            // The folder also holds campaigns and creatures, which are no fights.
            let title = fight.title.map_or(String::new(), |title| title.to_string());
            let notes = fight.notes.map(|notes| notes.trim().to_owned());
            let count = |one: &raw::Combatant| one.count.as_ref().map_or(1, |count| **count);
            let combatants = fight.combatant.iter().map(count).fold(0, u32::saturating_add);
            let example = Example { ruleset, name, path, title, notes, combatants };
            (combatants > 0).then_some(example)
        })
    };
    embedded_names().into_iter().flat_map(of).collect()
}

/// Returns an example by its name: `skirmish` or `collective/skirmish`.
pub fn find(name: &str) -> Option<Example> {
    let wanted = name.strip_suffix(".toml").unwrap_or(name);
    let named =
        |one: &Example| one.name == wanted || format!("{}/{}", one.ruleset, one.name) == wanted;
    examples().into_iter().find(named)
}

impl Example {
    /// Returns its text.
    pub fn text(&self) -> &'static str {
        embedded_file(self.ruleset, &self.path).unwrap_or_default()
    }

    /// Returns its text with all files that it names.
    pub fn origin(&self) -> Result<Origin, Problems> {
        let place = Place::Embedded(self.ruleset.to_owned());
        Origin::read(&self.path, self.text(), &place)
    }
}

/// Reads a text as an encounter file; `None` if it is none.
pub fn encounter_in(text: &str) -> Option<Encounter> {
    let mut files = Files::default();
    let file = files.add("", text);
    read(text, file, &files, &mut Report::default())
}
