//! Reads creatures and characters of other programs into sheets of a ruleset.
//!
//! ```text
//! bytes    text, or a refusal of pictures, archives and the like        [`decode`]
//! text     entries in a format that is recognized by its content        [`recognize`]
//! entry    a neutral stat block, by the reader of the format            [`StatBlock`]
//! block    a filled-in sheet of the ruleset, by its `import.toml`       [`Mapping`]
//! ```
//!
//! A new format needs a variant of [`Format`], a rule in `recognize`, and a reader: a file or
//! folder of `readers` with one function from the content to stat blocks, called in
//! `readers::read`. Readers of one game share derived numbers: `readers/dnd5e` holds those of the
//! fifth edition. A new game needs a variant of [`System`]. Numbers and facts that only one game
//! has go into [`StatBlock::numbers`] and [`StatBlock::facts`], which mappings read as
//! `number.NAME` and `fact(NAME)`.
//!
//! This crate plays nothing, and drops nothing silently: each creature carries [`Note`]s on numbers
//! that are missing, guessed or derived, and on parts that the ruleset's sheet has no fields for.

mod block;
mod decode;
mod evaluate;
mod fill;
mod format;
mod formula;
mod json;
mod leftover;
mod mapping;
mod number;
mod prose;
mod readers;
mod recognize;
mod refusal;
mod report;
mod scope;
mod write;

pub use block::{
    Action, Area, Attack, Damage, Effect, Multiattack, Note, Power, Save, Spell, StatBlock, System,
    Uses, Weight, slug,
};
pub use decode::{FILE_MAX, check_size, decode};
pub use mapping::Mapping;
pub use recognize::{Content, Format, Recognized, recognize};
pub use refusal::Refusal;
pub use report::{LINES_MAX, lines};
pub use write::creature_toml;

use rules::diagnostic::{Files, Report};
use rules::sheet::Values;
use rules::source::{IMPORT, embedded_file, embedded_names};
use rules::{Parsed, Sheet};
use serde::Serialize;

/// Maximum number of creatures in one import.
pub const CREATURES_MAX: usize = 10_000;

/// A ruleset that creatures are read into.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its id.
    pub id: String,
    /// Its sheet.
    pub sheet: Sheet,
    /// The mapping from stat blocks to the sheet.
    pub mapping: Mapping,
}

/// Creatures read from one or more files.
#[derive(Clone, Debug, Serialize)]
pub struct Imported {
    /// Display names of the formats, joined by `; `.
    pub format: String,
    /// The creatures.
    pub creatures: Vec<Creature>,
    /// Remarks on the files as a whole.
    pub remarks: Vec<String>,
}

/// A creature that was read.
#[derive(Clone, Debug, Serialize)]
pub struct Creature {
    /// Its stat block.
    pub block: StatBlock,
    /// Its entry in a creature file, as TOML.
    pub toml: String,
    /// The filled-in sheet.
    #[serde(skip)]
    pub values: Values,
    /// Its table in a creature file.
    #[serde(skip)]
    pub table: toml::Table,
    /// Remarks, the most important first.
    pub notes: Vec<Note>,
}

impl Target {
    /// Returns the sheet and the mapping of a ruleset.
    ///
    /// # Errors
    ///
    /// Returns the diagnostics of a sheet or mapping that does not load.
    pub fn of(parsed: &Parsed) -> Result<Target, (Report, Files)> {
        let sheet = Sheet::of(parsed)?;
        let mapping = Mapping::of(parsed, &sheet)?;
        Ok(Target { id: parsed.manifest.id.to_string(), sheet, mapping })
    }
}

/// Converts the text of a file to creatures of a ruleset. `file_name` appears only in messages.
///
/// # Errors
///
/// Returns a refusal if the text is in no known format, is made for another game, or has no
/// creature.
pub fn import_text(text: &str, file_name: &str, target: &Target) -> Result<Imported, Refusal> {
    import_files(&[(file_name, text)], target)
}

