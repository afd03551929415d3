//! `turnwright bench`: measures how fast the engine is, and checks its results.
//!
//! Most figures come with a hash of the work done. If a hash is not the expected one, the figure
//! does not count and the command fails.

mod board;
mod convert;
mod fights;
mod serve;
mod work;

use std::process::ExitCode;
use std::time::Instant;

use serde_json::{Map, json};

use crate::failure::failed;
use crate::out;

/// Measures how fast the engine is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A tenth of the work, for a quick look.
    #[arg(long)]
    quick: bool,
    #[command(subcommand)]
    what: Option<What>,
}

/// Other things to measure.
#[derive(clap::Subcommand)]
enum What {
    /// Measures the server: load, durability, coming back.
    #[command(subcommand)]
    Serve(serve::Args),
}

/// A measured figure.
struct Figure {
    name: &'static str,
    value: f64,
    unit: &'static str,
    /// The required value.
    floor: f64,
    /// The desired value.
    goal: f64,
    /// Whether greater values are better.
    more: bool,
    /// Hash of the work done, and the expected hash; `None` if nothing is hashed.
    hash: Option<(u64, u64)>,
}

impl Figure {
    fn reaches(&self, bar: f64) -> bool {
        if self.more { self.value >= bar } else { self.value <= bar }
    }

    fn is_right(&self) -> bool {
        self.hash.is_none_or(|(found, expected)| found == expected)
    }
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    if let Some(What::Serve(args)) = &args.what {
        return serve::run(args, json);
    }
    let mut figures = work::figures(args.quick)?;
    figures.extend(board::figures(args.quick)?);
    figures.extend(fights::figures(args.quick)?);
    figures.push(convert::figure(args.quick)?);
    if json {
        let mut all = Map::new();
        for one in &figures {
            let right = one.is_right();
            let value = json!({ "value": one.value, "unit": one.unit, "floor": one.floor,
                "goal": one.goal, "right": right });
            all.insert(one.name.to_owned(), value);
        }
        out::value(&all.into())?;
    } else {
        let mut text = String::new();
        for one in &figures {
            let mark = match (one.is_right(), one.reaches(one.goal), one.reaches(one.floor)) {
                (false, ..) => "WRONG RESULT",
                (_, true, _) => "goal",
                (_, _, true) => "floor",
                _ => "below the floor",
            };
            let Figure { name, value, unit, floor, goal, .. } = one;
            text.push_str(&format!(
                "{name:<28} {value:>14.1} {unit:<12} floor {floor:>11} goal {goal:>11}  {mark}\n"
            ));
            if let (false, Some((found, expected))) = (one.is_right(), one.hash) {
                text.push_str(&format!("  found {found:#018x}, expected {expected:#018x}\n"));
            }
        }
        out::text(&text)?;
    }
    let right = figures.iter().all(Figure::is_right);
    Ok(if right { ExitCode::SUCCESS } else { failed() })
}

/// Runs some work. Returns the seconds it took, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}
