//! Every fuzz target for a moment: good texts with random damage, and random bytes.
//!
//! `TURNWRIGHT_CASES` asks for more.

#[path = "../../../fuzz/targets.rs"]
mod targets;

use sim::policy::Random;

/// Good texts to begin with, by the target that reads their sort.
const SEEDS: [(&str, &str); 13] = [
    (
        "command",
        "Ana: strike Orc 1, pay #1\nroll 4\nend\ngm: hurt Orc 2 with 3 by Ana\nend\n\
         Orc 1: strike Ana\nAna: answer, pay QB\nroll 6\nAna: pass\nend fight\n",
    ),
    (
        "command",
        "force Ana: answer\ntogether: Ana, Orc 1\nask Ana answer never\ndial x.all off\npass\n\
         Orc 1: move 5 1/2, pay with QB \"on\"\n\
         Ana: move 2 \"so: there\"\nnobody answers\nrule yes\nroll none\n",
    ),
    ("dice", "4d6kh3+2*(1d4ro<2[fire]-d%)"),
    ("dice", "2d20kl1mi3rr=1"),
    (
        "encounter",
        "title = 'x'\nseed = 1\n[[combatant]]\nname = 'Ana'\nside = 'us'\n\
     grants = '2A+1QB'\ncount = 3\nattributes = { hp = '3' }\ntags = ['down']\n\
     [[combatant]]\nname = 'Orc'\nside = 'them'\ncreature = 'orc'\n[[creature]]\nname = 'orc'\n\
     grants = '1A'\nparts = { jaw = '1A' }\ncaps = { A = '2' }\nanswers = { answer = 'never' }\n\
     [[creature.activity]]\nid = 'bite'\ncost = '1A@jaw'\ntarget = 'foe'\n\
     [[convert]]\nfrom = 'QB'\nto = 'A'\n[[on]]\nspan = 'round'\nedge = 'end'\n\
     do = [{ say = 'x' }]\n",
    ),
    ("expression", "if actor.hp > 3 and not target.has(down) then 1 == min(2, arg // 3) else true"),
    ("expression", "actor.hp * 2 - -1 >= round or actor.own-turn != (actor.side == us)"),
    ("perft", "# counts\nsetup duel.toml\n1 76\n2 1_725\n"),
    ("record", ""),
    ("ruleset", include_str!("fixtures/tiny/rules/deeds.toml")),
    ("ruleset", include_str!("fixtures/tiny/rules/tokens.toml")),
    ("ruleset", include_str!("fixtures/tiny/rules/clock.toml")),
    (
        "scenario",
        "## A fight\ncovers: x.all\n\n```setup\n[[combatant]]\nname = 'Ana'\nside = 'us'\n\
         grants = '1A'\n[[combatant]]\nname = 'Orc'\nside = 'them'\n```\n```play\n\
         dice: 4\n> Ana: strike Orc\n  Ana spends 1A on strike, nothing left\n= Ana has nothing\n\
         > end\n= waits for Orc, round is 1, Orc hp is 5\n> undo 2\n\
         = Ana: strike Orc is legal\n= payments of Ana: strike Orc are 1A\n> Orc: answer\n\
         = denied\n```\n",
    ),
];

/// Words that something is made of, to be put where they do not belong.
const WORDS: [&str; 16] = [
    "[[rule]]\n",
    "'",
    "\"",
    "\n",
    "= ",
    "99999999999999999999",
    "-1",
    "é",
    "\0",
    "``` play\n",
    "|",
    "Ana",
    "(((((((((((((((((",
    "d0",
    "{ when = ",
    "\u{feff}",
];

#[test]
fn nothing_panics() {
    let cases = std::env::var("TURNWRIGHT_CASES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new(0x5eed);
    let record = record();
    for (name, target) in targets::ALL {
        for case in 0..cases.unwrap_or(400u32) {
            let bytes = damaged(name, &record, &mut random);
            let result = std::panic::catch_unwind(|| target(&bytes));
            assert!(result.is_ok(), "{name}, case {case}: {:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

/// The record of a short game, as one more text to begin with.
fn record() -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny");
    let origin = sim::origin::Origin::open(&folder.join("duel.toml")).expect("it is good");
    let mut session = sim::session::Session::new(origin.compile().expect("it is good"), 1);
    while session.roll().is_some() {}
    let _ = session.give(kernel::Command::EndTurn, None);
    sim::record::Record::of(&session, &origin, sim::record::Carry::Nothing).to_string()
}

/// Mostly a text of the sort that the target reads, with some damage.
fn damaged(name: &str, record: &str, random: &mut Random) -> Vec<u8> {
    let below = |random: &mut Random, count: usize| random.below(count as u32) as usize;
    let foreign = random.below(8) == 0;
    let fitting: Vec<&str> =
        SEEDS.iter().filter(|(of, _)| foreign || *of == name).map(|(_, text)| *text).collect();
    let mut bytes: Vec<u8> = match fitting[below(random, fitting.len())] {
        "" => record.as_bytes().to_vec(),
        text => text.as_bytes().to_vec(),
    };
    if random.below(20) == 0 {
        bytes = (0..below(random, 64)).map(|_| random.draw() as u8).collect();
    }
    for _ in 0..below(random, 4) {
        let at = below(random, bytes.len() + 1);
        let to = (at + below(random, 12)).min(bytes.len());
        match random.below(4) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.splice(at..at, WORDS[below(random, WORDS.len())].bytes()).for_each(drop),
            2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.draw() as u8),
            _ => bytes.truncate(at),
        }
    }
    bytes
}
