//! The native side of the comparison with a browser: fingerprints of recorded games, and pace.
//!
//! `native marks` plays every recorded game of every ruleset. `native pace RULESET FILE DECISIONS
//! TIMES` plays random fights and takes the quickest time.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use rules::Source;
use rules::source::{embedded_file, embedded_list, embedded_names};
use serde_json::{Value, json};
use server::wire::TextFile;
use turnwright_wasm::{Rulebook, pace};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["marks"] => println!("{}", marks()?),
        ["pace", ruleset, file, decisions, times] => {
            println!("{}", paced(ruleset, file, decisions.parse()?, times.parse()?)?);
        }
        _ => return Err("Usage: native marks | native pace RULESET FILE DECISIONS TIMES".into()),
    }
    Ok(())
}

/// The fingerprints of every recorded game, by its path from the root.
fn marks() -> Result<Value, Box<dyn Error>> {
    let mut all = BTreeMap::new();
    for id in embedded_names() {
        let source = Source::embedded(id).ok_or("an embedded ruleset has no manifest")?;
        for path in embedded_list(id, "games").into_iter().filter(|path| path.ends_with(".game")) {
            let game = embedded_file(id, &path).ok_or("a recorded game is no text")?;
            let name = format!("rulesets/{id}/{path}");
            all.insert(name, turnwright_wasm::marks::marks(game, &source)?);
        }
    }
    Ok(json!(all))
}

/// The pace of this build: the same fights as the caller plays elsewhere.
fn paced(id: &str, file: &str, decisions: u32, times: u32) -> Result<Value, Box<dyn Error>> {
    let source = Source::embedded(id).ok_or("there is no such ruleset")?;
    let mut files: Vec<TextFile> = source.files.into_iter().map(text_file).collect();
    let folder = Path::new(file).parent().unwrap_or(Path::new("")).to_string_lossy().into_owned();
    for path in embedded_list(id, &folder) {
        let text = embedded_file(id, &path).unwrap_or_default().to_owned();
        files.push(TextFile { path, text });
    }
    let rulebook = Rulebook::new(&serde_json::to_string(&files)?)?;
    pace(&rulebook, file, decisions / 10)?;
    let mut best = f64::INFINITY;
    let mut played = Value::Null;
    for _ in 0..times.max(1) {
        let start = Instant::now();
        played = serde_json::from_str(&pace(&rulebook, file, decisions)?)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    let count = played["decisions"].as_f64().unwrap_or_default();
    played["decisions_per_second"] = json!(count / best);
    Ok(played)
}

fn text_file(file: rules::source::SourceFile) -> TextFile {
    TextFile { path: file.path, text: file.text.to_string() }
}
