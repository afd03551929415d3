//! Benchmarks of fights, choice sequences, payments, states and loading.

use std::hint::black_box;

use anyhow::anyhow;
use kernel::pay::{PaymentLimits, payments};
use kernel::{CombatantId, Moments, Payment, State};
use rules::diagnostic::Colors;
use rules::source::{Source, SourceFile, embedded_file};
use rules::{Compiled, Parsed, Place, Setup};
use sim::fnv::Fnv;
use sim::perft::Perft;
use sim::policy::{Playout, Random, Rulings, Tally};

use super::{Figure, timed};

/// Hashes of the work done, full and quick. They change only with the rules and examples.
const FIGHTS: [u64; 2] = [0x1d9d_4dfc_5818_01f3, 0x779e_ffde_8538_dc5a];
const SEQUENCES: [u64; 2] = [0xa520d, 0x22af];
const PAYMENTS: u64 = 0xafac_59bf_15e5_7639;

const RULESET: &str = "collective";

/// Returns all figures, in the order they are printed.
pub(super) fn figures(quick: bool) -> anyhow::Result<Vec<Figure>> {
    let which = usize::from(quick);
    let parsed = parsed()?;
    let fights: Vec<Compiled> = ["examples/skirmish.toml", "examples/casters.toml"]
        .iter()
        .map(|path| encounter(&parsed, embedded_file(RULESET, path).unwrap_or_default()))
        .collect::<Result<_, _>>()?;
    let mut figures = vec![decisions(&fights, which), nodes(&fights, which)];
    figures.extend(purses(&parsed)?);
    let four_against_five = encounter(&parsed, &skirmish())?;
    figures.extend(states(&four_against_five));
    figures.extend(loading()?);
    Ok(figures)
}

fn parsed() -> anyhow::Result<Parsed> {
    let source = Source::embedded(RULESET).ok_or_else(|| anyhow!("no ruleset {RULESET}"))?;
    source.parse().map_err(|(report, files)| anyhow!(report.render(&files, Colors::Off)))
}

/// Compiles an example of a built-in ruleset.
pub(super) fn encounter_of(ruleset: &str, path: &str) -> anyhow::Result<Compiled> {
    encounter_with(ruleset, embedded_file(ruleset, path).unwrap_or_default())
}

/// Compiles an encounter by a built-in ruleset.
pub(super) fn encounter_with(ruleset: &str, text: &str) -> anyhow::Result<Compiled> {
    let source = Source::embedded(ruleset).ok_or_else(|| anyhow!("no ruleset {ruleset}"))?;
    let parsed =
        source.parse().map_err(|(report, files)| anyhow!(report.render(&files, Colors::Off)))?;
    of(ruleset, &parsed, text)
}

fn encounter(parsed: &Parsed, text: &str) -> anyhow::Result<Compiled> {
    of(RULESET, parsed, text)
}

fn of(ruleset: &str, parsed: &Parsed, text: &str) -> anyhow::Result<Compiled> {
    let place = Place::Embedded(ruleset.to_owned());
    let setup = Setup::read("encounter", text, &place, Some(parsed));
    let compiled = setup.and_then(|setup| rules::compile(&setup));
    match compiled {
        Ok((compiled, _)) => Ok(compiled),
        Err((report, files)) => Err(anyhow!(report.render(&files, Colors::Off))),
    }
}

/// Measures random fights: each decision lists everything legal, picks one entry and applies it.
fn decisions(fights: &[Compiled], which: usize) -> Figure {
    let Played { decisions: value, hash, .. } = played(fights, [2_000_000, 200_000][which], 5_000);
    Figure {
        name: "decisions",
        value,
        unit: "per second",
        floor: 3e6,
        goal: 8e6,
        more: true,
        hash: Some((hash, FIGHTS[which])),
    }
}

/// Result of playing fights.
pub(super) struct Played {
    /// Decisions per second.
    pub(super) decisions: f64,
    /// Fights per second.
    pub(super) fights: f64,
    /// A hash of everything listed and chosen.
    pub(super) hash: u64,
}

