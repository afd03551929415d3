//! `turnwright bench serve`: measures the server as its clients see it.

use std::process::ExitCode;

use serde_json::{Value, json};
use server::bench::{self, Load};

use crate::failure::failed;
use crate::out;

/// Measures the server.
#[derive(clap::Subcommand)]
pub(crate) enum Args {
    /// Many encounters with listeners, and commands at a steady pace.
    Load {
        /// Encounters played at once.
        #[arg(long, default_value_t = 1000, value_name = "NUMBER")]
        tables: u32,
        /// Listeners at each.
        #[arg(long, default_value_t = 4, value_name = "NUMBER")]
        listeners: u32,
        /// Commands a second over all encounters.
        #[arg(long, default_value_t = 1000, value_name = "NUMBER")]
        rate: u32,
        /// How long it is measured.
        #[arg(long, default_value_t = 20, value_name = "NUMBER")]
        seconds: u32,
    },
    /// Kills the server at random moments of play and looks whether anything is lost.
    Kill {
        /// How often.
        #[arg(long, default_value_t = 200, value_name = "NUMBER")]
        times: u32,
        /// Seed of the moments.
        #[arg(long, default_value_t = 1, value_name = "NUMBER")]
        seed: u64,
    },
    /// How long until a long encounter is ready again after a restart.
    Restart {
        /// Its length.
        #[arg(long, default_value_t = 10_000, value_name = "NUMBER")]
        commands: u64,
    },
}

/// A figure with its upper bound.
struct Bounded {
    name: &'static str,
    value: f64,
    unit: &'static str,
    most: f64,
}

impl Bounded {
    fn holds(&self) -> bool {
        self.value <= self.most
    }

    fn text(&self) -> String {
        let Bounded { name, value, unit, most } = self;
        let verdict = if self.holds() { "holds" } else { "DOES NOT HOLD" };
        format!("{name:<28} {value:>12.2} {unit:<4} at most {most} {unit}  {verdict}")
    }

    fn json(&self) -> Value {
        json!({ "name": self.name, "value": self.value, "unit": self.unit, "most": self.most,
            "holds": self.holds() })
    }
}

pub(crate) fn run(args: &Args, json: bool) -> anyhow::Result<ExitCode> {
    let (figures, remarks, right) = match args {
        Args::Load { tables, listeners, rate, seconds } => {
            let (tables, listeners, rate, seconds) = (*tables, *listeners, *rate, *seconds);
            load(Load { tables, listeners, rate, seconds })?
        }
        Args::Kill { times, seed } => kill(*times, *seed)?,
        Args::Restart { commands } => restart(*commands)?,
    };
    if json {
        let figures: Vec<Value> = figures.iter().map(Bounded::json).collect();
        out::value(&json!({ "figures": figures, "remarks": remarks, "right": right }))?;
    } else {
        let lines: Vec<String> = figures.iter().map(Bounded::text).chain(remarks).collect();
        out::text(&lines.join("\n"))?;
    }
    let good = right && figures.iter().all(Bounded::holds);
    Ok(if good { ExitCode::SUCCESS } else { failed() })
}

/// Figures, remarks, and whether the results are right.
type Measured = (Vec<Bounded>, Vec<String>, bool);

fn load(load: Load) -> anyhow::Result<Measured> {
    let loaded = bench::load(load)?;
    let ms = |micros: u64| micros as f64 / 1000.0;
    let mut figures = vec![
        Bounded {
            name: "acknowledged, 99 of 100",
            value: ms(loaded.acknowledged[1]),
            unit: "ms",
            most: 10.0,
        },
        Bounded { name: "heard, 99 of 100", value: ms(loaded.heard[1]), unit: "ms", most: 50.0 },
    ];
    if let Some(memory) = loaded.memory {
        let value = memory as f64 / f64::from(1 << 20);
        figures.push(Bounded { name: "memory", value, unit: "MiB", most: 1024.0 });
    }
    let [half, _, all] = loaded.acknowledged.map(ms);
    let [heard_half, _, heard_all] = loaded.heard.map(ms);
    let remarks = vec![
        format!("{} commands acknowledged, {} denied", loaded.commands, loaded.denied),
        format!(
            "acknowledged: half within {half:.2} ms, all within {half_all:.2} ms",
            half_all = all
        ),
        format!("heard: half within {heard_half:.2} ms, all within {heard_all:.2} ms"),
        format!("{} of {} news arrived", loaded.arrived, loaded.expected),
    ];
    Ok((figures, remarks, loaded.arrived == loaded.expected))
}

fn kill(times: u32, seed: u64) -> anyhow::Result<Measured> {
    let killed = bench::kill(times, seed)?;
    let lost = Bounded {
        name: "lost or changed",
        value: killed.problems.len() as f64,
        unit: "",
        most: 0.0,
    };
    let mut remarks = vec![
        format!("killed {} times, {} commands acknowledged", killed.times, killed.acknowledged),
        format!("{} more were on disk before anybody was told", killed.unheard),
        format!("all encounters back within {} ms at most", killed.slowest_ms),
    ];
    remarks.extend(killed.problems);
    Ok((vec![lost], remarks, killed.acknowledged > 0))
}

fn restart(commands: u64) -> anyhow::Result<Measured> {
    let found = bench::restart(commands)?;
    let ready = Bounded { name: "ready", value: found.ready_ms, unit: "ms", most: 100.0 };
    let remarks = vec![
        format!(
            "{} changes; the server listened after {:.1} ms",
            found.commands, found.listening_ms
        ),
        format!("the encounter stands where it stood: {}", found.same),
    ];
    Ok((vec![ready], remarks, found.same))
}
