//! Benchmarks of rulesets with opportunities, reactions and dice. They play random fights of each
//! ruleset, and list everything that a fighter may do.

use anyhow::anyhow;
use kernel::{ActivityId, Decision, LegalActions, NullSink, Square, State, start};
use rules::Compiled;
use sim::choices::{self, Chance};
use sim::fnv::Fnv;
use sim::policy::{Playout, Rulings};
use sim::rather::Rather;

use super::board::decisions;
use super::work::{Played, encounter_of, encounter_with, played, played_as};
use super::{Figure, timed};

/// Fights of a ruleset: name of the figure, ruleset, examples, and hashes, full and quick.
type Fights = (&'static str, &'static str, &'static [&'static str], [u64; 2]);

const RULESETS: [Fights; 3] = [
    (
        "decisions, pathfinder-rae",
        "pathfinder-rae",
        &["examples/duel.toml", "examples/spellcaster.toml"],
        [0x93a2_a609_5aad_8539, 0x9584_ddf5_0c7b_0e24],
    ),
    (
        "decisions, srd-5",
        "srd-5",
        &["examples/duel.toml", "examples/ambush.toml"],
        [0x2f01_1394_d6ac_181a, 0x1e2e_bb6c_11cf_1b75],
    ),
    (
        "decisions, pathfinder-2e",
        "pathfinder-2e",
        &["examples/duel.toml", "examples/ford.toml"],
        [0x3db5_c6d0_9caf_05d4, 0xd2f0_c5b3_edc6_332f],
    ),
];

/// Four against four on a board, with weapons drawn.
const FOUR_AGAINST_FOUR: &str = r#"
creatures = ["../creatures/folk.toml"]

[board]
size = "12x8"

[[combatant]]
name = "Guard"
side = "pcs"
creature = "Guard"
at = "d3 d4 d5 d6"
count = 4

[[combatant]]
name = "Goblin"
side = "foes"
creature = "Goblin"
at = "i3 i4"
count = 2

[[combatant]]
name = "Orc"
side = "foes"
creature = "Orc"
at = "i5 i6"
count = 2
"#;
const FOUGHT: [u64; 2] = [0x2bee_f0e9_543e_bda0, 0x38b1_9a57_b66a_848a];
/// Activities that aggressive playouts prefer to all others.
const ATTACKS: [&str; 7] =
    ["attack", "charge", "shoot", "opportunity", "coup-de-grace", "natural", "natural-all"];
const IN_EARNEST: [u64; 2] = [0xb4e5_2a3b_d96d_25be, 0xc30c_59b9_7ae1_c806];

/// A fighter of the tenth level whose turn it is, with foes on all sides.
const FIGHTER: &str = r#"
creatures = ["../creatures/characters.toml", "../creatures/folk.toml"]

[board]
size = "12x8"

[[combatant]]
name = "Hero"
side = "pcs"
creature = "Fighter"
at = "f4"

[combatant.attributes]
init = "99"
bab = "10"
melee = "17"
cmb = "15"
cmd = "28"
hp = "89"
max-hp = "89"

[[combatant]]
name = "Orc"
side = "foes"
creature = "Orc"
at = "e3 g3 e5 g5 h4 c4 f7 i6"
count = 8
"#;
const LISTED: u64 = 0x8ade_8b86_a67a_8f0a;

/// Returns all figures, in the order they are printed.
pub(super) fn figures(quick: bool) -> anyhow::Result<Vec<Figure>> {
    let which = usize::from(quick);
    let mut figures = Vec::new();
    for (name, ruleset, paths, hashes) in RULESETS {
        let fights: Vec<Compiled> =
            paths.iter().map(|path| encounter_of(ruleset, path)).collect::<Result<_, _>>()?;
        let (floor, goal) = if name.ends_with("rae") { (1.5e6, 5e6) } else { (0.0, 1.5e6) };
        figures.push(Figure { name, floor, goal, ..decisions(&fights, which, hashes[which]) });
    }
    figures.extend(four_against_four(which)?);
    figures.push(listing()?);
    Ok(figures)
}

/// Measures fights of four against four. Random playouts choose among everything legal and go on
/// for thousands of decisions. Aggressive playouts prefer attacks and play whole fights, from
/// initiative until one side is out.
fn four_against_four(which: usize) -> anyhow::Result<[Figure; 3]> {
    let fights = [encounter_with("pathfinder-rae", FOUR_AGAINST_FOUR)?];
    let count = [500_000, 50_000][which];
    let by_chance = played(&fights, count, 5_000);
    let in_earnest = |fight: &Compiled| -> anyhow::Result<Played> {
        let find = |name: &&str| fight.names.activity(name).ok_or_else(|| anyhow!("no {name}"));
        let attacks: Vec<ActivityId> = ATTACKS.iter().map(find).collect::<Result<_, _>>()?;
        let rather = Rather::these(&fight.game, &attacks);
        let playout = Playout::new(&fight.game, 1, Rulings::Default).rather(rather);
        Ok(played_as(std::iter::once(playout), count, 5_000))
    };
    let whole = in_earnest(&fights[0])?;
    let figure = |name, (value, floor, goal), hash| Figure {
        name,
        value,
        unit: "per second",
        floor,
        goal,
        more: true,
        hash: Some(hash),
    };
    let hash = (by_chance.hash, FOUGHT[which]);
    let whole_hash = (whole.hash, IN_EARNEST[which]);
    Ok([
        figure("decisions, 4 against 4", (by_chance.decisions, 1.5e6, 5e6), hash),
        figure("decisions in earnest", (whole.decisions, 0.0, 0.0), whole_hash),
        figure("whole fights, 4 against 4", (whole.fights, 8_000.0, 25_000.0), whole_hash),
    ])
}

/// Dice that show the middle face, and default answers to questions.
struct Middling;

impl Chance for Middling {
    fn face(&mut self, sides: u32, _: u32, _: u32) -> u32 {
        sides.div_ceil(2)
    }

    fn answer(&mut self, _: u8, default: u8) -> u8 {
        default
    }
}

/// Measures listing everything legal for the fighter, with all payments and targets. Between two
/// lists the fighter's square and tokens differ, so that little of the last list stays valid.
fn listing() -> anyhow::Result<Figure> {
    const ROUNDS: usize = 20_000;
    let compiled = encounter_with("pathfinder-rae", FIGHTER)?;
    let game = &compiled.game;
    let mut lister = LegalActions::new(game);
    let mut first = State::new(game);
    start(game, &mut first, &mut NullSink);
    choices::settle(game, &mut first, &mut Middling);
    if first.decision != Decision::Act(1) {
        return Err(anyhow!("it is not the fighter's turn"));
    }
    let mut second = first.clone();
    let fighter = second.combatants.get_mut(kernel::CombatantId(0));
    fighter.square = Square { x: 6, y: 3 };
    let purse = &mut fighter.purse;
    let most = purse.lanes().max_by_key(|(_, amount)| *amount);
    most.into_iter().for_each(|(lane, amount)| purse.set(lane, amount - 1));
    let states: [&State; 2] = [&first, &second];
    let mut hash = Fnv::new();
    let (seconds, ()) = timed(|| {
        for round in 0..ROUNDS {
            let listed = lister.list(game, states[round % 2]);
            if round < 2 {
                hash = listed.iter().fold(hash, |hash, group| hash.number(group.len() as u64));
            }
        }
    });
    Ok(Figure {
        name: "list, fighter of level 10",
        value: seconds * 1e6 / ROUNDS as f64,
        unit: "us",
        floor: 5.0,
        goal: 1.0,
        more: false,
        hash: Some((hash.value(), LISTED)),
    })
}
