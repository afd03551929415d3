//! Imports exported encounters and recorded games as their files and log.

use rules::Source;
use rules::source::{FILE_MAX, SourceFile};
use sim::origin::Origin;
use sim::record::Record;

use crate::entry::{Deed, Entry, Export, FORMAT};
use crate::eyes::SERVER;
use crate::failure::{Failure, unloadable};
use crate::random;
use crate::wire::{ProblemCode, TextFile};

/// Returns a file of a request as a file of a ruleset.
pub(crate) fn source_file(file: TextFile) -> SourceFile {
    SourceFile { path: file.path, text: file.text.into() }
}

/// Files, log, title if known, and seed.
pub(crate) type Imported = (Origin, Vec<Entry>, Option<String>, u64);

/// Reads an exported encounter or a recorded game. A game without its ruleset uses `ruleset`, or
/// else a built-in ruleset.
pub(crate) fn import(text: &str, ruleset: Option<&Source>) -> Result<Imported, Failure> {
    if text.len() > 8 * FILE_MAX {
        return Err(Failure::new(ProblemCode::TooLarge, "this is too large to be imported"));
    }
    if text.starts_with("turnwright record ") {
        return recorded(text, ruleset);
    }
    let export: Export = serde_json::from_str(text).map_err(|error| {
        Failure::invalid(format!("this is no exported encounter: {error}"))
            .help("import what `export` gave, or a recorded game")
    })?;
    if export.format != FORMAT {
        let message = format!("this is `{}`; only `{FORMAT}` is read", export.format);
        return Err(Failure::invalid(message));
    }
    Ok(origin_in(export))
}

/// Returns the parts of an exported encounter.
pub(crate) fn origin_in(export: Export) -> Imported {
    let origin = Origin {
        id: export.ruleset,
        version: export.version,
        ruleset: Source { files: export.rules.into_iter().map(source_file).collect() },
        encounter: source_file(export.encounter),
        beside: export.beside.into_iter().map(source_file).collect(),
    };
    (origin, export.entries, Some(export.title), export.seed)
}

/// Turns a recorded game into a log: its commands in order, with a move wherever play went on at
/// another point.
fn recorded(text: &str, ruleset: Option<&Source>) -> Result<Imported, Failure> {
    let record = Record::parse("import", text).map_err(unloadable)?;
    let session = record.replay(ruleset).map_err(|stop| unloadable((stop.report, stop.files)))?;
    drop(session);
    let given = || ruleset.cloned().or_else(|| Source::embedded(&record.id));
    let source = record.ruleset.clone().or_else(given);
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
            joined: false,
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
