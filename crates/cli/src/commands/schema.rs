//! `turnwright schema`: prints the JSON Schema of every kind of file people write, for editors. It
//! also writes the OpenAPI document of the server.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use rules::raw::{Campaign, Encounter, ImportFile, Manifest, RuleFile, SheetFile, schema_of};
use serde_json::{Map, Value, json};

use crate::out;

/// Prints the JSON Schema of a kind of file; of all of them, by kind, if none is named.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which kind of file.
    kind: Option<Kind>,
    /// Writes every schema, and the server's OpenAPI document, to this folder instead.
    #[arg(long, value_name = "FOLDER", conflicts_with = "kind")]
    write: Option<PathBuf>,
}

/// The kinds of file people write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// `ruleset.toml`.
    Ruleset,
    /// A file of rules.
    Rules,
    /// `sheet.toml`.
    Sheet,
    /// `import.toml`.
    Import,
    /// A fight.
    Encounter,
    /// Settings and house rules for many fights.
    Campaign,
    /// Kinds of creature.
    Creature,
    /// Facts, listed entries and guidelines of the converter.
    Convert,
}

const KINDS: [(Kind, &str); 8] = [
    (Kind::Ruleset, "ruleset"),
    (Kind::Rules, "rules"),
    (Kind::Sheet, "sheet"),
    (Kind::Import, "import"),
    (Kind::Encounter, "encounter"),
    (Kind::Campaign, "campaign"),
    (Kind::Creature, "creature"),
    (Kind::Convert, "convert"),
];

pub(crate) fn run(args: &Args, _json: bool) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.write {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for (kind, name) in KINDS {
            let path = folder.join(format!("{name}.schema.json"));
            std::fs::write(&path, pretty(&schema(kind)) + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let path = folder.join("openapi.json");
        std::fs::write(&path, server::document())
            .with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let value = match args.kind {
        Some(kind) => schema(kind),
        None => KINDS
            .iter()
            .map(|(kind, name)| ((*name).to_owned(), schema(*kind)))
            .collect::<Map<String, Value>>()
            .into(),
    };
    out::text(&pretty(&value))?;
    Ok(ExitCode::SUCCESS)
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

fn schema(kind: Kind) -> Value {
    let mut schema: Value = match kind {
        Kind::Ruleset => schema_of::<Manifest>(),
        Kind::Rules => schema_of::<RuleFile>(),
        Kind::Sheet => schema_of::<SheetFile>(),
        Kind::Import => schema_of::<ImportFile>(),
        Kind::Encounter => schema_of::<Encounter>(),
        Kind::Convert => schema_of::<sim::convert::raw::Convert>(),
        Kind::Campaign | Kind::Creature => schema_of::<Campaign>(),
    }
    .into();
    // A file of creatures is a campaign that only describes creatures.
    if kind == Kind::Creature {
        schema["title"] = json!("Creature");
        schema["description"] = json!("Kinds of creature, which encounters name in `creatures`.");
    }
    schema
}