/// Plays random fights: `count` decisions of each game, at most `bound` in one fight.
pub(super) fn played(fights: &[Compiled], count: u64, bound: u64) -> Played {
    let at_random = |one| Playout::new(one, 1, Rulings::Default);
    played_as(fights.iter().map(|fight| at_random(&fight.game)), count, bound)
}

/// Runs of each playout, each from the beginning with empty caches. The fastest run counts, because
/// other programs may have slowed down the others.
const TIMES: usize = 3;

/// Plays `count` decisions of each playout, after a tenth as many to fill its caches.
pub(super) fn played_as<'g>(
    playouts: impl ExactSizeIterator<Item = Playout<'g>>,
    count: u64,
    bound: u64,
) -> Played {
    let mut hash = Fnv::new();
    let mut seconds = 0.0;
    let mut fought = 0;
    let decisions = count as f64 * playouts.len() as f64;
    for fresh in playouts {
        let mut played: Vec<(f64, Tally)> = Vec::with_capacity(TIMES);
        for _ in 0..TIMES {
            let mut playout = fresh.clone();
            playout.play(count / 10, bound);
            playout.rewind();
            played.push(timed(|| playout.play(count, bound)));
        }
        seconds += played.iter().map(|(took, _)| *took).fold(f64::INFINITY, f64::min);
        let tally = played[0].1;
        fought += tally.fights;
        // If the runs differ, the hash comes out wrong.
        let same = played.iter().all(|(_, other)| *other == tally);
        hash = if same { hash.number(tally.hash.value()) } else { Fnv::new() };
    }
    Played { decisions: decisions / seconds, fights: fought as f64 / seconds, hash: hash.value() }
}

/// Measures counting the sequences of choices, with the last level in bulk.
fn nodes(fights: &[Compiled], which: usize) -> Figure {
    let depth = [3, 2][which];
    let mut perft = Perft::new(&fights[0].game);
    let (seconds, count) = timed(|| perft.from_start(depth));
    Figure {
        name: "perft",
        value: count as f64 / seconds,
        unit: "nodes/s",
        floor: 20e6,
        goal: 50e6,
        more: true,
        hash: Some((count, SEQUENCES[which])),
    }
}

/// Measures the search for payments, from 1,000 random purses.
fn purses(parsed: &Parsed) -> anyhow::Result<[Figure; 2]> {
    const KINDS: [&str; 20] = [
        "P", "M", "V", "S", "F", "X", "QP", "QM", "QV", "QQP", "InfQP", "OppF", "A", "A'", "A''",
        "B", "B''", "C", "C''", "C'''",
    ];
    let mut random = Random::new(7);
    let mut hash = Fnv::new();
    let mut nanoseconds = Vec::new();
    let mut found: Vec<Payment> = Vec::new();
    for _ in 0..1000 {
        let mut grants: Vec<String> = Vec::new();
        for kind in KINDS {
            if random.below(20) < 9 && grants.len() < 12 {
                grants.push(format!("{}{kind}", 1 + random.below(9)));
            }
        }
        if grants.is_empty() {
            grants.push("1P".to_owned());
        }
        let text = format!(
            "[[combatant]]\nname = \"One\"\nside = \"pcs\"\ngrants = \"{}\"\n",
            grants.join("+")
        );
        let compiled = encounter(parsed, &text)?;
        let game = &compiled.game;
        let state = State::new(game);
        let one = &state.combatants[0];
        let terms = PaymentLimits {
            purse: one.purse,
            room: one.slot_uses,
            moment: Moments::OWN_OPEN,
            gates: 0,
            conditions: 0,
            open: !0,
        };
        let (sheet, tables) = (&game.sheets[0], game.payment_tables(CombatantId(0)));
        for name in ["strike", "kick", "psionic-power", "spell"] {
            let position = sheet
                .options
                .iter()
                .position(|option| compiled.names.activities[option.activity.index()].name == name);
            let Some(option) = position.map(|at| &sheet.options[at]) else { continue };
            let bill = game.bill(option.bill);
            const REPEATS: u32 = 20;
            let (seconds, ()) = timed(|| {
                for _ in 0..REPEATS {
                    payments(sheet, tables, black_box(bill), &terms, &mut found);
                }
            });
            nanoseconds.push(seconds * 1e9 / f64::from(REPEATS));
            for payment in &found {
                hash =
                    hash.number(u64::from(payment.spend.total()) << 32 | payment.spend.mix() >> 32);
            }
        }
    }
    nanoseconds.sort_by(f64::total_cmp);
    let at = |share: f64| nanoseconds[(nanoseconds.len() as f64 * share) as usize];
    let figure = |name, value, floor, goal| Figure {
        name,
        value,
        unit: "ns",
        floor,
        goal,
        more: false,
        hash: Some((hash.value(), PAYMENTS)),
    };
    Ok([
        figure("pay, median", at(0.5), 1000.0, 300.0),
        figure("pay, 99th percentile", at(0.99), 20_000.0, 5000.0),
    ])
}

