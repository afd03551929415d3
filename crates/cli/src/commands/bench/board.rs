//! Benchmarks on boards: fights square by square, paths, and squares in reach.

use std::hint::black_box;

use anyhow::anyhow;
use kernel::{BoardView, CombatantId, NullSink, Reach, Square, State, start};
use rules::Compiled;
use sim::fnv::Fnv;

use super::work::{Played, encounter_of, encounter_with, played};
use super::{Figure, timed};

/// A fight on a board: name of the figure, ruleset, encounter or example, and the hashes of the
/// work done, full and quick. The hashes change only with the rules and examples.
type Fight = (&'static str, &'static str, &'static str, [u64; 2]);

/// Four against four on twenty by twenty squares.
const FIGHTS: [Fight; 2] = [
    (
        "board, brilliance-shadow",
        "brilliance-shadow",
        include_str!("boards/brilliance-shadow.toml"),
        [0x09b5_e65c_8d13_5af7, 0x2898_b869_e554_ee16],
    ),
    (
        "board, dungeons-of-olde",
        "dungeons-of-olde",
        include_str!("boards/dungeons-of-olde.toml"),
        [0xe01d_0bcf_9e23_9d6e, 0x7dc5_3e5e_412b_77f6],
    ),
];
/// Eight against twelve on thirty by thirty squares.
const LARGE: [Fight; 2] = [
    (
        "large, brilliance-shadow",
        "brilliance-shadow",
        "examples/battle.toml",
        [0x0441_24f3_b96b_af2a, 0xe1da_8cf7_5eb6_b7a7],
    ),
    (
        "large, dungeons-of-olde",
        "dungeons-of-olde",
        "examples/gate.toml",
        [0x30bc_625c_b890_9699, 0x59c1_10f1_6a2a_43ff],
    ),
];
const WAYS: u64 = 0x2c04_5cc0_9277_e416;

/// Returns all figures, in the order they are printed.
pub(super) fn figures(quick: bool) -> anyhow::Result<Vec<Figure>> {
    let which = usize::from(quick);
    let mut figures = Vec::new();
    for (name, ruleset, text, hashes) in FIGHTS {
        let fight = encounter_with(ruleset, text)?;
        let played = decisions(std::slice::from_ref(&fight), which, hashes[which]);
        figures.push(Figure { name, floor: 2e6, goal: 6e6, ..played });
    }
    let mut battle = None;
    for (name, ruleset, path, hashes) in LARGE {
        let fight = encounter_of(ruleset, path)?;
        let played = decisions(std::slice::from_ref(&fight), which, hashes[which]);
        figures.push(Figure { name, ..played });
        battle.get_or_insert(fight);
    }
    if let Some(fight) = battle {
        figures.extend(ways(&fight)?);
    }
    Ok(figures)
}

/// Measures decisions per second in random fights. Each step on a board is a decision.
pub(super) fn decisions(fights: &[Compiled], which: usize, expected: u64) -> Figure {
    let Played { decisions: value, hash, .. } = played(fights, [500_000, 50_000][which], 2_000);
    Figure {
        name: "decisions",
        value,
        unit: "per second",
        floor: 0.0,
        goal: 0.0,
        more: true,
        hash: Some((hash, expected)),
    }
}

/// Measures two searches from each corner of a large board, with surcharges: the cheapest path to
/// the opposite corner, and all squares within half the board's width.
fn ways(compiled: &Compiled) -> anyhow::Result<[Figure; 2]> {
    let game = &compiled.game;
    let mut state = State::new(game);
    start(game, &mut state, &mut NullSink);
    let walker = CombatantId(0);
    let (width, height) = (game.board.width, game.board.height);
    if width == 0 {
        return Err(anyhow!("the example has no board"));
    }
    let corner = |x: u8, y: u8| Square { x: x * (width - 1), y: y * (height - 1) };
    let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    let mut reach = Reach::default();
    let mut hash = Fnv::new();
    let (mut way, mut all) = (f64::MAX, f64::MAX);
    for round in 0..50 {
        let (mut of_ways, mut of_all) = (0.0, 0.0);
        for (at, from) in corners.into_iter().enumerate() {
            state.combatants.get_mut(walker).square = from;
            let space = BoardView { game, state: &state };
            let to = corners[(at + 2) % 4];
            let (took, found) = timed(|| reach.way(space, walker, to, 1_000));
            of_ways += took;
            if round == 0 {
                let price =
                    found.map_or(0, |(squares, price)| squares.len() as i32 * 1_000 + price);
                hash = hash.number(price as u64);
            }
            let (took, ()) = timed(|| reach.find(space, walker, i32::from(width / 2)));
            of_all += took;
            if round == 0 {
                hash = hash.number(reached(&reach, width, height));
            }
            black_box(&reach);
        }
        (way, all) = (way.min(of_ways / 4.0), all.min(of_all / 4.0));
    }
    let figure = |name, seconds: f64, floor, goal| Figure {
        name,
        value: seconds * 1e6,
        unit: "us",
        floor,
        goal,
        more: false,
        hash: Some((hash.value(), WAYS)),
    };
    Ok([figure("cheapest way", way, 20.0, 5.0), figure("all in reach", all, 40.0, 10.0)])
}

/// Returns a checksum of the reached squares: the sum of their prices, plus 1,000 each.
fn reached(reach: &Reach, width: u8, height: u8) -> u64 {
    let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square { x, y }));
    squares.filter_map(|square| reach.price(square)).map(|price| 1_000 + price as u64).sum()
}
