//! Every fuzz target for a moment: good texts with random damage, and random bytes.
//!
//! `TURNWRIGHT_CASES` asks for more.

#[path = "../../../fuzz/targets.rs"]
mod targets;

use sim::policy::Random;

/// Texts to begin with: good ones of each sort that is read.
const SEEDS: [&str; 10] = [
    "Ana: strike Orc 1, pay #1\nroll 4\nend\ngm: hurt Orc 2 with 3 by Ana\nforce Ana: answer\n\
     together: Ana, Orc 1\nask Ana answer never\ndial x.all off\nOrc 1: move 5 1/2, pay with QB\n\
     pass\nAna: pass\nend fight\n",
    "4d6kh3+2*(1d4ro<2[fire]-d%)",
    "2d20kl1mi3rr=1",
    include_str!("fixtures/tiny/duel.toml"),
    include_str!("fixtures/tiny/house.toml"),
    include_str!("fixtures/tiny/rules/deeds.toml"),
    include_str!("fixtures/tiny/rules/tokens.toml"),
    "if actor.hp > 3 and not target.has(down) then 1 == min(2, arg // 3) else true",
    "## A fight\ncovers: x.all\n\n```setup\n[[combatant]]\nname = 'Ana'\nside = 'us'\n\
     grants = '1A'\n```\n```play\n> Ana: pass\n= Ana has 1A\ndice: 4\n  text\n> end\n\
     = waits for Ana\n> undo 2\n= Ana: strike is legal\n```\n",
    "# counts\nsetup duel.toml\n1 76\n2 1725\n",
];

/// Words that something is made of, to be put where they do not belong.
const WORDS: [&str; 16] = [
    "[[rule]]\n", "'", "\"", "\n", "= ", "99999999999999999999", "-1", "é", "\0", "``` play\n", "|",
    "Ana", "(((((((((((((((((", "d0", "{ when = ", "\u{feff}",
];

#[test]
fn nothing_panics() {
    let cases = std::env::var("TURNWRIGHT_CASES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new(0x5eed);
    let record = record();
    for (name, target) in targets::ALL {
        for case in 0..cases.unwrap_or(400u32) {
            let bytes = damaged(&record, &mut random);
            eprintln!("{name} {case} {:?}", String::from_utf8_lossy(&bytes)); let t = std::time::Instant::now();
            let result = std::panic::catch_unwind(|| target(&bytes));
            if t.elapsed().as_millis() > 300 { eprintln!("SLOW {:?}", t.elapsed()); }
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

fn damaged(record: &str, random: &mut Random) -> Vec<u8> {
    let below = |random: &mut Random, count: usize| random.below(count as u32) as usize;
    let pick = below(random, SEEDS.len() + 2);
    let mut bytes: Vec<u8> = match SEEDS.get(pick) {
        Some(text) => text.as_bytes().to_vec(),
        None if pick == SEEDS.len() => record.as_bytes().to_vec(),
        None => (0..below(random, 64)).map(|_| random.draw() as u8).collect(),
    };
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
