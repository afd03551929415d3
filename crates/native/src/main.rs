//! The native side of the comparison with a browser: fingerprints of recorded games, and speed.
//!
//! `native marks` plays every recorded game of every ruleset. `native pace RULESET FILE DECISIONS
//! TIMES` plays random fights and reports the fastest of `TIMES` runs. Both do the same as
//! `turnwright-wasm`. They do not depend on the server, so they build in a minute.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use rules::diagnostic::Colors;
use rules::source::{embedded_file, embedded_list, embedded_names};
use rules::{Place, Setup, Source};
use serde_json::{Value, json};
use sim::origin::Problems;
use sim::policy::{Playout, Rulings};
use sim::record::Record;
use sim::session::Point;

/// Maximum number of decisions in one fight, the same as in `turnwright_wasm::pace`.
const BOUND: u64 = 5_000;

type Outcome = Result<Value, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let value = match words.as_slice() {
        ["marks"] => marks()?,
        ["pace", ruleset, file, decisions, times] => {
            pace(ruleset, file, decisions.parse()?, times.parse()?)?
        }
        _ => return Err("Usage: native marks | native pace RULESET FILE DECISIONS TIMES".into()),
    };
    println!("{value}");
    Ok(())
}

/// Returns the fingerprints of every recorded game, by its path from the root.
fn marks() -> Outcome {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in embedded_names() {
        for path in embedded_list(id, "games").into_iter().filter(|path| path.ends_with(".game")) {
            let game = embedded_file(id, &path).ok_or("a recorded game is no text")?;
            let record = Record::parse(&path, game).map_err(text)?;
            let session = record.replay(None).map_err(|stopped| stopped.text())?;
            let marks = session.points().iter().map(Point::fingerprint).collect();
            all.insert(format!("rulesets/{id}/{path}"), marks);
        }
    }
    Ok(json!(all))
}

/// Plays random fights of an example. Returns their counts, their hash, and the decisions per
/// second of the fastest run.
fn pace(id: &str, file: &str, decisions: u64, times: u32) -> Outcome {
    let parsed = Source::embedded(id).ok_or("there is no such ruleset")?.parse().map_err(text)?;
    let encounter = embedded_file(id, file).ok_or("there is no such example")?;
    let setup = Setup::read(file, encounter, &Place::Embedded(id.to_owned()), Some(&parsed));
    let (compiled, _) = setup.and_then(|setup| rules::compile(&setup)).map_err(text)?;
    let play = |decisions| Playout::new(&compiled.game, 1, Rulings::Default).play(decisions, BOUND);
    play(decisions / 10);
    let mut best = f64::INFINITY;
    let mut tally = play(0);
    for _ in 0..times.max(1) {
        let start = Instant::now();
        tally = play(decisions);
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(json!({
        "fights": tally.fights,
        "decisions": tally.decisions,
        "hash": format!("{:016x}", tally.hash.value()),
        "decisions_per_second": tally.decisions as f64 / best,
    }))
}

fn text((report, files): Problems) -> String {
    report.render(&files, Colors::Off)
}
