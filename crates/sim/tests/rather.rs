//! Fighters that prefer attacks attack whenever they can, and their fights end.

mod support;

use kernel::{ActivityId, LegalActions};
use rules::Compiled;
use sim::choices;
use sim::policy::{Playout, Random, Rulings};
use sim::rather::{Draw, Rather};

fn named(compiled: &Compiled, name: &str) -> ActivityId {
    compiled.names.activity(name).unwrap_or_else(|| panic!("no activity {name}"))
}

fn attacks(compiled: &Compiled) -> Vec<ActivityId> {
    ["attack", "charge", "natural"].map(|name| named(compiled, name)).to_vec()
}

/// Goes on with a fight left to chance; at each choice, draws many times from what is listed.
#[test]
fn one_of_these_is_drawn_wherever_there_is_one_and_each_of_them_is() {
    let compiled = support::example("pathfinder-rae/duel");
    let game = &compiled.game;
    let attacks = attacks(&compiled);
    let mut rather = Rather::these(game, &attacks);
    let mut playout = Playout::new(game, 3, Rulings::Default).rather(rather.clone());
    let mut all = LegalActions::new(game);
    let mut random = Random::new(9);
    let (mut with, mut closed, mut strayed) = (0, 0, 0);
    for _ in 0..400 {
        if !playout.step() {
            playout.fight(1);
        }
        let state = playout.state();
        if !choices::is_choice(state.decision) {
            continue;
        }
        let count = all.refresh(game, state);
        let can_close = choices::closing(game, state).is_some();
        let listed: Vec<_> = (0..count).filter_map(|nth| all.nth(game, nth)).collect();
        let wanted: Vec<bool> =
            listed.iter().map(|(one, _)| attacks.contains(&one.activity)).collect();
        let many = wanted.iter().filter(|wanted| **wanted).count();
        let mut drawn = vec![false; count + 1];
        for _ in 0..40 * many.max(1) {
            let Draw { lister, nth } = rather.draw((game, state), &mut all, can_close, &mut random);
            let one = lister.nth(game, nth);
            let nth = one.map_or(count, |one| {
                listed.iter().position(|other| *other == one).expect("drawn from what is listed")
            });
            drawn[nth] = true;
            assert!(many == 0 || wanted[nth], "{nth} of {wanted:?}");
            assert!(nth < count || can_close, "{:?}", state.decision);
        }
        if many > 0 {
            // That one of them is missed in so many draws is next to impossible.
            assert_eq!(drawn[..count], wanted);
            with += 1;
        } else {
            closed += u32::from(drawn[count]);
            strayed += u32::from(drawn[..count].contains(&true));
        }
    }
    assert!(with > 20 && closed > 20 && strayed > 20, "{with}, {closed}, {strayed}");
}

#[test]
fn fights_in_earnest_end() {
    let compiled = support::example("pathfinder-rae/duel");
    let game = &compiled.game;
    let mut playout = Playout::new(game, 1, Rulings::Default);
    let mut earnest = playout.clone().rather(Rather::these(game, &attacks(&compiled)));
    for _ in 0..20 {
        playout.fight(400);
        earnest.fight(400);
    }
    let (by_chance, tally) = (playout.tally(), earnest.tally());
    assert_eq!((tally.fights, tally.ended), (20, 20));
    assert!(by_chance.decisions > 2 * tally.decisions, "{by_chance:?} against {tally:?}");
}
