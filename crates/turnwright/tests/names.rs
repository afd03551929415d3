//! Every listed action reads back as a legal command, in every example of every ruleset.

use turnwright::{Encounter, Error, Ruleset};

/// Commands played in each example.
const COMMANDS: usize = 12;

#[test]
fn every_listed_line_is_legal_and_does_what_it_says() {
    let mut listed = 0;
    for example in sim::examples::examples() {
        let name = format!("{}/{}", example.ruleset, example.name);
        let mut fight = Encounter::example(&name).expect("shipped examples load");
        for step in 0..COMMANDS {
            while fight.roll_seeded().is_some() {}
            let actions = fight.legal_actions();
            for action in actions.iter().take(40) {
                let reasons = fight.why_not(&action.line).expect("a command");
                assert_eq!(reasons, [], "{name}: {action}");
                listed += 1;
            }
            match actions.iter().nth(step % actions.len().max(1)) {
                Some(action) => {
                    let before = fight.log().len();
                    fight.apply(&action.line).expect("a legal action");
                    assert!(fight.log().len() > before, "{name}: {action}");
                }
                None if fight.apply("end").or_else(|_| fight.apply("pass")).is_err() => break,
                None => {}
            }
        }
    }
    assert!(listed > 500, "{listed} actions listed");
}

#[test]
fn errors_say_what_is_wrong_and_change_nothing() {
    let unknown = Ruleset::builtin("chess").expect_err("no such ruleset");
    assert!(unknown.to_string().contains("collective"), "{unknown}");
    assert!(matches!(unknown, Error::UnknownRuleset(..)));

    let rules = Ruleset::builtin("collective").expect("a shipped ruleset");
    let broken = Encounter::new(&rules, "[[combatant]]\nname = 3\n").expect_err("no name");
    assert!(broken.to_string().contains("encounter.toml:2"), "{broken}");

    let duel = include_str!("../examples/duel.toml");
    let mut fight = Encounter::new(&rules, duel).expect("a good file");
    fight.apply("rule pcs").expect("a ruling");
    let before = fight.state().clone();
    assert!(matches!(fight.apply("Ana: fly to the moon"), Err(Error::Line(_))));
    assert!(matches!(fight.apply("Orc: move"), Err(Error::Denied(_))));
    assert!(matches!(fight.roll(&[3]), Err(Error::Denied(_))));
    assert_eq!(*fight.state(), before);

    fight.apply("Ana: longsword Orc").expect("her turn");
    assert_eq!(fight.undo(1), 1);
    assert_eq!(*fight.state(), before);
}

#[test]
fn the_seed_of_the_file_decides_the_dice() {
    let rules = Ruleset::builtin("collective").expect("a shipped ruleset");
    let duel = include_str!("../examples/duel.toml");
    let rolled = |fight: Encounter| {
        let mut fight = fight;
        for line in ["rule pcs", "Ana: longsword Orc"] {
            fight.apply(line).expect("a legal line");
        }
        fight.roll_seeded().expect("dice are awaited")
    };
    let of_file =
        |seed: u64| Encounter::new(&rules, &format!("seed = {seed}\n{duel}")).expect("a good file");
    let plain = || Encounter::new(&rules, duel).expect("a good file");
    for seed in 1..20 {
        assert_eq!(rolled(of_file(seed)), rolled(plain().with_seed(seed)));
    }
    assert!((1..20).any(|seed| rolled(of_file(seed)) != rolled(plain())));
}

#[test]
fn forcing_needs_a_reason() {
    let mut fight = Encounter::example("collective/skirmish").expect("a shipped example");
    let error = fight.apply("force Ana: talk").expect_err("no reason");
    assert!(matches!(&error, Error::Line(text) if text.contains("reason")), "{error}");
}
