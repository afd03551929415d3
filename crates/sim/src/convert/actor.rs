//! Imports characters and monsters: exports of the widely used open virtual tabletop's Pathfinder
//! system become creatures of the ruleset.
//!
//! The export is a JSON object with `name`, `type`, the numbers below `system` (`data` in older
//! ones) and `items`, whose actions carry an activation in the default economy. Numbers become
//! attributes; actions become activities with converted costs. Parts that are not carried over are
//! listed with their place and the reason.

mod armed;
mod at;
mod changes;
mod defenses;
mod derive;
mod feats;
mod foreign;
mod formula;
mod items;
mod numbers;
mod powers;
mod report;
mod sheet;
mod size_dice;
mod skills;
mod spellbook;
mod strikes;
mod write;

use std::collections::BTreeMap;

use rules::{Parsed, Place, Setup};
use serde_json::Value;

use super::model::Guidelines;
use at::At;
pub use items::Deed;

/// Creature converted from an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Name of the creature.
    pub name: String,
    /// Numbers, by attribute of the ruleset.
    pub attributes: BTreeMap<&'static str, i16>,
    /// Damage dice, by dice of the ruleset.
    pub dice: BTreeMap<&'static str, String>,
    /// Conditions at the beginning.
    pub tags: Vec<&'static str>,
    /// Activities of the ruleset that the creature's own attacks replace.
    pub without: Vec<&'static str>,
    /// Actions of the creature.
    pub deeds: Vec<Deed>,
    /// Notes on parts that were not carried over, or were changed.
    pub notes: Vec<Note>,
}

/// A note about a place of the export.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// Importance of the note; the most important ones sort first.
    pub weight: Weight,
    /// A JSON pointer.
    pub path: String,
    /// Subject of the note, and the reason.
    pub text: String,
}

/// Importance of a note at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Play depends on it: numbers missing or worked out, attacks not understood.
    Play,
    /// The ruleset has no place for this part of the creature.
    Aside,
    /// Pictures, sort numbers and similar data.
    Noise,
}

/// Reads an export; returns a note with the place and the problem as error if it is none.
pub fn read(guidelines: &Guidelines, parsed: &Parsed, text: &str) -> Result<Import, Note> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let weight = Weight::Play;
    let note = |path: &str, text: String| Note { weight, path: path.to_owned(), text };
    let value: Value = serde_json::from_str(text)
        .map_err(|error| note("", format!("this is no JSON: {error}")))?;
    let seen = at::Seen::default();
    let root = At::root(&value, &seen);
    if !value.is_object() {
        return Err(note("", "an actor is an object".to_owned()));
    }
    let Some(name) = value.get("name").and_then(Value::as_str) else {
        return Err(note("/name", "an actor has a name, which is a text".to_owned()));
    };
    if let Some(system) = foreign::system_of(&value) {
        return Err(note("", foreign::refusal(name, &system)));
    }
    let system = match ["system", "data"].into_iter().find(|key| root.has(key)) {
        Some(key) => root.get(key),
        None => return Err(note("", "an actor has its numbers in `system` or `data`".to_owned())),
    };
    if !system.value.is_object() {
        return Err(note(&system.path, "this is no object".to_owned()));
    }
    let mut import = Import {
        name: name.trim().to_owned(),
        attributes: BTreeMap::new(),
        dice: BTreeMap::new(),
        tags: Vec::new(),
        without: Vec::new(),
        deeds: Vec::new(),
        notes: Vec::new(),
    };
    let sheet = sheet::Sheet::of(&root, &system);
    numbers::read(&sheet, parsed, &mut import);
    defenses::read(&sheet, parsed, &mut import);
    items::read(guidelines, parsed, &root, &sheet, &mut import);
    for key in ["name", "type", "_id"] {
        root.get(key).see();
    }
    let mut unread = Vec::new();
    root.unseen(&mut unread);
    let text = "not carried over: a creature file has no place for it";
    for path in unread {
        import.weigh(report::weight_of(&path), path, text);
    }
    import.notes.sort_by_key(|note| note.weight);
    Ok(import)
}

impl Weight {
    /// Returns the word for the weight.
    pub fn word(self) -> &'static str {
        match self {
            Weight::Play => "play",
            Weight::Aside => "aside",
            Weight::Noise => "noise",
        }
    }
}

impl Import {
    /// Returns how many activities a combatant with these numbers can have in addition to those of
    /// the ruleset.
    fn room(&self, parsed: &Parsed) -> usize {
        let bare = Import {
            name: "It".to_owned(),
            attributes: self.attributes.clone(),
            dice: BTreeMap::new(),
            tags: Vec::new(),
            without: Vec::new(),
            deeds: Vec::new(),
            notes: Vec::new(),
        };
        let file = bare.creature_file(&parsed.manifest.id);
        let mut sides = parsed.rules.iter().flat_map(|located| &located.rule.side);
        let side = sides.next().map_or("", |side| side.id.as_str());
        let one = format!("name = \"One\"\nside = \"{side}\"\ncreature = \"It\"\n");
        let fight = format!("{file}\n[[combatant]]\n{one}");
        let setup = Setup::read("the creature", &fight, &Place::Nowhere, Some(parsed));
        let sheets = setup.and_then(|setup| rules::compile(&setup)).map(|(it, _)| it.game.sheets);
        let own = sheets.ok().and_then(|sheets| Some(sheets.first()?.options.len()));
        kernel::OPTIONS_MAX.saturating_sub(own.unwrap_or_default())
    }

    fn note(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.weigh(Weight::Aside, path, text);
    }

    fn weigh(&mut self, weight: Weight, path: impl Into<String>, text: impl Into<String>) {
        self.notes.push(Note { weight, path: path.into(), text: text.into() });
    }
}
