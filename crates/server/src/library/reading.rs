//! Creatures from files of other programs, in the form that is sent, and creature files of this
//! program.

use std::collections::HashSet;

use import::{Imported, Refusal, StatBlock, System, Target, Weight};
use rules::Sheet;
use toml::{Table, Value};

use super::{Known, in_text};
use crate::failure::Failure;
use crate::wire::{FieldProblem, ProblemCode, ReadCreature, ReadNote};

/// Name of this program's own format, shown to people.
const OWN_FORMAT: &str = "Turnwright creature file";
/// Largest number of notes on a creature in one answer. Further notes are only counted.
const NOTES_MAX: usize = 12;

/// A file that was read.
pub(crate) struct FileRead {
    /// Name of the format, shown to people.
    pub(crate) format: String,
    /// Remarks on the file as a whole.
    pub(crate) remarks: Vec<String>,
    /// Creatures of the file.
    pub(crate) creatures: Vec<CreatureRead>,
}

/// A creature of a file, as the data file would keep it.
pub(crate) struct CreatureRead {
    known: Known,
    hero: bool,
    notes: Vec<ReadNote>,
    hidden: usize,
}

/// Reads several files for a ruleset as one: spells in one file explain creatures in another. The
/// names of the files appear only in messages.
pub(crate) fn read_files(
    files: Vec<(String, Vec<u8>)>,
    target: &Target,
) -> Result<FileRead, Failure> {
    let mut texts = Vec::new();
    for (name, bytes) in files {
        let text = import::decode(bytes).map_err(|refusal| refused(refusal, false))?;
        texts.push((name, text));
    }
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let imported = import::import_files(&files, target);
    Ok(of_import(imported.map_err(|refusal| refused(refusal, false))?))
}

/// Reads a file for a ruleset. Its name appears only in messages.
pub(crate) fn read_file(bytes: Vec<u8>, name: &str, target: &Target) -> Result<FileRead, Failure> {
    let is_large = bytes.len() > import::FILE_MAX;
    let text = import::decode(bytes).map_err(|refusal| refused(refusal, is_large))?;
    if text.contains("[[creature]]") {
        return own_file(&text, &target.id);
    }
    let imported = import::import_text(&text, name, target);
    Ok(of_import(imported.map_err(|refusal| refused(refusal, is_large))?))
}

/// Turns a refusal into a failure with the format, the reason and a hint.
fn refused(refusal: Refusal, is_large: bool) -> Failure {
    let message = match &refusal.format {
        Some(format) => format!("{format}: {}", refusal.message),
        None => refusal.message.clone(),
    };
    let code = if is_large { ProblemCode::TooLarge } else { ProblemCode::Invalid };
    let failure = Failure::new(code, message).rulesets(refusal.rulesets);
    let help = refusal.help;
    failure.help(help.unwrap_or_else(|| "choose the rulebook that the file is made for".to_owned()))
}

/// Reads a creature file of this program. Fails if it is not TOML or is made for another ruleset.
fn own_file(text: &str, ruleset: &str) -> Result<FileRead, Failure> {
    let file: Table = text.parse().map_err(|error: toml::de::Error| {
        Failure::invalid(format!("{OWN_FORMAT}: {}", error.message()))
            .help("creatures stand in it as [[creature]] with a name each")
    })?;
    if let Some(made_for) = file.get("ruleset").and_then(Value::as_str)
        && made_for != ruleset
    {
        let message = format!("{OWN_FORMAT}: this is made for {made_for}, not for {ruleset}");
        let failure = Failure::invalid(message).rulesets(vec![made_for.to_owned()]);
        return Err(failure.help(format!("import it into {made_for}")));
    }
    let known = in_text(text, "import", false);
    let creature = |known| CreatureRead { known, hero: false, notes: Vec::new(), hidden: 0 };
    Ok(FileRead {
        format: OWN_FORMAT.to_owned(),
        remarks: Vec::new(),
        creatures: known.into_iter().map(creature).collect(),
    })
}

fn of_import(imported: Imported) -> FileRead {
    let creature = |creature: import::Creature| {
        let import::Creature { block, values, mut table, notes, .. } = creature;
        // Even a sheet that could not be filled in has a name.
        table.entry("name").or_insert_with(|| Value::String(values.name.clone()));
        add_words(&mut table, &block);
        let (matter, rest): (Vec<_>, Vec<_>) = notes
            .into_iter()
            .partition(|note| !matches!(note.weight, Weight::Derived | Weight::Remark));
        let hidden = matter.len().saturating_sub(NOTES_MAX) + rest.len() + block.ignored;
        let note = |note: import::Note| ReadNote { weight: note.weight.into(), text: note.text };
        CreatureRead {
            known: Known {
                name: values.name,
                from: "import".to_owned(),
                id: None,
                table,
                own: false,
            },
            hero: block.hero,
            notes: matter.into_iter().take(NOTES_MAX).map(note).collect(),
            hidden,
        }
    };
    FileRead {
        format: imported.format,
        remarks: imported.remarks,
        creatures: imported.creatures.into_iter().map(creature).collect(),
    }
}

/// Adds level, type and size if the table lacks them, so that searches find the creature.
fn add_words(table: &mut Table, block: &StatBlock) {
    let level = match (block.hero, block.level, block.system) {
        (true, Some(level), _) => format!("Level {level}"),
        (_, _, _) if block.challenge.is_empty() => String::new(),
        (_, _, System::Pf2e) => format!("Level {}", block.challenge),
        _ => format!("CR {}", block.challenge),
    };
    if !level.is_empty() {
        table.entry("level").or_insert(Value::String(level));
    }
    let words = [&block.kind, &block.size].into_iter().filter(|word| !word.is_empty());
    let words: Vec<Value> = words.map(|word| Value::String(word.to_lowercase())).collect();
    if !words.is_empty() {
        table.entry("words").or_insert(Value::Array(words));
    }
}

impl CreatureRead {
    /// Returns the name of the creature.
    pub(crate) fn name(&self) -> &str {
        &self.known.name
    }

    /// Returns the fields that must be changed before the creature can be kept.
    pub(crate) fn problems(&self, sheet: &Sheet) -> Vec<FieldProblem> {
        let values = sheet.values(&self.known.table);
        let bad = sheet.creature(&values).err().unwrap_or_default();
        Failure::bad_values("", &self.known.name, &bad).problem().fields.clone()
    }

    /// Returns the creature in the form that is sent. `present` holds the names of kept creatures
    /// in lower case.
    pub(crate) fn told(&self, sheet: &Sheet, present: &HashSet<String>) -> ReadCreature {
        ReadCreature {
            creature: self.known.shown(sheet),
            hero: self.hero,
            notes: self.notes.clone(),
            hidden: self.hidden,
            replaces: present.contains(&self.known.name.to_lowercase()),
            fields: self.problems(sheet),
        }
    }

    /// Returns the creature as the data file would keep it.
    pub(crate) fn into_known(self) -> Known {
        self.known
    }
}