/// Returns an encounter of four plain combatants against five.
fn skirmish() -> String {
    let side = |name: &str, side: &str, count: u32| {
        format!(
            "[[combatant]]\nname = \"{name}\"\nside = \"{side}\"\ncount = {count}\n\
             grants = \"2P+1M+2V\"\n"
        )
    };
    side("Hero", "pcs", 4) + &side("Orc", "monsters", 5)
}

/// Measures the size of a state and the time to clone it.
fn states(compiled: &Compiled) -> [Figure; 2] {
    let state = sim::perft::start(&compiled.game);
    let bytes = size_of::<State>() + size_of_val(&state.combatants[..]);
    const COPIES: u32 = 200_000;
    let (seconds, ()) = timed(|| {
        for _ in 0..COPIES {
            black_box(black_box(&state).clone());
        }
    });
    [
        Figure {
            name: "state, 4 against 5",
            value: bytes as f64,
            unit: "bytes",
            floor: 2048.0,
            goal: 1024.0,
            more: false,
            hash: None,
        },
        Figure {
            name: "clone",
            value: seconds * 1e9 / f64::from(COPIES),
            unit: "ns",
            floor: 100.0,
            goal: 20.0,
            more: false,
            hash: None,
        },
    ]
}

/// Measures loading the ruleset, and checking 1,000 rows with a mistake in each.
fn loading() -> anyhow::Result<[Figure; 2]> {
    let (load, compiled) = timed(|| encounter(&parsed()?, &skirmish()));
    compiled?;
    let mut rows = String::new();
    for row in 0..1000 {
        rows.push_str(&format!(
            "[[rule]]\nid = \"col.row-{row}\"\nkind = \"mechanic\"\nsection = \"1\"\n\
             says = \"Row.\"\n\
             activity = [{{ id = \"deed-{row}\", cost = \"1ZZ{row}\" }}]\n"
        ));
    }
    let mut source = Source::embedded(RULESET).ok_or_else(|| anyhow!("no ruleset"))?;
    source.files.push(SourceFile { path: "rules/zz.toml".into(), text: rows.into() });
    let (check, shown) = timed(|| {
        let parsed = source.parse().map_err(|_| anyhow!("the rows do not parse"))?;
        let Err((report, files)) = rules::compile(&Setup::of(parsed)) else {
            return Err(anyhow!("the rows hold no mistakes"));
        };
        Ok((report.errors() as u64, report.render(&files, Colors::Off).len()))
    });
    let (errors, _) = shown?;
    let figure = |name, seconds: f64, floor, goal, hash| Figure {
        name,
        value: seconds * 1e3,
        unit: "ms",
        floor,
        goal,
        more: false,
        hash,
    };
    Ok([
        figure("load and compile", load, 50.0, 50.0, None),
        figure("check 1,000 rows", check, 100.0, 100.0, Some((errors, 1000))),
    ])
}