/// Converts several files, given as name and text, to creatures of a ruleset. Spells in one file
/// complete creatures in another.
///
/// # Errors
///
/// Returns a refusal if no file has a creature that the ruleset accepts. Otherwise a refused file
/// becomes a remark.
pub fn import_files(files: &[(&str, &str)], target: &Target) -> Result<Imported, Refusal> {
    let (blocks, format, mut remarks) = read_files(files, &target.mapping.systems(), &target.id)?;
    let mut creatures = Vec::new();
    for block in blocks {
        let Some(mapping) = target.mapping.system(block.system) else { continue };
        let mut filled = match &block.creature {
            Some(creature) if target.id == readers::CONVERTED_FOR => {
                fill::ready(&block, creature, &target.sheet)
            }
            _ => fill::fill(&block, mapping, &target.sheet),
        };
        filled.notes.sort_by_key(|note| note.weight);
        creatures.push(Creature {
            toml: write::entry(&filled.table),
            table: filled.table,
            values: filled.values,
            notes: filled.notes,
            block,
        });
    }
    tell_apart(&mut creatures, &mut remarks);
    Ok(Imported { format, creatures, remarks })
}

/// Reads several files into stat blocks. Also returns the names of the formats and the remarks.
fn read_files(
    files: &[(&str, &str)],
    systems: &[System],
    ruleset: &str,
) -> Result<(Vec<StatBlock>, String, Vec<String>), Refusal> {
    let mut groups = Vec::new();
    let mut refused: Vec<(&str, Refusal)> = Vec::new();
    for (name, text) in files {
        match check_size(text.len()).and_then(|()| recognize(text)) {
            Ok(found) => {
                for group in found {
                    match systems.contains(&group.format.system()) {
                        true => groups.push(group),
                        false => refused.push((name, wrong_system(&group, systems, ruleset))),
                    }
                }
            }
            Err(refusal) => refused.push((name, refusal)),
        }
    }
    if groups.is_empty() {
        let first = refused.into_iter().next().map(|(_, refusal)| refusal);
        return Err(first.unwrap_or_else(|| Refusal::new("there is no file to read")));
    }
    let format = titles(&groups);
    let mut read = readers::read(&groups).map_err(|refusal| refusal.format(format.clone()))?;
    let unread = refused
        .into_iter()
        .map(|(name, refusal)| format!("  not read: {name}: {}", refusal.message));
    read.remarks.extend(unread);
    Ok((read.blocks, format, read.remarks))
}

/// Returns the display names of the formats, each once, with the number of its versions.
fn titles(groups: &[Recognized]) -> String {
    let mut titles: Vec<String> = Vec::new();
    for group in groups {
        let same = groups.iter().filter(|other| other.format == group.format);
        let mut versions: Vec<&Option<String>> = same.map(|other| &other.version).collect();
        versions.sort();
        versions.dedup();
        let title = match versions.len() {
            1 => group.title(),
            many => format!("{} ({many} versions)", group.format.title()),
        };
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles.join("; ")
}

/// Returns the refusal of a document that is made for a game the ruleset does not accept.
fn wrong_system(group: &Recognized, systems: &[System], ruleset: &str) -> Refusal {
    let system = group.format.system();
    let titles: Vec<&str> = systems.iter().map(|system| system.title()).collect();
    let reads = match titles.is_empty() {
        true => format!("{ruleset} reads no stat blocks"),
        false => format!("{ruleset} reads those of {}", titles.join(" and ")),
    };
    let refusal = Refusal::new(format!("this is made for {}; {reads}", system.title()));
    let refusal = refusal.format(group.title());
    match rulesets_for(system).as_slice() {
        [] => refusal,
        names => refusal.rulesets(names),
    }
}

/// Returns the embedded rulesets that accept stat blocks of a game.
fn rulesets_for(system: System) -> Vec<&'static str> {
    let takes = |name: &&str| {
        let text = embedded_file(name, IMPORT).unwrap_or_default();
        let file: Option<rules::raw::ImportFile> = rules::expand::from_text(text).ok();
        file.is_some_and(|file| file.system.iter().any(|it| it.id.as_str() == system.id()))
    };
    embedded_names().into_iter().filter(takes).collect()
}

/// Numbers creatures with equal names, so that one file can hold them all.
fn tell_apart(creatures: &mut [Creature], remarks: &mut Vec<String>) {
    let mut known = std::collections::BTreeMap::<String, usize>::new();
    let mut renamed = 0;
    for creature in creatures {
        let count = known.entry(creature.values.name.to_lowercase()).or_default();
        *count += 1;
        if *count > 1 {
            creature.values.name = format!("{} {count}", creature.values.name);
            let name = toml::Value::String(creature.values.name.clone());
            creature.table.insert("name".to_owned(), name);
            creature.toml = write::entry(&creature.table);
            renamed += 1;
        }
    }
    if renamed > 0 {
        remarks.push(format!("{renamed} creatures have the name of another one and got a number"));
    }
}
