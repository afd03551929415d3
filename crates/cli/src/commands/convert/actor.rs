//! Converts exported actors to creature files.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use rules::{Parsed, Place, Setup};
use serde_json::json;
use sim::convert::{Guidelines, actor};

use crate::failure::{failed, unloadable};
use crate::{open, out};

pub(super) fn run(
    guidelines: &Guidelines,
    parsed: &Parsed,
    path: &Path,
    to: Option<&Path>,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let text = open::text(path)?;
    let import = actor::read(guidelines, parsed, &text)
        .map_err(|note| anyhow!("{}: {} {}", path.display(), note.path, note.text))?;
    let file = import.creature_file(&parsed.manifest.id);
    // A file that does not load is a mistake of the converter, not of its user.
    let setup = Setup::read("the creature file", &file, &Place::Nowhere, Some(parsed));
    setup
        .and_then(|setup| rules::compile(&setup))
        .map_err(unloadable)
        .context("the creature does not fit the ruleset")?;
    if as_json {
        let note = |note: &actor::Note| {
            let (path, text) = (&note.path, &note.text);
            json!({ "path": path, "text": text, "weight": note.weight.word() })
        };
        let notes: Vec<_> = import.notes.iter().map(note).collect();
        let deeds = import.deeds.iter().map(|deed| {
            let (id, name) = (&deed.id, &deed.name);
            json!({ "id": id, "name": name, "becomes": deed.becomes, "rules": deed.rules })
        });
        let deeds: Vec<_> = deeds.collect();
        let mut value = json!({
            "name": import.name,
            "activities": deeds,
            "report": import.report(),
            "notes": notes,
        });
        match to {
            Some(to) => out::file(to, &file)?,
            None => value["file"] = file.into(),
        }
        out::value(&value)?;
    } else {
        match to {
            Some(to) => {
                out::file(to, &file)?;
                let (numbers, deeds) = (import.attributes.len(), import.deeds.len());
                let mut text = String::new();
                import.report().iter().for_each(|line| text.push_str(&format!("{line}\n")));
                text.push_str(&format!("{}: {numbers} numbers, {deeds} activities\n", import.name));
                out::text(&text)?;
            }
            None => out::text(&file)?,
        }
    }
    Ok(if import.notes.is_empty() { ExitCode::SUCCESS } else { failed() })
}
