//! Benchmark of the converter: reads a long list and converts it to the rows of a report.

use anyhow::anyhow;
use sim::convert::list::csv as read_csv;
use sim::convert::report::{Summary, row};
use sim::convert::{Guidelines, convert};
use sim::fnv::Fnv;
use sim::policy::Random;

use super::{Figure, timed};
use crate::rulesets;

/// Hashes of the converted list, full and quick. They change only with the guidelines.
const LISTS: [u64; 2] = [0x7f61_02d5_3344_ce60, 0x5af8_7938_a87b_40b7];

const RULESET: &str = "pathfinder-rae";

/// Measures lines per second, from the text of a list to the rows of its report.
pub(super) fn figure(quick: bool) -> anyhow::Result<Figure> {
    let which = usize::from(quick);
    let count = [100_000, 10_000][which];
    let (_, guidelines) = rulesets::with_guidelines(RULESET)?;
    let text = list(&guidelines, count);
    let (seconds, hash) = timed(|| converted(&guidelines, &text));
    Ok(Figure {
        name: "converter",
        value: count as f64 / seconds,
        unit: "lines/s",
        floor: 100e3,
        goal: 200e3,
        more: true,
        hash: Some((hash?, LISTS[which])),
    })
}

/// Returns a CSV list of random abilities of every kind. Some have the names of guideline entries,
/// and some have actions that are not understood.
fn list(guidelines: &Guidelines, count: usize) -> String {
    const ACTIONS: [&str; 12] = [
        "standard",
        "1 standard action",
        "swift",
        "immediate",
        "move",
        "free",
        "full-round",
        "1 round",
        "3 rounds",
        "10 minutes",
        "sometimes",
        "",
    ];
    const KINDS: [&str; 6] = ["ex", "su", "sp", "spell", "item", ""];
    const FLAGS: [&str; 8] =
        ["", "", "attack", "maneuver", "movement", "tied", "attack; movement", "irreplaceable"];
    let names: Vec<&str> = guidelines
        .entries()
        .iter()
        .filter_map(|entry| entry.names.first().map(String::as_str))
        .collect();
    let mut random = Random::new(7);
    let mut text = String::from("name,action,kind,flags\n");
    let pick = |random: &mut Random, of: usize| random.below(of as u32) as usize;
    for at in 0..count {
        let name = match random.below(8) {
            0 => names[pick(&mut random, names.len())].to_owned(),
            _ => format!("Ability {at}"),
        };
        let action = ACTIONS[pick(&mut random, ACTIONS.len())];
        let kind = KINDS[pick(&mut random, KINDS.len())];
        let flags = FLAGS[pick(&mut random, FLAGS.len())];
        text.push_str(&format!("{name},{action},{kind},{flags}\n"));
    }
    text
}

fn converted(guidelines: &Guidelines, text: &str) -> anyhow::Result<u64> {
    let list = read_csv(guidelines, text).map_err(|problem| anyhow!("{problem}"))?;
    let mut summary = Summary::default();
    let mut hash = Fnv::new();
    for line in &list.lines {
        let found = line.ability.as_ref().ok().map(|ability| convert(guidelines, ability));
        summary.count(found.as_ref());
        hash = row(line, found.as_ref()).iter().fold(hash, |hash, cell| hash.text(cell));
    }
    let Summary { converted, undecided, no_guideline, not_understood } = summary;
    let counts = [converted, undecided, no_guideline, not_understood];
    Ok(counts.iter().fold(hash, |hash, count| hash.number(*count as u64)).value())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the guidelines change, the hashes above change, too.
    #[test]
    fn the_quick_list_becomes_what_it_did() {
        let figure = figure(true).expect("the guidelines load");
        assert!(figure.is_right(), "{:#018x?}", figure.hash);
    }
}
